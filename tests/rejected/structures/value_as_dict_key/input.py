def f(x):
    table = {x * x: 2.0}
    return sum(table) * x


ARGS = (1.5,)
