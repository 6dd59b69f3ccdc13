"""What a function may return, and what it may write into."""
# ruff: noqa: B905, C417  (what users write)

import collections

import numpy as np

from tests.source.programs_of import Programs, X

programs = Programs()


@programs.refused("the function returns a generator")
def returns_generator(x):
    return (v for v in x)


@programs.refused("the function returns a function")
def returns_function(x):
    return np.sin if x[0] > 3 else np.cos


@programs.refused("the function returns None on some paths and a structure on others")
def returns_maybe(x):
    if x[0] > 3:
        return None
    return (x, x * 2)


@programs.refused("the function returns a list whose items are lists of structures, or may be None")
def returns_deep(x):
    a = []
    for v in x:
        inner = []
        for w in x:
            inner.append((v, w))
        a.append((v, inner))
    return a


@programs.refused("a function that uses a deque returns a list or a deque: which one is not known")
def returns_deque(x):
    d = collections.deque()
    for v in x:
        d.append(v * 2)
    return d


@programs.refused("the function returns a function or an iterator")
def returns_lambda(x):
    return lambda: x


@programs.right(X.copy(), {"a": np.array([1.0, 1.0, 1.0]), "b": [1.0, np.array([0.0, 0.0, 0.0])]})
def finals(x, d):
    d["a"][0] = x[0] * 2
    d["b"][1][:] = x
    return d["a"] * x


@programs.refused(
    "a list of the caller is changed",
    X.copy(),
    (
        np.array([1.0, 1.0, 1.0]),
        [1.0, 2.0],
    ),
)
def finals_tuple(x, t):
    t[0][:] = x * 2
    t[1].append(x[0])
    return t[0] * x


@programs.right(X.copy(), [1, 2])
def counted_before_a_write(x, rows):
    k = rows.count(2)
    rows[0] = 2
    return x * k


@programs.right(X.copy(), {"a": 3.0})
def got_before_a_write(x, d):
    k = d.get("a", 1.0)
    d["a"] = 5.0
    return x * k


@programs.right(X.copy(), {"a": 3.0})
def length_before_a_write(x, d):
    k = len(d)
    d["b"] = 5.0
    return x * k


@programs.right(X.copy(), {"a": 3.0})
def contained_before_a_write(x, d):
    k = "b" in d
    d["b"] = 5.0
    return x * k


@programs.right(X.copy(), [1, 2])
def compared_before_a_write(x, rows):
    k = rows == [1, 2]
    rows[0] = 2
    return x * k


@programs.right(X.copy(), [1, 2])
def summed_before_a_write(x, rows):
    k = sum(rows) + max(rows)
    rows[0] = 2
    return x * k


@programs.right(X.copy(), 1)
def found_in_a_list_of_its_own(x, n):
    rows = [1, 2]
    k = rows.index(n)
    rows[0] = n
    return x * k + rows.index(n)


@programs.right(X.copy(), 1)
def got_from_a_dict_of_its_own(x, n):
    d = {1: 3.0, 2: 2.0}
    k = d.get(n, 1.0)
    d[1] = 7.0
    return k * x + d.get(n)


@programs.right(X.copy(), [1, 2])
def text_before_a_write(x, rows):
    k = str(rows)
    rows[0] = 1234
    return x * len(k)


@programs.right(X.copy(), [1, 2])
def class_before_a_write(x, rows):
    k = isinstance(rows[0], int)
    rows[0] = 2.0
    return x * k


@programs.right(X.copy(), np.array([2.0, 1.0]))
def size_before_a_write(x, a):
    k = a.size * (a[0] > 1)
    a[0] = 3.0
    return x * k


@programs.right(X.copy(), np.array([2.0, 1.0]))
def list_before_a_write(x, a):
    k = a.max() if a.any() else 3.0
    b = a.tolist()
    a[0] = 3.0
    return x * k * b[0]


@programs.right(X.copy(), [1, 2])
def copies_before_a_write(x, rows):
    t = tuple(rows)
    r = list(rows)
    rows[0] = 7
    return x * t[0] * r[0]


@programs.right(X.copy(), [1, 2])
def slice_before_a_write(x, rows):
    k = bool(rows)
    s = slice(rows[0])
    rows[0] = 2
    return x[s] * k


@programs.right(X.copy(), [1, 2])
def items_before_a_write(x, rows):
    k = (rows[0], f"{rows[0]}", rows[0] + 1, -rows[0], not rows[0], rows[0] if rows[1] else 2, abs(rows[0]))
    rows[0] = 0
    return x * k[0] * len(k[1]) * k[2] * k[3] * (1 + k[4]) * k[5] * k[6]


@programs.refused("a class is defined inside the function", X.copy(), 1)
def local_class(x, n):
    class Box:
        pass

    b = Box()
    b.n = n
    k = hasattr(b, "m")
    b.m = 3
    return x * k + hasattr(b, "m") + b.n


@programs.right(X.copy(), [1, 2])
def iterator_around_a_write(x, rows):
    it = iter(rows)
    a = next(it)
    rows[1] = 5
    b = next(it)
    return x * a * b


@programs.right(np.array([1.3, 0.4]), [1, 2])
def zip_around_a_write(x, rows):
    z = zip(rows, x)
    rows[1] = 5
    return sum([a * b for a, b in z])


@programs.refused("this iterator is used after what it reads may have changed", X.copy(), [1, 2])
def map_around_a_write(x, rows):
    m = map(lambda v: v * 2, rows)
    rows[1] = 5
    return x * sum(m)


