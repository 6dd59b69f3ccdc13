"""Tuples whose length is only known when the program runs: no lists, as an index and when they are augmented."""
# ruff: noqa: C409  (what users write)

import numpy as np

from tests.source.programs_of import Programs, X

programs = Programs()


@programs.right()
def row_by_argsort(x):
    order = np.argsort(x)
    m = np.outer(x, x)
    return m[order[0]] * x


@programs.right()
def items_by_argsort(x):
    order = np.argsort(x)
    m = np.outer(x, x)
    return m[order, order[::-1]] * x


@programs.right()
def item_by_a_tuple_of_argsort(x):
    order = np.argsort(x)
    m = np.outer(x, x)
    return m[tuple(order[:2])] * x


@programs.right()
def sorted_tail(x):
    order = np.argsort(x)
    return x[order][1:].sum() * x


@programs.right()
def items_by_a_list(x):
    order = np.argsort(x)
    return x[order.tolist()] * x


@programs.right()
def item_by_argsort(x):
    order = np.argsort(x)
    return x[int(order[0])] * x


@programs.right()
def tuple_augmented(x):
    rows = [v * 2 for v in x]
    a = tuple(rows)
    b = a
    b += (x[0],)
    return sum(a) * sum(b)


@programs.right()
def class_of_a_tuple(x):
    a = tuple(v * 2 for v in x)
    return x * isinstance(a, tuple) + x * isinstance(a, list) + sum(a) * (x if type(a) is tuple else 2.0)


@programs.refused("repeating a list of unknown length is not supported")
def tuple_repeated(x):
    a = tuple(v * 2 for v in x)
    b = a * 2
    c = a + (x[0],)
    d = a[1:] + b[:1]
    return sum(b) * sum(c) * sum(d)


@programs.right()
def items_by_tuples(x):
    m = np.outer(x, x)
    i = np.unravel_index(np.argmax(m), m.shape)
    return m[i] * x + m[tuple(np.argwhere(m > 1)[0])] + m[tuple(int(k) for k in np.argsort(x)[:2])] * x


@programs.right()
def item_by_a_tuple(x):
    m = np.outer(x, x)
    k = tuple(i for i in range(len(x)) if x[i] > 1)
    return m[k] * x


@programs.right()
def item_by_a_tuple_written(x):
    m = np.outer(x, x) * 1.0
    k = tuple(i for i in range(len(x)) if x[i] > 1)
    m[k] = x[1]
    m[k] *= x[0]
    return m


@programs.right()
def item_by_a_list_or_tuple(x):
    m = np.outer(x, x) * 1.0
    k = [i for i in range(len(x)) if x[i] > 1]
    t = k if x[0] > 5 else tuple(k)
    return m[t] * x


@programs.right()
def items_by_tuples_of_arrays(x):
    m = np.outer(x, x)
    return (
        m[np.nonzero(m > 1)].sum() * x
        + m[np.where(x > 1)].sum() * x
        + m[np.triu_indices(3)].sum()
        + m[np.diag_indices(3)] * x
    )


@programs.right()
def item_by_a_built_tuple(x):
    m = np.outer(x, x)
    idx = [slice(None)] * m.ndim
    idx[1] = 0
    return m[tuple(idx)] * x + m[(slice(None), 1)] + m[tuple([0, 1])] * x


@programs.right()
def tuple_of_arguments(x):
    def f(*args):
        return sum(args) * len(args) * args[0]

    rows = [v * 2 for v in x]
    return f(*rows[:2]) if False else f(x[0], x[1])


@programs.right()
def tuples_as_shapes(x):
    m = np.outer(x, x)
    s = m.shape
    return (
        m[np.unravel_index(3, s)] * x
        + np.ones(tuple(s))[0] * x
        + np.zeros(tuple(int(k) for k in s)).sum()
        + np.reshape(x, tuple(len(x) for _ in range(1)))
    )


@programs.right()
def tuple_added(x):
    a = tuple(v * 2 for v in x)
    c = a + (x[0],)
    return sum(c) * c[-1]


@programs.right()
def tuple_added_in_front(x):
    a = tuple(v * 2 for v in x)
    c = (x[0], x[1]) + a
    d = c + a
    return sum(d) * c[-1] * d[0] * len(d)


@programs.right()
def tuple_augmented_in_a_loop(x):
    a = tuple(v * 2 for v in x)
    for k in range(2):
        a += (x[k] * a[0],)
        a = a + (1.0,)
    return sum(a) * a[-2]


@programs.refused("'a' has no single meaning here: it is unbound, or of another kind, on some path")
def tuple_that_grows(x):
    a = ()
    for v in x:
        a = a + (v * 2,)
    return sum(a) * a[1]


@programs.refused("'a' has no single meaning here: it is unbound, or of another kind, on some path")
def tuple_that_grows_in_place(x):
    a = ()
    for v in x:
        a += (v * 2, 1.0)
    b = a[::-1]
    return sum(a) * b[1] * isinstance(a, tuple)


@programs.refused("'a' has no single meaning here: it is unbound, or of another kind, on some path")
def nested_tuple_that_grows(x):
    a = ()
    for v in x:
        a = (v, a)
    return a[0]


@programs.refused("'a' has no single meaning here: it is unbound, or of another kind, on some path")
def index_that_grows(x):
    m = np.outer(x, x)
    a = ()
    for i in range(len(x) - 1):
        a = a + (i,)
    return m[a] * x


@programs.right()
def list_that_grows(x):
    a = []
    for v in x:
        a = a + [v * 2]
    b = a
    b += [1.0]
    return sum(a) * b[1]


@programs.right()
def array_of_a_tuple(x):
    a = tuple(v * 2 for v in x)
    return np.array(a) * np.max(a) + np.stack([a, a])[0]


@programs.right()
def tuple_unpacked(x):
    a = tuple(x)
    (b, *c), d = a, 2.0
    return b * c[0] * sum(c) * d + (x[0] in a) * 1.0 + a.index(x[1]) * x[1] + a.count(x[0])


@programs.right()
def tuple_returned(x):
    return tuple(v * 2 for v in x), [tuple(x)]


@programs.right()
def slices_of_tuples_augmented(x):
    a = tuple(v * 2 for v in x)
    b = a[1:]
    c = b
    c += (x[0],)
    d = (a + b)[:3]
    e = d
    e += a
    return sum(b) * len(b) * isinstance(b, tuple) * sum(d) * len(d) * sum(e) * isinstance(e, tuple)


@programs.right()
def items_by_slices_of_tuples(x):
    m = np.outer(x, x) * np.ones((3, 3, 3)[:2])
    a = tuple(i for i in range(len(x)))
    return m[a[:2]] * x + m[a[1:]] + np.ones((3, 3, 3))[a] * x


@programs.right(X.copy(), 1)
def tuple_augmented_on_a_path(x, n):
    a = tuple(v * 2 for v in x)
    if n > 0:
        a = a + (x[0],)
    b = a
    while len(a) < 6:
        a += (x[1],)
    return sum(a) * sum(b)


@programs.right()
def tuple_of_a_list_augmented(x):
    rows = [tuple(v * w for w in x) for v in x]
    r = rows[0]
    r += (1.0,)
    return sum(r) * len(rows[0]) * rows[1][2]


@programs.right()
def tuple_of_a_dict_augmented(x):
    d = {"a": tuple(v * 2 for v in x)}
    e = d["a"]
    d["a"] += (x[0],)
    return sum(e) * sum(d["a"]) * len(e)


test_right, test_refused = programs.tests()
