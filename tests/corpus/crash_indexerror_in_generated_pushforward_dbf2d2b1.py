# ruff: noqa
# seed 1000297: crash IndexError in generated pushforward
import numpy as np

def f(x, y):
    x_bar = x
    a = x_bar[2:]
    residuals = 0
    while residuals:
        residuals += 1
        loop = a.ravel()
        loop *= 0.5
    return x_bar[1]
ARGS = (np.array([-1.947, -0.27, -0.053]), -1.795)
