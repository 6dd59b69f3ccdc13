"""The contract of ``differentiate`` and ``Differentiated``."""
import copy
import dataclasses
import inspect
import pickle
import threading

import numpy as np
import pytest

import s2s
from s2s import CotangentError, ResidualsError, UnsupportedError, differentiate, pipeline
from tests.api import subjects
from tests.api.subjects import (
    Pair,
    Point,
    Spring,
    collected,
    decorated_wave,
    layers,
    loss,
    pair_of,
    point_of,
    product,
    scale_in_place,
    wave,
)

X = np.array([0.3, -0.4, 1.2])


def test_call_is_the_function_itself():
    assert np.array_equal(decorated_wave(X), wave(X))
    assert decorated_wave.__wrapped__(X).tobytes() == wave(X).tobytes()


def test_manners_of_a_function():
    assert decorated_wave.__name__ == "decorated_wave"
    assert decorated_wave.__doc__ == "A wave."
    assert list(inspect.signature(decorated_wave).parameters) == ["x"]
    assert "decorated_wave" in repr(decorated_wave)
    assert copy.copy(decorated_wave) is decorated_wave
    assert copy.deepcopy(decorated_wave) is decorated_wave
    assert pickle.loads(pickle.dumps(decorated_wave)) is decorated_wave


def test_a_call_of_differentiate_pickles_by_its_function():
    df = pickle.loads(pickle.dumps(differentiate(loss, wrt="x", guard="copy")))
    assert (df.__wrapped__, df.wrt, df.guard) == (loss, ("x",), "copy")


def test_forward_and_pullback():
    y, residuals = decorated_wave.forward(X)
    assert np.array_equal(y, wave(X))
    (x_bar,) = decorated_wave.pullback(residuals, np.ones(3))
    assert np.allclose(x_bar, np.cos(2 * X))
    (again,) = decorated_wave.pullback(residuals, 2 * np.ones(3))
    assert np.array_equal(again, 2 * x_bar)
    assert np.allclose(decorated_wave.pushforward(residuals, np.ones(3)), np.cos(2 * X))


def test_source_before_and_after_a_call():
    df = differentiate(wave)
    assert "wave_forward" in df.source
    df.forward(X)
    assert "wave_pullback" in df.source


@pytest.mark.parametrize("value", [0.5, np.float64(0.5), np.float32(0.5), np.array(0.5), np.array([0.5], np.float32)])
def test_gradient_has_the_type_of_its_argument(value):
    y, residuals = decorated_wave.forward(value)
    (x_bar,) = decorated_wave.pullback(residuals, 1.0 if np.shape(y) == () else np.ones_like(y))
    assert type(x_bar) is type(value)
    assert np.asarray(x_bar).dtype == np.asarray(value).dtype
    assert np.shape(x_bar) == np.shape(value)


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "g", ">f8", "c8", "c16", "G", "<c16", ">c8"])
def test_every_float_dtype(dtype):
    for x in (X.astype(dtype), X.astype(dtype)[0], np.zeros((0, 2), dtype), X.astype(dtype)[:1].reshape(())):
        y, residuals = decorated_wave.forward(x)
        for bar in (None, np.ones(np.shape(y), np.asarray(y).dtype)):
            (x_bar,) = decorated_wave.pullback(residuals, bar)
            assert (type(x_bar), x_bar.dtype, x_bar.shape) == (type(x), x.dtype, x.shape)


def test_keywords_and_defaults():
    df = differentiate(loss)
    for args, kwargs in [((X,), {}), ((X, 2.0), {}), ((), {"x": X}), ((), {"scale": 2.0, "x": X})]:
        y, residuals = df.forward(*args, **kwargs)
        assert y == loss(X)
        x_bar, scale_bar = df.pullback(residuals, 1.0)
        assert np.allclose(x_bar, 4 * X)
        assert type(scale_bar) is float
        assert scale_bar == pytest.approx(np.sum(X * X))
    for args, kwargs in [((), {}), ((X, 1.0, 2.0), {}), ((X,), {"x": X}), ((X,), {"other": 1})]:
        with pytest.raises(TypeError):
            df.forward(*args, **kwargs)


def test_variadic_parameters():
    df = differentiate(collected)
    y, residuals = df.forward(2.0, 3.0, factor=5.0)
    assert y == 65.0
    xs_bar, power_bar, others_bar = df.pullback(residuals, 1.0)
    assert xs_bar == (20.0, 30.0)
    assert others_bar == {"factor": 13.0}
    assert isinstance(power_bar, float)


