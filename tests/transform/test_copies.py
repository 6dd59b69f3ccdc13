"""When a value that is kept is copied: where its memory is written afterwards, and nowhere else."""
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from s2s import check_gradients
from s2s.pipeline import compile_program
from tests.memory import iterations

X = np.array([0.5, -1.5, 2.5])
COPIED = (
    "array_from_before bound_anew_in_some_iterations bound_in_the_first_iteration written_before_it_is_bound_anew "
    "another_name_from_the_iteration_before two_names_taking_turns after_the_loop layout_view_of_an_array_from_before "
    "flat_view_of_an_array_from_before popped_and_put_back item_of_the_iteration_before kept_in_a_dict kept_in_a_tuple "
    "kept_in_an_attribute kept_by_a_closure inner_loop_writes bound_by_an_inner_loop in_a_while_loop left_by_break "
    "result_of_the_last_iteration results_in_a_list into_one_buffer filled_once_more "
    "view_of_an_array_that_a_function_keeps"
).split()
KEPT = "own_array layout_view_of_an_own_array inner_loop_reads chosen_among_own_arrays".split()


def copies(function: Callable[..., Any]) -> int:
    """How many arrays the forward copies, none of which the function makes itself."""
    text = compile_program(function, ("x", "y"), {"x": X, "y": 0.7, "n": 3}).source
    forward = text[: text.index(f"def {function.__name__}_pullback")]
    return forward.count(".copy()") + forward.count("= snapshot(")


@pytest.mark.parametrize("name", KEPT)
def test_an_array_of_the_iteration_is_kept_as_it_is(name: str) -> None:
    assert copies(getattr(iterations, name)) == 0


@pytest.mark.parametrize("name", COPIED)
def test_an_array_that_is_written_again_is_copied(name: str) -> None:
    assert copies(getattr(iterations, name)) > 0


def squared_in_place(x, y, n):
    a = x * y
    a += x
    a *= a
    return a[0] + a[n]


def alias(x, y, n):
    a = x * y
    b = a
    b[0] = y * n
    return np.sum(a * b)


def alias_in_arms(x, y, n):
    a = x * y
    if n > 1:
        b = a
        out = np.sum(b * b * b)
    else:
        c = a
        out = np.sum(np.sin(c) * c)
    return out


def sorted_in_place(x, y, n):
    a = x * y
    a.sort()
    return a[0] * a[1]


def sorted_in_an_argument(x, y, n):
    x.sort()
    return x[0] * x[1] * y


def into_the_array_itself(x, y, n):
    a = x * y
    np.exp(a, out=a)
    return np.sum(a)


def written_afterwards(x, y, n):
    a = x * y
    np.exp(a, out=a)
    total = np.sum(a)
    a *= y
    return total + a[0]


def kept(function: Callable[..., Any]) -> list[str]:
    """The names of what is kept."""
    return [slot.name for slot in compile_program(function, ("x", "y"), {"x": X, "y": 0.7, "n": 2}).slots]


@pytest.mark.parametrize(
    ("function", "names", "copied"),
    [
        (squared_in_place, ["x", "y", "a_2"], 1),
        (alias, ["x", "y", "a"], 0),
        (alias_in_arms, ["x", "y", "test", "branch"], 0),
        (sorted_in_place, ["x", "y", "places", "a", "a_0", "a_1"], 0),
        (into_the_array_itself, ["x", "y", "a"], 0),
        (written_afterwards, ["x", "y", "a_2"], 1),
    ],
)
def test_one_value_is_kept_once(function: Callable[..., Any], names: list[str], copied: int) -> None:
    assert [name for name in kept(function) if name not in ("n", "a_shape")] == names
    assert copies(function) == copied


def test_what_is_written_over_an_argument_is_copied() -> None:
    assert copies(sorted_in_an_argument) == 1


@pytest.mark.parametrize(
    "function",
    [squared_in_place, alias, alias_in_arms, sorted_in_place, sorted_in_an_argument, into_the_array_itself,
     written_afterwards],
)  # fmt: skip
def test_the_gradients_are_right(function: Callable[..., Any]) -> None:
    for n in (1, 2):
        check_gradients(function, X.copy(), 0.7, n)


def part_that_is_copied(x, y, n):
    a = x * y
    a[1:] = a[:-1] * y
    return np.sum(a)


def part_with_a_name(x, y, n):
    a = x * y
    part = a[:-1]
    a[1:] = part * y
    return np.sum(a * part[0])


def part_in_a_product_of_matrices(x, y, n):
    a = np.outer(x, x) * y
    a[1:] = a[:-1] @ np.outer(x, x)
    return np.sum(a)


def part_that_is_handed_on(x, y, n):
    a = x * y
    b = a[1:]
    c = b[::-1]
    b *= c
    return np.sum(a * y) + c[0]


def test_a_part_is_taken_as_a_copy_where_only_its_values_count() -> None:
    def forward(function: Callable[..., Any]) -> str:
        return compile_program(function, ("x", "y"), {"x": X, "y": 0.7, "n": 2}).source

    assert "a_part = a[:-1].copy()\n    a[1:] = a_part * y\n" in forward(part_that_is_copied)
    assert "part = a[:-1]\n" in forward(part_with_a_name)
    assert "a[:-1].copy()" not in forward(part_in_a_product_of_matrices)  # another layout may give other bits
    assert "c = b[::-1]\n" in forward(part_that_is_handed_on)
    for function in (part_that_is_copied, part_with_a_name, part_in_a_product_of_matrices, part_that_is_handed_on):
        check_gradients(function, X.copy(), 0.7, 2)
