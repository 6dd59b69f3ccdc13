"""Functions whose result carries no derivative."""
from __future__ import annotations

import cmath
import math
import operator

import numpy as np

from s2s.rules.registry import RULES, ZERO_DERIVATIVE, zero_derivative

# Functions of this kind that another rules file may list with its own reason: that file wins.
_SHARED = (
    np.floor, np.ceil, np.trunc, np.rint, np.round, np.around, np.fix, np.sign, np.signbit, np.spacing,
    math.floor, math.ceil, math.trunc, round,
)
_COMPARISONS = (
    np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal, operator.eq, operator.ne,
    operator.lt, operator.le, operator.gt, operator.ge, operator.is_, operator.is_not, operator.contains,
)
_LOGIC = (
    np.logical_and, np.logical_or, np.logical_not, np.logical_xor, np.any, np.all, operator.not_, operator.truth,
    any, all, bool, np.bitwise_and, np.bitwise_or, np.bitwise_xor, np.invert, np.left_shift, np.right_shift,
    np.bitwise_count, np.gcd, np.lcm,
)
_TESTS = (
    np.isnan, np.isfinite, np.isinf, np.isneginf, np.isposinf, np.isreal, np.iscomplex, np.isrealobj, np.iscomplexobj,
    np.isscalar, np.isclose, np.allclose, np.array_equal, np.array_equiv, np.isin, np.shares_memory,
    np.may_share_memory, np.iterable, math.isnan, math.isfinite, math.isinf, math.isclose,
    cmath.isnan, cmath.isfinite, cmath.isinf, cmath.isclose, isinstance, issubclass,
    callable, hasattr,
)
_SIZES = (
    np.shape, np.size, np.ndim, len, np.count_nonzero, np.broadcast_shapes,
    np.linalg.matrix_rank,
)
_TYPES = (
    np.finfo, np.iinfo, np.result_type, np.promote_types, np.can_cast, np.min_scalar_type, np.common_type,
    np.issubdtype, np.isdtype, np.dtype, type, id, hash, int, str, repr, format, print, range,
    np.array2string, np.array_repr, np.array_str, np.format_float_positional, np.format_float_scientific,
    np.errstate, np.seterr, np.geterr, np.printoptions, np.set_printoptions, np.get_printoptions,
    np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64, np.bool_, np.intp,
)
_METHODS = (np.ndarray.tobytes, np.ndarray.searchsorted, np.ndarray.argsort, np.ndarray.argpartition)


def _declare(functions: tuple[object, ...], why: str) -> None:
    zero_derivative(*(f for f in functions if f not in RULES and f not in ZERO_DERIVATIVE), why=why)


_declare(_SHARED, "piecewise constant")
_declare(_COMPARISONS, "a comparison")
_declare(_LOGIC, "a truth value or bits")
_declare(_TESTS, "a test")
_declare(_SIZES, "a size or a count")
_declare(_TYPES, "a type, a text or a setting")
_declare(_METHODS, "an index or bytes")
