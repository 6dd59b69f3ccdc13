"""Loading a generated module: executed in a namespace of its own, with real lines for debuggers and tracebacks."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from typing import Any

from s2s.room import with_room
from s2s.source.frames import Exactly
from s2s.source.modules import ModuleNames


def load(text: str, name: str, digest: str, names: ModuleNames, known: dict[str, Any] | None = None) -> dict[str, Any]:
    """Execute the module; returns its namespace."""
    filename = f"<s2s {name} {digest[:12]}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    namespace: dict[str, Any] = {"__name__": f"s2s_generated.{name}", "__file__": filename}
    namespace.update(names.bindings)
    if known is not None:
        namespace = known | namespace
    exec(with_room(lambda: compile(text, filename, "exec")), namespace)
    refresh(namespace, names)
    return namespace


def refresh(namespace: dict[str, Any], names: ModuleNames) -> None:
    """Give the module the present values of the closure cells and globals that it reads by plain name."""
    for alias, (where, key) in names.live.items():
        try:
            namespace[alias] = where[key] if isinstance(where, dict) else where.cell_contents
        except (KeyError, ValueError):
            namespace.pop(alias, None)


def watcher(dependencies: tuple[Any, ...], namespace: dict[str, Any], names: ModuleNames) -> Callable[[], bool]:
    """A function that says whether everything that the program was made for is still the same."""
    from s2s.analysis.kinds import kind_of

    checks: list[tuple[Any, Any, Any, Any]] = []
    seen: set[tuple[int, Any]] = set()
    exact = [(where, key, obj.value) for where, key, obj in dependencies if isinstance(obj, Exactly)]
    for where, key, obj in dependencies:
        if isinstance(obj, Exactly):
            continue
        mark = (
            id(where)
            if isinstance(where, dict) or hasattr(where, "cell_contents")
            else id(getattr(where, "owner", where)),
            key,
        )
        if mark in seen:
            continue
        seen.add(mark)
        kind = kind_of(obj)
        checks.append((where, key, obj, kind if kind.cat in ("num", "arr") and not isinstance(obj, bool) else None))
    fixed = tuple(checks)

    def is_current() -> bool:
        if names.live:
            refresh(namespace, names)
        for where, key, obj, kind in fixed:
            try:
                now = where.cell_contents if hasattr(where, "cell_contents") else where[key]
            except (KeyError, ValueError, AttributeError):
                return False
            if now is not obj and (kind is None or kind_of(now) != kind) and not _same_literal(now, obj):
                return False
        return all(type(now) is int and now == value for now, value in ((_read(w, k), v) for w, k, v in exact))

    return is_current


def _read(where: Any, key: Any) -> Any:
    return where.cell_contents if hasattr(where, "cell_contents") else where[key]


def _same_literal(a: Any, b: Any) -> bool:
    return (
        type(a) is type(b) and isinstance(a, (str, bool, int, float, bytes)) and a == b and isinstance(a, (str, bytes))
    )
