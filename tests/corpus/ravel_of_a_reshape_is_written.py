# ruff: noqa
# seed 834984: derivative
import numpy as np

def f(x, y, n):
    u = np.ones((1, 3)) * y[n % 2]
    best = u.reshape(-1).ravel()
    best[...] -= best
    return u[0][1].reshape(1)
ARGS = (np.array([[0.213 + 1.332j, 1.199 - 1.05j], [1.18 - 0.448j, 1.156 + 1.205j]]), np.array([-0.316 + 1.14j, -0.644 + 1.133j]), 2)
