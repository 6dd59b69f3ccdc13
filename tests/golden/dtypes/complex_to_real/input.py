import numpy as np


def energy(x, phase):
    z = x * np.exp(1j * phase)
    return np.real(z * np.conj(z)) + np.imag(z)


ARGS = (np.array([0.5 + 0.2j, -1.2j]), np.array([0.3, 0.9]))
