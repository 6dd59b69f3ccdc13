"""Names and constants: what a name stands for in the program, in its module, or outside."""

from __future__ import annotations

import builtins
import enum
import inspect
from dataclasses import replace
from typing import Any

import numpy as np

from s2s.analysis import kinds as K
from s2s.analysis.own_methods import redefined
from s2s.ir.core import Apply, Const, Expr, Place, Var
from s2s.source.base import Base
from s2s.source.frames import Exactly, Frame
from s2s.source.values import Dyn, Func, HeapObject, Seq, State, Static, Undefined, Value


class Names(Base):
    """Lowering of names."""

    def value(self, node: Any) -> Value:
        """The value of an expression node."""
        method = getattr(self, "expr_" + type(node).__name__, None)
        if method is None:
            self.fail(f"this expression ({type(node).__name__}) is not supported", node)
        result: Value = method(node)
        return result

    # ------------------------------------------------------------------------------------------------ names

    def expr_Constant(self, node: Any) -> Value:
        return Static(node.value)

    def expr_Name(self, node: Any) -> Value:
        return self.lookup(node.id, node)

    def lookup(self, name: str, node: Any) -> Value:
        frame: Frame | None = self.frame
        if name not in self.frame.globals_declared:
            while frame is not None:
                names = self.state.frames.get(frame.fid)
                if names is None and _may_bind(frame, name):
                    self.undefined(Undefined(name, mixed=True), node)
                if names is not None and name in names:
                    found = names[name]
                    if isinstance(found, Undefined):
                        return self.undefined(found, node)
                    if isinstance(found, Dyn):
                        with self.handing_on():
                            found = self.read(found)
                        names[name] = found
                    return found
                if frame is self.frame and name in frame.assigned:
                    self.fail(f"'{name}' is read before it is assigned", node)
                if name in frame.cells:
                    return self.live(frame.cells[name], "cell_contents", name, node)
                frame = frame.parent
        if name in self.frame.globals:
            return self.live(self.frame.globals, name, name, node)
        if hasattr(builtins, name):
            return Static(getattr(builtins, name), self.shared.names.ref(getattr(builtins, name)))
        self.fail(f"name '{name}' is not defined", node)

    def lives_in(self, function: Func, state: State) -> bool:
        """True where all that a function closes over is known in the state."""
        frame: Frame | None = function.owner
        while frame is not None:
            if frame.fid not in state.frames:
                return False
            frame = frame.parent
        return not function.defaults

    def undefined(self, found: Undefined, node: Any) -> Value:
        self.fail(
            f"'{found.name}' has no single meaning here: it is unbound, or of another kind, on some path",
            node,
            "bind it to the same kind of value on every path",
        )

    def live(self, namespace: Any, key: str, name: str, node: Any) -> Value:
        """A global or a closure cell: functions and literals are static (and watched), numbers are read at run time."""
        try:
            obj = namespace[key] if isinstance(namespace, dict) else namespace.cell_contents
        except ValueError:
            self.fail(f"'{name}' is not bound yet", node)
        self.shared.dependencies.append((namespace, key, obj))
        if isinstance(namespace, dict):
            ref: Expr = self.shared.names.live_name(namespace, name)
        else:
            ref = self.shared.names.live_name(namespace, name)
        found = self.outside(obj, ref, name)
        if type(obj) is int and isinstance(found, Dyn) and isinstance(found.expr, Var):
            self.shared.outside_numbers[found.expr] = (namespace, key, obj)
        return found

    def fixed(self, index: Value) -> Value:
        """A whole number from outside that tells which item of a structure is meant: the program is made for it."""
        variable = index.expr if isinstance(index, Dyn) and isinstance(index.expr, Var) else None
        known = None if variable is None else self.shared.outside_numbers.get(variable)
        if known is None:
            return index
        self.shared.dependencies.append((known[0], known[1], Exactly(known[2])))
        return Static(known[2])

    def follow_class(self, cls: type, node: Any = None) -> None:
        """Refuse classes whose values look like those of a built-in one but behave in another way."""
        method = redefined(cls)
        if method is not None:
            base = method.partition(".")[0]
            self.fail(
                f"{cls.__name__} replaces {method}, which the compiler would not call",
                node,
                f"use a class of its own (not derived from {base}), or a plain {base}",
            )

    def outside(self, obj: Any, ref: Expr, name: str) -> Value:
        """A value that lives outside the function: never active."""
        self.follow_class(type(obj))
        if isinstance(obj, (bool, str, type(None), bytes, type(...), slice)) and not isinstance(obj, np.generic):
            return Static(obj, ref if isinstance(obj, slice) else None)
        kind = K.kind_of(obj)
        if kind.cat == "num":
            return self.let(name, ref, kind)
        if kind.cat == "arr":
            key = ("global", id(obj))
            known = getattr(self.shared, "outer", None)
            if known is None:
                known = self.shared.outer = {}  # type: ignore[attr-defined]
            if key in known and known[key][0] in self.state.storages:
                store = self.state.storages[known[key][0]]
                if store.version == 0:
                    return self.let(name, ref, known[key][1], place=Place(known[key][0]))
                return self.read(Dyn(known[key][2], known[key][1], Place(known[key][0]), 0))
            made = self.let(
                name, ref, replace(kind, shape=tuple(n if n in (0, 1) else ("d", self.new_id()) for n in obj.shape))
            )
            assert made.place is not None
            sid = made.place.storage
            self.state.storages[sid] = replace(self.state.storages[sid], external=True, readonly=True)
            known[key] = (sid, made.kind, made.expr)
            return made
        if not isinstance(obj, tuple) and (callable(obj) or inspect.ismodule(obj)):
            return Static(obj, self.shared.names.ref(obj))
        if obj is np.r_ or obj is np.c_ or isinstance(obj, enum.Enum):
            return Static(obj, ref)
        return self.structured(obj, ref, name)

    def structured(self, obj: Any, ref: Expr, name: str) -> Value:
        """A container outside the function, taken apart; anything else is an opaque passive value."""
        if type(obj) in (tuple, list) and len(obj) <= 64:
            items = tuple(self.outside(v, Apply("getitem", (ref, Const(i))), f"{name}_{i}") for i, v in enumerate(obj))
            if isinstance(obj, tuple):
                return Seq(items, tuple, ref)
            return self.allocate(HeapObject("list", tuple(enumerate(items)), list, ref, joined=True))
        fields = getattr(type(obj), "_fields", None)
        if isinstance(obj, tuple) and isinstance(fields, tuple):
            named = [self.outside(getattr(obj, f), Apply("attr", (ref, Const(f))), f) for f in fields]
            return Seq(tuple(named), type(obj), ref)
        if type(obj) is dict and len(obj) <= 64 and all(isinstance(k, (str, int)) for k in obj):
            pairs = tuple((k, self.outside(v, Apply("getitem", (ref, Const(k))), str(k))) for k, v in obj.items())
            return self.allocate(HeapObject("dict", pairs, dict, ref, joined=True))
        if (
            hasattr(obj, "__dict__")
            and type(obj).__module__ not in ("builtins", "numpy.random._generator", "numpy.random.mtrand")
            and not isinstance(obj, type)
        ):
            pairs = tuple((k, self.outside(v, Apply("attr", (ref, Const(k))), k)) for k, v in vars(obj).items())
            return self.allocate(HeapObject("instance", pairs, type(obj), ref, joined=True))
        return Dyn(ref, K.OTHER)

    # ------------------------------------------------------------------------------------------------ functions

    def closure(self, node: Any, name: str) -> Func:
        arguments = node.args
        defaults: list[tuple[str, Value]] = []
        positional = arguments.posonlyargs + arguments.args
        for arg, default in zip(
            positional[len(positional) - len(arguments.defaults) :], arguments.defaults, strict=True
        ):
            defaults.append((arg.id, self.value(default)))
        for arg, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
            if default is not None:
                defaults.append((arg.id, self.value(default)))
        return Func(node, self.frame.fid, tuple(defaults), self.frame, name)

    # ------------------------------------------------------------------------------------------------ above

    def numeric(
        self,
        function: Any,
        args: tuple[Value, ...],
        kwargs: tuple[tuple[str, Value], ...],
        code: Any,
        node: Any,
        name: str,
        place: Place | None = None,
        tree: Any = None,
    ) -> Value:
        raise NotImplementedError

    def call_value(self, function: Value, args: list[Value], kwargs: list[tuple[str, Value]], node: Any) -> Value:
        raise NotImplementedError


def _may_bind(frame: Frame, name: str) -> bool:
    """True where a name can be one of a frame that is not known any more."""
    arguments = getattr(frame.definition, "args", None)
    if arguments is None:
        return True
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    return name in frame.assigned or any(a is not None and a.id == name for a in named)
