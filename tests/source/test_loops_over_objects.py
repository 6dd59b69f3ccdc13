"""Loops over objects of every kind, and assignments of every form."""
# ruff: noqa: B007, B008, B905, C416, E741  (what users write)

import functools
import itertools
import operator

import numpy as np

from tests.source.programs_of import Programs, X

programs = Programs()
RANGE = range(1, 4)

MIXED = [1, 2.5, True]

LONG = list(range(40))

FLOATS = [0.5 * i for i in range(40)]

TEXTS = ["a", "bb", "ccc"] * 20

PAIRS = [(i, i * 2.0) for i in range(30)]

TABLE = {f"k{i}": float(i) for i in range(40)}

ROWS = [[1.0, 2.0], [3.0, 4.0]] * 12


@programs.right()
def loop_over_global_range(x):
    t = 0.0
    for i in RANGE:
        t = t + x * i
    return t


@programs.right()
def loop_over_mixed(x):
    t = 0.0
    for i in MIXED:
        t = t + x * i
    return t


@programs.right()
def loop_over_long(x):
    t = 0.0
    for i in LONG:
        t = t + x[i % 3] * i
    for f in FLOATS:
        t = t + x[0] * f * x[1]
    return t


@programs.right()
def loop_over_texts(x):
    t = 0.0
    for s in TEXTS:
        t = t + x * len(s)
    return t


@programs.right()
def loop_over_pairs(x):
    t = 0.0
    for i, f in PAIRS:
        t = t + x[i % 3] * f
    return t


@programs.right()
def loop_over_table(x):
    t = 0.0
    for k, v in TABLE.items():
        t = t + x * v
    for v in TABLE.values():
        t = t + x * v
    for k in TABLE:
        t = t + x * TABLE[k]
    return t


@programs.right()
def loop_over_rows(x):
    t = 0.0
    for r in ROWS:
        t = t + x[0] * r[1] * x[1]
    for a, b in ROWS:
        t = t + x[2] * a * b
    return t


@programs.right()
def loop_over_a_string(x):
    t = 0.0
    for c in "abcabcabcabcabcabcabcabcabcabcabcabcabcabc":
        t = t + x * ord(c)
    return t


@programs.refused("instances of cycle cannot be followed")
def loop_over_items_zip(x):
    t = 0.0
    for (k, v), y in zip(TABLE.items(), itertools.cycle(x)):
        t = t + v * y
    return t


@programs.right()
def loop_over_enumerated_table(x):
    t = 0.0
    for i, (k, v) in enumerate(TABLE.items()):
        t = t + v * x * i
    return t


@programs.right()
def loop_over_dict_of_values(x):
    d = {"a": x, "b": x * 2, "c": x[0]}
    t = 0.0
    for i, v in enumerate(d.values()):
        t = t + v * i
    for k, w in zip(d, d.values()):
        t = t + w * len(k)
    return t


class Cached:
    def __init__(self, x):
        self.x = x
        self.count = 0

    @functools.cached_property
    def square(self):
        self.count += 1
        return self.x * self.x


@programs.right()
def cached(x):
    c = Cached(x)
    a = c.square + c.square
    c.x = x * 3
    return a * c.square * c.count


@programs.right()
def accumulated(x):
    a = list(itertools.accumulate(x))
    b = list(itertools.accumulate([x[0], x[1]], operator.mul, initial=x[2]))
    c = list(itertools.accumulate(x, lambda p, q: p * q + 1, initial=2.0))
    return a[2] * b[2] * c[-1] + sum(itertools.accumulate([x[0], x[1]]))


@programs.right()
def combinatorics(x):
    t = 0.0
    for a, b in itertools.combinations(x, 2):
        t = t + a * b * b
    for a, b in itertools.combinations_with_replacement([x[0], x[1]], 2):
        t = t + a * b
    for i, j in itertools.product(range(2), repeat=2):
        t = t + x[i] * x[j] * (i + 1)
    for a, b in itertools.pairwise(x):
        t = t + a / b
    for a in itertools.islice([x[0], x[1], x[2]], 0, 3, 2):
        t = t * a
    for a in itertools.chain([x[0]], x, (x[1],)):
        t = t + a * a
    for a in itertools.repeat(x[1], times=2):
        t = t + a
    return t


@programs.right()
def dict_union(x):
    d = {"a": x, "b": x * 2}
    e = d
    d |= {"b": x * 3}
    f = d | {"c": x}
    return e["b"] * f["c"] * f["a"]


@programs.right()
def list_ops(x):
    a = [x[0], x[1]]
    b = a
    a *= 2
    a += (x[2],)
    c = b + [1.0] * 2
    return sum(b) * len(a) * c[-1] * b[4]


