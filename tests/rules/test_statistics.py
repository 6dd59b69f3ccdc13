"""Rules of order statistics, covariances and correlations."""

from typing import Any

import numpy as np
import pytest

import s2s.rules.statistics  # noqa: F401
from s2s.errors import UnsupportedError
from s2s.rules import registry
from s2s.testing import Sample, check_rule
from tests.rules.samples import axes, complex_normal, layouts, normal, single, spread, strided

N, C, S = normal(), complex_normal(), spread()
METHODS = (
    "inverted_cdf",
    "averaged_inverted_cdf",
    "closest_observation",
    "interpolated_inverted_cdf",
    "hazen",
    "weibull",
    "linear",
    "median_unbiased",
    "normal_unbiased",
    "lower",
    "higher",
    "midpoint",
    "nearest",
)


def gaps() -> Any:
    x = S((3, 5))
    x[0, 1] = x[2, 3] = x[2, 0] = np.nan
    return x


def medians() -> list[Sample]:
    found = [Sample((S((3, 4)), a), {"keepdims": k}) for a in axes(2) if a != () for k in (False, True)]
    found += [Sample((x,), {"axis": a}) for x in layouts(S((2, 3))) for a in (None, 1)]
    found += [Sample((S((n,)),)) for n in (1, 2, 5, 6)] + [
        Sample((single(S((2, 3))), 1)),
        Sample((S((2, 3, 2)), (0, 2))),
    ]
    found += [Sample((np.array([1.0, 2.0, 2.0, 2.0, 5.0]),), expected=([0, 1 / 3, 1 / 3, 1 / 3, 0],))]
    return found + [Sample((np.array([1.0, 1.0, 2.0, 3.0]),), expected=([0.25, 0.25, 0.5, 0],))]


def quantiles(unit: float) -> list[Sample]:
    found = [Sample((S((3, 5)), 0.37 * unit, a), {"keepdims": k}) for a in (None, 0, -1, (0, 1)) for k in (False, True)]
    levels = (np.array([0.13, 0.52, 0.87]), np.array([[0.21, 0.45]]), np.array([0.0, 0.31, 1.0]))
    found += [Sample((S((3, 5)), unit * q, a)) for q in levels[:2] for a in (None, 1, (0, 1))]
    found += [Sample((x, 0.37 * unit, 1)) for x in layouts(S((2, 3)))]
    found += [Sample((S((4, 3)), unit * levels[0], 0), {"method": m}) for m in METHODS]
    found += [Sample((single(S((2, 5))), 0.4 * unit, 1)), Sample((S((3, 5)), 0, 1)), Sample((S((5,)), int(unit)))]
    weights = {"weights": np.arange(1.0, 6.0), "method": "inverted_cdf"}
    return found + [Sample((S((5,)), levels[0] * unit), weights)]


def weighted(unit: float) -> list[Sample]:
    return [Sample((S((3, 5)), 0.43 * unit, 1), {"weights": np.arange(1.0, 6.0), "method": "inverted_cdf"})]


def covs(weights: bool) -> list[Sample]:
    found = [Sample((x,)) for x in layouts(N((2, 5)))] + [Sample((N((5,)),)), Sample((N((5,)), N((5,))))]
    found += [Sample((N((5, 2)),), {"rowvar": False}), Sample((N((2, 5)), N((3, 5)))), Sample((C((2, 5)),))]
    found += [Sample((N((5, 2)), N((5, 3)), False)), Sample((N((5, 2)), N((5,)), False)), Sample((C((2, 5)), N((5,))))]
    found += [Sample((single(N((2, 5))),)), Sample((single(N((2, 5))),), {"dtype": np.float64})]
    found += [Sample((N((3, 4)),)), Sample((N((1, 6)),)), Sample((C((4,)), C((4,)))), Sample((N((3, 4)), N((4,))))]
    if weights:
        f, a = np.array([1, 2, 1, 3, 1]), np.array([0.5, 1.0, 2.0, 0.3, 1.5])
        keywords: list[dict[str, Any]] = [{"bias": True}, {"ddof": 0}, {"ddof": 2}, {"fweights": f}, {"aweights": a}]
        keywords += [
            {"fweights": f, "aweights": a},
            {"fweights": f, "aweights": a, "ddof": 0},
            {"aweights": a, "bias": True},
        ]
        found += [Sample((N((2, 5)),), k) for k in keywords]
    return found + [Sample((N((2, 3)) + 5.0,)) for _ in range(3)]


def histograms() -> list[Sample]:
    a, w = N((40,)), 1.0 + N((40,)) ** 2
    ways: list[dict[str, Any]] = [{}, {"bins": 1}, {"bins": [-1.0, -0.2, 0.7, 2.0]}, {"range": (-1.0, 1.5)}]
    ways += [{"bins": np.linspace(-1, 1, 6), "weights": w}, {"weights": w}, {"weights": w, "range": (-0.5, 2.0)}]
    found = [Sample((a,), {**k, "density": d}) for k in ways for d in (None, True)]
    found += [Sample((a,), {"bins": "sqrt"}), Sample((a.reshape(5, 8),), {"weights": w.reshape(5, 8), "density": True})]
    found += [Sample((single(a),), {"weights": single(w), "density": d}) for d in (False, True)]
    found += [Sample((a,), {"weights": C((40,)), "bins": 3}), Sample((np.zeros(0),), {"bins": 3})]
    found += [Sample((x, 3, None, None, strided(w[:6]))) for x in (a[:6], np.arange(6))]
    tied = np.array([0.0, 0.0, 0.3, 1.0])
    return found + [Sample((tied, 2, None, None, np.arange(1.0, 5.0)), expected=([0.75, 0.75, 0, 1.5], [1.0] * 4))]


def bin_edges() -> list[Sample]:
    found = [Sample((x,), {"bins": b}) for x in layouts(N((2, 9))) for b in (1, 5, "sqrt", [0.0, 1.0])]
    return found + [Sample((single(N((9,))), 3)), Sample((N((9,)), 3, (0.0, 1.0)))]


CASES: dict[Any, list[Sample]] = {
    np.median: medians(),
    np.nanmedian: medians() + [Sample((gaps(), a)) for a in (None, 0, 1, (0, 1))],
    np.quantile: quantiles(1.0) + weighted(1.0),
    np.percentile: quantiles(100.0) + weighted(100.0),
    np.nanquantile: quantiles(1.0)
    + [Sample((gaps(), q, a)) for q in (0.37, np.array([0.2, 0.7])) for a in (None, 0, 1)],
    np.nanpercentile: quantiles(100.0) + [Sample((gaps(), 41.0, a)) for a in (None, 0, 1)],
    np.cov: covs(True),
    np.corrcoef: covs(False),
    np.histogram: histograms(),
    np.histogram_bin_edges: bin_edges(),
}


@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__name__)
def test_rule(function: Any) -> None:
    assert len(CASES[function]) >= 20
    check_rule(function, CASES[function])


@pytest.mark.parametrize("function", [np.median, np.nanmedian])
def test_overwriting_is_refused(function: Any) -> None:
    with pytest.raises(UnsupportedError, match="overwrite_input"):
        registry.run(function, np.ones(3), overwrite_input=True)
