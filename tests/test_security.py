"""Nothing that stands in a name, a comment, a file or a pickle becomes code or leaves its place."""
import ast
import json
import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import s2s
from s2s import S2SError, differentiate
from s2s.residuals import restore
from s2s.targets import find_targets
from tests.hostile import functions, subjects, texts
from tests.hostile.subjects import FUNCTIONS, K, X
from tests.numeric import cotangent
from tests.trees import same

PACKAGE = Path(s2s.__file__).parent


# --- texts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("function", texts.FUNCTIONS, ids=range(len(texts.FUNCTIONS)))
def test_texts_stay_texts(function) -> None:
    df = differentiate(function)
    y, residuals = df.forward(X, K)
    assert same(y, function(X, K))
    s2s.check_gradients(function, X, K, wrt=("x", "k"))
    tree = ast.parse(df.source)
    assert all(isinstance(part, ast.Import | ast.ImportFrom | ast.FunctionDef) for part in tree.body)
    assert not any(isinstance(node, ast.Raise) for node in ast.walk(tree))
    for text in (df.source, repr(residuals), repr(df)):
        assert all(line.isprintable() for line in text.split("\n"))
    assert "<script" not in residuals._repr_html_()


def test_a_table_from_a_hostile_file_is_escaped() -> None:
    _, residuals = differentiate(subjects.wave).forward(X, K)
    values, (origin, *rest) = residuals.__reduce__()[1]
    slots = tuple(("<script>\x1b[31m\n", 1, "\u202ewhy") for _ in origin[2])
    forged = restore(values, (("f\x1b[2J<b>", origin[1], slots, origin[3]), *rest))
    assert repr(forged).isascii() and all(line.isprintable() for line in repr(forged).split("\n"))
    assert len(repr(forged).split("\n")) == len(slots) + 2
    assert "<script" not in forged._repr_html_() and "<b>" not in forged._repr_html_()


def test_messages_are_escaped(tmp_path: Path) -> None:
    (tmp_path / "escapes.py").write_text("def f(x):\n    return open(x)  # \x1b[2J \u202e\n", encoding="utf-8")
    (target,) = find_targets(f"{tmp_path / 'escapes.py'}:f", None)
    with pytest.raises(s2s.UnsupportedError) as refused:
        target.differentiated().forward(1.0)
    assert all(line.isprintable() for line in str(refused.value).split("\n"))


# --- files -----------------------------------------------------------------------------------------------------------


def test_nothing_is_unpickled() -> None:
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"^\s*(import|from) (pickle|shelve|marshal|dill|cloudpickle)\b", text, re.M), path
        for call in re.findall(r"np\.load\(.*", text):
            assert "allow_pickle=False" in call, path


def test_a_file_with_pickled_objects_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "residuals.npz"
    np.savez(path, s2s=np.array([{"format": 1}], dtype=object))
    with pytest.raises(S2SError):
        s2s.load(path)


@pytest.mark.parametrize("name", ["os:system", "subprocess:Popen", "builtins:exec", "tests.hostile.texts:Odd", "x:y"])
def test_a_file_cannot_name_what_is_built(tmp_path: Path, name: str) -> None:
    _, residuals = differentiate(subjects.wave).forward(X, K)
    path = tmp_path / "residuals.npz"
    s2s.save(path, residuals)
    with np.load(path) as file:
        entries = dict(file)
    document = json.loads(entries["s2s"].tobytes())
    document["values"] = {"tree": name, "keys": ["a"], "of": [1]}
    entries["s2s"] = np.frombuffer(json.dumps(document).encode(), np.uint8)
    np.savez(path, **entries)
    with pytest.raises(S2SError):
        s2s.load(path)


FORGERIES = {
    "reversed": lambda values: values[::-1],
    "none": lambda values: (None,) * len(values),
    "numbers": lambda values: (1.0,) * len(values),
    "texts": lambda values: ("x",) * len(values),
    "shorter": lambda values: tuple(v[:1] if isinstance(v, np.ndarray) and v.ndim else v for v in values),
    "truncated": lambda values: values[:-1],
    "nan": lambda values: tuple(v * np.nan if isinstance(v, np.ndarray) else v for v in values),
    "single": lambda values: tuple(v.astype(np.float32) if isinstance(v, np.ndarray) else v for v in values),
    "integers": lambda values: tuple(v.astype(int) if isinstance(v, np.ndarray) else v for v in values),
    "complex": lambda values: tuple(v * 1j if isinstance(v, np.ndarray) else v for v in values),
}


