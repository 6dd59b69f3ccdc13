def f(x, table):
    try:
        return table["scale"] * x
    except KeyError:
        return x * x


ARGS = (1.5, {})
WRT = "x"
