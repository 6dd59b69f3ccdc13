def f(x, y):
    return {x * y, x + y}


ARGS = (1.5, 2.0)
