# ruff: noqa
# seed 89: unreported write
import numpy as np

def f(x, y, s, net):
    np.add(0, 0.471, out=net[0])
ARGS = (np.array([[0.627, 1.805], [-0.199, -0.654], [-1.249, -1.077]]), np.array([-0.144, -0.133, -0.196, 0.858]), np.array([0.546, 0.079, 1.199]), (np.array([[1.08, 1.663, -0.461], [-1.782, 1.151, 1.15], [-0.284, -0.561, 1.438]]), np.array([-1.553, 1.097, -1.238]), -1.843))
