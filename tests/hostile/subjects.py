"""Ordinary functions that hostile cotangents, residuals and processes are tried on."""
import numpy as np

KERNEL = np.array([1.5, 0.5, -0.7])


def wave(x, k):
    return np.sin(x * k) * x


def rows(x, k):
    total = x * 1.0
    for i in range(3):
        if total[0] > 0.2:
            total = np.tanh(total) + x[i] * k
        else:
            total[i] = k * x[i] ** 2
    return total, {"mean": np.mean(total), "count": 3}


def writer(x, k):
    x[1:] *= np.cos(x[:-1] * k)
    return np.sum(x * KERNEL)


def other(x, k):
    return np.exp(x) / (1.0 + k * k)


def slow(x, k):
    for i in range(2000):
        x = np.sin(x * k) + 0.001 * i
    return x


X = np.array([0.5, -1.2, 1.5])
K = 0.7
FUNCTIONS = {"wave": wave, "rows": rows, "writer": writer}
