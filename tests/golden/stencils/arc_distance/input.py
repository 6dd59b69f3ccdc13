import numpy as np


def arc_distance(theta1, phi1, theta2, phi2):
    t = np.sin((theta2 - theta1) / 2.0) ** 2
    t += np.cos(theta1) * np.cos(theta2) * np.sin((phi2 - phi1) / 2.0) ** 2
    return 2.0 * np.arctan2(np.sqrt(t), np.sqrt(1.0 - t))


ARGS = tuple(np.random.default_rng(26).random(size=(4, 3)))
