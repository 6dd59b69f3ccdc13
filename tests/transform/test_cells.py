"""Which values are new objects that nothing else refers to: they need no copy."""
import numpy as np
import pytest

from s2s import runtime
from s2s.ir.core import Apply, Const, Expr, Kind, Ref, Var
from s2s.transform.cells import is_fresh

A, J, K, M, Q = (Var(name, number) for number, name in enumerate("aikmq"))
KINDS = {
    A: Kind("arr", "f8", 1),
    J: Kind("arr", "i8", 1),
    K: Kind("arr", "i8", 0),
    M: Kind("arr", "b1", 1),
    Q: Kind("list"),
}
NUMBERS = Apply("list", (Const(0), Const(0)))
PRODUCT = Apply("mul", (A, A))


def item(owner: Expr, index: Expr) -> Expr:
    return Apply("getitem", (owner, index))


def call(function: object, *args: Expr) -> Expr:
    return Apply("call", (Ref(getattr(function, "__name__", "f"), function), *args))


@pytest.mark.parametrize(
    "expr",
    [
        item(A, NUMBERS),
        item(A, J),
        item(A, M),
        item(item(A, Const(0)), J),
        item(A, Apply("tuple", (Const(0), J))),
        call(runtime.unbroadcast, item(A, NUMBERS)),
        call(runtime.take_written, A, J),
        call(runtime.restore_order, A, J),
        call(runtime.share_ties, PRODUCT, A),
    ],
)
def test_new(expr: Expr) -> None:
    assert is_fresh(expr, KINDS)


@pytest.mark.parametrize(
    "expr",
    [
        A,
        item(A, Const(0)),
        item(A, K),  # an array without axes is a number as an index
        item(A, Apply("slice", (Const(1), Const(None), Const(None)))),
        item(A, Apply("tuple", (Const(0), Const(1)))),
        item(Q, Const(0)),
        item(Q, J),
        call(runtime.unbroadcast, A),
        call(runtime.share_ties, A, A),
        call(np.transpose, PRODUCT),
    ],
)
def test_perhaps_shared(expr: Expr) -> None:
    assert not is_fresh(expr, KINDS)
