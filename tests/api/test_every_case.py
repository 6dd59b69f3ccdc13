"""What the API promises beside the gradient, for every case of tests/cases."""
import copy
import pickle
import warnings

import numpy as np
import pytest

import s2s
from s2s import S2SError, differentiate, pipeline
from tests.cases.case import Case, ErrorExpected
from tests.cases.check import arguments
from tests.numeric import cotangent
from tests.test_cases import CASES
from tests.trees import same

GOOD = [(name, case) for name, case in CASES if not case.find(ErrorExpected) and not case.has("drop_output")]


@pytest.fixture(autouse=True)
def _quiet():
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        yield


def run(case: Case, **options):
    """The Differentiated, its residuals, a cotangent and the gradients; cases that are refused are tested elsewhere."""
    df = differentiate(case.func, wrt=case.wrt, **options)
    try:
        y, residuals = df.forward(*arguments(case), **case.kwargs)
    except S2SError as error:
        pytest.skip(f"refused: {error}")
    return df, residuals, cotangent(y), df.pullback(residuals, cotangent(y))


@pytest.mark.parametrize("case", [case for _, case in GOOD], ids=[f"{name}.{case.name}" for name, case in GOOD])
def test_every_way_to_the_same_gradient(case: Case, tmp_path) -> None:
    df, residuals, y_bar, bars = run(case)
    for guard in ("copy", "off"):
        assert same(run(case, guard=guard)[3], bars)
    for i, name in enumerate(df.wrt):
        assert same(df.pullback(residuals, y_bar, wrt=name), (bars[i],))
        assert same(df.pullback(copy.deepcopy(residuals), y_bar, wrt=(name,)), (bars[i],))
    assert same(df.pullback(residuals, y_bar, wrt=df.wrt[::-1]), bars[::-1])
    values = df.parameters.values(arguments(case), case.kwargs)
    text = pipeline.dump(case.func, df.wrt, dict(zip(df.parameters.names, values, strict=True)))
    assert text == df.source
    if case.name == "function_argument":  # a function that no other process could find
        return
    s2s.save(tmp_path / "residuals.npz", residuals)
    for loaded in (pickle.loads(pickle.dumps(residuals)), s2s.load(tmp_path / "residuals.npz")):
        fresh = differentiate(case.func, wrt=case.wrt)
        assert same(fresh.pullback(loaded, y_bar), bars)
        assert fresh.source == df.source
