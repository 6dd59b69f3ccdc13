"""Random cotangents and central finite differences of fourth order."""
import copy
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.trees import at, is_differentiable, leaves, rebuilt

SEED = 20240229


def cotangent(tree: Any, seed: int = SEED, ones: bool = False) -> Any:
    """A tree like ``tree`` with random, non-uniform numbers at its differentiable leaves and None at the others."""
    rng = np.random.default_rng(seed)

    def one(_: Any, leaf: Any) -> Any:
        if not is_differentiable(leaf):
            return None
        shape, dtype = np.shape(leaf), np.asarray(leaf).dtype
        sign = np.where(rng.random(shape) < 0.5, -1.0, 1.0)
        weight = rng.uniform(0.5, 1.5, shape) * sign + 1j * rng.uniform(0.5, 1.5, shape)
        if ones:
            weight = np.full(shape, 1.0 + 1.0j)
        value = np.asarray(weight if dtype.kind == "c" else weight.real, dtype=dtype)
        return value if isinstance(leaf, np.ndarray) else value.item() if type(leaf) in (float, complex) else value[()]

    return rebuilt(tree, one)


def inner(weights: Any, tree: Any) -> float:
    """The real inner product: the sum over the leaves of Re(conj(weight) leaf); None counts as zero."""
    total = 0.0
    for path, leaf in leaves(tree):
        weight = at(weights, path)
        if weight is not None:
            wide = np.complex128 if np.iscomplexobj(leaf) else np.float64
            total += float(np.sum(np.real(np.conj(weight) * np.asarray(leaf).astype(wide))))
    return total


def replaced(tree: Any, path: Any, value: Any) -> Any:
    """``tree`` with another leaf at ``path``."""
    return rebuilt(tree, lambda here, leaf: value if here == path else leaf)


def wide(leaf: Any) -> Any:
    """Single precision is differentiated in double precision."""
    if isinstance(leaf, np.ndarray) and leaf.dtype in (np.float32, np.complex64):
        return leaf.astype(np.complex128 if leaf.dtype.kind == "c" else np.float64)
    return leaf


def finite_differences(
    objective: Callable[..., float], args: tuple[Any, ...], wrt: tuple[int, ...], step: float = 1e-6
) -> dict[tuple[int, Any], Any]:
    """{(argument, path): gradient}; the gradient of a complex leaf is d/dRe + i d/dIm."""
    args = tuple(rebuilt(arg, lambda _, leaf: wide(leaf)) for arg in args)
    gradients = {}
    for i in wrt:
        for path, leaf in leaves(args[i]):
            base = np.array(leaf)
            gradient = np.zeros(base.shape, complex if np.iscomplexobj(base) else float)
            for index in np.ndindex(base.shape):
                for direction in (1.0, 1.0j) if np.iscomplexobj(base) else (1.0,):
                    h = step * max(1.0, abs(base[index])) if np.isfinite(base[index]) else step
                    values = []
                    for multiple in (2, 1, -1, -2):
                        moved = base.copy()
                        moved[index] += multiple * h * direction
                        trial = list(copy.deepcopy(args))
                        new = moved if isinstance(leaf, np.ndarray) else moved.item()
                        trial[i] = replaced(trial[i], path, new)
                        values.append(objective(*trial))
                    slope = (-values[0] + 8 * values[1] - 8 * values[2] + values[3]) / (12 * h)
                    gradient[index] += slope * direction
            gradients[(i, path)] = gradient
    return gradients


def close(got: Any, want: Any, tolerance: float) -> bool:
    """Equal shapes, and values within ``tolerance`` of 1 + |want|."""
    got, want = np.asarray(got), np.asarray(want)
    return got.shape == want.shape and bool(np.all(np.abs(got - want) <= tolerance * (1.0 + np.abs(want))))
