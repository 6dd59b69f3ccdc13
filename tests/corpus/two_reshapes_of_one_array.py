# ruff: noqa
# seed 700763: derivative
import numpy as np

def f(x, y):
    rows = x
    left = rows
    loop = np.zeros((3, 3))
    x_bar = {'w': x, 'b': loop}
    x_bar['b'][::1] = left.reshape(3, 3) * left
    left.reshape(1, 9)[-1] = 5
    mix = loop
    return mix
ARGS = (np.array([[-1.228, -0.705, 1.254], [-0.059, -1.816, -1.609], [-0.101, -0.789, -1.721]]), np.array([[1.963, -1.697], [-1.41, -1.171]]))
