"""Every covered function through the whole compiler: what testing a rule alone cannot show."""
from __future__ import annotations

import ast
import importlib.util
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import s2s
from tests.cases.case import Case
from tests.cases.check import check
from tests.numeric import cotangent, inner
from tests.rules.expressions import GROUPS, REFUSED, STATEMENTS, VALUES
from tests.rules.samples import NUMPY
from tests.trees import is_differentiable

HEADER = "import numpy as np\n"
SCIPY_HEADER = "from scipy import integrate, signal, special, stats\nfrom scipy import linalg as slinalg\n"


def module_of(folder: Path, name: str, bodies: list[str]) -> Any:
    """A module with one function ``f<i>`` for each body; its parameters are the names that the body uses."""
    functions = []
    for i, body in enumerate(bodies):
        used = {node.id for node in ast.walk(ast.parse(f"def f():\n    {body}")) if isinstance(node, ast.Name)}
        functions.append(f"def f{i}({', '.join(v for v in VALUES if v in used)}):\n    {body}\n")
    path = folder / f"{name}_programs.py"
    path.write_text(HEADER + (SCIPY_HEADER if name == "scipy" else "") + "\n".join(functions), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    pytest.importorskip("scipy")
    folder = tmp_path_factory.mktemp("programs")
    made = {name: module_of(folder, name, [f"return {text}" for text in texts]) for name, texts in GROUPS.items()}
    made["statements"] = module_of(folder, "statements", list(STATEMENTS.values()))
    return {**made, "refused": module_of(folder, "refused", list(REFUSED))}


def check_program(function: Callable[..., Any]) -> None:
    """Values, gradients, purity; the pushforward is adjoint to the pullback."""
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    args = tuple(VALUES[name] for name in names)
    wrt = tuple(i for i, arg in enumerate(args) if is_differentiable(arg))
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        check(Case(function.__name__, function, args, wrt, ""))
        differentiated = s2s.differentiate(function, wrt=wrt)
        y, residuals = differentiated.forward(*args)
        y_bar, dots = cotangent(y), cotangent(tuple(args[i] for i in wrt), seed=3)
        y_dot = differentiated.pushforward(residuals, *dots)
        bars = differentiated.pullback(residuals, y_bar)
    left, right = inner(y_bar, y_dot), inner(dots, tuple(bars))
    tolerance = 1e-4 if "h" in names else 1e-8  # h is single
    assert abs(left - right) <= tolerance * (1.0 + abs(left) + abs(right)), (left, right)


NAMED = [(group, i, text) for group, texts in GROUPS.items() for i, text in enumerate(texts)]
NAMED += [("statements", i, name) for i, name in enumerate(STATEMENTS)]
PROGRAMS = [pytest.param(group, i, id=f"{group}: {text}") for group, i, text in NAMED]


def skip_newer(text: str) -> None:
    """Leave out what this NumPy does not have yet."""
    named = re.findall(r"\bnp\.([a-z_]\w*)", text)
    missing = [name for name in named if not hasattr(np, name)]
    if missing or ("np.clip(x, min" in text and NUMPY < (2, 1)):
        pytest.skip(f"NumPy {np.__version__} has no {', '.join(missing) or 'min in clip'}")
    if "np.fix" in text and NUMPY >= (2, 5):
        pytest.skip(f"NumPy {np.__version__} warns about np.fix")


@pytest.mark.parametrize(("group", "number"), PROGRAMS)
def test_program(modules: dict[str, Any], group: str, number: int) -> None:
    skip_newer(STATEMENTS[list(STATEMENTS)[number]] if group == "statements" else GROUPS[group][number])
    check_program(getattr(modules[group], f"f{number}"))


@pytest.mark.parametrize("number", range(len(REFUSED)), ids=list(REFUSED))
def test_refused(modules: dict[str, Any], number: int) -> None:
    function = getattr(modules["refused"], f"f{number}")
    skip_newer(list(REFUSED)[number])
    args = [VALUES[name] for name in function.__code__.co_varnames[: function.__code__.co_argcount]]
    with pytest.raises(s2s.UnsupportedError, match=re.escape(list(REFUSED.values())[number])):
        residuals = s2s.differentiate(function).forward(*args)[1]
        s2s.differentiate(function).pullback(residuals, None)
