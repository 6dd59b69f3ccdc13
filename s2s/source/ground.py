"""The ground of the lowering: refusals, fresh variables, emitted statements."""

from __future__ import annotations

from typing import Any, NoReturn

from s2s.errors import UnsupportedError
from s2s.ir.core import Derivative, Expr, Kind, Let, Origin, Place, Stmt, Var
from s2s.source.frames import DEFAULT_HINT, Frame, Shared
from s2s.source.values import Dyn, State, Store


class Ground:
    """The state of the lowering, and its smallest operations."""

    def __init__(self, shared: Shared, frame: Frame, state: State) -> None:
        self.shared = shared
        self.frame = frame
        self.state = state
        self.out: list[Stmt] = []
        self.origin = Origin(frame.filename, 0, 0, "")
        self.hint: str | None = None
        self.labelled: Any = None  # the expression that an assignment gives the name in ``hint``
        self.node: Any = None
        self.dead = False

    # ------------------------------------------------------------------------------------------------ refusals

    def fail(
        self, reason: str, node: Any = None, hint: str | None = None, error: type[UnsupportedError] = UnsupportedError
    ) -> NoReturn:
        """Refuse, pointing at ``node`` (default: the statement at hand)."""
        node = node if getattr(node, "lineno", None) is not None else self.node
        line = getattr(node, "lineno", self.origin.line)
        column = getattr(node, "col_offset", None)
        raise error(
            reason,
            filename=self.frame.filename,
            line=line,
            column=column,
            text=self.frame.lines(line),
            hint=hint or DEFAULT_HINT,
        )

    # ------------------------------------------------------------------------------------------------ variables

    def fresh(self, name: str, temp: bool = True) -> Var:
        self.shared.counter += 1
        name = name.partition(" ")[0]  # a name of the compiler's own has a place behind it
        name = name if name.isidentifier() else "item"
        return Var(name, self.shared.counter, temp)

    def new_id(self) -> int:
        self.shared.ids += 1
        return self.shared.ids

    def emit(self, stmt: Stmt) -> None:
        self.out.append(stmt)

    def define(self, var: Var, kind: Kind, place: Place | None = None) -> Dyn:
        """Make ``var`` a known value; arrays and lists get a storage of their own unless ``place`` names one."""
        version = 0
        if kind.cat in ("arr", "numeric", "list", "dict") and place is None:
            sid = self.new_id()
            self.state.storages[sid] = Store(var, kind)
            place = Place(sid)
        elif place is not None:
            version = self.state.storages[place.storage].version
        self.shared.kinds[var] = kind
        if place is not None:
            self.shared.places[var] = place
        return Dyn(var, kind, place, version)

    def let(
        self,
        name: str,
        expr: Expr,
        kind: Kind,
        derivative: Derivative | None = None,
        *,
        temp: bool = True,
        place: Place | None = None,
        effect: bool = False,
        implicit: bool = False,
    ) -> Dyn:
        """Emit ``name = expr`` and return the value."""
        var = self.fresh(name, temp)
        self.emit(Let((var,), expr, self.origin, derivative, implicit, effect))
        self._note_length(var, expr)
        return self.define(var, kind, place)

    def _note_length(self, var: Var, expr: Expr) -> None:
        raise NotImplementedError

    def _next(self) -> int:
        self.shared.counter += 1
        return self.shared.counter
