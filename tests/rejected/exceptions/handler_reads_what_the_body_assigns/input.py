def f(x, rows):
    y = x
    try:
        y = y * x
        y = y * rows[2]
    except IndexError:
        raise RuntimeError(f"after {y}") from None
    return y


ARGS = (1.5, (1.0, 2.0))
