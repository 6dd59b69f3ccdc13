def ramp(x, y):
    return (x * x if x > y else y * 3.0) * x


ARGS = (1.7, 0.4)
