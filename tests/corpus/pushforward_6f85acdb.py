# ruff: noqa
# seed 203: pushforward
import numpy as np

def f(x, y, net):
    net = x.ravel()
    net[[1, 1, 2]] = net
ARGS = (np.array([-0.145, -0.451, -1.169]), 0.778, (np.array([[0.538, 0.307, 1.909], [-1.992, 0.897, 0.991], [1.936, -1.292, -1.507]]), np.array([-0.794, 0.866, 0.901]), 0.327))
