import numpy as np


class Box:
    pass


def f(x, k):
    box = Box()
    box.me = box
    box.y = x * k
    y = box.y
    if k > 0.1:
        y = x * 2.0
    y[1] = k
    return np.sum(box.me.y * y)


ARGS = (np.array([1.0, 2.0]), 0.5)