def test_wrt_selects_parameters():
    df = differentiate(product, wrt=("y", 0))
    _, residuals = df.forward(X, 2 * X)
    y_bar, x_bar = df.pullback(residuals, np.ones(3))
    assert np.array_equal(x_bar, 2 * X)
    assert np.array_equal(y_bar, X)
    (only,) = df.pullback(residuals, np.ones(3), wrt="x")
    assert np.array_equal(only, x_bar)
    both = df.pullback(residuals, np.ones(3), wrt=("x", "y"))
    assert np.array_equal(both[1], y_bar)
    with pytest.raises(UnsupportedError, match="no parameter"):
        df.pullback(residuals, np.ones(3), wrt="z")


def test_arguments_without_a_derivative_get_none():
    df = differentiate(layers)
    _, residuals = df.forward({"w": np.ones((2, 3))}, X)
    params_bar, x_bar, n_bar = df.pullback(residuals, {"hidden": [np.ones(2), None], "out": None, "n": None})
    assert params_bar["w"].shape == (2, 3)
    assert x_bar.shape == (3,)
    assert n_bar is None
    with pytest.raises(UnsupportedError, match="'n' is named in wrt, but is a int"):
        differentiate(layers, wrt="n").forward({"w": np.ones((2, 3))}, X)
    with pytest.raises(UnsupportedError, match="dtype int64"):
        differentiate(wave, wrt="x").forward(np.arange(3))


def test_structures_in_and_out():
    df = differentiate(pair_of)
    _, residuals = df.forward(Pair(1.5, X))
    (bar,) = df.pullback(residuals, Pair(np.ones(3), 3.0))
    assert isinstance(bar, Pair)
    assert bar.left == 3.0
    assert np.array_equal(bar.right, 2 * np.ones(3))
    df = differentiate(point_of)
    _, residuals = df.forward(Point(2.0, X))
    (bar,) = df.pullback(residuals, Point(1.0, None))
    assert isinstance(bar, Point)
    assert bar.x == 4.0
    assert np.array_equal(bar.y, np.zeros(3))


def test_written_parameters():
    df = differentiate(scale_in_place)
    a = X.copy()
    y, residuals = df.forward(a, 3.0)
    assert np.array_equal(a, 3 * X)
    a_bar, k_bar = df.pullback(residuals, 1.0)
    assert np.allclose(a_bar, 3.0)
    assert k_bar == pytest.approx(X.sum())
    a_bar, _ = df.pullback(residuals, None, a_bar=np.ones(3))
    assert np.allclose(a_bar, 3.0)
    y_dot, finals = df.pushforward(residuals, np.ones(3), None)
    assert y_dot == pytest.approx(9.0)
    assert np.allclose(finals["a"], 3.0)
    with pytest.raises(CotangentError, match="k_bar"):
        df.pullback(residuals, 1.0, k_bar=1.0)
    with pytest.raises(CotangentError, match="cotangent of a: expected an array of shape"):
        df.pullback(residuals, 1.0, a_bar=np.ones(4))


@pytest.mark.parametrize(
    ("cotangent", "message"),
    [
        (np.ones(4), r"cotangent of output: expected an array of shape \(3,\) and dtype float64, got .*\(4,\)"),
        (np.ones(3, np.float32), "dtype float64, got .* dtype float32"),
        (np.ones(3, int), "got .* dtype int64"),
        (np.ones(3, complex), "got .* dtype complex128"),
        (1.0, "got float 1.0"),
        ([1.0, 1.0, 1.0], "got a list"),
        ("one", "got str 'one'"),
    ],
)
def test_wrong_cotangents(cotangent, message):
    _, residuals = decorated_wave.forward(X)
    with pytest.raises(CotangentError, match=message):
        decorated_wave.pullback(residuals, cotangent)


@pytest.mark.parametrize(
    ("cotangent", "message"),
    [
        ({"hidden": [None, np.ones(3)], "out": 1.0, "n": None}, r'output\["hidden"\]\[1\]: expected an array'),
        ({"hidden": [None], "out": 1.0, "n": None}, r'output\["hidden"\]: expected a list with 2 entries'),
        ({"hidden": (None, None), "out": 1.0, "n": None}, "got a tuple"),
        ({"hidden": None, "n": None}, r"output: expected a dict with the keys 'hidden', 'out', 'n'"),
        ({"hidden": None, "out": 1.0, "n": 1}, r'output\["n"\]: expected None'),
        ({"hidden": None, "out": 1j, "n": None}, r'output\["out"\]: expected a float64, got complex'),
        ({"hidden": None, "out": True, "n": None}, r'output\["out"\]'),
    ],
)
def test_paths_of_wrong_cotangents(cotangent, message):
    df = differentiate(layers)
    _, residuals = df.forward({"w": np.ones((2, 3))}, X)
    with pytest.raises(CotangentError, match=message):
        df.pullback(residuals, cotangent)


