"""How generated code names the objects that it uses: imports of modules and functions."""

from __future__ import annotations

import builtins
import sys
import types
import warnings
from typing import Any

import numpy as np

from s2s.ir.core import Ref
from s2s.words import is_name, name_or

ALIASES = {"numpy": "np"}


class ModuleNames:
    """Collects the imports of one generated module and gives each object its dotted name."""

    def __init__(self, taken: set[str]) -> None:
        self.taken = set(taken)
        self.imports: dict[str, str] = {}
        self.bindings: dict[str, Any] = {}
        self.objects: dict[int, tuple[Any, str]] = {}
        self.live: dict[str, tuple[dict[str, Any] | Any, str]] = {}
        self.helpers: dict[str, str] = {}

    def module(self, module: types.ModuleType) -> str:
        """The name that the module has in the generated code; one that no import statement can name is bound."""
        name = module.__name__
        if not all(is_name(part) for part in name.split(".")):
            return self._bound_module(module)
        if name.startswith("numpy.") and sys.modules.get("numpy") is np:
            tail = name[len("numpy") :]
            return self.module(np) + tail if hasattr(np, tail[1:].split(".")[0]) else self._import(name)
        return self._import(name)

    def _bound_module(self, module: types.ModuleType) -> str:
        for name, bound in self.bindings.items():
            if bound is module:
                return name
        return self.bind("module", module)

    def _import(self, name: str) -> str:
        if name not in self.imports:
            alias = ALIASES.get(name, name)
            if alias.split(".")[0] in self.taken or (alias != name and alias in self.taken):
                alias = self._free("_".join(name.split(".")))
            elif "." in alias:
                alias = self._free(name.replace(".", "_"))
            self.imports[name] = alias
            self.taken.add(alias)
        return self.imports[name]

    def _free(self, name: str) -> str:
        candidate, n = name, 2
        while candidate in self.taken:
            candidate, n = f"{name}_{n}", n + 1
        return candidate

    def ref(self, obj: Any) -> Ref:
        """A reference to a function, class or module by its home module and qualified name."""
        known = self.objects.get(id(obj))
        if known is not None:
            return Ref(known[1], obj)
        text = self._locate(obj)
        self.objects[id(obj)] = (obj, text)
        return Ref(text, obj)

    def _locate(self, obj: Any) -> str:
        if isinstance(obj, types.ModuleType):
            return self.module(obj)
        helper = self._helper(obj)
        if helper is not None:
            return helper
        numpy_name = _numpy_path(obj)
        if numpy_name:
            return f"{self.module(np)}.{numpy_name}"
        qualname = getattr(obj, "__qualname__", None)
        module = public_module(obj)
        owner = getattr(obj, "__self__", None)
        if isinstance(owner, np.ufunc) and getattr(obj, "__name__", None):
            return f"{self.ref(owner).text}.{obj.__name__}"
        if isinstance(owner, type) and getattr(obj, "__name__", None):
            return f"{self.ref(owner).text}.{obj.__name__}"
        if module == "builtins" and getattr(builtins, str(qualname), None) is obj:
            return str(qualname) if qualname not in self.taken else f"{self.module(builtins)}.{qualname}"
        if module and qualname and "<" not in qualname and _reach(module, qualname) is obj:
            return f"{self.module(sys.modules[module])}.{qualname}"
        name = getattr(obj, "__name__", type(obj).__name__)
        return self.bind(name_or(name, "function"), obj)

    def _helper(self, obj: Any) -> str | None:
        """A function of s2s.runtime: imported by its own name."""
        module, name = getattr(obj, "__module__", None) or "", getattr(obj, "__name__", "")
        if not module.startswith("s2s.runtime") or not name:
            return None
        alias = self._free(name)
        self.taken.add(alias)
        self.helpers[name] = alias
        return alias

    def bind(self, name: str, obj: Any) -> str:
        """A name that the loader puts into the generated module (the object has no importable home)."""
        name = self._free(name)
        self.taken.add(name)
        self.bindings[name] = obj
        return name

    def bind_name(self, name: str) -> str:
        """A free base name for a function that the module defines."""
        made = self._free(name)
        self.taken.add(made)
        self.taken.update(f"{made}_{part}" for part in ("forward", "pullback", "pushforward"))
        return made

    def live_name(self, namespace: Any, name: str) -> Ref:
        """A module global or closure cell of the user, read when the code runs."""
        if isinstance(namespace, dict):
            module = sys.modules.get(namespace.get("__name__", ""))
            reached = module is not None and vars(module) is namespace and module.__name__ != "builtins"
            if module is not None and reached and getattr(module, name, None) is namespace.get(name):
                return Ref(f"{self.module(module)}.{name}")
        for known, (where, key) in self.live.items():
            if where is namespace and key == name:
                return Ref(known)
        alias = self._free(name)
        self.taken.add(alias)
        self.live[alias] = (namespace, name)
        return Ref(alias)


    def found(self, text: str) -> Any:
        """What a dotted name of the generated module stands for at this time (None: not known)."""
        alias, _, path = text.partition(".")
        if alias in self.live:
            where, key = self.live[alias]
            return where.get(key) if isinstance(where, dict) else getattr(where, "cell_contents", None)
        module = next((name for name, known in self.imports.items() if known == alias), "")
        return _reach(module, path)


def _reach(module: str, qualname: str) -> Any:
    found: Any = sys.modules.get(module)
    for part in qualname.split("."):
        found = getattr(found, part, None)
    return found


def public_module(obj: Any) -> Any:
    """The module of an object, or the public package above a private one (``scipy.linalg._basic``) that has it too."""
    module, qualname = getattr(obj, "__module__", None), getattr(obj, "__qualname__", None)
    parts = str(module).split(".")
    private = next((i for i, part in enumerate(parts) if i and part.startswith("_")), 0)
    home = ".".join(parts[:private])
    return home if private and qualname and _reach(home, qualname) is obj else module


def _numpy_path(obj: Any) -> str | None:
    """The public path of a NumPy function below ``numpy``."""
    name = getattr(obj, "__name__", None)
    if not isinstance(name, str):
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # numpy warns about some names
        for prefix, home in (("", np), ("linalg.", np.linalg), ("fft.", np.fft), ("random.", np.random)):
            if getattr(home, name, None) is obj:
                return prefix + name
    return None
