"""Loops, branches, early exits."""

import numpy as np

from tests.cases.case import Case


def coupled_recurrence(x, steps):
    p, q = x, 1.0
    for _ in range(steps):
        p, q = q * x - p, p + 0.5 * q
    return p * q


def first_crossing(v, level):
    total = 0.0
    for k in range(v.size):
        total = total + v[k] * v[k]
        if total > level:
            return total * (k + 1)
    return -total


def midpoint_area(lo, hi, n):
    h = (hi - lo) / n
    t = lo + 0.5 * h
    area = 0.0
    while t < hi:
        area = area + h * t * t
        t = t + h
    return area


def search_with_else(v, target):
    for i in range(len(v)):
        if v[i] > target:
            found = v[i] ** 2
            break
    else:
        found = v[0] * 3.0
    return found


def chained_compare(x, lo, hi):
    y = x * x if lo < x <= hi and not x == 0.0 else (lo * x or hi)
    return y


def class_of_either_arm(x, level):
    y = x if x > level else 2
    if isinstance(y + 1, int):
        return x * 5.0
    return y * x


V = np.array([0.4, -1.7, 0.9, 1.1])
CASES = [
    Case(
        "coupled_recurrence",
        coupled_recurrence,
        (0.7, 4),
        (0,),
        "simultaneous tuple assignment of loop-carried values built from each other's old values",
    ),
    Case("first_crossing_fallthrough", first_crossing, (V, 1e6), (0,), "same function, the final return is taken"),
    Case(
        "midpoint_area", midpoint_area, (0.2, 1.7, 6), (0, 1), "loop variable and loop condition depend on the inputs"
    ),
    Case("search_with_else_hit", search_with_else, (V, 0.5), (0,), "for/else with break taken"),
    Case(
        "chained_compare_short_circuit",
        chained_compare,
        (1.1, 0.4, 2.0),
        (0, 1, 2),
        "conditional expression, chained comparison, and/or/not as value",
    ),
    Case(
        "chained_compare_or_value",
        chained_compare,
        (3.0, 0.4, 2.0),
        (0, 1, 2),
        "`a or b` returning an operand: derivative follows the operand actually returned",
    ),
    Case("whole_number_of_one_arm", class_of_either_arm, (0.5, 1.0), (0,), "a value that is an int on one path only"),
    Case("float_of_the_other_arm", class_of_either_arm, (1.5, 1.0), (0,), "the same function, the other path"),
]
