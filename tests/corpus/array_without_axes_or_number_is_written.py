# ruff: noqa
# seed 6201439: crash TypeError in generated pushforward
import numpy as np
T = np.array([0.3, 0.5])

def f(x, y):
    s = np.where(x > 0.0, x * y, 0.0) if y > 1.0 else T[1]
    t = T[0]
    for k in range(3):
        if k > 1:
            t = np.where(x > 0.0, x * y, 0.0)
        s *= 0.5 * x
        t *= 0.5 * x
    return s, t
ARGS = (1.5, 0.3)
MORE = (0.5, 1.3)
