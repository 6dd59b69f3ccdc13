"""Statements: one method for each, and the simple ones."""

from __future__ import annotations

import ast
import importlib
from typing import Any

import gast

from s2s.errors import UnsupportedError
from s2s.ir.core import Origin
from s2s.source.guarded import Guarded
from s2s.source.values import Static, Undefined, Value

MAX_SPLITS = 6  # each doubles the text that follows it


class Statements(Guarded):
    """Lowering of statements."""

    def statements(self, nodes: list[Any]) -> None:
        for position, node in enumerate(nodes):
            if self.dead:
                return
            rest = nodes[position + 1 :]
            if rest and _chooses(node):
                self._before_a_choice(node, rest)
                return
            self.statement(node)

    def _before_a_choice(self, node: Any, rest: list[Any]) -> None:
        """A branch and what follows; where it is then not known which arrays share memory, both arms go on apart."""
        if id(node) in self.shared.apart:
            self.statement(_split(node, rest))
            return
        before, out = self.state.copy(), list(self.out)
        try:
            self.statement(node)
            self.statements(rest)
        except UnsupportedError as problem:
            if not problem.about_memory or self.shared.splits >= MAX_SPLITS:
                raise
            self.shared.splits += 1
            self.shared.apart[id(node)] = node
            self.state, self.out, self.dead = before, out, False
            try:
                self.statement(_split(node, rest))
            except UnsupportedError:
                del self.shared.apart[id(node)]
                raise problem from None

    def statement(self, node: Any) -> None:
        saved = (self.origin, self.node)
        self.node = node
        if not getattr(node, "flag", False):
            self.origin = Origin(
                self.frame.filename, getattr(node, "lineno", 0), getattr(node, "col_offset", 0), text_of(node)
            )
        method = getattr(self, "stmt_" + type(node).__name__, None)
        if method is None:
            self.fail(f"this statement ({type(node).__name__}) is not supported", node)
        try:
            method(node)
        finally:
            self.origin, self.node = saved

    # ------------------------------------------------------------------------------------------------ simple statements

    def stmt_Expr(self, node: Any) -> None:
        if isinstance(node.value, gast.Constant):
            return
        if isinstance(node.value, (gast.Yield, gast.YieldFrom)):
            self.value(node.value)
            return
        self.value(node.value)

    def expr_Yield(self, node: Any) -> Value:
        value = Static(None) if node.value is None else self.value(node.value)
        self.container_method(self.frame.yields, "append", [value], [], node)
        return Static(None)

    def expr_YieldFrom(self, node: Any) -> Value:
        self.container_method(self.frame.yields, "extend", [self.value(node.value)], [], node)
        return Static(None)

    def stmt_Pass(self, node: Any) -> None:
        return

    stmt_Global = stmt_Pass
    stmt_Nonlocal = stmt_Pass

    def stmt_Delete(self, node: Any) -> None:
        for target in node.targets:
            if isinstance(target, gast.Name):
                self.state.frames[self.frame.fid][target.id] = Undefined(target.id)
            elif isinstance(target, gast.Subscript):
                owner = self.deref(self.value(target.value))
                self.container_method(owner, "pop", [self.index(target.slice)], [], node)
            else:
                self.fail("del of an attribute is not supported", target)

    def stmt_Import(self, node: Any) -> None:
        for alias in node.names:
            module = importlib.import_module(alias.name)
            if alias.asname is None:
                module = importlib.import_module(alias.name.split(".")[0])
            name = alias.asname or alias.name.split(".")[0]
            self.state.frames[self.frame.fid][name] = Static(module, self.shared.names.ref(module))

    def stmt_ImportFrom(self, node: Any) -> None:
        package = self.frame.globals.get("__package__") or ""
        module = importlib.import_module("." * (node.level or 0) + (node.module or ""), package or None)
        for alias in node.names:
            if alias.name == "*":
                self.fail("import * inside a function", node)
            obj = getattr(module, alias.name, None)
            if obj is None:
                obj = importlib.import_module(f"{module.__name__}.{alias.name}")
            self.state.frames[self.frame.fid][alias.asname or alias.name] = (
                Static(obj, self.shared.names.ref(obj))
                if callable(obj)
                else self.live(vars(module), alias.name, alias.name, node)
            )

    def stmt_FunctionDef(self, node: Any) -> None:
        value: Value = self.closure(node, node.name)
        for decorator in reversed(node.decorator_list):
            value = self.call_value(self.value(decorator), [value], [], node)
        self.state.frames[self.frame.fid][node.name] = value

    def stmt_ClassDef(self, node: Any) -> None:
        self.fail("a class is defined inside the function", node, "define the class at module level")

    def stmt_AsyncFunctionDef(self, node: Any) -> None:
        self.fail("a coroutine is defined inside the function", node, "use a plain def")


def _chooses(node: Any) -> bool:
    return isinstance(node, gast.If) or (isinstance(node, gast.Assign) and isinstance(node.value, gast.IfExp))


def _split(node: Any, rest: list[Any]) -> Any:
    """The branch (or ``target = a if test else b``) with the rest of the block in both arms."""
    if isinstance(node, gast.If):
        made = gast.If(node.test, [*node.body, *rest], [*node.orelse, *rest])
    else:
        arms = [
            gast.copy_location(gast.Assign(node.targets, value, None), node)
            for value in (node.value.body, node.value.orelse)
        ]
        made = gast.If(node.value.test, [arms[0], *rest], [arms[1], *rest])
    for name in ("flag", "returns"):
        if hasattr(node, name):
            setattr(made, name, getattr(node, name))
    return gast.copy_location(made, node)


def text_of(node: Any) -> str:
    """The statement as one line (the header of a compound statement); a node keeps its text."""
    if not hasattr(node, "shown"):
        node.shown = _text_of(node)
    return str(node.shown)


def _text_of(node: Any) -> str:
    fields = dict(gast.iter_fields(node))
    if isinstance(fields.get("body"), list):
        fields["body"] = [gast.Pass()]
        fields.update({"orelse": []} if "orelse" in fields else {})
    try:
        text = ast.unparse(ast.fix_missing_locations(gast.gast_to_ast(type(node)(**fields))))
    except Exception:
        return ""
    if getattr(node, "returns", False) and isinstance(node, gast.Assign):
        text = "return" + text[text.index("=") + 1 :]
    line = text.split("\n")[0]
    if getattr(node, "tests", False):
        line = "while" + line[line.index(" not ") + 4 :] + ":"
    return line if len(line) <= 100 else line[:97] + "..."
