"""The symbolic shapes of results agree with those that NumPy makes."""
from typing import Any

import numpy as np
import pytest

from s2s.analysis import shapes as S
from s2s.analysis.result_shapes import UNKNOWN, result_shape

LENGTHS = {"n1": 4, "n2": 5, "n3": 6}
VECTOR, MATRIX, OTHER, BLOCK = ("n1",), ("n1", "n2"), ("n2", "n3"), ("n1", 1, "n3")
SQUARE = ("n1", "n1")


def array(shape: tuple[Any, ...]) -> Any:
    size = tuple(LENGTHS.get(d, d) for d in shape)
    return np.ones(size) + (np.eye(4) if shape == SQUARE else 0.0)


def size(dim: Any) -> int:
    """The length that a dimension stands for."""
    if isinstance(dim, tuple) and dim[0] == "minus":
        return max(size(dim[1]) - dim[2], 0)
    return LENGTHS.get(dim, dim)


INDEX = "index"  # stands for an array of whole numbers
CALLS: list[tuple[Any, tuple[Any, ...], dict[str, Any]]] = [
    *((f, (shape,), {}) for f in (np.sin, np.sort, np.flip, np.tril, np.fft.fft, np.fft.fftshift, np.argsort, np.copy)
      for shape in (MATRIX, BLOCK)),
    *((f, (shape,), {"axis": axis}) for f in (np.cumsum, np.cumprod, np.sum, np.max, np.mean, np.flip, np.fft.ifft)
      for shape in (MATRIX, BLOCK) for axis in (0, -1)),
    *((np.sum, (BLOCK,), {"axis": axis, "keepdims": True}) for axis in (None, 1, (0, -1))),
    (np.cumsum, (VECTOR,), {}), (np.cumsum, (MATRIX,), {}), (np.sort, (MATRIX,), {"axis": None}),
    (np.add, (MATRIX, ("n2",)), {}), (np.add, (("n1", 1), ("n2",)), {}), (np.where, (MATRIX, 0.0, ("n2",)), {}),
    (np.clip, (MATRIX, None, ("n2",)), {}),
    (np.matmul, (MATRIX, OTHER), {}), (np.dot, (MATRIX, ("n2",)), {}), (np.outer, (VECTOR, ("n2",)), {}),
    (np.transpose, (BLOCK,), {}), (np.transpose, (BLOCK, (1, 0, 2)), {}), (np.transpose, (BLOCK,), {"axes": (2, 0, 1)}),
    (np.ndarray.transpose, (BLOCK, 1, -1, 0), {}), (np.swapaxes, (BLOCK, 0, -1), {}),
    (np.moveaxis, (BLOCK, 0, -1), {}), (np.moveaxis, (BLOCK, (0, 1), (1, 0)), {}),
    (np.expand_dims, (MATRIX, 0), {}), (np.expand_dims, (MATRIX,), {"axis": (0, -1)}),
    (np.matrix_transpose, (BLOCK,), {}), (np.diff, (MATRIX,), {}), (np.diff, (MATRIX, 2, 0), {}),
    (np.diff, (VECTOR,), {"n": 5}), (np.diff, (VECTOR,), {"prepend": 0.0}),
    (np.linalg.inv, (SQUARE,), {}), (np.linalg.solve, (SQUARE, MATRIX), {}), (np.linalg.solve, (SQUARE, VECTOR), {}),
    (np.linalg.matrix_power, (SQUARE, 2), {}), (np.linalg.cholesky, (SQUARE,), {}),
    (np.fft.fft, (VECTOR, 3), {}), (np.fft.fft, (VECTOR,), {"n": 3}), (np.fft.fft, (VECTOR,), {"norm": "ortho"}),
    (np.take, (MATRIX, INDEX), {}), (np.take, (MATRIX, INDEX, 1), {}), (np.take, (MATRIX, INDEX), {"axis": -2}),
    (np.einsum, ("ij,jk->ik", MATRIX, OTHER), {}), (np.einsum, ("ij->", MATRIX), {}),
    (np.einsum, ("ijk,ik->kj", BLOCK, ("n1", "n3")), {}), (np.einsum, ("ij,ij", MATRIX, MATRIX), {}),
    (np.einsum, ("ii->i", SQUARE), {}), (np.einsum, ("...j->...", MATRIX), {}),
    (np.einsum, ("a,b->ba", (1,), (0,)), {}),
]  # fmt: skip


@pytest.mark.parametrize("call", CALLS, ids=lambda call: f"{call[0].__name__}{call[1]}{call[2]}")
def test_result_shape(call: tuple[Any, tuple[Any, ...], dict[str, Any]]) -> None:
    function, args, named = call

    def is_array(arg: Any, position: int) -> bool:
        shaped = isinstance(arg, tuple) and any(isinstance(d, str) for d in arg)
        return shaped or (function is np.einsum and isinstance(arg, tuple))

    shapes, literals, values = [], [], []
    for position, arg in enumerate(args):
        if is_array(arg, position):
            shapes.append(arg)
            literals.append(UNKNOWN)
            values.append(array(arg) > 0 if function is np.where and position == 0 else array(arg))
        else:
            shapes.append(("n2", "n3") if arg == INDEX else ())
            literals.append(UNKNOWN if arg == INDEX else arg)
            values.append(np.zeros((5, 6), int) if arg == INDEX else arg)
    counter = iter(range(100))
    found = result_shape(function, shapes, literals, named, lambda: ("d", next(counter)))
    true = np.shape(function(*values, **named))
    if S.is_known(found) and len(found) == len(true):
        known = [(size(d), n) for d, n in zip(found, true, strict=True) if not (isinstance(d, tuple) and d[0] == "d")]
        assert all(d == n for d, n in known), (found, true)
