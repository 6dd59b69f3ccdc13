"""Functions that call themselves."""

import numpy as np

from tests.source.programs_of import Programs

programs = Programs()


def rt(n, v):
    if n == 0:
        return v, v * 2
    a, b = rt(n - 1, v * 1.5)
    return b, a * v


@programs.right()
def rec_tuple(x):
    a, b = rt(len(x), x)
    return a * b


def rf(n, v, double):
    if n == 0:
        return v
    return rf(n - 1, v * 2 if double else v * 3, double)


@programs.right()
def rec_flag(x):
    return rf(len(x), x, True) * rf(len(x), x, False)


def rs(n, v, how, none):
    if n == 0:
        return v
    return rs(n - 1, np.sin(v) if how == "sin" else np.cos(v), how, none)


@programs.right()
def rec_text(x):
    return rs(len(x), x, "sin", None) * rs(len(x), x, "cos", None)


def rg(n, v, g):
    if n == 0:
        return v
    return rg(n - 1, g(v), g)


@programs.right()
def rec_function(x):
    return rg(len(x), x, np.sin)


@programs.refused("rg() calls itself with an argument 'g' that is neither a number nor an array")
def rec_lambda(x):
    return rg(len(x), x, lambda v: v * x)


def rd(n, v):
    if n == 0:
        return {"a": v}
    return {"a": rd(n - 1, v)["a"] * 2}


@programs.refused("rd() is recursive and returns something else than numbers and arrays")
def rec_dict(x):
    return rd(len(x), x)["a"]


def rl(n, v):
    if n == 0:
        return v[0]
    return rl(n - 1, [v[1], v[0] * 2])


@programs.refused("rl() calls itself with an argument 'v' that is neither a number nor an array")
def rec_list_argument(x):
    return rl(len(x), [x, x * 3])


def fv(n, v):
    return fv(n - 1, v * 2)


@programs.refused("fv() calls itself on every path")
def rec_forever(x):
    return fv(len(x), x) if len(x) > 100 else x


def rw(n, v):
    if n == 0:
        return v
    v[0] = v[0] * 2
    return rw(n - 1, v)


@programs.refused("rw() is recursive and writes into its arguments")
def rec_writes(x):
    y = x.copy()
    return rw(len(x), y) * y


def rr(n, v):
    if n == 0:
        return 1.0
    return rr(n - 1, v) * v


@programs.right()
def rec_grows(x):
    return rr(len(x), x)


def rc(n, v):
    if n == 0:
        return 1.0
    return rc(n - 1, v) * v + rc(n - 1, 2.0) * n


@programs.right()
def rec_constant(x):
    return rc(len(x), x[0])


def rp(n, v):
    if n == 0:
        return (v, 1)
    a, k = rp(n - 1, v * v)
    return a + v, k + 1


@programs.right()
def rec_pair(x):
    a, k = rp(len(x), x)
    return a * k


def even(n, v):
    return v if n == 0 else odd(n - 1, v * 2)


def odd(n, v):
    return v * v if n == 0 else even(n - 1, np.sin(v))


@programs.right()
def rec_mutual(x):
    return even(len(x), x) * odd(len(x), x)


def fib(n, v):
    if n < 2:
        return v * n
    return fib(n - 1, v) + fib(n - 2, v * v)


@programs.right()
def rec_fib(x):
    return fib(len(x) + 2, x)


@programs.right()
def tree(v):
    if len(v) <= 1:
        return v[0] * v[0]
    k = len(v) // 2
    return tree(v[:k]) * np.cos(tree(v[k:]))


@programs.right()
def rec_tree(x):
    return tree(x)


def gcd_like(a, b):
    return a if b < 1e-3 else gcd_like(b, a * 0.5 - b * 0.3)


@programs.right()
def rec_float(x):
    return gcd_like(x[0], x[1])


def deep(n, v, acc=1.0, *rest, scale=2.0):
    if n <= 0:
        return v * acc
    return deep(n - 1, v, acc * v * scale, scale=scale * 0.5)


@programs.refused("deep() calls itself with an argument 'rest' that is neither a number nor an array")
def rec_defaults(x):
    return deep(len(x), x)


def none_rec(n, v, best=None):
    if n == 0:
        return best
    return none_rec(n - 1, v, v * n if best is None else best + v)


@programs.right()
def rec_none(x):
    return none_rec(len(x), x)


test_right, test_refused = programs.tests()
