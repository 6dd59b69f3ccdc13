import numpy as np


def covariance(data):
    data -= data.mean(axis=0)
    n = data.shape[1]
    cov = np.zeros((n, n))
    for i in range(n):
        for j in range(i, n):
            cov[i, j] = cov[j, i] = np.dot(data[:, i], data[:, j]) / (data.shape[0] - 1.0)
    return cov


ARGS = (np.array([[0.5, -1.2], [2.0, 0.3], [0.1, 0.9]]),)
