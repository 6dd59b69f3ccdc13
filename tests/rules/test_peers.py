"""The rules against the derivatives of HIPS autograd and of JAX, where these have the function and take the sample.

What differs is in DIFFERENCES; there, the rule is shown to be right by finite differences.  (Where a sample has
``expected`` gradients, the function has none and the libraries choose otherwise.)
"""
from __future__ import annotations

import importlib
import multiprocessing
import warnings
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from importlib.metadata import version
from importlib.util import find_spec
from itertools import islice
from typing import Any

import pytest

from s2s.rules import registry
from s2s.testing import Sample, check_rule
from tests.rules import peers
from tests.rules.peers import Peer, Skip

# Samples of each function (and one more for each hundred that it has): JAX compiles anew for each of them.
SAMPLES = {"autograd": 20, "jax": 1}
# The table of each area, and how many of its samples are compared at least: with autograd, with JAX.
AREAS = {
    "arithmetic": (180, 38),
    "building": (110, 15),
    "choice": (200, 18),
    "complexes": (95, 6),
    "einsum": (16, 2),
    "elementary": (570, 42),
    "fft": (240, 14),
    "indexing": (40, 7),
    "joining": (195, 10),
    "linalg": (100, 9),
    "polynomials": (0, 9),
    "products": (150, 18),
    "reductions": (150, 24),
    "scans": (30, 8),
    "scipy_linalg": (80, 12),
    "scipy_special": (550, 40),
    "scipy_stats": (270, 36),
    "shaping": (270, 15),
    "signal": (0, 3),
    "sorting": (15, 3),
    "statistics": (0, 8),
    "ufunc_methods": (0, 10),
}
# The releases that the tables were made with; another one may have changed.
RELEASES = {"autograd": "1.9.1", "jax": "0.10.2"}
UNSUMMED = "the gradient of an operand that broadcasts is not summed to its shape"
WHERE = "where= is ignored"
COMPLEX = "the gradient by a complex argument is wrong"
DIFFERENCES: dict[str, dict[str, str]] = {
    "autograd": {
        "numpy.angle": "convention: the gradient at 0 is NaN",
        "numpy.arccosh": "another branch of the root where the real part is negative",
        "numpy.arctan2": "convention: the gradient at the origin is NaN",
        "numpy.broadcast_to": "the gradient of a length that shrinks to 0 has the shape of the result",
        "numpy.cross": UNSUMMED,
        "numpy.diag": "the gradient of a matrix that is not square, or off its diagonal, has another shape",
        "numpy.diff": "the gradient has another shape where the differences run out",
        "numpy.einsum": UNSUMMED,
        "numpy.fft.irfft": "the factor of norm='backward' is wrong",
        "numpy.fft.irfft2": "the factor of norm='backward' is wrong",
        "numpy.fft.irfftn": "the factor of norm='backward' is wrong",
        "numpy.fft.rfft": "a length n= that cuts the argument",
        "numpy.fft.rfft2": "the factor of norm='backward' is wrong",
        "numpy.fft.rfftn": "the factor of norm='backward' is wrong",
        "numpy.full": UNSUMMED,
        "numpy.full_like": "no derivative by the value",
        "numpy.hypot": "convention: the gradient at the origin is NaN",
        "numpy.kron": "operands of more than two dimensions",
        "numpy.linalg.norm": "orders inf and nuc, keepdims=True without an axis; convention: NaN at 0",
        "numpy.linalg.pinv": COMPLEX,
        "numpy.linalg.slogdet": COMPLEX,
        "numpy.linalg.solve": UNSUMMED,
        "numpy.linspace": UNSUMMED,
        "numpy.mean": WHERE,
        "numpy.outer": "the gradient of a number has a dimension",
        "numpy.prod": "where= is ignored; NaN at a zero",
        "numpy.sign": "no derivative by a complex argument",
        "numpy.std": "where= and correction= are ignored",
        "numpy.sum": WHERE,
        "numpy.transpose": "negative axes",
        "numpy.tril": "the gradient of a vector has its own shape, not a matrix's",
        "numpy.triu": "the gradient of a vector has its own shape, not a matrix's",
        "numpy.var": "where= and correction= are ignored",
        "numpy.where": UNSUMMED,
        "scipy.linalg.solve_banded": "the gradient has another shape where b is a matrix or complex",
        "scipy.linalg.solve_triangular": "unit_diagonal= is ignored, and complex transposes are wrong",
        "scipy.linalg.sqrtm": COMPLEX,
        "scipy.stats.dirichlet.logpdf": "the point is taken with all its coordinates",
        "scipy.stats.dirichlet.pdf": "the point is taken with all its coordinates",
    },
    "jax": {
        "numpy.absolute": "convention: slope 1 at 0",
        "numpy.angle": "convention: the gradient at 0 is NaN",
        "numpy.arccosh": "another branch of the root where the real part is negative",
        "numpy.arctan2": "convention: the gradient at the origin is NaN",
        "numpy.clip": "convention: half of the gradient at the bounds",
        "numpy.fabs": "convention: slope 1 at 0",
        "numpy.fmax": "convention: a tie goes to the second operand",
        "numpy.fmin": "convention: a tie goes to the second operand",
        "numpy.hypot": "convention: another subgradient at the origin",
        "numpy.linalg.lstsq": "residuals also of systems where NumPy returns none",
        "numpy.linalg.norm": "convention: the gradient at 0 is NaN",
        "numpy.linalg.vector_norm": "convention: the gradient at 0 is NaN",
        "numpy.median": "convention: ties do not share",
        "numpy.nanmedian": "convention: ties do not share",
        "numpy.nanstd": "convention: NaN where all values are equal",
        "numpy.partition": "the values of a part are in another order",
        "numpy.polydiv": "a remainder with leading zeros",
        "numpy.polyfit": "the scaling of the columns is taken for constant, and so is the gradient by x",
        "numpy.power": "convention: NaN at 0 ** 0",
        "numpy.sign": "no derivative by a complex argument",
        "numpy.std": "convention: NaN where all values are equal",
        "numpy.unique": "no derivative",
        "numpy.unique_values": "no derivative",
        "scipy.linalg.norm": "convention: the gradient at 0 is NaN",
        "scipy.linalg.svd": "the phases of complex vectors vary in another way",
        "scipy.special.expn": "NaN at some ordinary points",
        "scipy.special.spence": "NaN between 1 and 2",
    },
}


