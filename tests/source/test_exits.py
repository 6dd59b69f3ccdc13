"""Without return, break and continue a function still does the same: the tree is run after they are gone."""
import ast
import copy
import itertools
import textwrap
from collections.abc import Callable
from typing import Any

import gast
import pytest

from s2s.source.exits import remove_exits

# Functions of two numbers and a list, in which they log what they do.
FORMS = {
    "return at the end": "log.append(a)\nreturn a + b",
    "no return": "log.append(a)",
    "bare return": "if a > b:\n    return\nlog.append(a)",
    "return in an arm": "if a > b:\n    return a\nlog.append(b)\nreturn b",
    "return in both arms": "if a > b:\n    return a\nelse:\n    return b",
    "return in the else arm": "if a > b:\n    log.append(a)\nelse:\n    return b\nlog.append(9)\nreturn a",
    "elif chain": "if a > b:\n    return 1\nelif a == b:\n    return 2\nelif b > 3:\n    log.append(b)\nreturn 4",
    "nested returns": "if a > 1:\n    if b > 1:\n        return a * b\n    log.append(a)\nlog.append(b)\nreturn a - b",
    "both arms may return": (
        "if a > b:\n    if a > 2:\n        return a\nelse:\n    if b > 2:\n        return b\n"
        "log.append(a)\nlog.append(b)\nfor i in range(a):\n    log.append(i)\nreturn 7"
    ),
    "break": "for i in range(5):\n    if i == a:\n        break\n    log.append(i)\nreturn i",
    "continue": "for i in range(5):\n    if i == a:\n        continue\n    log.append(i)\nreturn b",
    "break and continue": (
        "for i in range(6):\n    if i == a:\n        continue\n    if i > b:\n        break\n    log.append(i)\nreturn 0"
    ),
    "break in the else arm": "for i in range(5):\n    if i < a:\n        log.append(i)\n    else:\n        break\nreturn i",
    "statements after an arm with a break": (
        "for i in range(5):\n    if i > a:\n        if i > b:\n            break\n        log.append(i)\n    log.append(-i)\n"
        "    log.append(i * i)\n    log.append(0)\nreturn i"
    ),
    "return in a loop": "for i in range(5):\n    if i == a:\n        return i * b\n    log.append(i)\nreturn -1",
    "return in a loop, nothing after": "for i in range(5):\n    log.append(i)\n    if i == a:\n        return i",
    "loop always returns": "for i in range(a):\n    return i + 10\nreturn b",
    "break or return": (
        "for i in range(5):\n    if i == a:\n        break\n    if i == b:\n        return i\n    log.append(i)\n"
        "log.append(8)\nreturn 9"
    ),
    "else of a loop": "for i in range(4):\n    if i == a:\n        break\nelse:\n    log.append(5)\nreturn i",
    "return in the else of a loop": "for i in range(4):\n    if i == a:\n        break\nelse:\n    return 5\nreturn i",
    "else of a loop that returns": (
        "for i in range(4):\n    if i == a:\n        return i\nelse:\n    log.append(5)\nlog.append(6)\nreturn 7"
    ),
    "else without break": "for i in range(a):\n    log.append(i)\nelse:\n    log.append(5)\nreturn b",
    "while": "i = 0\nwhile i < 5:\n    i += 1\n    if i == a:\n        continue\n    if i > b:\n        break\n    log.append(i)\nreturn i",
    "while true": "i = 0\nwhile True:\n    i += 1\n    if i > a:\n        return i\n    log.append(i)",
    "while with else": "i = 0\nwhile i < 3:\n    i += 1\n    if i == a:\n        break\nelse:\n    log.append(i)\nreturn i",
    "nested loops, inner break": (
        "for i in range(3):\n    for j in range(4):\n        if j == a:\n            break\n        log.append(j)\n"
        "    log.append(i)\nreturn 0"
    ),
    "nested loops, both break": (
        "for i in range(3):\n    for j in range(4):\n        if j == a:\n            break\n        log.append(j)\n"
        "    if i == b:\n        break\n    log.append(-i)\nreturn i"
    ),
    "nested loops, return": (
        "for i in range(3):\n    for j in range(4):\n        if i + j == a + b:\n            return i, j\n"
        "        log.append(j)\n    log.append(i)\nlog.append(99)\nreturn None"
    ),
    "outer break from the else of the inner loop": (
        "for i in range(4):\n    for j in range(3):\n        if j == a:\n            break\n    else:\n        break\n"
        "    log.append(i)\nreturn i"
    ),
    "outer continue from the else of the inner loop": (
        "for i in range(4):\n    for j in range(3):\n        if i * j == a:\n            break\n    else:\n        continue\n"
        "    log.append(i)\nreturn i"
    ),
    "return after a loop in an arm": (
        "if a > b:\n    for i in range(a):\n        if i == b:\n            return i\n    log.append(a)\nlog.append(b)\nreturn 3"
    ),
    "loop in an arm may return, more after": (
        "if a > b:\n    for i in range(a):\n        if i == b:\n            return i\nelse:\n    if b == 2:\n        return 8\n"
        "log.append(1)\nlog.append(2)\nlog.append(3)\nreturn 4"
    ),
    "with": "with manager(log):\n    log.append(a)\n    if a > b:\n        return a\n    log.append(b)\nlog.append(0)\nreturn b",
    "with that always returns": "with manager(log):\n    log.append(a)\n    return a",
    "break in a with": "for i in range(4):\n    with manager(log):\n        if i == a:\n            break\n        log.append(i)\nreturn i",
    "continue in a with, more after": (
        "for i in range(4):\n    with manager(log):\n        if i == a:\n            continue\n        log.append(i)\n"
        "    log.append(-i)\nreturn i"
    ),
    "return in a try": "try:\n    log.append(a // b)\n    return a\nexcept ZeroDivisionError:\n    log.append(7)\nreturn b",
    "return in a handler": "try:\n    log.append(a // b)\nexcept ZeroDivisionError:\n    return 7\nlog.append(1)\nreturn b",
    "break in a handler": (
        "for i in range(4):\n    try:\n        log.append(a // (b - i))\n    except ZeroDivisionError:\n        break\n    log.append(i)\nreturn i"
    ),
    "match": (
        "match a:\n    case 0:\n        return b\n    case 1:\n        log.append(1)\n    case _:\n        log.append(2)\n"
        "log.append(3)\nreturn a"
    ),
    "match without a wildcard": "match a:\n    case 0:\n        return b\n    case 1:\n        log.append(1)\nlog.append(3)\nreturn a",
    "break in a match": (
        "for i in range(4):\n    match i - a:\n        case 0:\n            break\n        case 1:\n            continue\n    log.append(i)\nreturn i"
    ),
    "raise": "if a > b:\n    raise ValueError(a)\nlog.append(a)\nreturn b",
    "nested function": "def g(x):\n    if x > 1:\n        return x\n    return 0\nif a > b:\n    return g(a)\nreturn g(b)",
    "arms with a try": (
        "if a > b:\n    try:\n        log.append(a // b)\n        return 5\n    except ZeroDivisionError:\n        log.append(0)\n"
        "else:\n    if b == 2:\n        return 8\nlog.append(1)\nlog.append(2)\nlog.append(3)\nreturn 4"
    ),
    "arms with a match": (
        "if a > b:\n    match a:\n        case 3:\n            return 5\n        case _:\n            log.append(0)\n"
        "else:\n    if b == 2:\n        return 8\nlog.append(1)\nlog.append(2)\nlog.append(3)\nreturn 4"
    ),
    "arms with a with": (
        "if a > b:\n    with manager(log):\n        if a == 3:\n            return 5\n        log.append(0)\n"
        "else:\n    if b == 2:\n        return 8\nlog.append(1)\nlog.append(2)\nlog.append(3)\nreturn 4"
    ),
    "loop in a with returns": (
        "with manager(log):\n    for i in range(4):\n        if i == a:\n            return i\n        log.append(i)\n"
        "    log.append(b)\nlog.append(7)\nreturn b"
    ),
    "try with a loop that returns": (
        "try:\n    for i in range(4):\n        if i == a:\n            return i // b\n        log.append(i)\n"
        "except ZeroDivisionError:\n    log.append(-1)\nlog.append(7)\nreturn b"
    ),
    "arm breaks, arm continues, more after": (
        "for i in range(6):\n    if i > a:\n        if i == b:\n            break\n    else:\n        if i == 2:\n            continue\n"
        "    log.append(i)\n    log.append(1)\n    log.append(2)\nreturn i"
    ),
    "inner loop returns in an arm": (
        "for i in range(4):\n    if i > a:\n        for j in range(3):\n            if j == b:\n                return i, j\n"
        "    else:\n        if i == 2:\n            continue\n    log.append(i)\n    log.append(1)\n    log.append(2)\nreturn 0"
    ),
    "finally": "try:\n    log.append(a)\n    if a > b:\n        return a\nfinally:\n    log.append(9)\nlog.append(b)\nreturn b",
    "try with else": (
        "try:\n    log.append(a // b)\nexcept ZeroDivisionError:\n    return 7\nelse:\n    if a > 2:\n        return 8\n"
        "log.append(1)\nreturn b"
    ),
    "code after a return": "return a\nlog.append(1)",
    "code after a break": "for i in range(3):\n    break\n    log.append(i)\nreturn i",
}


