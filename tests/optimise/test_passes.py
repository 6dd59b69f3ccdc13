"""Each pass on small code: before and after."""
from typing import Any

import pytest

from s2s.ir.core import Apply, Assign, Augment, Code, Do, Expr, Kind, Ref, Var
from s2s.ir.walk import variables
from s2s.optimise.algebra import Algebra
from s2s.optimise.copies import local_copies, propagate_copies, without_repeats
from s2s.optimise.dce import drop_dead, mutated_by, root_of
from s2s.optimise.fold import delay_zeros, fold
from s2s.optimise.peephole import rewrite, simplify
from s2s.optimise.signs import absorb_signs
from s2s.runtime import take_written, unbroadcast
from s2s.transform.cells import is_fresh
from tests.written import code, expr, text_of, var


def clobbers(stmt: Code, value: Expr) -> bool:
    """A write into an array changes what is read from it."""
    return mutated_by(stmt) in set(variables(value))


class Context:
    """What the peephole pass knows: the kinds of primal values and what stands for their shapes."""

    def __init__(self, shapes: dict[str, Any] | None = None) -> None:
        kinds = {var(name): Kind("arr", "f8", 1, shape=shape) for name, shape in (shapes or {}).items()}
        self.function = type("F", (), {"kinds": kinds})
        self.extras: dict[Any, Any] = {var(n): [(var(f"{n}_shape"), expr(f"np.shape({n})"))] for n in shapes or {}}
        self.stretched: dict[Any, Any] = {}
        self.once: dict[Any, Any] = {}
        self.derived = {var(name) for name in "by"}
        self.algebra = Algebra(kinds, self.derived)
        self.names = self

    def is_new(self, value: Any) -> bool:
        return is_fresh(value, self.function.kinds)

    def ref(self, obj: Any) -> Any:
        return expr(f"np.{obj.__name__}")


FOLDED = {
    "t = x * 2.0\ny = t + 1.0": "y = x * 2.0 + 1.0",
    "t = x * 2.0\nt2 = t + 1.0\ny = t2 * x": "y = (x * 2.0 + 1.0) * x",
    "t = x * 2.0\ny = t + t": "t = x * 2.0\ny = t + t",  # read twice
    "a = x * 2.0\ny = a + 1.0": "a = x * 2.0\ny = a + 1.0",  # not a temporary
    "t = x * 2.0\nx = 3.0\ny = t": "t = x * 2.0\nx = 3.0\ny = t",  # an input is assigned in between
    "t = x[0]\nx[0] = 3.0\ny = t": "t = x[0]\nx[0] = 3.0\ny = t",  # an input is written in between
    "t = x[0]\nz[0] = 3.0\ny = t": "z[0] = 3.0\ny = x[0]",
    "t = x * 2.0\nif z > 0.0:\n    x = 1.0\ny = t": "t = x * 2.0\nif z > 0.0:\n    x = 1.0\ny = t",
    "t = x > 0.0\nif t:\n    y = 1.0": "if x > 0.0:\n    y = 1.0",
    "t = x > 0.0\nwhile t:\n    y = 1.0": "t = x > 0.0\nwhile t:\n    y = 1.0",  # a test is computed again and again
    "t = x * 2.0\nfor i in z:\n    y = t": "t = x * 2.0\nfor i in z:\n    y = t",  # not into a loop
    "t = x.copy()\ny = t * 2.0": "y = x.copy() * 2.0",
    "t = x[0].copy()\ny = t * 2.0": "y = x[0] * 2.0",  # the product is a new array anyway
    "t = x * 2.0\nreturn t": "return x * 2.0",
    "t = x * 2.0\nz[0] += t": "z[0] += x * 2.0",
    "t = z.pop()\ny = x\nw = t": "t = z.pop()\ny = x\nw = t",  # a pop stays in its place
    "t = z.pop()\nw = t + x": "w = z.pop() + x",
    "t = z[-1]\nx += z.pop()\nw = t": "t = z[-1]\nx += z.pop()\nw = t",  # the last item is another one after a pop
    "t = z[-1]\nw = z.pop() + t": "t = z[-1]\nw = z.pop() + t",
    "if x > 0.0:\n    t = x * 2.0\n    y = t": "if x > 0.0:\n    y = x * 2.0",
}


@pytest.mark.parametrize("before", FOLDED)
def test_fold(before: str) -> None:
    assert text_of(fold(code(before), clobbers, 10)) == FOLDED[before]


def test_fold_keeps_expressions_short() -> None:
    assert text_of(fold(code("t = x * 2.0 + x\ny = t * x"), clobbers, 2)) == "t = x * 2.0 + x\ny = t * x"


