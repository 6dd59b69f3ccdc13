"""Names of the variables of generated code: the user's wherever two values do not need one name at the same time."""

from __future__ import annotations

from collections.abc import Iterator

from s2s.ir.core import UNUSED, Apply, Assign, Augment, Branch, Code, Do, Expr, For, Guarded, Jump, Ref, Repeat, Var
from s2s.ir.walk import blocks_of, bound_by, header_exprs, read_by, variables
from s2s.words import is_name, name_or


def name_variables(
    body: tuple[Code, ...], params: tuple[tuple[str, Var | None], ...], reserved: frozenset[str]
) -> dict[Var, str]:
    """A name for every variable of a function.

    Two variables that hold values at the same time get different names; otherwise each gets the name that its hint
    asks for, with a number behind it where that is taken.
    """
    graph = _Interference()
    graph.collect(body)
    for _, var in params:
        if var is not None:
            graph.alike.setdefault(_stem(var.name), set()).add(var)
    live = graph.block(body, frozenset())
    fixed = {var: name for name, var in params if var is not None}
    for var in fixed:
        graph.note(var, frozenset(fixed) | live)
    taken = set(reserved) | _referenced(body)
    names: dict[Var, str] = {}
    used: dict[str, list[Var]] = {}
    for var, name in fixed.items():
        names[var] = name
        used.setdefault(name, []).append(var)
    for var in graph.order:
        if var not in names:
            names[var] = _choose(var, graph, used, taken)
    return names


def _choose(var: Var, graph: _Interference, used: dict[str, list[Var]], taken: set[str]) -> str:
    if var.name == UNUSED:
        return "_" if "_" not in graph.alike else "unused"
    hint = var.name if is_name(var.name) else name_or(f"{var.name}_", "value")
    candidate, n = hint, 2
    while candidate in taken or any(graph.clash(var, other) for other in used.get(candidate, ())):
        candidate, n = f"{hint}_{n}", n + 1
        if n == 10:
            n = max(n, graph.last.get(hint, 10))
    graph.last[hint] = n
    used.setdefault(candidate, []).append(var)
    return candidate


def _referenced(body: tuple[Code, ...]) -> set[str]:
    """Module-level names that the code uses."""
    found: set[str] = set()

    def visit(expr: Expr) -> None:
        if isinstance(expr, Ref):
            found.add(expr.text.split(".")[0])
        elif isinstance(expr, Apply):
            for arg in expr.args:
                visit(arg)
            for _, value in expr.kwargs:
                visit(value)

    def walk(block: tuple[Code, ...]) -> None:
        for stmt in block:
            for expr in _exprs(stmt):
                visit(expr)
            for inner in blocks_of(stmt):
                walk(inner)

    walk(body)
    return found


def _exprs(stmt: Code) -> list[Expr]:
    if isinstance(stmt, Assign):
        return [stmt.target, stmt.value]
    if isinstance(stmt, Augment):
        return [stmt.target, stmt.value]
    if isinstance(stmt, Do):
        return [stmt.value]
    if isinstance(stmt, (Branch, Repeat)):
        return [stmt.test]
    if isinstance(stmt, For):
        return [stmt.iterable]
    if isinstance(stmt, Guarded):
        return list(header_exprs(stmt.header))
    if isinstance(stmt, Jump):
        return list(stmt.args)
    return []


def _bound_in(block: tuple[Code, ...]) -> Iterator[Var]:
    for stmt in block:
        if isinstance(stmt, (Assign, For)):
            yield from bound_by(stmt.target)
        for inner in blocks_of(stmt):
            yield from _bound_in(inner)


def _stem(name: str) -> str:
    """The name without the numbers behind it: ``a`` for ``a_0`` and for ``a_0_2``."""
    return name.rstrip("0123456789_") or name


