"""Helpers, closures, defaults, keywords, recursion, comprehensions, methods, naming."""

import numpy as np

from tests.cases.case import Case

UNIT, OFFSET = 1.25, -0.75
GAIN = np.array([1.0, 0.5, 2.0])


def late_binding(x):
    scale = x

    def apply(t):
        return t * scale

    scale = scale * 3.0
    return apply(x) + apply(1.0)


def lambda_list(x):
    fns = [lambda t, k=k: t * k + x for k in range(1, 4)]
    total = 0.0
    for fn in fns:
        total = fn(total) * x
    return total


def affine(x, w=2.0, *, b=0.5, scale=None):
    if scale is None:
        scale = UNIT
    return (w * x + b) * scale


def keyword_calls(x, w, b):
    return affine(x) + affine(b=b, x=w, w=x) + affine(x, w, scale=b, b=OFFSET)


def weighted(*terms, **opts):
    power = opts.get("power", 1)
    return sum((i + 1.0) * t**power for i, t in enumerate(terms))


def star_calls(x, y):
    parts = (x, y, x * y)
    opts = {"power": 2}
    return weighted(*parts, **opts) + weighted(x, *parts[1:])


def uses_global_array(x):
    return np.sum(GAIN * x * x)


def comprehension_mix(xs, ws):
    pairs = [w * x * x for i, (x, w) in enumerate(zip(xs, ws)) if i != 1]
    grid = [xs[i] - xs[j] for i in range(3) for j in range(3) if j > i]
    table = {k: v * 2.0 for k, v in zip("abc", xs)}
    return sum(pairs) + np.prod(np.array(grid)) + table["b"]


class Layer:
    slope = 0.1

    def __init__(self, weight, bias):
        self.weight = weight
        self.bias = bias

    def act(self, z):
        return np.where(z > 0, z, self.slope * z)

    def __call__(self, x):
        return self.act(self.weight @ x + self.bias)


def through_methods(w, b, x):
    net = Layer(w, b)
    h = net(x)
    net.bias = net.bias * 2.0
    return net(h) + net.act(x)


def statement_zoo(x: float, *, verbose: bool = False) -> float:
    """Docstring stays out of the way."""
    assert x > 0, f"bad input {x}"
    y: float = x * 2.0
    if verbose:
        print("value", y)
    with np.errstate(all="ignore"):
        z = np.log(y) * y
    try:
        t = z / x
    finally:
        pass
    del y
    if (w := t * t) > 1.0:
        t = w - t
    a = b = t * x
    a += 1.0
    (p, q), r = (a, b), x
    return p * q + r


def shadowed_builtins(x):
    sum = 0.0
    len = x.shape[0]
    for max in range(len):
        sum = sum + x[max] * max
    return sum


V = np.array([0.8, -0.4, 1.3])
W = np.array([[0.5, -1.2, 2.0], [1.5, 0.3, -0.7], [0.9, 1.1, 0.4]])
CASES = [
    Case("late_binding", late_binding, (0.7,), (0,), "closure sees the later value of the captured active variable"),
    Case("lambda_list", lambda_list, (0.9,), (0,), "list of lambdas with bound defaults"),
    Case(
        "keyword_calls",
        keyword_calls,
        (0.4, 1.1, -0.6),
        (0, 1, 2),
        "defaults, keyword-only, reordered keywords, None default",
    ),
    Case("star_calls", star_calls, (0.4, 1.1), (0, 1), "*args and **kwargs on both sides"),
    Case(
        "uses_global_array",
        uses_global_array,
        (V,),
        (0,),
        "module-level array read; later in-place changes to it are the residual question",
        check="mutate_global_after_forward:GAIN",
    ),
    Case(
        "comprehension_mix",
        comprehension_mix,
        (V, np.array([1.0, 2.0, 3.0])),
        (0, 1),
        "enumerate/zip/filter, nested for with condition, dict comprehension",
    ),
    Case(
        "through_methods",
        through_methods,
        (W, V, V * 0.5),
        (0, 1, 2),
        "instances, attribute update, __call__, class attribute",
    ),
    Case(
        "statement_zoo",
        statement_zoo,
        (1.7,),
        (0,),
        "annotations, assert, with, try, del, walrus, chained and nested assignment",
    ),
    Case("shadowed_builtins", shadowed_builtins, (V,), (0,), "builtin names used as variables"),
]
