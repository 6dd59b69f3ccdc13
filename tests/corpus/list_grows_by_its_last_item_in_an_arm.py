# ruff: noqa
# seed 700773: pushforward
import numpy as np

def f(x, y):
    out = [y, 0.27, y]
    left = 0.5
    if left ** 2:
        out.append(out[-1])
    mix = out
    return mix
ARGS = (-1.808, np.array([[1.768, -0.156], [-1.515, -1.207]]))