DELAYED = {
    "t = b[0].copy()\nb[0] = 0.0\ny = t * 2.0": "t = b[0].copy()\ny = t * 2.0\nb[0] = 0.0",
    "t = b[0].copy()\nb[0] = 0.0\ny = t * b": "t = b[0].copy()\nb[0] = 0.0\ny = t * b",
    "t = b[0].copy()\nb[0] = 1.0\ny = t * 2.0": "t = b[0].copy()\nb[0] = 1.0\ny = t * 2.0",
    "t = b[0].copy()\nb[0] = 0.0\ny = x * 2.0": "t = b[0].copy()\nb[0] = 0.0\ny = x * 2.0",
}


@pytest.mark.parametrize("before", DELAYED)
def test_delay_zeros(before: str) -> None:
    assert text_of(delay_zeros(code(before))) == DELAYED[before]


def test_delay_zeros_past_what_is_taken_by_an_index() -> None:
    shape = expr("x_shape")
    taken = Apply("call", (Ref("take_written", take_written), var("b"), expr("z")))
    summed = Apply("call", (Ref("unbroadcast", unbroadcast), expr("b[z]"), shape))
    whole = Apply("call", (Ref("unbroadcast", unbroadcast), var("b"), shape))
    zero, use = code("b[z] = 0.0\ny = t * 2.0")
    for value, delayed in ((taken, True), (summed, True), (whole, False)):
        before = (Assign(var("t"), value), zero, use)
        assert (delay_zeros(before)[1] == use) is delayed


DEAD = {  # (before, live): (in a pullback, in a forward)
    ("t = x * 2.0\ny = x", "y"): ("y = x", "y = x"),
    ("t = x * 2.0\ny = t", "y"): ("t = x * 2.0\ny = t", "t = x * 2.0\ny = t"),
    ("y = x * 2.0\ny = x", "y"): ("y = x", "y = x * 2.0\ny = x"),  # the user's statement stays in the forward
    ("b[0] = x", "y"): ("pass", "b[0] = x"),  # a write counts in a pullback if the buffer is read afterwards
    ("b[0] = x", "b"): ("b[0] = x", "b[0] = x"),
    ("b += x\ny = b", "y"): ("b += x\ny = b", "b += x\ny = b"),
    ("b += x\nb = z", "b"): ("b = z", "b += x\nb = z"),
    ("if x > 0.0:\n    t = 1.0", "y"): ("pass", "pass"),
    ("if x > 0.0:\n    y = 1.0", "y"): ("if x > 0.0:\n    y = 1.0",) * 2,
    ("for i in x:\n    t = i * 2.0", "y"): ("pass", "for i in x:\n    pass"),
    ("for i in x:\n    y = t + i\n    t = y", "y"): ("for i in x:\n    y = t + i\n    t = y",) * 2,  # carried round
    ("for i in x:\n    y = i\n    t = y", "y"): ("for i in x:\n    y = i",) * 2,
    ("while t > 0.0:\n    t = t - 1.0", ""): ("while t > 0.0:\n    t = t - 1.0",) * 2,
    ("t = z.pop()", "y"): ("pass", "t = z.pop()"),
    ("t = z.pop()", "z"): ("t = z.pop()", "t = z.pop()"),
    ("x += y * z.pop()", "z"): ("z.pop()", "x += y * z.pop()"),  # the list is read on, its item is not
    ("x[0] = z.pop()", "z"): ("z.pop()", "x[0] = z.pop()"),
    ("x[0] = z.pop()", "y"): ("pass", "x[0] = z.pop()"),
    ("np.copyto(b, x)", "b"): ("np.copyto(b, x)", "np.copyto(b, x)"),
    ("np.copyto(b, x)", "y"): ("pass", "np.copyto(b, x)"),
    ("np.copyto(b, z.pop())", "b"): ("np.copyto(b, z.pop())",) * 2,
    ("np.copyto(b, z.pop())", "z"): ("z.pop()", "np.copyto(b, z.pop())"),
    ("np.copyto(b, z.pop())", "y"): ("pass", "np.copyto(b, z.pop())"),
    ("'what follows'\nt = x\n'next'\ny = x", "y"): ("# next\ny = x", "# next\ny = x"),
    ("y = []\ny = x", "y"): ("y = x", "y = x"),  # an empty list that nothing reads
    ("y = []\nfor i in x:\n    y = i", "y"): ("y = []\nfor i in x:\n    y = i",) * 2,  # read if there is no iteration
    ("assert x > 0.0", ""): ("assert x > 0.0", "assert x > 0.0"),
}


