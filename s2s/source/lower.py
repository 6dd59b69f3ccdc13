"""From a Python function and the kinds of its arguments to a Function."""

from __future__ import annotations

import contextlib
import dataclasses
import inspect
import types
from typing import Any

import gast
import numpy as np

from s2s.errors import HeldObjectError, UnsupportedError
from s2s.ir.core import Block, Const, Function, Kind, Origin, Param, Var
from s2s.source.arguments import Lowerer
from s2s.source.frames import Frame, Shared
from s2s.source.modules import ModuleNames
from s2s.source.opaque import clash
from s2s.source.outputs import final_tree, is_written, output_tree, snapshot, writes_outside
from s2s.source.parse import parse_function
from s2s.source.recursion import Bottom, Callee
from s2s.source.values import HeapObject, Obj, Seq, State, Value
from s2s.words import name_or

MISSING = object()


@dataclasses.dataclass(frozen=True)
class Lowered:
    """The function, the names of the generated module, and what the result depends on outside the function."""

    function: Function
    names: ModuleNames
    dependencies: tuple[Any, ...]
    same: dict[Var, Var]
    maybe: frozenset[tuple[int, int]]
    flows: frozenset[tuple[int, int]]
    counter: int
    writes_outside: bool
    external: frozenset[int] = frozenset()
    lengths: Any = None
    callees: tuple[Any, ...] = ()
    columns: dict[int, int] = dataclasses.field(default_factory=dict)


def lower(function: Any, wrt: tuple[str, ...] | None, arguments: dict[str, Any] | None) -> Lowered:
    """Lower ``function`` for the kinds of ``arguments`` (None: not known).

    Raises:
        UnsupportedError: where the function holds something that cannot be differentiated.
    """
    try:
        return _lower(function, wrt, arguments)
    except HeldObjectError as refusal:
        for other in ({"flat": True}, {"unroll": True}):
            with contextlib.suppress(UnsupportedError):
                return _lower(function, wrt, arguments, **other)
        r = refusal
        raise UnsupportedError(
            r.reason, filename=r.filename, line=r.line, column=r.column, text=r.text, hint=r.hint
        ) from None


def _lower(
    function: Any,
    wrt: tuple[str, ...] | None,
    arguments: dict[str, Any] | None,
    *,
    flat: bool = False,
    unroll: bool = False,
    copying: bool = False,
) -> Lowered:
    """``flat``: every list in a list may change its length; ``unroll``: lists of objects have known lengths;
    ``copying``: derivatives keep copies of objects of unknown kind."""
    parsed = parse_function(function)
    signature = inspect.signature(function, follow_wrapped=False)
    taken = set(signature.parameters)
    names = ModuleNames(taken)
    for name in (f"{_plain(function.__name__)}_{part}" for part in ("forward", "pullback", "pushforward")):
        names.taken.add(name)
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    frame = Frame(0, function.__name__, function.__globals__, cells, None, parsed.filename, parsed.text, function)
    shared = Shared(names, known=arguments is not None, flat=flat, unroll=unroll, copying=copying)
    lowerer = Lowerer(shared, frame, State(frames={0: {}}))
    lowerer.special = literal_lengths(function)
    lowerer.node = parsed.node
    lowerer.origin = Origin(parsed.filename, parsed.node.lineno, parsed.node.col_offset, "")
    if isinstance(parsed.node, gast.FunctionDef) and _generates(parsed.node):
        lowerer.fail(f"{function.__name__} is a generator function", parsed.node, "return a list")
    params, leaves, starts = _parameters(lowerer, signature, wrt, arguments)
    order = [lowerer.state.frames[0][p.name] for p in params]
    shared.stack.append((function, tuple(lowerer.signature(v) for v in order), ()))
    try:
        value = lowerer.run_body(parsed.node, frame)
    except Bottom:
        lowerer.fail(f"{function.__name__}() calls itself on every path", parsed.node)
    if not copying and clash(shared.opaque_reads, shared.opaque_writes):
        return _lower(function, wrt, arguments, flat=flat, unroll=unroll, copying=True)
    return _finished(lowerer, function, parsed, params, leaves, starts, value, _plain(function.__name__), wrt)


def literal_lengths(function: Any) -> frozenset[int]:
    """The whole numbers that stand in a function's code: a length that equals one keeps its value."""
    found: set[int] = set()

    def visit(code: types.CodeType) -> None:
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                visit(constant)
            elif isinstance(constant, tuple):
                found.update(c for c in constant if type(c) is int)
            elif type(constant) is int:
                found.add(constant)

    visit(function.__code__)
    return frozenset(n for n in found if n > 1)


