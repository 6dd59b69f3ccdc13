"""Lists that carry no derivative themselves, extended and changed: their items are indices of what does."""

import numpy as np

from tests.memory.case import right

X = np.array([0.3, -0.7, 1.1, 0.5])


@right(X, 3)
def passive_records_extend(x, n):
    q = []
    for i in range(n):
        q.append((i, i + 1))
    r = []
    for i in range(n):
        r.append((i * 2, i))
    q.extend(r)
    return sum(x[a % 4] * (b + 1) for a, b in q)


@right(X, 3)
def passive_records_extend_zip(x, n):
    q = []
    for i in range(n):
        q.append((i, i + 1))
    q.extend(zip(range(n), range(n)))
    return sum(x[a % 4] * (b + 1) for a, b in q)


@right(X, 3)
def passive_records_plus(x, n):
    q = []
    for i in range(n):
        q.append({"a": i})
    r = [{"a": i} for i in range(n)]
    q += r
    return sum(x[d["a"] % 4] for d in q) * len(q)


@right(X, 3)
def passive_empty_extend_records(x, n):
    q = []
    r = [(i * 2, i) for i in range(n)]
    q.extend(r)
    q.extend(r)
    return sum(x[a % 4] * (b + 1) for a, b in q) * len(q)


@right(X, 3)
def passive_numbers_extend(x, n):
    q = [i for i in range(n)]
    r = [i * 2 for i in range(n)]
    q.extend(r)
    q += range(n)
    q.extend(q)
    return sum(x[a % 4] * (k + 1) for k, a in enumerate(q))


@right(X, 3)
def passive_lists_extend(x, n):
    q = [[i, 1] for i in range(n)]
    r = [[i * 2, 2] for i in range(n)]
    q.extend(r)
    q += q
    return sum(x[a % 4] * b for a, b in q)


@right(X, 3)
def passive_records_copy_pop_insert(x, n):
    q = [(i, i + 1) for i in range(n)]
    p = q.copy()
    p.pop()
    p.insert(0, (3, 2))
    q.pop(0)
    p = p + q
    q[0] = (0, 5)
    return sum(x[a % 4] * b for a, b in p) + sum(x[a % 4] * b for a, b in q)


@right(X, 3)
def passive_maybe_extend(x, n):
    q = [None, (1, 2)]
    for i in range(n):
        q.append((i, i) if i % 2 else None)
    q.extend(q[:2])
    return sum(x[p[0] % 4] * p[1] for p in q if p is not None) * len(q)


@right(X, 3)
def extend_generator_of_pairs(x, n):
    q = []
    for i in range(n):
        q.append((i, i + 1))
    q.extend((k, k) for k in range(n))
    return sum(x[a % 4] * b for a, b in q)
