def f(x, n):
    return x ** n


ARGS = (1.5, 3)
WRT = ("x", "n")
