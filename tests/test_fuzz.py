"""Random programs are right or refused, and what the hunt once found is right now."""
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tests.fuzz.dual import derivative, fresh
from tests.fuzz.hunt import hunt
from tests.fuzz.oracle import HARMLESS, INVALID, REFUSED, RIGHT, SKIPPED, judge
from tests.fuzz.shrink import shrink
from tests.fuzz.strategy import programs

PROGRAMS, BATCH, SEED = 500, 50, 1_000_000
CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.py"))


@pytest.mark.parametrize("first", range(SEED, SEED + PROGRAMS, BATCH))
def test_random_programs(first: int) -> None:
    results = [hunt(seed) for seed in range(first, first + BATCH)]
    wrong = [found for found in results if found.kind not in HARMLESS]
    assert not wrong, "\n\n".join(f"seed {w.seed}: {w.kind}: {w.detail}\n{w.source}" for w in wrong[:3])
    kinds = [found.kind for found in results]
    assert kinds.count(SKIPPED) + kinds.count(INVALID) <= 0.05 * BATCH + 2
    assert kinds.count(REFUSED) <= 0.2 * BATCH


@settings(max_examples=15, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs())
def test_programs_as_a_strategy(source: str) -> None:
    assert judge(source).kind in HARMLESS


@pytest.mark.parametrize("path", CORPUS, ids=[path.stem for path in CORPUS])
def test_corpus(path: Path) -> None:
    kind, detail = judge(path.read_text(encoding="utf-8"))
    assert kind in (RIGHT, REFUSED, SKIPPED), f"{kind}: {detail}"


def test_the_dual_numbers_follow_writes_and_views() -> None:
    source = "import numpy as np\ndef f(x):\n    u = x * 1.0\n    v = u[::2]\n    v *= x[1]\n    return np.sum(u)\n"
    import numpy as np

    x = np.array([2.0, 3.0, 5.0])
    made = derivative(source, (fresh(x, np.array([1.0, 10.0, 100.0])),))
    assert (made.v, made.d) == (24.0, 1.0 * 3 + 10.0 * (1 + 2 + 5) + 100.0 * 3)


def test_shrinking() -> None:
    source = "def f(x):\n    y = x + 1.0\n    if x > 0.0:\n        y = y * 2.0\n        print(y)\n    return y\n"
    assert shrink(source, lambda text: "print" if "print" in text else "none", 5.0).count("\n") <= 2
