"""Trees of values, written apart from the package's own so that the tests do not trust what they test."""
import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

Path = tuple[tuple[str, Any], ...]


def children(tree: Any) -> list[tuple[tuple[str, Any], Any]] | None:
    """The steps into ``tree`` and what stands there, or None for a leaf."""
    if dataclasses.is_dataclass(tree) and not isinstance(tree, type):
        return [((".", field.name), getattr(tree, field.name)) for field in dataclasses.fields(tree)]
    if isinstance(tree, dict):
        return [(("[", key), value) for key, value in tree.items()]
    if isinstance(tree, (list, tuple)):
        return [(("[", i), value) for i, value in enumerate(tree)]
    return None


def flatten(tree: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every leaf with its path."""
    below = children(tree)
    if below is None:
        yield path, tree
        return
    for step, value in below:
        yield from flatten(value, (*path, step))


def is_differentiable(leaf: Any) -> bool:
    """Floats, complex numbers and arrays of them."""
    if isinstance(leaf, (np.ndarray, np.generic)):
        return leaf.dtype.kind in "fc"
    return isinstance(leaf, (float, complex))


def leaves(tree: Any) -> list[tuple[Path, Any]]:
    """The differentiable leaves with their paths."""
    return [(path, leaf) for path, leaf in flatten(tree) if is_differentiable(leaf)]


def rebuilt(tree: Any, leaf_of: Callable[[Path, Any], Any], path: Path = ()) -> Any:
    """A tree of the same structure with other leaves."""
    below = children(tree)
    if below is None:
        return leaf_of(path, tree)
    values = [rebuilt(value, leaf_of, (*path, step)) for step, value in below]
    if dataclasses.is_dataclass(tree):
        return dataclasses.replace(tree, **{step[1]: value for (step, _), value in zip(below, values, strict=True)})
    if isinstance(tree, dict):
        return {step[1]: value for (step, _), value in zip(below, values, strict=True)}
    return type(tree)(*values) if hasattr(tree, "_fields") else type(tree)(values)


def at(tree: Any, path: Path) -> Any:
    """What stands at ``path``."""
    for kind, key in path:
        tree = getattr(tree, key) if kind == "." else tree[key]
    return tree


def same(a: Any, b: Any) -> bool:
    """Bit-identical trees, types included (NaN equals NaN; callables are not compared)."""
    left, right = list(flatten(a)), list(flatten(b))
    return [path for path, _ in left] == [path for path, _ in right] and all(
        same_leaf(x, y) for (_, x), (_, y) in zip(left, right, strict=True)
    )


def same_leaf(x: Any, y: Any) -> bool:
    if callable(x) and callable(y):
        return True
    if type(x) is not type(y):
        return False
    if isinstance(x, (np.ndarray, np.generic)):
        nan = x.dtype.kind in "fc"
        return x.shape == y.shape and x.dtype == y.dtype and np.array_equal(x, y, equal_nan=nan)
    return bool(x == y or (x != x and y != y))


def arrays(tree: Any) -> list[np.ndarray]:
    """The arrays among the leaves that have elements."""
    return [leaf for _, leaf in flatten(tree) if isinstance(leaf, np.ndarray) and leaf.size]
