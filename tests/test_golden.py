"""What the compiler prints for each case of golden/, and whether it is right."""
import copy
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import s2s
from tests.golden_cases import HERE, GoldenCase, dumps, folders, label, load
from tests.numeric import close, cotangent, finite_differences, inner
from tests.trees import arrays, at, leaves, rebuilt, same

FOLDERS = folders("golden")


@pytest.fixture(params=FOLDERS, ids=label, scope="module")
def folder(request: pytest.FixtureRequest) -> Path:
    return request.param


@pytest.fixture(scope="module")
def case(folder: Path) -> GoldenCase:
    return load(folder)


@pytest.fixture(scope="module")
def run(case: GoldenCase) -> SimpleNamespace:
    """One forward and one pullback with random cotangents, beside the plain call."""
    plain_args, args = copy.deepcopy(case.args), copy.deepcopy(case.args)
    plain = case.function(*plain_args)
    differentiated = s2s.differentiate(case.function, wrt=case.wrt)
    output, residuals = differentiated.forward(*args)
    names = list(case.arguments)
    written = [name for name, new, old in zip(names, plain_args, case.args, strict=False) if not same(new, old)]
    wrt = case.wrt or tuple(names)
    bars = {f"{name}_bar": cotangent(plain_args[names.index(name)], seed=i) for i, name in enumerate(written)}
    y_bar = cotangent(output)
    gradients = differentiated.pullback(residuals, y_bar, **bars)
    return SimpleNamespace(**locals())


def test_text(folder: Path, case: GoldenCase, golden) -> None:
    golden(folder / "expected.py", case.dump())


def test_forward_is_the_function(run: SimpleNamespace) -> None:
    assert same(run.output, run.plain)
    assert same(run.args, run.plain_args), "the forward leaves the arguments differently than the function"


def test_gradients(run: SimpleNamespace, case: GoldenCase) -> None:
    """Against finite differences; shapes and dtypes are the arguments' own."""
    assert isinstance(run.gradients, tuple) and len(run.gradients) == len(run.wrt)
    positions = [run.names.index(name) for name in run.wrt]
    given = tuple(i for i in positions if i < len(case.args))

    def objective(*args: Any) -> float:
        total = inner(run.y_bar, case.function(*args))
        finals = [(run.bars[f"{name}_bar"], args[run.names.index(name)]) for name in run.written]
        return total + sum(inner(bar, final) for bar, final in finals)

    with np.errstate(all="ignore"):
        wanted = finite_differences(objective, case.args, given)
    for (position, path), want in wanted.items():
        got = at(run.gradients[positions.index(position)], path)
        leaf = at(case.args[position], path)
        where = f"{run.names[position]}{path}"
        assert np.shape(got) == np.shape(leaf) and np.asarray(got).dtype == np.asarray(leaf).dtype, where
        assert close(got, want, 2e-5), f"{where}: {got} is not {want}"


def test_pushforward_is_the_adjoint(run: SimpleNamespace, case: GoldenCase) -> None:
    """<y_bar, J x_dot> = <J' y_bar, x_dot>."""
    positions = [run.names.index(name) for name in run.wrt]
    dots = [cotangent(case.args[i], seed=100 + i) if i < len(case.args) else None for i in positions]
    result = run.differentiated.pushforward(run.residuals, *dots)
    y_dot, finals = result if run.written else (result, {})
    left = inner(run.y_bar, y_dot) + sum(inner(run.bars[f"{name}_bar"], finals[name]) for name in run.written)
    right = sum(inner(x_bar, x_dot) for x_bar, x_dot in zip(run.gradients, dots, strict=True))
    size = sum(abs(np.asarray(leaf)).sum() for _, leaf in leaves(run.gradients)) + 1.0
    single = any(np.asarray(leaf).dtype in (np.float32, np.complex64) for _, leaf in leaves((run.y_bar, dots)))
    assert abs(left - right) <= (1e-5 if single else 1e-9) * size


def test_pullback_is_pure(run: SimpleNamespace) -> None:
    """Repeatable bit for bit, linear, changes nothing, shares nothing, and works on residuals from elsewhere."""
    before = pickle.dumps(run.residuals)
    y_bar = copy.deepcopy(run.y_bar)
    pullback = run.differentiated.pullback
    tripled = rebuilt(run.y_bar, lambda _, leaf: None if leaf is None else leaf * 3.0)
    pullback(run.residuals, tripled, **run.bars)
    again = pullback(run.residuals, run.y_bar, **run.bars)
    assert same(again, run.gradients)
    assert same(run.y_bar, y_bar), "the pullback changed a cotangent"
    assert same(tuple(pickle.loads(before)), tuple(run.residuals)), "the pullback changed the residuals"
    assert same(pullback(pickle.loads(before), run.y_bar, **run.bars), run.gradients)
    owned = arrays(again)
    for n, array in enumerate(owned):
        for other in [*owned[n + 1 :], *arrays(run.y_bar), *arrays(tuple(run.residuals)), *arrays(run.args)]:
            assert not np.shares_memory(array, other), "a gradient shares memory with something else"


def test_zero_cotangent_gives_zeros(run: SimpleNamespace) -> None:
    for _, leaf in leaves(run.differentiated.pullback(run.residuals, rebuilt(run.y_bar, lambda *_: None))):
        assert np.all(np.asarray(leaf) == 0)


def test_text_does_not_depend_on_the_hash_seed() -> None:
    """The same texts in a process of its own, under another hash seed."""
    environment = {**os.environ, "PYTHONHASHSEED": "4711" if os.environ.get("PYTHONHASHSEED") != "4711" else "42"}
    command = [sys.executable, "-m", "tests.golden_cases"]
    done = subprocess.run(command, cwd=HERE.parent, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == dumps()


def test_cases_are_short_and_differ() -> None:
    texts = [(folder / "input.py").read_text(encoding="utf-8") for folder in FOLDERS]
    assert len(set(texts)) == len(texts) >= 60
    assert [label(f) for f, text in zip(FOLDERS, texts, strict=True) if len(text.splitlines()) > 20] == []
