# ruff: noqa
# seed 1000252: crash NameError in generated pullback
import numpy as np

def first(p):
    return 0.5 * (np.array([p[-1, 2], p[-2, 0]]) + p[-2, 1])

def f(x, y, net):
    x = net[1].reshape(-1)
    total, b, table = net
    x_bar = [0.5 * (net[0] - table), np.exp(np.ones((3, 3)) * -0.8)]
    d = first(0.5 * np.square(x_bar[-1][1:]))
    if 0.7 > np.sum(net[1][:-1] * d) and table > 2.0:
        x_bar[-1][::2] = net[2]
        d /= (np.ones((4,)) * table)[[2, 2]] ** 2 + 1.0
        x_bar[0][2:] -= np.full((3,), 0.7)
        x_bar[0][2:] *= 0.5
        d[...] = 0.5 * np.cumsum(np.ones((2,)) * table, axis=0)
    if table > np.sin(net[2]):
        if -0.8 > np.exp(table):
            loop = (0.5 * (table - x_bar[0][-1, -1]), max(net[0][-2, -2], total[2, -1]))
        if net[1][-1] < table:
            return {'loss': np.sin(d[:-1] * b / (net[1][:] ** 2 + 1.0)), 'state': np.tanh(np.square(np.ones((2,)) * table) ** 3), 'extra': 0.27 * np.exp(net[0][2, 0])}
    return {'loss': net[1] / ((b ** 3) ** 2 + 1.0), 'state': np.arctan(np.einsum('ij,j->i', np.full((2, 3), y), b.T)), 'extra': min(x_bar[-1][-2, 1], net[2])}
ARGS = (np.array([1.022, -0.136, 0.326]), 1.554, (np.array([[-0.705, 0.552, 0.99], [0.811, 1.015, -0.872], [-0.498, 0.432, -1.539]]), np.array([1.98, -0.043, 0.857]), -0.67))
