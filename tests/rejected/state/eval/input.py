def f(x):
    return eval("x * x")


ARGS = (1.5,)
