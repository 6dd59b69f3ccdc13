"""Programs written by hand, in the form of generated ones: the API is tested apart from the compiler."""
import hashlib
import inspect
from typing import Any

import numpy as np

from s2s import pipeline
from s2s.structure import mapped


def full(x, bar):
    return np.sum(bar) if np.ndim(x) == 0 and np.ndim(bar) else bar


def wave(kind):
    def forward(x):
        sin_x, cos_x = np.sin(x), np.cos(x)
        return sin_x * cos_x, (sin_x, cos_x)

    def pullback(residuals, y_bar):
        sin_x, cos_x = residuals
        return (y_bar * np.conj(cos_x * cos_x - sin_x * sin_x),)

    def pushforward(residuals, x_dot):
        sin_x, cos_x = residuals
        return x_dot * (cos_x * cos_x - sin_x * sin_x)

    return forward, pullback, pushforward, ("x",), (), ("sin_x", "cos_x")


def layers(kind):
    def forward(params, x, n):
        h = np.tanh(params["w"] @ x)
        return {"hidden": [h, h * 2.0], "out": np.sum(h) * n, "n": n}, (params["w"], x, n, h)

    def pullback(residuals, bar):
        w, x, n, h = residuals
        z_bar = (bar["hidden"][0] + 2.0 * bar["hidden"][1] + n * bar["out"]) * (1 - h * h)
        return {"w": np.outer(z_bar, x)}, z_bar @ w

    def pushforward(residuals, params_dot, x_dot):
        w, x, n, h = residuals
        h_dot = (params_dot["w"] @ x + w @ (x_dot + 0.0 * x)) * (1 - h * h)
        return {"hidden": [h_dot, 2.0 * h_dot], "out": np.sum(h_dot) * n, "n": None}

    return forward, pullback, pushforward, ("params", "x"), (), ("w", "x", "n", "h")


def scale_in_place(kind):
    def forward(a, k):
        before = a.copy()
        a *= k
        return np.sum(a), (before, k)

    def pullback(residuals, y_bar, a_bar):
        before, k = residuals
        total = y_bar + a_bar
        return total * k, np.sum(total * before)

    def pushforward(residuals, a_dot, k_dot):
        before, k = residuals
        end = a_dot * k + before * k_dot
        return np.sum(end), {"a": end}

    return forward, pullback, pushforward, ("a", "k"), ("a",), ("before", "k")


def product(kind):
    def forward(x, y):
        return x * y, (x, y)

    def pullback(residuals, z_bar):
        x, y = residuals
        return z_bar * y, z_bar * x

    def pushforward(residuals, x_dot, y_dot):
        x, y = residuals
        return x_dot * y + x * y_dot

    return forward, pullback, pushforward, ("x", "y"), (), ("x", "y")


def loss(kind):
    def forward(x, scale):
        total = np.sum(x * x)
        return total * scale, (x, scale, total)

    def pullback(residuals, y_bar):
        x, scale, total = residuals
        return y_bar * scale * 2.0 * x, y_bar * total

    def pushforward(residuals, x_dot, scale_dot):
        x, scale, total = residuals
        return np.sum(2.0 * x * x_dot) * scale + total * scale_dot

    return forward, pullback, pushforward, ("x", "scale"), (), ("x", "scale", "total")


def weighted(kind):
    from tests.api import subjects

    def forward(x):
        return subjects.WEIGHTS * x, (subjects.WEIGHTS,)

    def pullback(residuals, y_bar):
        return (y_bar * residuals[0],)

    def pushforward(residuals, x_dot):
        return x_dot * residuals[0]

    return forward, pullback, pushforward, ("x",), (), ("WEIGHTS",)


def pair_of(kind):
    def forward(p):
        return type(p)(p.right * 2.0, p.left), ()

    def pullback(residuals, bar):
        return ((bar.right, bar.left * 2.0),)

    def pushforward(residuals, p_dot):
        return p_dot.right * 2.0, p_dot.left

    return forward, pullback, pushforward, ("p",), (), ()


