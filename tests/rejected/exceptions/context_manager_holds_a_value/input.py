import contextlib


@contextlib.contextmanager
def doubled(x):
    yield x * 2.0


def f(x):
    with doubled(x) as y:
        return y * x


ARGS = (1.5,)
