"""Which function, which global, which closure: by identity, and as it is when the call runs."""

import functools
import types

import numpy as np

from tests.cases.case import Case

SCALE = 2.0
TABLE = {"gain": 3.0, "shift": np.array([0.5, -0.5, 1.0])}


def make(power):
    def apply(t):
        return t**power

    return apply


SQUARE, CUBE = make(2), make(3)


def two_closures_of_one_factory(x):
    return SQUARE(x) + CUBE(x) * SQUARE(CUBE(x) * 0.1)


def _first(t):
    return t * t


def _second(t):
    return np.sin(t)


_second.__name__ = _second.__qualname__ = "_first"


def two_callees_of_one_name(x):
    return _first(x) * _second(x) + _first(_second(x))


other = types.ModuleType("other")
exec("import numpy as np\nSCALE = 5.0\n\n\ndef scaled(t):\n    return t * SCALE\n", vars(other))


def scaled(t):
    return t * t * SCALE


def global_in_a_dict(x):
    return x * TABLE["gain"] + TABLE["shift"] * x * x


def parameter_shadows_a_function(x, scaled):
    return x * scaled + scaled


def local_shadows_numpy(x):
    np = x * 2.0
    return np * np


def loop_variable_shadows(x):
    SQUARE = 0.0
    for CUBE in x:
        SQUARE = SQUARE * CUBE + CUBE
    return SQUARE


class Net:
    depth = 2

    def __init__(self, w):
        self.w = w

    def layer(self, h):
        return np.tanh(self.w * h)

    def __call__(self, h):
        for _ in range(self.depth):
            h = self.layer(h)
        return h


class Deep(Net):
    depth = 3

    def layer(self, h):
        return super().layer(h) * 2.0


def overridden_method(w, x):
    return Net(w)(x) + Deep(w)(x)


class Meter:
    unit = 3.0

    @property
    def factor(self):
        return self.unit * 2.0

    @staticmethod
    def double(t):
        return t * 2.0

    @classmethod
    def convert(cls, t):
        return t * cls.unit


def kinds_of_methods(x):
    meter = Meter()
    return meter.double(x) * meter.convert(x) + meter.factor * Meter.convert(x)


def functions_in_a_dict(x, names):
    table = {"sin": np.sin, "square": lambda t: t * t, "twice": lambda t: t + t}
    for name in names:
        x = table[name](x)
    return x


def late_loop_closure(x):
    functions = []
    for k in range(3):
        functions.append(lambda t: t * (k + 1.0) * x)
    return sum(function(x) for function in functions)


def nonlocal_counter(x):
    total = 0.0

    def add(t):
        nonlocal total
        total = total + t * t
        return total

    return add(x) * add(x * 0.5) + total


def nested_partial(x, y):
    inner = functools.partial(lambda a, b, c: a * b + c, y)
    outer = functools.partial(inner, c=x)
    return outer(x) * outer(b=y)


def function_argument(x, function):
    return function(x) * x


def recursive_sum(tree):
    if isinstance(tree, tuple):
        return recursive_sum(tree[0]) * recursive_sum(tree[1])
    return tree * tree


def even(x, n):
    return x if n == 0 else odd(x * x, n - 1)


def odd(x, n):
    return x * 2.0 if n == 0 else even(x + 1.0, n - 1)


def default_is_evaluated_once(x, w=np.array([1.0, -2.0, 0.5])):
    return x * w + w * w


def keyword_only_gradient(x, *, w):
    return np.sum(x * x) * w


def gradient_through_keywords(x, y):
    return keyword_only_gradient(w=y * y, x=x)


def builtin_alias(x):
    largest, total = max, sum
    return largest(x[0], x[1]) * total(x)


V = np.array([0.6, 1.7, -0.9])
CASES = [
    Case("two_closures_of_one_factory", two_closures_of_one_factory, (0.7,), (0,), "one code object, two closures"),
    Case("two_callees_of_one_name", two_callees_of_one_name, (0.7,), (0,), "different functions called _first"),
    Case("globals_of_two_modules", lambda x: scaled(x) + x * SCALE, (0.7,), (0,), "a global of the function's module"),
    Case("global_in_a_dict", global_in_a_dict, (V,), (0,), "global dict with a number and an array"),
    Case("parameter_shadows_a_function", parameter_shadows_a_function, (0.7, 1.2), (0, 1), "a parameter named as one"),
    Case("local_shadows_numpy", local_shadows_numpy, (V,), (0,), "a local called np"),
    Case("loop_variable_shadows", loop_variable_shadows, (V,), (0,), "locals named as global functions"),
    Case("overridden_method", overridden_method, (0.8, 0.5), (0, 1), "a subclass overrides, and calls super()"),
    Case("kinds_of_methods", kinds_of_methods, (0.7,), (0,), "property, static method, class method"),
    Case("functions_in_a_dict", functions_in_a_dict, (0.7, ("square", "sin", "twice")), (0,), "callees by name"),
    Case("late_loop_closure", late_loop_closure, (0.7,), (0,), "lambdas that see the last value of the loop variable"),
    Case("nonlocal_counter", nonlocal_counter, (0.7,), (0,), "a nested function rebinds an active nonlocal"),
    Case("nested_partial", nested_partial, (0.7, 1.2), (0, 1), "a partial of a partial, by position and by keyword"),
    Case("function_argument", function_argument, (0.7, CUBE), (0,), "a closure as an argument"),
    Case("recursive_sum", recursive_sum, (((0.7, 1.2), (0.4, (1.1, 0.9))),), (0,), "recursion over a tree of tuples"),
    Case("mutual_recursion", even, (0.7, 3), (0,), "two functions that call each other"),
    Case("default_is_evaluated_once", default_is_evaluated_once, (V,), (0,), "an array as default"),
    Case("gradient_through_keywords", gradient_through_keywords, (V, 0.7), (0, 1), "keyword-only, in another order"),
    Case("builtin_alias", builtin_alias, (V,), (0,), "builtins under local names"),
]
