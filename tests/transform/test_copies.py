"""When a value that is kept is copied: where its memory is written afterwards, and nowhere else."""
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from s2s.pipeline import compile_program
from tests.memory import iterations

X = np.array([0.5, -1.5, 2.5])
COPIED = (
    "array_from_before bound_anew_in_some_iterations bound_in_the_first_iteration written_before_it_is_bound_anew "
    "another_name_from_the_iteration_before two_names_taking_turns after_the_loop layout_view_of_an_array_from_before "
    "flat_view_of_an_array_from_before popped_and_put_back item_of_the_iteration_before kept_in_a_dict kept_in_a_tuple "
    "kept_in_an_attribute kept_by_a_closure inner_loop_writes bound_by_an_inner_loop in_a_while_loop left_by_break "
    "result_of_the_last_iteration results_in_a_list into_one_buffer filled_once_more"
).split()
KEPT = "own_array layout_view_of_an_own_array inner_loop_reads chosen_among_own_arrays".split()


def copies(function: Callable[..., Any]) -> int:
    """How many arrays the forward copies, none of which the function makes itself."""
    text = compile_program(function, ("x", "y"), {"x": X, "y": 0.7, "n": 3}).source
    return text[: text.index(f"def {function.__name__}_pullback")].count(".copy()")


@pytest.mark.parametrize("name", KEPT)
def test_an_array_of_the_iteration_is_kept_as_it_is(name: str) -> None:
    assert copies(getattr(iterations, name)) == 0


@pytest.mark.parametrize("name", COPIED)
def test_an_array_that_is_written_again_is_copied(name: str) -> None:
    assert copies(getattr(iterations, name)) > 0