def test_other_array_classes_are_refused():
    masked = np.ma.masked_array(X, [True, False, False])
    for value in (masked, np.ones((2, 2)).view(np.matrix)):
        with pytest.raises(UnsupportedError, match="np.asarray"):
            differentiate(wave).forward(value)
    _, residuals = decorated_wave.forward(X)
    with pytest.raises(CotangentError, match="MaskedArray"):
        decorated_wave.pullback(residuals, masked)


def test_wrong_tangents():
    df = differentiate(product)
    _, residuals = df.forward(X, X)
    with pytest.raises(CotangentError, match="expected 2 tangents"):
        df.pushforward(residuals, X)
    with pytest.raises(CotangentError, match="tangent of y: expected"):
        df.pushforward(residuals, X, np.ones(2))
    assert np.array_equal(df.pushforward(residuals, X, None), X * X)


def test_complex_output_takes_a_real_cotangent():
    _, residuals = decorated_wave.forward(X + 0j)
    assert decorated_wave.pullback(residuals, np.ones(3))[0].dtype == complex


def test_a_plain_tuple_of_residuals():
    df = differentiate(product)
    _, residuals = df.forward(X, 2 * X)
    assert np.array_equal(df.pullback(tuple(residuals), np.ones(3))[0], 2 * X)
    with pytest.raises(ResidualsError, match="5 residuals, expected 2"):
        df.pullback((1, 2, 3, 4, 5), np.ones(3))
    with pytest.raises(ResidualsError, match="tuple, got list"):
        df.pullback([X, X], np.ones(3))


def test_residuals_of_another_function():
    _, residuals = differentiate(product).forward(X, X)
    with pytest.raises(ResidualsError, match=r"residuals of tests.api.subjects.product"):
        decorated_wave.pullback(residuals, np.ones(3))
    with pytest.raises(ResidualsError):
        differentiate(loss).pullback(residuals, 1.0)


def test_methods():
    spring = Spring(3.0)
    assert spring.energy(X) == Spring.energy(spring, X)
    y, residuals = spring.energy.forward(X)
    x_bar, n_bar = spring.energy.pullback(residuals, 1.0)
    assert np.allclose(x_bar, 3.0 * X)
    assert n_bar is None
    assert spring.energy.__doc__ == "The energy."
    assert list(inspect.signature(spring.energy).parameters) == ["x", "n"]
    assert spring.energy.wrt == ("x", "n")
    assert np.allclose(spring.energy.pushforward(residuals, X, None), 2 * y)


@pytest.mark.parametrize(
    ("thing", "message"),
    [
        (np.sin, "def a function that calls it"),
        (len, "def a function that calls it"),
        (Spring, "def a function that calls it"),
        (staticmethod(wave), "@staticmethod above @differentiate"),
        (3, "pass a function"),
        (eval(compile("lambda x: x", "<no file>", "eval"), {}), "source cannot be found"),
    ],
)
def test_what_is_no_function_is_refused_at_decoration(thing, message):
    with pytest.raises(UnsupportedError, match=message):
        differentiate(thing)


def test_generators_and_coroutines_are_refused():
    def generator(x):
        yield x

    async def coroutine(x):
        return x

    async def both(x):
        yield x

    for function in (generator, coroutine, both):
        with pytest.raises(UnsupportedError, match="function"):
            differentiate(function)


def test_wrong_options():
    for options in ({"wrt": "q"}, {"wrt": 3}, {"wrt": (0, "x")}, {"guard": "maybe"}, {"compile": "rust"}):
        with pytest.raises(UnsupportedError):
            differentiate(wave, **options)


def test_decorator_with_arguments():
    df = differentiate(wrt="x", guard="off")(wave)
    assert (df.wrt, df.guard) == (("x",), "off")
    again = differentiate(df, wrt=0)
    assert again.__wrapped__ is wave


def test_one_program_per_kind_of_arguments():
    df = differentiate(product)
    for args in ((X, X), (X, 2 * X), (X, 2.0), (2.0, X), (X[:, None], X)):
        df.forward(*args)
    assert len(df._entries) == 4


def test_one_compilation_per_pattern_of_equal_lengths(monkeypatch):
    made = []
    right = pipeline.compile_program
    monkeypatch.setattr(pipeline, "compile_program", lambda *args, **kwargs: made.append(1) or right(*args, **kwargs))
    df = differentiate(product)
    for n in (3, 5, 4, 3):
        x = np.linspace(1.0, 2.0, n)
        y, residuals = df.forward(x, 2 * x)
        assert np.array_equal(df.pullback(residuals, np.ones(n))[0], 2 * x)
    assert (len(made), len(df._entries), len(df._patterns)) == (1, 3, 1)
    _, first = df.forward(X, X)
    for shapes in (((3,), (1,)), ((2, 3), (3,)), ((3, 3), (3,)), ((0,), (0,)), ((1,), (1,)), ((4, 7), (7,))):
        x, y = (np.full(shape, 2.0) for shape in shapes)
        z, residuals = df.forward(x, y)
        x_bar, y_bar = df.pullback(residuals, np.ones_like(z))
        assert (x_bar.shape, y_bar.shape) == shapes
        assert np.all(y_bar == 2.0 * z.size / max(y.size, 1))
    assert (len(made), len(df._entries), len(df._patterns)) == (6, 9, 6)
    assert np.array_equal(df.pullback(first, np.ones(3))[0], X)


