def f(x):
    y = x * x
    return locals()["y"] * x


ARGS = (1.5,)
