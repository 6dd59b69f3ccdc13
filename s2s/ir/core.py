"""The intermediate representation: expressions, primal statements in single assignment, and generated code.

An expression is a small immutable tree.  A primal function is a ``Block`` in which every ``Var`` has one definition;
regions (``If``, ``Loop``, ``Scope``) name what they hand over explicitly.  Generated code (``Code``) uses the same
expressions, but there a variable may be assigned repeatedly.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Var:
    """A value.  ``name`` is the user's name or a role; ``number`` makes it unique; a ``temp`` may be folded away."""

    name: str
    number: int
    temp: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Const:
    """A literal: number, string, bytes, bool, None or Ellipsis."""

    value: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Const) and repr(self.value) == repr(other.value)

    def __hash__(self) -> int:
        return hash(repr(self.value))


@dataclass(frozen=True, slots=True)
class Ref:
    """An object that the generated module reaches by a dotted name, such as ``np.sin``."""

    text: str
    value: Any = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Apply:
    """An operation on expressions; ``op`` is an operator name (``mul``, ``getitem``, ``tuple``, ...) or ``call``."""

    op: str
    args: tuple[Expr, ...]
    kwargs: tuple[tuple[str, Expr], ...] = ()


Expr: TypeAlias = Var | Const | Ref | Apply

NONE = Const(None)
UNUSED = "<unused>"  # the name of a value that an unpacking skips


@dataclass(frozen=True)
class Place:
    """Where an array value lives: the storage and the views that lead from its whole to the value."""

    storage: int
    path: tuple[Expr, ...] = ()


@dataclass(frozen=True)
class Kind:
    """What is known of a value: category, dtype (``f8``, ``c16``, ``i8``, ``b1``, ...), rank, and activity.

    Categories: ``num``, ``arr``, ``numeric`` (either), ``list`` (with ``elem``), ``tuple``, ``dict``, ``str``,
    ``slice``, ``other``.  ``python``: a number of Python's, not NumPy's; ``mixed``: its class varies from run to run.
    An ``optional`` value may be None instead.
    """

    cat: str
    dtype: str | None = None
    rank: int | None = None
    active: bool = False
    elem: Any = None
    python: bool = False
    shape: Any = None
    mixed: bool = False
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a statement comes from: the user's file, line, column and the text of the statement."""

    filename: str
    line: int
    column: int
    text: str


@dataclass(frozen=True)
class Derivative:
    """The rule of a Let and its call: parameter name -> argument (an expression, or a list for a sequence)."""

    rule: Any
    bindings: dict[str, Any] = field(compare=False)
    active: tuple[str, ...] = ()


# ---------------------------------------------------------------------------------------------- primal statements


@dataclass(frozen=True)
class Let:
    """``targets = expr``.  ``implicit`` marks a value that the running program has anyway (a refreshed view)."""

    targets: tuple[Var, ...]
    expr: Expr
    origin: Origin
    derivative: Derivative | None = None
    implicit: bool = False
    effect: bool = False
    augmented: bool = False


@dataclass(frozen=True)
class Write:
    """An in-place update: ``new`` is ``old`` after ``old[index] op= value`` (``index`` None: the whole array).

    ``how`` is ``item`` (``op`` None for plain assignment, else ``add`` or ``sub``), ``append``, ``pop`` (``result`` is
    the removed item), ``at`` (np.add.at), ``sync_base``/``sync_copy`` (see Base._sync) or ``clobber`` (a call that may
    change a passive array).  The written part is seen from the whole through ``path``; ``target`` is how the program
    reaches it and ``code`` the statement that does it.
    """

    new: Var
    old: Var
    how: str
    op: str | None
    index: Expr | None
    value: Expr | None
    origin: Origin
    result: Var | None = None
    code: Any = None
    item: Var | None = None
    path: tuple[Expr, ...] = ()
    target: Expr | None = None
    slot: Kind | None = None


@dataclass(frozen=True)
class Block:
    """Statements, then the values handed to the region's results.  ``raises``: the end is never reached."""

    stmts: tuple[Stmt, ...]
    results: tuple[Expr, ...] = ()
    raises: bool = False


