"""Which tangents and cotangents of complex values are real numbers: nothing complex can be written into them."""

from __future__ import annotations

from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Const, Expr, Kind, Ref, Var
from s2s.ir.walk import variables


class Reals:
    """What is known of the numbers that derivative code computes."""

    def __init__(self, kinds: dict[Var, Kind]) -> None:
        self.kinds = kinds
        self.reals: set[Var] = set()  # tangents and cotangents of complex values that are real

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
