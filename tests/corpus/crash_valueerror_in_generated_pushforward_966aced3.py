# ruff: noqa
# seed 1000463: crash ValueError in generated pushforward
import numpy as np

def f(x):
    c = [x]
    out = {'w': x, 'b': c[-1], 'gain': abs(c[0].swapaxes(0, 1).T)}
    step = [np.sin(pair) * np.tanh(out['w'][-1, 0] / (out['gain'][-1, 0] ** 2 + 1.0)) for pair in c]
    total = out['gain'].T[1]
    table = [0.5 * (out['b'][1, 1] * x[0, 0]), 0.25 * np.sum(step[-1]), 0.27 * np.exp(out['w'][-2, -2])]
    value = 0
    while value < 2:
        value += 1
        b = np.mean(out['w'])
        out['gain'][[0, 1, 0]] /= (0.5 * (np.full((3, 2), out['b'][(value + 1) % 2, value % 2]) + np.full((3, 2), step[0][0, -1]))) ** 2 + 1.0
        total[-1 - value % 2] = np.maximum(b, table[0])
    step[0][-1, (value + 1) % 2] = np.sin(out['gain'].swapaxes(0, 1).sum())
    out = 0.5 * np.maximum(c[0] - c[0][0, -1], step[-1])
    left = np.cos(table[0])
    return out[(value + 1) % 2, -1 - value % 2] if c[-1][-2, -1 - value % 2] > -1.2 and step[0][-1 - value % 2, -1] > 1.0 else left
ARGS = (np.array([[0.375, 1.471], [0.659, 0.077]]),)
