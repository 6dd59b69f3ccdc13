"""The text of the IR."""
from typing import Any

from s2s.ir.core import NONE, Apply, Block, Const, ForEach, If, Let, Loop, Origin, Raise, Ref, Scope, Var, While, Write
from s2s.ir.show import show, text

AT = Origin("file.py", 1, 0, "")
X, Y, Z, N = Var("x", 0), Var("y", 1), Var("z", 2), Var("i", 3)


class Named:
    name = "multiply"


def test_expressions() -> None:
    call = Apply("call", (Ref("np.sum"), X), (("axis", Const(-1)),))
    assert text(call) == "call(np.sum, x.0, axis=-1)"
    assert text(None) == "_"
    assert text(Const("a")) == "'a'"


def test_let_and_its_rule() -> None:
    derivative: Any = type("D", (), {"rule": Named()})()
    block = Block((Let((Y,), Apply("mul", (X, X)), AT, derivative), Let((Z,), Y, AT, implicit=True)))
    assert show(block) == "y.1 = mul(x.0, x.0)    # multiply\nz.2 ~ y.1"


def test_write() -> None:
    write = Write(Y, X, "item", "add", Const(0), Const(2.0), AT, path=(N,))
    assert show(Block((write,))) == "y.1 = item x.0 | i.3 [0] add= 2.0"


def test_regions() -> None:
    branch = If(X, Block((Let((Y,), X, AT),), (Y,)), Block((), (Const(1),)), (Z,), AT)
    assert show(Block((branch,))).split("\n") == ["z.2 = if x.0:", "    y.1 = x.0", "    -> y.1", "else:", "    -> 1"]
    loop = Loop(ForEach(N, X, Var("n", 9)), (Y,), (Const(0.0),), Block((), (Y,)), (Z,), Y, AT)
    lines = show(Block((loop,))).split("\n")
    assert lines == ["for i.3 in x.0 (y.1 <- 0.0):", "    -> y.1", "    stop if y.1", "-> z.2"]
    repeat = Loop(While(Block(()), X), (), (), Block(()), (), None, AT)
    assert show(Block((repeat,))).split("\n")[0] == "while x.0 ():"
    scope = Scope(("with", ()), Block((Raise("raise", (X,), AT),)), Block(()), AT)
    assert show(Block((scope,))).split("\n") == ["with:", "    raise x.0", "    -> ", "    -> "]
    assert text(NONE) == "None"
