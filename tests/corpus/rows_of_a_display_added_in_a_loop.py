# ruff: noqa
import numpy as np

def f(x, y):
    for temp in range(1, 2):
        w = [y, y[:, ::-1] * (np.ones((3,)) * x[(temp + 1) % 2, temp % 2])]
        for rows in w:
            table = 0
            while table < 3:
                table += 1
                np.add(0.5 * rows[:, ::-1], np.tanh(w[-1][temp, (table + 1) % 3]), out=w[0])
ARGS = (np.array([[0.5, 1.539], [-1.974, -0.173]]), np.array([[-0.863, 0.232, 1.788], [1.933, -0.997, -1.986], [0.631, 0.709, -1.415]]))
