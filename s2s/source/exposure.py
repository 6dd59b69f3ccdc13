"""Calls that no derivative passes through: what they may do to the objects and arrays that they are given."""

from __future__ import annotations

from typing import Any

import numpy as np

from s2s.analysis import kinds as K
from s2s.analysis.home import home_of
from s2s.ir.core import Apply, Expr, Ref
from s2s.source.attributes import Attributes
from s2s.source.values import Dyn, Iterator, Obj, Seq, Value

HARMLESS = frozenset({"builtins", "math", "cmath", "itertools", "statistics", "json", "copy", "s2s"})
WRITERS = frozenset("setitem delitem iadd isub imul ior iand iconcat".split())


class Exposure(Attributes):
    """Lowering of calls of functions that are not followed."""

    def passive_call(self, function: Expr, args: list[Value], kwargs: list[tuple[str, Value]], node: Any) -> Value:
        """A call that no derivative passes through; it may change the arrays and lists that it is given."""
        given = [*args, *(v for _, v in kwargs)]
        if not (isinstance(function, Ref) and harmless(function.value)):
            self.expose(given, node)
        expr = Apply("call", (function, *(self.expr(a) for a in args)), tuple((k, self.expr(v)) for k, v in kwargs))
        made = self.let("value", expr, K.OTHER, effect=True)
        self.give_opaque(getattr(function.value, "__name__", "") if isinstance(function, Ref) else "", given)
        self.clobber(given, node)
        return made

    def expose(self, values: list[Value], node: Any) -> None:
        """Objects whose structure is followed get a life in the running program before it may change them."""
        for value in values:
            if isinstance(value, Seq):
                self.expose(list(value.items), node)
            if not isinstance(value, Obj) or self.content(value).cls is Iterator:
                continue
            content = self.content(value)
            if content.shape == "dynamic":
                continue
            self.expose(list(content.values()), node)
            if content.shape != "list" or content.joined or content.origin is not None:
                article = "an" if content.shape == "instance" else "a"
                self.fail(
                    f"{article} {content.shape} is given to a function that is not followed and may change it",
                    node,
                    "give it a copy in another form, or the entries that it needs",
                )
            self.make_dynamic(value.oid)

    def clobber(self, values: list[Value], node: Any) -> None:
        """An unknown function may have written into these arrays and lists."""
        for value in values:
            value = self.deref(value)
            if isinstance(value, Seq):
                self.clobber(list(value.items), node)
            if isinstance(value, Dyn) and value.place is not None and not value.kind.active:
                store = self.state.storages[value.place.storage]
                if not store.external and value.kind.cat in ("arr", "numeric", "list"):
                    self.write(value, "clobber", None, None, None, None, node, False)


def harmless(function: Any) -> bool:
    """True for functions that change none of their arguments, and keep none."""
    if isinstance(function, np.ufunc) or function in (tuple, list, dict, set, frozenset):
        return True
    module = home_of(function)
    if isinstance(function, type):
        return module == "builtins" or module.split(".")[0] == "numpy"
    if hasattr(function, "__objclass__") or module.split(".")[0] not in (*HARMLESS, "numpy", "_operator"):
        return False
    return getattr(function, "__name__", "") not in WRITERS and not module.startswith("numpy.random")
