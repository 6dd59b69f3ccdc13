from typing import NamedTuple

import numpy as np


class State(NamedTuple):
    scale: float
    values: np.ndarray


def evolve(state):
    for i in range(2):
        state = state._replace(scale=state.scale + state.values[i], values=state.values * state.scale)
    scale, values = state
    return State(scale * values[0], values)


ARGS = (State(0.7, np.array([0.4, -1.2])),)
