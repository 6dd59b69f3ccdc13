"""Rules of scipy.special, against finite differences."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

special = pytest.importorskip("scipy.special")

from s2s.rules import registry, scipy_bessel, scipy_special  # noqa: E402, F401
from s2s.testing import Sample, check_rule  # noqa: E402
from tests.rules.samples import Draw, binary, complex_normal, normal, single, unary, uniform  # noqa: E402

R, C = normal(11), complex_normal(12)
POSITIVE, SHARE = uniform(0.4, 3.0, 13), uniform(0.1, 0.9, 14)


def with_orders(orders: list[Any], draw: Draw) -> list[Sample]:
    """Samples whose first arguments have no derivative: integers."""
    found = []
    for order in orders:
        first = order if isinstance(order, tuple) else (order,)
        found += [Sample((*first, draw(shape))) for shape in ((), (3,), (2, 2), (0,))]
        found += [Sample((*first, float(draw(())))), Sample((*first, draw((2, 3)).T))]
    return [*found, Sample((np.arange(2, 5), *([2] * (len(first) - 1)), draw((2, 3))))]


def typed(samples: list[Sample]) -> list[Sample]:
    """Without Python numbers beside single precision: SciPy's ufuncs differ in what that makes."""

    def plain(sample: Sample) -> bool:
        number = any(isinstance(x, float) for x in sample.args)
        return number and any(getattr(x, "dtype", None) == np.float32 for x in sample.args)

    return [sample for sample in samples if not plain(sample)]


def logs() -> list[Sample]:
    found = [Sample((draw(shape),)) for draw in (R, C) for shape in ((3,), (2, 3), ())]
    for axis, keep in ((0, False), (-1, True), ((0, 1), False), (None, True)):
        found += [Sample((R((2, 3)),), {"axis": axis, "keepdims": keep})]
        found += [Sample((R((2, 3)), axis, POSITIVE((3,)), keep)), Sample((R((3,)), axis, POSITIVE((2, 3)), keep))]
    found += [Sample((R((2, 3)),), {"b": R((2, 3)), "axis": axis, "return_sign": True}) for axis in (0, 1, None)]
    found += [Sample((R((2, 3)),), {"axis": 0, "return_sign": True}), Sample((single(R((3,))),))]
    return [*found, Sample((np.array([1000.0, 1000.0]),), expected=(np.array([0.5, 0.5]), None))]


def softs() -> list[Sample]:
    found = [Sample((R((2, 3)),), {"axis": axis}) for axis in (None, 0, 1, -1, (0, 1))]
    return found + [s for s in unary(R, numbers=False) if np.size(s.args[0])]


