import numpy as np


def train(weights, targets, x, rate):
    """Gradient steps on a list of weights."""
    layers = [w * 1.0 for w in weights]
    for target in targets:
        for i in range(len(layers)):
            layers[i] -= rate * (layers[i] @ x - target) * x
    return np.sum(np.array(layers) ** 2)


ARGS = (np.array([[0.5, -0.2, 0.1], [0.3, 0.4, -0.6]]), np.array([0.7, -0.1]), np.array([0.2, -0.5, 0.9]), 0.1)
