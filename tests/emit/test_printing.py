"""What is printed means what the tree means."""
import ast
import math
from typing import Any

import gast
import pytest

from s2s.emit.printing import print_node
from s2s.emit.to_gast import ToGast, literal
from s2s.ir.core import Apply, Assign, Code, Comment, Const, Do, Jump, Ref, Var
from tests.written import code, expr, text_of

X, Y = Var("x", 0), Var("y", 1)
NAN, INF = float("nan"), float("inf")
CONSTANTS: list[Any] = [
    0, 1, -1, True, None, ..., 0.0, -0.0, 1.5, -1.5, 1e300, -1e-300, 5e-324, INF, -INF, NAN, 10**40, -(10**40),
    1j, -1j, 2 + 3j, 2 - 3j, -2 + 3j, -2 - 3j, complex(INF, 1.0),
    complex(NAN, 2.0), "a", "it's \"so\"", "a\nb", "\\", "é", b"\x00a", (), (1,), (1, -2.0), ((1, 2), (-1j,)), "{x}",
]


def printed(*body: Code) -> str:
    return text_of(body, {X: "x", Y: "y"})


def same(a: Any, b: Any) -> bool:
    if isinstance(a, tuple):
        return isinstance(b, tuple) and len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, complex):
        return type(b) is complex and same(a.real, b.real) and same(a.imag, b.imag)
    if isinstance(a, float):
        both = math.isnan(a) and math.isnan(b)
        return type(b) is float and (both or a == b and math.copysign(1, a) == math.copysign(1, b))
    return type(a) is type(b) and a == b


@pytest.mark.parametrize("value", CONSTANTS, ids=repr)
def test_constants(value: Any) -> None:
    text = printed(Assign(X, Const(value)))
    assert same(value, eval(text.removeprefix("x = "))), text


@pytest.mark.parametrize("value", [complex(0.0, -0.0), complex(-0.0, 1.0)], ids=repr)
def test_zero_parts(value: complex) -> None:
    assert same(value, eval(printed(Assign(X, Const(value))).removeprefix("x = ")))


@pytest.mark.parametrize("value", [2, -2, -2.0, 1j, -1j, 2 - 3j, -INF], ids=repr)
@pytest.mark.parametrize("op", ["pow", "mul", "sub", "neg", "getattr", "call"])
def test_constants_as_operands(value: Any, op: str) -> None:
    """``Pow(Constant(-2), y)`` is ``(-2) ** y``, not ``-2 ** y``."""
    made = {
        "pow": Apply("pow", (Const(value), X)),
        "mul": Apply("mul", (X, Const(value))),
        "sub": Apply("sub", (X, Const(value))),
        "neg": Apply("neg", (Const(value),)),
        "getattr": Apply("attr", (Const(value), Const("real"))),
        "call": Apply("call", (Ref("max"), Apply("attr", (Const(value), Const("imag"))), Const(-3.5))),
    }[op]
    x = 2
    true: Any = {
        "pow": lambda: value**x, "mul": lambda: x * value, "sub": lambda: x - value, "neg": lambda: -value,
        "getattr": lambda: value.real, "call": lambda: max(value.imag, -3.5),
    }[op]()
    got = eval(printed(Assign(Y, made)).removeprefix("y = "), {"x": x})
    assert got == true, printed(Assign(Y, made))


EXPRESSIONS = [
    "x + y * x", "(x + y) * x", "x - (y - x)", "x - y - x", "x / (y * x)", "x ** y ** x", "(x ** y) ** x", "-x ** 2",
    "(-x) ** 2", "x ** -y", "-(x + y)", "(x < y) + x", "not x < y", "x[0]", "x[-1]", "x[1:]", "x[:, None]", "x[::-1]",
    "x[1:2, ..., y]", "(x + y)[0]", "x[(1, 2)]", "x[y[0]]", "x.T", "(x @ y).T", "x.sum(axis=-1)",
    "np.sum(x, axis=(0, 1))",
    "(x,)", "[x, (y,)]", "x % y // x", "(-x).copy()", "x[:-1] - x[1:]", "len(x[1:])", "np.r_[x]", "x @ y @ x",
]


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expressions(text: str) -> None:
    line = text_of((Assign(Var("z", 5), expr(text)),), {Var("z", 5): "z", Var("x", 0): "x", Var("y", 0): "y"})
    assert ast.dump(ast.parse(line)) == ast.dump(ast.parse(f"z = {text}"))


