# ruff: noqa
# seed 701802: crash IndexError in generated pullback
import numpy as np
TABLE = np.array([[1.22, 1.296, -0.497], [0.148, -1.309, 1.754]])

def first(p):
    for rows in range(1):
        if rows > TABLE[rows, rows]:
            return 1.0 / (1.0 + np.minimum(np.ones((3, 3)) * -0.8, np.full((3, 3), TABLE[rows, rows])) * np.minimum(np.ones((3, 3)) * -0.8, np.full((3, 3), TABLE[rows, rows])))
    return np.full((3, 3), p)

def f(x, n, net):
    a = first(net[1][0:][:2][[0, 0, 1]])
    a = np.full(1, a[n % 3, (n + 1) % 3])
    left = 0.5
    z = a
    mix = np.sum(net[0])
    return mix * a[(n + 1) % 1].ravel()
ARGS = (np.array([[-0.354, -0.626], [1.451, 1.394], [1.599, 1.097]]), 2, (np.array([[-0.741, 1.094, -0.353], [1.463, -0.645, 1.811], [-1.023, 0.425, -1.234]]), np.array([1.601, 0.515, -1.202]), 1.387))
MORE = (np.array([[-0.266, -0.397], [-0.661, 0.489], [1.945, -1.183]]), 3, (np.array([[-1.899, 1.421, -1.049], [0.704, -1.734, -1.129], [0.326, 1.228, 1.25]]), np.array([-1.684, 1.779, -1.058]), -1.773))
