"""What the reversal and the pushforward share: kinds, names, fresh variables, and the extra lines of the forward."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from s2s import runtime
from s2s.analysis import kinds as K
from s2s.errors import UnsupportedError
from s2s.ir.core import (
    Apply,
    Block,
    Call,
    Const,
    Expr,
    Function,
    If,
    Kind,
    Let,
    Loop,
    Origin,
    Place,
    Ref,
    Scope,
    Var,
    Write,
)
from s2s.source.modules import ModuleNames
from s2s.transform.cells import is_fresh, key_of
from s2s.transform.inline import Instance
from s2s.transform.inline_fold import Raised

WHOLE = Const(Ellipsis)
UNBOUND = Const("<unbound>")
RECORD = "record"
ZERO = Const(0.0)


@dataclass
class Context:
    """What both directions share: kinds, names, fresh variables and the extra lines of the forward."""

    function: Function
    names: ModuleNames
    counter: list[int]
    written: frozenset[int]
    extras: dict[Var, list[tuple[Expr, Expr]]] = field(default_factory=dict)
    instances: dict[int, Instance] = field(default_factory=dict)
    lengths: dict[Var, Var] = field(default_factory=dict)
    shapes: dict[Var, Var] = field(default_factory=dict)
    maybe: frozenset[tuple[int, int]] = frozenset()
    flows: frozenset[tuple[int, int]] = frozenset()
    computed: dict[Expr, tuple[Var, Any]] = field(default_factory=dict)
    twins: dict[Var, tuple[Var, Any]] = field(default_factory=dict)
    derived: set[Var] = field(default_factory=set)
    stretched: dict[Var, Expr] = field(default_factory=dict)
    defined: tuple[Var, ...] = ()
    empty: frozenset[Var] = frozenset()
    dtypes: dict[Var, Expr] = field(default_factory=dict)
    as_long: dict[Var, Var] = field(default_factory=dict)  # a list -> an earlier one that is as long
    memory: Any = None
    once: dict[Var, Expr] = field(default_factory=dict)
    algebra: Any = None
    roots: dict[int, Var] = field(default_factory=dict)
    storage_names: dict[int, str] = field(default_factory=dict)
    absorbing: frozenset[int] = frozenset()
    columns: dict[int, int] = field(default_factory=dict)
    outside: frozenset[int] = frozenset()  # the memory that the caller may reach

    def list_storage(self, sid: int) -> bool:
        """True for the storage of a list."""
        return any(
            p.storage == sid and self.function.kinds[v].cat == "list"
            for v, p in self.function.places.items()
            if not p.path
        )

    def fresh(self, name: str, temp: bool = True) -> Var:
        self.counter[0] += 1
        return Var(name, self.counter[0], temp)

    def storage_name(self, var: Var) -> str:
        """The name of ``var``; for an unnamed value the first name that the user gave to its memory."""
        place = self.function.places.get(var)
        if place is None or place.path or not var.temp:
            return var.name
        return self.storage_names.get(place.storage, var.name)

    def is_new(self, expr: Expr) -> bool:
        """True for a number, and for an array that nothing else refers to."""
        numbers = isinstance(expr, Var) and self.function.kinds.get(expr, K.OTHER).cat == "num"
        return numbers or is_fresh(expr, self.function.kinds)

    def kind(self, expr: Any) -> Kind:
        if isinstance(expr, Var):
            return self.function.kinds.get(expr, K.NUMERIC)
        if isinstance(expr, Const):
            return K.kind_of(expr.value)
        return K.OTHER

    def extra(self, owner: Var, name: str, expr: Expr, kind: Kind) -> Var:
        """A line that the forward computes right after ``owner`` is defined, if anything reads it."""
        var = self.fresh(name)
        self.function.kinds[var] = kind
        self.extras.setdefault(owner, []).append((var, expr))
        return var

    def shape(self, var: Var) -> Expr:
        """The shape of a primal value."""
        if var not in self.shapes:
            expr = Apply("call", (self.names.ref(np.shape), var))
            self.shapes[var] = self.extra(var, f"{var.name}_shape", expr, Kind("tuple", elem=K.INT))
        return self.shapes[var]

    def zeros(self, var: Var, kind: Kind, shape: Expr | None = None) -> Expr:
        """An array of zeros like a primal value; a dtype that is not known while compiling is a residual."""
        args = [self.names.ref(np.zeros), self.shape(var) if shape is None else shape]
        if kind.dtype is None:
            args.append(self._dtype(var))
        elif kind.dtype != "f8" and kind.dtype[0] in "fc":
            args.append(self.names.ref(np.dtype(kind.dtype).type))
        return Apply("call", tuple(args))

    def _dtype(self, var: Var) -> Expr:
        if var not in self.dtypes:
            expr = Apply("call", (self.names.ref(np.result_type), var))
            self.dtypes[var] = self.extra(var, f"{var.name}_dtype", expr, K.OTHER)
        return self.dtypes[var]

    def length(self, var: Var) -> Expr:
        """The length of a list; versions that are equally long share it."""
        var = self._whole_of(var) if self.is_column(var) else var
        var = self.as_long.get(var, var)
        if var in self.empty:
            return Const(0)
        if var not in self.lengths:
            self.lengths[var] = self.extra(var, f"{var.name}_length", Apply("call", (self.names.ref(len), var)), K.INT)
        return self.lengths[var]

    def zero_list(self, var: Var, zero: Expr = ZERO) -> Expr:
        """``[0.0] * len(var)``, which is ``[]`` for an empty list."""
        length = self.length(var)
        return Apply("list", ()) if length == Const(0) else Apply("mul", (Apply("list", (zero,)), length))

    def _whole_of(self, column: Var) -> Var:
        """The list of the program that a column belongs to, as it is when the column is defined: both are together."""
        places = self.function.places
        sid = self.columns[places[column].storage]
        earlier = self.defined[: self.defined.index(column)]
        return next(v for v in reversed(earlier) if places.get(v) == Place(sid))

    def item_shapes(self, var: Var) -> Expr:
        """The shapes of the items of a list."""
        if var not in self.shapes:
            expr = Apply("call", (self.names.ref(runtime.form), var))
            self.shapes[var] = self.extra(var, f"{var.name}_shapes", expr, Kind("list"))
        return self.shapes[var]

    def is_column(self, var: Any) -> bool:
        """True for the list of one leaf of a list of structures: it does not exist in the program."""
        kind = self.function.kinds.get(var) if isinstance(var, Var) else None
        return kind is not None and kind.dtype == K.COLUMN

    def instance(self, let: Let) -> Instance:
        """The instance of a Let's rule (one for both directions, so that they share residuals)."""
        made = self.instances.get(id(let))
        if made is None:
            assert let.derivative is not None
            try:
                made = Instance(
                    let.derivative.rule,
                    let.derivative.bindings,
                    let.targets,
                    self.function.kinds,
                    self.names,
                    self.fresh,
                    id(let) in self.absorbing,
                )
            except Raised as problem:
                raise refusal(problem, let.origin) from None
            self.instances[id(let)] = made
        return made

    def reused(self, expr: Expr, region: tuple[Any, ...]) -> Expr:
        """A call that the forward has computed anyway is a residual instead of being computed again."""
        if isinstance(expr, Var):
            twin = self.twins.get(expr)
            return twin[0] if twin is not None and twin[1] in region else expr
        if not isinstance(expr, Apply):
            return expr
        made = Apply(
            expr.op,
            tuple(self.reused(a, region) for a in expr.args),
            tuple((k, self.reused(v, region)) for k, v in expr.kwargs),
        )
        if made.op == "call":
            known = self.computed.get(made)
            if known is not None and known[1] in region:
                return known[0]
        return made

    def note_extras(self, let: Let, instance: Instance) -> None:
        known = self.extras.setdefault(let.targets[-1], [])
        for pair in instance.extras:
            if pair not in known:
                known.append(pair)


