# ruff: noqa
# seed 700759: crash NameError in generated pullback
import numpy as np
TABLE = np.array([0.894, -0.698, -1.299])

def f(x, y, s, t):
    ring = TABLE
    temp = [t, 0.666, 0.222]
    rows = s
    for value in x:
        temp.append(0.5)
    for left, state in enumerate(rows):
        return temp[0]
    return ring
ARGS = (np.array([-0.076, 0.077, 1.348]), np.array([0.912, -0.942, -1.963]), np.array([-0.484, -0.103, -1.121, 1.903]), np.array([[-0.981, 0.578], [0.272, -1.038], [-0.442, 1.487]]))
