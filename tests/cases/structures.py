"""Tuples, lists, dicts, dataclasses, named tuples as inputs, intermediates and outputs."""

from collections import namedtuple

import numpy as np

from tests.cases.case import Case

Pair = namedtuple("Pair", ["left", "right"])


def two_layer(params, x):
    h = np.tanh(params["w1"] @ x + params["b1"])
    return {"hidden": h, "out": params["w2"] @ h, "n": len(h)}


def named_pair(p):
    swapped = Pair(right=p.left * 2.0, left=p.right)
    return swapped._replace(left=swapped.left * swapped.right)


def append_then_stack(x):
    rows = []
    state = x
    for k in range(3):
        state = np.sin(state) + x[k % x.shape[0]]
        rows.append(state)
    rows[1] = rows[1] * rows[0]
    last = rows.pop()
    return np.array(rows) * last + np.stack(rows, axis=1).sum()


def same_element_thrice(x):
    rows = [x * x] * 3
    rows[0] = rows[0] * x
    return np.concatenate(rows) * np.arange(1.0, 1.0 + 3 * x.size)


def dict_iteration(d):
    total = 0.0
    for name, value in d.items():
        if name.startswith("w"):
            total = total + np.sum(value * value)
    total = total + sum([np.sum(v) for k, v in d.items() if k != "skip"])
    acc = {}
    for name in sorted(d):
        acc[name] = acc.get("w0", 0.0) + d[name].sum()
    return total * acc["w1"]


def starred_unpack(x):
    first, *middle, last = x
    a, b = last, first
    a, b = b * 2.0, a * b
    return a * b + sum(middle) * first


V = np.array([0.8, -0.4, 1.3])
CASES = [
    Case(
        "two_layer_dict",
        two_layer,
        (
            {
                "w1": np.array([[0.5, -1.0, 0.3], [1.2, 0.1, -0.4]]),
                "b1": np.array([0.1, -0.2]),
                "w2": np.array([[1.0, -2.0]]),
            },
            V,
        ),
        (0, 1),
        "dict in, dict out with an integer entry",
    ),
    Case("named_pair", named_pair, (Pair(1.5, V),), (0,), "namedtuple by keyword, _replace"),
    Case(
        "append_then_stack",
        append_then_stack,
        (V,),
        (0,),
        "list grown in a loop, item replaced, pop, array/stack of the list",
    ),
    Case("same_element_thrice", same_element_thrice, (V,), (0,), "one list element repeated by reference"),
    Case(
        "dict_iteration",
        dict_iteration,
        ({"w0": V, "w1": V[:2] + 1.0, "skip": np.array([3.0])},),
        (0,),
        "items(), sorted keys, get with default, filter",
    ),
    Case(
        "starred_unpack",
        starred_unpack,
        (np.array([0.5, 1.5, -0.7, 2.0]),),
        (0,),
        "star target over an array, then a swap",
    ),
]
