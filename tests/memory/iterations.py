"""Arrays of a loop that are written: an iteration keeps its array, or a copy of it where another one writes it."""

from functools import lru_cache

import numpy as np

from tests.memory.case import A34, M3, V, refused, right


class Box:
    a = None


@lru_cache
def one_buffer(n):
    return np.zeros(n)


@right(V, 0.7, 3)
def view_of_an_array_that_a_function_keeps(x, y, n):
    total = 0.0
    for step in range(n):
        b = np.ravel(one_buffer(3))
        b[:] = step + 1.0
        total += np.sum(x * b) * y
    return total


@right(V, 0.7, 3)
def own_array(x, y, n):
    total = 0.0
    for step in range(n):
        a = x * y
        a[0] = y * y
        total += np.sum(a * a) * (step + 1.0)
    return total


@right(V, 0.7, 3)
def array_from_before(x, y, n):
    total = 0.0
    a = x * y
    for step in range(n):
        a[0] = y * y * step
        total += np.sum(a * a * x)
    return total


@right(V, 0.7, 4)
def bound_anew_in_some_iterations(x, y, n):
    total = 0.0
    a = x * y
    for step in range(n):
        if step % 2 == 0:
            a = x * y * step
        a *= y
        total += np.sum(a * a * x)
    return total


@right(V, 0.7, 4)
def bound_in_the_first_iteration(x, y, n):
    total = 0.0
    for step in range(n):
        if step == 0:
            a = x * y
        a[0] = a[1] * y
        total += np.sum(a * a)
    return total


@right(V, 0.7, 4)
def written_before_it_is_bound_anew(x, y, n):
    total = 0.0
    a = x + y
    for step in range(n):
        if step > 0:
            a *= 2.0
            total += np.sum(a)
        a = x * y
        a[0] = y
        total += np.sum(a * a)
    return total


@right(V, 0.7, 4)
def another_name_from_the_iteration_before(x, y, n):
    total = 0.0
    last = x * 1.0
    for step in range(n):
        last[0] = last[1] * y
        a = x * y
        a[1] = y * step
        total += np.sum(a * a) + np.sum(last)
        last = a
    return total


@right(V, 0.7, 5)
def two_names_taking_turns(x, y, n):
    total = 0.0
    a = x * y
    b = x + y
    for step in range(n):
        a[0] = b[1] * y
        total += np.sum(a * a * b)
        a, b = b, a
    return total


@right(V, 0.7, 4)
def after_the_loop(x, y, n):
    total = 0.0
    a = x * 1.0
    for step in range(n):
        a = x * y
        a[0] = y * y
        total += np.sum(a * a) * (step + 1.0)
    a *= 3.0
    return total + np.sum(a)


@right(V, 0.7, 4)
def layout_view_of_an_array_from_before(x, y, n):
    total = 0.0
    a = x * y
    for step in range(n):
        r = a.reshape(-1)
        r[0] = r[1] * y
        total += np.sum(r * r)
    return total


@right(V, 0.7, 4)
def layout_view_of_an_own_array(x, y, n):
    total = 0.0
    for step in range(n):
        a = x * y
        r = a.reshape(-1)
        r[0] = r[1] * y
        total += np.sum(r * r * a)
    return total


@right(A34, 0.7, 4)
def flat_view_of_an_array_from_before(x, y, n):
    total = 0.0
    a = x * y
    for step in range(n):
        r = np.ravel(a)
        r[step] = r[1] * y
        total += np.sum(r * r)
    return total


@right(A34, 0.7, 3)
def rows_of_an_array_from_before(x, y, n):
    total = 0.0
    a = x * y
    for row in a:
        row[0] = row[1] * y
        total += np.sum(row * row)
    return total + np.sum(a * a)


@right(V, 0.7, 3)
def popped_from_a_list(x, y, n):
    total = 0.0
    q = [x * 1.0, x * 2.0, x * y]
    for step in range(n):
        a = q.pop()
        a[0] = a[1] * y
        total += np.sum(a * a)
    return total


@right(V, 0.7, 3)
def popped_and_put_back(x, y, n):
    total = 0.0
    q = []
    for k in range(2):
        q.append(x * (k + 1.0))
    for step in range(n):
        a = q.pop()
        a[0] = a[1] * y
        total += np.sum(a * a)
        q.append(a)
    return total


@right(V, 0.7, 3)
def items_of_a_list_twice(x, y, n):
    total = 0.0
    q = []
    for k in range(n):
        a = x * (k + 1.0)
        a[0] = y
        total += np.sum(a * a)
        q.append(a)
    for k in range(n):
        q[k][1] = y * y
        total += np.sum(q[k] * q[k])
    return total


@right(V, 0.7, 3)
def item_of_the_iteration_before(x, y, n):
    total = 0.0
    q = [x * 1.0]
    for k in range(n):
        q[k][0] = q[k][1] * y
        total += np.sum(q[k] * q[k])
        a = x * y
        a[2] = y
        total += np.sum(a * a)
        q.append(a)
    return total


@right(V, 0.7, 3)
def kept_in_a_dict(x, y, n):
    total = 0.0
    d = {"a": x * 1.0}
    for k in range(n):
        d["a"][0] = d["a"][1] * y
        a = x * y
        a[1] = y * y
        total += np.sum(a * a * d["a"])
        d["a"] = a
    return total


