# ruff: noqa
# seed 1000399: crash UnboundLocalError in generated pullback
import numpy as np
TABLE = np.array([0.963, 0.885])
KERNEL = np.array([[0.186, 0.924, 0.529], [1.392, -0.531, 1.524]])

def f(x, y, s):
    x_bar = np.sin(s.T[..., 0]) * s.ravel()[::2]
    try:
        np.copyto(x_bar, 0.27 * np.exp(x_bar[...]))
    finally:
        u = {'w': TABLE, 'bias': KERNEL, 'b': y[0] / (x ** 2 + 1.0)}
    for ring in range(3):
        d = TABLE.T.T
    np.tanh(np.arctan(x_bar * y), out=x_bar)
    s = np.tanh(np.var(np.cumsum(KERNEL, axis=1)))
    y = np.tanh(np.max(x_bar[:-1] ** 3))
    d = [np.tanh(TABLE[-1] * x_bar[0])]
    b = x_bar[1:]
    pair = 0.5 * np.minimum(d[0] + x, b[-1] * TABLE[-2])
    for v in reversed(range(2)):
        for a, grid in enumerate(TABLE):
            grid = grid
            if grid > KERNEL[-1, -2] / (KERNEL[0, -1 - a % 3] ** 2 + 1.0):
                return np.tanh(np.where(b > 0.2, KERNEL[:, a], b) ** 2)
        if x < np.var(b[...].ravel()) and y < 2.0:
            continue
        a = 0
        while a < 1:
            a += 1
            d.append(np.minimum(d[-1], KERNEL[a, -3]) if KERNEL[a, a] < s - KERNEL[1, v] and y > 0.25 else b[a - 1])
            pair, y = (y, pair)
            b[...] = np.arctan(b * x_bar[...][:-1])
            table = float(x_bar[a])
            if pair < d[-1]:
                break
        h = -b
    out = KERNEL
    mix = 0.7 * x + 0.3 * y + -0.4 * s + 0.7 * np.sum(x_bar ** 2) + -0.4 * d[0] + -0.4 * d[-1] + 1.5 * np.sum(b * b) + 0.3 * pair + 0.7 * np.sum(h ** 2) + 0.7 * np.sum(out)
    return 1.0 / (1.0 + TABLE * TABLE) * np.cos(mix)
ARGS = (-1.282, np.array([-0.951, -1.869, 0.699]), np.array([[-1.141, -1.167, 0.127], [-1.795, -1.754, -0.132]]))
