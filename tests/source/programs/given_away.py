"""Lists and other objects that are given to functions that are not followed."""

import bisect
import collections
import heapq
import random

import numpy as np


def heap(x):
    l = [3, 1, 2]
    heapq.heapify(l)
    heapq.heappush(l, 0)
    return x * l[0] + x * x * heapq.heappop(l) + len(l) * x


def insort(x):
    l = [1, 3]
    bisect.insort(l, 2)
    return x * l[1] * len(l)


def shuffle(x):
    l = [1, 2, 3, 4, 5, 6]
    random.Random(3).shuffle(l)
    return x * l[0] + x * x * l[1]


def npshuffle(x):
    l = np.arange(6)
    np.random.default_rng(3).shuffle(l)
    return x * l[0] + x * x * l[1]


def npshuffle_list(x):
    l = [1, 2, 3, 4, 5, 6]
    np.random.default_rng(3).shuffle(l)
    return x * l[0] + x * x * l[1]


def dictlib(x):
    d = {"a": 1, "b": 2}
    dict.update(d, a=5)
    list.append([1], 2)
    l = [1]
    list.append(l, 4)
    return x * d["a"] * len(l)


def in_loop(x):
    l = [5, 3, 4]
    s = x
    heapq.heapify(l)
    while l:
        k = heapq.heappop(l)
        s = s * x + k
    return s


def set_ops(x):
    s = {1, 2}
    s.add(3)
    s.discard(1)
    t = s | {9}
    return x * len(s) * sum(t)


def deque_passive(x):
    q = collections.deque([1, 2])
    q.append(3)
    q.popleft()
    return x * q[0] * len(q)


def counter(x):
    c = collections.Counter("abca")
    c["z"] += 2
    return x * c["a"] * c["z"]


def defdict(x):
    d = collections.defaultdict(list)
    d["a"].append(1)
    d["a"].append(2)
    return x * len(d["a"]) + x * len(d)


def passive_dict_runtime(x):
    d = {}
    for k in range(5):
        d[k % 2] = d.get(k % 2, 0) + k
    return x * d[0] + x * x * d[1]


def passive_list_alias(x):
    l = [1, 2]
    m = l
    m.append(3)
    n = np.array(l)
    l[0] = 9
    return x * n.sum() * len(l) + m[0] * x * x


def nparr_from_list(x):
    l = [1.0, 2.0]
    a = np.asarray(l)
    l[0] = 5.0
    a[1] = 7.0
    return x * a.sum() * sum(l)


def arr_obj_method(x):
    a = np.zeros(3, int)
    a.put([0], 5)
    a.sort()
    np.random.default_rng(0).permuted(a, out=a)
    return x * a.sum() + x * a.max()


def rng_state(x):
    r = np.random.default_rng(0)
    a = r.normal()
    b = r.normal()
    return x * a + x * x * b


def str_join(x):
    parts = []
    parts.append("a")
    parts.append("b")
    return x * len("-".join(parts))
