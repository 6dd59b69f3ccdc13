"""itertools, filter, and order by a key."""

import itertools
import operator

import numpy as np


def ndindex(x):
    a = np.array([[x, 2.0], [0.3, x * x]])
    s = 0.0
    for i, j in np.ndindex(2, 2):
        s = s * 0.5 + a[i, j] ** 2 * (i + 2 * j + 1)
    for i, j in np.ndindex(a.shape):
        s = s * 0.5 + a[i, j]
    for idx in np.ndindex(*a.shape):
        s = s * x + a[idx]
    return s


def ndenumerate(x):
    a = np.array([[x, 2.0], [0.3, x * x]])
    s = 0.0
    for (i, j), v in np.ndenumerate(a):
        s = s * 0.5 + v * (i + j + 1)
    return s


def combos(x):
    s = 0.0
    for a, b in itertools.combinations([x, 2.0, x * x], 2):
        s += a * b**2
    for a, b in itertools.permutations([x, 2.0], 2):
        s += a * b**2
    for a, b in itertools.product([x, 2.0], [1.0, x]):
        s = s * 0.5 + a * b
    for a, b in itertools.pairwise([x, 2.0, x * 3]):
        s = s * x + a * b
    return s


def chained(x):
    s = sum(itertools.chain([x, 2.0], (x * x,)))
    for v in itertools.chain.from_iterable([[x], [2.0, x]]):
        s = s * v
    for v in itertools.islice([x, 2.0, x * x, 5.0], 1, 3):
        s = s * v
    for v in itertools.repeat(x, 3):
        s = s + v * s
    return s


def accum(x):
    l = list(itertools.accumulate([x, 2.0, x * x]))
    m = list(itertools.accumulate([x, 2.0, x], operator.mul))
    n = list(itertools.accumulate([x, 2.0, x], lambda a, b: a * x + b))
    return (
        l[2] * m[1]
        + n[2]
        + sum(itertools.starmap(lambda a, b: a * b, [(x, 2.0), (3.0, x)]))
        + sum(a * b for a, b in itertools.zip_longest([x, 2.0], [x], fillvalue=x))
    )


def filt(x):
    return sum(filter(lambda v: v > 0.4, [x, 0.1, x * x])) * x + len(list(filter(None, [1, 0, 2]))) * x


def filt_arr(x):
    a = np.array([x, 0.1, x * 3])
    return sum(v * v for v in filter(lambda t: t > 0.4, a))


def sort1(x):
    s = sorted([x, 0.1, x * x])
    return s[0] + 2 * s[1] + 3 * s[2]


def sort2(x):
    a = np.array([x, 0.1, x * x])
    s = sorted(a, reverse=True)
    return s[0] + 2 * s[1] + 3 * s[2]


def sort3(x):
    s = sorted([x, -0.1, x * x], key=lambda t: -abs(t))
    return s[0] + 2 * s[1] + 3 * s[2]


def sort4(x):
    s = sorted([(x, 1), (0.1, 2), (x * x, 3)])
    return s[0][0] * s[1][1] + s[2][0]


def sort5(x):
    l = [x, 0.1, x * x]
    l.sort()
    return l[0] + 2 * l[1] + 3 * l[2]


def maxkey(x):
    return (
        max([x, -2.0, x * x], key=abs) * x
        + min([x, 3.0, x * x], key=lambda t: (t - 0.5) ** 2)
        + max(x, -x * 2, key=abs)
    )


def maxkey_arr(x):
    a = np.array([x, -2.0, x * x])
    return max(a, key=abs) * x + min(range(3), key=lambda i: a[i]) * x


def sumprod(x):
    return sum(map(operator.mul, [x, 2.0], [x, x * x]))


def s_alias(x):
    l = [x, 0.1, x * x]
    m = l
    l.sort()
    return m[0] + 2 * m[1] + 3 * m[2] + len(l) * x


def s_passive(x):
    l = [3, 1, 2]
    l.sort()
    l.sort(reverse=True)
    return x * l[0] + x * x * l[2]


def s_strs(x):
    l = ["b", "a"]
    l.sort()
    return x * (2 if l[0] == "a" else 3)


def s_loop(x):
    l = [x, 0.1, x * x]
    for k in range(2):
        l.sort()
        l[0] = l[0] + x
    return l[0] + 2 * l[1] + 3 * l[2]


def s_branch(x):
    l = [x, 0.1]
    if x > 0.5:
        l.sort()
    return l[0] + 2 * l[1]


def s_key(x):
    l = [x, -0.1, x * x]
    l.sort(key=lambda t: -t)
    return l[0] + 2 * l[1]


def s_append(x):
    l = [x, 0.1]
    l.append(x * x)
    l.sort()
    l.append(5.0)
    return l[0] * l[1] + l[3] * l[2] + len(l)


def med(x):
    v = sorted([x, 0.1, x * x, 2.0])
    n = len(v)
    return (v[n // 2 - 1] + v[n // 2]) / 2


def topk(x):
    a = np.array([x, 0.1, 3 * x])
    return sum(sorted(a)[-2:]) * x


def sorted_pairs(x):
    ps = sorted([("b", x), ("a", 2.0)])
    return ps[0][1] * 2 + ps[1][1]


def sorted_by_index(x):
    w = np.array([x, 0.1, 2.0])
    o = sorted(range(3), key=lambda i: w[i])
    return w[o[0]] + 2 * w[o[1]] + 3 * w[o[2]]


def minmax_strs(x):
    return x * len(max("abc", "zz", key=len)) + x * len(min(["aa", "b"], key=len))


def sorted_long(x):
    values = sorted([x / (k + 1.0) for k in range(12)])
    return sum(i * v for i, v in enumerate(values))
