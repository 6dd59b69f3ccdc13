"""Arrays that may or may not share memory: the gradient is right, or the write is refused."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from s2s import UnsupportedError, check_gradients


def case_5f(x, w):
    y = w * 2
    p = y[1]
    p[:] *= 0.5
    left = 0.5 if x[0] > 0 else p
    return np.sum(left * x) + np.sum(y)


def case_5g(x, w):
    y = w * 2
    p = y[1]
    p[:] *= x
    t = 0.0
    for i in range(3):
        p[i] *= x[i]
        q = p
        if x[i] > 1.5:
            q = 3.0
        t = t + np.sum(q * x) * y[0, i]
        p = y[1]
    return t + np.sum(y) + np.sum(p)


def case_5h(x, w):
    y = w * 2
    p = y[1]
    for i in range(3):
        y[i] *= x[i]
        p = y[1]
        if x[i] > 1.5:
            p = y[1]
            p[i] = 4 * x[0]
    return np.sum(y * w) + np.sum(p * x)


def case_5k(x, w):
    y = w * 2
    p = y[1]
    i = 0
    while i < 3:
        q = p[1:]
        if x[i] > 1.5:
            p[i] *= x[0]
            r = q
        else:
            r = x[0] * x[1:]
        y[2, 1:] += r * x[1:]
        i += 1
    return np.sum(y * w) + np.sum(p * x)


def case_6a(x, w):
    p = w * 2
    q = 3.0 if x[0] > 1.5 else p
    p[0] *= x[0]
    return np.sum(q * x)


def case_6b(x, w):
    p = w * 2
    q = 3.0 if x[0] > 1.5 else p
    t = np.sum(q * q * x)
    p[0] *= x[0]
    return t


def case_6c(x, w):
    p = w * 2
    t = 0.0
    for i in range(3):
        if x[i] > 1.5:
            q = 3.0
        else:
            q = p
        t += np.sum(q * q * x)
        p[i] *= x[i]
    return t


def case_6d(x, w):
    p = w * 2
    y = p + 1
    t = 0.0
    for i in range(3):
        if x[i] > 1.5:
            q = y
        else:
            q = p
        t += np.sum(q * q * x)
        p[i] *= x[i]
    return t


def case_6e(x, w):
    p = w * 2
    y = p + 1
    q = y if x[0] > 1.5 else p
    t = np.sum(q * q * x)
    p *= x
    return t + np.sum(p)


def case_6g(x, w):
    p = w * 2
    y = [p, x + 1]
    q = y[int(x[0] > 1.5)]
    t = np.sum(q * q * x)
    p *= x
    return t + np.sum(p)


def case_6h(x, w):
    p = w * 2
    y = {"a": p, "b": x + 1}
    q = y["a" if x[0] < 2 else "b"]
    t = np.sum(q * q * x)
    p *= x
    return t + np.sum(p)


def case_6i(x, w):
    p = w * 2
    q = p if x[0] < 2 else p[::-1]
    t = np.sum(q * q * x)
    p *= x
    return t + np.sum(p)


def case_6j(x, w):
    p = w * 2
    q = max(p[0], p[1])
    r = p if x[0] < 2 else np.sin(x)
    t = np.sum(r * r * x) * q
    p *= x
    return t + np.sum(p)


def case_6k(x, w):
    p = w * 2
    q = 3.0 if x[0] > 1.5 else p
    r = 2.0 if x[1] > 10 else q
    p[0] *= x[0]
    return np.sum(r * x)


def case_6l(x, w):
    p = w * 2
    q = 3.0 if x[0] > 1.5 else p
    r = 2.0 if x[1] > 10 else q
    s = 2.0 if x[1] > 10 else r
    t = np.sum(s * s * x)
    del s
    p[0] *= x[0]
    return t + np.sum(p)


def case_6m(x, w):
    p = w * 2
    t = 0.0
    for i in range(3):
        p[i] *= x[i]
        q = 3.0 if x[i] > 1.5 else p
        r = 2.0 if x[1] > 10 else q
        t += np.sum(r * r * x)
    return t + np.sum(p)


def case_6n(x, w):
    p = w * 2
    t = 0.0
    for i in range(3):
        p[i] *= x[i]
        ls = [p, x]
        for z in ls:
            t += np.sum(z * z * x)
    return t + np.sum(p)


def case_6o(x, w):
    p = w * 2
    t = 0.0
    for i in range(3):
        p[i] *= x[i]
        ls = [p]
        ls.append(x)
        while len(ls) > 0:
            z = ls.pop()
            t += np.sum(z * z * x)
    return t + np.sum(p)


def case_6q(x, w):
    p = w * 2
    t = 0.0
    for i in range(3):
        p[i] *= x[i]
        z = np.asarray(p)
        u = z if i == 2 else np.sin(x)
        u = u.reshape(-1)
        v = u.T
        t += np.sum(v * v * x)
    return t + np.sum(p)


def case_7a(x, w):
    p = w * 2
    q = x
    t = 0.0
    for i in range(3):
        p[i] *= x[i]
        t += np.sum(q * q * x)
        q = 3.0 if x[i] > 1.5 else p
    return t


def case_7b(x, w):
    p = w * 2
    q = x
    t = 0.0
    for i in range(3):
        p[i] *= x[i]
        t += np.sum(q * q * x)
        q = p
    return t


def case_7c(x, w):
    p = w * 2
    ls = [x]
    t = 0.0
    for i in range(3):
        p[i] *= x[i]
        t += np.sum(ls[-1] * ls[-1] * x)
        ls.append(p)
    return t


def case_7d(x, w):
    p = w * 2
    ls = [x]
    t = 0.0
    for i in range(3):
        p = p * x
        p[i] *= x[i]
        t += np.sum(ls[-1] * ls[-1] * x)
        ls.append(p)
    return t


def case_7e(x, w):
    p = w * 2
    prev = p
    t = 0.0
    for i in range(3):
        p = p * x
        p[i] *= x[i]
        t += np.sum(p * p * prev)
        prev = p if x[i] < 2.5 else x
    return t


def case_7g(x, w):
    w * 2
    prev = w
    t = 0.0
    for i in range(3):
        cur = prev * x
        cur[i] *= x[i]
        prev[0] += 0.0
        t += np.sum(cur * cur * prev)
        prev = cur
    return t


def case_7h(x, w):
    a = np.zeros(3)
    b = np.ones(3) * w
    t = 0.0
    for _i in range(4):
        a[:] = np.sin(b) * x
        t += np.sum(a * a * b)
        a, b = (b, a)
    return t + np.sum(a * b)


def case_7i(x, w):
    a = np.zeros(3)
    b = np.ones(3) * w
    t = 0.0
    for i in range(4):
        s, d = (a, b) if i % 2 else (b, a)
        d[:] = np.sin(s) * x
        t += np.sum(d * d * s)
    return t + np.sum(a * b)


def case_7j(x, w):
    u = np.zeros((2, 3))
    u[0] = w
    t = 0.0
    for i in range(4):
        s, d = (u[i % 2], u[(i + 1) % 2])
        d[:] = np.sin(s) * x
        t += np.sum(d * d * s)
    return t + np.sum(u[0] * u[1])


def case_7k(x, w):
    u = w * 1.0

    def bump(v, i):
        v[i] *= x[i]
        return v

    t = 0.0
    for i in range(3):
        v = bump(u, i)
        t += np.sum(v * v * x) if i != 1 else np.sum(np.exp(v))
    return t + np.sum(u)


def case_7l(x, w):
    u = w * 1.0
    best = u
    for i in range(3):
        u = u.copy()
        u[i] *= x[i]
        if np.sum(u) > np.sum(best):
            best = u
    return np.sum(best * best * x)


def case_7m(x, w):
    u = w * 1.0
    best = u
    t = 0.0
    for i in range(3):
        u[i] *= x[i]
        if np.sum(u) > 1.5:
            best = u.copy()
        t += np.sum(best * best * x)
    return t


def case_7n(x, w):
    p = w * 2
    prev = p
    t = 0.0
    for i in range(3):
        p[i] *= x[i]
        t += np.sum(prev * prev * x)
        prev = p.copy()
    return t


def case_7o(x, w):
    p = w * 2
    q = p
    t = 0.0
    for i in range(3):
        p = p * x
        t += np.sum(q * q * x)
        q[i] *= x[i]
    return t + np.sum(p)


def case_7q(x, w):
    p = w * 2
    q = 3.0 if x[0] > 1.5 else p
    r = 2.0 if x[1] > 10 else q
    q = 5.0
    p[0] *= x[0]
    return np.sum(r * x)


def case_7r(x, w):
    p = w * 2
    q = p
    t = 0.0
    for _i in range(3):
        p *= x
        t += np.sum(q * q * x)
    return t + np.sum(p)


def case_8a(x, w):
    ls = [w * 2, w * 3]
    t = 0.0
    for i in range(4):
        z = ls[i % 2]
        z[:] *= x
        t += np.sum(z * z * x)
    return t


def case_8b(x, w):
    ls = []
    for i in range(2):
        ls.append(w * (i + 1))
    t = 0.0
    for i in range(4):
        z = ls[i % 2]
        z[:] *= x
        t += np.sum(z * z * x)
    return t


def case_8c(x, w):
    ls = [w * 2, w * 3]
    t = 0.0
    for _k in range(2):
        for z in ls:
            z[:] *= x
            t += np.sum(z * z * x)
    return t


def case_8d(x, w):
    ls = {"a": w * 2, "b": w * 3}
    t = 0.0
    for _k in range(2):
        for z in ls.values():
            z *= x
            t += np.sum(z * z * x)
    return t


def case_8e(x, w):
    u, un = (w * 1.0, np.zeros_like(w))
    for _k in range(4):
        un[1:-1] = u[:-2] * x[1:-1] + np.sin(u[2:])
        u, un = (un, u)
    return np.sum(u * un)


def case_8f(x, w):
    u, un = (w * 1.0, np.zeros_like(w))
    k = 0
    while k < 5:
        if k % 2:
            un[1:-1] = u[:-2] * x[1:-1] + np.sin(u[2:])
        u, un = (un, u)
        k += 1
    return np.sum(u * un)


def case_8g(x, w):
    a, b, c = (w * 1.0, w * 2.0, w * 3.0)
    for _k in range(5):
        a[:] = np.sin(b) * c
        a, b, c = (b, c, a)
    return np.sum(a * b) + np.sum(c * x)


def case_8h(x, w):
    a, b, c = (w * 1.0, w * 2.0, w * 3.0)
    for _j in range(2):
        for _k in range(5):
            a[:] = np.sin(b) * c + a * x
            a, b, c = (b, c, a)
        b = b * x
    return np.sum(a * b) + np.sum(c * x)


def case_8i(x, w):
    buf = np.zeros(3)
    t = 0.0
    for k in range(3):
        v = buf
        v[:] = w * x**k
        t += np.sum(v**3)
        buf = v
    return t


def case_8j(x, w):
    s = {"u": w * 1.0, "v": w * 2.0}
    for _k in range(4):
        s["u"][:] = np.sin(s["v"]) * x
        s["u"], s["v"] = (s["v"], s["u"])
    return np.sum(s["u"] * s["v"])


def case_8k(x, w):
    s = [w * 1.0, w * 2.0]
    for _k in range(4):
        s[0][:] = np.sin(s[1]) * x
        s[0], s[1] = (s[1], s[0])
    return np.sum(s[0] * s[1])


def case_8l(x, w):
    s = [w * 1.0, w * 2.0]
    for _k in range(4):
        s[0][:] = np.sin(s[1]) * x
        s = s[::-1]
    return np.sum(s[0] * s[1])


VECTOR = np.ones(3) * 0.7
MATRIX = np.ones((3, 3))
RIGHT: list[tuple[Callable[..., Any], Any]] = [
    (case_5f, MATRIX),
    (case_5g, MATRIX),
    (case_5h, MATRIX),
    (case_6m, VECTOR),
    (case_6n, VECTOR),
    (case_6o, VECTOR),
    (case_6q, VECTOR),
    (case_7b, VECTOR),
    (case_7c, VECTOR),
    (case_7d, VECTOR),
    (case_7e, VECTOR),
    (case_7g, VECTOR),
    (case_7h, VECTOR),
    (case_7i, VECTOR),
    (case_7j, VECTOR),
    (case_7k, VECTOR),
    (case_7l, VECTOR),
    (case_7n, VECTOR),
    (case_7o, VECTOR),
    (case_7r, VECTOR),
    (case_8a, VECTOR),
    (case_8c, VECTOR),
    (case_8d, VECTOR),
    (case_8e, VECTOR),
    (case_8f, VECTOR),
    (case_8g, VECTOR),
    (case_8h, VECTOR),
    (case_8i, VECTOR),
    (case_8j, VECTOR),
    (case_8k, VECTOR),
    (case_8l, VECTOR),
    (case_5k, MATRIX),
    (case_6b, VECTOR),
    (case_6c, VECTOR),
    (case_6d, VECTOR),
    (case_6e, VECTOR),
    (case_6g, VECTOR),
    (case_6i, VECTOR),
    (case_6l, VECTOR),
    (case_6j, np.array([0.7, 0.4, 0.9])),
    (case_6a, VECTOR),
    (case_6k, VECTOR),
    (case_7q, VECTOR),
    (case_8b, VECTOR),
]
REFUSED: list[tuple[Callable[..., Any], Any]] = [
    (case_6h, VECTOR),
    (case_7a, VECTOR),
    (case_7m, VECTOR),
]


@pytest.mark.parametrize(("function", "w"), RIGHT)
def test_right(function: Callable[..., Any], w: Any) -> None:
    check_gradients(function, np.arange(1.0, 4.0) * 0.6, w)


@pytest.mark.parametrize(("function", "w"), REFUSED)
def test_refused(function: Callable[..., Any], w: Any) -> None:
    with pytest.raises(UnsupportedError):
        check_gradients(function, np.arange(1.0, 4.0), w)
