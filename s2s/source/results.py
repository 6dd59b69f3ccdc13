"""The results of operations: their shapes, and the memory that they share with the arguments."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from s2s.analysis import kinds as K
from s2s.analysis import shapes as S
from s2s.analysis.home import package_of
from s2s.analysis.memory import (
    COMPLEX_VIEWS,
    DISJOINT_RESULTS,
    EXACT_VIEWS,
    LAYOUT_VIEWS,
    NEW_ARRAYS,
    SAME_OBJECT,
    SEVERAL_RESULTS,
    SPLITTING,
)
from s2s.analysis.result_shapes import UNKNOWN, result_shape
from s2s.ir.core import Apply, Const, Derivative, Expr, Kind, Let, Place, Var
from s2s.rules import registry
from s2s.source.expressions import Expressions
from s2s.source.modules import public_module
from s2s.source.values import HOLE, Dyn, HeapObject, Obj, Seq, Static, Value


class Results(Expressions):
    """Shapes and memory of results."""

    # ------------------------------------------------------------------------------------------------ results

    def _result(
        self,
        function: Any,
        tree: Any,
        expr: Expr,
        derivative: Derivative | None,
        args: tuple[Value, ...],
        kwargs: tuple[tuple[str, Value], ...],
        name: str,
        place: Place | None,
        active: bool,
    ) -> Value:
        if self._count_unknown(function, args, kwargs):
            tree = self._list_of_results(function, tree, args, active)
        if tree is None and active and getattr(function, "__name__", "") in SEVERAL_RESULTS:
            self.fail(
                f"{title(function)}: the number of results is not known while compiling",
                hint="write the arguments that decide it as literals",
            )
        if tree is None:
            floats = derivative is not None
            tree = Kind("numeric") if floats or registry.lookup(function) is not None else K.OTHER
            if all(self.kind(a).cat == "num" for a in args) and isinstance(function, np.ufunc) and args:
                tree = Kind("num", None, 0)
        if isinstance(tree, Kind):
            made = self._single(function, tree, expr, derivative, args, kwargs, name, place)
            return self.allocate(HeapObject("dynamic", (("value", made),), list)) if tree.cat == "list" else made
        if any(not isinstance(t, Kind) for t in tree):
            return (
                Dyn(expr, K.OTHER) if not active else self.fail(f"{title(function)}: nested results are not supported")
            )
        if len(tree) == 1:
            if active and derivative is not None:
                self.fail(f"{title(function)} with a single result in a tuple", hint="take the only item apart before")
            return Seq(
                (self._single(np.asarray, tree[0], Apply("getitem", (expr, Const(0))), None, (), (), name, None),)
            )
        names = _part_names(function, len(tree), name)
        variables = tuple(self.fresh(n) for n in names)
        flows = [derivative is not None and K.is_float(k) for k in tree]
        derivative = derivative if any(flows) else None
        values: list[Value] = []
        self.emit(Let(variables, expr, self.origin, derivative))
        for var, kind, flow in zip(variables, tree, flows, strict=True):
            value = self.define(
                var, replace(kind, active=flow, shape=() if kind.cat == "num" else self.fresh_shape(kind.rank))
            )
            others = [] if getattr(function, "__name__", "") in DISJOINT_RESULTS else values
            self._maybe_shared(function, value, (*args, *others))
            values.append(value)
        if isinstance(tree, list):
            return self.new_list(tuple(values))
        cls = _result_class(function)
        return Seq(tuple(values), cls)

    def _list_of_results(self, function: Any, tree: Any, args: tuple[Value, ...], active: bool) -> Any:
        """The kind of results whose number is only known when the program runs: a list of numbers or of arrays."""
        elem = tree[0] if isinstance(tree, (tuple, list)) and tree and isinstance(tree[0], Kind) else None
        if getattr(function, "__name__", "") in SPLITTING:
            base = self.kind(args[0])
            elem = Kind("arr", base.dtype, base.rank) if base.cat == "arr" else None
        elif not isinstance(tree, (tuple, list)):
            return tree
        if active and function is np.ndarray.tolist and elem is None:
            self.fail(
                "ndarray.tolist of an array of several dimensions makes nested lists",
                hint="use the array itself: a[i, j], for row in a",
            )
        if active and (elem is None or isinstance(tree, tuple) or elem.cat not in ("num", "arr")):
            self.fail(
                f"{title(function)}: the number of results is not known while compiling",
                hint="write the number as a literal, or loop over the array",
            )
        return Kind("list", elem=elem)

    def _count_unknown(self, function: Any, args: tuple[Value, ...], kwargs: tuple[tuple[str, Value], ...]) -> bool:
        """True when the number of results depends on more than literals."""
        if function in K.COUNT_DEPENDS_ON_DATA:
            return True
        if getattr(function, "__name__", "") in SPLITTING:
            if any(isinstance(c, Static) and c.obj == 1 for c in args[1:2]):
                return True
            counts = [*args[1:2], *(v for k, v in kwargs if k == "indices_or_sections")]
            return any(
                not isinstance(c, Static) and not (isinstance(c, (Seq, Obj)) and not self.is_active(c)) for c in counts
            )
        return False

    def _single(
        self,
        function: Any,
        kind: Kind,
        expr: Expr,
        derivative: Derivative | None,
        args: tuple[Value, ...],
        kwargs: tuple[tuple[str, Value], ...],
        name: str,
        place: Place | None,
    ) -> Value:
        if derivative is not None and kind.cat == "other":
            self.fail(
                f"{title(function)} makes an array without derivative (dtype object or str) of differentiated values",
                hint="use a float dtype",
            )
        flows = derivative is not None and K.is_float(kind)
        if kind.cat == "num" and _class_varies([self.kind(a) for a in args]):
            kind = replace(kind, mixed=True)
        kind = replace(kind, active=flows, shape=self._shape(function, kind, args, kwargs))
        if not flows:
            derivative = None
        if kind.cat == "num" and derivative is None and not _calls(expr):
            return Dyn(expr, kind)
        if place is None:
            place = self._view_place(function, expr, args, kwargs, kind)
        made = self.let(name, expr, kind, derivative, place=place)
        if place is None:
            named = dict(kwargs)
            copied = named.pop("copy", None)
            if isinstance(copied, Static) and copied.obj is True and "out" not in named and not foreign(function):
                return made
            if not self._link(function, made, args, kwargs):
                self._maybe_shared(function, made, args, copied is None and "out" not in named)
        return made

    def fresh_dim(self) -> Any:
        return ("d", self.new_id())

    def fresh_shape(self, rank: int | None) -> Any:
        """A shape of which only the rank may be known."""
        return f"?{self.new_id()}" if rank is None else tuple(self.fresh_dim() for _ in range(rank))

    def _shape(
        self, function: Any, kind: Kind, args: tuple[Value, ...], kwargs: tuple[tuple[str, Value], ...] = ()
    ) -> Any:
        """The symbolic shape of a result."""
        if kind.cat == "num":
            return ()
        shape = self._known_shape(function, args, dict(kwargs))
        if S.is_known(shape) and kind.rank is not None and len(shape) != kind.rank:
            shape = None
        return shape if shape is not None else self.fresh_shape(kind.rank)

    def _known_shape(self, function: Any, args: tuple[Value, ...], named: dict[str, Value]) -> Any:
        if function in (np.zeros, np.ones, np.empty, np.full) and args:
            return self.shape_from(args[0])
        if function is np.broadcast_to and len(args) == 2:
            return self.shape_from(args[1])
        if function is np.arange and len(args) == 1 and self.kind(args[0]).dtype == "i8":
            return (self.dim_from(args[0]),)
        literals = {k: self._literal(v) for k, v in named.items()}
        return result_shape(
            function, [self._shape_of(a) for a in args], [self._literal(a) for a in args], literals, self.fresh_dim
        )

    def _literal(self, value: Value) -> Any:
        """The value of a literal argument (``UNKNOWN`` for any other)."""
        if isinstance(value, Static):
            return value.obj
        if isinstance(value, Seq) and all(isinstance(v, Static) for v in value.items):
            return tuple(v.obj for v in value.items if isinstance(v, Static))
        return UNKNOWN

    def shape_from(self, value: Value) -> Any:
        """The symbolic shape that a shape argument describes."""
        value = self.deref(value)
        if isinstance(value, Dyn) and value.kind.cat == "tuple":
            owner = value.expr
            if (
                isinstance(owner, Apply)
                and owner.op == "attr"
                and owner.args[1] == Const("shape")
                and isinstance(owner.args[0], Var)
            ):
                kind = self.shared.kinds.get(owner.args[0])
                return kind.shape if kind is not None else None
            return None
        if isinstance(value, Seq):
            return tuple(self.dim_from(v) for v in value.items)
        if isinstance(value, (Dyn, Static)):
            return (self.dim_from(value),)
        return None

    def dim_from(self, value: Value) -> Any:
        """The symbolic length that a number describes."""
        value = self.deref(value)
        if isinstance(value, Static) and value.obj in (0, 1):
            return int(value.obj)
        if isinstance(value, Static):
            return ("int", value.obj)
        if isinstance(value, Dyn):
            found = self.length_of(value.expr)
            return found if found is not None else ("expr", value.expr)
        return self.fresh_dim()

    def _note_length(self, var: Var, expr: Expr) -> None:
        """Remember of a number which length of an array it is."""
        length = self.length_of(expr)
        if length is not None:
            self.shared.lengths[var] = length

    def length_of(self, expr: Expr) -> Any:
        """The symbolic length that is meant by ``x.shape[0]``, ``len(x)``, ``x.size`` of a vector, or a name for it."""
        if not isinstance(expr, Apply):
            return self.shared.lengths.get(expr) if isinstance(expr, Var) else None
        if expr.op == "attr" and expr.args[1] == Const("size"):
            shape: Any = self.shared.kinds[expr.args[0]].shape if isinstance(expr.args[0], Var) else None
            return shape[0] if S.is_known(shape) and len(shape) == 1 else None
        if (
            expr.op == "getitem"
            and isinstance(expr.args[0], Apply)
            and expr.args[0].op == "attr"
            and expr.args[0].args[1] == Const("shape")
        ):
            owner, at = expr.args[0].args[0], expr.args[1]
        elif expr.op == "call" and len(expr.args) == 2 and getattr(expr.args[0], "text", "") == "len":
            owner, at = expr.args[1], Const(0)
        else:
            return None
        kind = self.shared.kinds.get(owner) if isinstance(owner, Var) else None
        if kind is None or not S.is_known(kind.shape) or not isinstance(at, Const) or not isinstance(at.value, int):
            return None
        return kind.shape[at.value] if -len(kind.shape) <= at.value < len(kind.shape) else None

    def _shape_of(self, value: Value) -> Any:
        kind = self.kind(value)
        if kind.cat == "other":
            return self.fresh_shape(None)  # it may be an array of objects or dates
        return () if kind.cat in ("num", "str") else kind.shape

    # ------------------------------------------------------------------------------------------------ memory

    def _view_place(
        self, function: Any, expr: Expr, args: tuple[Value, ...], kwargs: tuple[tuple[str, Value], ...], kind: Kind
    ) -> Place | None:
        """The place of a result that is a view of the first argument, whatever its layout."""
        if not args or not isinstance(args[0], Dyn) or args[0].place is None or kind.cat == "num":
            return None
        base = args[0]
        assert base.place is not None
        exact = function in EXACT_VIEWS or (function in COMPLEX_VIEWS and K.is_complex(base.kind))
        if function is np.squeeze and kind.cat == "numeric" and base.kind.cat == "arr":
            exact = True
        if function in SAME_OBJECT and base.kind.cat == "arr" and len(args) == 1 and not kwargs:
            exact = True
        if function is np.real and base.kind.dtype is not None and not K.is_complex(base.kind):
            exact = True
        if function is np.atleast_1d and base.kind.cat != "arr" or base.kind.cat == "numeric":
            return None
        if not exact or not isinstance(expr, Apply):
            return None
        return Place(base.place.storage, (*base.place.path, _with_hole(expr, base.expr)))

    def _maybe_shared(self, function: Any, made: Value, args: tuple[Value, ...], plain: bool = True) -> None:
        """Note that a result may share memory with an argument, unless the function is known to make new arrays."""
        if not isinstance(made, Dyn) or made.place is None or (_makes_new(function) and plain):
            return
        self.note_opaque(made, args)
        if function is np.einsum and len(args) > 2:
            return  # of one operand it can be a view
        own = foreign(function)
        self.share(made, *(a for a in args if own or (isinstance(a, Dyn) and a.kind.cat != "list")))

    def _link(self, function: Any, made: Dyn, args: tuple[Value, ...], kwargs: tuple[tuple[str, Value], ...]) -> bool:
        """reshape and ravel in C order: view or copy by layout, so a flag of the running program decides."""
        if function not in LAYOUT_VIEWS or not isinstance(args[0], Dyn) or args[0].place is None or made.place is None:
            return False
        base = args[0]
        assert base.place is not None
        if not isinstance(made.expr, Var) or made.kind.cat == "num":
            return False
        orders = [a for a in args[1:] if isinstance(a, Static) and isinstance(a.obj, str)]
        chained = any(base.place.storage == copy for _, _, copy, _, _ in self.state.links)
        if kwargs or orders or chained:
            return False
        let = self.out[-1]
        assert isinstance(let, Let) and isinstance(let.expr, Apply)
        test = Apply("call", (self.shared.names.ref(np.shares_memory), made.expr, base.expr))
        flag = self.let(f"{made.expr.name}_is_view", test, K.BOOL)
        assert isinstance(flag.expr, Var)
        view = _with_hole(let.expr, base.expr)
        self.flow(base, made)
        for other in self.partners(base.place.storage):
            self.may_alias(made.place.storage, other)
        self.state.links += ((base.place.storage, base.place.path, made.place.storage, view, flag.expr),)
        return True


def _class_varies(kinds: list[Kind]) -> bool:
    """True where the class of a number may vary with the classes of the operands."""
    mixed = any(k.mixed for k in kinds)
    return mixed and not any(k.dtype is not None and k.dtype[0] in "fc" and not k.mixed for k in kinds)


def _makes_new(function: Any) -> bool:
    """True for functions whose result never shares memory with an argument."""
    if isinstance(function, np.ufunc):
        return function is not np.conjugate
    if isinstance(function, tuple):
        return True
    return not foreign(function) and getattr(function, "__name__", "") in NEW_ARRAYS


def foreign(function: Any) -> bool:
    """True for a user's function with a rule of its own: never run while compiling, its result may be its argument."""
    if isinstance(function, (tuple, np.ufunc)):
        return False
    package = package_of(function) or package_of(getattr(function, "__objclass__", None))
    return (package or "builtins") not in (
        "numpy",
        "scipy",
        "math",
        "cmath",
        "builtins",
        "operator",
        "s2s",
    )


