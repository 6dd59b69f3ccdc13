# ruff: noqa
# seed 1000101: crash SyntaxError in emit/load.py:load
import numpy as np
KERNEL = np.array([-1.491, 0.984])

def f(x, y, s, t):
    c = [t]
    best = KERNEL
    items = 2
    z = z_2 = x
    for a in range(4):
        c[-1] = t + 2.5
    w = c[-1][-3]
ARGS = (-1.812, np.array([0.608, -1.902, -0.783]), np.array([[1.569, -0.595, 0.605], [-0.646, 0.282, 0.405], [-0.48, -0.839, -1.145]]), np.array([-1.342, 1.635, 1.818, -0.929]))
