# ruff: noqa
# seed 160: rewrite dead code: crash InvalidIR
import numpy as np


def first(p, q):
    state = 0.5 * ((q[...] * q[::-1]) / (q ** 2 + 1.0))
    mix = 0.3 * p + 0.3 * np.sum(q ** 2) + 0.3 * np.sum(state * state)
    return mix * np.minimum(p, q[-2, 2])


def f(x, n):
    for d in (np.sin(np.prod(x.T)), np.sin(np.var(x[::-1]))):
        if n < 2:
            grid = first(0.5 * (d - d), np.minimum(x[(n + 1) % 3], np.full((3, 3), d)))
            d *= grid * 0.25
            x.sort()
        elif n % 2 == 0:
            x[[0, 1]] *= 0.5 * x[1:]
        for ring, out in zip(x, x):
            value = (max(x[(n + 1) % 3], ring), x[0])
            h = first(0.5 * (out * x[-2]), 0.5 * ((np.ones((3, 3)) * x[1]) - np.full((3, 3), value[1])))
    if n > 0:
        if 1.0 > x[-2]:
            d = 0.942 * np.sqrt(x + 2.5)
            x[-1 - n % 3] = np.tanh(np.dot(d, x))
            step = d
        grid = x[-1 - n % 3]
        x[np.concatenate((np.full((2,), grid), (np.ones((1,)) * grid))) < 0.1] = 0.25 * np.prod(x[:])
        grid *= 0.083 * np.sum(x.T[...] * x.ravel())
    mix = 0.7 * np.sum(x)
    return np.arctan((x.T + 2.5) ** 1.5) * np.cos(mix)


ARGS = (np.array([1.806, -0.338, 1.774]), 1,)
MORE = (np.array([0.451, -0.399, 1.155]), 2,)
