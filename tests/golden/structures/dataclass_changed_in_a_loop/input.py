from dataclasses import dataclass


@dataclass
class Body:
    x: float
    v: float


def oscillate(x, k):
    body = Body(x, 0.0)
    for _ in range(3):
        body.v -= k * body.x
        body.x += body.v
        if body.x < 0.0:
            body.v *= 0.9
    return body.x * body.v


ARGS = (0.7, 0.9)
