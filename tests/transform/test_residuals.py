"""Which values are kept: what the derivative reads, and nothing else."""
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from s2s.pipeline import compile_program

X, Y, M = np.array([0.5, -1.5, 2.5]), np.array([1.5, 0.5, -0.5]), np.arange(9.0).reshape(3, 3) / 7 + np.eye(3)


def linear(x, y):
    return x + 2.0 * y - 3.0 * x


def product(x, y):
    return x * y


def output(x):
    return np.exp(x)


def output_for_two(x):
    return np.tanh(x) * 3.0


def argument_for_its_shape(x):
    return np.sum(x)


def shape_of_a_kept_array(x):
    return np.sum(x * x)


def chain(x):
    return np.sin(np.cos(x) + 1.0)


def one_of_two(x, y):
    return np.sin(x) * 2.0 + y


def constant_factor(x):
    a = np.linspace(0.0, 1.0, 3)
    return x * a


def dead(x):
    unused = np.exp(x)  # noqa: F841
    return x * 2.0


def same_value_twice(x):
    a = np.sin(x)
    return a * a + a


def scalar_again(s):
    t = s * 2.0
    return t * t


def matmul(m, x):
    return m @ x


def copied(x):
    b = x.copy()
    b[0] = b[1] * b[2]
    return b


def loop_of_sums(x):
    total = 0.0
    for i in range(3):
        total = total + x[i]
    return total


def loop_of_products(x):
    total = 1.0
    for i in range(3):
        total = total * x[i]
    return total


def invariant(x, y):
    a = np.cos(y)
    total = x
    for _ in range(3):
        total = total * a
    return total


def branch(x, flag):
    if flag > 0:
        return np.sin(x + 1.0)
    return x * 2.0


def loop_with_records(x, n):
    total = 1.0
    for i in range(n):
        total = total * x[i]
    return total


def nested_range_with_records(x, n):
    total = 1.0
    for i in range(n):
        if i > 0:
            for _ in range(i, n):
                total = total * np.sin(total) * x[0]
    return total


def list_from_nothing(x):
    items = []
    for v in x:
        items.append(v * v)
    return items[0] * items[1]


def items_written(x, n):
    items = [x[0]] * n
    for i in range(1, n):
        items[i] = items[i - 1] * x[1]
    items[0] = x[2]
    return items[0] + items[n - 1]


def list_that_grows_in_a_loop(x, n):
    items = [x[0]] * n
    for i in range(n):
        items[0] = items[i] + x[0]
        items.append(x[1])
    return items[0] * items[-1]


# (function, arguments, names of the residuals)
KEPT: list[tuple[Callable[..., Any], tuple[Any, ...], list[str]]] = [
    (linear, (X, Y), []),
    (product, (X, Y), ["x", "y"]),
    (output, (X,), ["value"]),
    (argument_for_its_shape, (X,), ["x_shape"]),
    (shape_of_a_kept_array, (X,), ["x"]),
    (one_of_two, (X, Y), ["x"]),
    (constant_factor, (X,), ["a"]),
    (dead, (X,), []),
    (matmul, (M, X), ["m", "x"]),
    (loop_of_sums, (X,), ["x_shape"]),
    (loop_with_records, (X, 3), ["x_shape", "loop"]),  # no n: the records are as many as the iterations
    (list_from_nothing, (X,), ["x_shape", "loop", "items_length", "items_0", "items_1"]),  # of the full list only
    (items_written, (X, 3), ["x_shape", "n", "items_length", "loop"]),  # one length: writing an item keeps it
    (list_that_grows_in_a_loop, (X, 3), ["x_shape", "n", "items_length", "items_length_2", "items_0", "items_part"]),
    (nested_range_with_records, (X, 3), ["x_shape", "loop"]),
]


@pytest.mark.parametrize(("function", "args", "names"), KEPT, ids=lambda v: getattr(v, "__name__", ""))
def test_names(function: Callable[..., Any], args: tuple[Any, ...], names: list[str]) -> None:
    assert [slot.name for slot in program(function, args).slots] == names


def program(function: Any, args: tuple[Any, ...], wrt: tuple[str, ...] | None = None) -> Any:
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    return compile_program(function, wrt, dict(zip(names, args, strict=True)))


def residuals(function: Any, *args: Any) -> tuple[Any, ...]:
    return program(function, args).forward(*args)[1]  # type: ignore[no-any-return]


def arrays(tree: Any) -> list[np.ndarray]:
    if isinstance(tree, tuple | list):
        return [a for part in tree for a in arrays(part)]
    return [tree] if isinstance(tree, np.ndarray) else []


def test_a_value_is_kept_once() -> None:
    for function, count in ((same_value_twice, 2), (output_for_two, 1), (chain, 2)):
        kept = arrays(residuals(function, X))
        assert len(kept) == len({id(a) for a in kept}) == count, function.__name__


def test_the_output_serves_as_residual() -> None:
    (value,), kept = (lambda made: ((made[0],), made[1]))(program(output, (X,)).forward(X))
    assert kept[0] is value


def test_an_argument_is_not_copied() -> None:
    assert residuals(product, X, Y)[0] is X


def test_what_is_overwritten_later_is_kept_by_value() -> None:
    kept = residuals(copied, X)
    assert all(np.ndim(value) == 0 for value in kept)  # the two numbers that are read, not the array


def test_only_the_wanted_arguments_keep_something() -> None:
    made = program(product, (X, Y), ("x",))
    assert [slot.name for slot in made.slots] == ["y"]


def test_a_loop_that_is_linear_keeps_no_records() -> None:
    assert not any(isinstance(value, list) for value in residuals(loop_of_sums, X))
    assert len(pickle.dumps(residuals(loop_of_sums, X))) < 100


def test_a_loop_keeps_one_record_per_iteration() -> None:
    lengths = [len(value) for value in residuals(loop_of_products, X) if isinstance(value, tuple | list)]
    assert 3 in lengths


def test_what_a_loop_does_not_change_is_kept_outside() -> None:
    kept = residuals(invariant, X, Y)
    outside = [value for value in kept if isinstance(value, np.ndarray)]
    assert any(np.array_equal(value, np.cos(Y)) for value in outside)


def test_an_arm_that_is_not_taken_keeps_nothing() -> None:
    assert arrays(residuals(branch, X, 1)) and not arrays(residuals(branch, X, -1))


def test_numbers_are_computed_again() -> None:
    assert len(residuals(scalar_again, 1.5)) == 1
