# ruff: noqa
# seed 8005991: crash AttributeError in generated pushforward
import numpy as np

def f(x, at, net):
    net = --net[2]
    mix = net
    return mix
ARGS = (np.array([-0.18, -0.511, -1.374]), np.array([0, 0, 1]), (np.array([[0.302, -0.4, -1.741], [-0.687, -1.008, -0.649]]), np.array([1.987, 0.066, 1.695]), -0.157))
