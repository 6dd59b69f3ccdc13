import numpy as np


def lu(a):
    n = len(a)
    for k in range(n - 1):
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
            for j in range(k + 1, n):
                a[i, j] -= a[i, k] * a[k, j]


ARGS = (np.array([[4.0, 0.7, 0.3], [1.2, 5.0, 0.4], [-0.6, 0.9, 3.0]]),)
