def cube(t):
    return t * t * t


def branch(x, y):
    if x > y:
        z = cube(x) * y
    else:
        z = cube(y)
    return cube(z) * 0.1


ARGS = (1.1, 0.4)
