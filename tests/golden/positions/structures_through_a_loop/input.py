import numpy as np


def walk(state, n):
    for _ in range(n):
        state = {"x": state["x"] + 0.1 * state["v"], "v": state["v"] - 0.1 * np.sin(state["x"])}
    return state["x"] * state["v"]


ARGS = ({"x": 0.7, "v": 1.3}, 3)
