"""Assignment to names, attributes, items and patterns of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import gast

from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Const, Derivative, If, Kind, Let, Raise, Stmt, Var
from s2s.source.functional import Functional
from s2s.source.values import Dyn, Obj, Seq, Static, Value


class Assignments(Functional):
    """Lowering of assignment."""

    def stmt_Assign(self, node: Any) -> None:
        self.hint = node.targets[0].id if isinstance(node.targets[0], gast.Name) else None
        self.labelled = None if getattr(node, "returns", False) else node.value
        mark = len(self.out)
        if isinstance(node.value, gast.GeneratorExp) and isinstance(node.targets[0], gast.Name):
            self._check_lazy(node.value)
        self.unpacked = _plain_names(node.targets)
        value = self.value(node.value)
        self.hint, self.unpacked = None, 0
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
        with self.handing_on():
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
        if self.frame.fid == 0 and name == self.frame.value_name:
            self.require_known(value)
        with self.handing_on():
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
                self._note_length(renamed, value.expr)
                if value.place is not None:
                    self.shared.places[renamed] = value.place
                    store = self.state.storages[value.place.storage]
                    if store.var == value.expr:
                        self.state.storages[value.place.storage] = replace(store, var=renamed)
                return replace(value, expr=renamed)
        var = self.fresh(name, temp=False)
        rule = Derivative("copy", {"x": value.expr}, ("x",)) if value.kind.active else None
        self.emit(Let((var,), value.expr, self.origin, rule))
        self._note_length(var, value.expr)
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
        with self.handing_on():
            value = self.deref(self.consumed(value, node))
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
            shape = self.shape_from(value)
            if isinstance(shape, tuple) and len(shape) == len(variables):
                self.shared.lengths.update(zip(variables, shape, strict=True))
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
        least, length = total - len(stars), Apply("call", (self.builtin("len"), value.expr))
        if least:
            message = f"expected {'at least ' if stars else ''}{least} values to unpack"
            test = Apply("lt" if stars else "ne", (length, Const(least)))
            self.emit(Raise("unpack", (test, Const(message)), self.origin))
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
        for part, item in zip(target.elts, values, strict=True):
            self.assign(part, item, node)

    def set_plain(self, owner: Obj, name: str, value: Value, node: Any) -> None:
        self._caller_effect(self.content(owner), ("attr", Const(name)), value, node)
        self.mutate(owner.oid, self.content(owner).with_item(name, value), node)

    def set_attribute(self, owner: Value, name: str, value: Value, node: Any) -> None:
        if isinstance(owner, Obj):
            content = self.content(owner)
            if content.shape == "instance":
                if not self.set_hooked(owner, name, value, node):
                    self.set_plain(owner, name, value, node)
                return
        if isinstance(owner, Dyn) and owner.kind.cat == "arr":
            if name in ("flat", "real", "imag"):
                part = owner if name == "flat" else self.attribute(owner, name, node)
                self.write_item(part, Static(Ellipsis), None, value, node)
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


def _plain_names(targets: list[Any]) -> int:
    """The number of names in ``a, b = ...`` (0: another kind of assignment)."""
    names = getattr(targets[0], "elts", ()) if len(targets) == 1 else ()
    return len(names) if all(isinstance(t, gast.Name) for t in names) else 0


def _renamed(stmt: Stmt, old: Var, new: Var) -> Stmt:
    """A statement that follows a renamed temporary (only the flag of a layout view can stand there)."""
    from s2s.source.choices import substitute

    if isinstance(stmt, Let):
        return replace(stmt, expr=substitute(stmt.expr, {old: new}))
    return stmt