@programs.refused("a list of unknown length is repeated in place")
def list_of_unknown_repeated(x):
    a = [v * 2 for v in x]
    a *= 2
    return sum(a)


@programs.right()
def set_comprehension(x):
    s = {i % 2 for i in range(5)}
    return x * len(s) * (1 in s)


@programs.right()
def item_shadow(x):
    item = x[0]
    rows = [v * 2 for v in x]
    a = [*rows, item]
    a.extend(rows)
    b = list(rows)
    c = tuple(v for v in rows)
    return sum(a) * item + b[0] * c[1]


@programs.right()
def place_shadow(x):
    place, order, items = x[0], x[1], x[2]
    rows = sorted([v * 2 for v in x])
    best = max([(v, v * v) for v in x])
    return rows[0] * place + order * items * best[1]


@programs.right()
def tuple_compare(x):
    a = (x.ndim, 1)
    return x * 2 if a == (1, 1) else x * 3


@programs.right()
def tuple_truth(x):
    a = ()
    t = (x,)
    f = np.sin
    return (x if t else x * 2) * (3.0 if a else 4.0) * (2.0 if f else 1.0)


@programs.right()
def maybe_truth(x):
    best = None
    for v in x:
        if v > 1 and not best:
            best = (v, v * v)
    return best[0] * best[1] if best else x[0]


@programs.right()
def maybe_compare(x):
    best = None
    second = None
    for v in x:
        if best is None or v > best[0]:
            second = best
            best = (v, v * v)
    if second is not None:
        return best[1] * second[0]
    return best[1]


@programs.right()
def functions_in_arms(x):
    f = np.sin if x[0] > 1 else (lambda v: v * 2)
    g = f if x[1] > 1 else np.cos
    return f(x) * g(x)


@programs.right()
def functions_in_a_loop(x):
    f = np.sin
    t = x
    for i in range(4):
        t = f(t) + x
        f = np.cos if i % 2 == 0 else np.tanh
    return t


@programs.right(X.copy(), 1)
def function_table(x, n):
    fs = [np.sin, np.cos, lambda v: v * v]
    return fs[n](x) + {"a": np.exp, "b": np.tanh}["b"](x)


@programs.right(X.copy(), 1)
def deep_indices(x, n):
    m = np.arange(27.0).reshape(3, 3, 3) * x
    i = (n, slice(None), [0, 2])
    return (
        m[i].sum() * x
        + m[n, ..., None].sum()
        + m[:, [0, 1], [1, 2]].sum()
        + m[(0, 1, 2)]
        + m[[True, False, True]][0, 0] @ x
        + m[np.ix_([0, 2], [1])].sum()
        + m[None, n].sum()
    )


@programs.right()
def index_by_array_element(x):
    order = np.argsort(x)
    m = np.outer(x, x)
    return (
        m[order[0]] * m[order, order[::-1]]
        + m[tuple(order[:2])]
        + x[order][1:].sum()
        + x[order.tolist()]
        + x[int(order[0])]
    )


@programs.right()
def tuple_slices(x):
    t = (x, x * 2, 3.0)
    s = x.shape[:1] + (2,)
    return t[:2][1] * t[-1] * len(t[1:]) * len(s) + np.ones(s).sum() * x


@programs.right()
def shape_item(x):
    m = np.outer(x, x)
    n = m.shape
    return x * n[0] + np.zeros(n[1:]) + m.shape[-1] * x


@programs.right()
def empty_sequences(x):
    t = 0.0
    for v in []:
        t = t + v
    for v in x[3:]:
        t = t + v
    for v in x[:0].tolist():
        t = t + v * v
    return t + x * len([])


@programs.right()
def while_with_lists(x):
    todo = [x[0], x[1], x[2]]
    t = 0.0
    while todo:
        v = todo.pop()
        t = t + v * v
        if v > 2 and len(todo) < 3:
            todo.append(v * 0.5)
    return t


@programs.right()
def while_with_index(x):
    stack = [0]
    t = 0.0
    while len(stack) > 0:
        i = stack.pop()
        if i < 3:
            t = t + x[i] * (i + 1)
            stack.append(i + 1)
    return t


@programs.right()
def object_swap(x):
    a, b = {"v": x}, {"v": x * 2}
    for i in range(3):
        a, b = b, a
        a["v"] = a["v"] * 1.5
    return a["v"] - b["v"] ** 2


@programs.right()
def object_in_loop(x):
    state = {"p": x, "n": 0}
    for i in range(3):
        state = {"p": state["p"] * x, "n": state["n"] + 1}
    return state["p"] * state["n"]


@programs.right()
def object_grows(x):
    state = {}
    for i in range(3):
        state["p"] = x * i
    return state["p"]


