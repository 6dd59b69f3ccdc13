"""The operators of Python: their names in the IR, their functions, and the role that names a temporary."""
from __future__ import annotations

import operator
from typing import Any

import gast
import numpy as np

BINARY: dict[type, str] = {
    gast.Add: "add", gast.Sub: "sub", gast.Mult: "mul", gast.Div: "truediv", gast.Pow: "pow", gast.MatMult: "matmul",
    gast.Mod: "mod", gast.FloorDiv: "floordiv", gast.BitAnd: "and_", gast.BitOr: "or_", gast.BitXor: "xor",
    gast.LShift: "lshift", gast.RShift: "rshift",
}
UNARY: dict[type, str] = {gast.USub: "neg", gast.UAdd: "pos", gast.Invert: "invert", gast.Not: "not"}
COMPARE: dict[type, str] = {
    gast.Lt: "lt", gast.LtE: "le", gast.Gt: "gt", gast.GtE: "ge", gast.Eq: "eq", gast.NotEq: "ne",
    gast.Is: "is", gast.IsNot: "is_not", gast.In: "in", gast.NotIn: "not_in",
}
SYMBOL = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "pow": "**", "matmul": "@", "mod": "%", "floordiv": "//",
    "and_": "&", "or_": "|", "xor": "^", "lshift": "<<", "rshift": ">>", "neg": "-", "pos": "+", "invert": "~", "not": "not ",
    "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!=", "is": "is", "is_not": "is not", "in": "in",
    "not_in": "not in",
}
FUNCTION: dict[str, Any] = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "truediv": np.divide, "pow": np.power, "matmul": np.matmul,
    "mod": np.remainder, "floordiv": np.floor_divide, "neg": np.negative, "pos": np.positive, "invert": np.invert,
    "and_": np.bitwise_and, "or_": np.bitwise_or, "xor": np.bitwise_xor, "lshift": np.left_shift, "rshift": np.right_shift,
}
ROLE = {
    "add": "total", "sub": "difference", "mul": "product", "truediv": "quotient", "pow": "power", "matmul": "product",
    "mod": "remainder", "floordiv": "quotient", "neg": "negated", "pos": "value", "invert": "inverse",
}
PYTHON: dict[str, Any] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "truediv": operator.truediv, "pow": operator.pow,
    "mod": operator.mod, "floordiv": operator.floordiv, "and_": operator.and_, "or_": operator.or_, "xor": operator.xor,
    "lshift": operator.lshift, "rshift": operator.rshift, "neg": operator.neg, "pos": operator.pos,
    "invert": operator.invert, "not": operator.not_, "lt": operator.lt, "le": operator.le, "gt": operator.gt,
    "ge": operator.ge, "eq": operator.eq, "ne": operator.ne, "is": operator.is_, "is_not": operator.is_not,
    "matmul": operator.matmul,
}
DUNDER = {
    "add": "__add__", "sub": "__sub__", "mul": "__mul__", "truediv": "__truediv__", "pow": "__pow__", "matmul": "__matmul__",
    "mod": "__mod__", "floordiv": "__floordiv__", "neg": "__neg__", "pos": "__pos__", "lt": "__lt__", "le": "__le__",
    "gt": "__gt__", "ge": "__ge__", "eq": "__eq__", "ne": "__ne__",
}
