"""What the benchmarks compare is right: the hand-written pullbacks and the generated ones agree."""
import importlib

import numpy as np
import pytest

from benchmarks.common import Benchmark, measure, same_gradient
from benchmarks.run import NAMES, found
from benchmarks.transform_time import straight_line

BENCHMARKS = [b for name in NAMES for b in found(importlib.import_module(f"benchmarks.{name}"))]


@pytest.fixture(params=BENCHMARKS, ids=[b.name for b in BENCHMARKS])
def benchmark(request: pytest.FixtureRequest) -> Benchmark:
    return request.param


def test_by_hand_along_a_line(benchmark: Benchmark) -> None:
    """One directional derivative of the hand-written pullback against central differences."""
    rng = np.random.default_rng(0)
    names = list(benchmark.function.__code__.co_varnames)
    positions = [names.index(name) for name in benchmark.wrt]
    directions = {i: rng.normal(size=np.shape(benchmark.args[i])) for i in positions}
    step = 1e-7 if benchmark.name.startswith("scalar") else 1e-6

    def moved(distance: float) -> float:
        args = [a + distance * directions[i] if i in directions else a for i, a in enumerate(benchmark.args)]
        return float(benchmark.function(*args))

    gradients = benchmark.by_hand()()
    got = sum(float(np.sum(g * directions[i])) for g, i in zip(gradients, positions, strict=True))
    assert got == pytest.approx((moved(step) - moved(-step)) / (2 * step), rel=1e-4)
    assert benchmark.forward(*benchmark.args)[0] == pytest.approx(benchmark.function(*benchmark.args), rel=1e-12)


@pytest.mark.parametrize("column", ["s2s, generated", "s2s, guard off", "s2s, guard error", "autograd"])
def test_columns_agree(benchmark: Benchmark, column: str) -> None:
    if column == "autograd":
        pytest.importorskip("autograd")
    if column == "autograd" and benchmark.name.startswith(("Jacobi", "Cholesky")):
        with pytest.raises((AttributeError, TypeError, ValueError)):  # it differentiates no writes into arrays
            benchmark.columns()[column]()()
        return
    assert same_gradient(benchmark.columns()[column]()(), benchmark.by_hand()())


def test_measure_takes_every_run() -> None:
    times = measure({"a": lambda: None, "b": lambda: None}, 0.0)
    assert set(times) == {"a", "b"} and all(0.0 < t < 1.0 for t in times.values())


def test_straight_line_has_its_statements() -> None:
    assert np.isfinite(straight_line(100)(0.3, 0.7))
