import functools


def line(a, b, c=1.0):
    return a * b + c


def curried(x):
    times = functools.partial(line, x[0])
    shifted = functools.partial(times, c=x[1])
    return times(x[1]) * shifted(b=x[0]) + sum(map(shifted, x))


ARGS = ([0.7, -1.3],)
