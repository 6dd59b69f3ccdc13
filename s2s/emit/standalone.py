"""Generated modules that do not import s2s: the helpers that they use are copied into them."""

from __future__ import annotations

import ast
import builtins
import functools
import importlib
import inspect
from dataclasses import dataclass

from s2s.errors import UnsupportedError
from s2s.source.modules import ModuleNames

RUNTIME = "s2s.runtime"


@dataclass(frozen=True)
class Home:
    """A module of s2s.runtime: its text, its definitions and its imports by the name that they bind."""

    lines: tuple[str, ...]
    definitions: dict[str, ast.stmt]
    imports: dict[str, tuple[str, str | None]]  # (module, name in it; None: the module itself)


@functools.cache
def home(module: str) -> Home:
    """Parse a module of s2s.runtime."""
    text = inspect.getsource(importlib.import_module(module))
    definitions: dict[str, ast.stmt] = {}
    imports: dict[str, tuple[str, str | None]] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            definitions[node.name] = node
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            definitions[node.targets[0].id] = node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            definitions[node.target.id] = node
        elif isinstance(node, ast.Import):
            imports |= {alias.asname or alias.name: (alias.name, None) for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            imports |= {alias.asname or alias.name: (node.module, alias.name) for alias in node.names}
    return Home(tuple(text.splitlines()), definitions, imports)


def without_imports(text: str, names: ModuleNames) -> str:
    """``text`` with the source of the helpers in place of their import; it imports nothing of s2s."""
    tree = ast.parse(text)
    copies = _Copies(text, tree)
    dropped: set[int] = set()
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == RUNTIME:
            for alias in node.names:
                copies.add(RUNTIME, alias.name, alias.asname or alias.name)
        elif not (isinstance(node, ast.Import) and _root(node) == "s2s"):
            continue
        elif (node.names[0].asname or node.names[0].name.split(".")[0]) in _read(tree):
            raise UnsupportedError(
                f"the generated module needs {node.names[0].name}: it cannot stand alone",
                hint="dump it without --standalone",
            )
        dropped |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    kept = [line for number, line in enumerate(text.splitlines(), 1) if number not in dropped]
    at = _end_of_imports(kept)
    imports = [line for line in copies.import_lines() if line not in kept]
    before = [line for line in kept[:at] if line.startswith("#")]
    merged = sorted({*imports, *(line for line in kept[:at] if line and not line.startswith("#"))}, key=_import_order)
    parts = ["\n".join([*before, *merged]), *copies.texts, "\n".join(kept[at:]).strip("\n")]
    return "\n\n\n".join(part for part in parts if part) + "\n"


def _root(node: ast.Import) -> str:
    return node.names[0].name.split(".")[0]


def _read(tree: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


def _end_of_imports(lines: list[str]) -> int:
    """The number of lines before the first definition."""
    return next((i for i, line in enumerate(lines) if line.startswith(("def ", "class ", "@"))), len(lines))


def _import_order(line: str) -> tuple[bool, str]:
    words = line.split()
    return words[0] == "from", words[1] if len(words) > 1 else ""


class _Copies:
    """The definitions that are copied, each under a name that is free in the generated module."""

    def __init__(self, text: str, tree: ast.Module) -> None:
        self.taken = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} | set(dir(builtins))
        self.taken |= {n.name for n in tree.body if isinstance(n, ast.FunctionDef)}
        self.present = {line for line in text.splitlines() if line.startswith(("import ", "from "))}
        self.named: dict[tuple[str, str | None], str] = {}
        self.imported: list[tuple[str, str | None]] = []
        self.texts: list[str] = []

    def add(self, module: str, name: str, wanted: str | None = None) -> str:
        """Copy a definition of s2s.runtime (once), after what it uses; returns its name in the generated module."""
        where = home(module)
        if name not in where.definitions:
            source, inner = where.imports[name]
            assert inner is not None
            return self.add(source, inner, wanted)
        key = (module, name)
        if key in self.named:
            if wanted is None or wanted == self.named[key]:
                return self.named[key]
            self.texts.append(f"{wanted} = {self.named[key]}")
            return wanted
        self.named[key] = wanted or self._free(name)
        node = where.definitions[name]
        table = {used: self._resolved(module, used) for used in _outside_names(node) if used != name}
        table[name] = self.named[key]
        self.texts.append(_renamed(where.lines, node, table))
        return self.named[key]

    def _resolved(self, module: str, used: str) -> str:
        where = home(module)
        if used in where.definitions:
            return self.add(module, used)
        if used not in where.imports:
            return used
        source, inner = where.imports[used]
        if source.split(".")[0] == "s2s":
            assert inner is not None
            return self.add(source, inner)
        return self._import(source, inner, used)

    def _import(self, module: str, inner: str | None, wanted: str) -> str:
        key = (module, inner)
        if key not in self.named:
            there = _import_line(module, inner, wanted) in self.present
            self.named[key] = wanted if there else self._free(wanted)
            self.imported.append(key)
        return self.named[key]

    def _free(self, name: str) -> str:
        candidate, n = name, 2
        while candidate in self.taken:
            candidate, n = f"{name}_{n}", n + 1
        self.taken.add(candidate)
        return candidate

    def import_lines(self) -> list[str]:
        """The imports that the copied definitions need."""
        return [_import_line(*key, self.named[key]) for key in self.imported]


def _import_line(module: str, inner: str | None, alias: str) -> str:
    name = module if inner is None else inner
    start = f"import {name}" if inner is None else f"from {module} import {name}"
    return start if alias == name else f"{start} as {alias}"


def _outside_names(node: ast.stmt) -> list[str]:
    """Names that a definition reads from its module, in order of appearance."""
    local = {a.arg for a in ast.walk(node) if isinstance(a, ast.arg)}
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        local |= {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        for inner in ast.walk(node):
            if isinstance(inner, ast.Import | ast.ImportFrom):
                local |= {(a.asname or a.name).split(".")[0] for a in inner.names}
    names = [n for n in ast.walk(node) if isinstance(n, ast.Name) and n.id not in local]
    return list(dict.fromkeys(n.id for n in sorted(names, key=lambda n: (n.lineno, n.col_offset))))


def _renamed(lines: tuple[str, ...], node: ast.stmt, table: dict[str, str]) -> str:
    """The text of a definition with the names of ``table`` exchanged."""
    first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", []))])
    kept = list(lines[first - 1 : node.end_lineno])
    outside = set(_outside_names(node)) | {getattr(node, "name", "")}
    places = [(n.lineno, n.col_offset, n.id) for n in ast.walk(node) if isinstance(n, ast.Name) and n.id in outside]
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        keyword = "def " if isinstance(node, ast.FunctionDef) else "class "
        places.append((node.lineno, node.col_offset + len(keyword), node.name))
    for line, column, name in sorted(places, reverse=True):
        if table.get(name, name) != name:
            raw = kept[line - first].encode()
            raw = raw[:column] + table[name].encode() + raw[column + len(name.encode()) :]
            kept[line - first] = raw.decode()
    return "\n".join(kept)
