"""Short programs of several constructs, as one meets them in numerical code."""

from dataclasses import dataclass

import numpy as np

from tests.cases.case import Case, ErrorExpected


def lstm(weights, xs):
    h = c = np.zeros(2)
    for x in xs:
        gates = weights @ np.concatenate([h, x, [1.0]])
        i, f, o, g = np.split(gates, 4)
        i, f, o = (1.0 / (1.0 + np.exp(-t)) for t in (i, f, o))
        c = f * c + i * np.tanh(g)
        h = o * np.tanh(c)
    return h


def runge_kutta(y, rate, steps, dt):
    def slope(t):
        return rate * t * (1.0 - t)

    for _ in range(steps):
        k1 = slope(y)
        k2 = slope(y + 0.5 * dt * k1)
        k3 = slope(y + 0.5 * dt * k2)
        k4 = slope(y + dt * k3)
        y = y + dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    return y


def thomas(a, b, c, d):
    n = len(d)
    p, q = np.zeros(n), np.zeros(n)
    p[0], q[0] = c[0] / b[0], d[0] / b[0]
    for i in range(1, n):
        m = b[i] - a[i] * p[i - 1]
        p[i] = c[i] / m if i < n - 1 else 0.0
        q[i] = (d[i] - a[i] * q[i - 1]) / m
    for i in range(n - 2, -1, -1):
        q[i] -= p[i] * q[i + 1]
    return q


def lu_in_place(m):
    a = m.copy()
    n = a.shape[0]
    for k in range(n - 1):
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
    return a


def viterbi_like(scores, transition):
    best = scores[0]
    path = []
    for row in scores[1:]:
        options = best[:, None] + transition
        path.append(np.argmax(options, axis=0))
        best = np.max(options, axis=0) + row
    return np.max(best), path


def logistic_regression(w, x, labels):
    z = x @ w
    return np.mean(np.logaddexp(0.0, -labels * z)) + 0.5 * w @ w


def gradient_descent(w, x, y, rate, steps):
    losses = []
    for _ in range(steps):
        error = x @ w - y
        losses.append(error @ error)
        w = w - rate * (x.T @ error)
    return w, losses


def bisection(target, low, high):
    while high - low > 0.1:
        middle = 0.5 * (low + high)
        if middle * middle < target:
            low = middle
        else:
            high = middle
    return low * target + high


def polynomial_division(numerator, divisor):
    remainder = list(numerator)
    quotient = []
    while len(remainder) >= len(divisor):
        factor = remainder[0] / divisor[0]
        quotient.append(factor)
        for i in range(len(divisor)):
            remainder[i] = remainder[i] - factor * divisor[i]
        remainder = remainder[1:]
    return quotient, remainder


@dataclass
class Particle:
    x: np.ndarray
    v: np.ndarray
    mass: float


def verlet(particles, dt, steps):
    for _ in range(steps):
        for p in particles:
            p.v = p.v - dt * p.x / p.mass
        particles = [Particle(p.x + dt * p.v, p.v, p.mass) for p in particles]
    return sum(p.mass * np.sum(p.v * p.v) for p in particles)


def verlet_of_copies(x, v, dt):
    particles = [Particle(x * k, v, float(k)) for k in (1, 2)]
    return verlet(particles, dt, 3)


def convolution(image, kernel):
    h, w = kernel.shape
    out = np.empty((image.shape[0] - h + 1, image.shape[1] - w + 1))
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = np.sum(image[i : i + h, j : j + w] * kernel)
    return np.maximum(out, 0.0)


def lazy_generator(xs, scale):
    parts = (x * scale for x in xs)
    scale = scale * 2.0
    return sum(parts) * scale


def early_stop(x, limit):
    history = [x]
    for k in range(10):
        x = x * x + 0.1
        if x > limit:
            break
        if k == 1:
            continue
        history.append(x * k)
    else:
        history.append(-x)
    return history


def matched(shapes):
    total = 0.0
    for shape in shapes:
        match shape:
            case ("circle", radius):
                total = total + 3.0 * radius**2
            case ("box", width, height) if width > 1.0:
                total = total + width * height
            case ("box", *sides):
                total = total - sides[0]
    return total


W = np.sin(np.arange(40.0)).reshape(8, 5)
XS = np.array([[0.3, -0.1], [0.7, 0.2], [-0.5, 0.9]])
A = np.array([[4.0, 1.0, 0.5], [1.2, 3.0, -0.4], [0.3, 0.8, 5.0]])
V = np.array([0.6, 1.7, -0.9])
CASES = [
    Case("lstm", lstm, (W, XS), (0, 1), "split, a generator over gates, chained assignment"),
    Case("runge_kutta", runge_kutta, (0.2, 1.1, 3, 0.1), (0, 1, 3), "a nested function called four times a step"),
    Case("thomas", thomas, (V, V + 4.0, V * 0.5, V - 1.0), (0, 1, 2, 3), "forward and backward sweeps in place"),
    Case("lu_in_place", lu_in_place, (A,), (0,), "blocks of one array updated from each other"),
    Case("viterbi_like", viterbi_like, (XS, A[:2, :2]), (0, 1), "maxima, with the integer arg max in the result"),
    Case("logistic_regression", logistic_regression, (V[:2], XS, np.array([1.0, -1.0, 1.0])), (0, 1), "a usual loss"),
    Case(
        "gradient_descent", gradient_descent, (V[:2], XS, V, 0.1, 3), (0, 1, 2, 3), "through an optimiser, with a log"
    ),
    Case("bisection", bisection, (2.0, 1.0, 2.0), (0, 1, 2), "the branch taken steers which end moves"),
    Case("polynomial_division", polynomial_division, ([2.0, 1.0, -3.0, 0.5], [1.5, 0.4]), (0, 1), "lists that shrink"),
    Case("verlet", verlet_of_copies, (V, V * 0.3, 0.1), (0, 1, 2), "attributes of objects in a list change in a loop"),
    Case("convolution", convolution, (A, XS[:2]), (0, 1), "nested loops that fill an array"),
    Case(
        "lazy_generator",
        lazy_generator,
        ((0.5, 1.2), 0.7),
        (0, 1),
        "a generator sees a later rebinding",
        ErrorExpected("when a generator expression runs, a name may have been rebound"),
    ),
    Case("early_stop", early_stop, (0.7, 0.8), (0,), "break, continue and else in one loop"),
    Case("early_stop_never", early_stop, (0.2, 5.0), (0,), "the same, and the loop runs to its end"),
    Case("matched", matched, ((("circle", 0.5), ("box", 1.5, 2.0), ("box", 0.5, 1.0)),), (0,), "patterns with guards"),
]
