"""Lists of structures, and what changes lists and dicts."""
# ruff: noqa: B023, B905, C410, C416  (what users write)

import numpy as np

from tests.source.programs_of import Programs, X

programs = Programs()


@programs.right()
def items_or_none(x):
    rows = []
    for v in x:
        rows.append((v, v * 2) if v > 1 else None)
    t = 0.0
    for r in rows:
        if r is not None:
            t = t + r[0] * r[1]
    return t


@programs.right()
def items_or_none_first(x):
    rows = [None]
    for v in x:
        rows.append((v, v * 2))
    t = 0.0
    for r in rows:
        if r is not None:
            t = t + r[0] * r[1]
    return t


@programs.right()
def lists_in_tuples(x):
    rows = []
    for v in x:
        inner = []
        for w in x:
            inner.append((v * w, w))
        rows.append((v, inner))
    t = 0.0
    for v, inner in rows:
        for a, b in inner:
            t = t + a * b * v
    return t


@programs.right()
def lists_of_lists_in_dicts(x):
    rows = []
    for v in x:
        rows.append({"value": v, "more": [v * 2, v * 3]})
    return sum([r["value"] * r["more"][1] for r in rows])


@programs.right()
def maybe_dicts(x):
    rows = []
    for v in x:
        if v > 1:
            rows.append({"a": v, "b": None})
        else:
            rows.append({"a": v, "b": v * 2})
    t = 0.0
    for r in rows:
        t = t + r["a"]
        if r["b"] is not None:
            t = t + r["b"] ** 2
    return t


@programs.right()
def maybe_lists(x):
    rows = []
    for i, v in enumerate(x):
        inner = [v, v * 2]
        rows.append(inner if i != 1 else None)
    t = 0.0
    for r in rows:
        if r is not None:
            t = t + r[0] * r[1]
    return t


@programs.right()
def maybe_records(x):
    rows = []
    for i, v in enumerate(x):
        inner = []
        for w in x:
            inner.append((v, w))
        rows.append((inner, i))
    return rows[1][0][2][1] * rows[0][0][1][0]


@programs.refused("the items of this list have different structures")
def different_structures(x):
    rows = []
    for v in x:
        rows.append((v, v))
        rows.append({"a": v})
    return rows[0][0]


@programs.refused("the items of this list have different structures")
def different_lists(x):
    rows = []
    for v in x:
        inner = []
        for w in x:
            inner.append((v, w))
        rows.append(inner)
    other = []
    for w in x:
        other.append({"a": w})
    rows.append(other)
    return rows[0][0][0]


@programs.refused("a function or an iterator is an item of a list whose length is not known")
def functions_in_lists(x):
    rows = []
    for v in x:
        rows.append((v, lambda a: a * v))
    return rows[0][1](2.0)


@programs.right()
def records_joined(x):
    a = [(v, v * 2) for v in x]
    b = a + [(x[0], 1.0)]
    c = [(1.0, x[1])] + b
    return sum([p * q for p, q in c])


@programs.refused("the items of this list have different structures")
def records_joined_bad(x):
    a = [(v, v * 2) for v in x]
    return len(a + [{"a": x}])


@programs.right()
def records_joined_tuple(x):
    a = [(v, v * 2) for v in x]
    b = a + list(((x[0], x[1]),))
    return b[-1][1]


@programs.right()
def records_insert(x):
    a = [(v, v * 2) for v in x]
    a.insert(0, (x[0], 3.0))
    return a[0][1] * a[1][1]


@programs.refused("insert into a list of unknown length, but not at its front")
def records_insert_middle(x):
    a = [(v, v * 2) for v in x]
    a.insert(1, (x[0], 3.0))
    return a[0][1] * a[1][1]


@programs.refused("pop at an index of a list of unknown length")
def records_pop_middle(x):
    a = [(v, v * 2) for v in x]
    p, q = a.pop(1)
    return p * q


@programs.refused("a slice of a list is assigned")
def records_slice_assigned(x):
    a = [(v, v * 2) for v in x]
    a[0:1] = [(x[0], x[1])]
    return a[0][1]


@programs.right()
def records_extended(x):
    a = [(v, v * 2) for v in x]
    a.extend(a)
    a.extend([(x[0], x[1])])
    a += [(v, 1.0) for v in x]
    return sum([p * q for p, q in a])


@programs.refused("zip(*...) of items that are not tuples of numbers or arrays")
def records_unzipped_dicts(x):
    a = [{"a": v} for v in x]
    return list(zip(*a))[0]


