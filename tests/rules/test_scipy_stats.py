"""Rules of scipy.stats, scipy.signal and scipy.integrate, against finite differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

stats = pytest.importorskip("scipy.stats")
from scipy import integrate, signal  # noqa: E402

from s2s.rules import registry, scipy_rules  # noqa: E402, F401
from s2s.testing import Sample, check_rule  # noqa: E402
from tests.rules.samples import Draw, complex_normal, layouts, normal, single, uniform  # noqa: E402

R, C = normal(19), complex_normal(20)
POSITIVE, SHARE = uniform(0.5, 3.0, 21), uniform(0.1, 0.9, 22)
SHAPES: list[tuple[int, ...]] = [(), (1,), (3,), (2, 3), (0,)]


def located(draw: Draw, *shapes: Draw) -> list[Sample]:
    """x, shape parameters, location and scale: defaults, numbers, broadcasting arrays, keywords."""
    found = []
    for size in SHAPES:
        x, rest = draw(size), [shape(()) for shape in shapes]
        found += [Sample((x, *rest)), Sample((x, *rest), {"scale": 2.0}), Sample((x, *rest), {"loc": -0.3})]
        found += [Sample((x, *(shape(size) for shape in shapes), -0.25 * np.ones(size), POSITIVE(()) + 1))]
    rest = [shape((3,)) for shape in shapes]
    found += [
        Sample((draw((2, 3)), *rest, np.full((2, 1), -0.2), POSITIVE((3,)) + 1)),
        Sample((float(draw(())), *rest)),
    ]
    return found + [Sample((x, *rest)) for x in layouts(draw((2, 3)))] + [Sample((single(draw((3,))), *rest))]


def only(draw: Draw, *orders: int) -> list[Sample]:
    """As ``located``, with shape parameters that are integers: they have no derivative in a distribution function."""
    return located(draw, *((lambda size, k=k: np.full(size, k)[()]) for k in orders))


def counts(kind: Any = int) -> list[Sample]:
    found = [Sample((np.array([0, 1, 4]), draw)) for draw in (POSITIVE((3,)), POSITIVE(()), float(POSITIVE(())))]
    found += [Sample((k, POSITIVE(shape))) for k in (0, 1, 2, 5) for shape in ((), (3,), (2, 2), (0,))]
    return [
        *found,
        Sample((np.array([1, 2]), POSITIVE((3, 2)), 1)),
        *(Sample((2, x)) for x in layouts(POSITIVE((2, 3)))),
    ]


def simplex() -> list[Sample]:
    """Points of the simplex without their last coordinate: the full point cannot be moved freely."""
    found = []
    for k in (2, 3, 4):
        for _ in range(4):
            x = np.random.default_rng(k).dirichlet(np.ones(k))[:-1]
            found += [Sample((x, POSITIVE((k,)) + 0.5)), Sample((np.stack([x, x[::-1]], axis=1), POSITIVE((k,)) + 0.5))]
    return found


def gaussians() -> list[Sample]:
    found = []
    for d in (2, 3):
        cov = np.diag(POSITIVE((d,)))
        for shape in ((d,), (4, d), (2, 3, d)):
            found += [Sample((R(shape), R((d,)), float(POSITIVE(())))), Sample((R(shape), R((d,)), POSITIVE((d,))))]
            found += [Sample((R(shape), R((d,))))]
            found += [Sample((R(shape), None, cov), expected=None)] if d == 1 else []
    found += [Sample((R(()), 0.3, 1.5)), Sample((R((4,)), 0.3, 2.0)), Sample((R((4,)), None, 2.0)), Sample((R((4,)),))]
    return [*found, Sample((float(R(())), R((1,)), 2.0)), *(Sample((x, R((3,)), 2.0)) for x in layouts(R((2, 3))))]


def convolutions(axes: bool) -> list[Sample]:
    shapes = [
        ((5,), (3,)),
        ((3,), (5,)),
        ((4,), (4,)),
        ((4, 5), (2, 3)),
        ((3, 3), (3, 3)),
        ((4, 3, 2), (2, 2, 2)),
        ((1,), (1,)),
    ]
    found = [
        Sample((draw(a), draw(b)), {"mode": m}) for a, b in shapes for m in ("full", "same", "valid") for draw in (R, C)
    ]
    found += [
        Sample((R((5,)), C((2,)))),
        Sample((single(R((5,))), single(R((3,))))),
        *(Sample((x, R((2, 2)))) for x in layouts(R((2, 3)))),
    ]
    if axes:
        found += [Sample((R((3, 5)), R((3, 2)), m, -1)) for m in ("full", "same", "valid")]
        found += [Sample((R((5, 3)), R((2, 1))), {"axes": 0}), Sample((R((1, 5)), C((3, 2))), {"axes": [1]})]
    return found if axes else [*found, *(Sample((R((5,)), R((3,)), "same", how)) for how in ("direct", "fft"))]


def trapezoids() -> list[Sample]:
    found = [Sample((draw((4,)),), {"dx": dx}) for draw in (R, C) for dx in (1.0, 0.5, 2)]
    found += [
        Sample((R((3, 4)), np.sort(R((4,))))),
        Sample((R((4, 3)), np.sort(R((4,)))), {"axis": 0}),
        Sample((R((3, 4)), R((3, 4)))),
    ]
    found += [Sample((R((3, 4)),), {"axis": axis}) for axis in (0, 1, -1)] + [Sample((C((4,)), R((4,))))]
    return found + [Sample((x,)) for x in layouts(R((2, 4)))] + [Sample((single(R((4,))),))] * 2


CASES: dict[str, tuple[Any, list[Sample]]] = {
    **{
        f"norm.{name}": (getattr(stats.norm, name), located(R))
        for name in ("pdf", "logpdf", "cdf", "logcdf", "sf", "logsf")
    },
    "norm.ppf": (stats.norm.ppf, located(SHARE)),
    **{f"t.{name}": (getattr(stats.t, name), located(R, POSITIVE)) for name in ("pdf", "logpdf")},
    **{f"t.{name}": (getattr(stats.t, name), only(R, 3)) for name in ("cdf", "logcdf")},
    **{f"gamma.{name}": (getattr(stats.gamma, name), located(POSITIVE, POSITIVE)) for name in ("pdf", "logpdf")},
    **{f"gamma.{name}": (getattr(stats.gamma, name), only(POSITIVE, 2)) for name in ("cdf", "logcdf")},
    **{
        f"beta.{name}": (getattr(stats.beta, name), located(uniform(0.1, 0.65), POSITIVE, POSITIVE))
        for name in ("pdf", "logpdf")
    },
    **{f"beta.{name}": (getattr(stats.beta, name), only(SHARE, 2, 3)) for name in ("cdf", "logcdf")},
    **{f"chi2.{name}": (getattr(stats.chi2, name), located(POSITIVE, POSITIVE)) for name in ("pdf", "logpdf")},
    **{f"chi2.{name}": (getattr(stats.chi2, name), only(POSITIVE, 3)) for name in ("cdf", "logcdf")},
    **{
        f"{d}.{name}": (getattr(getattr(stats, d), name), located(POSITIVE))
        for d in ("expon", "laplace", "logistic", "cauchy")
        for name in ("pdf", "logpdf")
    },
    **{f"uniform.{name}": (getattr(stats.uniform, name), located(SHARE)) for name in ("pdf", "logpdf")},
    **{f"poisson.{name}": (getattr(stats.poisson, name), counts()) for name in ("pmf", "logpmf", "cdf")},
    **{f"dirichlet.{name}": (getattr(stats.dirichlet, name), simplex()) for name in ("pdf", "logpdf")},
    **{
        f"multivariate_normal.{name}": (getattr(stats.multivariate_normal, name), gaussians())
        for name in ("pdf", "logpdf")
    },
    "signal.convolve": (signal.convolve, convolutions(axes=False)),
    "signal.fftconvolve": (signal.fftconvolve, convolutions(axes=True)),
    "integrate.trapezoid": (integrate.trapezoid, trapezoids()),
    "multivariate_normal.entropy": (
        stats.multivariate_normal.entropy,
        [Sample((None, float(POSITIVE(())))) for _ in range(10)] + [Sample((R((3,)), POSITIVE((3,))))] * 10,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_rule(name: str) -> None:
    function, samples = CASES[name]
    assert len(samples) >= 20
    check_rule(function, samples)


@pytest.mark.parametrize("function", [stats.multivariate_normal.logpdf, stats.multivariate_normal.pdf])
def test_the_gradient_in_a_covariance_matrix_is_symmetrised(function: Any) -> None:
    root, step = R((3, 3)), 1e-5
    cov, x, mean = root @ root.T + np.eye(3), R((2, 3)), R((3,))
    _, pull, push = registry.run(function, x, mean, cov)
    y_bar, direction = R((2,)), R((3, 3))
    direction = direction + direction.T
    cov_bar = pull(y_bar)[2]
    change = (function(x, mean, cov + step * direction) - function(x, mean, cov - step * direction)) / (2 * step)
    assert np.allclose(cov_bar, cov_bar.T)
    assert np.isclose(np.sum(cov_bar * direction), y_bar @ change, rtol=1e-6)
    assert np.allclose(push(np.zeros((2, 3)), np.zeros(3), direction), change, rtol=1e-6)


def test_dirichlet_with_the_full_point() -> None:
    x, alpha = np.array([0.2, 0.3, 0.5]), np.array([2.0, 3.0, 1.5])
    x_bar, _ = registry.run(stats.dirichlet.logpdf, x, alpha)[1](1.0)
    assert np.allclose(x_bar, (alpha - 1) / x)


def test_a_parameter_without_a_known_derivative_has_a_gradient_of_nan() -> None:
    _, pull, _ = registry.run(stats.gamma.cdf, 1.0, 2.5)
    assert np.isnan(pull(1.0)[1]) and pull(0.0)[1] == 0.0
