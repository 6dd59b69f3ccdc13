import itertools


def f(x):
    counter = itertools.count(1)
    return sum(value * x for value in iter(lambda: x * next(counter), 3 * x))


ARGS = (1.5,)