def _with_hole(expr: Expr, base: Expr) -> Expr:
    if expr == base:
        return HOLE
    if isinstance(expr, Apply):
        return Apply(
            expr.op,
            tuple(_with_hole(a, base) for a in expr.args),
            tuple((k, _with_hole(v, base)) for k, v in expr.kwargs),
        )
    return expr


def _calls(expr: Expr) -> bool:
    if isinstance(expr, Apply):
        return expr.op in ("call", "method", "matmul") or any(map(_calls, expr.args))
    return False


def title(function: Any) -> str:
    if isinstance(function, tuple):  # (np.multiply, "outer")
        return f"{title(function[0])}.{function[1]}"
    name = getattr(function, "__name__", None) or repr(function)
    module = public_module(function) or ""
    if isinstance(function, np.ufunc) or module.startswith("numpy"):
        module = "np" + module[len("numpy") :] if module.startswith("numpy") else "np"
    owner = getattr(function, "__objclass__", None)
    if owner is not None:
        return f"{owner.__name__}.{name}"
    return f"{module}.{name}" if module and module != "builtins" else name


def _part_names(function: Any, count: int, name: str) -> list[str]:
    fields = getattr(_result_class(function), "_fields", None)
    if fields and len(fields) == count:
        return [f.lower() for f in fields]
    return [f"{name}_{i}" for i in range(count)]


def _result_class(function: Any) -> type:
    from numpy.linalg import _linalg

    table = {"eigh": "EighResult", "eig": "EigResult", "qr": "QRResult", "slogdet": "SlogdetResult", "svd": "SVDResult"}
    name = table.get(getattr(function, "__name__", ""))
    found = getattr(_linalg, name, tuple) if name and getattr(np.linalg, function.__name__, None) is function else tuple
    return found if isinstance(found, type) else tuple