def refusal(problem: Raised, origin: Origin) -> UnsupportedError:
    import linecache

    text = linecache.getline(origin.filename, origin.line).rstrip("\n") or None
    return UnsupportedError(
        problem.reason, filename=origin.filename, line=origin.line, column=origin.column, text=text, hint=problem.hint
    )


def empty_lists(block: Block) -> frozenset[Var]:
    """The lists that are made without an item."""
    found: set[Var] = set()

    def visit(inner: Block) -> None:
        for stmt in inner.stmts:
            if isinstance(stmt, Let) and stmt.expr == Apply("list", ()):
                found.update(stmt.targets)
            elif isinstance(stmt, If):
                visit(stmt.then)
                visit(stmt.orelse)
            elif isinstance(stmt, Loop):
                visit(stmt.body)
            elif isinstance(stmt, Scope):
                visit(stmt.body)
                visit(stmt.final)

    visit(block)
    return frozenset(found)


def written_storages(block: Block, places: Any) -> frozenset[int]:
    """The storages that are written in place anywhere in the block, or whose value is read again as if they were."""
    found: set[int] = set()

    def visit(inner: Block) -> None:
        for stmt in inner.stmts:
            if isinstance(stmt, Write):
                found.add(places[stmt.new].storage)
            elif isinstance(stmt, Let) and stmt.implicit and stmt.derivative is None:
                found.update(places[target].storage for target in stmt.targets if target in places)
            elif isinstance(stmt, If):
                visit(stmt.then)
                visit(stmt.orelse)
            elif isinstance(stmt, Loop):
                visit(stmt.body)
            elif isinstance(stmt, Scope):
                visit(stmt.body)
                visit(stmt.final)

    visit(block)
    return frozenset(found)


