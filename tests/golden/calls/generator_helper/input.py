def parts(x):
    yield x
    yield x * x


def f(x):
    return sum(parts(x))


ARGS = (1.5,)
