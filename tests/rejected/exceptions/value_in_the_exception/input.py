def f(x):
    try:
        raise ValueError(x * x)
    except ValueError as error:
        y = error.args[0]
    return y * x


ARGS = (1.5,)
