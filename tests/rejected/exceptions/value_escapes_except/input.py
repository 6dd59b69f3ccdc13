def f(x):
    try:
        y = x * x
        z = 1.0 / (y - 2.25)
    except ZeroDivisionError:
        z = y * x
    return z


ARGS = (1.5,)
