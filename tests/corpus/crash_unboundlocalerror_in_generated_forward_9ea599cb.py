# ruff: noqa
# seed 185: crash UnboundLocalError in generated forward
import numpy as np

def f(x, net):
    rows = (net, np.ones(2))
    np.add(1, 0.5, out=rows[1])
    d, temp = rows
    temp -= 2
ARGS = (np.array([[-0.109, -0.299], [-1.25, 1.839]]), (np.array([[-0.217, 0.053, 1.486], [0.02, -1.608, -0.664], [1.307, 0.652, -1.121]]), np.array([0.415, -1.642, -1.504]), 0.842))
