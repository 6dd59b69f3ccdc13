"""Random programs are right or refused, and what the hunt once found is right now."""
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from tests.fuzz import oracle
from tests.fuzz.dual import derivative, fresh
from tests.fuzz.hunt import hunt
from tests.fuzz.oracle import HARMLESS, INVALID, REFUSED, RIGHT, SKIPPED, judge
from tests.fuzz.others import stepped, taped
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
    x = np.array([2.0, 3.0, 5.0])
    made = derivative(source, (fresh(x, np.array([1.0, 10.0, 100.0])),))
    assert (made.v, made.d) == (24.0, 1.0 * 3 + 10.0 * (1 + 2 + 5) + 100.0 * 3)


MIXED = """
import numpy as np
TABLE = np.array([0.5, -1.5, 2.0])

def f(x, y, n):
    u = {}
    for k in range(n):
        u = np.abs(u) * np.sin(y) + TABLE[k] if u.max() > y else u / (2.0 + y * y)
    return {{"a": np.linalg.norm(u), "b": [u[:2] @ u[1:], float(y) ** 3]}}
"""
POINT = (np.array([0.7, -0.4, 1.3]), 0.9, 3), (np.array([0.2, 0.5, -1.1]), 0.3, None)


def mixed(start: str) -> tuple[str, Any, float]:
    """A program, its result, and a derivative of it by dual numbers."""
    source = MIXED.format(start)
    space: dict[str, Any] = {}
    exec(source, space)
    lifted = tuple(fresh(leaf, dot) if dot is not None else leaf for leaf, dot in zip(*POINT, strict=True))
    made = derivative(source, lifted)
    return source, space["f"](*POINT[0]), made["a"].d + 2.0 * made["b"][0].d - made["b"][1].d


def test_the_complex_step() -> None:
    source, y, slope = mixed("np.zeros(3); u += x; u[1] *= x[0]")
    values, dot, ends = stepped(source, *POINT)
    assert values["a"] == pytest.approx(y["a"]) and values["b"] == pytest.approx(y["b"])
    assert dot["a"] + 2.0 * dot["b"][0] - dot["b"][1] == pytest.approx(slope, rel=1e-12)
    assert np.array_equal(ends[0], POINT[1][0])


def test_the_tape_of_autograd() -> None:
    pytest.importorskip("autograd")
    source, y, slope = mixed("x * 1.0")
    values, made = taped(source, POINT[0], {"a": 1.0, "b": [2.0, -1.0]}, POINT[1])
    assert values == pytest.approx([y["a"], *y["b"]]) and made == pytest.approx(slope, rel=1e-12)
    with pytest.raises(TypeError, match="item assignment"):
        taped(mixed("x; u[0] = 1.0")[0], POINT[0], {"a": 1.0, "b": [2.0, -1.0]}, POINT[1])


def test_a_false_derivative_is_noticed_by_each(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("autograd")
    source = "import numpy as np\ndef f(x):\n    return np.sin(x)\nARGS = (0.3,)\n"
    assert judge(source) == (RIGHT, "complex step, autograd")
    for name, made in (("stepped", lambda *_: (0.0, 2.0, ())), ("taped", lambda *_: ([0.0], 2.0))):
        with monkeypatch.context() as patch:
            patch.setattr(oracle.np, "allclose", lambda *_, **__: True)
            patch.setattr(oracle, name, made)
            assert judge(source).kind.startswith("other ")


def test_shrinking() -> None:
    source = "def f(x):\n    y = x + 1.0\n    if x > 0.0:\n        y = y * 2.0\n        print(y)\n    return y\n"
    assert shrink(source, lambda text: "print" if "print" in text else "none", 5.0).count("\n") <= 2