def test_f_strings() -> None:
    value = Apply("formatted", (X, Const(-1), Apply("fstring", (Const(".2f"),))))
    plain = Apply("formatted", (Apply("getitem", (Y, Const("k"))), Const(ord("r")), Const(None)))
    text = printed(Assign(X, Apply("fstring", (Const("a {b} "), value, Const(" 'c' "), plain))))
    assert eval(text.removeprefix("x = "), {"x": 1.234, "y": {"k": "v"}}) == "a {b} 1.23 'c' 'v'"


def test_slices_as_arguments() -> None:
    made = Apply("call", (Ref("f"), Apply("slice", (Const(None), X, Const(None))), Apply("slice", (X, Y, Const(2)))))
    assert printed(Do(made)) == "f(slice(x), slice(x, y, 2))"


def test_long_lines_are_broken_and_mean_the_same() -> None:
    terms = Apply("call", (Ref("np.array"), Apply("list", tuple(Apply("add", (X, Const(k + 0.5))) for k in range(40)))))
    lines = printed(Assign(Y, terms)).split("\n")
    assert len(lines) > 1 and max(map(len, lines)) <= 110
    assert len(ast.parse("\n".join(lines)).body[0].value.args[0].elts) == 40  # type: ignore[attr-defined]


def test_strings_are_not_broken() -> None:
    long = Apply("call", (Ref("print"), Const("a, b, " * 40), X))
    assert eval(f"lambda print, x: {printed(Do(long))}")(lambda *a: a, 1) == ("a, b, " * 40, 1)


def test_tuples() -> None:
    assert printed(Jump("return", (Apply("tuple", (X,)),))) == "return (x,)"
    assert printed(Jump("return", (Apply("tuple", (X, Y)),))) == "return x, y"
    assert printed(Assign(Apply("tuple", (X,)), Y)) == "(x,) = y"
    assert printed(Assign(Apply("tuple", (X, Apply("tuple", (Y,)))), Const(1))) == "x, (y,) = 1"


def test_comments() -> None:
    text = printed(Comment("one: 1"), Assign(X, Const(1)), Comment("two"), Comment("two"), Do(X), Comment("nothing"))
    assert text == "# one: 1\nx = 1\n# two\nx"


def test_statements() -> None:
    for text in (
        "if x > y:\n    x = 1\nelse:\n    y = 1",
        "for x in y:\n    x += 1",
        "while x > y:\n    x -= 1",
        "assert x > y",
        "x[0] *= y",
    ):
        assert text_of(code(text)) == text


def test_an_empty_arm() -> None:
    assert text_of(code("if x > y:\n    pass\nelse:\n    y = 1")) == "if not x > y:\n    y = 1"


def test_a_copy_of_one_name_is_left_out() -> None:
    made = ToGast({X: "x", Y: "x"}, []).block((Assign(X, Y), Do(X)))
    assert len(made) == 1


def test_what_astor_cannot_print_is_printed() -> None:
    """``{**(a if c else b)}`` and ``a[(1, 2):3]`` break astor 0.8.1."""
    for text in ("z = {**(a if c else b)}", "z = a[(1, 2):3]", "z = f'{a!r:>{b}}'", "z = (yield_ := 3)"):
        function = gast.parse(f"def f():\n    {text}").body[0]
        again = ast.parse(print_node(function, [])).body[0].body[0]  # type: ignore[attr-defined]
        assert ast.dump(again) == ast.dump(ast.parse(text).body[0])


def test_literals_hold_no_numpy_scalars() -> None:
    assert ast.unparse(gast.gast_to_ast(literal(-2.5))) == "-2.5"
