# ruff: noqa
import numpy as np
TABLE = np.array([-0.269, -1.732, -1.896])

def f(x):
    x = np.ones((3, 3)) @ TABLE
    acc = {'w': 2, 'b': x}
    table = [acc['b'][1] if x[-3] else 2]
    acc['b'][...] = 0.5
    mix = table
    return mix
ARGS = (np.array([0.047, -1.215, -0.861]),)
