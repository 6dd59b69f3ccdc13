import fractions


def f(x):
    return float(fractions.Fraction(x) * 2)


ARGS = (1.5,)
