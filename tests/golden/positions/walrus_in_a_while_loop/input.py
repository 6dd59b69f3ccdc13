def newton(x, a):
    while abs(step := (x * x - a) / (2.0 * x)) > 1e-6:
        x = x - step
    return x


ARGS = (1.0, 2.0)
