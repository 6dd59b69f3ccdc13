import numpy as np


def f(x):
    def tree(values):
        if len(values) == 1:
            return values[0]
        half = len(values) // 2
        return tree(values[:half]) * np.sin(tree(values[half:]))

    return tree(x)


ARGS = (np.array([1.5, 0.7, 0.3]),)
