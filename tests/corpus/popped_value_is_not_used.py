# ruff: noqa
# seed 832973: pushforward
import numpy as np

def f(x, y, s, net):
    out = [net['w'], 0.999]
    if net['k']:
        ring = out.pop()
    mix = out[-1]
    return mix
ARGS = (np.array([-1.564, 1.719, 1.063]), 0.706, -1.804, {'w': np.array([-1.133, 1.222, -0.206]), 'b': np.array([1.777, -0.868, 1.376]), 'k': -1.604})
