import numpy as np


def smooth(x, alpha):
    decay = np.exp(-alpha)
    k = (1.0 - decay) ** 2 / (1.0 + 2.0 * alpha * decay - decay ** 2)
    up, down = np.empty_like(x), np.empty_like(x)
    past = before = np.zeros(x.shape[1])
    for i in range(len(x)):
        up[i] = k * x[i] + 2.0 * decay * past - decay ** 2 * before
        past, before = up[i], past
    past = before = np.zeros(x.shape[1])
    for i in range(len(x) - 1, -1, -1):
        down[i] = k * x[i] + 2.0 * decay * past - decay ** 2 * before
        past, before = down[i], past
    return up + down


ARGS = (np.array([[0.5, -1.2], [2.0, 0.3], [0.1, 0.9]]), 0.4)
