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
    "nested returns": """
if a > 1:
    if b > 1:
        return a * b
    log.append(a)
log.append(b)
return a - b
""",
    "both arms may return": """
if a > b:
    if a > 2:
        return a
else:
    if b > 2:
        return b
log.append(a)
log.append(b)
for i in range(a):
    log.append(i)
return 7
""",
    "break": "for i in range(5):\n    if i == a:\n        break\n    log.append(i)\nreturn i",
    "continue": "for i in range(5):\n    if i == a:\n        continue\n    log.append(i)\nreturn b",
    "break and continue": """
for i in range(6):
    if i == a:
        continue
    if i > b:
        break
    log.append(i)
return 0
""",
    "break in the else arm": """
for i in range(5):
    if i < a:
        log.append(i)
    else:
        break
return i
""",
    "statements after an arm with a break": """
for i in range(5):
    if i > a:
        if i > b:
            break
        log.append(i)
    log.append(-i)
    log.append(i * i)
    log.append(0)
return i
""",
    "return in a loop": "for i in range(5):\n    if i == a:\n        return i * b\n    log.append(i)\nreturn -1",
    "return in a loop, nothing after": "for i in range(5):\n    log.append(i)\n    if i == a:\n        return i",
    "loop always returns": "for i in range(a):\n    return i + 10\nreturn b",
    "break or return": """
for i in range(5):
    if i == a:
        break
    if i == b:
        return i
    log.append(i)
log.append(8)
return 9
""",
    "else of a loop": "for i in range(4):\n    if i == a:\n        break\nelse:\n    log.append(5)\nreturn i",
    "return in the else of a loop": """
for i in range(4):
    if i == a:
        break
else:
    return 5
return i
""",
    "else of a loop that returns": """
for i in range(4):
    if i == a:
        return i
else:
    log.append(5)
log.append(6)
return 7
""",
    "else without break": "for i in range(a):\n    log.append(i)\nelse:\n    log.append(5)\nreturn b",
    "while": """
i = 0
while i < 5:
    i += 1
    if i == a:
        continue
    if i > b:
        break
    log.append(i)
return i
""",
    "while true": "i = 0\nwhile True:\n    i += 1\n    if i > a:\n        return i\n    log.append(i)",
    "while with else": """
i = 0
while i < 3:
    i += 1
    if i == a:
        break
else:
    log.append(i)
return i
""",
    "nested loops, inner break": """
for i in range(3):
    for j in range(4):
        if j == a:
            break
        log.append(j)
    log.append(i)
return 0
""",
    "nested loops, both break": """
for i in range(3):
    for j in range(4):
        if j == a:
            break
        log.append(j)
    if i == b:
        break
    log.append(-i)
return i
""",
    "nested loops, return": """
for i in range(3):
    for j in range(4):
        if i + j == a + b:
            return i, j
        log.append(j)
    log.append(i)
log.append(99)
return None
""",
    "outer break from the else of the inner loop": """
for i in range(4):
    for j in range(3):
        if j == a:
            break
    else:
        break
    log.append(i)
return i
""",
    "outer continue from the else of the inner loop": """
for i in range(4):
    for j in range(3):
        if i * j == a:
            break
    else:
        continue
    log.append(i)
return i
""",
    "return after a loop in an arm": """
if a > b:
    for i in range(a):
        if i == b:
            return i
    log.append(a)
log.append(b)
return 3
""",
    "loop in an arm may return, more after": """
if a > b:
    for i in range(a):
        if i == b:
            return i
else:
    if b == 2:
        return 8
log.append(1)
log.append(2)
log.append(3)
return 4
""",
    "with": """
with manager(log):
    log.append(a)
    if a > b:
        return a
    log.append(b)
log.append(0)
return b
""",
    "with that always returns": "with manager(log):\n    log.append(a)\n    return a",
    "break in a with": """
for i in range(4):
    with manager(log):
        if i == a:
            break
        log.append(i)
return i
""",
    "continue in a with, more after": """
for i in range(4):
    with manager(log):
        if i == a:
            continue
        log.append(i)
    log.append(-i)
return i
""",
    "return in a try": """
try:
    log.append(a // b)
    return a
except ZeroDivisionError:
    log.append(7)
return b
""",
    "return in a handler": """
try:
    log.append(a // b)
except ZeroDivisionError:
    return 7
log.append(1)
return b
""",
    "break in a handler": """
for i in range(4):
    try:
        log.append(a // (b - i))
    except ZeroDivisionError:
        break
    log.append(i)
return i
""",
    "match": """
match a:
    case 0:
        return b
    case 1:
        log.append(1)
    case _:
        log.append(2)
log.append(3)
return a
""",
    "match without a wildcard": """
match a:
    case 0:
        return b
    case 1:
        log.append(1)
log.append(3)
return a
""",
    "break in a match": """
for i in range(4):
    match i - a:
        case 0:
            break
        case 1:
            continue
    log.append(i)
return i
""",
    "raise": "if a > b:\n    raise ValueError(a)\nlog.append(a)\nreturn b",
    "nested function": """
def g(x):
    if x > 1:
        return x
    return 0
if a > b:
    return g(a)
return g(b)
""",
    "inner loop returns or breaks, its else continues": """
for i in range(3):
    for j in range(3):
        if i * j == a:
            return i, j
        if j == b:
            break
    else:
        log.append(-i)
        continue
    log.append(i)
log.append(7)
return b
""",
    "loop returns, its else returns": """
for i in range(4):
    if i == a:
        break
    if i == b:
        return i
else:
    if a == 4:
        return 5
    log.append(0)
log.append(7)
return b
""",
    "arms with a try": """
if a > b:
    try:
        log.append(a // b)
        return 5
    except ZeroDivisionError:
        log.append(0)
else:
    if b == 2:
        return 8
log.append(1)
log.append(2)
log.append(3)
return 4
""",
    "arms with a match": """
if a > b:
    match a:
        case 3:
            return 5
        case _:
            log.append(0)
else:
    if b == 2:
        return 8
log.append(1)
log.append(2)
log.append(3)
return 4
""",
    "arms with a with": """
if a > b:
    with manager(log):
        if a == 3:
            return 5
        log.append(0)
else:
    if b == 2:
        return 8
log.append(1)
log.append(2)
log.append(3)
return 4
""",
    "loop in a with returns": """
with manager(log):
    for i in range(4):
        if i == a:
            return i
        log.append(i)
    log.append(b)
log.append(7)
return b
""",
    "try with a loop that returns": """
try:
    for i in range(4):
        if i == a:
            return i // b
        log.append(i)
except ZeroDivisionError:
    log.append(-1)
log.append(7)
return b
""",
    "arm breaks, arm continues, more after": """
for i in range(6):
    if i > a:
        if i == b:
            break
    else:
        if i == 2:
            continue
    log.append(i)
    log.append(1)
    log.append(2)
return i
""",
    "inner loop returns in an arm": """
for i in range(4):
    if i > a:
        for j in range(3):
            if j == b:
                return i, j
    else:
        if i == 2:
            continue
    log.append(i)
    log.append(1)
    log.append(2)
return 0
""",
    "finally": """
try:
    log.append(a)
    if a > b:
        return a
finally:
    log.append(9)
log.append(b)
return b
""",
    "try with else": """
try:
    log.append(a // b)
except ZeroDivisionError:
    return 7
else:
    if a > 2:
        return 8
log.append(1)
return b
""",
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
    function = gast.parse("def f(a, b, log):\n" + textwrap.indent(body.strip("\n"), "    ")).body[0]
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
    exec("def f(a, b, log):\n" + textwrap.indent(body.strip("\n"), "    "), namespace)
    return namespace["f"]  # type: ignore[no-any-return]


