"""Names that expressions bind, and operators as functions."""

import functools
import operator


class Amount:
    def __init__(self, value):
        self.value = value

    def __add__(self, other):
        return Amount(self.value + other.value)

    def __lt__(self, other):
        return self.value < other.value


def walrus_outlives_a_comprehension(x):
    last = 1.0
    items = [(last := x * k) * last for k in (1.0, 2.0, 3.0)]
    return last * items[1]


def walrus_of_an_inner_comprehension(x):
    rows = [[(last := x * k * j) for j in (1.0, 2.0)] for k in (3.0, 4.0)]
    return last * rows[0][1]


def walrus_in_the_condition(x):
    items = [a * a for k in (1.0, -2.0, 3.0) if (a := x * k) > 0.0]
    return a * items[0]


def walrus_in_a_nested_function(x):
    def inner(v):
        items = [(last := v * k) for k in (1.0, 2.0)]
        return last * items[0]

    last = x
    return inner(x * 2.0) * last


def walrus_in_a_lambda(x):
    g = lambda v: sum([(a := v * k) * a for k in (1.0, 2.0)])
    return g(x)


def walrus_of_a_generator(x):
    return sum((a := x * k) * a for k in (1.0, 2.0, 3.0))


def walrus_of_a_generator_outlives_it(x):
    a = 1.0
    total = sum((a := x * k) * a for k in (1.0, 2.0, 3.0))
    return total * a


def walrus_in_a_loop(x):
    a = x
    for _ in range(3):
        items = [(a := a * 0.5 + k) for k in (x, 1.0)]
        a = a * items[0]
    return a


def operators(x):
    product = operator.mul(operator.add(x, 2.0), operator.sub(x, operator.truediv(1.0, x)))
    return operator.neg(product) if operator.lt(x, 0.0) or operator.not_(x > 0.0) else operator.pow(product, 2)


def operators_of_objects(x):
    made = operator.add(Amount(x), Amount(x * x))
    return made.value * (x if operator.lt(Amount(x), made) else 2.0)


def operators_of_sequences(x):
    items, pair = operator.add([x], [x * 2.0]), operator.add((x,), (3.0,))
    return items[0] * items[1] * pair[1]


def operators_folded(x):
    return functools.reduce(operator.mul, [x, x + 1.0, 2.0]) * operator.xor(3, 5)


def operator_result_changes(x):
    total = operator.mul(x, 2.0)
    total *= x
    total += operator.add(x, 1.0)
    return total
