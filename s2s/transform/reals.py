"""Which tangents and cotangents of complex values are real numbers: nothing complex can be written into them."""

from __future__ import annotations

from s2s import runtime
from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Assign, Code, Const, Expr, Kind, Ref, Var
from s2s.ir.walk import variables
from s2s.transform.context import Context


class Reals:
    """What is known of the numbers that derivative code computes."""

    ctx: Context
    code: list[Code]

    def __init__(self, kinds: dict[Var, Kind]) -> None:
        self.kinds = kinds
        self.reals: set[Var] = set()  # tangents and cotangents of complex values that are real

    def make_room(self, whole: Var, buffer: Var, g: Expr, name: str) -> Expr:
        """``g``, which is put into a part of ``buffer`` next: this is made complex if need be and nobody knows now."""
        if self.kinds[whole].dtype is not None or self.kinds[whole].cat == "list" or not self._may_be_complex(g):
            return g
        if not isinstance(g, Var | Const):
            part = self.ctx.fresh(name)
            self.kinds[part] = self.kinds[buffer]
            self.code.append(Assign(part, g))
            g = part
        self.code.append(Assign(buffer, Apply("call", (self.ctx.names.ref(runtime.widened), buffer, g))))
        return g

    def _is_real(self, g: Expr) -> bool:
        """True for the tangent or cotangent of something complex that is made of real numbers alone."""
        return not self._may_be_complex(g) and any(map(self._holds_floats, variables(g)))

    def _holds_floats(self, var: Var) -> bool:
        kind = self.kinds.get(var, K.OTHER)
        return kind.cat in ("num", "arr", "numeric") and (kind.dtype or "O")[0] in "fc"

    def _may_be_complex(self, g: Expr) -> bool:
        if isinstance(g, Var):
            kind = self.kinds.get(g) if g not in self.reals else None
            return kind is not None and K.maybe_complex(kind) and kind.cat in ("num", "arr", "numeric")
        if isinstance(g, Const):
            return isinstance(g.value, complex)
        if isinstance(g, Apply):
            if g.op == "call" and g.args[0] in (
                Ref("np.real"),
                Ref("np.imag"),
                Ref("np.abs"),
                Ref("np.absolute"),
                Ref("np.shape"),
            ):
                return False
            if g.op == "getitem":
                return self._may_be_complex(g.args[0])
            return any(map(self._may_be_complex, g.args)) or any(self._may_be_complex(v) for _, v in g.kwargs)
        return False
