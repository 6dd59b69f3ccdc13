import numpy as np


def f(x):
    return np.frombuffer(x.tobytes()) * 2.0


ARGS = (np.array([1.5, 2.0]),)
