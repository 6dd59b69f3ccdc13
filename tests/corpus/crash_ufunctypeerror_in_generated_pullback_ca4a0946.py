# ruff: noqa
# seed 1000116: crash UFuncTypeError in generated pullback
import numpy as np

def f(x, y, s, n):
    b = s if 1.0 - 0.5j else 0
    total = np.full(3, b)
    return (total, total * 0.5j, total)
ARGS = (-0.114 + 0.528j, 0.106 + 0.595j, np.array([-0.433, 1.666, 1.718]), 3)
