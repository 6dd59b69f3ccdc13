import numpy as np


def recurrent(w, u, xs):
    h = np.zeros(w.shape[0])
    for x in xs:
        h = np.tanh(w @ h + u @ x)
    return np.sum(h * h)


ARGS = (np.array([[0.5, -0.2], [0.1, 0.3]]), np.array([[1.0], [-0.5]]), np.array([[0.3], [0.7], [-0.1]]))
