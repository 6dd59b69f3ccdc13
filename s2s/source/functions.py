"""Calls of the user's functions: inlined, or called as generated functions of their own."""

from __future__ import annotations

import inspect
import sys
import types
from typing import Any

import gast
import numpy as np

from s2s.analysis.home import package_of
from s2s.errors import UnsupportedError
from s2s.ir.core import Apply, Const, Expr
from s2s.source.attributes import AttributeOf
from s2s.source.exits import remove_exits
from s2s.source.exposure import Exposure
from s2s.source.frames import Frame, names_assigned
from s2s.source.managers import is_made_by_contextmanager
from s2s.source.parse import parse_function
from s2s.source.values import Dyn, Func, HeapObject, Obj, Partial, Seq, Static, Undefined, Value

MAX_DEPTH = 60


class Functions(Exposure):
    """Lowering of calls of user functions."""

    # ------------------------------------------------------------------------------------------------ user functions

    def call_user(
        self, function: types.FunctionType, args: list[Value], kwargs: list[tuple[str, Value]], node: Any
    ) -> Value:
        if is_made_by_contextmanager(function):
            if not any(map(self.is_active, [*args, *(v for _, v in kwargs)])):
                return self.passive_call(self.shared.names.ref(function), args, kwargs, node)
            self.fail(
                f"{function.__name__}() is a context manager, and it is given or holds a differentiated value",
                node,
                "compute the value outside, and give the context manager what has no derivative",
            )
        if _is_installed(function):
            return self._call_installed(function, args, kwargs, node)
        return self._call_source(function, args, kwargs, node)

    def _call_installed(
        self, function: types.FunctionType, args: list[Value], kwargs: list[tuple[str, Value]], node: Any
    ) -> Value:
        """A function of the standard library or of an installed package: a refusal points at the user's call."""
        try:
            return self._call_source(function, args, kwargs, node)
        except UnsupportedError as problem:
            reason = problem.reason
        why = "" if "() cannot be differentiated" in reason else f": {reason}"
        self.fail(f"{function.__module__}.{function.__qualname__}() cannot be differentiated{why}", node)

    def _call_source(
        self, function: types.FunctionType, args: list[Value], kwargs: list[tuple[str, Value]], node: Any
    ) -> Value:
        parsed = parse_function(function)
        self.shared.dependencies.append((AttributeOf(function), "__code__", function.__code__))
        cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        frame = Frame(
            self.new_id(),
            function.__qualname__,
            function.__globals__,
            cells,
            None,
            parsed.filename,
            parsed.text,
            function,
        )
        defaults = self._real_defaults(function)
        return self._inline(parsed.node, frame, defaults, args, kwargs, node, function)

    def _real_defaults(self, function: types.FunctionType) -> dict[str, Value]:
        out: dict[str, Value] = {}
        for parameter in inspect.signature(function, follow_wrapped=False).parameters.values():
            if parameter.default is parameter.empty:
                continue
            out[parameter.name] = self.default_value(function, parameter)
        return out

    def default_value(self, function: types.FunctionType, parameter: inspect.Parameter) -> Value:
        default = parameter.default
        if isinstance(default, (bool, int, float, complex, str, type(None))) and not isinstance(default, np.generic):
            return Static(default)
        if callable(default) or inspect.ismodule(default):
            return Static(default, self.shared.names.ref(default))
        holder = self.shared.names.ref(function)
        if function.__defaults__ and any(d is default for d in function.__defaults__):
            at = next(i for i, d in enumerate(function.__defaults__) if d is default)
            ref: Expr = Apply("getitem", (Apply("attr", (holder, Const("__defaults__"))), Const(at)))
        else:
            ref = Apply("getitem", (Apply("attr", (holder, Const("__kwdefaults__"))), Const(parameter.name)))
        return self.outside(default, ref, parameter.name)

    def inline_closure(self, function: Func, args: list[Value], kwargs: list[tuple[str, Value]], node: Any) -> Value:
        owner: Frame = function.owner
        frame = Frame(
            self.new_id(), function.name, owner.globals, owner.cells, owner, owner.filename, owner.lines, owner.function
        )
        return self._inline(function.node, frame, dict(function.defaults), args, kwargs, node, function.node)

    def _inline(
        self,
        definition: Any,
        frame: Frame,
        defaults: dict[str, Value],
        args: list[Value],
        kwargs: list[tuple[str, Value]],
        node: Any,
        identity: Any,
    ) -> Value:
        """Lower the body of a function at the call, in a frame of its own."""
        signature = (
            identity if isinstance(identity, types.FunctionType) else id(identity),
            tuple(self.signature(v) for v in args),
            tuple((k, self.signature(v)) for k, v in kwargs),
        )
        if signature in self.shared.stack:
            return self.recursive_call(definition, frame, defaults, args, kwargs, node, identity)
        if len(self.shared.stack) > MAX_DEPTH:
            self.fail("calls are nested too deeply (an unbounded recursion?)", node, "write the recursion as a loop")
        bound = self.bind_arguments(definition, frame, defaults, args, kwargs, node)
        self.shared.stack.append(signature)
        saved = (self.frame, self.origin, self.node, self.hint)
        try:
            self.frame = frame
            self.state.frames[frame.fid] = bound
            return self.run_body(definition, frame)
        finally:
            self.shared.stack.pop()
            self.frame, self.origin, self.node, self.hint = saved
            if not self._closed_over(frame.fid):
                self.state.frames.pop(frame.fid, None)

    def _closed_over(self, fid: int) -> bool:
        found = [False]

        def visit(value: Value) -> None:
            if isinstance(value, Func):
                if value.frame == fid or (value.owner.fid == fid):
                    found[0] = True
            elif isinstance(value, (Seq,)):
                for item in value.items:
                    visit(item)
            elif isinstance(value, Partial):
                visit(value.function)

        if any(isinstance(v, Func) for v in self.state.frames.get(fid, {}).values()):
            return True
        for names in self.state.frames.values():
            for value in names.values():
                visit(value)
        for content in self.state.heap.values():
            for value in content.values():
                visit(value)
        return found[0]

    def signature(self, value: Value) -> Any:
        """What a recursion must change to come to an end while compiling: literals and structure, not numbers."""
        with self.handing_on():
            value = self.deref(value)
        if isinstance(value, Static):
            return (
                "static",
                type(value.obj).__name__,
                repr(value.obj) if isinstance(value.obj, (int, float, str, bool, type(None))) else id(value.obj),
            )
        if isinstance(value, Dyn):
            return (value.kind.cat, value.kind.dtype, value.kind.rank, value.kind.active)
        if isinstance(value, Seq):
            return tuple(self.signature(v) for v in value.items)
        if isinstance(value, Obj):
            content = self.content(value)
            return (
                content.shape,
                tuple((k if isinstance(k, (str, int)) else None, self.signature(v)) for k, v in content.items),
            )
        return id(value)

    def recursive_call(
        self,
        definition: Any,
        frame: Frame,
        defaults: dict[str, Value],
        args: list[Value],
        kwargs: list[tuple[str, Value]],
        node: Any,
        identity: Any,
    ) -> Value:
        raise NotImplementedError

    def run_body(self, definition: Any, frame: Frame) -> Value:
        """The value of the function body in ``frame``; the arguments are bound already."""
        if isinstance(definition, gast.Lambda):
            value = self.deref(self.value(definition.body))
            if not isinstance(value, Dyn):  # a function in it keeps these names
                self.state.frames[frame.fid]["<result>"] = value
            return value
        taken = set(names_assigned(definition.body)) | {n.id for n in gast.walk(definition) if isinstance(n, gast.Name)}

        def fresh(name: str) -> str:
            candidate, n = name, 2
            while candidate in taken:
                candidate, n = f"{name}_{n}", n + 1
            taken.add(candidate)
            return candidate

        body = definition.body
        if is_generator(definition) and any(
            isinstance(getattr(n, "ctx", None), gast.Store)
            and isinstance(n, (gast.Subscript, gast.Attribute))
            or isinstance(n, gast.Raise)
            for n in gast.walk(definition)
        ):
            self.fail("a generator that writes or raises runs in another order here", definition, "return a list")
        if is_generator(definition):
            frame.yields = self.allocate(HeapObject("list", (), types.GeneratorType))
        frame.definition = definition
        frame.globals_declared = frozenset(
            n for s in _own_nodes(definition) if isinstance(s, gast.Global) for n in s.names
        )
        frame.nonlocals = frozenset(n for s in _own_nodes(definition) if isinstance(s, gast.Nonlocal) for n in s.names)
        frame.assigned = frozenset(names_assigned(body)) - frame.globals_declared - frame.nonlocals
        if (
            body
            and isinstance(body[0], gast.Expr)
            and isinstance(body[0].value, gast.Constant)
            and isinstance(body[0].value.value, str)
        ):
            body = body[1:] or [gast.copy_location(gast.Pass(), body[0])]
        plain, value_name = remove_exits(body, fresh)
        frame.value_name = value_name
        self.statements(plain)
        if frame.yields is not None:
            return self.once(frame.yields, lazy=True)
        if value_name is None:
            return Static(None)
        result = self.state.frames[frame.fid].get(value_name)
        if result is None or isinstance(result, Undefined):
            if self.dead:
                return Static(None)
            self.fail(
                "the function returns values of different kinds on different paths",
                definition,
                "return the same structure on every path",
            )
        with self.handing_on():
            return self.deref(result) if isinstance(result, Dyn) else result

    def statements(self, nodes: list[Any]) -> None:
        raise NotImplementedError

    def bind_arguments(
        self,
        definition: Any,
        frame: Frame,
        defaults: dict[str, Value],
        args: list[Value],
        kwargs: list[tuple[str, Value]],
        node: Any,
    ) -> dict[str, Value]:
        """Python's binding of arguments to parameters."""
        arguments = definition.args
        positional = [a.id for a in arguments.posonlyargs + arguments.args]
        bound: dict[str, Value] = dict(zip(positional, args, strict=False))
        extra = args[len(positional) :]
        if arguments.vararg is not None:
            bound[arguments.vararg.id] = Seq(tuple(extra))
        elif extra:
            self.fail(f"{frame.name}() takes {len(positional)} positional arguments but {len(args)} were given", node)
        names = positional[len(arguments.posonlyargs) :] + [a.id for a in arguments.kwonlyargs]
        rest: list[tuple[str, Value]] = []
        for name, value in kwargs:
            if name in names:
                if name in bound:
                    self.fail(f"{frame.name}() got multiple values for argument '{name}'", node)
                bound[name] = value
            else:
                rest.append((name, value))
        if arguments.kwarg is not None:
            bound[arguments.kwarg.id] = self.allocate(HeapObject("dict", tuple(rest), dict))
        elif rest:
            self.fail(f"{frame.name}() got an unexpected keyword argument '{rest[0][0]}'", node)
        for name in positional + [a.id for a in arguments.kwonlyargs]:
            if name not in bound:
                if name not in defaults:
                    self.fail(f"{frame.name}() misses the argument '{name}'", node)
                bound[name] = defaults[name]
        return bound


def _is_installed(function: types.FunctionType) -> bool:
    root = package_of(function)
    return root in sys.stdlib_module_names and root != "__main__" or "site-packages" in function.__code__.co_filename


def _own_nodes(definition: Any) -> list[Any]:
    """The nodes of a function body, without those of nested functions."""
    out: list[Any] = []
    todo = list(definition.body)
    while todo:
        node = todo.pop()
        out.append(node)
        if not isinstance(node, (gast.FunctionDef, gast.Lambda, gast.ClassDef)):
            todo.extend(gast.iter_child_nodes(node))
    return out


def is_generator(definition: Any) -> bool:
    def visit(node: Any) -> bool:
        if isinstance(node, (gast.Yield, gast.YieldFrom)):
            return True
        if isinstance(node, (gast.FunctionDef, gast.Lambda)):
            return False
        return any(visit(child) for child in gast.iter_child_nodes(node))

    return any(visit(s) for s in definition.body)
