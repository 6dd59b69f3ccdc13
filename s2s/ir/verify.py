"""The invariants of the IR: every value is defined once, and before it is used."""

from __future__ import annotations

from s2s.ir.core import Block, Call, Const, Expr, ForEach, Function, If, Let, Loop, Raise, Scope, Stmt, Var, Write
from s2s.ir.walk import header_exprs, variables


class InvalidIR(AssertionError):
    """The IR breaks an invariant: a fault of the compiler, never of the user."""


def verify(function: Function) -> Function:
    """Return ``function`` if it is well formed.

    Raises:
        InvalidIR: a value is used where it is not defined, or defined twice.
    """
    checker = _Checker()
    for param in function.params:
        checker.define(param.var)
    checker.block(function.body)
    return function


class _Checker:
    def __init__(self) -> None:
        self.scope: set[Var] = set()
        self.ever: set[Var] = set()

    def define(self, *variables_: Var) -> None:
        for var in variables_:
            if var in self.ever:
                raise InvalidIR(f"{var.name}.{var.number} is defined twice")
            self.ever.add(var)
            self.scope.add(var)

    def use(self, *exprs: Expr | None) -> None:
        for expr in exprs:
            for var in variables(expr):
                if var not in self.scope:
                    raise InvalidIR(f"{var.name}.{var.number} is used where it is not defined")

    def block(self, block: Block) -> None:
        for stmt in block.stmts:
            self.stmt(stmt)
        if not block.raises:
            self.use(*(r for r in block.results if not isinstance(r, Const)))

    def _region(self, block: Block, *bound: Var) -> None:
        outer = set(self.scope)
        self.define(*bound)
        self.block(block)
        self.scope = outer

    def stmt(self, stmt: Stmt) -> None:
        if isinstance(stmt, Let):
            self.use(stmt.expr)
            self.define(*stmt.targets)
        elif isinstance(stmt, Write):
            self.use(stmt.old, stmt.index, stmt.value, *stmt.path)
            if stmt.result is not None:
                self.define(stmt.result)
            self.define(stmt.new)
        elif isinstance(stmt, If):
            self.use(stmt.test)
            self._region(stmt.then)
            self._region(stmt.orelse)
            self.define(*stmt.results)
        elif isinstance(stmt, Loop):
            self._loop(stmt)
        elif isinstance(stmt, Scope):
            self.use(*header_exprs(stmt.header))
            if stmt.header[0] == "with":
                self.define(*(t for _, t in stmt.header[1] if t is not None))
            self.block(stmt.body)
            self.block(stmt.final)
        elif isinstance(stmt, Call):
            self.use(*(a for _, a in stmt.args))
            self.define(*stmt.targets, stmt.record)
        else:
            assert isinstance(stmt, Raise)
            self.use(*stmt.args)

    def _loop(self, stmt: Loop) -> None:
        self.use(*(i for i in stmt.inits if not isinstance(i, Const)))
        outer = set(self.scope)
        self.define(*stmt.params)
        if isinstance(stmt.source, ForEach):
            self.use(stmt.source.iterable)
            implicit = {t for s in stmt.body.stmts if isinstance(s, Let) and s.implicit for t in s.targets}
            bound = dict.fromkeys((*variables(stmt.source.target), stmt.source.index))
            self.define(*(v for v in bound if v not in implicit))
        else:
            self.block(stmt.source.head)
            self.use(stmt.source.test)
        self.block(stmt.body)
        self.use(stmt.stop)
        self.scope = outer
        self.define(*stmt.results)
