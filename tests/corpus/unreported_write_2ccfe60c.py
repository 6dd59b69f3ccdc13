# ruff: noqa
# seed 1000011: unreported write
import numpy as np

def f(x, y, net):
    np.negative(0, out=net[0])
ARGS = (np.array([[0.365, -0.872, 1.627], [1.28, 0.527, 1.873], [-1.89, 1.603, -1.19]]), 1.202, (np.array([[-1.521, 1.526, 0.378], [-1.203, 1.836, -1.346], [0.394, 0.02, -0.955]]), np.array([-1.221, -0.61, 0.823]), 0.737))