@dataclass(frozen=True)
class If:
    """``results = then.results if test else orelse.results``."""

    test: Expr
    then: Block
    orelse: Block
    results: tuple[Var, ...]
    origin: Origin


@dataclass(frozen=True)
class ForEach:
    """``for target in iterable``; ``index`` counts the iterations from 0."""

    target: Expr
    iterable: Expr
    index: Var


@dataclass(frozen=True)
class While:
    """``while test`` where ``head`` computes the test."""

    head: Block
    test: Expr


@dataclass(frozen=True)
class Loop:
    """A loop with carried values: ``params`` start as ``inits``, become ``body.results``, end as ``results``.

    After an iteration in which ``stop`` is true the loop ends.
    """

    source: ForEach | While
    params: tuple[Var, ...]
    inits: tuple[Expr, ...]
    body: Block
    results: tuple[Var, ...]
    stop: Expr | None
    origin: Origin


@dataclass(frozen=True)
class Call:
    """``targets = callee(*args)`` for a user function that is generated apart; ``record`` holds its residuals.

    ``callee`` has a ``name`` and the names of its ``active`` parameters; ``args`` are (parameter, argument) pairs.
    """

    targets: tuple[Var, ...]
    callee: Any
    args: tuple[tuple[str, Expr], ...]
    record: Var
    origin: Origin
    single: bool = True


@dataclass(frozen=True)
class Scope:
    """A ``with`` or ``try`` statement around a block; ``final`` is the block of its ``finally``."""

    header: Any
    body: Block
    final: Block
    origin: Origin


@dataclass(frozen=True)
class Raise:
    """``raise`` or ``assert``: no value, no derivative."""

    kind: str
    args: tuple[Expr, ...]
    origin: Origin


Stmt: TypeAlias = Let | Write | If | Loop | Call | Scope | Raise


# ------------------------------------------------------------------------------------------------- generated code


@dataclass(frozen=True)
class Assign:
    """``target = value``; the target is a Var, an item or a (nested) tuple of Vars.

    ``augmented``: the user wrote ``target op= ...``; ``effect``: stays even where nothing reads the target.
    """

    target: Expr
    value: Expr
    augmented: bool = False
    effect: bool = False


@dataclass(frozen=True)
class Augment:
    """``target op= value``."""

    target: Expr
    op: str
    value: Expr


@dataclass(frozen=True)
class Do:
    """An expression for its effect."""

    value: Expr


@dataclass(frozen=True)
class Branch:
    test: Expr
    then: tuple[Code, ...]
    orelse: tuple[Code, ...] = ()


@dataclass(frozen=True)
class For:
    target: Expr
    iterable: Expr
    body: tuple[Code, ...]


@dataclass(frozen=True)
class Repeat:
    """``while test``."""

    test: Expr
    body: tuple[Code, ...]


@dataclass(frozen=True)
class Guarded:
    """``with`` or ``try``; ``header`` as in Scope."""

    header: Any
    body: tuple[Code, ...]


@dataclass(frozen=True)
class Comment:
    text: str


@dataclass(frozen=True)
class Jump:
    """``break``, ``raise``, ``assert`` or ``return``."""

    kind: str
    args: tuple[Expr, ...] = ()


Code: TypeAlias = Assign | Augment | Do | Branch | For | Repeat | Guarded | Comment | Jump


@dataclass(frozen=True)
class Param:
    """A parameter of a function: its name and the variable that holds the caller's value."""

    name: str
    var: Var
    star: str = ""
    default: Expr | None = None


@dataclass(frozen=True)
class Function:
    """A user function in single assignment.

    ``leaves`` maps each parameter to the tree of variables that its structure was taken apart into; ``output`` is
    the tree of the result; ``written`` gives for a parameter leaf (by path) the variable with its final value.
    """

    name: str
    params: tuple[Param, ...]
    leaves: dict[str, Any]
    body: Block
    output: Any
    kinds: dict[Var, Kind]
    places: dict[Var, Place]
    written: dict[str, Any]
    origin: Origin
    wrt: tuple[str, ...]
    callees: tuple[Any, ...] = ()
