def f(x, y):
    items = [x, y, x * y]
    items[1:] = [x * x]
    return items[0] * items[1]


ARGS = (1.5, 0.7)
