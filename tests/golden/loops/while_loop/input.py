def newton_root(a, tolerance):
    x = a
    while abs(x * x - a) > tolerance:
        x = 0.5 * (x + a / x)
    return x


ARGS = (2.5, 1e-12)
WRT = "a"