def _finished(
    lowerer: Lowerer,
    function: Any,
    parsed: Any,
    params: tuple[Param, ...],
    leaves: dict[str, Any],
    starts: dict[str, Value],
    value: Value,
    name: str,
    wrt: tuple[str, ...] | None,
) -> Lowered:
    """The lowered function, after its body has been run."""
    shared = lowerer.shared
    output = output_tree(lowerer, value)
    result_code = lowerer.expr(value)
    written = {}
    for parameter, start in starts.items():
        if is_written(lowerer, start):
            written[parameter] = final_tree(lowerer, start)
    used = tuple(p for p in leaves if leaves[p] is not None) if wrt is None else wrt
    body = Block(tuple(lowerer.out), (result_code,), lowerer.dead)
    made = Function(
        name,
        params,
        leaves,
        body,
        output,
        shared.kinds,
        shared.places,
        written,
        Origin(parsed.filename, parsed.node.lineno, parsed.node.col_offset, ""),
        tuple(used),
    )
    return Lowered(
        made,
        shared.names,
        tuple(shared.dependencies),
        shared.same,
        frozenset(shared.maybe),
        frozenset(shared.flows),
        shared.counter,
        writes_outside(lowerer),
        frozenset(sid for sid, store in lowerer.state.storages.items() if store.external),
        lowerer.length_name,
        tuple(shared.callees.values()),
        shared.columns,
    )


def lower_callee(callee: Callee, outer: Shared) -> Lowered:
    """Lower a function that is generated apart, for the kinds of its parameters."""
    function = callee.function
    parsed = parse_function(function)
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    frame = Frame(0, function.__name__, function.__globals__, cells, None, parsed.filename, parsed.text, function)
    shared = Shared(outer.names, known=outer.known, dependencies=outer.dependencies, callees=outer.callees)
    lowerer = Lowerer(shared, frame, State(frames={0: {}}))
    lowerer.node = parsed.node
    lowerer.origin = Origin(parsed.filename, parsed.node.lineno, parsed.node.col_offset, "")
    params: list[Param] = []
    leaves: dict[str, Any] = {}
    starts: dict[str, Value] = {}
    args: list[Value] = []
    for name, given in callee.params.items():
        var = lowerer.fresh(name, temp=False)
        params.append(Param(name, var))
        if isinstance(given, Kind):
            value, tree = lowerer._leaf_argument(given, var, name, given.active)
            starts[name] = value
        else:
            value, tree = given, None
        leaves[name] = tree
        args.append(value)
    lowerer.state.frames[0] = dict(zip(callee.params, args, strict=True))
    shared.stack.append((function, tuple(lowerer.signature(a) for a in args), ()))
    value = lowerer.run_body(parsed.node, frame)
    return _finished(lowerer, function, parsed, tuple(params), leaves, starts, value, callee.name, callee.active)


def _generates(node: Any) -> bool:
    from s2s.source.functions import is_generator

    return is_generator(node)


def _plain(name: str) -> str:
    return name_or(name, "function")


def _parameters(
    lowerer: Lowerer, signature: inspect.Signature, wrt: tuple[str, ...] | None, arguments: dict[str, Any] | None
) -> tuple[tuple[Param, ...], dict[str, Any], dict[str, Value]]:
    params: list[Param] = []
    leaves: dict[str, Any] = {}
    starts: dict[str, Value] = {}
    names = lowerer.state.frames[0]
    values: dict[str, tuple[Var, Any]] = {}
    for parameter in signature.parameters.values():
        var = lowerer.fresh(parameter.name, temp=False)
        star = ""
        if parameter.kind is parameter.VAR_POSITIONAL:
            star = "*"
        elif parameter.kind is parameter.VAR_KEYWORD:
            star = "**"
        elif parameter.kind is parameter.KEYWORD_ONLY:
            star = "kw"
        default = parameter.default
        literal = (
            Const(default)
            if isinstance(default, (bool, int, float, complex, str, type(None))) and not isinstance(default, np.generic)
            else None
        )
        params.append(Param(parameter.name, var, star, literal if default is not parameter.empty else None))
        values[parameter.name] = (var, parameter)
    for name, (var, parameter) in values.items():
        active = wrt is None or name in wrt
        if arguments is not None:
            value, tree = lowerer.argument(arguments[name], var, name, active)
        elif parameter.kind is parameter.VAR_POSITIONAL:
            value, tree = Seq((), tuple, var), None
        elif parameter.kind is parameter.VAR_KEYWORD:
            value, tree = lowerer.allocate(HeapObject("dict", (), dict, var)), None
        else:
            value, tree = lowerer.unknown_argument(parameter, var, active)
        names[name] = value
        leaves[name] = tree
        starts[name] = value if not isinstance(value, Obj) else snapshot(lowerer, value)
    return tuple(params), leaves, starts
