def f(x, bias=None):
    return x * x if bias is None else x * x + bias


ARGS = (1.5, None)
WRT = "bias"