@programs.right()
def records_array(x):
    a = [(v, v * 2) for v in x]
    return np.array(a) @ np.array([1.0, 2.0]) + np.asarray([[v, v] for v in x])[:, 0]


@programs.refused("an array is made of a list of structures")
def records_array_dicts(x):
    return np.array([{"a": v} for v in x])


@programs.refused("an array is made of items that are not all numbers or arrays")
def records_array_mixed(x):
    a = [(v, "text") for v in x]
    return np.array(a)


@programs.refused("a list of structures is joined to an array")
def records_stacked(x):
    a = [(x * v, x + v) for v in x]
    return np.concatenate(a)


@programs.refused("a list of the caller is changed", [np.array([1.0, 2.0]), 3.0])
def list_of_caller(rows):
    rows.append(rows[0] * 2)
    return rows[0] * rows[-1]


@programs.refused("a list of the caller is changed", [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0])
def long_list_of_caller(rows):
    rows.append(rows[0] * 2)
    return rows[0] * rows[-1]


@programs.right([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0])
def long_list_read(rows):
    return sum([r * r for r in rows]) + rows[2] * rows[-1]


@programs.refused(
    "a differentiated value is stored in an object of the caller",
    [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
)
def long_list_written(rows):
    rows[2] = rows[0] * rows[1]
    return rows[2] * rows[3]


@programs.right(
    [
        np.array([0.0, 1.0]),
        np.array([1.0, 2.0]),
        np.array([2.0, 3.0]),
        np.array([3.0, 4.0]),
        np.array([4.0, 5.0]),
        np.array([5.0, 6.0]),
        np.array([6.0, 7.0]),
        np.array([7.0, 8.0]),
        np.array([8.0, 9.0]),
        np.array([9.0, 10.0]),
        np.array([10.0, 11.0]),
        np.array([11.0, 12.0]),
    ],
)
def long_array_list(rows):
    return sum(rows) * rows[0]


@programs.right()
def list_methods(x):
    a = [x[0], x[1]]
    b = a.copy()
    a.clear()
    a.extend(v * 2 for v in x)
    return sum(a) * b[1] * len(b) * [1, 2, 2].count(2) * [1, 2].index(2)


@programs.right()
def list_methods_unknown(x):
    a = [v * 2 for v in x]
    flags = [i for i in range(len(x))]
    flags.remove(1)
    flags.extend([7])
    return sum(a) * flags.index(7) * flags.count(0)


@programs.refused("list method 'remove' on a list of unknown length is not supported")
def list_remove_active(x):
    a = [v * 2 for v in x]
    a.remove(x[0] * 2)
    return sum(a)


@programs.refused("pop from an index that is not known, or from an empty list", X.copy(), 1)
def list_pop_unknown(x, n):
    a = [x[0], x[1], x[2]]
    v = a.pop(n)
    return v * a[0]


@programs.refused("insert at an index that is not known", X.copy(), 1)
def list_insert_unknown(x, n):
    a = [x[0], x[1], x[2]]
    a.insert(n, 2.0)
    return a[0] * a[1]


@programs.right()
def dict_methods(x):
    d = {"a": x, "b": x * 2}
    e = d.copy()
    v = d.pop("a")
    w = d.pop("c", 1.0)
    d.update(c=v)
    d.setdefault("z", x[0])
    return sum(e.values()) * w + d["c"] * d["z"] * d.get("q", 2.0)


@programs.refused("a dict is read at a key that is not known while compiling", X.copy(), 1)
def dict_get_unknown(x, n):
    d = {1: x, 2: x * 2}
    return d.get(n)


@programs.right(X.copy(), 1)
def dict_get_constants(x, n):
    d = {1: 3.0, 2: 2.0}
    return d.get(n, 1.0) * x


@programs.right()
def tuple_methods(x):
    t = (1, 2, 2)
    return x * t.count(2) * t.index(2)


@programs.refused("list method 'sort' is not supported here")
def sort_of_structures(x):
    a = [(v, -v) for v in x]
    a.sort()
    b = [x[0], x[1]]
    b.sort()
    b.reverse()
    return a[0][1] * b[0]


@programs.refused("the items of this list are of different kinds")
def mixed_items(x):
    a = []
    for v in x:
        a.append(v)
        a.append("text")
    return a[0]


@programs.right()
def appended_list(x):
    a = []
    for v in x:
        a.append([v, v * 2])
    a.append([x[0], x[1]])
    return a[-1][1] * a[0][0]


test_right, test_refused = programs.tests()
