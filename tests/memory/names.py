"""Names that end in numbers."""

import numpy as np

from tests.memory.case import V, W, right


@right(W, V)
def names_clash(w, x):
    a_0_2 = np.sin(w)
    a_0 = w * x
    p = a_0 * a_0
    a_0 = np.exp(a_0 * 0.1) * a_0_2
    q = a_0 * a_0 * p
    a_0 = np.exp(a_0 * 0.1) * a_0_2
    return a_0 * a_0 * q * a_0_2


@right(W, V)
def names_clash2(w, x):
    items = [w * 1, x * 1]
    w_0 = items[0][0]
    w_0_2 = items[1][2]
    items[0][0] = w_0_2 * w_0
    w_0 = items[0][0] * w_0
    return w_0 * w_0_2 * items[0] * items[0][0]
