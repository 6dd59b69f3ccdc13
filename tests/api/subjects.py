"""Functions under test."""
from collections import namedtuple
from dataclasses import dataclass

import numpy as np

from s2s import differentiate

Pair = namedtuple("Pair", ["left", "right"])
WEIGHTS = np.linspace(0.5, 1.5, 5)


@dataclass(frozen=True)
class Point:
    x: float
    y: np.ndarray


def wave(x):
    return np.sin(x) * np.cos(x)


@differentiate
def decorated_wave(x):
    """A wave."""
    return np.sin(x) * np.cos(x)


def layers(params, x, n=2):
    h = np.tanh(params["w"] @ x)
    return {"hidden": [h, h * 2.0], "out": np.sum(h) * n, "n": n}


def scale_in_place(a, k):
    a *= k
    return np.sum(a)


def flat_argument(x):
    r = np.ravel(x)
    return np.sum(r * r * r)


def flat_output(x):
    a = x * 2.0
    a[0] = 1.0
    return np.sum(a * a * x), a.reshape(-1)


def flat_output_of_a_loop(x):
    total = 0.0
    for step in range(3):
        a = x * (step + 1.0)
        a[0] = 1.0
        total += np.sum(a * a * x)
    return total, a.reshape(-1)


def product(x, y):
    return x * y


def loss(x, scale=2.0):
    return np.sum(x * x) * scale


def weighted(x):
    return WEIGHTS * x


def pair_of(p):
    return Pair(p.right * 2.0, p.left)


def point_of(p):
    return Point(p.x * p.x, p.y * p.x)


def collected(*xs, power=2.0, **others):
    return sum(x**power for x in xs) * others["factor"]


class Spring:
    def __init__(self, stiffness):
        self.stiffness = stiffness

    @differentiate
    def energy(self, x, n=1):
        """The energy."""
        return 0.5 * self.stiffness * np.sum(x * x) * n
