def f(x):
    try:
        y = x * x
    except* ValueError:
        y = x
    return y


ARGS = (1.5,)