def outcome(function: Callable[..., Any], a: int, b: int) -> Any:
    log: list[Any] = []
    try:
        return function(a, b, log), log
    except Exception as error:
        return repr(error), log


@pytest.mark.parametrize("body", [pytest.param(b, id=n) for n, b in FORMS.items()])
def test_same_behaviour(body: str) -> None:
    plain, before = without_exits(body)[1], original(body)
    for a, b in itertools.product(range(5), repeat=2):
        assert outcome(plain, a, b) == outcome(before, a, b), (a, b)


@pytest.mark.parametrize("body", [pytest.param(b, id=n) for n, b in FORMS.items()])
def test_no_exits_are_left(body: str) -> None:
    def outside_functions(node: Any) -> Any:
        yield node
        if not isinstance(node, gast.FunctionDef):
            for child in gast.iter_child_nodes(node):
                yield from outside_functions(child)

    exits = (gast.Return, gast.Break, gast.Continue)
    left = [node for node in outside_functions(without_exits(body)[0]) if isinstance(node, exits)]
    assert left == []


def test_a_single_return_needs_no_flag() -> None:
    tree, _ = without_exits("c = a + b\nreturn c")
    assert [type(node).__name__ for node in tree.body] == ["Assign", "Assign"]


def test_an_early_return_moves_the_rest_into_the_other_arm() -> None:
    tree, _ = without_exits("if a > b:\n    return a\nlog.append(b)\nreturn b")
    assert [type(node).__name__ for node in tree.body] == ["If"]
    assert [type(node).__name__ for node in tree.body[0].orelse] == ["Expr", "Assign"]
