total = 0.0


def f(x):
    global total
    total = x * x
    return total * x


ARGS = (1.5,)
