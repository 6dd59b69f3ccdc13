def f(x):
    return float.fromhex(x.hex()) * x


ARGS = (1.5,)
