"""Hostile names, functions, cotangents, residuals, files and processes: right, or an error of s2s's own."""
import contextlib
import copy
import functools
import gc
import importlib
import io
import linecache
import multiprocessing
import os
import pickle
import random
import signal
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import s2s
from s2s import S2SError, differentiate
from tests.fuzz.oracle import HARMLESS, REFUSED, RIGHT, SKIPPED, judge
from tests.hostile import functions, lines, names, subjects
from tests.hostile.inputs import CONTENTS, COTANGENTS, RESIDUALS
from tests.hostile.subjects import FUNCTIONS, K, X
from tests.numeric import cotangent
from tests.trees import same


@pytest.mark.parametrize("source", [s for _, s in names.PROGRAMS], ids=[ascii(label) for label, _ in names.PROGRAMS])
def test_names(source: str) -> None:
    kind, detail = judge(source)
    assert kind in (RIGHT, REFUSED, SKIPPED), f"{kind}: {detail}"


@pytest.mark.parametrize("label", functions.PROGRAMS)
def test_functions(label: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        kind, detail = judge(functions.PROGRAMS[label], thorough=False)
    assert kind in (RIGHT, REFUSED, SKIPPED), f"{kind}: {detail}"


@pytest.mark.parametrize("source", [s for _, s in lines.PROGRAMS], ids=[ascii(line) for line, _ in lines.PROGRAMS])
def test_lines(source: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        kind, detail = judge(source, thorough=False)
    assert kind in HARMLESS, f"{kind}: {detail}"


# --- cotangents and residuals ----------------------------------------------------------------------------------------


def run(name):
    df = differentiate(FUNCTIONS[name])
    y, residuals = df.forward(X.copy(), K)
    return df, y, residuals


@pytest.mark.parametrize("label", COTANGENTS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_cotangents(name: str, label: str) -> None:
    df, y, residuals = run(name)
    before = df.pullback(residuals, cotangent(y))
    with np.errstate(all="ignore"):
        with contextlib.suppress(S2SError):
            bars = df.pullback(residuals, COTANGENTS[label](y))
            assert [np.shape(bar) for bar in bars] == [(3,), ()]
            assert all(np.asarray(bar).dtype == np.float64 for bar in bars)
        with contextlib.suppress(S2SError):
            df.pushforward(residuals, COTANGENTS[label](X), 1.0)
    assert same(df.pullback(residuals, cotangent(y)), before)


@pytest.mark.parametrize("label", RESIDUALS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_residuals_of_the_wrong_structure(name: str, label: str) -> None:
    df, y, residuals = run(name)
    with pytest.raises(S2SError):
        df.pullback(RESIDUALS[label](residuals), cotangent(y))
    with pytest.raises(S2SError):
        df.pushforward(RESIDUALS[label](residuals), X, 1.0)


@pytest.mark.parametrize("label", CONTENTS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_residuals_of_the_wrong_contents(name: str, label: str) -> None:
    """A plain tuple says nothing about its contents: no right answer is possible, and nothing is changed."""
    df, y, residuals = run(name)
    right = df.pullback(residuals, cotangent(y))
    with contextlib.suppress(S2SError):
        df.pullback(CONTENTS[label](tuple(residuals)), cotangent(y))
    assert same(df.pullback(residuals, cotangent(y)), right)


def test_a_plain_tuple_of_a_function_that_writes() -> None:
    df, y, residuals = run("writer")
    for bars in ({}, {"x_bar": None}, {"x_bar": np.array([1.0, 2.0, 3.0])}):
        want = df.pullback(residuals, cotangent(y), **bars)
        for got, right in zip(df.pullback(tuple(residuals), cotangent(y), **bars), want, strict=True):
            np.testing.assert_array_equal(got, right)
    with pytest.raises(S2SError):
        df.pullback(tuple(residuals), cotangent(y), x_bar=np.ones(4))


def test_residuals_of_another_function() -> None:
    _, _, foreign = run("wave")
    for name in ("rows", "writer"):
        df, y, _ = run(name)
        with pytest.raises(S2SError):
            df.pullback(foreign, cotangent(y))
    with pytest.raises(S2SError):
        differentiate(subjects.other).pullback(foreign, np.ones(3))


def test_residuals_of_other_kinds_of_arguments() -> None:
    df = differentiate(subjects.wave)
    cases = [(X, K), (X[:2], K), (X.astype(np.float32), K), (X + 0j, K), (0.5, K), (X, X), (np.ones((2, 3)), K)]
    runs = [df.forward(*args) for args in cases]
    want = [differentiate(subjects.wave).forward(*args) for args in cases]
    order = list(range(len(cases))) * 2
    random.Random(3).shuffle(order)
    for i in order:
        bars = df.pullback(runs[i][1], cotangent(runs[i][0]))
        fresh = differentiate(subjects.wave).pullback(want[i][1], cotangent(want[i][0]))
        assert same(bars, fresh)


@pytest.mark.parametrize("position", range(0, 100, 4))
def test_pickles_with_a_wrong_byte(position: int) -> None:
    df, y, residuals = run("rows")
    blob = bytearray(pickle.dumps(residuals))
    blob[len(blob) * position // 100] ^= 0x41
    right = df.pullback(residuals, cotangent(y))
    try:
        loaded = pickle.loads(bytes(blob))
    except Exception:  # unpickling is Python's own affair
        return
    if isinstance(loaded, s2s.Residuals):
        with contextlib.suppress(S2SError), np.errstate(all="ignore"):
            df.pullback(loaded, cotangent(y))
    assert same(df.pullback(residuals, cotangent(y)), right)


@pytest.mark.parametrize("position", range(0, 100, 4))
@pytest.mark.parametrize("change", ["flip", "cut"])
def test_files_with_a_wrong_byte(tmp_path: Path, change: str, position: int) -> None:
    df, y, residuals = run("rows")
    path = tmp_path / "residuals.npz"
    s2s.save(path, residuals)
    data = bytearray(path.read_bytes())
    at = len(data) * position // 100
    if change == "flip":
        data[at] ^= 0x41
    path.write_bytes(bytes(data if change == "flip" else data[:at]))
    try:
        loaded = s2s.load(path)
        bars = df.pullback(loaded, cotangent(y))
    except S2SError:
        return
    assert same(bars, df.pullback(residuals, cotangent(y)))


def test_a_failing_save_leaves_no_file(tmp_path: Path) -> None:
    _, _, residuals = run("wave")
    broken = copy.copy(tuple.__new__(s2s.Residuals, (object(), *tuple(residuals)[1:])))
    broken.state = residuals.state._replace(marks=())
    with pytest.raises(S2SError):
        s2s.save(tmp_path / "residuals.npz", broken)
    assert not list(tmp_path.iterdir())


# --- functions without source, or with another -----------------------------------------------------------------------


def _made_by_exec():
    namespace: dict = {}
    exec("def f(x, k):\n    return x * k\n", namespace)
    return namespace["f"]


class _Callable:
    def __call__(self, x, k):
        return x * k

    def method(self, x, k):
        return x * k

    @staticmethod
    def static(x, k):
        return x * k

    @classmethod
    def of_class(cls, x, k):
        return x * k


def _decorated(function):
    @functools.wraps(function)
    def wrapper(x, k):
        return 2.0 * function(x, k)

    return wrapper


TWO = (lambda x, k: x * k), (lambda x, k: x + k)
SUBJECTS = {
    "exec": lambda: _made_by_exec(),
    "eval": lambda: eval("lambda x, k: x * k"),
    "builtin": lambda: len,
    "ufunc": lambda: np.multiply,
    "instance": lambda: _Callable(),
    "bound-method": lambda: _Callable().method,
    "static-method": lambda: _Callable.static,
    "class-method": lambda: _Callable.of_class,
    "class": lambda: _Callable,
    "partial": lambda: functools.partial(subjects.wave, k=2.0),
    "cached": lambda: functools.lru_cache(subjects.wave),
    "decorated": lambda: _decorated(subjects.wave),
    "module": lambda: np,
    "text": lambda: "wave",
    "nothing": lambda: 3,
    "first-of-two-lambdas": lambda: TWO[0],
    "second-of-two-lambdas": lambda: TWO[1],
    "replaced-code": lambda: _with_code_of(subjects.other),
}


def _with_code_of(function):
    def f(x, k):
        return x * k

    f.__code__ = function.__code__
    f.__globals__["np"] = np
    return f


@pytest.mark.parametrize("label", SUBJECTS)
def test_what_is_no_plain_function(label: str) -> None:
    subject = SUBJECTS[label]()
    try:
        df = differentiate(subject)
        y, residuals = df.forward(X, K)
        x_bar, _ = df.pullback(residuals, np.ones(3))
    except S2SError:
        return
    assert same(y, subject(X, K))
    step = 1e-6
    assert np.allclose(x_bar, (subject(X + step, K) - subject(X - step, K)) / (2 * step), atol=1e-6)


EDITS = {
    "body": "import numpy as np\n\ndef f(x, k):\n    return np.cos(x) + k\n",
    "constant": "import numpy as np\n\ndef f(x, k):\n    return np.sin(x) * k * 3.0\n",
    "moved": "import numpy as np\n\n\n\n\ndef f(x, k):\n    return np.sin(x) * k * 2.0\n",
    "second-in-the-file": (
        "import numpy as np\n\ndef g(x, k):\n    return x\n\ndef f(x, k):\n    return np.sin(x) * k * 2.0\n"
    ),
    "gone": "import numpy as np\n",
    "empty": "",
    "broken": "import numpy as np\n\ndef f(x, k:\n    return\n",
    "binary": "\x00\x01\x02",
    "comment": "import numpy as np\n# a comment\ndef f(x, k):\n    return np.sin(x) * k * 2.0\n",
    "deleted": None,
}


@pytest.mark.parametrize("label", EDITS)
def test_an_edited_source_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, label: str) -> None:
    name = f"edited_{label.replace('-', '_')}"
    path = tmp_path / f"{name}.py"
    path.write_text("import numpy as np\n\ndef f(x, k):\n    return np.sin(x) * k * 2.0\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    module = importlib.import_module(name)
    edited = EDITS[label]
    if edited is None:
        path.unlink()
    else:
        path.write_text(edited, encoding="utf-8")
    linecache.clearcache()
    try:
        df = differentiate(module.f)
        y, residuals = df.forward(X, K)
        (x_bar, _) = df.pullback(residuals, np.ones(3))
    except S2SError:
        return
    assert same(y, module.f(X, K))
    assert np.allclose(x_bar, 2.0 * K * np.cos(X))


# --- interrupts, threads, processes ----------------------------------------------------------------------------------


@pytest.mark.parametrize("milliseconds", [1, 2, 5, 10, 20, 40, 80])
def test_an_interrupt_in_the_middle(milliseconds: int) -> None:
    df = differentiate(subjects.slow)

    def interrupt(*_):
        raise KeyboardInterrupt

    previous = signal.signal(signal.SIGALRM, interrupt)
    gc.disable()  # an interrupt in somebody's callback of the collector is not seen here
    try:
        signal.setitimer(signal.ITIMER_REAL, milliseconds / 1000.0)
        df.forward(X, K)
        time.sleep(0.1)
    except KeyboardInterrupt:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, previous)
        gc.enable()
    y, residuals = df.forward(X, K)
    assert same(y, subjects.slow(X, K))
    assert same(df.pullback(residuals, np.ones(3)), differentiate(subjects.slow).pullback(residuals, np.ones(3)))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_threads_that_share_a_function(name: str) -> None:
    df, found, barrier = differentiate(FUNCTIONS[name]), {}, threading.Barrier(8)

    def work(number: int) -> None:
        barrier.wait()
        try:
            x = X.astype(np.float32) if number % 2 else X.copy()
            y, residuals = df.forward(x * (1 + number % 3), K)
            found[number] = [df.pullback(residuals, cotangent(y)) for _ in range(5)]
        except BaseException as error:
            found[number] = error

    workers = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    for number in range(8):
        x = X.astype(np.float32) if number % 2 else X.copy()
        fresh = differentiate(FUNCTIONS[name])
        y, residuals = fresh.forward(x * (1 + number % 3), K)
        assert not isinstance(found[number], BaseException), found[number]
        assert all(same(bars, fresh.pullback(residuals, cotangent(y))) for bars in found[number])


def _pullback_elsewhere(name, residuals):
    df = differentiate(FUNCTIONS[name])
    return df.pullback(residuals, cotangent(FUNCTIONS[name](X.copy(), K)))


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_other_processes(method: str) -> None:
    runs = {name: run(name) for name in FUNCTIONS}
    with multiprocessing.get_context(method).Pool(1) as pool:
        for name, (df, y, residuals) in runs.items():
            bars = pool.apply_async(_pullback_elsewhere, (name, residuals)).get(timeout=60)
            assert same(bars, df.pullback(residuals, cotangent(y)))


def test_a_fork_while_another_thread_compiles() -> None:
    if not hasattr(os, "fork") or sys.platform == "darwin":
        pytest.skip("no fork")
    df, stop = differentiate(subjects.rows), threading.Event()

    def compile_again() -> None:
        while not stop.is_set():
            differentiate(subjects.rows).forward(X, K)

    worker = threading.Thread(target=compile_again)
    worker.start()
    try:
        with multiprocessing.get_context("fork").Pool(1) as pool:
            y, residuals = df.forward(X, K)
            bars = pool.apply_async(_pullback_elsewhere, ("rows", residuals)).get(timeout=60)
    finally:
        stop.set()
        worker.join()
    assert same(bars, df.pullback(residuals, cotangent(y)))
