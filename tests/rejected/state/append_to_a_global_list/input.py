HISTORY = []


def f(x):
    HISTORY.append(x * x)
    return HISTORY[-1] * x


ARGS = (1.5,)
