# ruff: noqa
# seed 832218: crash ComplexWarning in generated pullback
import numpy as np

def f(x, y, s, t):
    temp = {'w': 0.5, 'gain': s}
    v = s[1, 1]
    return [v, 0.25, np.real(temp['gain'])]
ARGS = (np.array([[-0.626 - 0.314j, 1.113 + 0.756j, 0.718 - 0.946j], [-1.297 + 0.811j, -0.749 + 0.245j, 0.354 - 1.2j], [-0.377 + 0.175j, -0.178 + 0.202j, -1.382 + 0.272j]]), 0.475 - 0.112j, np.array([[-0.811 - 0.533j, 0.156 + 0.13j, 0.948 - 0.106j], [-0.669 - 0.404j, -0.622 - 0.171j, 1.249 - 1.18j], [0.523 - 0.043j, 0.206 + 0.365j, -0.951 - 0.902j]]), 0.309 - 1.028j)
