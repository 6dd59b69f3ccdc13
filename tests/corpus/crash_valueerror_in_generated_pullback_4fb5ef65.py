# ruff: noqa
# seed 1000188: crash ValueError in generated pullback
import numpy as np
TABLE = np.array([-0.058, -1.459])
KERNEL = np.array([[1.692, 1.444, 0.642], [-0.216, 0.232, 0.547]])

def second(p, q):
    return 0.5

def f(x, y):
    right = 1
    out = (0.333 * (x - x + np.array([KERNEL[-1, 1], y])), right)
    np.tanh(x[:-1], out=out[0])
    rows = 0
    h, items = out
    grid = 0.5
    pair = pair_2 = 0.7
    mix = 0.3 * np.sum(x ** 2) + 1.5 * y + 0.7 * np.sum(right * right) + 0.3 * np.sum(out[0] * out[0]) + 1.5 * np.sum(out[1]) + 0.7 * np.sum(rows) + 0.3 * np.sum(h ** 2)
    return abs(np.full((3, 3), pair)) * np.cos(mix)
ARGS = (np.array([-1.727, 0.806]), -0.321)
