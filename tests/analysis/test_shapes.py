"""The algebra of symbolic shapes agrees with NumPy's, for every choice of lengths."""
import itertools
from typing import Any

import numpy as np
import pytest

from s2s.analysis import shapes as S


def fresh() -> Any:
    return ("fresh",)


DIMS = [0, 1, "n1", "n2", ("u",), ("v",), ("minus", "n1", 1)]


def value(dim: Any, lengths: dict[Any, int]) -> int:
    return dim if isinstance(dim, int) else lengths[dim]


# Two lengths of an argument are greater than 1 and differ; an unknown one may be 1 or any other.
LENGTHS = [
    {"n1": 4, "n2": 5, ("u",): u, ("v",): v, ("minus", "n1", 1): 3}
    for u, v in itertools.product((1, 3, 4, 5), repeat=2)
]


@pytest.mark.parametrize("pair", list(itertools.product(DIMS, repeat=2)), ids=str)
def test_broadcast(pair: tuple[Any, Any]) -> None:
    (found,) = S.broadcast([(pair[0],), (pair[1],)], fresh)
    for lengths in LENGTHS:
        try:
            true = np.broadcast_shapes(*((value(d, lengths),) for d in pair))[0]
        except ValueError:
            continue
        assert found == ("fresh",) or value(found, lengths) == true


def test_broadcast_of_ranks() -> None:
    assert S.broadcast([("n1", "n2"), ("n2",)], fresh) == ("n1", "n2")
    assert S.broadcast([("n1", 1), ("n2",), ()], fresh) == ("n1", "n2")
    assert S.broadcast([(), ()], fresh) == ()
    assert S.broadcast([], fresh) == ()


def test_broadcast_with_an_unknown_shape() -> None:
    assert S.broadcast([None, ("n1",)], fresh) is None
    assert S.broadcast(["?1", ()], fresh) == "?1"
    assert S.broadcast(["?1", "?1"], fresh) == "?1"
    assert S.broadcast(["?1", "?2"], fresh) is None


@pytest.mark.parametrize(
    ("a", "b", "result"),
    [
        (("n1", "n2"), ("n2", "n3"), ("n1", "n3")),
        (("n1",), ("n1", "n2"), ("n2",)),
        (("n1", "n2"), ("n2",), ("n1",)),
        (("n1",), ("n1",), ()),
        (("n1", "n1", "n1"), ("n1",), None),
        ((), ("n1",), None),
        (None, ("n1",), None),
    ],
)
def test_matmul(a: Any, b: Any, result: Any) -> None:
    assert S.matmul(a, b) == result


@pytest.mark.parametrize("axis", [None, 0, 1, -1, (0, 2), (-1,), ()])
@pytest.mark.parametrize("keepdims", [False, True])
def test_reduce(axis: Any, keepdims: bool) -> None:
    true = np.sum(np.zeros((2, 3, 4)), axis=axis, keepdims=keepdims).shape
    assert S.reduce((2, 3, 4), axis, keepdims) == true


def test_reduce_of_a_number_and_of_the_unknown() -> None:
    assert S.reduce((), 0, False) == ()
    assert S.reduce(None, 0, True) is None


BOUNDS = list(itertools.product((None, 0, 1, 2, -1, -2), (None, 0, 3, -1, -2), (None, 1, -1, 2)))


@pytest.mark.parametrize("bounds", BOUNDS, ids=str)
def test_sliced(bounds: tuple[Any, Any, Any]) -> None:
    """A length that is claimed is right for every array that is long enough."""
    found = S.sliced("n1", *bounds, fresh)
    for length in range(4, 9):
        true = len(np.zeros(length)[slice(*bounds)])
        claimed = length if found == "n1" else length - found[2] if found[0] == "minus" else true
        assert claimed == true


def test_sliced_again() -> None:
    once = S.sliced("n1", 1, None, None, fresh)
    assert S.sliced(once, None, -2, None, fresh) == ("minus", "n1", 3)
    assert S.sliced("n1", ..., None, None, fresh) == ("fresh",)


def test_the_axes_to_sum_over() -> None:
    assert S.stretched_axes(("n2",), ("n1", "n2")) == (0,)
    assert S.stretched_axes((), ("n1", "n2")) == (0, 1)
    assert S.stretched_axes(("n1",), ("n1", "n2")) is None
    assert S.stretched_axes(("n1",), ("n1",)) is None
    assert S.kept_axes((1, "n2"), ("n1", "n2")) == (0,)
    assert S.kept_axes(("n1", "n2"), ("n1", "n2")) is None
    assert S.kept_axes((("u",), "n2"), ("n1", "n2")) is None  # the unknown length may be 1 or not
    assert S.kept_axes((1,), ("n1", "n2")) is None


def test_what_is_certain_not_to_be_one() -> None:
    assert [S.certain(d) for d in ("n1", 0, ("int", 3), 1, ("u",))] == [True, True, True, False, False]
