import functools


@functools.lru_cache
def square(t):
    return t * t


def f(x):
    return square(x) * x


ARGS = (1.5,)
