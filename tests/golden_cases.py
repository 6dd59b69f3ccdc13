"""The cases under golden/ and rejected/: a function, arguments of one call, and what is expected of them."""
import importlib.util
import inspect
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

HERE = Path(__file__).parent


@dataclass(frozen=True)
class GoldenCase:
    """``function`` is the last function of the file, or its ``FUNCTION``; ``args`` are its ``ARGS``."""

    function: Callable[..., Any]
    args: tuple[Any, ...]
    wrt: tuple[str, ...] | None

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments by name, with the defaults applied."""
        bound = inspect.signature(self.function).bind(*self.args)
        bound.apply_defaults()
        return dict(bound.arguments)

    def dump(self) -> str:
        """The text of the generated module."""
        from s2s import pipeline

        return pipeline.dump(self.function, self.wrt, self.arguments)


def folders(kind: str) -> list[Path]:
    """The folders of the cases, sorted."""
    return sorted(path.parent for path in (HERE / kind).rglob("input.py"))


def label(folder: Path) -> str:
    """A case's name: its path below golden/ or rejected/."""
    return "/".join(folder.relative_to(HERE).parts[1:])


def load(folder: Path) -> GoldenCase:
    """Run a case's input.py."""
    module = module_of(folder / "input.py", "case_" + label(folder).replace("/", "_"))
    functions = [v for v in vars(module).values() if inspect.isfunction(v) and v.__module__ == module.__name__]
    function = getattr(module, "FUNCTION", None) or functions[-1]
    wrt = getattr(module, "WRT", None)
    return GoldenCase(function, module.ARGS, (wrt,) if isinstance(wrt, str) else wrt)


def module_of(path: Path, name: str) -> ModuleType:
    """The module of a file, under a name of its own."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def dumps() -> dict[str, str]:
    """The text of every golden case; a case that cannot be dumped has its error instead."""
    texts = {}
    for folder in folders("golden"):
        try:
            texts[label(folder)] = load(folder).dump()
        except Exception as error:
            texts[label(folder)] = f"{type(error).__name__}: {error}"
    return texts


if __name__ == "__main__":
    json.dump(dumps(), sys.stdout)