class _Interference:
    """Liveness and, from it, which variables hold values at the same time."""

    def __init__(self) -> None:
        self.edges: dict[Var, set[Var]] = {}
        self.seen: dict[Var, None] = {}
        self.alike: dict[str, set[Var]] = {}
        self.last: dict[str, int] = {}

    def collect(self, body: tuple[Code, ...]) -> None:
        """The variables in order of appearance, and those that might want one name."""
        for stmt in body:
            self._see(stmt)
        for var in self.seen:
            self.alike.setdefault(_stem(var.name), set()).add(var)

    @property
    def order(self) -> list[Var]:
        return list(self.seen)

    def note(self, var: Var, live: frozenset[Var], apart: Var | None = None) -> None:
        near = live & self.alike[_stem(var.name)]
        if apart is not None:
            near = near - {apart}
        self.edges.setdefault(var, set()).update(near)

    def clash(self, a: Var, b: Var) -> bool:
        """True when two variables hold values at the same time."""
        return b in self.edges.get(a, ()) or a in self.edges.get(b, ())

    def block(self, body: tuple[Code, ...], live: frozenset[Var]) -> frozenset[Var]:
        for stmt in reversed(body):
            live = self.stmt(stmt, live)
        return live

    def _see(self, stmt: Code) -> None:
        if isinstance(stmt, (Assign, For)):
            for var in bound_by(stmt.target):
                self.seen.setdefault(var)
        if isinstance(stmt, Guarded) and stmt.header[0] == "with":
            for _, target in stmt.header[1]:
                if target is not None:
                    self.seen.setdefault(target)
        for var in read_by(stmt):
            self.seen.setdefault(var)
        for inner in blocks_of(stmt):
            for s in inner:
                self._see(s)

    def stmt(self, stmt: Code, live: frozenset[Var]) -> frozenset[Var]:
        if isinstance(stmt, Assign):
            bound = frozenset(bound_by(stmt.target))
            source = stmt.value if isinstance(stmt.value, Var) and isinstance(stmt.target, Var) else None
            for var in bound:
                self.note(var, live | bound, source)
            return (live - bound) | frozenset(read_by(stmt))
        if isinstance(stmt, Augment) and isinstance(stmt.target, Var):
            self.note(stmt.target, live - {stmt.target})  # apart from a value that it was a copy of
        if isinstance(stmt, Branch):
            one = self.block(stmt.then, live)
            two = self.block(stmt.orelse, live)
            return one | two | frozenset(variables(stmt.test))
        if isinstance(stmt, (For, Repeat)):
            return self._loop(stmt, live)
        if isinstance(stmt, Guarded):
            reads = frozenset(v for e in header_exprs(stmt.header) for v in variables(e))
            if stmt.header[0] == "with":
                inner = self.block(stmt.body, live)
                bound = frozenset(t for _, t in stmt.header[1] if t is not None)
                for var in bound:
                    self.note(var, inner | bound)
                return (inner - bound) | reads
            for _, name, block in stmt.header[1]:
                more = self.block(block, live)
                if name is not None:
                    self.note(name, more)
                    more = more - {name}
                reads |= more
            reads |= self.block(stmt.header[2], live)
            for var in _bound_in(stmt.body):  # the body may be left before any of its statements
                self.note(var, reads - {var})
            return self.block(stmt.body, live | reads) | reads | live
        if isinstance(stmt, Jump) and stmt.kind in ("return", "raise"):
            return frozenset(read_by(stmt)) | (live if stmt.kind == "raise" else frozenset())
        return live | frozenset(read_by(stmt))

    def _loop(self, stmt: For | Repeat, live: frozenset[Var]) -> frozenset[Var]:
        bound = frozenset(bound_by(stmt.target)) if isinstance(stmt, For) else frozenset()
        head = frozenset(variables(stmt.iterable if isinstance(stmt, For) else stmt.test))
        around = live | (head if isinstance(stmt, Repeat) else frozenset())
        while True:
            inside = self.block(stmt.body, around)
            for var in bound:
                self.note(var, inside | bound | around)
            grown = around | (inside - bound)
            if grown == around:
                break
            around = grown
        return around | head
