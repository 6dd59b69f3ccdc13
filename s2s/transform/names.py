"""Names of one value: of those that derivative code reads, one is kept."""

from __future__ import annotations

from s2s.analysis import kinds as K
from s2s.ir.core import Block, Const, If, Let, Loop, Scope, Stmt, Var, Write
from s2s.transform.context import WHOLE, Context
from s2s.transform.definitions import Definitions, definitions
from s2s.transform.negations import is_fixed


def second_names(context: Context, reads: set[Var]) -> dict[Var, Var]:
    """For each value that is read, and that another name which is read has too: the name to keep.

    Names of one value are made by an assignment (``h = x``), by reading an array again of which another name was
    written, and by a call that writes its result over a whole array: its value is that of the array.
    """
    found = definitions(context)
    links: dict[Var, Var] = {}
    _collect(context.function.body, context, found, links)
    held = {written: array for written, array in links.items() if found.order[written] < found.order[array]}
    table = {written: array for written, array in held.items() if written in reads}
    groups: dict[Var, set[Var]] = {}
    for var in reads:
        name = held.get(var, var)
        if name in links or name in links.values():
            groups.setdefault(_root(name, links), set()).add(name)
    for names in groups.values():
        kept: list[Var] = []
        for var in sorted(names, key=lambda v: found.order[v]):
            around = found.around(found.region[var])
            first = next((k for k in kept if found.region[k] in around), None)
            if first is None:
                kept.append(var)
            else:
                table[var] = first
    return {var: table.get(name, name) for var, name in table.items()}


def _root(var: Var, links: dict[Var, Var]) -> Var:
    while var in links:
        var = links[var]
    return var


def _collect(block: Block, context: Context, found: Definitions, links: dict[Var, Var]) -> None:
    for stmt in block.stmts:
        pair = _pair(stmt, context)
        if pair is not None and all(var in found.order for var in pair) and _is_kept(*pair, context):
            links[pair[0]] = pair[1]
        if isinstance(stmt, If):
            _collect(stmt.then, context, found, links)
            _collect(stmt.orelse, context, found, links)
        elif isinstance(stmt, Loop):
            _collect(stmt.body, context, found, links)
        elif isinstance(stmt, Scope):
            _collect(stmt.body, context, found, links)
            _collect(stmt.final, context, found, links)


def _pair(stmt: Stmt, context: Context) -> tuple[Var, Var] | None:
    """Two names of one value; where the caller may write an array, a result that is written into it is kept apart."""
    if isinstance(stmt, Let) and len(stmt.targets) == 1 and isinstance(stmt.expr, Var) and not stmt.effect:
        return stmt.targets[0], stmt.expr
    if isinstance(stmt, Write) and stmt.item is not None and stmt.how == "item" and not stmt.path:
        whole = stmt.op is None and stmt.index in (None, WHOLE, Const(None))
        ours = context.function.places[stmt.new].storage not in context.outside
        return (stmt.item, stmt.new) if whole and ours else None
    return None


def _is_kept(one: Var, other: Var, context: Context) -> bool:
    """True for arrays, and for numbers that are worth keeping."""
    cats = {context.function.kinds.get(var, K.OTHER).cat for var in (one, other)}
    return cats == {"arr"} or is_fixed(other, context)
