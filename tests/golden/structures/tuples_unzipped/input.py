import numpy as np


def orbit(x, dt):
    points = []
    v = 0.0
    while len(points) < 4:
        v -= dt * x
        x += dt * v
        points.append((x, v))
    xs, vs = zip(*points)
    return np.sum(np.array(xs) * np.array(vs)) + np.sum(np.array(points) ** 2)


ARGS = (1.0, 0.3)
