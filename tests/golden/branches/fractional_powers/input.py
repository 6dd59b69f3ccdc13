"""A negative float to a fractional power is complex in Python: what may be negative is checked."""
import numpy as np


def flow(x: float, y: float, p: float) -> float:
    r = (x * x + y * y) ** 0.5
    drop = (x - y) ** p
    if x > 0.0:
        drop += x ** 1.5 + y ** 2.0 + max(y, 0.0) ** p
    return r * drop * np.exp(-r) ** 0.5


ARGS = (1.3, 0.4, 0.7)
