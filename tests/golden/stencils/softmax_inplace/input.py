import numpy as np


def softmax(x):
    x -= np.max(x, axis=-1, keepdims=True)
    np.exp(x, out=x)
    x /= np.sum(x, axis=-1, keepdims=True)


ARGS = (np.random.default_rng(28).normal(size=(2, 3)),)
