from dataclasses import dataclass


@dataclass
class State:
    position: float
    velocity: float


def step(s, dt):
    v = s.velocity - dt * s.position * s.position
    return State(position=s.position + dt * v, velocity=v)


ARGS = (State(0.7, 1.3), 0.1)
