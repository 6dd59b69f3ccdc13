import numpy as np


def log_density(x, mean, cov):
    d = x - mean
    _, logdet = np.linalg.slogdet(cov)
    return -0.5 * (d @ np.linalg.solve(cov, d) + logdet)


ARGS = (np.array([0.3, 1.0]), np.array([0.1, 0.2]), np.array([[2.0, 0.3], [0.1, 1.5]]))
