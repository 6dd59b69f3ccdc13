# ruff: noqa
# seed 6300345: part of wrt
import numpy as np

def f(x, net):
    first, *rest = net
    rest.append(x.sum())
    u = x * 1.0
    rest.append(u[0] * 2.0)
    return rest[0] * rest[1]
ARGS = (np.array([-0.27, 1.14]), np.array([0.475, 1.966, 1.971]))