@pytest.mark.parametrize(("before", "live"), DEAD)
def test_drop_dead(before: str, live: str) -> None:
    names = frozenset(map(var, live.split()))
    got = tuple(text_of(drop_dead(code(before), names, forward)) for forward in (False, True))
    assert got == DEAD[(before, live)]


def test_a_call_for_its_effect_gets_no_name() -> None:
    call = code("print(x)")[0]
    assert isinstance(call, Do)
    unnamed, named = (Assign(Var("t", 90, temp), call.value, effect=True) for temp in (True, False))
    assert drop_dead((unnamed,), frozenset(), True) == (call,)
    assert drop_dead((unnamed,), frozenset({Var("t", 90)}), True) == (unnamed,)
    assert drop_dead((named,), frozenset(), True) == (named,)


def test_roots() -> None:
    assert root_of(expr("x[0][1:].T")) == var("x")
    assert root_of(expr("np.transpose(x)[0]")) == var("x")
    assert root_of(expr("3.0")) is None
    changing = code("x[0] = y\nx += y\nx.append(y)\nz = x.pop()\nnp.copyto(x, y)")
    assert [mutated_by(s) for s in changing] == [var("x")] * 5
    assert [mutated_by(s) for s in code("x = y\na, b = x\nx.copy()\nif x > y:\n    x[0] = y")] == [None] * 4


COPIES = {
    "a = x\ny = a * 2.0": "y = x * 2.0",
    "a = x\nb = a\ny = b * 2.0": "y = x * 2.0",
    "a = x\na[0] = 1.0\ny = a": "a = x\na[0] = 1.0\ny = a",
    "a = x\nx[0] = 1.0\ny = a * 2.0": "a = x\nx[0] = 1.0\ny = a * 2.0",
    "a = x\na = z\ny = a * 2.0": "a = x\na = z\ny = a * 2.0",
    "a = x\nx = 1.0\nx = 2.0\ny = a * 2.0": "a = x\nx = 1.0\nx = 2.0\ny = a * 2.0",
    "if z > 0.0:\n    a = x\n    y = a * 2.0": "if z > 0.0:\n    y = x * 2.0",
    "a = x\nx += 1.0\ny = a * 2.0": "a = x\nx += 1.0\ny = a * 2.0",
}


@pytest.mark.parametrize("before", COPIES)
def test_propagate_copies(before: str) -> None:
    assert text_of(propagate_copies(code(before))) == COPIES[before]


LOCAL = {
    "x = 1.0\nx = 2.0\na = x\ny = a * 2.0": "x = 1.0\nx = 2.0\ny = x * 2.0",  # x changes no more
    "a = x\nx = 2.0\ny = a * 2.0": "a = x\nx = 2.0\ny = a * 2.0",
    "if z > 0.0:\n    a = x\ny = a * 2.0": "if z > 0.0:\n    a = x\ny = a * 2.0",  # read outside of its block
}


@pytest.mark.parametrize("before", LOCAL)
def test_local_copies(before: str) -> None:
    assert text_of(local_copies(code(before))) == LOCAL[before]


def test_a_sign_stays_where_another_name_of_the_memory_is_written() -> None:
    """``t = -a``, then a write into what ``a`` shares memory with: ``t`` is of before."""
    t, a, b = Var("t", 90, temp=True), var("a"), var("b")
    value = Apply("neg", (a,))
    added = [Augment(Apply("getitem", (b, index)), "add", t) for index in (expr("0"), expr("1"))]
    before = (Assign(b, a), Assign(t, value), *added)

    def tidy(stmt: Code) -> Code:
        return Augment(stmt.target, "sub", a) if isinstance(stmt, Augment) and stmt.value == value else stmt

    assert absorb_signs(before, {t}, tidy) == before
    assert absorb_signs(before[1:], {t}, tidy) == tuple(Augment(s.target, "sub", a) for s in added)


def test_comments_are_said_once() -> None:
    before = code("'a'\nx = 1.0\n'a'\ny = 1.0\n'b'\nif x > y:\n    'a'\n    z = 1.0\n'b'\nw = 1.0")
    kept = [stmt for stmt in without_repeats(before) if type(stmt).__name__ == "Comment"]
    assert [stmt.text for stmt in kept] == ["a", "b", "b"]