def point_of(kind):
    def forward(p):
        return type(p)(p.x * p.x, p.y * p.x), (p.x, p.y)

    def pullback(residuals, bar):
        x, y = residuals
        return (type(bar)(bar.x * 2.0 * x + np.sum(bar.y * y), bar.y * x),)

    def pushforward(residuals, p_dot):
        x, y = residuals
        return type(p_dot)(2.0 * x * p_dot.x, p_dot.y * x + y * p_dot.x)

    return forward, pullback, pushforward, ("p",), (), ("x", "y")


def collected(kind):
    def forward(*xs, power=2.0, **others):
        factor = others["factor"]
        return sum(x**power for x in xs) * factor, (xs, power, factor)

    def pullback(residuals, y_bar):
        xs, power, factor = residuals
        return (
            tuple(y_bar * factor * power * x ** (power - 1.0) for x in xs),
            y_bar * factor * sum(np.log(x) * x**power for x in xs),
            {"factor": y_bar * sum(x**power for x in xs)},
        )

    def pushforward(residuals, xs_dot, power_dot, others_dot):
        raise NotImplementedError

    return forward, pullback, pushforward, ("xs", "power", "others"), (), ("xs", "power", "factor")


def energy(kind):
    def forward(self, x, n):
        return 0.5 * self.stiffness * np.sum(x * x) * n, (self.stiffness, x, n)

    def pullback(residuals, y_bar):
        k, x, n = residuals
        return (y_bar * k * n * x,)

    def pushforward(residuals, x_dot):
        k, x, n = residuals
        return k * n * np.sum(x * x_dot)

    return forward, pullback, pushforward, ("x",), (), ("stiffness", "x", "n")


def loss_gradient(kind):
    def forward(x, scale):
        return (scale * 2.0 * x, np.sum(x * x)), (x, scale)

    def pullback(residuals, bar):
        raise NotImplementedError

    def pushforward(residuals, x_dot, scale_dot):
        x, scale = residuals
        return 2.0 * (scale * x_dot + scale_dot * x), 2.0 * np.sum(x * x_dot)

    return forward, pullback, pushforward, ("x", "scale"), (), ("x", "scale")


PROGRAMS = (wave, layers, scale_in_place, product, loss, loss_gradient, weighted, pair_of, point_of, collected, energy)
TABLE = {f.__name__: f for f in PROGRAMS}
TABLE["decorated_wave"] = wave


def compile_program(function: Any, wrt: Any, arguments: Any, *, target: Any = None) -> pipeline.Program:
    name = function.__name__
    names = tuple(inspect.signature(function).parameters)
    forward, pullback, pushforward, active, written, slots = TABLE[name](arguments)
    chosen = active if wrt is None else tuple(n for n in wrt if n in active)

    def part(wanted):
        def run(residuals, *bars, **finals):
            bars = dict(zip(active, pullback(residuals, *bars, **finals), strict=True))
            return tuple(bars[n] for n in wanted)

        return run

    def pushed(residuals, *dots):
        given = dict(zip(chosen, dots, strict=True))
        return pushforward(residuals, *[given.get(n, 0.0) for n in active])

    kinds = mapped(lambda leaf: type(leaf).__name__, list((arguments or {}).values())) if name == "product" else ""
    source = f"# Generated by s2s\ndef {name}_forward(): ...\ndef {name}_pullback(): ...\n# {chosen} {kinds}\n"
    return pipeline.Program(
        name=name, source=source, digest=hashlib.sha256(source.encode()).hexdigest(), parameters=names, wrt=chosen,
        written=written, slots=tuple(pipeline.Slot(n, 3, "the pullback reads it") for n in slots),
        forward=forward, pullback=part(chosen), pushforward=pushed, pullback_for=part,
    )  # fmt: skip