class manager:
    """Logs its beginning and its end."""

    def __init__(self, log: list[Any]) -> None:
        self.log = log

    def __enter__(self) -> None:
        self.log.append("in")

    def __exit__(self, *exception: object) -> None:
        self.log.append("out")


class Stops(gast.NodeTransformer):
    """Loops that end after the iteration in which one of their flags is set."""

    def visit(self, node: Any) -> Any:
        node = self.generic_visit(node)
        if isinstance(node, (gast.For, gast.While)):
            for name in getattr(node, "stop", []):
                test = gast.Name(name, gast.Load(), None, None)
                node.body = [*node.body, gast.If(test, [gast.Break()], [])]
        return node


def without_exits(body: str) -> tuple[Any, Callable[..., Any]]:
    """The tree without exits, and the function that it makes."""
    numbers = itertools.count()
    function = gast.parse("def f(a, b, log):\n" + textwrap.indent(body, "    ")).body[0]
    plain, value = remove_exits(function.body, lambda name: f"{name}_{next(numbers)}")
    tree = gast.Module(copy.deepcopy(plain), [])
    result = gast.parse(f"return {value}").body
    start = gast.parse(f"{value} = None").body if value else []
    function.body = [*start, *(Stops().visit(s) for s in plain), *result]
    module = ast.fix_missing_locations(gast.gast_to_ast(gast.fix_missing_locations(gast.Module([function], []))))
    namespace: dict[str, Any] = {"manager": manager}
    exec(compile(module, "<plain>", "exec"), namespace)
    return tree, namespace["f"]


