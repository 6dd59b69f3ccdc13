def f(x):
    f.last = x * x
    return f.last * x


ARGS = (1.5,)
