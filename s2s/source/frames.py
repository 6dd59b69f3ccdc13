"""What one lowering knows: the frames of the functions being lowered, and what all of them share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import gast

from s2s.ir.core import Block, Expr, Kind, Place, Stmt, Var
from s2s.source.modules import ModuleNames

DEFAULT_HINT = (
    "compute this with NumPy functions and plain Python that have a derivative, or write a rule with s2s.custom_rule"
)


@dataclass
class Frame:
    """One function being lowered: where its names resolve and where its text stands."""

    fid: int
    name: str
    globals: dict[str, Any]
    cells: dict[str, Any]
    parent: Frame | None
    filename: str
    lines: Any
    function: Any = None
    value_name: str | None = None
    yields: Any = None
    nonlocals: frozenset[str] = frozenset()
    globals_declared: frozenset[str] = frozenset()
    assigned: frozenset[str] = frozenset()
    definition: Any = None
    comprehension: bool = False


@dataclass(frozen=True)
class Exactly:
    """What a dependency must stay equal to, where a value and not only its kind has decided something."""

    value: Any


class Retry(Exception):
    """A list changes its length in a branch or loop: lower that region again with a dynamic list.

    ``form`` is the structure of its items, where they are structures.
    """

    def __init__(self, oid: int, form: Any = None) -> None:
        super().__init__(oid)
        self.oid, self.form = oid, form


class Bottom(Exception):
    """The result of a recursive call is not known yet: this path says nothing about it."""


@dataclass
class Shared:
    """What all frames of one lowering share."""

    names: ModuleNames
    counter: int = 0
    ids: int = 0
    kinds: dict[Var, Kind] = field(default_factory=dict)
    places: dict[Var, Place] = field(default_factory=dict)
    same: dict[Var, Var] = field(default_factory=dict)
    dependencies: list[Any] = field(default_factory=list)
    depth: int = 0
    loops: int = 0
    blocks: int = 0
    stack: list[Any] = field(default_factory=list)
    known: bool = True
    maybe: set[tuple[int, int]] = field(default_factory=set)
    dims: dict[int, str] = field(default_factory=dict)
    lengths: dict[Var, Any] = field(default_factory=dict)
    outside_numbers: dict[Var, tuple[Any, Any, int]] = field(default_factory=dict)
    flows: set[tuple[int, int]] = field(default_factory=set)
    callees: dict[Any, Any] = field(default_factory=dict)
    heads: dict[int, Any] = field(default_factory=dict)
    unroll: bool = False
    flat: bool = False
    flats: set[int] = field(default_factory=set)
    counters: set[Var] = field(default_factory=set)
    opaque_storages: set[int] = field(default_factory=set)  # the memory of objects of unknown kind (see Opaque)
    opaque_reads: set[int | None] = field(default_factory=set)
    opaque_writes: set[int | None] = field(default_factory=set)
    copying: bool = False
    copies: list[tuple[list[Stmt], Expr, Var]] = field(default_factory=list)
    deques: bool = False
    walked: list[set[int]] = field(default_factory=list)
    columns: dict[int, int] = field(default_factory=dict)
    labels: dict[int, str] = field(default_factory=dict)
    made: dict[int, Any] = field(default_factory=dict)
    splits: int = 0
    apart: dict[int, Any] = field(default_factory=dict)


def end_of(block: list[Stmt], results: tuple[Expr, ...], raises: bool = False) -> Block:
    return Block(tuple(block), results, raises)


def names_assigned(nodes: list[Any]) -> list[str]:
    """Names bound by the statements, in order of appearance (nested functions and comprehensions apart)."""
    found: dict[str, None] = {}

    def visit(node: Any) -> None:
        if isinstance(node, (gast.FunctionDef, gast.AsyncFunctionDef, gast.ClassDef)):
            found.setdefault(node.name)
            return
        if isinstance(node, (gast.ListComp, gast.SetComp, gast.DictComp, gast.GeneratorExp)):
            for child in gast.walk(node):
                if isinstance(child, gast.NamedExpr):
                    found.setdefault(child.target.id)
            return
        if isinstance(node, gast.Lambda):
            return
        if isinstance(node, gast.Name) and isinstance(node.ctx, (gast.Store, gast.Del)):
            found.setdefault(node.id)
        if isinstance(node, (gast.MatchAs, gast.MatchStar)) and node.name:
            found.setdefault(node.name)
        if isinstance(node, gast.alias):
            found.setdefault((node.asname or node.name).split(".")[0])
        for child in gast.iter_child_nodes(node):
            visit(child)

    for node in nodes:
        visit(node)
    return list(found)
