def f(x, kind):
    return x * x if kind == "square" else x


ARGS = (1.5, "square")
WRT = "kind"
