def f(x, items):
    y = x
    try:
        y = y * items[0]
    finally:
        if len(items) > 1:
            return x * x
    return y


ARGS = (1.5, (1.0, 2.0))
