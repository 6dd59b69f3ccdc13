# ruff: noqa
# seed 190: pushforward
import numpy as np

def f(x, y, s):
    y[[1, 0]] = y
ARGS = (0.452, np.array([[1.766, 1.303, -0.599], [-0.259, 0.41, 0.073]]), np.array([[0.962, -1.103, 1.944], [1.746, 0.078, -1.77], [-0.962, 0.485, 0.227]]))