ONE: dict[Any, tuple[Draw, Draw | None]] = {
    special.expit: (R, None),
    special.log_expit: (R, None),
    special.logit: (SHARE, None),
    special.gammaln: (POSITIVE, None),
    special.loggamma: (POSITIVE, complex_normal(15)),
    special.gamma: (POSITIVE, C),
    special.rgamma: (POSITIVE, C),
    special.digamma: (POSITIVE, None),
    special.erf: (R, C),
    special.erfc: (R, C),
    special.erfcx: (R, C),
    special.erfi: (R, C),
    special.dawsn: (R, C),
    special.erfinv: (uniform(-0.9, 0.9), None),
    special.erfcinv: (uniform(0.1, 1.9), None),
    special.ndtr: (R, None),
    special.log_ndtr: (R, None),
    special.ndtri: (SHARE, None),
    special.entr: (POSITIVE, None),
    special.expm1: (R, None),
    special.log1p: (POSITIVE, None),
    special.exp2: (R, None),
    special.cbrt: (POSITIVE, None),
    special.cosm1: (R, None),
    special.exp10: (R, None),
    special.j0: (POSITIVE, None),
    special.j1: (R, None),
    special.y0: (POSITIVE, None),
    special.y1: (POSITIVE, None),
    special.i0: (R, None),
    special.i1: (R, None),
    special.i0e: (POSITIVE, None),
    special.i1e: (POSITIVE, None),
    special.k0: (POSITIVE, None),
    special.k1: (POSITIVE, None),
    special.expi: (POSITIVE, None),
    special.exp1: (POSITIVE, None),
    special.spence: (POSITIVE, None),
    special.ellipk: (SHARE, None),
    special.ellipe: (SHARE, None),
}
TWO: dict[Any, tuple[Draw, Draw]] = {
    special.beta: (POSITIVE, POSITIVE),
    special.betaln: (POSITIVE, POSITIVE),
    special.poch: (POSITIVE, POSITIVE),
    special.xlogy: (R, POSITIVE),
    special.xlog1py: (R, POSITIVE),
    special.rel_entr: (POSITIVE, POSITIVE),
    special.kl_div: (POSITIVE, POSITIVE),
    special.boxcox: (POSITIVE, R),
    special.boxcox1p: (POSITIVE, R),
    special.huber: (uniform(0.5, 0.6), normal(16)),
    special.pseudo_huber: (POSITIVE, R),
}
CASES: dict[Any, list[Sample]] = {
    **{function: unary(draw, complex_draw=other) for function, (draw, other) in ONE.items()},
    **{function: typed(binary(first, second)) for function, (first, second) in TWO.items()},
    special.softmax: softs(),
    special.log_softmax: softs(),
    special.logsumexp: logs(),
    special.polygamma: with_orders([0, 1, 2, 3], POSITIVE),
    special.multigammaln: [
        Sample((POSITIVE(shape) + 3, d)) for shape in ((), (3,), (2, 2), (0,), (1,)) for d in (1, 2, 3, 4)
    ],
    special.gammainc: with_orders([1, 2, 3, 5], POSITIVE),
    special.gammaincc: with_orders([1, 2, 3, 5], POSITIVE),
    special.betainc: with_orders([(1, 1), (2, 3), (3, 1), (5, 2)], SHARE),
    special.zeta: with_orders([2, 3, 4, 5], POSITIVE),
    special.jv: with_orders([0, 1, 2, 3], POSITIVE),
    special.yn: with_orders([0, 1, 2, 3], POSITIVE),
    special.yv: with_orders([0, 1, 2, 3], POSITIVE),
    special.iv: with_orders([0, 1, 2, 3], POSITIVE),
    special.ive: with_orders([0, 1, 2, 3], POSITIVE),
    special.kn: with_orders([0, 1, 2, 3], POSITIVE),
    special.kv: with_orders([0, 1, 2, 3], POSITIVE),
    special.expn: with_orders([0, 1, 2, 3], POSITIVE),
    special.hyp1f1: with_orders([(1, 1), (1, 2), (2, 3), (3, 1)], SHARE),
    special.hyp2f1: with_orders([(1, 1, 1), (1, 2, 3), (2, 3, 4), (3, 1, 2)], SHARE),
}
POINTS = {
    special.rgamma: [Sample((np.array([-2.0, -1.0, 0.0]),), expected=(np.array([2.0, -1.0, 1.0]),))],
    special.i1: [Sample((0.0,), expected=(0.5,))],
    special.i1e: [Sample((0.0,), expected=(0.5,))],
    special.spence: [Sample((1.0,), expected=(-1.0,))],
    special.ellipk: [Sample((0.0,), expected=(np.pi / 8,))],
    special.ellipe: [Sample((0.0,), expected=(-np.pi / 8,))],
    special.boxcox: [Sample((2.0, 0.0), expected=(0.5, math.log(2) ** 2 / 2))],
    special.boxcox1p: [Sample((1.0, 0.0), expected=(0.5, math.log(2) ** 2 / 2))],
    special.xlogy: [Sample((0.0, 2.0), expected=(math.log(2), 0.0))],
    special.huber: [Sample((1.0, np.array([-3.0, 0.5])), expected=(2.0, np.array([-1.0, 0.5])))],
}


@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__name__)
def test_rule(function: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    if function is special.logsumexp:  # return_sign decides the number of outputs
        monkeypatch.setattr("s2s.testing.rules.undecided", lambda rule: None)
    assert len(CASES[function]) >= 20
    check_rule(function, CASES[function] + POINTS.get(function, []))


def test_an_order_has_a_gradient_of_nan_not_zero() -> None:
    _, pull, _ = registry.run(special.jv, 0.5, 1.5)
    assert np.isnan(pull(1.0)[0]) and pull(0.0)[0] == 0.0
