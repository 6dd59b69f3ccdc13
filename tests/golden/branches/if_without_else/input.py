def leaky(x):
    y = x
    if x < 0.0:
        y = 0.1 * x * x
    return y * y


ARGS = (-0.8,)
