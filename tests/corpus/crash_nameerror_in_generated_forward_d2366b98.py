# ruff: noqa
# seed 1000152: crash NameError in generated forward
import numpy as np
TABLE = np.array([0.789, 0.688])
KERNEL = np.array([[-0.815, -1.541, 1.738], [-1.912, 1.938, -1.058], [0.735, -0.665, -0.569]])

def second(p, q, r):
    x_bar = [TABLE, np.cos(np.ones((2,)) * r + TABLE), 1.0 / (1.0 + np.sqrt(np.ones((2,)) * r + 2.5) * np.sqrt(np.ones((2,)) * r + 2.5))]
    mix = 0.3 * np.sum(p * p) + 0.3 * np.sum(q) + 1.5 * r + -0.4 * np.sum(x_bar[0] * x_bar[0]) + 0.7 * np.sum(x_bar[-1] * x_bar[-1])
    return -np.stack([np.full((3,), p[1]), np.ones((3,)) * r, np.ones((3,)) * -0.8]) * np.cos(mix)

def f(x, n):
    left = second(np.array([x[-1], TABLE[n % 2], TABLE[n % 2], x[-1 - n % 3]]), KERNEL, np.tanh(TABLE[n % 2] + KERNEL[1, n % 3]))
    out = left
    value = np.tanh(np.sum(np.sqrt(KERNEL + 2.5) * out))
    residuals = x[1]
    if n != 1:
        pass
    else:
        total = 0
        while total < 4 and KERNEL[2, (total + 1) % 3] < (value if total == 1 else residuals):
            total += 1
ARGS = (np.array([-0.521, -0.62, 0.804]), 3)
MORE = (np.array([-1.366, -0.458, 1.853]), 1)
