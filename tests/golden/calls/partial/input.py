import functools


def affine(w, x, b):
    return w * x + b * b


def curried(x, w):
    f = functools.partial(affine, w, b=x)
    return f(x) * f(w)


ARGS = (0.4, 1.3)
