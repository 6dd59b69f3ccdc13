"""Wrong cotangents, tangents and residuals, as changes of right ones."""
import collections
from collections.abc import Callable
from typing import Any

import numpy as np

COTANGENTS: dict[str, Callable[[Any], Any]] = {
    "string": lambda y: "1.0",
    "bytes": lambda y: b"1.0",
    "boolean": lambda y: True,
    "list": lambda y: [1.0, 2.0, 3.0],
    "tuple-too-long": lambda y: (y, y, y),
    "tuple-too-short": lambda y: (1.0,),
    "empty-tuple": lambda y: (),
    "dict": lambda y: {"y": 1.0},
    "function": lambda y: len,
    "class": lambda y: float,
    "object": lambda y: object(),
    "generator": lambda y: (1.0 for _ in range(3)),
    "set": lambda y: {1.0},
    "itself": lambda y: collections.UserList([1.0]),
    "complex": lambda y: 1j,
    "complex-array": lambda y: np.ones(3) * 1j,
    "single": lambda y: np.ones(3, np.float32),
    "half": lambda y: np.ones(3, np.float16),
    "integers": lambda y: np.ones(3, int),
    "booleans": lambda y: np.ones(3, bool),
    "objects": lambda y: np.array([1.0, None, "x"], object),
    "strings": lambda y: np.array(["1.0", "2.0", "3.0"]),
    "records": lambda y: np.zeros(3, [("a", float)]),
    "dates": lambda y: np.zeros(3, "M8[s]"),
    "masked": lambda y: np.ma.masked_array(np.ones(3), [0, 1, 0]),
    "matrix": lambda y: np.ones(3).view(np.matrix),
    "too-long": lambda y: np.ones(4),
    "too-short": lambda y: np.ones(2),
    "row": lambda y: np.ones((1, 3)),
    "column": lambda y: np.ones((3, 1)),
    "zero-dimensional": lambda y: np.array(1.0),
    "empty": lambda y: np.ones(0),
    "transposed-view": lambda y: np.ones((3, 3)).T[0],
    "read-only": lambda y: np.broadcast_to(1.0, (3,)),
    "huge": lambda y: np.full(3, 1e308),
    "big-endian": lambda y: np.ones(3, ">f8"),
}

RESIDUALS: dict[str, Callable[[tuple[Any, ...]], Any]] = {
    "none": lambda r: None,
    "number": lambda r: 3,
    "string": lambda r: "residuals",
    "list": lambda r: list(r),
    "generator": lambda r: (part for part in r),
    "dict": lambda r: dict(enumerate(r)),
    "array": lambda r: np.ones(3),
    "empty": lambda r: (),
    "truncated": lambda r: tuple(r)[:-1],
    "extended": lambda r: (*r, 1.0),
    "twice": lambda r: (*r, *r),
    "nested": lambda r: (tuple(r),),
}

CONTENTS: dict[str, Callable[[tuple[Any, ...]], Any]] = {
    "reversed": lambda r: tuple(r)[::-1],
    "none-inside": lambda r: (None, *tuple(r)[1:]),
    "string-inside": lambda r: ("x", *tuple(r)[1:]),
    "shorter-inside": lambda r: tuple(part[:1] if isinstance(part, np.ndarray) and part.ndim else part for part in r),
    "all-numbers": lambda r: tuple(1.0 for _ in r),
    "all-none": lambda r: tuple(None for _ in r),
    "objects-inside": lambda r: tuple(object() for _ in r),
    "lists-inside": lambda r: tuple(part.tolist() if isinstance(part, np.ndarray) else part for part in r),
}
