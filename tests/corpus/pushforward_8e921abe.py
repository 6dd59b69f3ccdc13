# ruff: noqa
# seed 39: pushforward
import numpy as np

def f(x, y, n):
    x[:, -3] = x[..., 0]
ARGS = (np.array([[1.124, 1.432, 0.944], [-1.84, 0.695, -0.641]]), np.array([-0.969, -0.802, -1.766]), 1)
