"""Iterators, displays and unpacking."""
# ruff: noqa: B033, B905, C406, C408, C409, C414, C416, C417  (what users write)

import numpy as np

from tests.source.programs_of import Programs, X

programs = Programs()


@programs.right()
def zip_strict(x):
    return sum([a * b for a, b in zip(x, [1.0, 2.0, 3.0], strict=True)])


@programs.right()
def zip_strict_of_lists(x):
    rows = [v * 2 for v in x]
    return sum([a * b for a, b in zip(rows, reversed(rows), strict=True)])


@programs.right()
def zip_strict_enumerate(x):
    t = 0.0
    for (i, a), b in zip(enumerate(x), range(3), strict=True):
        t += a * b * i
    return t


@programs.right()
def zip_strict_unknown(x):
    t = 0.0
    for a, b in zip(x, map(lambda v: v * 2, x), strict=True):
        t += a * b
    return t


@programs.refused("zip() with a strict= that is only known at run time", X.copy(), 1)
def zip_strict_flag(x, n):
    return sum([a * b for a, b in zip(x, x, strict=n > 0)])


@programs.right()
def zip_strict_generator(x):
    return sum([a * b for a, b in zip(x, (v for v in x if v > 0), strict=True)])


@programs.refused("a function is used as data here (Func)")
def zip_of_functions(x):
    return sum([f(v) for f, v in zip([np.sin, np.cos, lambda a: a * 2], x)])


@programs.right()
def zip_of_maps(x):
    return sum([a * b for a, b in zip(map(lambda v: v * 2, x), map(np.sin, x))])


@programs.right(X.copy(), 1)
def enumerate_from(x, n):
    return sum([i * v for i, v in enumerate(x, n)]) + sum([i * v for i, v in enumerate([x[0], x[1]], start=n)])


@programs.right()
def empty_tuple(x):
    t = tuple()
    t = t + (x[0],)
    return t[0] * len(list()) + tuple([x[1], x[2]])[1]


@programs.refused("a tuple of structures whose number is not known")
def tuple_of_structures(x):
    rows = []
    for v in x:
        rows.append((v, v * 2))
    return tuple(rows)[0][1]


@programs.right(X.copy(), 1)
def slices(x, n):
    a = slice(n)
    b = slice(n, None, 2)
    c = slice(0, 2)
    return x[a].sum() + x[b].sum() * 2 + x[c].prod()


@programs.right()
def sorted_constants(x):
    order = sorted([2, 0, 1], reverse=True)
    return x[order[0]] * 3 + x[order[1]]


@programs.right()
def sorted_shape(x):
    names = sorted({"b": 1, "a": 2})
    return x * len(names) * (2.0 if names[0] == "a" else 3.0)


@programs.right()
def sorted_map(x):
    return sorted(map(lambda v: v * v, x))[0]


@programs.right()
def sorted_functions(x):
    return sorted(map(lambda f: f(x[0]), [np.sin, np.cos]))[0]


@programs.right()
def next_of_iter(x):
    it = iter(x)
    a = next(it)
    return a * next(it)


@programs.right()
def next_default(x):
    it = iter([x[0]])
    next(it)
    return next(it, x[2])


@programs.right()
def dict_of_pairs(x):
    d = dict([("a", x[0]), ("b", x[1])], c=x[2])
    return d["a"] * d["b"] * d["c"]


@programs.refused("the keys of a dict must be known while compiling", X.copy(), 1)
def dict_of_unknown_pairs(x, n):
    d = dict([(n, x[0])])
    return d[n]


@programs.refused("dict() of pairs whose number is not known")
def dict_of_zip(x):
    d = dict(zip("abc", x * 2))
    return d["a"] * d["c"]


@programs.right()
def tuple_keys(x):
    d = {(0, 1): x[0], (1, 0): x[1]}
    return d[0, 1] * d[1, 0]


@programs.right()
def set_of_numbers(x):
    return x * len({1, 2, 2}) * (2 in {1, 2})


@programs.right()
def unpacked_dict(x):
    d = {"a": x[0], "b": x[1]}
    a, b = d
    return d[a] * d[b]


@programs.right()
def unpacked_text(x):
    a, b = "ab"
    return {"a": x[0], "b": x[1]}[b] * x


@programs.refused("the number of items is not known here")
def unpacked_iterators(x):
    (i, a), (j, b) = enumerate(x[:2])
    c, d = reversed([x[0], x[1]])
    e, f = zip([x[0], x[1]], [x[1], x[2]])
    return a * b * i + c * d * j + e[0] * f[1]


@programs.refused("the number of items is not known here")
def starred_generator(x):
    def g(a, b, c):
        return a * b + c

    return g(*(v * 2 for v in x)) + max(*x) + g(*map(np.sin, x))


@programs.right()
def fstring(x):
    text = f"{x.ndim:03d}" + f"{x.size!r}"
    return x * len(text)


@programs.refused("the items of this list are of different kinds")
def joined_lists(x):
    rows = [v * 2 for v in x]
    return sum([x[0], *rows, *reversed(rows), *zip(rows, rows)][0:2])


@programs.right()
def reversed_list(x):
    return list(reversed(list(x)))[0]


@programs.right()
def product_of_a_list(x):
    return np.prod(list(x))


@programs.right()
def reversed_list_and_item(x):
    a = list(x)
    return list(reversed(a))[1] * a[0]


@programs.right()
def reversed_comprehension(x):
    a = [v for v in x]
    return list(reversed(a))[1] * a[0]


@programs.right()
def tuple_of_reversed(x):
    a = [v for v in x]
    b = tuple(reversed(a))
    return b[1] * a[0]


@programs.right()
def reversed_by_slice(x):
    a = [v for v in x]
    b = a[::-1]
    b.append(x[0])
    return b[1] * a[0] * b[-1]


@programs.right()
def sorted_both_ways(x):
    return sorted(x)[1] * sorted(list(x), reverse=True)[0]


@programs.right()
def arrays_of_sorted_and_reversed(x):
    a = list(x)
    return np.array(sorted(a)) * x + np.array(list(reversed(a)))


test_right, test_refused = programs.tests()
