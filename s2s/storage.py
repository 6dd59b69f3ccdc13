"""``save`` and ``load``: residuals in an npz file without pickled objects."""
from __future__ import annotations

import dataclasses
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from s2s.description import find, name_of
from s2s.errors import ResidualsError
from s2s.files import write_atomically
from s2s.residuals import FORMAT, Residuals, restore
from s2s.structure import Tree, build, children_of

META = "s2s"


def save(path: str | os.PathLike[str], residuals: Residuals) -> None:
    """Write ``residuals`` to ``path`` as npz: arrays as entries, everything else as JSON; atomic."""
    if not isinstance(residuals, Residuals):
        raise ResidualsError("save: expected the Residuals that forward returned, got " + type(residuals).__name__)
    _, (values, state) = residuals.__reduce__()
    arrays: list[Any] = []
    numbers: dict[int, int] = {}
    document = {"format": FORMAT, "values": _encode(values, arrays, numbers), "state": _encode(state, arrays, numbers)}
    entries = {f"array_{i}": array for i, array in enumerate(arrays)}
    entries[META] = np.frombuffer(json.dumps(document).encode(), np.uint8)
    write_atomically(Path(path), lambda file: np.savez(file, **entries))


def load(path: str | os.PathLike[str]) -> Residuals:
    """The residuals that ``save`` wrote; ``pullback`` checks that they are of its own function and version."""
    try:
        with open(path, "rb") as stream, np.load(stream, allow_pickle=False) as file:
            document = json.loads(file[META].tobytes())
            if document["format"] != FORMAT:
                raise ResidualsError(f"load: {os.fspath(path)} has format {document['format']}, expected {FORMAT}")
            arrays = [file[f"array_{i}"] for i in range(len(file.files) - 1)]
            return restore(_decode(document["values"], arrays), _decode(document["state"], arrays))
    except (AttributeError, EOFError, LookupError, TypeError, ValueError, zipfile.BadZipFile) as error:
        raise ResidualsError(f"load: {os.fspath(path)} holds no residuals of s2s ({error})") from error


def _encode(value: Any, arrays: list[Any], numbers: dict[int, int]) -> Any:
    """``value`` as JSON; arrays are appended to ``arrays``, each object once."""
    kind = type(value)
    if value is None or kind is bool or kind is int or kind is str:
        return value
    if kind is float:
        return {"float": value.hex()}
    if kind is complex:
        return {"complex": [value.real.hex(), value.imag.hex()]}
    if kind is bytes:
        return {"bytes": value.hex()}
    if isinstance(value, np.ndarray | np.generic):
        return _encode_array(value, arrays, numbers)
    if isinstance(value, np.dtype):
        return {"dtype": value.str}
    if isinstance(value, type):
        return {"type": value.__name__ if value.__module__ == "builtins" else name_of(value)}
    if value is Ellipsis:
        return {"ellipsis": None}
    if kind is slice:
        return {"slice": [_encode(part, arrays, numbers) for part in (value.start, value.stop, value.step)]}
    parts = children_of(value)
    if parts is None:
        raise ResidualsError(f"save: a residual is a {kind.__name__}, which has no place in an npz file")
    children = [_encode(child, arrays, numbers) for child in parts[1]]
    if kind is tuple or kind is list:
        return {kind.__name__: children}
    keys = [_encode(key, arrays, numbers) for key in parts[0]]
    return {"tree": "Tree" if kind is Tree else "dict" if kind is dict else name_of(kind), "keys": keys, "of": children}


def _encode_array(value: Any, arrays: list[Any], numbers: dict[int, int]) -> Any:
    if value.dtype.hasobject or value.dtype.kind == "T":
        raise ResidualsError(f"save: a residual is an array of dtype {value.dtype}, which has no place in an npz file")
    if id(value) not in numbers:
        numbers[id(value)] = len(arrays)
        arrays.append(value)
    return {"array" if isinstance(value, np.ndarray) else "scalar": numbers[id(value)]}


def _decode(node: Any, arrays: list[Any]) -> Any:
    if not isinstance(node, dict):
        return node
    if "tree" in node:
        keys = tuple(_decode(key, arrays) for key in node["keys"])
        return build(_container(node["tree"]), keys, [_decode(child, arrays) for child in node["of"]])
    ((tag, held),) = node.items()
    match tag:
        case "float":
            return float.fromhex(held)
        case "complex":
            return complex(float.fromhex(held[0]), float.fromhex(held[1]))
        case "bytes":
            return bytes.fromhex(held)
        case "array":
            return arrays[held]
        case "scalar":
            return arrays[held][()]
        case "dtype":
            return np.dtype(held)
        case "type":
            return _class(held)
        case "ellipsis":
            return Ellipsis
        case "slice":
            return slice(*(_decode(part, arrays) for part in held))
        case "tuple":
            return tuple(_decode(child, arrays) for child in held)
        case "list":
            return [_decode(child, arrays) for child in held]
    raise ValueError(f"unknown entry {tag!r}")


def _class(name: str) -> Any:
    found = find(name)
    if not isinstance(found, type):
        raise ResidualsError(f"load: {name!r} is no class")
    return found


def _container(name: str) -> Any:
    """A class whose instances are built without running any of its code but ``__new__``."""
    if name == "Tree":
        return Tree
    found = _class(name)
    if not (issubclass(found, tuple | list | dict) or dataclasses.is_dataclass(found)):
        raise ResidualsError(f"load: {name!r} is no container")
    return found
