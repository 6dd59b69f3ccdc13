# ruff: noqa
import numpy as np

def f(x):
    w = 0
    acc = [x]
    temp = w
    x[0] = temp
    if x[0]:
        acc.append(1)
    for left in list(acc):
        left[2] = 0.5
ARGS = (np.array([1.101, -1.093, -1.11]),)
