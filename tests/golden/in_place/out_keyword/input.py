import numpy as np


def into_a_buffer(x, y):
    buffer = np.empty_like(x)
    np.multiply(x, y, out=buffer)
    np.exp(buffer, out=buffer)
    return buffer * x


ARGS = (np.array([0.5, -1.2]), np.array([2.0, 0.3]))
