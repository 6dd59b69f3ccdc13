import functools


def f(xs):
    return functools.reduce(lambda a, b: a * b + 1.0, xs)


ARGS = ([1.5, 0.7],)
