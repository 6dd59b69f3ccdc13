"""Lists that are as long as an earlier one: writing an item does not change the length."""

from __future__ import annotations

from collections.abc import Iterable

from s2s.ir.core import Block, Expr, If, Let, Loop, Scope, Var, While, Write


def equal_lengths(block: Block) -> dict[Var, Var]:
    """For each version of a list that is as long as an earlier version: the earliest such version.

    ``items = [v] * n`` and then ``items[0] = w`` in a loop: all versions of ``items`` are as long as the first.
    """
    return _Lengths().of(block)


class _Lengths:
    def __init__(self) -> None:
        self.first: dict[Var, Var] = {}
        self.grows: set[Var] = set()  # carried lists that come out of an iteration with another length

    def of(self, block: Block) -> dict[Var, Var]:
        count = -1
        while count < len(self.grows):  # a carried list is as long as before the loop until the opposite is found
            count = len(self.grows)
            self.first = {}
            self.block(block)
        return self.first

    def root(self, expr: Expr) -> Expr:
        return self.first.get(expr, expr) if isinstance(expr, Var) else expr

    def same(self, var: Var, expr: Expr) -> None:
        root = self.root(expr)
        if isinstance(root, Var) and root != var:
            self.first[var] = root

    def block(self, block: Block) -> None:
        for stmt in block.stmts:
            if isinstance(stmt, Let) and len(stmt.targets) == 1:
                self.same(stmt.targets[0], stmt.expr)
            elif isinstance(stmt, Write) and stmt.how == "list_item":
                self.same(stmt.new, stmt.old)
            elif isinstance(stmt, If):
                self.block(stmt.then)
                self.block(stmt.orelse)
                self.joined(zip(stmt.results, stmt.then.results, stmt.orelse.results, strict=True))
            elif isinstance(stmt, Loop):
                self.loop(stmt)
            elif isinstance(stmt, Scope):
                self.block(stmt.body)
                self.block(stmt.final)

    def joined(self, results: Iterable[tuple[Var, Expr, Expr]]) -> None:
        for var, one, two in results:
            if self.root(one) == self.root(two):
                self.same(var, one)

    def loop(self, stmt: Loop) -> None:
        for param, init in zip(stmt.params, stmt.inits, strict=True):
            if param not in self.grows:
                self.same(param, init)
        if isinstance(stmt.source, While):
            self.block(stmt.source.head)
        self.block(stmt.body)
        for param, init, handed, result in zip(stmt.params, stmt.inits, stmt.body.results, stmt.results, strict=True):
            if self.root(handed) != self.root(param):
                self.grows.add(param)
            elif param not in self.grows:
                self.same(result, init)