REWRITTEN = {
    "-(-x)": "x",
    "-(3.0)": "-3.0",
    "-(-x * y)": "x * y",
    "np.matmul(x, y)": "x @ y",
    "(x * y).copy()": "x * y",
    "x.copy()": "x.copy()",
    "x.copy() * y": "x * y",  # an operator makes a new array of it anyway
    "np.sin(x.copy())": "np.sin(x)",
    "x[0].copy() - y": "x[0] - y",
    "np.transpose(x.copy())": "np.transpose(x.copy())",  # a view keeps what it is made of
    "np.broadcast_to(s, x_shape) * x": "s * x",
    "x * np.broadcast_to(s, x_shape)": "x * s",
    "np.broadcast_to(s, x_shape) / x": "s / x",
    "x / np.broadcast_to(s, x_shape)": "x / np.broadcast_to(s, x_shape)",
    "np.broadcast_to(s, x_shape) * z": "np.broadcast_to(s, x_shape) * z",  # the shape of z is another one
    "np.broadcast_to(s, x_shape) * np.sin(x)": "s * np.sin(x)",
    "np.zeros(np.shape(x))": "np.zeros_like(x)",
    "np.zeros(np.shape(z))": "np.zeros_like(z)",
    "np.zeros(np.shape(w))": "np.zeros(np.shape(w))",  # not known to be an array of doubles
    "expand(s, x_shape, 0, True)": "np.broadcast_to(s, x_shape)",
    "2.0 * x": "2.0 * x",
    "x[1:][0]": "x[1]",
    "x[1:3][1]": "x[2]",
    "x[:3][1] * y": "x[1] * y",
    "x[1:3][2]": "x[1:3][2]",  # out of bounds: it raises
    "x[1:][-1]": "x[1:][-1]",
    "x[-2:][0]": "x[-2:][0]",
    "x[::2][1]": "x[::2][1]",
    "x[k:][0]": "x[k:][0]",
    "y[1:][0]": "y[1:][0]",  # a part of a list is a copy
    "np.real(x.real[1])": "x.real[1]",
    "np.real(x.imag)": "x.imag",
    "np.real(x[1])": "np.real(x[1])",
}


@pytest.mark.parametrize("before", REWRITTEN)
def test_rewrite(before: str) -> None:
    context = Context({"x": ("n1",), "z": ("n2",)})
    after = rewrite(expr(before), context)
    assert text_of((Assign(var("y"), after),)) == f"y = {REWRITTEN[before]}"


JOINED = {
    "y = x * z\ny += x * z": "y = 2.0 * x * z",
    "y = x * z\ny += x": "y = x * z + x",
    "y = x\ny += x": "y = x\ny += x",  # y would be x itself
    "b[0] = 0.0\nb[0] += x": "b[0] = x",
    "b[0] = 0.0\nb[0] -= x": "b[0] = -x",
    "b[0] = 0.0\nb[1] += x": "b[0] = 0.0\nb[1] += x",
    "b[0] = 1.0\nb[0] += x": "b[0] = 1.0\nb[0] += x",
    "y = x\ny = y * 2.0": "y = 2.0 * x",
    "y = --x": "y = --x",  # y may be written in place, and is perhaps a number
    "y += -x": "y -= x",
    "y += x.copy()": "y += x",
    "y = x.copy()\n'a = x * z'\ny += x * z": "# a = x * z\ny = x + x * z",
    "y = x.copy()\n'next'\ny += y * z": "y = x.copy()\n# next\ny += y * z",
    "y = x.copy()\nz = y\ny += x * s": "y = x.copy()\nz = y\ny += x * s",
    "y[0] = x.copy()": "y[0] = x.copy()",  # a list keeps what is assigned to its items
    "y -= -x": "y += x",
}


@pytest.mark.parametrize("before", JOINED)
def test_simplify(before: str) -> None:
    assert text_of(simplify(code(before), Context())) == JOINED[before]


def test_an_array_that_two_names_would_share_is_copied() -> None:
    context = Context({"x": ("n",), "y": ("n",)})
    assert text_of(simplify(code("y = --x"), context)) == "y = x.copy()"
    assert text_of(simplify(code("y[0] = --x"), context)) == "y[0] = x"
    assert text_of(simplify(code("y[0] = x.copy()"), context)) == "y[0] = x"  # an array copies the numbers


def test_a_stretched_number_is_seen_through_its_name() -> None:
    context = Context({"x": ("n1",)})
    after = simplify(code("t = np.broadcast_to(s, x_shape)\ny = t * x"), context)
    assert text_of(after).split("\n")[-1] == "y = s * x"


@pytest.mark.parametrize("write", ["b[0] = 0.0", "b += x", "v = b[1:]\nv[0] = 0.0"])
def test_a_stretched_part_is_not_read_after_a_write(write: str) -> None:
    context = Context({"x": ("n1",)})
    before = f"t = np.broadcast_to(b[0], x_shape)\n{write}\ny = t * x"
    assert text_of(simplify(code(before), context)).split("\n")[-1] == "y = t * x"


def test_variables_compare_by_number() -> None:
    assert Var("x", 0, temp=True) == Var("x", 0) != Var("x", 1)
