"""Statements: assignment, branches, with, try, match and the rest."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

import gast
import numpy as np

from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Const, Derivative, Expr, If, Kind, Let, Origin, Raise, Scope, Stmt, Var
from s2s.source import operators as O
from s2s.source.base import names_assigned
from s2s.source.loops import Loops
from s2s.source.values import (
    Dyn,
    Func,
    HeapObject,
    Iter,
    Method,
    Obj,
    Seq,
    Static,
    Undefined,
    Value,
)


class Statements(Loops):
    """Lowering of statements."""

    def statements(self, nodes: list[Any]) -> None:
        for node in nodes:
            if self.dead:
                return
            self.statement(node)

    def statement(self, node: Any) -> None:
        saved = (self.origin, self.node)
        self.node = node
        if not getattr(node, "flag", False):
            self.origin = Origin(
                self.frame.filename, getattr(node, "lineno", 0), getattr(node, "col_offset", 0), text_of(node)
            )
        method = getattr(self, "stmt_" + type(node).__name__, None)
        if method is None:
            self.fail(f"this statement ({type(node).__name__}) is not supported", node)
        try:
            method(node)
        finally:
            self.origin, self.node = saved

    # ------------------------------------------------------------------------------------------------ assignment

    def stmt_Assign(self, node: Any) -> None:
        self.hint = node.targets[0].id if isinstance(node.targets[0], gast.Name) else None
        mark = len(self.out)
        if isinstance(node.value, gast.GeneratorExp) and isinstance(node.targets[0], gast.Name):
            self._check_lazy(node.value)
        value = self.value(node.value)
        self.hint = None
        if len(node.targets) == 1 and self._parallel(node, value):
            return
        for target in node.targets:
            self.assign(target, value, node, mark)
            mark = len(self.out)
            if isinstance(target, gast.Name) and isinstance(value, Dyn):
                value = self.scope_of(target.id, node)[target.id]

    def _check_lazy(self, generator: Any) -> None:
        """A generator runs when it is consumed: a name that is bound again by then would have another value."""
        own = {n.id for g in generator.generators for n in gast.walk(g.target) if isinstance(n, gast.Name)}
        read = {n.id for n in gast.walk(generator) if isinstance(n, gast.Name)} - own
        definition = self.frame.definition
        if definition is None or not hasattr(definition, "body"):
            return
        if any(
            isinstance(getattr(n, "ctx", None), gast.Store) and isinstance(n, gast.Subscript)
            for n in gast.walk(definition)
        ):
            self.fail(
                "this generator runs later, and the function writes into arrays", generator, "use a list comprehension"
            )
        params = {a.id for a in definition.args.args + definition.args.posonlyargs + definition.args.kwonlyargs}
        for name in sorted(read):
            count = sum(
                isinstance(n, gast.Name) and n.id == name and isinstance(n.ctx, gast.Store)
                for n in gast.walk(definition)
            )
            if count > 1 or (count == 1 and name in params):
                self.fail(
                    f"this generator runs later, and '{name}' is bound more than once",
                    generator,
                    "use a list comprehension",
                )

    def stmt_AnnAssign(self, node: Any) -> None:
        if node.value is None:
            return
        mark = len(self.out)
        self.assign(node.target, self.value(node.value), node, mark)

    def _parallel(self, node: Any, value: Value) -> bool:
        """``a, b = e1, e2`` as one statement, as the user wrote it."""
        target = node.targets[0]
        if not isinstance(target, gast.Tuple) or not isinstance(value, Seq) or not isinstance(node.value, gast.Tuple):
            return False
        if len(target.elts) != len(value.items) or not all(isinstance(t, gast.Name) for t in target.elts):
            return False
        items = [self.deref(v) for v in value.items]
        if len(items) < 2 or not all(isinstance(v, Dyn) for v in items):
            return False
        if len({t.id for t in target.elts}) < len(items) or any(t.id in self.frame.nonlocals for t in target.elts):
            return False
        exprs = tuple(v.expr for v in items if isinstance(v, Dyn))
        variables = tuple(self.fresh(t.id, temp=False) for t in target.elts)
        active = any(map(self.is_active, items))
        rule = Derivative("structure", {}, ("items",)) if active else None
        self.emit(Let(variables, Apply("tuple", exprs), self.origin, rule))
        for t, var, item in zip(target.elts, variables, items, strict=True):
            assert isinstance(item, Dyn)
            self.state.frames[self.frame.fid][t.id] = self.define(var, item.kind, item.place)
        return True

    def assign(self, target: Any, value: Value, node: Any, mark: int | None = None) -> None:
        """Bind ``target`` to ``value``."""
        if isinstance(target, gast.Name):
            self.bind_name(target.id, value, node, mark)
        elif isinstance(target, (gast.Tuple, gast.List)):
            self._unpack(target, value, node, mark)
        elif isinstance(target, gast.Subscript):
            owner = self.value(target.value)
            self.write_item(owner, self.index(target.slice), None, value, node)
        elif isinstance(target, gast.Attribute):
            self.set_attribute(self.deref(self.value(target.value)), target.attr, value, node)
        elif isinstance(target, gast.Starred):
            self.assign(target.value, value, node, mark)
        else:
            self.fail("this assignment target is not supported", target)

    def scope_of(self, name: str, node: Any) -> dict[str, Value]:
        """The names that an assignment to ``name`` changes."""
        if name in self.frame.nonlocals:
            frame = self.frame.parent
            while frame is not None:
                if name in self.state.frames.get(frame.fid, {}):
                    return self.state.frames[frame.fid]
                frame = frame.parent
            self.fail(
                f"nonlocal '{name}' is written outside of the differentiated function", node, "return the value instead"
            )
        return self.state.frames[self.frame.fid]

    def bind_name(self, name: str, value: Value, node: Any, mark: int | None = None) -> None:
        if name in self.frame.globals_declared:
            if self.is_active(value):
                self.fail(f"a differentiated value is written to the global '{name}'", node, "return the value instead")
            self.fail(f"the global '{name}' is written", node, "pass it as an argument and return its new value")
        names = self.scope_of(name, node)
        value = self.deref(value) if isinstance(value, Dyn) else value
        if isinstance(value, Dyn) and not (
            name == self.frame.value_name and isinstance(value.expr, Var) and not value.expr.temp
        ):
            value = self._named(name, value, mark)
        names[name] = value

    def _named(self, name: str, value: Dyn, mark: int | None) -> Dyn:
        """Give a value the user's name: rename the temporary that was just defined, or copy."""
        if isinstance(value.expr, Var) and value.expr.temp and mark is not None:
            renamed = self._rename_last(name, value.expr, mark)
            if renamed is not None:
                self.shared.kinds.pop(value.expr, None)
                self.shared.places.pop(value.expr, None)
                self.shared.kinds[renamed] = value.kind
                if value.place is not None:
                    self.shared.places[renamed] = value.place
                    store = self.state.storages[value.place.storage]
                    if store.var == value.expr:
                        self.state.storages[value.place.storage] = replace(store, var=renamed)
                return replace(value, expr=renamed)
        var = self.fresh(name, temp=False)
        rule = Derivative("copy", {"x": value.expr}, ("x",)) if value.kind.active else None
        self.emit(Let((var,), value.expr, self.origin, rule))
        if value.place is None and value.kind.cat in ("num", "str", "other", "slice", "tuple"):
            self.shared.kinds[var] = value.kind
            return Dyn(var, value.kind)
        return self.define(var, value.kind, value.place)

    def _rename_last(self, name: str, old: Var, mark: int) -> Var | None:
        if len(self.out) <= mark or self._held(old):
            return None
        new = Var(name, old.number, False)
        for position in range(len(self.out) - 1, mark - 1, -1):
            last = self.out[position]
            if isinstance(last, Let) and last.implicit and old in last.targets:
                return None
            if isinstance(last, Let) and old in last.targets:
                self.out[position] = replace(last, targets=tuple(new if t == old else t for t in last.targets))
            elif isinstance(last, If) and old in last.results:
                self.out[position] = replace(last, results=tuple(new if t == old else t for t in last.results))
            else:
                continue
            for later in range(position + 1, len(self.out)):
                self.out[later] = _renamed(self.out[later], old, new)
            self.state.links = tuple((b, p, c, v, f) for b, p, c, v, f in self.state.links)
            return new
        return None

    def _held(self, var: Var) -> bool:
        """True when another name or object already refers to the temporary."""

        def holds(value: Value) -> bool:
            if isinstance(value, Dyn):
                return value.expr == var
            return isinstance(value, Seq) and any(map(holds, value.items))

        return any(holds(v) for names in self.state.frames.values() for v in names.values()) or any(
            holds(v) for content in self.state.heap.values() for v in content.values()
        )

    def _unpack(self, target: Any, value: Value, node: Any, mark: int | None) -> None:
        value = self.deref(value)
        stars = [i for i, t in enumerate(target.elts) if isinstance(t, gast.Starred)]
        items = self.sized(value)
        if items is None and isinstance(value, Dyn):
            self._unpack_array(target, value, node, stars)
            return
        if items is None:
            self.fail("the number of items is not known here", node)
        if stars:
            at, after = stars[0], len(target.elts) - stars[0] - 1
            middle = self.new_list(items[at : len(items) - after])
            items = (*items[:at], middle, *items[len(items) - after :])
        if len(items) != len(target.elts):
            self.fail(f"{len(items)} values are unpacked into {len(target.elts)} names", node)
        for part, item in zip(target.elts, items, strict=True):
            self.assign(
                part,
                item,
                node,
                mark if isinstance(item, Dyn) and isinstance(item.expr, Var) and item.expr.temp else None,
            )

    def _unpack_array(self, target: Any, value: Dyn, node: Any, stars: list[int]) -> None:
        total = len(target.elts)
        if value.kind.cat in ("tuple", "other") and value.kind.active:
            self.fail(
                "a tuple of differentiated values comes out of a list of unknown length",
                node,
                "keep one list per entry",
            )
        if value.kind.cat == "tuple" and total == 1 and not stars:
            elem = value.kind.elem if isinstance(value.kind.elem, Kind) else K.OTHER
            self.assign(target.elts[0], Dyn(Apply("getitem", (value.expr, Const(0))), elem), node)
            return
        if value.kind.cat == "tuple" and not stars and all(isinstance(t, gast.Name) for t in target.elts):
            variables = tuple(self.fresh(t.id, temp=False) for t in target.elts)
            self.emit(Let(variables, value.expr, self.origin))
            elem = value.kind.elem if isinstance(value.kind.elem, Kind) else K.OTHER
            for t, var in zip(target.elts, variables, strict=True):
                self.shared.kinds[var] = elem
                self.scope_of(t.id, node)[t.id] = Dyn(var, elem)
            return
        if (
            value.kind.cat == "other"
            and not value.kind.active
            and not stars
            and all(isinstance(t, gast.Name) for t in target.elts)
        ):
            variables = tuple(self.fresh(t.id, temp=False) for t in target.elts)
            self.emit(Let(variables, value.expr, self.origin))
            for t, var in zip(target.elts, variables, strict=True):
                self.shared.kinds[var] = K.OTHER
                self.scope_of(t.id, node)[t.id] = Dyn(var, K.OTHER)
            return
        values: list[Value] = []
        for position, part in enumerate(target.elts):
            if isinstance(part, gast.Starred):
                upper = total - position - 1
                bounds = Dyn(
                    Apply("slice", (Const(position), Const(-upper) if upper else Const(None), Const(None))),
                    Kind("slice"),
                )
                values.append(self.collected(self.item(value, bounds, node), node))
            else:
                after_star = bool(stars) and position > stars[0]
                values.append(self.item(value, Static(position - total if after_star else position), node))
        if not stars:
            length = Apply("call", (self.builtin("len"), value.expr))
            self.emit(Raise("unpack", (Apply("ne", (length, Const(total))), length, Const(total)), self.origin))
        for part, item in zip(target.elts, values, strict=True):
            self.assign(part, item, node)

    def set_attribute(self, owner: Value, name: str, value: Value, node: Any) -> None:
        if isinstance(owner, Obj):
            content = self.content(owner)
            if content.shape == "instance":
                member = content.cls.__dict__.get(name) if isinstance(content.cls, type) else None
                if isinstance(member, property) and member.fset is not None:
                    self.call_value(Static(member.fset), [owner, value], [], node)
                    return
                self._caller_effect(content, ("attr", Const(name)), value, node)
                self.mutate(owner.oid, self.content(owner).with_item(name, value), node)
                return
        if isinstance(owner, Dyn) and owner.kind.cat == "arr":
            if name == "flat":
                self.array_write(owner, Static(Ellipsis), None, value, node)
                return
            self.fail(f"the attribute '{name}' of an array is assigned", node, "use reshape or a slice assignment")
        if self.is_active(value):
            self.fail(
                f"a differentiated value is stored in the attribute '{name}' of an object that is not known",
                node,
                "create the object in this function",
            )
        if isinstance(owner, Dyn):
            target = Apply("attr", (owner.expr, Const(name)))
            self.emit(Let((), Apply("store", (target, Const(None), self.expr(value))), self.origin, None, effect=True))
            return
        self.fail(f"the attribute '{name}' cannot be assigned here", node)

    def stmt_AugAssign(self, node: Any) -> None:
        op = O.BINARY[type(node.op)]
        target = node.target
        if isinstance(target, gast.Name):
            load = gast.copy_location(gast.Name(target.id, gast.Load(), None, None), target)
            current = self.deref(self.value(load))
            self._augment_name(target.id, current, op, self.deref(self.value(node.value)), node)
        elif isinstance(target, gast.Subscript):
            owner = self.deref(self.value(target.value))
            index = self.index(target.slice)
            self.write_item(owner, index, op, self.value(node.value), node)
        else:
            owner = self.deref(self.value(target.value))
            current = self.deref(self.attribute(owner, target.attr, node))
            value = self.deref(self.value(node.value))
            if isinstance(current, Dyn) and current.kind.cat in ("arr", "numeric"):
                self.augment_array(current, op, value, node)
                current = self.read(current)
                self._refresh_attribute(owner, target.attr, current)
            else:
                self.set_attribute(owner, target.attr, self._augmented(current, op, value, node), node)

    def _refresh_attribute(self, owner: Value, name: str, value: Value) -> None:
        if isinstance(owner, Obj):
            self.state.heap[owner.oid] = self.content(owner).with_item(name, value)

    def _augmented(self, current: Value, op: str, value: Value, node: Any) -> Value:
        if isinstance(current, Obj):
            content = self.content(current)
            if content.shape == "instance":
                method = getattr(content.cls, "__i" + O.DUNDER[op][2:], None)
                if method is not None:
                    return self.call_value(Static(method), [current, value], [], node)
            if content.shape == "list" and op == "mul":
                repeated = self.repeated(current, value, node)
                self._rebuild(current, content, self.known_items(repeated, node), node)
                return current
            if content.shape == "dynamic" and op == "mul":
                self.fail("a list of unknown length is repeated in place", node, "build a new list")
            if content.shape in ("list", "dynamic") and op == "add":
                self.container_method(current, "extend", [value], [], node)
                return current
            if content.shape == "dict" and op == "or_":
                self.container_method(current, "update", [value], [], node)
                return current
        return self.binary(op, current, value, node)

    def _augment_name(self, name: str, current: Value, op: str, value: Value, node: Any) -> None:
        if isinstance(current, Dyn) and current.kind.cat == "list":
            current = self.scope_of(name, node).get(name, current)
        if isinstance(current, Dyn) and current.kind.cat in ("arr", "numeric"):
            if current.kind.cat == "numeric" and self._aliased(current, name):
                if not self.shared.known:
                    self.fail(
                        f"'{name} {O.SYMBOL[op]}= ...' writes into an array but rebinds a number: '{name}' may be one",
                        node,
                        "annotate the parameter (np.ndarray or float), or pass --args",
                    )
            self.augment_array(current, op, value, node)
            names = self.scope_of(name, node)
            names[name] = self.read(replace(current, version=-1)) if current.place is not None else current
            return
        mark = len(self.out)
        result = self._augmented(current, op, value, node)
        result = self.deref(result) if isinstance(result, Dyn) else result
        if isinstance(result, Dyn):
            var = self._named(name, result, mark)
            self.scope_of(name, node)[name] = var
            last = self.out[-1] if len(self.out) > mark else None
            if (
                isinstance(last, Let)
                and last.targets == (var.expr,)
                and isinstance(last.expr, Apply)
                and last.expr.op == op
            ):
                self.out[-1] = replace(last, augmented=True)
            return
        self.scope_of(name, node)[name] = result

    def _aliased(self, value: Dyn, name: str) -> bool:
        """True when another name or the caller holds the same array."""
        assert value.place is not None
        sid = value.place.storage
        if self.state.storages[sid].external or self.shares(value.place):
            return True
        count = 0
        for names in self.state.frames.values():
            for held in names.values():
                if isinstance(held, Dyn) and held.place is not None and held.place.storage == sid:
                    count += 1
        return count > 1

    # ------------------------------------------------------------------------------------------------ simple statements

    def stmt_Expr(self, node: Any) -> None:
        if isinstance(node.value, gast.Constant):
            return
        if isinstance(node.value, (gast.Yield, gast.YieldFrom)):
            self.value(node.value)
            return
        self.value(node.value)

    def expr_Yield(self, node: Any) -> Value:
        value = Static(None) if node.value is None else self.value(node.value)
        self.container_method(self.frame.yields, "append", [value], [], node)
        return Static(None)

    def expr_YieldFrom(self, node: Any) -> Value:
        self.container_method(self.frame.yields, "extend", [self.value(node.value)], [], node)
        return Static(None)

    def stmt_Pass(self, node: Any) -> None:
        return

    stmt_Global = stmt_Pass
    stmt_Nonlocal = stmt_Pass

    def stmt_Delete(self, node: Any) -> None:
        for target in node.targets:
            if isinstance(target, gast.Name):
                self.state.frames[self.frame.fid][target.id] = Undefined(target.id)
            elif isinstance(target, gast.Subscript):
                owner = self.deref(self.value(target.value))
                self.container_method(owner, "pop", [self.index(target.slice)], [], node)
            else:
                self.fail("del of an attribute is not supported", target)

    def stmt_Import(self, node: Any) -> None:
        import importlib

        for alias in node.names:
            module = importlib.import_module(alias.name)
            if alias.asname is None:
                module = importlib.import_module(alias.name.split(".")[0])
            name = alias.asname or alias.name.split(".")[0]
            self.state.frames[self.frame.fid][name] = Static(module, self.shared.names.ref(module))

    def stmt_ImportFrom(self, node: Any) -> None:
        import importlib

        package = self.frame.globals.get("__package__") or ""
        module = importlib.import_module("." * (node.level or 0) + (node.module or ""), package or None)
        for alias in node.names:
            if alias.name == "*":
                self.fail("import * inside a function", node)
            obj = getattr(module, alias.name, None)
            if obj is None:
                obj = importlib.import_module(f"{module.__name__}.{alias.name}")
            self.state.frames[self.frame.fid][alias.asname or alias.name] = (
                Static(obj, self.shared.names.ref(obj))
                if callable(obj)
                else self.live(vars(module), alias.name, alias.name, node)
            )

    def stmt_FunctionDef(self, node: Any) -> None:
        value: Value = self.closure(node, node.name)
        for decorator in reversed(node.decorator_list):
            value = self.call_value(self.value(decorator), [value], [], node)
        self.state.frames[self.frame.fid][node.name] = value

    def stmt_ClassDef(self, node: Any) -> None:
        self.fail("a class is defined inside the function", node, "define the class at module level")

    def stmt_AsyncFunctionDef(self, node: Any) -> None:
        self.fail("a coroutine is defined inside the function", node, "use a plain def")

    def stmt_Raise(self, node: Any) -> None:
        args = tuple(self._passive(n) for n in (node.exc, node.cause) if n is not None)
        self.emit(Raise("raise", args, self.origin))
        self.dead = True

    def _passive(self, node: Any) -> Expr:
        """An expression for its text only: what it computes carries no derivative."""
        if isinstance(node, gast.Call) and not node.keywords:
            function = self.value(node.func)
            if isinstance(function, Static):
                return Apply("call", (self.expr(function), *(self.expr(self.value(a)) for a in node.args)))
        return self.expr(self.value(node))

    def stmt_Assert(self, node: Any) -> None:
        stmts, value = self.captured(node.test)
        test = self.inline(stmts, value)
        if test is None:
            self.out.extend(stmts)
            truth = self.truth(value)
            test = Const(truth) if isinstance(truth, bool) else truth
        message: tuple[Expr, ...] = ()
        if node.msg is not None:
            stmts, value = self.captured(node.msg)
            inlined = self.inline(stmts, value)
            message = (inlined if inlined is not None else Const("assertion failed"),)
        self.emit(Raise("assert", (test, *message), self.origin))

    # ------------------------------------------------------------------------------------------------ branches

    def stmt_If(self, node: Any) -> None:
        stmts, value = self.captured(node.test)
        truth = self.condition(stmts, value)
        if isinstance(truth, bool):
            self.statements(node.body if truth else node.orelse)
            return
        self.branch(
            self._test_name(truth), lambda: self.statements(node.body), lambda: self.statements(node.orelse), node
        )

    def condition(self, stmts: list[Stmt], value: Value) -> bool | Expr:
        """The test of an if or while: one expression where possible."""
        if isinstance(value, Dyn) and value.kind.cat != "list":
            inlined = self.inline(stmts, value)
            if inlined is not None:
                return inlined
        self.out.extend(stmts)
        return self.truth(value)

    def _test_name(self, test: Expr) -> Expr:
        """A test of more than one variable gets a name, so that it can be kept."""
        if isinstance(test, Var):
            return test
        var = self.fresh("test")
        self.shared.kinds[var] = K.BOOL
        self.emit(Let((var,), test, self.origin))
        return var

    def stmt_Match(self, node: Any) -> None:
        subject = self.deref(self.value(node.subject))
        self._cases(subject, node.cases, node)

    def _cases(self, subject: Value, cases: list[Any], node: Any) -> None:
        if not cases:
            return
        case = cases[0]
        names: dict[str, Value] = {}
        test = self._pattern(case.pattern, subject, names)

        def body() -> None:
            for name, value in names.items():
                self.bind_name(name, value, node)
            if case.guard is None:
                self.statements(case.body)
                return
            guard = self.truth(self.value(case.guard))
            if isinstance(guard, bool):
                self.statements(case.body) if guard else self._cases(subject, cases[1:], node)
                return
            self.branch(guard, lambda: self.statements(case.body), lambda: self._cases(subject, cases[1:], node), node)

        if isinstance(test, bool):
            body() if test else self._cases(subject, cases[1:], node)
            return
        self.branch(self._test_name(test), body, lambda: self._cases(subject, cases[1:], node), node)

    def _pattern(self, pattern: Any, subject: Value, names: dict[str, Value]) -> bool | Expr:
        subject = self.deref(subject)
        if isinstance(pattern, gast.MatchAs):
            inner = True if pattern.pattern is None else self._pattern(pattern.pattern, subject, names)
            if pattern.name is not None:
                names[pattern.name] = subject
            return inner
        if isinstance(pattern, gast.MatchValue):
            return self.truth(self.compare("eq", subject, self.deref(self.value(pattern.value)), pattern))
        if isinstance(pattern, gast.MatchSingleton):
            return self.truth(self.compare("is", subject, Static(pattern.value), pattern))
        if isinstance(pattern, gast.MatchOr):
            return self._any([self._pattern(p, subject, names) for p in pattern.patterns])
        if isinstance(pattern, gast.MatchSequence):
            return self._sequence_pattern(pattern, subject, names)
        if isinstance(pattern, gast.MatchMapping):
            if not isinstance(subject, Obj) or self.content(subject).shape != "dict":
                return False
            tests = []
            for key, inner in zip(pattern.keys, pattern.patterns, strict=True):
                name = self.static_key(self.value(key))
                found = None if name is None else self.content(subject).get(name[0])
                if found is None:
                    return False
                tests.append(self._pattern(inner, found, names))
            return self._all(tests)
        if isinstance(pattern, gast.MatchClass):
            return self._class_pattern(pattern, subject, names)
        self.fail(f"the pattern {type(pattern).__name__} is not supported", pattern)

    def _sequence_pattern(self, pattern: Any, subject: Value, names: dict[str, Value]) -> bool | Expr:
        items = self.sized(subject) if isinstance(subject, (Seq, Obj)) else None
        if items is None:
            self.fail("a sequence pattern on a value whose length is not known", pattern)
        stars = [i for i, p in enumerate(pattern.patterns) if isinstance(p, gast.MatchStar)]
        if not stars and len(items) != len(pattern.patterns) or len(items) < len(pattern.patterns) - len(stars):
            return False
        tests = []
        for position, inner in enumerate(pattern.patterns):
            if stars and position == stars[0]:
                after = len(pattern.patterns) - position - 1
                if inner.name is not None:
                    names[inner.name] = self.new_list(items[position : len(items) - after])
                continue
            at = position if not stars or position < stars[0] else len(items) - (len(pattern.patterns) - position)
            tests.append(self._pattern(inner, items[at], names))
        return self._all(tests)

    def _class_pattern(self, pattern: Any, subject: Value, names: dict[str, Value]) -> bool | Expr:
        test = self.builtin_isinstance([subject, self.value(pattern.cls)], {}, pattern)
        tests = [self.truth(test)]
        if tests[0] is False:
            return False
        cls = self.value(pattern.cls)
        fields = getattr(cls.obj, "__match_args__", ()) if isinstance(cls, Static) else ()
        if (
            pattern.patterns
            and not fields
            and isinstance(cls, Static)
            and cls.obj in (int, float, str, bool, tuple, list, dict)
        ):
            tests.append(self._pattern(pattern.patterns[0], subject, names))
        else:
            for name, inner in [
                *zip(fields, pattern.patterns, strict=False),
                *zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True),
            ]:
                tests.append(self._pattern(inner, self.attribute(subject, name, pattern), names))
        return self._all(tests)

    def _all(self, tests: list[bool | Expr]) -> bool | Expr:
        if any(t is False for t in tests):
            return False
        open_ = [t for t in tests if not isinstance(t, bool)]
        if not open_:
            return True
        result: Expr = open_[0]
        for test in open_[1:]:
            result = Apply("and", (result, test))
        return result

    def _any(self, tests: list[bool | Expr]) -> bool | Expr:
        if any(t is True for t in tests):
            return True
        open_ = [t for t in tests if not isinstance(t, bool)]
        if not open_:
            return False
        result: Expr = open_[0]
        for test in open_[1:]:
            result = Apply("or", (result, test))
        return result

    # ------------------------------------------------------------------------------------------------ with and try

    def stmt_With(self, node: Any) -> None:
        items = []
        for item in node.items:
            value = self.value(item.context_expr)
            if self.is_active(value):
                self.fail("a context manager holds a differentiated value", item.context_expr)
            expr = self._pull_last_call(value)
            target = None
            if item.optional_vars is not None:
                if not isinstance(item.optional_vars, gast.Name):
                    self.fail("only a name can follow 'as' here", item.optional_vars)
                target = self.fresh(item.optional_vars.id, temp=False)
                self.shared.kinds[target] = K.OTHER
                self.state.frames[self.frame.fid][item.optional_vars.id] = Dyn(target, K.OTHER)
            items.append((expr, target))
        self._scoped(("with", tuple(items)), lambda: self.statements(node.body))

    def _pull_last_call(self, value: Value) -> Expr:
        """The expression of a passive call that was just emitted, taken back into the with statement."""
        if (
            isinstance(value, Dyn)
            and self.out
            and isinstance(self.out[-1], Let)
            and self.out[-1].targets == (value.expr,)
        ):
            let = self.out.pop()
            assert isinstance(let, Let)
            return let.expr
        return self.expr(value)

    def _scoped(self, header: Any, body: Any) -> None:
        outer, self.out = self.out, []
        body()
        stmts, self.out = self.out, outer
        self.emit(Scope(header, _block(stmts, self.dead), _block([], False), self.origin))

    def stmt_Try(self, node: Any) -> None:
        """Where no active value crosses an exceptional path: the handlers must raise."""
        if not node.handlers:
            self.statements_in_try(node, [])
            return
        before = self.state.copy()
        changed = set(names_assigned(node.body))
        outer = self.out
        handlers = []
        for handler in node.handlers:
            self.state, self.out, self.dead = before.copy(), [], False
            kind = None if handler.type is None else self.expr(self.value(handler.type))
            name = None
            if handler.name is not None:
                label = handler.name.id if isinstance(handler.name, gast.Name) else handler.name
                name = self.fresh(label, temp=False)
                self.shared.kinds[name] = K.OTHER
                self.state.frames[self.frame.fid][label] = Dyn(name, K.OTHER)
            self.statements(handler.body)
            if not self.dead:
                self.fail(
                    "an exception handler that goes on: which statements of the try body took effect is not known",
                    handler,
                    "test the condition with if before computing, or raise in the handler",
                )
            handlers.append((kind, name, tuple(self.out)))
        self.state, self.out, self.dead = before, outer, False
        del changed
        self.statements_in_try(node, handlers)

    def statements_in_try(self, node: Any, handlers: list[Any]) -> None:
        outer = self.out
        closing: list[Stmt] = []
        self.out = []
        self.statements(node.body)
        self.statements(node.orelse)
        body, self.out = self.out, []
        was_dead = self.dead
        self.dead = False
        if node.finalbody:
            self.statements(node.finalbody)
            closing = self.out
        self.out = outer
        self.dead = was_dead
        self.emit(Scope(("try", tuple(handlers), ()), _block(body, self.dead), _block(closing, False), self.origin))


def _block(stmts: list[Stmt], dead: bool) -> Any:
    from s2s.ir.core import Block

    return Block(tuple(stmts), (), dead)


def _renamed(stmt: Stmt, old: Var, new: Var) -> Stmt:
    """A statement that follows a renamed temporary (only the flag of a layout view can stand there)."""
    from s2s.source.expressions import substitute

    if isinstance(stmt, Let):
        return replace(stmt, expr=substitute(stmt.expr, {old: new}))
    return stmt


def text_of(node: Any) -> str:
    """The statement as one line (the header of a compound statement)."""
    try:
        text = ast.unparse(ast.fix_missing_locations(gast.gast_to_ast(node)))
    except Exception:
        return ""
    if getattr(node, "returns", False) and isinstance(node, gast.Assign):
        text = "return" + text[text.index("=") + 1 :]
    line = text.split("\n")[0]
    return line if len(line) <= 100 else line[:97] + "..."


__all__ = ["Func", "HeapObject", "Iter", "Method", "Statements", "np"]
