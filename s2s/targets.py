"""What a command line names: ``FILE_OR_MODULE[:FUNCTION]``, arguments and kinds."""
from __future__ import annotations

import importlib
import importlib.util
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from s2s.arguments import Parameters, check_function, names_of
from s2s.differentiated import Differentiated
from s2s.errors import S2SError


class UsageError(Exception):
    """A command line that cannot be carried out."""


@dataclass(frozen=True)
class Target:
    """One function that the command line names."""

    module: ModuleType
    name: str
    function: FunctionType
    wrt: tuple[str, ...] | None
    compile: str | None

    @property
    def label(self) -> str:
        """``module.function``."""
        return f"{self.module.__name__}.{self.name}"

    @property
    def filename(self) -> str:
        """The name of the file that ``dump -o`` writes: letters, digits and lines only, so it stays in its folder."""
        return re.sub(r"\W", "_", self.label) + ".py"

    def differentiated(self) -> Differentiated[..., Any]:
        """The function, to be run."""
        return Differentiated(self.function, self.wrt, self.compile)

    def bind(self, call: tuple[tuple[Any, ...], dict[str, Any]]) -> dict[str, Any]:
        """The value of every parameter in a call."""
        parameters = Parameters(self.function)
        try:
            return dict(zip(parameters.names, parameters.values(*call), strict=True))
        except TypeError as error:
            raise UsageError(f"--args does not fit {self.label}: {error}") from error

    def run(self, action: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        """Call ``action``, with an error of the user's function as a message."""
        try:
            return action(*args, **kwargs)
        except S2SError:
            raise
        except Exception as error:
            raise UsageError(f"{self.label} raised {type(error).__name__}: {error}") from error


def find_targets(what: str, wrt: str | None) -> list[Target]:
    """The functions that ``FILE_OR_MODULE[:FUNCTION]`` names."""
    place, colon, name = what.rpartition(":")
    if not colon or "/" in name or "\\" in name:
        place, name = what, ""
    module = _load(place)
    if name:
        found = [(name, _attribute(module, name))]
    else:
        found = [
            (key, value)
            for key, value in vars(module).items()
            if isinstance(value, Differentiated) and value.__module__ == module.__name__
        ]
        if not found:
            raise UsageError(f"{place} has no function decorated with differentiate: name one, as {place}:FUNCTION")
    return [_target(module, key, value, wrt) for key, value in found]


def _target(module: ModuleType, name: str, value: Any, wrt: str | None) -> Target:
    df = value if isinstance(value, Differentiated) else None
    function: Any = value if df is None else df.__wrapped__
    check_function(function)
    chosen = None if df is None else df.chosen
    if wrt is not None:
        chosen = names_of(tuple(part.strip() for part in wrt.split(",")), Parameters(function).names, name)
    return Target(module, name, function, chosen, None if df is None else df.target)


def _attribute(module: ModuleType, name: str) -> Any:
    found: Any = module
    for part in name.split("."):
        if not hasattr(found, part):
            raise UsageError(f"{module.__name__} has no {name!r}")
        found = getattr(found, part)
    return found


def _load(place: str) -> ModuleType:
    path = Path(place)
    try:
        if path.suffix == ".py" or path.is_file():
            return _load_file(path)
        if "" not in sys.path and str(Path.cwd()) not in sys.path:
            sys.path.insert(0, str(Path.cwd()))
        return importlib.import_module(place)
    except UsageError:
        raise
    except (Exception, SystemExit) as error:
        raise UsageError(f"cannot import {place}: {type(error).__name__}: {error}") from error


def _load_file(path: Path) -> ModuleType:
    """Import a file: as part of its package when it stands in one, else under its own name."""
    if not path.is_file():
        raise UsageError(f"there is no file {path}")
    path = path.resolve()
    root, parts = path.parent, [] if path.stem == "__init__" else [path.stem]
    while (root / "__init__.py").is_file():
        parts.insert(0, root.name)
        root = root.parent
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    name = ".".join(parts)
    if "." in name:
        return importlib.import_module(name)
    loaded = sys.modules.get(name)
    if loaded is not None:
        if getattr(loaded, "__file__", None) == str(path):
            return loaded
        name = f"_{name}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UsageError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


# --- arguments -------------------------------------------------------------------------------------------------------


def evaluate(expression: str, target: Target) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The call arguments that ``--args`` gives: one value, a tuple of them, or a dict by parameter name."""
    scope = {"np": np, **vars(target.module)}
    try:
        value = eval(expression, scope)
    except Exception as error:
        raise UsageError(f"--args {expression!r}: {type(error).__name__}: {error}") from error
    if isinstance(value, tuple):
        return value, {}
    names = Parameters(target.function).names
    if isinstance(value, dict) and value and set(value) <= set(names):
        return (), value
    return (value,), {}
