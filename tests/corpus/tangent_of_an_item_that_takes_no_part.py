# ruff: noqa
# seed 3000091: crash IndexError in generated pushforward
import numpy as np
KERNEL = np.array([[0.834, -1.564, -1.519], [-1.17, -0.899, -1.668], [1.362, -1.902, -1.156]])

def f(x, y, s):
    items = [KERNEL]
    for loop in range(1, 3):
        items.append(x)
    b = {'b': items[0], 'gain': items}
    state = b['b'][-3]
    return state
ARGS = (np.array([-0.588, -0.001, -0.382], dtype=np.float32), 1.625, np.float32(-0.524))
