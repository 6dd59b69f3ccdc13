"""Cotangents and tangents against a spec: what the user gives, and what generated code returns."""
from __future__ import annotations

from typing import Any

import numpy as np

from s2s.errors import CotangentError, ResidualsError
from s2s.structure import Path, Spec, Tree, build, children_of, show, step, zeros


def complete(spec: Spec, given: Any, name: str = "output", what: str = "cotangent", path: Path = ()) -> Any:
    """``given`` checked against ``spec``, with ``None`` replaced by zeros and numbers by the type of their leaf."""
    if type(spec) is tuple:
        if type(given) is np.ndarray and given.dtype == spec[0] and given.shape == spec[1]:
            return given
        return zeros(spec) if given is None else _array_like(spec, given, name, what, path)
    if type(given) is spec:
        return given
    if given is None:
        return zeros(spec)
    if isinstance(spec, Tree):
        return _tree_like(spec, given, name, what, path)
    if spec is None:
        raise _wrong("None (it carries no derivative)", given, name, what, path)
    return _number_like(spec, given, name, what, path)


def _wrong(expected: str, given: Any, name: str, what: str, path: Path) -> CotangentError:
    if isinstance(given, np.ndarray):
        kind = "an array" if type(given) is np.ndarray else f"a {type(given).__name__}"
        got = f"{kind} of shape {given.shape} and dtype {given.dtype.name}"
    elif isinstance(given, np.generic | float | int | complex | str):
        got = f"{type(given).__name__} {given!r}"
    else:
        parts = children_of(given)
        got = f"a {type(given).__name__}" if parts is None else show(Tree(type(given), parts[0], parts[1]))
    return CotangentError(f"{what} of {name}{''.join(path)}: expected {expected}, got {got}")


def _array_like(spec: Any, given: Any, name: str, what: str, path: Path) -> Any:
    dtype, shape = spec
    if isinstance(given, np.matrix | np.ma.MaskedArray):
        raise _wrong(show(spec), given, name, what, path)
    if isinstance(given, np.ndarray | np.generic):
        if given.shape == shape and _fits(given.dtype, dtype):
            return np.asarray(given, dtype)
    elif not shape and _is_plain_number(given, dtype.kind):
        return np.asarray(given, dtype)
    raise _wrong(show(spec), given, name, what, path)


def _number_like(spec: Any, given: Any, name: str, what: str, path: Path) -> Any:
    dtype = np.dtype(spec)
    if isinstance(given, np.ndarray | np.generic):
        if given.shape == () and _fits(given.dtype, dtype):
            return spec(np.asarray(given)[()])
    elif _is_plain_number(given, dtype.kind):
        return spec(given)
    raise _wrong(show(spec), given, name, what, path)


def _fits(given: Any, wanted: Any) -> bool:
    """The same dtype in any byte order, or the real dtype of the wanted complex one (or a smaller one)."""
    if given == wanted or given.newbyteorder("=") == wanted.newbyteorder("="):
        return True
    return wanted.kind == "c" and given.kind == "f" and np.can_cast(given, wanted)


def _is_plain_number(given: Any, kind: str) -> bool:
    if isinstance(given, bool) or not isinstance(given, int | float | complex):
        return False
    return kind == "c" or not isinstance(given, complex)


def _tree_like(spec: Tree, given: Any, name: str, what: str, path: Path) -> Any:
    if type(given) is not spec.cls:
        raise _wrong(show(spec), given, name, what, path)
    parts = children_of(given)
    keys, entries = parts if parts is not None else ((), ())
    if keys != spec.keys:
        if not issubclass(spec.cls, dict) or set(keys) != set(spec.keys):
            raise _wrong(show(spec), given, name, what, path)
        entries = tuple(given[key] for key in spec.keys)
    filled = [
        complete(child, entry, name, what, (*path, step(spec.cls, key)))
        for key, child, entry in zip(spec.keys, spec.children, entries, strict=True)
    ]
    return build(spec.cls, spec.keys, filled)


# --- what the generated code returns ---------------------------------------------------------------------------------


def finish(spec: Spec, made: Any) -> Any:
    """``made`` by generated code, in the exact type, dtype and shape of ``spec``."""
    if type(spec) is tuple:
        if type(made) is np.ndarray and made.dtype == spec[0] and made.shape == spec[1]:
            return made
        return _finish_array(spec, made)
    if spec is None or type(made) is spec:
        return made if spec is not None else None
    if spec is float and isinstance(made, float):
        return float(made)
    if made is None or (isinstance(spec, Tree) and isinstance(made, float) and made == 0.0):
        return zeros(spec)
    if isinstance(spec, Tree):
        return _finish_tree(spec, made)
    value = np.asarray(made)
    if value.shape != ():
        raise _disagrees(spec, made)
    return spec(value.real[()] if np.dtype(spec).kind == "f" else value[()])


def _finish_array(spec: Any, made: Any) -> Any:
    dtype, shape = spec
    if made is None:
        return zeros(spec)
    value = np.asarray(made)
    if value.shape != shape:
        if value.shape == () and value == 0:
            return zeros(spec)
        raise _disagrees(spec, made)
    if value.dtype.kind == "c" and dtype.kind == "f":
        value = value.real
    return np.array(value, dtype)


def _finish_tree(spec: Tree, made: Any) -> Any:
    parts = children_of(made)
    if parts is None or len(parts[0]) != len(spec.keys):
        raise _disagrees(spec, made)
    entries = [made[key] for key in spec.keys] if isinstance(made, dict) else parts[1]
    filled = [finish(child, entry) for child, entry in zip(spec.children, entries, strict=True)]
    return build(spec.cls, spec.keys, filled)


def _disagrees(spec: Spec, made: Any) -> ResidualsError:
    return ResidualsError(
        f"the generated code returned {type(made).__name__} of shape {np.shape(made)} for {show(spec)}: "
        "the residuals are not those of this call, or the program is wrong"
    )
