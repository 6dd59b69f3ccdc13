# ruff: noqa
# seed 1000013: pushforward
import numpy as np

def f(x, y):
    out = np.ones((3,))
    x = np.sin(np.sum(np.concatenate((np.full((1,), 0.5), np.full((2,), x[-2]))) * x))
    d = 0
    while d < 3:
        d += 1
        out[::-1][[1, 1]] = y[(d + 1) % 3]
        if out[(d + 1) % 3] < y[::-1].sum() or y[-1] < -1.2:
            continue
        y = out.T
    mix = 0.3 * x + -0.4 * np.sum(y * y) + 0.7 * np.sum(out)
    return {'loss': mix * np.maximum(x, out[-1]), 'state': 0.25 * np.maximum(np.ones((3,)) * x, np.dot(np.ones((3, 2)) * x, out[1:])), 'extra': np.arctan(np.sqrt(x + 2.5))}
ARGS = (np.array([-1.463, -1.978, 1.272]), np.array([-1.233, -1.651, 1.423]))
