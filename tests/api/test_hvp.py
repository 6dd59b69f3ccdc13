"""Hessian-vector products of functions with loops, branches and writes in place."""
# ruff: noqa: B007 (programs as people write them)

from typing import Any

import numpy as np
import pytest

import s2s

X = np.array([0.3, -0.7, 1.1, 0.5])
PROGRAMS: list[tuple[Any, Any]] = []


def program(x):
    def note(function):
        PROGRAMS.append((function, x))
        return function

    return note


@program(X)
def loop1(x):
    s = 0.0
    for v in x:
        s = s + np.sin(v) * v
    return s


@program(X)
def loop2(x):
    y = x
    for i in range(3):
        y = np.tanh(y * (i + 1) + x)
    return np.sum(y * y)


@program(X)
def branch1(x):
    s = 0.0
    for v in x:
        if v > 0:
            s += v**3
        else:
            s += np.cos(v) * s
    return s


@program(X)
def branch0(x):
    if np.sum(x) > 0:
        return np.sum(x**3)
    return np.sum(np.sin(x))


@program(X)
def writes1(x):
    u = x.copy()
    for i in range(1, len(u)):
        step = u[i] - u[i - 1]
        if step > 0:
            u[i] -= 0.3 * step**2
    return np.sum(u * u)


@program(1.3)
def newton(x):
    z = x
    for _ in range(5):
        z = z - (z * z - x) / (2 * z)
    return z * z * x


@program(X)
def nested(x):
    s = 0.0
    for i in range(3):
        for j in range(i + 1):
            s += x[i] * x[j] ** 2
    return s


@program(X)
def while1(x):
    s = np.sum(x * x)
    n = 0
    while s < 5.0:
        s = s * 1.5 + x[0] * s
        n += 1
    return s


@program(X)
def tuple1(x):
    kept = []
    for v in x:
        kept.append((v, v * v))
    return sum(a * b * a for a, b in kept)


@program(X)
def brk(x):
    s = 0.0
    for v in x:
        s += v * v * v
        if s > 0.5:
            break
    return s


@program(X)
def cont(x):
    s = 0.0
    for v in x:
        if v < 0:
            continue
        s += v * v * v * s + v**2
    return s


@program(X)
def innerbr(x):
    s = 0.0
    for i in range(len(x)):
        t = x[i]
        for j in range(i):
            if x[j] > 0:
                t = t * x[j]
            else:
                t = t + x[j] ** 2
        s += t * t
    return s


@program(X)
def arr_loop_branch(x):
    h = x
    for k in range(4):
        if np.sum(h) > 1:
            h = np.sin(h) * h
        else:
            h = h + 0.5 * h * h
    return np.sum(h)


@program(X)
def inplace_acc(x):
    g = np.zeros(4)
    for i in range(4):
        g += x * x[i]
        g[i] *= g[0]
    return np.sum(g * g)


@pytest.mark.parametrize(("function", "x"), PROGRAMS, ids=[f.__name__ for f, _ in PROGRAMS])
def test_hvp_is_the_derivative_of_the_gradient(function, x) -> None:
    grad = s2s.grad(function)
    v = np.cos(np.arange(np.size(x)) + 1.0).reshape(np.shape(x)) if np.ndim(x) else 0.7
    w = np.sin(np.arange(np.size(x)) + 2.0).reshape(np.shape(x)) if np.ndim(x) else -1.3

    def along(h):
        return grad(x + h * v)

    h = 1e-4
    slope = (8.0 * (along(h) - along(-h)) - (along(2 * h) - along(-2 * h))) / (12 * h)
    product = s2s.hvp(function, (x,), v)
    assert np.allclose(product, slope, rtol=1e-6, atol=1e-8)
    assert np.allclose(np.sum(w * product), np.sum(v * s2s.hvp(function, (x,), w)))
