"""Factorisations, solves, norms."""

import numpy as np

from tests.cases.case import Case


def log_abs_det(a):
    sign, val = np.linalg.slogdet(a)
    return sign * val


def raw_cholesky(a):
    return np.sum(np.linalg.cholesky(a))


def stacked_solve(a, b):
    return np.linalg.solve(a, b)


def method_dot_constant(x):
    w = np.arange(5.0)
    return w.T.dot(x) + x.dot(w.reshape(5, 1)).sum() * w.dot(x**2)


def conjugate_gradient(a, b, tol):
    x = np.zeros_like(b)
    r = b - a @ x
    p = r.copy()
    for _ in range(b.shape[0]):
        ap = a @ p
        alpha = (r @ r) / (p @ ap)
        x = x + alpha * p
        new_r = r - alpha * ap
        if np.linalg.norm(new_r) < tol:
            return x
        p = new_r + (new_r @ new_r) / (r @ r) * p
        r = new_r
    return x


A = np.array([[2.0, 0.3, -0.5], [0.1, 1.5, 0.4], [0.6, -0.2, 1.1]])
SPD = A @ A.T + np.eye(3)
B = np.array([[1.0, -0.5], [0.2, 0.7], [0.9, 1.4]])
CASES = [
    Case("log_abs_det_negative", log_abs_det, (A[[1, 0, 2]],), (0,), "negative determinant, sign has zero derivative"),
    Case(
        "raw_cholesky_convention",
        raw_cholesky,
        (SPD,),
        (0,),
        "only the lower triangle is read; the gradient is symmetrised",
        check="symmetric",
    ),
    Case("stacked_solve", stacked_solve, (np.stack([A, SPD]), np.stack([B, B * 2.0])), (0, 1), "batch of systems"),
    Case(
        "method_dot_constant",
        method_dot_constant,
        (np.array([0.3, 1.0, -0.7, 0.2, 1.5]),),
        (0,),
        "constant array on the left of a .dot method call; gradient was silently zero",
    ),
    Case(
        "conjugate_gradient",
        conjugate_gradient,
        (SPD, np.array([1.0, -0.5, 2.0]), 1e-14),
        (0, 1),
        "iterative solver with early return",
    ),
]
