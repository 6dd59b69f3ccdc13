def choose(x, y):
    inside = 0.0 < x < 1.0 and not y < 0.0
    z = x * y if inside or x > 5.0 else x
    return z * (y or x)


ARGS = (0.4, 1.3)
