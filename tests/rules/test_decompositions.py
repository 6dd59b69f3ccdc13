"""Rules of the matrix decompositions, against finite differences.

The functions of Hermitian matrices read one triangle: they are checked through the symmetric part of their argument.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from s2s.rules import decompositions, linalg, registry  # noqa: F401
from s2s.runtime import hermitian, symmetric_part
from s2s.testing import Sample, check_rule
from tests.rules.samples import complex_normal, layouts, normal, single

R, C = normal(7), complex_normal(8)
Shape = tuple[int, ...]


def check_with(monkeypatch: pytest.MonkeyPatch, call: Callable[..., Any], source: Any, samples: list[Sample]) -> None:
    """check_rule for a function that exists in this test only."""
    monkeypatch.setitem(registry.RULES, call, registry.Rule("composed", source, ("a",)))
    check_rule(call, samples)


def symmetrised(function: Any) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """The function of the symmetric part, and its rule: the pullback of the function is symmetrised already."""

    def call(a: Any, *args: Any, **kwargs: Any) -> Any:
        return function(symmetric_part(a), *args, **kwargs)

    def source(a: Any, *args: Any, **kwargs: Any) -> Any:
        z, pull, push = registry.run(function, symmetric_part(a), *args, **kwargs)
        return z, pull, lambda a_dot: push(a_dot)

    return call, source


def squares(shift: float = 0.0) -> list[Any]:
    """Square matrices and stacks of them; ``shift`` moves the diagonal."""
    shapes: list[Shape] = [(1, 1), (2, 2), (3, 3), (4, 4), (2, 3, 3), (2, 1, 2, 2), (0, 2, 2)]
    found = [draw(shape) + shift * np.eye(shape[-1]) for shape in shapes for draw in (R, C)]
    extra = R((3, 3)) + shift * np.eye(3)
    return [*found, *layouts(extra), single(extra), single(C((2, 2)) + shift * np.eye(2))]


def rectangles() -> list[Any]:
    shapes: list[Shape] = [
        (3, 2),
        (2, 3),
        (4, 4),
        (1, 3),
        (3, 1),
        (2, 3, 2),
        (2, 2, 3),
        (2, 1, 3, 3),
        (1, 1),
        (7, 3),
        (3, 7),
    ]
    found = [draw(shape) for shape in shapes for draw in (R, C)]
    return [*found, *layouts(R((3, 2))), single(R((3, 2))), single(C((2, 2)))]


@pytest.mark.parametrize("upper", [False, True])
def test_cholesky(upper: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    samples = [Sample((a,), {"upper": upper}) for a in squares(6.0)]
    check_with(monkeypatch, *symmetrised(np.linalg.cholesky), samples)


@pytest.mark.parametrize("uplo", ["L", "U"])
@pytest.mark.parametrize("function", [np.linalg.eigh, np.linalg.eigvalsh])
def test_hermitian_eigenvalues(function: Any, uplo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check_with(monkeypatch, *symmetrised(function), [Sample((a, uplo)) for a in squares()])


@pytest.mark.parametrize("compute_uv", [False, True])
def test_svd_of_hermitian_matrices(compute_uv: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    keywords = {"compute_uv": compute_uv, "hermitian": True}
    samples = [Sample((a,), keywords) for a in squares()]
    check_with(monkeypatch, *symmetrised(np.linalg.svd), samples)


def test_pinv_of_hermitian_matrices(monkeypatch: pytest.MonkeyPatch) -> None:
    check_with(monkeypatch, *symmetrised(np.linalg.pinv), [Sample((a,), {"hermitian": True}) for a in squares(4.0)])


@pytest.mark.parametrize("function", [np.linalg.eig, np.linalg.eigvals])
def test_eigenvalues(function: Any) -> None:
    check_rule(function, [Sample((a,)) for a in squares()])


def test_svdvals() -> None:
    check_rule(np.linalg.svdvals, [Sample((a,)) for a in rectangles()])


@pytest.fixture
def decided(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the check without special cases, where a keyword decides the number of outputs."""
    monkeypatch.setattr("s2s.testing.rules.undecided", lambda rule: None)


@pytest.mark.usefixtures("decided")
@pytest.mark.parametrize("keywords", [{"full_matrices": False}, {"compute_uv": False}])
def test_svd(keywords: dict[str, bool]) -> None:
    check_rule(np.linalg.svd, [Sample((a,), keywords) for a in rectangles()])


def test_full_svd_of_square_matrices() -> None:
    check_rule(np.linalg.svd, [Sample((a,)) for a in squares()])


@pytest.mark.usefixtures("decided")
@pytest.mark.parametrize("mode", ["reduced", "r"])
def test_qr(mode: str) -> None:
    check_rule(np.linalg.qr, [Sample((a, mode)) for a in rectangles()])


@pytest.mark.usefixtures("decided")
def test_complete_qr_of_wide_matrices() -> None:
    check_rule(np.linalg.qr, [Sample((a, "complete")) for a in rectangles() if a.shape[-1] >= a.shape[-2]] * 2)


# ---- functions that do not depend on the choice of vectors


def complement_of_svd(a: Any) -> Any:
    """The projector on the left null space, from the full singular vectors."""
    u = np.linalg.svd(a)[0][..., a.shape[-1] :]
    return u @ hermitian(u)


def complement_of_svd_rule(a: Any) -> Any:
    (u, _, _), pull, push = registry.run(np.linalg.svd, a)
    k = a.shape[-1]

    def pullback(z_bar: Any) -> Any:
        u_bar = np.zeros_like(u)
        u_bar[..., k:] = (z_bar + hermitian(z_bar)) @ u[..., k:]
        return pull(u_bar, None, None)

    def pushforward(a_dot: Any) -> Any:
        half = push(a_dot)[0][..., k:] @ hermitian(u[..., k:])
        return half + hermitian(half)

    return complement_of_svd(a), pullback, pushforward


