# ruff: noqa
# seed 700853: pushforward
import numpy as np

def f(x, y, net):
    b = {'bias': net, 'gain': x, 'b': net[0]}
    items = [2.0, x]
    best = 1
    if 0.7 < b['b'][best, best]:
        return 0.5
    items.append(items[-1])
    mix = items[1]
    return mix
ARGS = (np.array([-0.54, 0.311, -1.408]), -0.476, (np.array([[-0.14, -1.857, 1.853], [0.659, -0.45, 0.307], [-0.785, 0.405, -0.031]]), np.array([1.088, -0.452, 1.693]), 0.538))
