import numpy as np


def gram(x):
    rows = []
    for i in range(len(x)):
        row = []
        for j in range(i + 1):
            row.append(x[i] * x[j])
        rows.append(row)
    return sum(v * v for row in rows for v in row)


ARGS = (np.array([0.4, -0.2, 0.7]),)
