from dataclasses import dataclass


@dataclass
class State:
    x: float
    v: float


def orbit(x, dt):
    states = [State(x, 0.0)]
    while len(states) < 4:
        last = states[-1]
        v = last.v - dt * last.x
        states.append(State(last.x + dt * v, v))
    return states


ARGS = (1.0, 0.3)
