"""A dump from types alone: which lengths are equal, and text that is right for every length that the types allow."""
import numpy as np
import pytest

from s2s.cli import main

MODEL = '''
from typing import NewType

import numpy as np

Rows = NewType("Rows", int)
Square = np.ndarray[tuple[Rows, Rows], np.dtype[np.float64]]
Column = np.ndarray[tuple[Rows], np.dtype[np.float64]]
Open = np.ndarray[tuple[int], np.dtype[np.float32]]


def product(x, y):
    return x * y


def affine(w: Square, h: Column, b: Column, scale: float) -> Column:
    return scale * (w @ h + b)


def half(x: Open, y: Open):
    return x * y


def squares(a, b):
    return np.sum(a**2) * np.sum(b**3)


def partly(w: Square, h):
    return w @ h


def named(x: "no such type"):
    return x * x
'''


@pytest.fixture
def dump(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "typed_model.py").write_text(MODEL)

    def run(name, *options):
        assert main(["dump", f"typed_model.py:{name}", *options]) == 0
        return capsys.readouterr().out

    return run


def functions(text, name):
    namespace = {}
    exec(text, namespace)
    return namespace[f"{name}_forward"], namespace[f"{name}_pullback"]


@pytest.mark.parametrize("shapes", [((4, 3), (3,)), ((4, 1), (3,)), ((1, 1), (1,)), ((3, 3), (3,))])
def test_open_lengths(dump, shapes):
    """What ``:`` leaves open may broadcast, or not."""
    text = dump("product", "--types", "x: float64[:, :], y: float64[:]")
    assert "float64[n1, n2], y: float64[n3]" in text
    forward, pullback = functions(text, "product")
    rng = np.random.default_rng(0)
    x, y = (rng.normal(size=s) for s in shapes)
    z, residuals = forward(x, y)
    z_bar = rng.normal(size=z.shape)
    x_bar, y_bar = pullback(residuals, z_bar)
    assert (x_bar.shape, y_bar.shape) == shapes
    x_dot, y_dot = rng.normal(size=x.shape), rng.normal(size=y.shape)
    assert np.sum(z_bar * (x_dot * y + x * y_dot)) == pytest.approx(np.sum(x_bar * x_dot) + np.sum(y_bar * y_dot))


def test_named_lengths(dump):
    text = dump("product", "--types", "x: float64[n, n], y: float64[n]")
    assert "x: float64[n1, n1], y: float64[n1]" in text
    same = dump("product", "--types", "x: float64[n], y: float64[n]")
    assert "unbroadcast" not in same and "np.sum" not in same


def test_annotations(dump):
    text = dump("affine")
    assert "# For w: float64[n1, n1], h: float64[n1], b: float64[n1], scale: float." in text
    assert "s2s.runtime" not in text
    forward, pullback = functions(text, "affine")
    w, h, b, z_bar = np.arange(9.0).reshape(3, 3), np.arange(3.0), np.ones(3), np.array([1.0, -2.0, 0.5])
    _, residuals = forward(w, h, b, 2.0)
    w_bar, h_bar, b_bar, scale_bar = pullback(residuals, z_bar)
    np.testing.assert_allclose(w_bar, 2.0 * np.outer(z_bar, h))
    np.testing.assert_allclose(h_bar, 2.0 * w.T @ z_bar)
    np.testing.assert_allclose(b_bar, 2.0 * z_bar)
    assert scale_bar == pytest.approx(z_bar @ (w @ h + b))


def test_a_plain_int_is_any_length(dump):
    assert "# For x: float32[n1], y: float32[n2]." in dump("half")


@pytest.mark.parametrize("name", ["partly", "named"])
def test_annotations_that_do_not_say_everything(dump, name):
    assert "# For" not in dump(name)


def test_open_lengths_are_none_that_the_code_names(dump):
    assert "# For a: float64[n1], b: float64[n2]." in dump("squares", "--types", "a: float64[:], b: float64[:]")


def test_types_win_over_annotations(dump):
    types = "w: float64[:, :], h: float64[:], b: float64[:], scale: int"
    assert "w: float64[n1, n2]" in dump("affine", "--types", types)