@programs.right()
def list_of_dicts_updated(x):
    layers = [{"w": x * 1.0, "b": 0.0}, {"w": x * 2.0, "b": x[0]}]
    for layer in layers:
        layer["w"] = layer["w"] * 2 + layer["b"]
        layer["w"][0] += x[1]
    for i, layer in enumerate(layers):
        layers[i] = dict(layer, b=layer["b"] + 1.0)
    return sum(l["w"] * l["b"] for l in layers)


@programs.right()
def list_of_dicts_in_unknown_loop(x):
    layers = []
    for v in x:
        layers.append({"w": x * v, "b": v})
    h = x
    for l in layers:
        h = np.tanh(l["w"] * h + l["b"])
    for l in reversed(layers):
        h = h * l["b"]
    return h + layers[-1]["w"] * layers[0]["b"]


@programs.right()
def augmented_items(x):
    d = {"a": x * 1.0, "n": 0, "l": [x[0]]}
    d["a"] += x
    d["a"][1:] *= 2
    d["n"] += 3
    d["l"] += [x[1]]
    d["l"][0] *= x[2]
    m = [[1.0, 2.0], [x[0], 3.0]]
    m[1][0] += x[1]
    m[0] = m[1]
    m[0][1] *= 2
    return d["a"] * d["n"] * sum(d["l"]) + m[1][1] * m[0][0]


@programs.refused(
    "this object may be one of several, or is an item of a list of unknown length, so its change cannot be followed",
)
def records_augmented(x):
    rows = []
    for v in x:
        rows.append([v, v * 2])
    for i in range(len(rows)):
        rows[i][1] *= x[0]
        rows[i] += [v for v in x[:0]]
    return sum([a * b for a, b in rows])


@programs.right()
def nonlocal_lists(x):
    acc = []
    n = 0

    def push(v):
        nonlocal n
        acc.append(v * 2)
        n += 1

    for v in x:
        push(v)
    push(x[0])
    return sum(acc) * n


@programs.right()
def default_arguments(x):
    def f(a, b=x[0], *, c=len(x)):
        return a * b + c

    return f(x) + f(x, 2.0, c=1)


@programs.right()
def chained_assign(x):
    a = b = x.copy()
    a[0] = 5.0
    c = d = [x[1]]
    c.append(x[2])
    e = f = x[0]
    e += 1
    return b * sum(d) * e * f


@programs.right()
def star_assign(x):
    a, *b = x
    *c, d = [x[0], x[1], x[2]]
    (e, f), *g = [(x[0], x[1]), x[2], 3.0]
    return a * sum(b) * c[1] * d + e * f * g[1]


@programs.right()
def conditional_unpack(x):
    a, b = (x[0], x[1]) if x[0] > 1 else (x[1], x[2])
    c, d = [x, x * 2][::-1]
    return a * b * c + d


@programs.right()
def complex_targets(x):
    d = {}
    l = [0.0, 0.0]
    m = np.zeros((2, 2))
    d["a"], l[0], m[0], m[:, 1] = x[0], x[1], x[:2], x[1:]
    for l[1] in x:
        pass
    return d["a"] * l[0] * l[1] * m.sum()


@programs.right()
def loop_variable_after(x):
    for i, v in enumerate(x):
        w = v * i
    return v * w * i


@programs.right()
def nested_functions_rebinding(x):
    y = x * 2

    def f():
        return y * 3

    a = f()
    y = x * x
    return a * f()


@programs.right()
def method_values(x):
    f = x.sum
    g = [x.max, x.min][0]
    h = "ab".upper
    return f() * g() * len(h())


@programs.right()
def comparisons_of_mixed(x):
    return (
        x
        * (1 < 2 < 3)
        * (("a", 1) < ("a", 2))
        * ("a" in "abc")
        * (3 not in [1, 2])
        * (None is None)
        * (x.ndim == 1 != 2)
    )


@programs.right()
def integer_overflow(x):
    return (
        x * (2**70 // 2**69) * (10**3)
        + x * (7 // 2)
        + x * (-7 % 5)
        + x * divmod(9, 4)[1] * round(2.567, 1) * hash(1) * int(3.9)
    )


@programs.right()
def numpy_scalars(x):
    a = np.float32(0.5)
    b = np.int64(3)
    return x * a * b + np.float64(2.0) * x + np.pi * x ** np.int32(2) + x * np.bool_(True)


@programs.right()
def where_chain(x):
    return (
        np.where(x > 2, x**2, np.where(x > 1, np.sin(x), -x))
        + np.select([x > 2, x > 1], [x, x * 2], default=x * 3)
        + np.choose((x > 1).astype(int), [x, x * x])
        + np.piecewise(x, [x > 1], [lambda v: v, lambda v: -v])
    )


test_right, test_refused = programs.tests()
