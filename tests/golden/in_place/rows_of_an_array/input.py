import numpy as np


def centred(m):
    m = m * 1.0
    for row in m:
        row -= np.mean(row)
        row[0] = row[1] * row[2]
    return m * m


ARGS = (np.array([[0.7, -1.3, 0.4], [2.1, 0.9, -0.2]]),)
