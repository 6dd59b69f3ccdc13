import numpy as np


def train(params, x, n):
    for _ in range(n):
        error = params["w"] * x + params["b"] - 1.0
        params = {"w": params["w"] - 0.1 * error * x, "b": params["b"] - 0.1 * np.mean(error)}
    return np.sum(params["w"]) + params["b"]


ARGS = ({"w": np.array([0.7, -0.4]), "b": 0.1}, np.array([1.0, 2.0]), 2)
