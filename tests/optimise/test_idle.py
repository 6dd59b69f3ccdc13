"""A copy stays where something could tell it from its original."""

import pytest

from s2s.ir.core import Apply, Assign, Augment, Code, Const, Do, For, Jump, Ref, Var
from s2s.optimise.idle import without_idle_copies
from s2s.runtime import add_at

A, B, C, Y, Z = (Var(n, k) for k, n in enumerate("abcyz"))
PART = Apply("getitem", (B, Const(0)))
COPY = Assign(A, Apply("method", (B, Const("copy"))))
COPY_OF_PART = Assign(A, Apply("method", (PART, Const("copy"))))
PRODUCT = Apply("mul", (A, C))
ADDED = Augment(Y, "add", PRODUCT)
MADE = Assign(B, Apply("mul", (C, C)))


def kept(*code: Code) -> bool:
    """True when the copy is still there."""
    return any(isinstance(s, Assign) and s in (COPY, COPY_OF_PART) for s in without_idle_copies(code, {}))


def test_gone() -> None:
    assert without_idle_copies((MADE, COPY, ADDED), {}) == (MADE, Augment(Y, "add", Apply("mul", (B, C))))
    assert without_idle_copies((MADE, COPY_OF_PART, ADDED), {}) == (MADE, Assign(A, PART), ADDED)
    assert not kept(MADE, COPY_OF_PART, Assign(PART, PRODUCT))  # computed before the change
    assert not kept(MADE, COPY, ADDED, Augment(B, "add", C))


@pytest.mark.parametrize(
    "rest",
    [
        (Jump("return", (A,)),),
        (Assign(Z, A), ADDED),
        (Assign(Z, Apply("attr", (A, Const("T")))), ADDED),
        (Augment(B, "add", C), ADDED),
        (Augment(Apply("getitem", (B, Const(1))), "add", C), ADDED),
        (Augment(A, "add", C), ADDED),
        (Do(Apply("call", (Ref("add_at", add_at), B, Const(0), A))),),
        (For(Z, C, (ADDED, Augment(B, "add", C))),),
        (Do(Apply("method", (Z, Const("append"), A))),),
    ],
)
def test_kept(rest: tuple[Code, ...]) -> None:
    assert kept(MADE, COPY, *rest)
    assert kept(MADE, COPY_OF_PART, *rest)


def test_kept_where_another_name_of_the_memory_is_changed() -> None:
    assert kept(MADE, Assign(Z, PART), COPY, Augment(Z, "add", C), ADDED)
