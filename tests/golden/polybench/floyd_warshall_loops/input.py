import numpy as np


def shortest(path):
    n = path.shape[0]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                through = path[i, k] + path[k, j]
                if through < path[i, j]:
                    path[i, j] = through
    return path


ARGS = (np.array([[0.3, 2.3, 9.1], [8.2, 0.4, 1.7], [1.1, 7.4, 0.6]]),)
