def f(x, y):
    factor = x
    scaled = (value * factor for value in (x, y))
    factor = y
    return sum(scaled)


ARGS = (1.5, 0.7)
