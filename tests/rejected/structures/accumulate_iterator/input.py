import itertools


def f(xs):
    return sum(itertools.accumulate(xs))


ARGS = ([1.5, 2.0, 0.5],)
