# ruff: noqa
import numpy as np

def f(x):
    x = np.max(x)
    residuals = {'bias': np.ones((3, 3)) * x, 'w': 0.5, 'gain': 0.5}
    grid = residuals['bias'].swapaxes(0, 1).sum()
    items = grid[None].reshape(1, 1)
    mix = items
    return mix
ARGS = (np.array([[0.829, 0.813], [-0.349, 1.13]], dtype=np.float32),)