def computed_calls(
    block: Block, region: Any, found: dict[Expr, tuple[Var, Any]], twins: dict[Var, tuple[Var, Any]]
) -> None:
    """The calls of ufuncs that the program makes (value and region of each), and items that are read twice."""
    items: dict[Expr, Var] = {}
    for stmt in block.stmts:
        if (
            isinstance(stmt, Let)
            and len(stmt.targets) == 1
            and not stmt.implicit
            and isinstance(stmt.expr, Apply)
            and stmt.expr.op == "getitem"
        ):
            first = items.setdefault(stmt.expr, stmt.targets[0])
            if first != stmt.targets[0]:
                twins[stmt.targets[0]] = (first, region)
        if (
            isinstance(stmt, Let)
            and len(stmt.targets) == 1
            and not stmt.implicit
            and isinstance(stmt.expr, Apply)
            and stmt.expr.op == "call"
        ):
            function = stmt.expr.args[0]
            if isinstance(function, Ref) and isinstance(function.value, np.ufunc) and not stmt.expr.kwargs:
                found.setdefault(stmt.expr, (stmt.targets[0], region))
        elif isinstance(stmt, If):
            computed_calls(stmt.then, (id(stmt), 0), found, twins)
            computed_calls(stmt.orelse, (id(stmt), 1), found, twins)
        elif isinstance(stmt, Loop):
            computed_calls(stmt.body, id(stmt), found, twins)
        elif isinstance(stmt, Scope):
            computed_calls(stmt.body, region, found, twins)
            computed_calls(stmt.final, region, found, twins)


def defined_keys(block: Block, places: Any, written: frozenset[int]) -> set[Any]:
    """The cells of the values that a block defines (storages only where they are created in it)."""
    found: set[Any] = set()

    def note(var: Var, new_storage: bool) -> None:
        key = key_of(var, places, written)
        if not isinstance(key, tuple) or new_storage:
            found.add(key)

    for stmt in block.stmts:
        if isinstance(stmt, Let):
            for var in stmt.targets:
                creates = (
                    not (stmt.implicit and stmt.derivative is None)
                    and not (places.get(var) is not None and places[var].path)
                    and not _copies(stmt, var, places)
                )
                note(var, creates)
        elif isinstance(stmt, Write) and stmt.result is not None:
            note(stmt.result, True)
        elif isinstance(stmt, Call):
            for var in stmt.targets:
                note(var, True)
        elif isinstance(stmt, If):
            found |= defined_keys(stmt.then, places, written) | defined_keys(stmt.orelse, places, written)
            kept = {
                places[v].storage
                for b in (stmt.then, stmt.orelse)
                for v in b.results
                if isinstance(v, Var) and v in places
            }
            for var in stmt.results:
                note(var, var in places and places[var].storage not in kept)
        elif isinstance(stmt, Loop):
            found |= defined_keys(stmt.body, places, written)
            for param, init in zip(stmt.params, stmt.inits, strict=True):
                note(
                    param,
                    isinstance(init, Var)
                    and init in places
                    and param in places
                    and places[init].storage != places[param].storage,
                )
            for param, var in zip(stmt.params, stmt.results, strict=True):
                note(var, var in places and param in places and places[var].storage != places[param].storage)
        elif isinstance(stmt, Scope):
            found |= defined_keys(stmt.body, places, written) | defined_keys(stmt.final, places, written)
    return found


def _copies(stmt: Let, var: Var, places: Any) -> bool:
    """True for ``y = x`` (and each part of ``a, b = x, y``): no new storage."""
    parts = (
        stmt.expr.args
        if isinstance(stmt.expr, Apply) and stmt.expr.op == "tuple" and len(stmt.targets) > 1
        else (stmt.expr,)
    )
    return any(
        isinstance(p, Var) and p in places and var in places and places[p].storage == places[var].storage for p in parts
    )
