def f(x):
    yield x * x


ARGS = (1.5,)