def original(body: str) -> Callable[..., Any]:
    namespace: dict[str, Any] = {"manager": manager}
    exec("def f(a, b, log):\n" + textwrap.indent(body, "    "), namespace)
    return namespace["f"]  # type: ignore[no-any-return]


def outcome(function: Callable[..., Any], a: int, b: int) -> Any:
    log: list[Any] = []
    try:
        return function(a, b, log), log
    except Exception as error:
        return repr(error), log


@pytest.mark.parametrize("body", FORMS.values(), ids=list(FORMS))
def test_same_behaviour(body: str) -> None:
    plain, before = without_exits(body)[1], original(body)
    for a, b in itertools.product(range(5), repeat=2):
        assert outcome(plain, a, b) == outcome(before, a, b), (a, b)


@pytest.mark.parametrize("body", FORMS.values(), ids=list(FORMS))
def test_no_exits_are_left(body: str) -> None:
    def outside_functions(node: Any) -> Any:
        yield node
        if not isinstance(node, gast.FunctionDef):
            for child in gast.iter_child_nodes(node):
                yield from outside_functions(child)

    left = [n for n in outside_functions(without_exits(body)[0]) if isinstance(n, (gast.Return, gast.Break, gast.Continue))]
    assert left == []


def test_a_single_return_needs_no_flag() -> None:
    tree, _ = without_exits("c = a + b\nreturn c")
    assert [type(node).__name__ for node in tree.body] == ["Assign", "Assign"]


def test_an_early_return_moves_the_rest_into_the_other_arm() -> None:
    tree, _ = without_exits("if a > b:\n    return a\nlog.append(b)\nreturn b")
    assert [type(node).__name__ for node in tree.body] == ["If"]
    assert [type(node).__name__ for node in tree.body[0].orelse] == ["Expr", "Assign"]
