import decimal


def f(x):
    return float(decimal.Decimal(x) * 2)


ARGS = (1.5,)
