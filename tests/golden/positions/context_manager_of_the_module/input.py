import contextlib


@contextlib.contextmanager
def logged(name):
    try:
        yield
    finally:
        print(name)


def scaled(x, y):
    with logged("scaled"):
        y = y * x
    return y * y


ARGS = (0.7, 1.2)
