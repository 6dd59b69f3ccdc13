import numpy as np


def ludcmp(a, b):
    n = len(b)
    for k in range(n):
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
    y, x = np.zeros_like(b), np.zeros_like(b)
    for i in range(n):
        y[i] = b[i] - a[i, :i] @ y[:i]
    for i in reversed(range(n)):
        x[i] = (y[i] - a[i, i + 1 :] @ x[i + 1 :]) / a[i, i]
    return x


ARGS = (np.array([[4.0, 0.7, 0.3], [1.2, 5.0, 0.4], [-0.6, 0.9, 3.0]]), np.array([0.5, -1.2, 2.0]))
