def f(x, y):
    total = 1.0
    for v in {x * y, x + y}:
        total = total * v - 1.0
    return total


ARGS = (1.5, 2.0)
