import numpy as np


def interpolate(x, table):
    position = x * (len(table) - 1)
    low = int(position)
    share = position - low
    return (1.0 - share) * table[low] + share * table[low + 1]


ARGS = (0.37, np.array([1.0, 4.0, 2.0, 7.0]))
