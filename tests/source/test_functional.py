"""Functions that take functions, and what NumPy makes of other arguments."""
# ruff: noqa: B905, C400, C416, C417  (what users write)

import functools
import operator

import numpy as np

from tests.source.programs_of import Programs, X

programs = Programs()


@programs.right()
def reduced(x):
    rows = [v * 2 for v in x]
    return (
        functools.reduce(lambda a, b: a * b + 1, rows)
        + functools.reduce(operator.mul, x, 2.0)
        + functools.reduce(lambda a, b: a + b, [x[0], x[1]], 1.0)
    )


@programs.refused("functools.reduce cannot be differentiated here: 'Iterator' object is not subscriptable")
def reduced_map(x):
    return functools.reduce(lambda a, b: a * b + 1, map(lambda v: v * 2, x)) + functools.reduce(
        operator.add, (v * v for v in x), 0.5
    )


@programs.right()
def reduced_once(x):
    return functools.reduce(lambda a, b: a * b, [x])


def kink(v):
    return v * v if v > 1 else v * 3


VEC = np.vectorize(kink)

TYPED = np.vectorize(kink, otypes=[float])

PAIR = np.vectorize(lambda a, b: a * b if a > b else a - b)


@programs.right()
def vectorized_outside(x):
    return VEC(x) * VEC(x[0])


@programs.right()
def vectorized_inside(x):
    return np.vectorize(kink)(x) + np.vectorize(lambda a, b: a * b if b > 1 else a)(x, x[0]) + PAIR(x, x[::-1])


@programs.refused("np.vectorize with options")
def vectorized_typed(x):
    return TYPED(x)


@programs.refused("np.vectorize with options")
def vectorized_options(x):
    return np.vectorize(kink, otypes=[float])(x)


@programs.refused("a function of np.vectorize with keywords")
def vectorized_keywords(x):
    return np.vectorize(lambda a: a * 2)(a=x)


@programs.refused("np.vectorize of a function whose results are not float numbers or arrays")
def vectorized_int(x):
    return np.vectorize(lambda a: 1 if a > 1 else 2)(x) * x


@programs.refused("np.vectorize of values that are not in double precision")
def vectorized_single(x):
    return np.vectorize(kink)(x.astype(np.float32))


@programs.right()
def vectorized_matrix(x):
    return np.vectorize(kink)(np.outer(x, x))


@programs.right()
def along_axis(x):
    m = np.outer(x, x + 1)
    return (
        np.apply_along_axis(lambda r: r.sum() * r[0], 1, m)
        + np.apply_along_axis(lambda r: r * r[0], 0, m) @ np.apply_along_axis(np.cumsum, -1, m)[0]
        + np.apply_along_axis(np.sort, 0, x)
    )


@programs.refused("np.apply_along_axis with arguments for the function")
def along_axis_extra(x):
    return np.apply_along_axis(lambda r, k: r * k, 0, x, 2.0)


@programs.refused("np.apply_along_axis of this array", X.copy(), 1)
def along_axis_unknown(x, n):
    return np.apply_along_axis(np.sum, n, np.outer(x, x))


@programs.refused("np.apply_along_axis of this array")
def along_axis_3d(x):
    return np.apply_along_axis(np.sum, 1, np.ones((2, 2, 3)) * x)


@programs.right()
def piecewise(x):
    return np.piecewise(x, [x < 1, x > 2], [lambda v: v * v, lambda v: -v, 3.0]) + np.piecewise(x, [x > 1], [np.sin])


@programs.refused("np.piecewise of this value")
def piecewise_scalar(x):
    return np.piecewise(x[0], [x[0] < 1], [1.0, lambda v: v])


@programs.refused("np.piecewise with conditions that are not a list of masks")
def piecewise_mask(x):
    return np.piecewise(x, x > 1, [lambda v: v * 2, lambda v: v])


@programs.right()
def rows_and_columns(x):
    return (
        np.r_[x, x[0], 0:3, 1.0].sum()
        + np.c_[x, x * 2] @ np.array([1.0, 2.0])
        + np.r_[0:2:5j].sum() * x
        + np.r_[x, 1:2:3j].prod()
    )


@programs.right()
def spans(x):
    n = len(x)
    return np.r_[x, 0:n, x[:1]] ** 2


@programs.refused("np.r_ with a directive")
def r_directive(x):
    return np.r_["0,2", x, x]


@programs.right()
def r_directive_constant(x):
    return x @ np.r_["0,2", [1.0, 2, 3], [2.0, 3, 4]].T


@programs.right()
def outer_ufuncs(x):
    return (
        np.multiply.outer(x, x[:2])
        + np.subtract.outer(x, [1.0, 2.0])
        + np.add.outer(x[0], x[:2])
        + np.power.outer(x, x[1])[:, None]
    )


@programs.refused("np.multiply.outer: got an unexpected keyword argument 'dtype'")
def outer_keyword(x):
    return np.multiply.outer(x, x, dtype=np.float64)


@programs.right(X.copy(), 1)
def unknown_number_ufunc(x, n):
    table = {1: x[0], 2: x[1]}
    v = [table[1], table[2]][n]
    return np.sin(v) * np.maximum(v, 0.3)


@programs.right()
def gradient_axes(x):
    m = np.outer(x, x)
    return np.gradient(m, axis=0) + np.gradient(m, axis=(0, 1))[1] + np.gradient(m)[0]


@programs.right()
def reshapes(x):
    s = (1, 3)
    k = len(x)
    return x.reshape(s) + x.reshape(k) + np.reshape(x, (3, 1)) + x.reshape(np.shape(x)) + np.reshape(x, -1)


@programs.right(X.copy(), 1)
def slices_in_calls(x, n):
    s = slice(0, n + 1)
    return x[s].sum() + np.take(x, [0, 1])[s].sum()


@programs.right()
def no_rule(x):
    return np.busday_count("2020-01-01", "2020-01-05") * x


@programs.right()
def ufunc_without_rule(x):
    return np.nextafter(x, x + 1)


@programs.right()
def passive_argument(x):
    return np.roll(x, int(x[0]))


@programs.refused("np.sin(where=) without out= leaves values undefined")
def where_without_out(x):
    return np.sin(x, where=x > 1)


@programs.right()
def where_true(x):
    return np.sin(x, where=True)


@programs.right()
def generator_argument(x):
    return (
        np.array(list(v * 2 for v in x)).sum()
        + np.sum(np.array([v for v in map(np.sin, x)]))
        + np.concatenate(list(x[i:] for i in range(2)))[0]
    )


@programs.right()
def stacked_iterators(x):
    return np.stack(list(map(np.sin, [x, x * 2]))).sum() + np.array(list(zip(x, x * 2))) @ np.array([1.0, 2.0])


@programs.right()
def string_methods(x):
    name = "a,b".upper().split(",")
    text = str(x.shape).replace("(", "")
    return x * len(name) * text.startswith("3")


@programs.right()
def number_methods(x):
    return x * (2.0).is_integer() + x[0].conjugate() + (3).bit_length()


@programs.right()
def method_out(x):
    out = np.zeros(3)
    x.cumsum(out=out)
    np.sin(x, out=out)
    m = np.zeros(())
    x.sum(out=m)
    return out * m


test_right, test_refused = programs.tests()
