"""Exits become data: no ``return``, ``break`` or ``continue`` is left in the tree.

A ``return`` sets ``value``; where statements follow that must then not run, they move into the other branch, and only
where that is impossible a flag guards them.  A loop that can end early gets an attribute ``stop``: the name of the flag
that ends it after the current iteration.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

LOOPS = (gast.For, gast.While)
EXITS = (gast.Return, gast.Break, gast.Continue)
OPAQUE = (gast.FunctionDef, gast.Lambda, gast.ClassDef, gast.AsyncFunctionDef)


def remove_exits(body: list[Any], fresh: Callable[[str], str]) -> tuple[list[Any], str | None]:
    """The statements without exits, and the name of the variable that holds the returned value (None: no return)."""
    walker = _Exits(fresh)
    if not _contains(body, gast.Return):
        return walker.sequence(body, None), None
    if isinstance(body[-1], gast.Return) and not _contains(body[:-1], gast.Return):
        # the plain case: one return at the end
        walker.value = fresh("value")
        return walker.sequence(body, None), walker.value
    walker.value = fresh("value")
    return walker.sequence(_ensure_return(body), None), walker.value


def _ensure_return(body: list[Any]) -> list[Any]:
    if _always_exits(body):
        return body
    last = body[-1]
    end = gast.Return(gast.Constant(None, None))
    gast.copy_location(end, last)
    gast.copy_location(end.value, last)
    return [*body, end]


def _contains(nodes: list[Any], *kinds: type) -> bool:
    return any(_find(node, kinds) for node in nodes)


def _find(node: Any, kinds: tuple[type, ...]) -> bool:
    if isinstance(node, kinds):
        return True
    if isinstance(node, OPAQUE):
        return False
    return any(_find(child, kinds) for child in gast.iter_child_nodes(node))


def _exits_loop(nodes: list[Any]) -> bool:
    """True when a break or continue of the enclosing loop, or a return, stands in ``nodes``."""
    return any(_exit_in(node) for node in nodes)


def _exit_in(node: Any) -> bool:
    if isinstance(node, (gast.Return, gast.Break, gast.Continue)):
        return True
    if isinstance(node, OPAQUE):
        return False
    if isinstance(node, LOOPS):
        return _contains([node], gast.Return) or _exits_loop(node.orelse)
    return any(_exit_in(child) for child in gast.iter_child_nodes(node))


def exits_in(nodes: list[Any]) -> list[Any]:
    """Every return, break and continue; those of nested functions are not met on the way."""
    todo, found = list(nodes), []
    while todo:
        node = todo.pop(0)
        if isinstance(node, EXITS):
            found.append(node)
        elif not isinstance(node, OPAQUE):
            todo.extend(gast.iter_child_nodes(node))
    return found


def _always_exits(body: list[Any]) -> bool:
    if not body:
        return False
    last = body[-1]
    if isinstance(last, (gast.Return, gast.Break, gast.Continue, gast.Raise)):
        return True
    if isinstance(last, gast.If):
        return _always_exits(last.body) and _always_exits(last.orelse)
    if isinstance(last, gast.With):
        return _always_exits(last.body)
    return False


class _Exits:
    def __init__(self, fresh: Callable[[str], str]) -> None:
        self.fresh = fresh
        self.value: str | None = None
        self.returned: str | None = None
        self.loop: _LoopFlags | None = None

    def sequence(self, body: list[Any], loop: _LoopFlags | None) -> list[Any]:
        outer, self.loop = self.loop, loop if loop is not None else self.loop
        try:
            return self._sequence(body)
        finally:
            self.loop = outer

    def _sequence(self, body: list[Any]) -> list[Any]:
        done: list[Any] = []
        for position, node in enumerate(body):
            rest = body[position + 1 :]
            if isinstance(node, gast.Return):
                return done + self._return(node)
            if isinstance(node, gast.Break):
                assert self.loop is not None
                return done + [_set(self.loop.stop, True, node)]
            if isinstance(node, gast.Continue):
                return done
            if isinstance(node, gast.If) and _exits_loop([node]):
                return done + self._branch(node, rest)
            if isinstance(node, LOOPS) and _exits_loop(node.orelse):
                return done + self._loop_with_exit_in_else(node, rest)
            if isinstance(node, LOOPS):
                done += self._loop(node)
                if self.value is not None and _contains([node], gast.Return):
                    assert self.returned is not None
                    return done + self._guard(self.returned, rest, node)
                continue
            if isinstance(node, gast.With) and _exits_loop([node]):
                inner = _rebuilt(node, body=self._sequence(node.body))
                if _always_exits(node.body) or not rest:
                    return [*done, inner]
                return [*done, *self._flagged(inner, node, rest)]
            if isinstance(node, gast.Try) and _exits_loop([node]):
                return done + self._try(node, rest)
            if hasattr(gast, "Match") and isinstance(node, gast.Match) and _exits_loop([node]):
                done += self._match(node, rest)
                return done
            done.append(self._inside(node))
        return done

    def _inside(self, node: Any) -> Any:
        """A compound statement without exits of its own: the loops in it may have them."""
        if isinstance(node, gast.If):
            return _rebuilt(node, body=self._sequence(node.body) or [_pass(node)], orelse=self._sequence(node.orelse))
        if isinstance(node, gast.With):
            return _rebuilt(node, body=self._sequence(node.body) or [_pass(node)])
        if isinstance(node, gast.Try):
            handlers = [_rebuilt(h, body=self._sequence(h.body) or [_pass(node)]) for h in node.handlers]
            return _rebuilt(
                node,
                body=self._sequence(node.body) or [_pass(node)],
                handlers=handlers,
                orelse=self._sequence(node.orelse),
                finalbody=self._sequence(node.finalbody),
            )
        if isinstance(node, gast.Match):
            cases = [_rebuilt(c, body=self._sequence(c.body) or [_pass(node)]) for c in node.cases]
            return _rebuilt(node, cases=cases)
        return node

    def _return(self, node: Any) -> list[Any]:
        assert self.value is not None
        value = node.value if node.value is not None else gast.copy_location(gast.Constant(None, None), node)
        target = gast.Name(self.value, gast.Store(), None, None)
        statement = gast.Assign([gast.copy_location(target, node)], value, None)
        statement.returns = True
        out = [gast.copy_location(statement, node), *(_set(flag, True, node) for flag in getattr(node, "marks", []))]
        if self.loop is not None:
            self.returned = self.returned or self.fresh("returned")
            out += [_set(self.returned, True, node)]
            self.loop.returns = True
        return out

    def _branch(self, node: Any, rest: list[Any]) -> list[Any]:
        then_exits, else_exits = _always_exits(node.body), _always_exits(node.orelse)
        if then_exits or not rest:
            then, orelse = node.body, node.orelse + (rest if not else_exits else [])
            if not rest and not then_exits:
                orelse = node.orelse
            return [_rebuilt(node, body=self._sequence(then) or [_pass(node)], orelse=self._sequence(orelse))]
        if else_exits:
            return [
                _rebuilt(
                    node, body=self._sequence(node.body + rest) or [_pass(node)], orelse=self._sequence(node.orelse)
                )
            ]
        if len(rest) <= 2 and not any(isinstance(s, (*LOOPS, gast.If)) for s in rest):
            return [
                _rebuilt(
                    node,
                    body=self._sequence(node.body + rest) or [_pass(node)],
                    orelse=self._sequence(node.orelse + rest),
                )
            ]
        return self._flagged_branch(node, rest)

    def _flagged_branch(self, node: Any, rest: list[Any]) -> list[Any]:
        """Both branches may or may not exit: a flag set beside each exit guards the rest."""
        flag = self.fresh("left")
        marked = _rebuilt(node, body=_mark(node.body, flag), orelse=_mark(node.orelse, flag))
        inner = self._branch(marked, [])
        return [_set(flag, False, node), *inner, *self._guard(flag, rest, node)]

    def _flagged(self, inner: Any, node: Any, rest: list[Any]) -> list[Any]:
        flag = self.fresh("left")
        inner = _rebuilt(node, body=self._sequence(_mark(node.body, flag)))
        return [_set(flag, False, node), inner, *self._guard(flag, rest, node)]

    def _guard(self, flag: str, rest: list[Any], node: Any) -> list[Any]:
        if not rest:
            return []
        test = gast.UnaryOp(gast.Not(), gast.Name(flag, gast.Load(), None, None))
        for part in (test, test.operand):
            gast.copy_location(part, node)
        guard = gast.If(test, self._sequence(rest) or [_pass(node)], [])
        return [gast.copy_location(guard, node)]

    def _try(self, node: Any, rest: list[Any]) -> list[Any]:
        """What follows moves where it runs next, if an exit can only end the try body; else a flag guards it."""
        simple = not node.finalbody and (_always_exits(node.body) or not _exits_loop(node.body))
        if rest and not simple or node.orelse and _exits_loop(node.body) and not _always_exits(node.body):
            return self._flagged_try(node, rest)
        after = [] if _always_exits(node.body) or not node.handlers else rest
        handlers = []
        for handler in node.handlers:
            tail = [] if _always_exits(handler.body) else rest
            handlers.append(_rebuilt(handler, body=self._sequence(handler.body + tail) or [_pass(node)]))
        body = self._sequence(node.body) or [_pass(node)]
        orelse = self._sequence(node.orelse + after)
        return [_rebuilt(node, body=body, orelse=orelse, handlers=handlers, finalbody=self._final(node))]

    def _final(self, node: Any) -> list[Any]:
        """The final block; one that leaves is refused later."""
        found: list[Any] = node.finalbody if _exits_loop(node.finalbody) else self._sequence(node.finalbody)
        return found

    def _flagged_try(self, node: Any, rest: list[Any]) -> list[Any]:
        flag = self.fresh("left")
        body = self._sequence(_mark(node.body, flag)) or [_pass(node)]
        orelse = self._guard(flag, _mark(node.orelse, flag), node)
        handlers = [
            _rebuilt(h, body=self._sequence(_mark(h.body, flag)) or [_pass(node)]) for h in node.handlers
        ]
        inner = _rebuilt(node, body=body, orelse=orelse, handlers=handlers, finalbody=self._final(node))
        return [_set(flag, False, node), inner, *self._guard(flag, rest, node)]

    def _match(self, node: Any, rest: list[Any]) -> list[Any]:
        cases = []
        total = any(
            isinstance(c.pattern, gast.MatchAs) and c.pattern.pattern is None and c.guard is None for c in node.cases
        )
        for case in node.cases:
            tail = [] if _always_exits(case.body) else rest
            cases.append(_rebuilt(case, body=self._sequence(case.body + tail) or [_pass(node)]))
        if not total and rest:
            wildcard = gast.match_case(gast.MatchAs(None, None), None, self._sequence(rest) or [_pass(node)])
            cases.append(wildcard)
        return [_rebuilt(node, cases=cases)]

    def _loop_with_exit_in_else(self, node: Any, rest: list[Any]) -> list[Any]:
        """The else of a loop that leaves an outer loop or the function: a branch after the loop."""
        made = self._loop(_rebuilt(node, orelse=[]))
        flags = [flag for flag in getattr(made[-1], "stop", []) if flag != self.returned]
        after = [*_unless(flags, node.orelse, node), *rest]
        if _contains(node.body, gast.Return):
            assert self.returned is not None
            return made + self._guard(self.returned, after, node)
        return made + self._sequence(after)

    def _loop(self, node: Any) -> list[Any]:
        breaks = any(_breaks(child) for child in node.body)
        returns = _contains(node.body, gast.Return)
        if not breaks and not returns and not _contains(node.body, gast.Continue):
            body = self.sequence(node.body, _LoopFlags(""))
            out = [_rebuilt(node, body=body or [_pass(node)], orelse=[])]
            return out + (self.sequence(node.orelse, None) if node.orelse else [])
        before: list[Any] = []
        if returns and self.returned is None:
            self.returned = self.fresh("returned")
        if returns and self.loop is None:
            assert self.returned is not None
            before.append(_set(self.returned, False, node))
        stop = self.fresh("stop") if breaks else (self.returned or "")
        flags = _LoopFlags(stop)
        if breaks:
            before.append(_set(stop, False, node))
        body = self.sequence(node.body, flags)
        loop = _rebuilt(node, body=body or [_pass(node)], orelse=[])
        loop.stop = [name for name in ((stop if breaks else None), (self.returned if returns else None)) if name]
        if returns and self.loop is not None:
            self.loop.returns = True
        out = [*before, loop]
        if node.orelse:
            out += _unless(loop.stop, self.sequence(node.orelse, None), node)
        return out


class _LoopFlags:
    def __init__(self, stop: str) -> None:
        self.stop = stop
        self.returns = False


def _breaks(node: Any) -> bool:
    if isinstance(node, gast.Break):
        return True
    if isinstance(node, OPAQUE):
        return False
    if isinstance(node, LOOPS):
        return any(_breaks(child) for child in node.orelse)
    return any(_breaks(child) for child in gast.iter_child_nodes(node))


def _mark(body: list[Any], flag: str, exits: tuple[type, ...] = EXITS) -> list[Any]:
    """Set ``flag`` before every exit of the enclosing loop or function in ``body``."""
    out: list[Any] = []
    for node in body:
        if isinstance(node, gast.Return):  # after its value, which may raise
            marked = _rebuilt(node)
            marked.marks = [*getattr(node, "marks", []), flag]
            out.append(marked)
        elif isinstance(node, exits):
            out += [_set(flag, True, node), node]
        elif isinstance(node, LOOPS):
            inner = _mark(node.body, flag, (gast.Return,))
            out.append(_rebuilt(node, body=inner, orelse=_mark(node.orelse, flag, exits)))
        elif isinstance(node, (gast.If, gast.With, gast.Try, gast.Match)):
            out.append(_marked(node, flag, exits))
        else:
            out.append(node)
    return out


def _marked(node: Any, flag: str, exits: tuple[type, ...]) -> Any:
    """The statement with its blocks marked."""
    changes: dict[str, Any] = {}
    for name in ("body", "orelse"):
        if name in node._fields:
            changes[name] = _mark(getattr(node, name), flag, exits)
    for name in ("handlers", "cases"):
        if name in node._fields:
            changes[name] = [_rebuilt(part, body=_mark(part.body, flag, exits)) for part in getattr(node, name)]
    return _rebuilt(node, **changes)


def _unless(flags: list[str], body: list[Any], node: Any) -> list[Any]:
    """The statements, where none of the flags is set."""
    for name in flags:
        test = gast.UnaryOp(gast.Not(), gast.Name(name, gast.Load(), None, None))
        for part in (test, test.operand):
            gast.copy_location(part, node)
        body = [gast.copy_location(gast.If(test, body or [_pass(node)], []), node)]
    return body


def _set(name: str, value: bool, node: Any) -> Any:
    target = gast.copy_location(gast.Name(name, gast.Store(), None, None), node)
    constant = gast.copy_location(gast.Constant(value, None), node)
    statement = gast.copy_location(gast.Assign([target], constant, None), node)
    statement.flag = True
    return statement


def _pass(node: Any) -> Any:
    return gast.copy_location(gast.Pass(), node)


def _rebuilt(node: Any, **changes: Any) -> Any:
    fields = {name: getattr(node, name, None) for name in node._fields}
    fields.update(changes)
    new = type(node)(**fields)
    for name in ("stop", "marks"):
        if hasattr(node, name):
            setattr(new, name, getattr(node, name))
    return gast.copy_location(new, node)
