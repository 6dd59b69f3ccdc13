import numpy as np


def f(x, n):
    def area(width, height):
        return width * height

    return area(*x[:n])


ARGS = (np.array([1.5, 0.7, 0.3]), 2)
