"""Functions that a condition chooses: a call of one is a call of either, in the arms of a branch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import gast

from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Const, Expr, Stmt, Var
from s2s.ir.walk import defined, variables
from s2s.source.out_and_at import Writers
from s2s.source.values import (
    Dyn,
    Either,
    Func,
    Method,
    Obj,
    Partial,
    Seq,
    State,
    Static,
    Undefined,
    Value,
    is_either,
    is_function,
)

MAX_CHOICES = 8


class Chosen(Writers):
    """Calls and joins of functions that differ from path to path."""

    tested: Expr = Const(None)  # what the branch tests whose arms are joined
    brought: frozenset[int] = frozenset()

    def call_chosen(self, function: Seq, args: list[Value], kwargs: list[tuple[str, Value]], node: Any) -> Value:
        test, one, two = function.items
        truth = self.truth(test)
        if isinstance(truth, bool):
            return self.call_value(one if truth else two, args, kwargs, node)
        name = self.hint or "value"

        def arm(chosen: Value) -> Callable[[], None]:
            def call() -> None:
                value = self.call_value(chosen, list(args), list(kwargs), node)
                with self.handing_on():
                    self.state.frames[self.frame.fid]["<value>"] = self.deref(value)
                self.label = name

            return call

        self.branch(self._named_test(truth), arm(one), arm(two), node)
        value = self.state.frames[self.frame.fid].pop("<value>", Static(None))
        if isinstance(value, Undefined):
            self.fail("the functions that may be called here return values of different kinds", node)
        return value

    def function_at(self, items: tuple[Value, ...], index: Dyn) -> Value:
        """The function at an index of the running program."""
        places = Apply("call", (self.builtin("range"), Const(len(items))))
        place = self.let("place", Apply("getitem", (places, index.expr)), K.INT).expr
        made = items[-1]
        for i, function in reversed(list(enumerate(items[:-1]))):
            made = Seq((Dyn(Apply("eq", (place, Const(i))), K.BOOL), function, made), Either)
        return made

    # ------------------------------------------------------------------------------------------------ joins

    def joined_functions(self, name: str, one: Value, two: Value, a: Any, b: Any, results: list[Var]) -> Value:
        """Another function on each path: which one it is becomes a value of the running program."""
        if isinstance(one, Static) and isinstance(two, Static) and one.obj is two.obj:
            return one
        if isinstance(one, Seq) and isinstance(two, Seq) and same_choice(one, two):
            pairs = zip((f"{name}_chosen", name, name), one.items, two.items, strict=True)
            return Seq(tuple(self._merge_value(label, v, w, a, b, results) for label, v, w in pairs), Either)
        if len(functions_of(one)) + len(functions_of(two)) > MAX_CHOICES:
            return Undefined(name, mixed=True)
        if isinstance(self.tested, Var):
            test: Value = Dyn(self.tested, K.BOOL)
        else:
            test = self._merge_value(f"{name}_chosen", Static(True), Static(False), a, b, results)
        first = self._brought(name, one, (a, b), False, results)
        return Seq((test, first, self._brought(name, two, (a, b), True, results)), Either)

    def _brought(self, name: str, value: Value, arms: tuple[Any, Any], second: bool, results: list[Var]) -> Value:
        """A function out of the arm that made it: what it holds of the arm become results of the branch."""
        arm, other = (arms[1], arms[0]) if second else arms

        def part(name: str, value: Value) -> Value:
            return self._brought(name, value, arms, second, results)

        if isinstance(value, Method):
            receiver = value.receiver
            return value if isinstance(receiver, str) else replace(value, receiver=part(name, receiver))
        if isinstance(value, Partial):
            args = tuple(part(name, v) for v in value.args)
            return Partial(part(name, value.function), args, tuple((k, part(k, v)) for k, v in value.kwargs))
        if isinstance(value, Func):
            self._bring_frames(value, arms, second, results)
            return replace(value, defaults=tuple((k, part(k, v)) for k, v in value.defaults))
        if isinstance(value, Seq) and is_function(value):
            return Seq(tuple(part(name, v) for v in value.items), Either)
        made_here = isinstance(value, Dyn) and any(v in defined(arm.stmts) for v in variables(value.expr))
        if made_here or isinstance(value, Seq) or isinstance(value, Obj) and value.oid not in other.state.heap:
            return self._half_bound(name, value, second, *arms, results)
        return value

    def _bring_frames(self, function: Func, arms: tuple[Any, Any], second: bool, results: list[Var]) -> None:
        """The names that a function reads of a function that ran in one arm only."""
        arm, other = (arms[1], arms[0]) if second else arms
        read = {n.id for n in gast.walk(function.node) if isinstance(n, gast.Name)}
        frame = function.owner
        while frame is not None:
            fid = frame.fid
            if fid in arm.state.frames and fid not in other.state.frames and fid not in self.brought:
                self.brought |= {fid}
                for name, value in arm.state.frames[fid].items():
                    if name in read or isinstance(value, Func):
                        self.state.frames[fid][name] = self._brought(name, value, arms, second, results)
            frame = frame.parent

    def wider_choice(self, one: Value, two: Value, entry: State) -> Value | None:
        """The function before a loop as a choice of all that an iteration may hand on (None: they are not known)."""
        functions = functions_of(one)
        for function in functions_of(two):
            if not any(_same(function, known) for known in functions):
                functions.append(function)
        if len(functions) > MAX_CHOICES or not all(_lasts(f, entry) for f in functions):
            return None
        here, out = self.state, self.out
        self.state, self.out = entry, self.before_loop
        made = self.refit(one, functions)
        self.state, self.out = here, out
        return made

    def refit(self, value: Value, functions: list[Value]) -> Value | None:
        """A function as a choice of the given ones (None: it is none of them)."""
        if not all(any(_same(f, known) for known in functions) for f in functions_of(value)):
            return None
        made = functions[-1]
        for function in reversed(functions[:-1]):
            test = self._is_one(value, function)
            made = Seq((Static(test.value) if isinstance(test, Const) else Dyn(test, K.BOOL), function, made), Either)
        return made

    def _is_one(self, value: Value, function: Value) -> Expr:
        if not is_either(value):
            return Const(_same(value, function))
        assert isinstance(value, Seq)
        truth = self.truth(value.items[0])
        parts = [self._is_one(v, function) for v in value.items[1:]]
        if isinstance(truth, bool):
            return parts[0 if truth else 1]
        if parts[0] == parts[1]:
            return parts[0]
        if all(isinstance(p, Const) for p in parts):
            return truth if parts[0] == Const(True) else Apply("not", (truth,))
        return self.let("chosen", Apply("ifexp", (truth, *parts)), K.BOOL).expr

    def choice_name(self, name: str, whole: Value, path: tuple[Any, ...]) -> str | None:
        """``step_is_euler``: a name for the test of a choice that a loop carries."""
        for key in path[:-1]:
            whole = whole.items[key] if isinstance(whole, Seq) else Undefined(name)
        if not isinstance(whole, Seq) or not is_either(whole) or path[-1] != 0:
            return None
        first = whole.items[1]
        called = getattr(first.obj, "__name__", "") if isinstance(first, Static) else getattr(first, "name", "")
        return f"{name}_is_{called}" if called.isidentifier() else f"{name}_is_first"

    # ------------------------------------------------------------------------------------------------ above

    label: str | None = None
    before_loop: list[Stmt] = []

    def branch(self, test: Expr, then: Any, orelse: Any, node: Any) -> None:
        raise NotImplementedError

    def _merge_value(
        self, name: str, one: Value | None, two: Value | None, a: Any, b: Any, results: list[Var]
    ) -> Value:
        raise NotImplementedError

    def _half_bound(
        self, name: str, known: Value | None, first_missing: bool, a: Any, b: Any, results: list[Var]
    ) -> Value:
        raise NotImplementedError


def functions_of(value: Value) -> list[Value]:
    """The functions that a choice is made of."""
    if not is_either(value):
        return [value]
    assert isinstance(value, Seq)
    return [*functions_of(value.items[1]), *functions_of(value.items[2])]


def same_choice(one: Value, two: Value) -> bool:
    """True where two choices are made of the same functions in the same order."""
    if is_either(one) and is_either(two):
        assert isinstance(one, Seq) and isinstance(two, Seq)
        return all(same_choice(v, w) for v, w in zip(one.items[1:], two.items[1:], strict=True))
    return not is_either(one) and not is_either(two) and _same(one, two)


def _same(one: Value, two: Value) -> bool:
    return one.obj is two.obj if isinstance(one, Static) and isinstance(two, Static) else one == two


def _lasts(function: Value, entry: State) -> bool:
    """True for a function that is the same in every iteration of a loop."""
    if isinstance(function, Func):
        return not function.defaults and function.frame in entry.frames
    return isinstance(function, Static)
