"""Complex values: conventions, real arguments, branches of NumPy's functions."""

import numpy as np

from tests.cases.case import Case


def modulus(z):
    return np.abs(z)


def polar(r, phi):
    return r * np.exp(1j * phi)


def holomorphic(z):
    return np.sin(z) * z**3 / (z + 2.0)


def matrix_products(a, b):
    return a @ b + np.conj(a.T) @ a


def parts(z):
    return z.real * z.imag + np.angle(z)


def power_spectrum(x):
    spectrum = np.fft.rfft(x)
    return np.real(spectrum * np.conj(spectrum))


def filtered(x, h):
    return np.real(np.fft.ifft(np.fft.fft(x) * h))


def inner_products(z, w):
    return np.vdot(z, w) * np.dot(z, w)


def complex_solve(a, b):
    return np.linalg.solve(a, b)


def promoted_in_a_loop(x, n):
    z = 0.0
    for k in range(n):
        z = z * z + x * (1.0 + 0.5j * k)
    return z


def written_into_a_complex_buffer(x, z):
    a = np.zeros(2, dtype=complex)
    a[0] = x
    a[1] = x * z
    a.real[0] += x
    return a * a


def real_weights(z, w):
    return np.sum(np.abs(z) ** 2 * w)


def complex_square_root(z):
    return np.sqrt(z) * np.log(z)


Z = np.array([0.6 + 0.3j, -1.7 + 0.2j, 0.9j])
A = np.array([[1.0 + 0.5j, 0.2], [0.1 - 0.3j, 2.0]])
X = np.array([0.6, 1.7, -0.9, 0.4])
CASES = [
    Case("modulus", modulus, (Z,), (0,), "the gradient of |z| is z / |z|"),
    Case("modulus_at_zero", modulus, (np.array([0.0j, 3.0 + 4.0j]),), (0,), "0 at 0", ("nan_free",)),
    Case("polar", polar, (X, X * 0.5), (0, 1), "real arguments, complex result"),
    Case("holomorphic", holomorphic, (Z,), (0,), "conjugated slopes"),
    Case("matrix_products", matrix_products, (A, A[::-1]), (0, 1), "conjugate transposes"),
    Case("parts", parts, (Z,), (0,), "attributes .real and .imag"),
    Case("power_spectrum", power_spectrum, (X,), (0,), "rfft of an even length"),
    Case("power_spectrum_odd", power_spectrum, (X[:3],), (0,), "rfft of an odd length"),
    Case("filtered", filtered, (X, np.array([1.0, 0.5j, 0.2, -0.5j])), (0, 1), "a real signal, a complex filter"),
    Case("inner_products", inner_products, (Z, Z[::-1] * 2.0), (0, 1), "vdot conjugates, dot does not"),
    Case("complex_solve", complex_solve, (A, Z[:2]), (0, 1), "a complex system"),
    Case("promoted_in_a_loop", promoted_in_a_loop, (0.4, 3), (0,), "a real number becomes complex in a loop"),
    Case(
        "written_into_a_complex_buffer", written_into_a_complex_buffer, (0.7, 0.4 - 1.0j), (0, 1), "real into complex"
    ),
    Case("real_weights", real_weights, (Z, X[:3]), (0, 1), "a real loss"),
    Case("complex_square_root", complex_square_root, (Z,), (0,), "branches away from the cut"),
    Case(
        "conj_is_linear_over_the_reals", lambda z: np.conj(z) * 2.0, (np.array([1.0 + 1.0j]),), (0,), "its own adjoint"
    ),
]