def chosen(samples: list[Sample], count: int) -> list[Sample]:
    """The first sample with a kink, and ``count`` that are spread over the table."""
    spread = [samples[(2 * i + 1) * len(samples) // (2 * count)] for i in range(count)]
    kinks = [sample for sample in samples if sample.expected is not None]
    return list({id(sample): sample for sample in kinks[:1] + spread}.values())


def table(area: str) -> dict[str, tuple[Any, list[Sample]]]:
    """The functions of an area that have names and rules, and their samples."""
    found: dict[str, tuple[Any, list[Sample]]] = {}
    for function, samples in importlib.import_module(f"tests.rules.test_{area}").CASES.items():
        function, samples = samples if isinstance(samples, tuple) else (function, samples)
        if registry.lookup(function, real=False) is not None and peers.name_of(function):
            before = found.get(peers.name_of(function), (function, []))[1]
            found[peers.name_of(function)] = function, before + samples
    return found


def differences(peer: Peer, function: Any, samples: list[Sample], found: Counter[str]) -> Iterator[tuple[str, Sample]]:
    """What differs, and at which sample; counts what was compared and skipped."""
    for sample in samples:
        try:
            difference = peers.compared(peer, function, sample)
        except Skip:
            found[f"skipped {peers.name_of(function)}"] += 1
            continue
        found["compared"] += 1
        if difference:
            yield difference, sample


def right(function: Any, sample: Sample) -> None:
    """The rule agrees with finite differences, or with what is expected."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_rule(function, [sample])


def agree(name: str, area: str) -> None:
    """The rules of an area agree with a peer, but for what is known."""
    peer: Peer = getattr(peers, name)()
    found: Counter[str] = Counter()
    for title, (function, samples) in table(area).items():
        if peer.function(function) is None:
            continue
        known = DIFFERENCES[name].get(title)
        some = chosen(samples, SAMPLES[name] + len(samples) // 100)
        seen = list(differences(peer, function, some, found))
        if known and not seen:
            rest = [sample for sample in samples if not any(sample is one for one in some)]
            seen = list(islice(differences(peer, function, rest, found), 1))
        for difference, sample in seen:
            assert known, f"{title}: the {difference} differs at {sample}"
            right(function, sample)
        assert seen or not known or peer.version != RELEASES[name], f"{title} does not differ any more"
    least = AREAS[area][name == "jax"]
    assert found["compared"] >= least, f"only {found.pop('compared')} of {least} samples were compared: {found}"


@pytest.mark.parametrize("area", AREAS)
def test_autograd(area: str) -> None:
    pytest.importorskip("scipy")
    if find_spec("autograd") is None:
        pytest.skip("autograd is not installed")
    agree("autograd", area)


@pytest.fixture(scope="module")
def apart() -> Iterator[Executor]:
    """Another process: one with JAX in it cannot be forked any more, as other tests do."""
    pytest.importorskip("scipy")
    if find_spec("jax") is None:
        pytest.skip("jax is not installed")
    if tuple(map(int, version("jax").split(".")[:2])) < (0, 5):
        pytest.skip("the table of differences is that of newer releases")
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        yield pool


@pytest.mark.parametrize("area", AREAS)
def test_jax(area: str, apart: Executor) -> None:
    apart.submit(agree, "jax", area).result()


def test_every_difference_is_looked_at() -> None:
    pytest.importorskip("scipy")
    looked = {name for area in AREAS for name in table(area)}
    for known in DIFFERENCES.values():
        assert set(known) <= looked