def test_other_sizes_after_a_recompilation_share_its_program(monkeypatch):
    _, residuals = differentiate(product).forward(X, X)
    made = []
    right = pipeline.compile_program
    monkeypatch.setattr(pipeline, "compile_program", lambda *args, **kwargs: made.append(1) or right(*args, **kwargs))
    df = differentiate(product)
    assert np.array_equal(df.pullback(pickle.loads(pickle.dumps(residuals)), np.ones(3))[0], X)
    df.forward(np.ones(5), np.ones(5))
    assert made == [1]


def test_the_oldest_programs_go_first(monkeypatch):
    monkeypatch.setattr("s2s.differentiated.CACHE", 3)
    df = differentiate(product)
    kept = [df.forward(np.ones(n), np.ones(n))[1] for n in range(2, 9)]
    assert len(df._entries) == 3 and len(df._patterns) == 1
    for residuals in kept:
        df.pullback(residuals, np.ones(len(residuals[0])))


def test_a_stale_program_is_made_anew_and_old_residuals_keep_theirs(monkeypatch):
    made, version = [], [0]
    right = pipeline.compile_program

    def compile_program(*args, **kwargs):
        built = version[0]
        made.append(built)
        return dataclasses.replace(right(*args, **kwargs), is_current=lambda: version[0] == built)

    monkeypatch.setattr(pipeline, "compile_program", compile_program)
    df = differentiate(wave)
    _, old = df.forward(X)
    df.forward(X)
    assert made == [0]
    version[0] = 1
    _, new = df.forward(X)
    assert made == [0, 1]
    assert new.state.entry is not old.state.entry
    assert np.array_equal(df.pullback(old, X)[0], df.pullback(new, X)[0])


SCALE = 2.0


def scaled(x):
    return SCALE * x * SCALE


def test_a_global_of_another_kind_compiles_anew_one_of_the_same_kind_does_not(monkeypatch):
    made = []
    right = pipeline.compile_program
    monkeypatch.setattr(pipeline, "compile_program", lambda *args, **kwargs: made.append(1) or right(*args, **kwargs))
    df = differentiate(scaled)
    given = (2.0, 3.0, -1.5, 3, 4, X, 2 * X, np.float32(2.0), 1.0 + 2.0j, 2.0 - 1.0j)
    for value, compilations in zip(given, (1, 1, 1, 2, 2, 3, 3, 4, 5, 5), strict=True):
        monkeypatch.setitem(globals(), "SCALE", value)
        y, residuals = df.forward(X)
        assert np.array_equal(y, scaled(X))
        y_bar = np.exp(y)
        assert np.allclose(df.pullback(residuals, y_bar)[0], np.real(np.conj(value) ** 2 * y_bar), rtol=1e-14)
        assert len(made) == compilations


def test_threads_share_one_compilation():
    df = differentiate(wave)
    results, start = [], threading.Barrier(8)

    def work():
        start.wait()
        y, residuals = df.forward(X)
        results.append(df.pullback(residuals, np.ones(3))[0])

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 8
    assert all(np.array_equal(r, results[0]) for r in results)
    assert len(df._entries) == 1


def test_public_names():
    for name in s2s.__all__:
        assert getattr(s2s, name) is not None
    assert subjects.decorated_wave is decorated_wave


def test_part_of_a_pullback_that_reads_no_residuals() -> None:
    """Its first line is one of the derivative, not the one that takes the residuals apart."""

    def overwritten(x, y):
        x[0] = 1.0
        if y[0] > 0.0:
            y[1] = 2.0

    x, y, bars = np.arange(3.0), np.arange(3.0) + 0.5, (np.array([1.0, 2.0, 3.0]), np.array([4.0, 5.0, 6.0]))
    df = differentiate(overwritten)
    _, residuals = df.forward(x, y)
    whole = df.pullback(residuals, x_bar=bars[0], y_bar=bars[1])
    (only,) = df.pullback(residuals, wrt="x", x_bar=bars[0], y_bar=bars[1])
    assert np.array_equal(only, whole[0]) and np.array_equal(only, [0.0, 2.0, 3.0])
    assert np.array_equal(bars[0], [1.0, 2.0, 3.0])

    def constant(x, y):
        y = np.full(4, 0.25)
        return y

    _, residuals = differentiate(constant).forward(1.0, 2.0)
    assert differentiate(constant).pullback(residuals, np.ones(4), wrt="y") == (0.0,)