@pytest.mark.parametrize("label", FORGERIES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_forged_residuals_of_a_file(name: str, label: str) -> None:
    """A file with the right description and other values: an error of s2s's own, or cotangents of the right form."""
    df = differentiate(FUNCTIONS[name])
    y, residuals = df.forward(X.copy(), K)
    values, state = residuals.__reduce__()[1]
    try:
        forged = restore(FORGERIES[label](values), state)
        with np.errstate(all="ignore"):
            bars = df.pullback(forged, cotangent(y))
            df.pushforward(forged, X, K)
    except S2SError:
        return
    assert np.shape(bars[0]) == (3,) and bars[0].dtype == np.float64 and type(bars[1]) is float


def test_the_name_of_a_dumped_file_stays_in_its_folder(tmp_path: Path) -> None:
    (tmp_path / "outside.py").write_text("def f(x):\n    return x\n", encoding="utf-8")
    (target,) = find_targets(f"{tmp_path / 'outside.py'}:f", None)
    target.module.__name__ = "/../../etc/passwd"
    assert re.fullmatch(r"\w+\.py", target.filename)


# --- threads and processes -------------------------------------------------------------------------------------------


def test_the_recursion_limit_is_left_as_it_was() -> None:
    limit, found = sys.getrecursionlimit(), []

    def work() -> None:
        for _ in range(3):
            df = differentiate(subjects.rows)
            y, residuals = df.forward(X, K)
            found.append([df.pullback(residuals, cotangent(y), wrt=name)[0] for name in ("k", "x")])

    workers = [threading.Thread(target=work) for _ in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(120)
    assert sys.getrecursionlimit() == limit
    assert len(found) == 18 and all(same(one, found[0]) for one in found)


def test_a_part_of_a_deep_pullback(tmp_path: Path) -> None:
    depth = 150 if sys.version_info[:2] == (3, 12) else 1500  # the compiler of 3.12 has a limit of its own
    (tmp_path / "deep.py").write_text(functions.chain(depth, "{} + x"), encoding="utf-8")
    (target,) = find_targets(f"{tmp_path / 'deep.py'}:f", None)
    df = target.differentiated()
    _, residuals = df.forward(X, K)
    (x_bar,) = df.pullback(residuals, np.ones(3), wrt="x")
    assert np.allclose(x_bar, depth * 1.0 + K)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_in_the_middle_of_a_compilation() -> None:
    """The child uses the same function: no lock is left locked in it."""
    df = differentiate(subjects.rows)
    started, done = threading.Event(), threading.Event()

    def compile_many() -> None:
        for size in range(3, 60):
            started.set()
            df.forward(np.ones(size), K)
            if done.is_set():
                return

    worker = threading.Thread(target=compile_many)
    worker.start()
    started.wait(10)
    child = os.fork()
    if child == 0:
        try:
            df.forward(X.astype(np.float32), K)
        finally:
            os._exit(0)
    done.set()
    for _ in range(600):
        if os.waitpid(child, os.WNOHANG) != (0, 0):
            break
        time.sleep(0.1)
    else:
        os.kill(child, 9)
        pytest.fail("the forked process waits forever")
    worker.join(60)


# --- types -----------------------------------------------------------------------------------------------------------

TYPED = """
import s2s

@s2s.differentiate
def f(x: float, n: int = 3) -> float:
    return x * n

@s2s.differentiate(wrt="x")
def g(x: float, *, name: str) -> tuple[float, float]:
    return x, x

class Model:
    @s2s.differentiate
    def loss(self, x: float) -> float:
        return x * x

reveal_type(f(1.0, n=2))
reveal_type(f.forward(1.0)[0])
reveal_type(g(1.0, name="a"))
reveal_type(Model().loss(1.0))
reveal_type(Model().loss.forward(1.0)[0])
reveal_type(f.pullback(f.forward(1.0)[1], 1.0))
f("1.0")
g(1.0)
Model().loss()
"""


def test_type_checkers_see_the_signature(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    (tmp_path / "typed.py").write_text(TYPED, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "typed.py"]
    environment = {**os.environ, "MYPYPATH": str(PACKAGE.parent)}
    done = subprocess.run(
        [*command, "--follow-imports=silent", "--ignore-missing-imports"], cwd=tmp_path, env=environment,
        capture_output=True, text=True,
    )  # fmt: skip
    revealed = re.findall(r'Revealed type is "(.*)"', done.stdout.replace("builtins.", ""))
    assert revealed == ["float", "float", "tuple[float, float]", "float", "float", "tuple[Any, ...]"], done.stdout
    errors = re.findall(r"typed\.py:(\d+): error: .*\[(.*)\]", done.stdout)
    start = TYPED.split("\n").index('f("1.0")') + 1
    assert errors == [(str(start), "arg-type"), (str(start + 1), "call-arg"), (str(start + 2), "call-arg")], done.stdout
