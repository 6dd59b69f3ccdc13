import numpy as np


def f(x):
    y = x
    try:
        y = y * x[0]
    finally:
        print("y is", y)
    return y


ARGS = (np.array([1.5, 2.0]),)
