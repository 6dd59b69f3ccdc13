import numpy as np


def smooth(x, alpha):
    k = (1.0 - np.exp(-alpha)) ** 2 / (1.0 + 2.0 * alpha * np.exp(-alpha) - np.exp(-2.0 * alpha))
    past = future = before = after = np.zeros(x.shape[1])
    up, down = np.empty_like(x), np.empty_like(x)
    for i in range(len(x)):
        up[i] = k * x[i] + 2.0 * np.exp(-alpha) * past - np.exp(-2.0 * alpha) * before
        past, before = up[i], past
    for i in range(len(x) - 1, -1, -1):
        down[i] = k * x[i] + 2.0 * np.exp(-alpha) * future - np.exp(-2.0 * alpha) * after
        future, after = down[i], future
    return up + down


ARGS = (np.array([[0.5, -1.2], [2.0, 0.3], [0.1, 0.9]]), 0.4)
