import numpy as np


def solution(a, b):
    x = np.linalg.solve(a, b)
    return x * b


ARGS = (np.array([[2.0, 0.3], [0.1, 1.5]]), np.array([0.7, -1.1]))