@programs.refused("this generator runs later, and the function writes into arrays", X.copy(), [1, 2])
def generator_around_a_write(x, rows):
    g = (v * 2 for v in rows)
    rows[1] = 5
    return x * sum(g)


@programs.refused("this iterator is used after what it reads may have changed", X.copy(), [1, 2])
def enumerate_around_a_write(x, rows):
    e = enumerate(rows)
    r = reversed(rows)
    rows[1] = 5
    return x * sum([i * v for i, v in e]) * next(r)


@programs.right(X.copy(), {"a": 3.0})
def views_around_a_write(x, d):
    v = d.values()
    k = d.keys()
    i = d.items()
    d["a"] = 5.0
    return x * sum(v) * len(k) * sum([w for _, w in i])


@programs.right(X.copy(), {"a": 3.0})
def values_around_a_new_key(x, d):
    v = d.values()
    n = len(d)
    d["c"] = 5.0
    return x * sum(v) * n


@programs.right(X.copy(), [1, 2])
def unpacked_before_a_write(x, rows):
    a, *rest = rows
    rows[1] = 9
    return x * rest[0]


@programs.right(X.copy(), [1, 2])
def rebound_list(x, rows):
    n = len(rows)
    while len(rows) < 5 and n < 4:
        rows = rows + [n]
        n += 1
    return x * sum(rows) * n


@programs.right([1.0, 2.0, 3.0, 4.0])
def constant_in_a_differentiated_list(rows):
    rows[2] = 7.0
    return rows[2] * rows[3]


@programs.right([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0])
def constant_in_a_long_differentiated_list(rows):
    rows[2] = 7.0
    return rows[2] * rows[3]


@programs.right(X.copy(), [1.0, 2.0, 3.0, 4.0])
def constant_in_a_list(x, rows):
    rows[2] = 7.0
    return x * rows[2] * rows[3]


@programs.refused("a list of the caller is changed at an index that is not known", X.copy(), [1.0, 2.0, 3.0, 4.0])
def constant_at_an_unknown_index(x, rows):
    rows[int(x[0])] = 7.0
    return x * rows[2] * rows[3]


@programs.right(X.copy(), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0])
def augmented_in_a_long_list(x, rows):
    rows[int(x[0])] += 7.0
    return x * rows[2] * rows[1]


@programs.refused("a differentiated value is stored in an object of the caller", X.copy(), {"a": 2.0})
def differentiated_into_a_dict(x, d):
    d["b"] = x[0]
    return x * d["b"]


@programs.refused(
    "a differentiated value is stored in an object of the caller",
    X.copy(),
    [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0],
)
def differentiated_into_a_long_list(x, rows):
    rows[2] = x[0]
    return x * rows[2] * rows[3]


@programs.right(X.copy(), {"a": 2.0})
def number_into_a_dict(x, d):
    d["b"] = float(int(x[0]))
    return x * d["b"]


@programs.right(X.copy(), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0])
def number_into_a_long_list(x, rows):
    rows[2] = int(x[0])
    return x * rows[2] * rows[3]


@programs.refused(
    "a differentiated value is stored in an object of the caller",
    [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
)
def product_into_a_list(rows):
    rows[2] = rows[0] * rows[1]
    return rows[2] * rows[3]


@programs.refused("a list of the caller is changed at an index that is not known", [1.0, 2.0, 3.0, 4.0], 2)
def product_at_an_index(rows, n):
    rows[n] = rows[0] * rows[1]
    return rows[2] * rows[3]


@programs.refused(
    "a differentiated value is stored in an object of the caller",
    [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
    2,
)
def product_at_an_index_of_a_long_list(rows, n):
    rows[n] = rows[0] * rows[1]
    return rows[2] * rows[3]


@programs.refused("a list of the caller is changed", [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0])
def list_augmented(rows):
    rows += [1.0]
    return rows[2] * rows[3]


@programs.refused("a list of the caller is changed", [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0])
def list_popped(rows):
    rows.pop()
    return rows[2] * rows[3]


@programs.refused(
    "this array may share memory with an argument or a global array, so this write cannot be followed",
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
def array_of_a_list_written(rows):
    rows[3][0] = rows[2][0] * 2
    return rows[2] * rows[3]


@programs.refused("a list of the caller is changed", [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0])
def list_sorted(rows):
    rows.sort()
    return rows[2] * rows[3]


@programs.refused("a list of the caller is changed", [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0])
def item_deleted(rows):
    del rows[0]
    return rows[2] * rows[3]


@programs.refused("a slice of a list is assigned", [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0])
def slice_assigned(rows):
    rows[0:2] = [1.0]
    return rows[2] * rows[3]


@programs.refused(
    "a differentiated value is stored in an object of the caller",
    [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
)
def items_scaled_in_a_loop(rows):
    for i in range(len(rows)):
        rows[i] *= 2
    return rows[2] * rows[3]


@programs.refused(
    "a differentiated value is stored in an object of the caller",
    [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
)
def list_written_by_a_helper(rows):
    def h(r):
        r[0] = r[1] * 2

    h(rows)
    return rows[0] * rows[3]


@programs.refused(
    "a differentiated value is stored in an object of the caller",
    [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
)
def list_written_by_another_name(rows):
    other = rows
    other[0] = other[1] * 2
    return rows[0] * rows[3]


@programs.refused("a list of the caller is changed", [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0])
def list_reversed(rows):
    rows.reverse()
    return rows[0] * rows[3]


@programs.refused("a list of the caller is changed", [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0])
def list_extended(rows):
    rows.append(2.0)
    rows.insert(0, 3.0)
    rows.extend([3.0])
    return rows[0] * rows[3]


test_right, test_refused = programs.tests()
