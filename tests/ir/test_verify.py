"""Each invariant of the IR, broken once."""
from typing import Any

import numpy as np
import pytest

from s2s.ir.core import (
    NONE,
    Apply,
    Block,
    Call,
    Const,
    ForEach,
    Function,
    If,
    Let,
    Loop,
    Origin,
    Param,
    Raise,
    Scope,
    Stmt,
    Var,
    While,
    Write,
)
from s2s.ir.verify import InvalidIR, verify
from s2s.source.lower import lower

AT = Origin("file.py", 1, 0, "")
X, Y, Z, T, N, U, R = (Var(name, n) for n, name in enumerate("xyztiur"))
EMPTY = Block(())


def function(*stmts: Stmt, results: tuple[Any, ...] = (), raises: bool = False) -> Function:
    body = Block(stmts, results, raises)
    return Function("f", (Param("x", X),), {}, body, None, {}, {}, {}, AT, ("x",))


def double(target: Var, source: Var) -> Let:
    return Let((target,), Apply("add", (source, source)), AT)


def each(*stmts: Stmt, results: tuple[Any, ...] = (T,), inits: tuple[Any, ...] = (X,), stop: Any = None) -> Loop:
    return Loop(ForEach(N, X, Var("n", 90)), (T,), inits, Block(stmts, results), (Z,), stop, AT)


GOOD = {
    "let": function(double(Y, X), results=(Y,)),
    "if": function(If(X, Block((double(Y, X),), (Y,)), Block((), (X,)), (Z,), AT), results=(Z,)),
    "for": function(each(double(Y, T), results=(Y,), stop=Y), results=(Z,)),
    "while": function(
        Loop(While(Block((double(Y, T),)), Y), (T,), (X,), Block((), (Y,)), (Z,), None, AT), results=(Z,)
    ),
    "write": function(Write(Y, X, "item", None, Const(0), X, AT), results=(Y,)),
    "pop": function(Write(Y, X, "pop", None, None, None, AT, result=Z), results=(Z,)),
    "scope": function(Scope(("with", ((X, Y),)), Block((double(Z, Y),)), EMPTY, AT), results=(Z,)),
    "call": function(Call((Y,), None, (("a", X),), R, AT), results=(Y, R)),
    "raise": function(Raise("raise", (X,), AT), results=(Y,), raises=True),
    "a constant": function(If(X, Block((), (Const(1.0),)), Block((), (NONE,)), (Z,), AT), results=(Z,)),
}
BAD = {
    "result before its definition": function(results=(Y,)),
    "let reads itself": function(double(Y, Y)),
    "let twice": function(double(Y, X), double(Y, X)),
    "parameter again": function(double(X, X)),
    "value of an arm outside": function(If(X, Block((double(Y, X),)), EMPTY, (), AT), results=(Y,)),
    "value of one arm in the other": function(If(X, Block((double(Y, X),)), Block((), (Y,)), (Z,), AT)),
    "one value in both arms": function(If(X, Block((double(Y, X),)), Block((double(Y, X),)), (), AT)),
    "test": function(If(Y, EMPTY, EMPTY, (), AT)),
    "result of an arm": function(If(X, Block((), (Y,)), EMPTY, (Z,), AT)),
    "carried value outside": function(each(), results=(T,)),
    "value of the body outside": function(each(double(Y, T), results=(Y,)), results=(Y,)),
    "counter outside": function(each(), results=(N,)),
    "start": function(each(inits=(Y,))),
    "iterable": function(Loop(ForEach(N, Y, U), (), (), EMPTY, (), None, AT)),
    "stop": function(each(stop=Y)),
    "test of a while": function(Loop(While(EMPTY, Y), (), (), EMPTY, (), None, AT)),
    "write to a later value": function(Write(Y, Z, "item", None, Const(0), X, AT)),
    "index": function(Write(Y, X, "item", None, Z, X, AT)),
    "written value": function(Write(Y, X, "item", None, Const(0), Z, AT)),
    "path": function(Write(Y, X, "item", None, Const(0), X, AT, path=(Z,))),
    "written value defined twice": function(Write(X, X, "item", None, Const(0), X, AT)),
    "header": function(Scope(("with", ((Y, None),)), EMPTY, EMPTY, AT)),
    "argument of a call": function(Call((Y,), None, (("a", Z),), R, AT)),
    "record twice": function(Call((Y,), None, (), Y, AT)),
    "raised value": function(Raise("raise", (Y,), AT)),
}


@pytest.mark.parametrize("good", GOOD.values(), ids=list(GOOD))
def test_well_formed(good: Function) -> None:
    assert verify(good) is good


@pytest.mark.parametrize("bad", BAD.values(), ids=list(BAD))
def test_broken(bad: Function) -> None:
    with pytest.raises(InvalidIR, match=r"[a-z]\.\d+ is (used where it is not defined|defined twice)"):
        verify(bad)


def program(x, n):
    total = 0.0
    for i in range(n):
        if x[i] > 0.0:
            total += x[i] * x[i]
        else:
            continue
        if total > 10.0:
            break
    y = x * total
    y[0] = 1.0
    return y


def test_what_the_lowering_makes() -> None:
    made = lower(program, None, {"x": np.ones(3), "n": 3}).function
    assert verify(made) is made
