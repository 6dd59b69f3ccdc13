# ruff: noqa
# seed 8009004: crash FloatingPointError in generated pullback
import numpy as np

def again(x, k, n):
    if n <= 0:
        return np.cos(x)
    y = again(x * k, k, n - 1)
    return np.tanh(y + x)

def f(x, net):
    state = again(np.sin(net['k']), net['w'][1, 0], 1)
    for loop, rows in zip(net['b'], net['b']):
        with np.errstate(all='ignore'):
            state = np.where(loop / (net['b'][-3] ** 2 + 1.0) > 0.1, loop / (net['b'][-3] ** 2 + 1.0), 0.2 * (loop / (net['b'][-3] ** 2 + 1.0)))
    acc = {'b': x, 'bias': net['w']}
    left = acc['b'][1] / (np.full((3,), state) ** 2 + 1.0) / (np.cumprod(net['b']) ** 2 + 1.0)
    h = x
    for residuals, x_bar in enumerate(acc['b']):
        for best in reversed(range(4)):
            state = 0.577 * np.where(sum((p * q for p, q in zip(acc['b'], left[::-1]))) > 0.0, np.sqrt(np.maximum(sum((p * q for p, q in zip(acc['b'], left[::-1]))), 0.0)), 0.0)
    mix = 0.7 * np.sum(x ** 2) + 0.3 * np.sum(net['w']) + 1.5 * np.sum(net['b']) + -0.4 * net['k'] + -0.4 * state + 0.7 * np.sum(acc['b'] * acc['b']) + 0.7 * np.sum(acc['bias']) + 1.5 * np.sum(left * left) + 0.7 * np.sum(h * h)
    return mix * state
ARGS = (np.array([-1.424, 1.276, -1.837]), {'w': np.array([[1.209, 0.75, 0.44], [1.226, -1.68, -1.859], [-1.249, 1.807, 1.033]]), 'b': np.array([0.168, -0.017, -1.419]), 'k': -0.179})
