import numpy as np


def chosen(x, flag):
    if flag:
        pair = {"a": x, "b": [x * x, 2.0]}
    else:
        pair = {"a": np.sin(x), "b": [x, x]}
    pair["b"][0] *= pair["a"]
    return pair["b"][0] * pair["b"][1]


ARGS = (np.array([0.7, -1.3]), True)