@right(V, 0.7, 3)
def kept_in_an_attribute(x, y, n):
    box = Box()
    box.a = x * 1.0
    total = 0.0
    for k in range(n):
        box.a[0] = box.a[1] * y
        a = x * y
        a[1] = y * y
        total += np.sum(a * a * box.a)
        box.a = a
    return total


@right(V, 0.7, 3)
def kept_in_a_tuple(x, y, n):
    total = 0.0
    pair = (x * 1.0, 2.0)
    for k in range(n):
        b, c = pair
        b[0] = b[1] * y
        a = x * y
        a[1] = y * c
        total += np.sum(a * a * b)
        pair = (a, c + 1.0)
    return total


@right(V, 0.7, 3)
def kept_by_a_closure(x, y, n):
    total = 0.0
    last = x * 1.0

    def scale():
        last[0] = last[1] * y

    for k in range(n):
        scale()
        a = x * y
        a[1] = y * y
        total += np.sum(a * a * last)
        last = a
    return total


@right(V, 0.7, 3)
def inner_loop_writes(x, y, n):
    total = 0.0
    for k in range(n):
        a = x * y
        for j in range(2):
            a[j] = a[j + 1] * y
            total += np.sum(a * a)
        total += np.sum(a * a * x)
    return total


@right(V, 0.7, 3)
def inner_loop_reads(x, y, n):
    total = 0.0
    for k in range(n):
        a = x * y
        a[0] = y * k
        for j in range(2):
            total += np.sum(a * a) * (j + y)
    return total


@right(V, 0.7, 3)
def bound_by_an_inner_loop(x, y, n):
    total = 0.0
    a = x * 1.0
    for k in range(n):
        for j in range(k):
            a = x * y
            a[0] = y * j
        a[1] = a[0] * y
        total += np.sum(a * a)
    return total


@refused(V, 0.7, 3)
def chosen_by_a_condition(x, y, n):
    total = 0.0
    b = x * 1.0
    for k in range(n):
        a = x * y if k % 2 else b
        a[0] = a[1] * y
        total += np.sum(a * a)
    return total


@right(V, 0.7, 3)
def chosen_among_own_arrays(x, y, n):
    total = 0.0
    for k in range(n):
        if k % 2:
            a = x * y
        else:
            a = x + y
        a[0] = a[1] * y
        total += np.sum(a * a)
    return total


@right(V, 0.7, 4)
def in_a_while_loop(x, y, n):
    total = 0.0
    a = x * 1.0
    k = 0
    while k < n and a[0] < 1e9:
        a[1] = a[2] * y
        total += np.sum(a * a)
        if k == 1:
            a = x * y
            a[0] = y
        k += 1
    return total


@right(V, 0.7, 4)
def left_by_break(x, y, n):
    total = 0.0
    for k in range(10):
        a = x * y
        a[0] = y * k
        total += np.sum(a * a)
        if k == n:
            break
    a[1] = y
    return total + np.sum(a * a)


@right(V, 0.7, 3)
def result_of_the_last_iteration(x, y, n):
    total = 0.0
    a = x
    for k in range(n):
        a = x * y
        a[0] = y * k
        total += np.sum(a * a)
    return a, total


@right(V, 0.7, 3)
def results_in_a_list(x, y, n):
    total = 0.0
    out = []
    for k in range(n):
        a = x * y
        a[0] = y * k
        total += np.sum(a * a)
        out.append(a)
    return out, total


@right(V, 0.7, 3)
def into_one_buffer(x, y, n):
    total = 0.0
    out = np.empty(3)
    for k in range(n):
        np.multiply(x, y * (k + 1.0), out=out)
        total += np.sum(out * out)
    return total


@right(V, 0.7, 3)
def filled_once_more(x, y, n):
    total = 0.0
    b = np.zeros(3)
    for k in range(n):
        a = np.asarray(b)
        a[:] = x * y * (k + 1.0)
        total += np.sum(a * a)
    return total


@right(V, 0.7, 3)
def squared_twice(x, y, n):
    total = 0.0
    for k in range(n):
        a = x * y
        a *= a
        b = a
        b *= a
        total += np.sum(a * b) * (k + y)
    return total


@right(V, 0.7, 2)
def one_array_under_two_names(x, y, n):
    a = x * y
    b = a
    b[0] = y * y
    s = np.sum(a * b)
    a[1] = y
    return s * np.sum(a * b)


@right(V, 0.7, 2)
def two_names_in_two_arms(x, y, n):
    a = x * y
    if n > 1:
        b = a
        s = np.sum(np.sin(b) * b)
    else:
        c = a
        s = np.sum(c * c * c)
    a *= a
    return s + np.sum(a * a)


@right(np.array([0.5, -1.0, 0.25]), 0.7, 2)
def sorted_and_written(x, y, n):
    a = x * y
    a.sort()
    s = np.sum(a * a)
    a[0] = y
    a.sort()
    return s + np.sum(a * a * x)


@right(np.array([0.5, -1.0, 0.25]), 0.7, 2)
def sorted_in_a_loop(x, y, n):
    s = 0.0
    a = x * y
    for k in range(n):
        a.sort()
        s += np.sum(a * a * x)
        a *= -y
    return s


@right(M3, 0.7, 2)
def exponential_in_place(x, y, n):
    a = x * y
    np.exp(a, out=a)
    s = np.sum(a * a)
    a *= y
    np.exp(a, a)
    return s + np.sum(a)
