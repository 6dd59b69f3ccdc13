"""Reverse mode: from a Function to the code of its pullback.

The pullback walks the program backwards.  Each primal value has a cell for its cotangent; an array that is written in
place has one buffer for all of its versions, and a view of it is the same view of the buffer.  The primal variables
that the resulting code still reads are the residuals; they are chosen afterwards (see residuals.py).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from s2s import runtime
from s2s.analysis import kinds as K
from s2s.errors import UnsupportedError
from s2s.ir.core import (
    UNUSED,
    Apply,
    Assign,
    Augment,
    Block,
    Branch,
    Call,
    Code,
    Comment,
    Const,
    Do,
    Expr,
    For,
    ForEach,
    Function,
    If,
    Kind,
    Let,
    Loop,
    Origin,
    Raise,
    Ref,
    Scope,
    Stmt,
    Var,
    Write,
)
from s2s.ir.walk import substitute
from s2s.rules.registry import Rule
from s2s.source.modules import ModuleNames
from s2s.source.values import fill, through
from s2s.transform.cells import Cell, is_fresh, key_of, lists_before
from s2s.transform.inline import Instance, Raised

WHOLE = Const(Ellipsis)
UNBOUND = Const("<unbound>")
RECORD = "record"


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
    stretched: dict[Var, Expr] = field(default_factory=dict)
    roots: dict[int, Var] = field(default_factory=dict)

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

    def length(self, var: Var) -> Expr:
        if var not in self.lengths:
            self.lengths[var] = self.extra(var, f"{var.name}_length", Apply("call", (self.names.ref(len), var)), K.INT)
        return self.lengths[var]

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


def written_storages(block: Block, places: Any) -> frozenset[int]:
    """The storages that are written in place anywhere in the block."""
    found: set[int] = set()

    def visit(inner: Block) -> None:
        for stmt in inner.stmts:
            if isinstance(stmt, Write):
                found.add(places[stmt.new].storage)
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


class Reverse:
    """Builds the pullback of one function."""

    def __init__(self, context: Context) -> None:
        self.ctx = context
        self.kinds, self.places = context.function.kinds, context.function.places
        self.cells: dict[Any, Cell] = {}
        self.code: list[Code] = []
        self.touched: set[Any] = set()
        self.last: dict[Any, Var] = {}
        self.before = lists_before(context.function.body, self.kinds, self.places)
        self.region: tuple[Any, ...] = ("root",)
        self.settled: dict[Any, Any] = {}
        self.inside: dict[Any, Var] = {}

    # ------------------------------------------------------------------------------------------------ cells

    def cell(self, var: Var) -> tuple[Any, Cell]:
        key = key_of(var, self.places, self.ctx.written)
        if key not in self.cells:
            name = self._root_name(var, key)
            made = self.ctx.fresh(f"{name}_bar", temp=var.temp and key is var)
            self.kinds[made] = replace(self.kinds.get(var, K.NUMERIC), active=False)
            self.cells[key] = Cell(made)
        return key, self.cells[key]

    def _root_name(self, var: Var, key: Any) -> str:
        if isinstance(key, tuple) and key[1] in self.ctx.roots:
            return self.ctx.roots[key[1]].name
        return var.name

    def is_filled(self, var: Var) -> bool:
        return self.cell(var)[1].filled

    def path(self, var: Var) -> tuple[Expr, ...]:
        place = self.places.get(var)
        return place.path if place is not None and place.storage in self.ctx.written else ()

    def bar(self, var: Var) -> Expr:
        """The cotangent of ``var`` as an expression (a view of the buffer for a view of a written array)."""
        return through(self.path(var), self.cell(var)[1].var)

    def active(self, expr: Any) -> bool:
        return isinstance(expr, Var) and self.kinds.get(expr, K.OTHER).active

    def zeros(self, var: Var) -> Expr:
        """Zeros like a primal value."""
        kind = self.kinds.get(var, K.NUMERIC)
        if kind.cat == "num":
            return Const(0.0)
        if kind.cat == "list":
            return Apply("mul", (Apply("list", (Const(0.0),)), self.ctx.length(var)))
        shape = self.ctx.shape(var)
        if kind.dtype in (None, "f8"):
            return Apply("call", (self.ctx.names.ref(np.zeros), shape))
        assert kind.dtype is not None
        scalar = np.dtype(kind.dtype).type if kind.dtype[0] in "fc" else np.float64
        return Apply("call", (self.ctx.names.ref(np.zeros), shape, self.ctx.names.ref(scalar)))

    def fill_zero(self, var: Var) -> None:
        """Make the cell of ``var`` hold zeros if it holds nothing."""
        key, cell = self.cell(var)
        self.touched.add(key)
        self.last[key] = var
        if not cell.filled:
            root = self._definition_root(var) if isinstance(key, tuple) and self.kinds[var].cat != "list" else var
            self.code.append(Assign(cell.var, self.zeros(root)))
            self.cells[key] = cell.with_value(True)

    def _definition_root(self, var: Var) -> Var:
        """The first variable of the storage: its shape is known from there on."""
        return self.ctx.roots.get(self.places[var].storage, var)

    def own(self, var: Var) -> Cell:
        """The cell with memory of its own, so that it may be changed in place."""
        self.fill_zero(var)
        key, cell = self.cell(var)
        if not cell.owned and self.kinds.get(var, K.NUMERIC).cat not in ("num",):
            self.code.append(Assign(cell.var, self.copied(cell.var, self.kinds.get(var, K.NUMERIC))))
            cell = cell.with_value(True)
            self.cells[key] = cell
        return cell

    def copied(self, expr: Expr, kind: Kind) -> Expr:
        if kind.cat == "num":
            return expr
        if kind.cat == "list":
            return Apply("call", (self.ctx.names.ref(list), expr))
        if kind.cat == "arr":
            return Apply("method", (expr, Const("copy")))
        return Apply("call", (self.ctx.names.ref(np.copy), expr))

    def add(self, target: Any, g: Expr, moved: bool = False) -> None:
        """Add ``g`` to the cotangent of ``target``; ``moved``: the memory of ``g`` is ours and not used again."""
        if not self.active(target):
            return
        kind = self.kinds[target]
        g = self._real(kind, g)
        key, cell = self.cell(target)
        self.touched.add(key)
        path = self.path(target)
        if path:
            cell = self.own(target)
            view = through(path, cell.var)
            self._add_into(view, g)
            return
        number = kind.cat == "num"
        fresh = moved or number or is_fresh(g, self.kinds)
        if not cell.filled:
            if not fresh and (isinstance(key, tuple) or self._in_buffer(g)):
                g, fresh = self.copied(g, kind), True
            self.code.append(Assign(cell.var, g))
            self.cells[key] = cell.with_value(fresh)
            return
        if kind.cat == "list":
            self.code.append(Assign(cell.var, Apply("call", (self.ctx.names.ref(runtime.add_lists), cell.var, g))))
        elif cell.owned or number:
            self.code.append(self._augment(cell.var, g))
        else:
            self.code.append(Assign(cell.var, _sum(cell.var, g)))
        self.cells[key] = cell.with_value(True)

    def _augment(self, target: Expr, g: Expr) -> Code:
        if isinstance(g, Apply) and g.op == "neg":
            return Augment(target, "sub", g.args[0])
        return Augment(target, "add", g)

    def _add_into(self, view: Expr, g: Expr) -> None:
        if isinstance(view, Apply) and view.op != "getitem":
            view = Apply("getitem", (view, WHOLE))
        self.code.append(self._augment(view, g))

    def _in_buffer(self, g: Expr) -> bool:
        """True when a value that is not fresh may be a view of a buffer that is changed in place later."""
        buffers = {cell.var for key, cell in self.cells.items() if isinstance(key, tuple)}
        from s2s.ir.walk import variables

        return any(v in buffers for v in variables(g))

    def _real(self, kind: Kind, g: Expr) -> Expr:
        if kind.dtype is None or K.is_complex(kind) or kind.cat == "list":
            return g
        if not self._may_be_complex(g):
            return g
        return Apply("call", (self.ctx.names.ref(np.real), g))

    def _may_be_complex(self, g: Expr) -> bool:
        if isinstance(g, Var):
            kind = self.kinds.get(g)
            return kind is not None and K.maybe_complex(kind) and kind.cat in ("num", "arr", "numeric")
        if isinstance(g, Const):
            return isinstance(g.value, complex)
        if isinstance(g, Apply):
            if g.op == "call" and g.args[0] in (
                Ref("np.real"),
                Ref("np.imag"),
                Ref("np.abs"),
                Ref("np.absolute"),
                Ref("np.shape"),
            ):
                return False
            if g.op == "getitem":
                return self._may_be_complex(g.args[0])
            return any(map(self._may_be_complex, g.args)) or any(self._may_be_complex(v) for _, v in g.kwargs)
        return False

    # ------------------------------------------------------------------------------------------------ statements

    def block(self, block: Block) -> None:
        for stmt in reversed(block.stmts):
            self.stmt(stmt)

    def stmt(self, stmt: Stmt) -> None:
        mark = len(self.code)
        if isinstance(stmt, Let):
            self.let(stmt)
        elif isinstance(stmt, Write):
            self.write(stmt)
        elif isinstance(stmt, If):
            self.branch(stmt)
        elif isinstance(stmt, Loop):
            self.loop(stmt)
        elif isinstance(stmt, Scope):
            self.block(stmt.final)
            self.block(stmt.body)
            return
        elif isinstance(stmt, Raise):
            return
        elif isinstance(stmt, Call):
            self.call(stmt)
        else:
            raise AssertionError(type(stmt).__name__)
        if len(self.code) > mark and stmt.origin.text and not isinstance(stmt, (If, Loop)):
            self.code.insert(mark, Comment(stmt.origin.text))

    def let(self, let: Let) -> None:
        if let.derivative is None or not let.targets:
            return
        filled = [v for v in let.targets if self.active(v) and self.is_filled(v)]
        if not filled:
            return
        rule = let.derivative.rule
        if isinstance(rule, Rule):
            if len(let.targets) == 1 and self.path(let.targets[0]):
                return  # a view of a buffer: its cotangent is there already
            self._rule(let)
        else:
            getattr(self, "_let_" + rule)(let)

    def _rule(self, let: Let) -> None:
        assert let.derivative is not None
        instance = self.ctx.instance(let)
        bars: list[Expr | None] = [self.bar(v) if self.active(v) and self.is_filled(v) else None for v in let.targets]
        for var in let.targets:
            bar = self.cell(var)[1].var
            self.kinds.setdefault(bar, self.kinds[var])
        try:
            stmts, results = instance.pullback(bars, let.derivative.active)
        except Raised as problem:
            raise refusal(problem, let.origin) from None
        self.ctx.note_extras(let, instance)
        for target, value in stmts:
            self.code.append(Assign(target, self.ctx.reused(value, self.region)))
        results = self._doubled(let.derivative.bindings, results)
        for name, g in results.items():
            self._bound(let.derivative.bindings[name], self.ctx.reused(g, self.region), self._moves(let, results, name))

    def _doubled(self, bindings: dict[str, Any], results: dict[str, Any]) -> dict[str, Any]:
        """Equal contributions of one value that is used twice (``x * x``) are added once, with a factor of 2."""
        out: dict[str, Any] = {}
        for name, g in results.items():
            twin = next(
                (n for n in out if bindings[n] == bindings[name] and out[n] == g and isinstance(bindings[n], Var)), None
            )
            if twin is None:
                out[name] = g
            elif isinstance(g, Apply) and g.op == "mul":
                out[twin] = Apply("mul", (Apply("mul", (Const(2.0), g.args[0])), g.args[1]))
            else:
                out[twin] = Apply("mul", (Const(2.0), g))
        return out

    def _moves(self, let: Let, results: dict[str, Any], name: str) -> bool:
        """True when a cotangent is handed on as it is, and nobody else keeps it."""
        if len(let.targets) != 1:
            return False
        _, cell = self.cell(let.targets[0])
        others = [g for n, g in results.items() if n != name]
        return results[name] == cell.var and cell.owned and all(is_fresh(g, self.kinds) for g in others)

    def _bound(self, bound: Any, g: Expr, moved: bool = False) -> None:
        """Hand the cotangent of a parameter to the expression that it was bound to."""
        if g == Const(None):
            return
        if isinstance(bound, Apply) and bound.op in ("tuple", "list"):
            self._spread(bound, g)
            return
        self.add(bound, g, moved)

    def _spread(self, bound: Apply, g: Expr) -> None:
        items = bound.args
        if isinstance(g, Apply) and g.op in ("tuple", "list") and len(g.args) == len(items):
            for item, part in zip(items, g.args, strict=True):
                self._bound(item, part)
            return
        wanted = [i for i, item in enumerate(items) if self._wants(item)]
        if not wanted:
            return
        parts = []
        for i, item in enumerate(items):
            name = (
                f"{item.name}_bar"
                if isinstance(item, Var) and i in wanted
                else UNUSED
                if i not in wanted
                else "part_bar"
            )
            part = self.ctx.fresh(name)
            if isinstance(item, Var):
                self.kinds[part] = replace(self.kinds.get(item, K.NUMERIC), active=False)
            parts.append(part)
        if len(wanted) == 1 and len(items) > 1:
            i = wanted[0]
            self._bound(items[i], Apply("getitem", (g, Const(i))))
            return
        self.code.append(Assign(Apply("tuple", tuple(parts)), g))
        for i in wanted:
            self._bound(items[i], parts[i])

    def _wants(self, item: Any) -> bool:
        if isinstance(item, Apply) and item.op in ("tuple", "list"):
            return any(map(self._wants, item.args))
        return self.active(item)

    # ------------------------------------------------------------------------------------------------ built-in rules

    def _let_copy(self, let: Let) -> None:
        assert let.derivative is not None
        source, target = let.derivative.bindings["x"], let.targets[0]
        if (
            key_of(target, self.places, self.ctx.written) == key_of(source, self.places, self.ctx.written)
            if isinstance(source, Var)
            else False
        ):
            return
        self.add(source, self.bar(target))

    def _let_number(self, let: Let) -> None:
        assert let.derivative is not None
        source = let.derivative.bindings["x"]
        g = self.bar(let.targets[0])
        if self.active(source) and self.kinds[source].cat != "num":
            g = Apply("call", (self.ctx.names.ref(np.full), self.ctx.shape(source), g))
        self.add(source, g)

    def _let_structure(self, let: Let) -> None:
        """``a, b = (x, y)`` or ``items = [x, y]``."""
        assert isinstance(let.expr, Apply)
        if len(let.targets) > 1:
            pairs = [
                (item, target)
                for item, target in zip(let.expr.args, let.targets, strict=True)
                if self.active(item) and self.is_filled(target)
            ]
            moves = []
            for item, target in pairs:
                if isinstance(item, Var) and key_of(item, self.places, self.ctx.written) == key_of(
                    target, self.places, self.ctx.written
                ):
                    continue
                moves.append((item, self.bar(target)))
            for item, g in moves:
                self.add(item, g)
            return
        bar = self.bar(let.targets[0])
        for i, item in enumerate(let.expr.args):
            if self.active(item):
                self.add(item, self._dense(Apply("getitem", (bar, Const(i))), item))

    def _dense(self, g: Expr, item: Any) -> Expr:
        """An entry of a list of cotangents: the number 0.0 there stands for an array of zeros."""
        kind = self.kinds.get(item, K.NUMERIC) if isinstance(item, Var) else K.OTHER
        if kind.cat == "num" or not isinstance(item, Var):
            return g
        return Apply("call", (self.ctx.names.ref(runtime.dense), g, self.ctx.shape(item)))

    def _let_repeat(self, let: Let) -> None:
        assert let.derivative is not None
        item = let.derivative.bindings["item"]
        total = Apply("call", (self.ctx.names.ref(sum), self.bar(let.targets[0])))
        self.add(item, self._dense(total, item))

    def _let_list_add(self, let: Let) -> None:
        assert let.derivative is not None
        a, b = let.derivative.bindings["a"], let.derivative.bindings["b"]
        bar = self.bar(let.targets[0])
        for part, first in ((a, True), (b, False)):
            length: Expr = (
                Const(len(part.args)) if isinstance(part, Apply) and part.op == "list" else self.ctx.length(part)
            )
            other = b if first else a
            if first:
                piece = Apply("getitem", (bar, Apply("slice", (Const(None), length, Const(None)))))
            else:
                start: Expr = (
                    Const(len(other.args))
                    if isinstance(other, Apply) and other.op == "list"
                    else self.ctx.length(other)
                )
                piece = Apply("getitem", (bar, Apply("slice", (start, Const(None), Const(None)))))
            if isinstance(part, Apply):
                for i, item in enumerate(part.args):
                    if self.active(item):
                        self.add(item, self._dense(Apply("getitem", (piece, Const(i))), item))
            else:
                self.add(part, piece, moved=True)

    def _let_list_copy(self, let: Let) -> None:
        assert let.derivative is not None
        self.add(
            let.derivative.bindings["items"],
            Apply("call", (self.ctx.names.ref(list), self.bar(let.targets[0]))),
            moved=True,
        )

    def _let_getitem(self, let: Let) -> None:
        assert let.derivative is not None
        table = let.derivative.bindings
        source, index, how = table["x"], table["index"], table["how"]
        target = let.targets[0]
        if self.path(target) or not self.active(source):
            return
        g = self.bar(target)
        if how in ("list", "list_slice"):
            self._list_read(source, index, how, g, target)
            return
        key, cell = self.cell(source)
        first = not cell.filled
        cell = self.own(source)
        whole = through(self.path(source), cell.var)
        if how in ("fancy", "unknown"):
            self.code.append(Do(Apply("call", (self.ctx.names.ref(runtime.add_at), whole, index, g))))
            return
        slot = Apply("getitem", (whole, index))
        g = self._real(self.kinds[source], g)
        if first and not self.path(source):
            self.code.append(Assign(slot, g))
        else:
            self.code.append(self._augment(slot, g))

    def _list_read(self, source: Var, index: Expr, how: str, g: Expr, target: Var) -> None:
        key, cell = self.cell(source)
        self.fill_zero(source)
        cell = self.own(source)
        slot = Apply("getitem", (cell.var, index))
        if how == "list_slice":
            self.code.append(Assign(slot, Apply("call", (self.ctx.names.ref(runtime.add_lists), slot, g))))
            return
        if self.kinds[target].cat == "num":
            self.code.append(Augment(slot, "add", g))
        else:
            if not is_fresh(g, self.kinds) and self._in_buffer(g):
                g = self.copied(g, self.kinds[target])
            self.code.append(Assign(slot, Apply("add", (slot, g))))

    # ------------------------------------------------------------------------------------------------ writes

    def write(self, write: Write) -> None:
        if write.how == "clobber":
            return
        if write.how.startswith("sync"):
            self._sync(write)
            return
        if not self.kinds.get(write.new, K.OTHER).active:
            return
        key, cell = self.cell(write.new)
        if write.how == "pop":
            self._pop(write)
            return
        if not cell.filled:
            return
        if write.how in ("append", "list_item"):
            self._list_write(write, cell)
            return
        cell = self.own(write.new)
        base = through(write.path, cell.var)
        handler = getattr(self, "_write_" + write.how)
        handler(write, key, cell, base)

    def _write_item(self, write: Write, key: Any, cell: Cell, base: Expr) -> None:
        whole = write.index is None or write.index == WHOLE
        slot = base if write.index is None or (whole and not write.path) else Apply("getitem", (base, write.index))
        value = write.value
        if write.op in ("add", "sub"):
            if self.active(value):
                g = self._to_value(write, slot, value)
                self.add(value, g if write.op == "add" else Apply("neg", (g,)))
            return
        own = isinstance(value, Var) and key_of(value, self.places, self.ctx.written) == key
        if whole and not write.path and not own:
            if self.active(value):
                g = self._to_value(write, cell.var, value)
                self.add(value, g, moved=g == cell.var)
            self.cells[key] = Cell(cell.var)
            self._refresh(key, cell)
            return
        self._hand_over(write, key, slot, base)

    def _hand_over(self, write: Write, key: Any, taken: Expr, base: Expr, clear: Code | None = None) -> None:
        """The cotangent of the written part goes to the value, and the part becomes zero."""
        value = write.value
        slot = base if write.index is None else Apply("getitem", (base, write.index))
        if clear is None:
            clear = Assign(
                slot if isinstance(slot, Apply) and slot.op == "getitem" else Apply("getitem", (slot, WHOLE)),
                Const(0.0),
            )
        if not self.active(value):
            self.code.append(clear)
            return
        assert isinstance(value, Var)
        g = self._to_value(write, taken, value)
        if key_of(value, self.places, self.ctx.written) != key:
            self.add(value, g)
            self.code.append(clear)
            return
        held = self.ctx.fresh("part_bar")  # the value is a part of the written array: read, clear, then add
        self.kinds[held] = replace(self.kinds[value], active=False)
        self.code.append(Assign(held, g if is_fresh(g, self.kinds) else self.copied(g, self.kinds[value])))
        self.code.append(clear)
        self.add(value, held, moved=True)

    def _refresh(self, key: Any, cell: Cell) -> None:
        """After a whole write the buffer is gone: an earlier version starts with a variable of its own."""
        made = self.ctx.fresh(cell.var.name, temp=False)
        self.kinds[made] = self.kinds[cell.var]
        self.cells[key] = Cell(made)
        self.touched.add(key)

    def _to_value(self, write: Write, g: Expr, value: Any) -> Expr:
        """The cotangent of the written part, summed to the shape of the value."""
        kind = self.kinds[value]
        if kind.cat == "num":
            if write.slot is not None and write.slot.cat == "num":
                return g
            return Apply("call", (self.ctx.names.ref(np.sum), g))
        if write.slot is not None and write.slot.shape is not None and write.slot.shape == kind.shape:
            return g
        if write.item == value:
            return g
        return Apply("call", (self.ctx.names.ref(runtime.unbroadcast), g, self.ctx.shape(value)))

    def _write_item_fancy(self, write: Write, key: Any, cell: Cell, base: Expr) -> None:
        assert write.index is not None
        taken = Apply("call", (self.ctx.names.ref(runtime.take_written), base, write.index))
        self._hand_over(write, key, taken, base)

    _write_item_unknown = _write_item_fancy

    def _write_item_where(self, write: Write, key: Any, cell: Cell, base: Expr) -> None:
        assert write.index is not None
        taken = Apply("call", (self.ctx.names.ref(np.where), write.index, base, Const(0.0)))
        clear = Do(Apply("call", (self.ctx.names.ref(np.copyto), base, Const(0.0)), (("where", write.index),)))
        self._hand_over(write, key, taken, base, clear)

    def _write_item_put(self, write: Write, key: Any, cell: Cell, base: Expr) -> None:
        assert write.index is not None
        clear = Assign(Apply("getitem", (Apply("attr", (base, Const("flat"))), write.index)), Const(0.0))
        value = write.value
        shape: Expr = Const(())
        if isinstance(value, Var) and self.kinds[value].cat != "num":
            shape = self.ctx.shape(value)
        taken = Apply("call", (self.ctx.names.ref(runtime.take_put), base, write.index, shape))
        self._hand_over(write, key, taken, base, clear)

    def _write_at(self, write: Write, key: Any, cell: Cell, base: Expr) -> None:
        assert write.index is not None
        if self.active(write.value):
            g: Expr = Apply("getitem", (base, write.index))
            g = self._to_value(write, g, write.value)
            self.add(write.value, Apply("neg", (g,)) if write.op == "sub" else g)

    def _list_write(self, write: Write, cell: Cell) -> None:
        cell = self.own(write.new)
        if write.how == "append":
            popped = self.ctx.fresh("item_bar")
            self.code.append(Assign(popped, Apply("method", (cell.var, Const("pop")))))
            if self.active(write.value):
                assert isinstance(write.value, Var)
                self.kinds[popped] = replace(self.kinds[write.value], active=False)
                self.add(write.value, self._dense(popped, write.value))
            return
        slot = Apply("getitem", (cell.var, write.index)) if write.index is not None else cell.var
        if self.active(write.value):
            self.add(write.value, self._dense(slot, write.value))
        self.code.append(Assign(slot, Const(0.0)))

    def _pop(self, write: Write) -> None:
        assert write.result is not None
        _, cell = self.cell(write.new)
        filled = self.active(write.result) and self.is_filled(write.result)
        if not cell.filled and not filled:
            return
        self.fill_zero(write.new)
        cell = self.own(write.new)
        g = self.bar(write.result) if filled else Const(0.0)
        self.code.append(Do(Apply("method", (cell.var, Const("append"), g))))

    def _sync(self, write: Write) -> None:
        """A write seen by an array that is a view of the written one only for some layouts; ``target`` is the flag."""
        assert write.index is not None and isinstance(write.value, Var) and isinstance(write.target, Var)
        new_kind = self.kinds.get(write.new, K.OTHER)
        if not new_kind.active or not self.cell(write.new)[1].filled:
            return
        to, source = self.own(write.new), write.value
        if write.how == "sync_base":
            part = through(write.path, to.var)
            g: Expr = fill(write.index, part)
        else:
            part = to.var
            base_part = through(write.path, self.cell(source)[1].var)
            order = [(k, v) for k, v in getattr(write.index, "kwargs", ()) if k == "order"]
            g = Apply(
                "call",
                (self.ctx.names.ref(np.reshape), part, Apply("call", (self.ctx.names.ref(np.shape), base_part))),
                tuple(order),
            )
        self.kinds[source] = replace(self.kinds[source], active=True)
        self.fill_zero(source)
        into = self.own(source)
        if write.how == "sync_base":
            gain: Code = Augment(into.var, "add", g)
        else:
            view = through(write.path, into.var)
            plain = isinstance(view, Var) or (isinstance(view, Apply) and view.op == "getitem")
            gain = Augment(view if plain else Apply("getitem", (view, WHOLE)), "add", g)
        clear = Assign(Apply("getitem", (part, WHOLE)), Const(0.0))
        self.code.append(Branch(write.target, (gain, clear)))

    # ------------------------------------------------------------------------------------------------ calls

    def call(self, stmt: Call) -> None:
        """The callee's pullback, from its own residuals."""
        if not any(self.active(t) and self.is_filled(t) for t in stmt.targets):
            return
        bars: list[Expr] = []
        for target in stmt.targets:
            filled = self.active(target) and self.is_filled(target)
            bars.append(self.bar(target) if filled else self.zeros(target) if self.active(target) else Const(None))
        bar = bars[0] if stmt.single else Apply("tuple", tuple(bars))
        made = Apply("call", (Ref(f"{stmt.callee.name}_pullback"), stmt.record, bar))
        table = dict(stmt.args)
        parts: list[Expr] = []
        for name in stmt.callee.active:
            part_bar = self.ctx.fresh(f"{name}_bar" if self.active(table[name]) else UNUSED, temp=False)
            arg = table[name]
            if isinstance(arg, Var):
                self.kinds[part_bar] = replace(self.kinds[arg], active=False)
            parts.append(part_bar)
        self.code.append(Assign(Apply("tuple", tuple(parts)), made))
        for name, part in zip(stmt.callee.active, parts, strict=True):
            self.add(table[name], part, moved=True)

    # ------------------------------------------------------------------------------------------------ branches

    def branch(self, stmt: If) -> None:
        before = dict(self.cells)
        arms: list[tuple[list[Code], dict[Any, Cell]]] = []
        outer = self.code
        for block in (stmt.then, stmt.orelse):
            self.cells, self.code = dict(before), []
            if not block.raises:
                self._hand_down(stmt, block)
                self._within((id(stmt), len(arms)), block)
            arms.append((self.code, self.cells))
        self.code = outer
        (code1, cells1), (code2, cells2) = arms
        if stmt.then.raises or stmt.orelse.raises:
            live = cells2 if stmt.then.raises else cells1
            self.cells = live
            self._emit_branch(stmt, code1, code2)
            return
        self.cells = self._merge(before, (code1, cells1), (code2, cells2), stmt)
        self._emit_branch(stmt, code1, code2)

    def _within(self, region: Any, block: Block) -> None:
        outer, self.region = self.region, (*self.region, region)
        self.block(block)
        self.region = outer

    def _emit_branch(self, stmt: If, code1: list[Code], code2: list[Code]) -> None:
        if code1 or code2:
            self.code.append(Branch(Apply("arm", (Const(id(stmt)), stmt.test)), tuple(code1), tuple(code2)))

    def _hand_down(self, stmt: If, block: Block) -> None:
        """Give the cotangents of the results to the values that the arm handed over."""
        for result, expr in zip(stmt.results, block.results, strict=True):
            if not self.active(result) or not self.is_filled(result):
                continue
            key = key_of(result, self.places, self.ctx.written)
            if isinstance(expr, Var) and key == key_of(expr, self.places, self.ctx.written):
                continue
            _, cell = self.cell(result)
            self.add(expr, self.bar(result), moved=cell.owned and not self.path(result))

    def _merge(self, before: dict[Any, Cell], a: Any, b: Any, stmt: If) -> dict[Any, Cell]:
        """Both arms leave the same cells filled."""
        (code1, cells1), (code2, cells2) = a, b
        results = {key_of(r, self.places, self.ctx.written) for r in stmt.results}
        merged: dict[Any, Cell] = {}
        for key in dict.fromkeys((*cells1, *cells2)):
            one, two = cells1.get(key), cells2.get(key)
            old = before.get(key)
            if one is None or two is None:
                known = one or two
                assert known is not None
                one = one or Cell(known.var)
                two = two or Cell(known.var)
            if old is not None and old.filled and not isinstance(key, tuple) and key in results:
                continue
            var = one.var
            if one.filled != two.filled and not self._local(key, stmt):
                code, cells, cell = (code2, cells2, two) if one.filled else (code1, cells1, one)
                known_before = self.before.get((id(stmt), key[1])) if isinstance(key, tuple) else None
                code.append(Assign(cell.var, self.zeros(self._var_at(key, stmt.results, known_before))))
                cells[key] = cell = cell.with_value(True)
                one, two = cells1.get(key, one), cells2.get(key, two)
            if one.var != two.var:
                var = self.ctx.fresh(one.var.name, temp=False)
                self.kinds[var] = self.kinds[one.var]
                if one.filled:
                    code1.append(Assign(var, one.var))
                    code2.append(Assign(var, two.var))
            merged[key] = Cell(var, one.filled or two.filled, one.owned and two.owned)
        return merged

    def _local(self, key: Any, stmt: If) -> bool:
        """True for a value that is defined inside one of the arms: its cotangent is used up there."""
        return key in self.ctx_defs(stmt.then) or key in self.ctx_defs(stmt.orelse)

    def ctx_defs(self, block: Block) -> set[Any]:
        cache = self.__dict__.setdefault("_defs", {})
        if id(block) not in cache:
            cache[id(block)] = (block, defined_keys(block, self.places, self.ctx.written))
        found: set[Any] = cache[id(block)][1]
        return found

    def _var_at(self, key: Any, results: tuple[Var, ...], inside: Var | None = None) -> Var:
        """A variable of a cell whose shape is the one at the end of a region (a list changes its length)."""
        if isinstance(key, tuple) and self.kinds.get(self._var_of(key), K.NUMERIC).cat == "list":
            for result in results:
                if key_of(result, self.places, self.ctx.written) == key:
                    return result
            if inside is not None or key in self.last:
                return inside or self.last[key]
        return self._var_of(key)

    def _var_of(self, key: Any) -> Var:
        if isinstance(key, tuple):
            root: Var = self.ctx.roots[key[1]]
            return root
        assert isinstance(key, Var)
        return key

    # ------------------------------------------------------------------------------------------------ loops

    def loop(self, stmt: Loop) -> None:
        entry = dict(self.cells)
        carried = self._carried(stmt, entry)
        if carried is None:
            self.cells = entry
            return
        bars, outer_keys = carried
        self.cells = entry
        for key in outer_keys:
            var = self._var_at(key, stmt.results, self.inside.get((id(stmt), key)))
            if not self.cells.get(key, Cell(var)).filled:
                self.fill_zero(var)
            self.own(var) if self.kinds[var].cat != "num" else None
        self._enter_bars(stmt, bars)
        start = dict(self.cells)
        outer, self.code = self.code, []
        self._iteration(stmt, bars)
        body, self.code = self.code, outer
        self._leave_cells(stmt, start, body, bars)
        if body:
            self.code.append(For(Const((RECORD, id(stmt))), Const(None), tuple(body)))
        for j, bar in bars.items():
            self.add(stmt.inits[j], bar, moved=True)

    def _carried(self, stmt: Loop, entry: dict[Any, Cell]) -> tuple[dict[int, Var], list[Any]] | None:
        """Trial runs: which carried values have a cotangent, and which outer cells an iteration adds to."""
        needed = [
            j for j, r in enumerate(stmt.results) if self.active(r) and self._own_cell(stmt, j) and self.is_filled(r)
        ]
        mark = (id(stmt), tuple(needed), frozenset(k for k, c in entry.items() if c.filled and isinstance(k, tuple)))
        known = self.settled.get(mark)
        if known is not None:
            final, outer_keys, touched_keys, nothing = known
            self.touched |= touched_keys
            return None if nothing else ({j: self._bar_var(stmt, j) for j in final}, list(outer_keys))
        local = self.ctx_defs(stmt.body) | {
            key_of(p, self.places, self.ctx.written) for j, p in enumerate(stmt.params) if self._own_cell(stmt, j)
        }
        code, touched = self.code, self.touched
        outer: list[Any] = []
        for _ in range(20):
            self.cells, self.code, self.touched = dict(entry), [], set()
            for key in outer:
                cell = self.cells.get(key)
                if cell is None:
                    _, cell = self.cell(self._var_of(key))
                self.cells[key] = cell.with_value(True)
            bars = {j: self._bar_var(stmt, j) for j in needed}
            self._iteration(stmt, bars)
            grown = [
                j
                for j, p in enumerate(stmt.params)
                if j not in needed and self.active(p) and self._own_cell(stmt, j) and self.is_filled(p)
            ]
            found = [k for k in self.touched if k not in local and k not in outer and self._outside(k, stmt)]
            made = bool(self.code) or any(c.filled and not self.cells.get(k, c).filled for k, c in entry.items())
            inside = frozenset(self.touched)
            self.code, self.touched = code, touched | self.touched
            if not grown and not found:
                self.cells = entry
                self.settled[mark] = (tuple(needed), tuple(outer), inside, not made and not needed)
                if not made and not needed:
                    return None
                return bars, outer
            needed = sorted({*needed, *grown})
            outer = [*outer, *sorted(found, key=self._order)]
            for key in found:
                if key in self.last:
                    self.inside[id(stmt), key] = self.last[key]
        raise AssertionError("the cells of a loop do not settle")

    def _order(self, key: Any) -> int:
        return self._var_of(key).number

    def _outside(self, key: Any, stmt: Loop) -> bool:
        if isinstance(key, tuple):
            return any(p.storage == key[1] and self.kinds.get(v, K.OTHER).active for v, p in self.places.items())
        return isinstance(key, Var) and self.kinds.get(key, K.OTHER).active

    def _own_cell(self, stmt: Loop, j: int) -> bool:
        """False for a storage that is carried in place: its buffer simply goes on."""
        first = key_of(stmt.params[j], self.places, self.ctx.written)
        last = key_of(stmt.results[j], self.places, self.ctx.written)
        return bool(first != last)

    def _bar_var(self, stmt: Loop, j: int) -> Var:
        cache = self.__dict__.setdefault("_bars", {})
        if (id(stmt), j) not in cache:
            made = self.ctx.fresh(f"{stmt.params[j].name}_bar", temp=False)
            self.kinds[made] = replace(self.kinds[stmt.params[j]], active=False)
            cache[id(stmt), j] = made
        found: Var = cache[id(stmt), j]
        return found

    def _enter_bars(self, stmt: Loop, bars: dict[int, Var]) -> None:
        for j, bar in bars.items():
            result = stmt.results[j]
            if self.is_filled(result):
                _, cell = self.cell(result)
                value: Expr = self.bar(result)
                if not cell.owned and self.kinds[result].cat != "num":
                    value = self.copied(value, self.kinds[result])
            else:
                value = self.zeros(result)
            self.code.append(Assign(bar, value))

    def _iteration(self, stmt: Loop, bars: dict[int, Var]) -> None:
        """One iteration backwards: from the cotangents of what it handed on to those of what it was given."""
        for j in range(len(stmt.params)):
            if self._own_cell(stmt, j):
                key = key_of(stmt.params[j], self.places, self.ctx.written)
                self.cells.pop(key, None)
        handed = [(stmt.body.results[j], bar) for j, bar in bars.items()]
        counts: dict[Any, int] = {}
        for expr, _ in handed:
            counts[expr] = counts.get(expr, 0) + 1
        for expr, bar in handed:
            self.add(expr, bar, moved=True)
        self._within(id(stmt), stmt.body)
        finals = []
        for j, bar in bars.items():
            param = stmt.params[j]
            if self.is_filled(param):
                _, cell = self.cell(param)
                value: Expr = cell.var
                if not cell.owned and self.kinds[param].cat != "num":
                    value = self.copied(value, self.kinds[param])
            else:
                value = self.zeros(stmt.results[j])
            finals.append(Assign(bar, value))
        self.code.extend(finals)

    def _leave_cells(self, stmt: Loop, start: dict[Any, Cell], body: list[Code], bars: dict[int, Var]) -> None:
        """At the end of an iteration every outer cell is in the variable that it started in."""
        for key, cell in start.items():
            now = self.cells.get(key, cell)
            if not cell.filled:
                continue
            if not now.filled:
                body.append(Assign(cell.var, self.zeros(self._var_at(key, ()))))
            elif now.var != cell.var:
                body.append(Assign(cell.var, now.var))
            self.cells[key] = cell
        local = self.ctx_defs(stmt.body)
        for key in list(self.cells):
            if key not in start and key in local:
                del self.cells[key]
            elif key not in start:
                self.cells[key] = Cell(self.cells[key].var)


def _sum(a: Expr, b: Expr) -> Expr:
    if isinstance(b, Apply) and b.op == "neg":
        return Apply("sub", (a, b.args[0]))
    return Apply("add", (a, b))


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
                    not stmt.implicit
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


__all__ = ["Context", "ForEach", "RECORD", "Reverse", "UNBOUND", "substitute", "written_storages"]
