# ruff: noqa
# seed 1000086: crash UnboundLocalError in generated pushforward
import numpy as np
TABLE = np.array([-0.432, -1.675])

def f(x, y, s):
    y = 0.25 * (np.roll(np.full((4,), y), 1) * TABLE[-1])
    x = 1.0 / (1.0 + TABLE[:2] * (np.ones((2,)) * y[0]) * (TABLE[:2] * (np.ones((2,)) * y[0])))
    acc = (y, -np.tanh(np.ones((3, 3)) * y[-1]))
    for b in (0.5 * (acc[1][2, -2] * acc[0][-1]), np.arctan(y[1])):
        acc[1][[2, 0]] = np.max(np.full((2, 3, 3), b), axis=-2)
        if acc[1][0, 2] < x[0] and b > 1.0:
            return [s[-2, -1]]
    np.fill_diagonal(acc[1], 1.0 / (1.0 + acc[1][0, -3] * acc[1][0, -3]))
    np.subtract.at(y, [2, 1, 2], np.ones((3,)) * s[1, -2])
    y[...] *= 0.3333333333333333
    v, b = acc
    mix = 1.5 * np.sum(x) + 0.7 * np.sum(y ** 2) + 0.7 * np.sum(s * s) + -0.4 * np.sum(acc[0] * acc[0]) + 0.3 * np.sum(acc[1] ** 2) + 0.7 * np.sum(v) + 1.5 * np.sum(b)
    return [mix * acc[1][-1, 2]]
ARGS = (np.array([[-1.251, 1.805], [1.17, 1.339]]), 1.787, np.array([[-1.687, 1.056], [-1.823, -1.257]]))
