def augmented(x, y):
    z = x
    z += y
    z *= z
    z -= x
    z /= y
    z **= 2
    return z


ARGS = (0.7, 1.3)
