"""Kinds of values, of results, and of what two paths have in common."""
from typing import Any

import numpy as np
import pytest

from s2s.analysis import kinds as K
from s2s.ir.core import Kind

VEC, MAT, CVEC, F32 = Kind("arr", "f8", 1), Kind("arr", "f8", 2), Kind("arr", "c16", 1), Kind("arr", "f4", 1)


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (1.5, K.FLOAT),
        (3, K.INT),
        (True, K.BOOL),
        (1j, Kind("num", "c16", 0, python=True)),
        (np.float64(1.0), Kind("num", "f8", 0)),
        (np.float32(1.0), Kind("num", "f4", 0)),
        (np.bool_(True), Kind("num", "b1", 0)),
        (np.int32(1), Kind("num", "i4", 0)),
        (np.zeros((2, 3)), MAT),
        (np.zeros((), complex), Kind("arr", "c16", 0)),
        (np.array([True]), Kind("arr", "b1", 1)),
        ("text", Kind("str")),
        (None, K.NOTHING),
        (np.array(["a"]), K.OTHER),
        (np.array([None]), K.OTHER),
        (np.datetime64("2020-01-01"), K.OTHER),
        (len, K.OTHER),
    ],
    ids=lambda v: type(v).__name__,
)
def test_kind_of(value: Any, kind: Kind) -> None:
    assert K.kind_of(value) == kind


def test_what_carries_a_derivative() -> None:
    assert all(map(K.is_float, (VEC, CVEC, K.FLOAT, Kind("arr"), Kind("list", elem=VEC), Kind("list"))))
    assert not any(map(K.is_float, (K.INT, K.BOOL, Kind("str"), K.OTHER, Kind("list", elem=K.INT))))
    assert K.is_complex(CVEC) and not K.is_complex(VEC) and not K.is_complex(Kind("arr"))
    assert K.maybe_complex(CVEC) and K.maybe_complex(Kind("arr")) and not K.maybe_complex(VEC)


@pytest.mark.parametrize(
    ("a", "b", "joined"),
    [
        (VEC, VEC, VEC),
        (VEC, MAT, Kind("arr", "f8", None)),
        (VEC, K.FLOAT, Kind("numeric", "f8", None)),
        (K.FLOAT, K.INT, Kind("num", "f8", 0, python=True, mixed=True)),
        (K.FLOAT, Kind("num", "f8", 0), Kind("num", "f8", 0, mixed=True)),
        (F32, VEC, VEC),
        (VEC, CVEC, CVEC),
        (Kind("arr", None, 1), VEC, Kind("arr", None, 1)),
        (VEC, Kind("str"), K.OTHER),
        (VEC, K.OTHER, K.OTHER),
        (Kind("list", elem=VEC), Kind("list", elem=MAT), Kind("list", elem=Kind("arr", "f8", None))),
        (Kind("list", elem=VEC), Kind("list"), Kind("list", elem=VEC)),
        (Kind("list"), VEC, K.OTHER),
        (Kind("arr", "f8", 1, True), VEC, Kind("arr", "f8", 1, True)),
        (Kind("arr", "f8", 1, shape=("n1",)), Kind("arr", "f8", 1, shape=("n2",)), VEC),
    ],
)
def test_join(a: Kind, b: Kind, joined: Kind) -> None:
    assert K.join(a, b) == joined == K.join(b, a)


@pytest.mark.parametrize(
    ("function", "args", "kwargs", "tree"),
    [
        (np.sin, (VEC,), (), VEC),
        (np.sin, (K.FLOAT,), (), Kind("num", "f8", 0)),
        (np.add, (VEC, CVEC), (), CVEC),
        (np.add, (F32, K.FLOAT), (), F32),
        (np.add, (F32, Kind("num", "f8", 0)), (), VEC),
        (np.sum, (MAT,), (), Kind("num", "f8", 0)),
        (np.sum, (MAT,), (("axis", K.Given(0)),), VEC),
        (np.matmul, (MAT, VEC), (), VEC),
        (np.linalg.eigh, (MAT,), (), (VEC, MAT)),
        (np.squeeze, (MAT,), (), Kind("numeric", "f8")),
        (np.linalg.eigvals, (MAT,), (), Kind("arr", None, 1)),
        (np.split, (VEC, K.Given(2)), (), [VEC, VEC]),
        (np.sin, (Kind("arr", "f8", None),), (), Kind("numeric", "f8")),
        (np.sin, (K.OTHER,), (), None),
        (np.reshape, (VEC, K.Given((7, 11))), (), None),
        (np.concatenate, ([VEC, VEC],), (), None),
        (np.concatenate, ((VEC, VEC),), (), VEC),
        (np.stack, (Kind("list", elem=VEC),), (), MAT),
        (np.argsort, (VEC,), (), Kind("arr", "i8", 1)),
        (np.greater, (VEC, K.FLOAT), (), Kind("arr", "b1", 1)),
    ],
)
def test_infer(function: Any, args: Any, kwargs: Any, tree: Any) -> None:
    assert K.infer(function, args, kwargs) == tree


def test_join_dtype() -> None:
    assert K.join_dtype("f4", "i8") == "f8"
    assert K.join_dtype("b1", "f4") == "f4"
    assert K.join_dtype(None, "f8") is None
