"""Who may change what, and when, between a forward and its pullbacks."""

import numpy as np

from tests.cases.case import Case

GAIN = np.array([1.0, 0.5, 2.0])


def product(x, y):
    return x * y


def output_is_a_residual(x):
    return np.exp(x)


def output_is_the_argument(x):
    return x


def outputs_share_memory(x):
    y = np.tanh(x)
    return y, y, {"again": y[1:]}


def global_is_a_residual(x):
    return np.sum(np.sin(x) * GAIN)


def unused_argument(x, y):
    return x * 2.0


def residual_is_a_view(m):
    row = m[0]
    return row * row * m[1]


def dropped(x):
    return {"a": x * x, "b": np.sin(x)}, np.exp(x)


def argument_is_written(a, b):
    a *= b
    return a * a


V = np.array([0.6, 1.7, -0.9])
M = np.array([[0.5, -1.2, 2.0], [1.5, 0.3, -0.7]])
CASES = [
    Case("arguments_overwritten", product, (V, V * 2.0), (0, 1), "both are residuals", "mutate_input_after_forward"),
    Case("output_overwritten", output_is_a_residual, (V,), (0,), "the output is one", "mutate_output_after_forward"),
    Case("view_overwritten", residual_is_a_view, (M,), (0,), "views of the argument", "mutate_input_after_forward"),
    Case(
        "outputs_overwritten",
        outputs_share_memory,
        (V,),
        (0,),
        "one array, three times out",
        ("mutate_output_after_forward", "outputs_may_alias"),
    ),
    Case("global_overwritten", global_is_a_residual, (V,), (0,), "a global array", "mutate_global_after_forward:GAIN"),
    Case(
        "identity",
        output_is_the_argument,
        (V,),
        (0,),
        "the gradient is no alias of the cotangent",
        ("mutate_gradients", "readonly_cotangent", "zero_cotangent"),
    ),
    Case("unused_argument", unused_argument, (V, V), (0, 1), "zeros, not None", ("mutate_gradients", "zero_cotangent")),
    Case("dropped_dict", dropped, (V,), (0,), "no cotangent for a whole sub-tree", "drop_output:0"),
    Case("dropped_array", dropped, (V,), (0,), "no cotangent for the second output", "drop_output:1"),
    Case("same_array_twice", product, (V, V), (0, 1), "one array for both arguments", "alias_arguments"),
    Case(
        "written_and_aliased",
        argument_is_written,
        (V, V),
        (0, 1),
        "the written argument is also the other one",
        ("alias_arguments", "aliasing_unspecified"),
    ),
    Case(
        "zero_is_absorbed",
        lambda x: np.sqrt(np.abs(x)),
        (np.array([0.5, 2.0]),),
        (0,),
        "exact zeros",
        ("zero_cotangent", "readonly_cotangent"),
    ),
]
