def f(x, y):
    return x * y


ARGS = (1.5, 2.0)
WRT = "z"
