"""Rules of scipy.linalg, against finite differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

scipy = pytest.importorskip("scipy")
linalg = pytest.importorskip("scipy.linalg")

from s2s import differentiate  # noqa: E402
from s2s.errors import UnsupportedError  # noqa: E402
from s2s.rules import registry, scipy_decompositions, scipy_linalg  # noqa: E402, F401
from s2s.runtime import symmetric_part  # noqa: E402
from s2s.source.calls import INSTEAD  # noqa: E402
from s2s.testing import Sample, check_rule  # noqa: E402
from tests.rules.samples import complex_normal, layouts, normal, single  # noqa: E402

R, C = normal(17), complex_normal(18)


def regular(draw: Any, *shape: int) -> Any:
    """Well-conditioned square matrices."""
    return draw(shape) + 3 * np.eye(shape[-1])


def positive(draw: Any, n: int) -> Any:
    return symmetric_part(draw((n, n))) + 5 * np.eye(n)


def squares() -> list[Any]:
    found = [regular(draw, n, n) for n in (1, 2, 3, 4) for draw in (R, C, R, C)]
    return [*found, *layouts(regular(R, 3, 3)), single(regular(R, 3, 3))]


def solves() -> list[Sample]:
    found = [Sample((regular(draw, 3, 3), draw(shape))) for draw in (R, C) for shape in ((3,), (3, 1), (3, 2))]
    found += [Sample((regular(R, 3, 3), R((3, 2))), {"transposed": True})]
    found += [Sample((x, y)) for x, y in zip(layouts(regular(R, 3, 3)), layouts(R((3, 2))), strict=True)]
    found += [
        Sample((regular(R, 3, 3), R((3,))), {"assume_a": "gen"}),
        Sample((single(regular(R, 3, 3)), single(R((3,))))),
    ]
    found += [
        Sample((regular(R, 1, 1), R((1,)))),
        Sample((regular(R, 3, 3), C((3,)))),
        Sample((regular(C, 3, 3), R((3,)))),
    ]
    return [*found, Sample((np.eye(2), R((2,)))), *(Sample((regular(R, n, n), R((n, 2)))) for n in (1, 2, 3, 4))]


def triangular() -> list[Sample]:
    keys = [
        {"trans": t, "lower": low, "unit_diagonal": unit}
        for t in (0, "T", 2, "N", 1, "C")
        for low in (False, True)
        for unit in (False, True)
    ]
    found = [Sample((regular(draw, 3, 3), draw((3,))), key) for key in keys for draw in (R, C)]
    found += [Sample((x, R((3, 2)))) for x in layouts(regular(R, 3, 3))]
    return [*found, Sample((single(regular(R, 2, 2)), single(R((2,))))), Sample((regular(R, 3, 3), C((3, 2)), 1, True))]


def bands() -> list[Sample]:
    found = []
    for low, up in ((1, 1), (2, 1), (0, 1), (1, 0), (0, 0), (1, 2)):
        for draw in (R, C):
            ab = draw((low + up + 1, 5)) / 4
            ab[up] += 3
            found += [Sample(((low, up), ab, draw((5,)))), Sample(((low, up), ab, draw((5, 2))))]
    return found


def roots(*sizes: int) -> list[Sample]:
    """Matrices with eigenvalues in the right half plane."""
    count = 20 // len(sizes) // 2
    return [Sample((regular(draw, n, n) + 2 * np.eye(n),)) for n in sizes for draw in (R, C) for _ in range(count)]


def pivoted() -> list[Sample]:
    """Factors with their pivots, for every form of the system."""
    found = []
    for draw in (R, C):
        for trans in (0, 1, 2):
            factors = linalg.lu_factor(draw((3, 3)))
            found += [Sample((factors, draw((3,))), {"trans": trans}), Sample((factors, draw((3, 2)), trans))]
    return [*found, *found[:8]]


def rectangles() -> list[Any]:
    shapes = ((3, 2), (2, 3), (3, 3), (1, 3), (3, 1), (4, 2))
    found = [draw(shape) for shape in shapes for draw in (R, C)]
    return [*found, *layouts(R((3, 2))), single(R((2, 3))), R((1, 1)), R((5, 2))]


def norms() -> list[Sample]:
    found = [Sample((draw((2, 3)), order)) for order in (None, "fro", "nuc", 2, -2, 1, np.inf) for draw in (R, C)]
    found += [Sample((R((4,)), order)) for order in (None, 1, 2, 3, np.inf)]
    return [*found, Sample((R((2, 3)), None, 0, True)), Sample((np.zeros(3),), expected=(np.zeros(3),))]


def blocks() -> list[Sample]:
    shapes: list[list[tuple[int, ...]]] = [
        [(2, 3)],
        [(2, 2), (1, 3)],
        [(2,), (3, 1)],
        [(), (2, 2)],
        [(1, 1), (2, 3), (3, 2)],
    ]
    found = [Sample(tuple(draw(s) for s in row)) for row in shapes for draw in (R, C, R)]
    return [*found, Sample((R((2, 2)), C((2, 1)))), *(Sample((x, R((2, 2)))) for x in layouts(R((2, 3))))]


def toeplitz() -> list[Sample]:
    found = [Sample((draw((n,)),)) for n in (1, 2, 3, 4, 5) for draw in (R, C)]
    found += [Sample((draw((n,)), draw((m,)))) for n, m in ((1, 1), (2, 3), (3, 2), (4, 4), (1, 3)) for draw in (R, C)]
    return [*found, Sample((R((3,)), C((2,)))), Sample((single(R((3,))),))]


def factored() -> list[Sample]:
    found = [
        Sample(((regular(draw, 3, 3), low), draw(s)))
        for draw in (R, C)
        for low in (False, True)
        for s in ((3,), (3, 2))
    ]
    return found * 2 + [
        Sample(((regular(R, 2, 2), True), C((2,)))),
        *(Sample(((x, False), R((3,)))) for x in layouts(regular(R, 3, 3))),
    ]


CASES: dict[Any, list[Sample]] = {
    linalg.inv: [Sample((a,)) for a in squares()],
    linalg.det: [Sample((a,)) for a in squares()] + [Sample((np.zeros((2, 2)),)), Sample((np.ones((3, 3)),))],
    linalg.solve: solves(),
    linalg.solve_triangular: triangular(),
    linalg.cho_solve: factored(),
    linalg.expm: [Sample((a - 3 * np.eye(len(a)),)) for a in squares()]
    + [Sample((R((2, 2, 2)),)), Sample((np.zeros((2, 2)),))],
    linalg.sqrtm: roots(1, 2, 3, 4, 2),
    linalg.solve_sylvester: [
        Sample((regular(draw, n, n), regular(draw, m, m), draw((n, m))))
        for n, m in ((1, 1), (2, 3), (3, 2), (3, 3), (2, 2))
        for draw in (R, C, R, C)
    ],
    linalg.solve_banded: bands(),
    linalg.lu_factor: [Sample((a,)) for a in [*squares(), R((3, 3)), C((4, 4))]],
    linalg.lu_solve: pivoted(),
    linalg.lu: [Sample((a,), {"p_indices": i}) for a in [*rectangles(), regular(C, 3, 3)] for i in (False, True)],
    linalg.polar: [Sample((a,), {"side": side}) for a in [*rectangles(), R((3, 3))] for side in ("left", "right")],
    linalg.svdvals: [Sample((a,)) for a in rectangles()],
    linalg.svd: [Sample((a,), {"full_matrices": False}) for a in rectangles()],
    linalg.pinv: [Sample((a,)) for a in rectangles()],
    linalg.norm: norms(),
    linalg.block_diag: blocks(),
    linalg.toeplitz: toeplitz(),
}


if hasattr(scipy, "differentiate"):  # SciPy 1.15: logm takes read-only arrays, solve knows more structures
    STRUCTURES = ("upper triangular", "lower triangular", "diagonal", "tridiagonal")
    CASES[linalg.logm] = roots(1, 1, 1, 1, 2)
    CASES[linalg.solve] += [Sample((regular(R, 3, 3), R((3, 2))), {"assume_a": form}) for form in STRUCTURES]


@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__name__)
def test_rule(function: Any) -> None:
    assert len(CASES[function]) >= 20
    check_rule(function, CASES[function], rtol=1e-5 if function is linalg.logm else 1e-6)


@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("function", [linalg.cholesky, linalg.cho_factor])
def test_cholesky(function: Any, lower: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """SciPy reads one triangle: checked as the used triangle of the factor of the symmetric part."""

    def call(a: Any) -> Any:
        c = function(symmetric_part(a), lower=lower)
        return (
            c
            if function is linalg.cholesky
            else np.where(np.tri(len(a), dtype=bool) == lower, c[0], 0) + np.diag(np.diag(c[0])) * (not lower)
        )

    def source(a: Any) -> Any:
        z, pull, push = registry.run(function, symmetric_part(a), lower=lower)
        keep = np.tril if lower else np.triu
        if function is linalg.cholesky:
            return z, pull, lambda a_dot: push(a_dot)
        return keep(z[0]), lambda z_bar: pull(keep(z_bar), None), lambda a_dot: keep(push(a_dot)[0])

    monkeypatch.setitem(registry.RULES, call, registry.Rule("composed", source, ("a",)))
    check_rule(call, [Sample((positive(draw, n),)) for n in (1, 2, 3, 4) for draw in (R, C, R, C, R)])


@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("function", [linalg.eigh, linalg.eigvalsh])
def test_hermitian_eigenvalues(function: Any, lower: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def call(a: Any) -> Any:
        return function(symmetric_part(a), lower=lower, driver="evd")  # the default driver changes signs at random

    def source(a: Any) -> Any:
        z, pull, push = registry.run(function, symmetric_part(a), lower=lower, driver="evd")
        return z, pull, lambda a_dot: push(a_dot)

    monkeypatch.setitem(registry.RULES, call, registry.Rule("composed", source, ("a",)))
    check_rule(call, [Sample((a,)) for a in squares() if a.dtype != np.float32])  # there the signs differ


@pytest.mark.parametrize("structure", ["sym", "pos", "her", "gen"])
def test_structured_solve(structure: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def call(a: Any, b: Any) -> Any:
        return linalg.solve(symmetric_part(a), b, assume_a=structure)

    def source(a: Any, b: Any) -> Any:
        x, pull, push = registry.run(linalg.solve, symmetric_part(a), b, assume_a=structure)

        def pullback(x_bar: Any) -> Any:
            a_bar, b_bar = pull(x_bar)
            return symmetric_part(a_bar), b_bar

        return x, pullback, lambda a_dot, b_dot: push(symmetric_part(a_dot), b_dot)

    monkeypatch.setitem(registry.RULES, call, registry.Rule("composed", source, ("a", "b")))
    check_rule(call, [Sample((positive(R, n), R((n, m)))) for n in (1, 2, 3) for m in (1, 2)])


@pytest.mark.parametrize("lower", [False, True])
def test_a_symmetric_solve_reads_one_triangle(lower: bool) -> None:
    a, b, x_bar = positive(R, 3), R((3,)), R((3,))
    half = np.tril(a) if lower else np.triu(a)
    for structure in ("sym", "pos", "her"):
        want = registry.run(linalg.solve, a, b, assume_a="gen")[1](x_bar)
        got = registry.run(linalg.solve, half, b, lower=lower, assume_a=structure)[1](x_bar)
        assert np.allclose(got[0], symmetric_part(want[0])) and np.allclose(got[1], want[1])


def test_overwriting_an_argument_is_refused() -> None:
    for function in (linalg.inv, linalg.det, linalg.cholesky, linalg.cho_factor):
        with pytest.raises(UnsupportedError, match="overwrite_a"):
            registry.run(function, np.eye(2), overwrite_a=True)


@pytest.mark.parametrize("name", sorted(INSTEAD))
def test_what_has_no_rule_says_what_to_write_instead(name: str) -> None:
    function = getattr(linalg, name.removeprefix("scipy.linalg."))
    assert registry.lookup(function) is None
    with pytest.raises(UnsupportedError, match=f"{name} has no derivative rule") as caught:
        differentiate(lambda a: function(a)).forward(np.eye(2))
    assert caught.value.hint == INSTEAD[name]
