"""A global array on one path, and then a write."""

import numpy as np

from tests.memory.case import V, W, refused

G = np.array([0.5, 1.5, -0.7])


@refused(W, V)
def glob_cond(w, x):
    v = G if x[0] > 0 else w * 1
    v *= x
    return v * G


@refused(W, V)
def glob_cond_if(w, x):
    if x[0] > 0:
        v = G
    else:
        v = w * 1
    v *= x
    return v * G


@refused(W, V)
def glob_loop(w, x):
    v = w * 1
    for i in range(len(w)):
        if i == 1:
            v = G
    v *= x
    return v * G


@refused(W, V)
def glob_list(w, x):
    ls = []
    for i in range(len(w)):
        ls.append(G)
    ls[0][:] = w
    return G * x


@refused(W, V)
def glob_helper(w, x):
    def get(k):
        return G if k else w * 1

    v = get(x[0] > 0)
    v *= x
    return v * G
