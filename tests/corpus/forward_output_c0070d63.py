# ruff: noqa
# seed 1000094: forward output
import numpy as np

def f(x):
    a = 0
    while a < 4:
        a += 1
        for acc in x:
            step = acc[1:].T
        else:
            c = 0
            while c < 1:
                c += 1
                h = np.sin(np.full((2, 2), 0.7)[[0, 0, 0]] - x)
                right = 2
    return 0.5 * (np.minimum(np.full((3, 3), x[(a + 1) % 3, -2]), np.ones((3, 3)) * x[2, (a + 1) % 2]) * np.full((3, 3), x[-1 - a % 3, -1]))
ARGS = (np.array([[-1.4, 1.901], [1.283, 0.944], [1.836, -0.825]]),)
