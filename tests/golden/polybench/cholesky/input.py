import numpy as np


def cholesky(a):
    for i in range(len(a)):
        for j in range(i):
            a[i, j] = (a[i, j] - a[i, :j] @ a[j, :j]) / a[j, j]
        a[i, i] = np.sqrt(a[i, i] - a[i, :i] @ a[i, :i])


ARGS = (np.array([[4.0, 0.7, 0.3], [1.2, 5.0, 0.4], [-0.6, 0.9, 3.0]]),)
