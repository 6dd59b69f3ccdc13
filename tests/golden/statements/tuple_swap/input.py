def swap(x, y):
    x, y = y * y, x
    x, y = y, x * y
    return x - y


ARGS = (0.7, 1.3)
