import numpy as np


def histogram(weights, bins):
    counts = np.zeros(3)
    np.add.at(counts, bins, weights * weights)
    return counts * counts


ARGS = (np.array([0.5, -1.2, 2.0]), np.array([0, 2, 0]))
