def f(x):
    return lambda t: t * x


ARGS = (1.5,)