def complement_of_qr(a: Any) -> Any:
    """The same projector from the complete QR decomposition."""
    q = np.linalg.qr(a, "complete")[0][..., a.shape[-1] :]
    return q @ hermitian(q)


def complement_of_qr_rule(a: Any) -> Any:
    (q, _), pull, push = registry.run(np.linalg.qr, a, "complete")
    k = a.shape[-1]

    def pullback(z_bar: Any) -> Any:
        q_bar = np.zeros_like(q)
        q_bar[..., k:] = (z_bar + hermitian(z_bar)) @ q[..., k:]
        return pull(q_bar, None)

    def pushforward(a_dot: Any) -> Any:
        half = push(a_dot)[0][..., k:] @ hermitian(q[..., k:])
        return half + hermitian(half)

    return complement_of_qr(a), pullback, pushforward


def polar(a: Any) -> Any:
    """The unitary factor U V^H."""
    u, _, vh = np.linalg.svd(a, full_matrices=False)
    return u @ vh


def polar_rule(a: Any) -> Any:
    (u, _, vh), pull, push = registry.run(np.linalg.svd, a, full_matrices=False)

    def pullback(z_bar: Any) -> Any:
        return pull(z_bar @ hermitian(vh), None, hermitian(u) @ z_bar)

    def pushforward(a_dot: Any) -> Any:
        u_dot, _, vh_dot = push(a_dot)
        return u_dot @ vh + u @ vh_dot

    return polar(a), pullback, pushforward


def exponential(a: Any) -> Any:
    """The matrix exponential of the symmetric part, from its eigenvectors."""
    w, v = np.linalg.eigh(symmetric_part(a))
    return (v * np.exp(w)[..., np.newaxis, :]) @ hermitian(v)


def exponential_rule(a: Any) -> Any:
    (w, v), pull, push = registry.run(np.linalg.eigh, symmetric_part(a))
    e = np.exp(w)[..., np.newaxis, :]

    def pullback(z_bar: Any) -> Any:
        w_bar = np.real(np.sum(np.conj(v) * (z_bar @ v), axis=-2)) * np.exp(w)
        return pull(w_bar, (z_bar + hermitian(z_bar)) @ v * e)

    def pushforward(a_dot: Any) -> Any:
        w_dot, v_dot = push(a_dot)
        half = (v_dot * e) @ hermitian(v)
        return half + hermitian(half) + (v * (e * w_dot[..., np.newaxis, :])) @ hermitian(v)

    return exponential(a), pullback, pushforward


def talls() -> list[Sample]:
    return [Sample((draw(shape),)) for shape in ((3, 2), (4, 2), (5, 1), (2, 4, 2), (4, 3)) for draw in (R, C, R, C)]


def test_complement_of_svd(monkeypatch: pytest.MonkeyPatch) -> None:
    check_with(monkeypatch, complement_of_svd, complement_of_svd_rule, talls())


def test_complement_of_qr(monkeypatch: pytest.MonkeyPatch) -> None:
    check_with(monkeypatch, complement_of_qr, complement_of_qr_rule, talls())


def test_polar_factor_with_equal_singular_values(monkeypatch: pytest.MonkeyPatch) -> None:
    turned = [np.linalg.qr(draw((3, 3)))[0] for draw in (R, C)]
    matrices = [
        np.eye(3),
        np.eye(2) + 0j,
        *turned,
        *(2 * q for q in turned),
        np.diag([2.0, 2.0, 1.0]),
        np.stack(turned),
    ]
    matrices += [np.eye(3)[:, :2], np.eye(3)[:2], turned[0][:, :2], turned[1][:2]]
    check_with(monkeypatch, polar, polar_rule, [Sample((a,)) for a in [*matrices, *rectangles()]])


def test_eigenvalues_may_repeat() -> None:
    for a in (np.eye(3), np.diag([1.0, 1.0, 2.0]), np.zeros((2, 2)), np.eye(2) + 0j):
        (w, v), pull, _ = registry.run(np.linalg.eigh, a)
        assert np.allclose(pull(np.ones_like(w), None), np.eye(len(a)))
        projected = v @ np.diag(w**2) @ hermitian(v)  # the vectors are used, but not the choice between them
        assert np.allclose(pull(None, projected @ v), 0)
        _, pull, _ = registry.run(np.linalg.eigvalsh, a)
        assert np.allclose(pull(np.ones_like(w)), np.eye(len(a)))
        for function in (np.linalg.svd, np.linalg.svdvals):
            _, pull, _ = registry.run(function, a, **({"compute_uv": False} if function is np.linalg.svd else {}))
            assert np.all(np.isfinite(pull(np.ones_like(w))))


def test_functions_of_a_matrix_with_distinct_eigenvalues(monkeypatch: pytest.MonkeyPatch) -> None:
    check_with(monkeypatch, exponential, exponential_rule, [Sample((a,)) for a in squares()])


@pytest.mark.parametrize(
    ("function", "a"),
    [(np.linalg.svd, R((4, 2))), (np.linalg.eigh, np.eye(2)), (np.linalg.svd, np.eye(2))],
)
def test_a_function_that_depends_on_the_choice_of_vectors_has_no_derivative(function: Any, a: Any) -> None:
    values, pull, _ = registry.run(function, a)
    with pytest.raises(np.linalg.LinAlgError, match="depends on"):
        pull(*(R(v.shape) for v in values))
