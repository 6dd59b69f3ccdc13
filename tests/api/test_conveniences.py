"""vjp, linearize, grad, jacobian, hvp and the gradient checks."""
import dataclasses

import numpy as np
import pytest

import s2s
from s2s import CotangentError, GradientMismatch, UnsupportedError, check_gradients, differentiate, pipeline
from s2s.testing import check_function
from tests.api.subjects import Pair, layers, loss, pair_of, point_of, product, scale_in_place, wave

X = np.array([0.3, -0.4, 1.2])


def test_vjp_and_linearize():
    y, pullback = s2s.vjp(product, X, 2 * X)
    assert np.array_equal(y, 2 * X * X)
    assert np.array_equal(pullback(np.ones(3))[1], X)
    y, pushforward = s2s.linearize(product, X, 2 * X)
    assert np.allclose(pushforward(X, None), 2 * X * X)


def test_grad():
    assert np.allclose(s2s.grad(loss)(X), 4 * X)
    assert s2s.grad(loss, "scale")(X, scale=1.0) == pytest.approx(np.sum(X * X))
    x_bar, scale_bar = s2s.grad(loss, (0, 1))(X, 3.0)
    assert np.allclose(x_bar, 6 * X)
    y, x_bar = s2s.value_and_grad(loss)(X)
    assert y == loss(X)
    with pytest.raises(CotangentError, match="one real number"):
        s2s.grad(product)(X, X)
    assert s2s.grad(loss).__name__ == "loss"


def test_jacobian():
    diagonal = np.diag(np.cos(2 * X))
    assert np.allclose(s2s.jacobian(wave)(X), diagonal)
    assert np.allclose(s2s.jacobian(loss)(X), 4 * X)
    assert s2s.jacobian(wave)(0.3) == pytest.approx(np.cos(0.6))
    assert s2s.jacobian(product)(X.reshape(1, 3), X.reshape(1, 3)).shape == (1, 3, 1, 3)
    assert s2s.jacobian(wave)(np.zeros((0, 2))).shape == (0, 2, 0, 2)
    for function, args in ((layers, ({"w": np.ones((2, 3))}, X)), (wave, (X + 0j,))):
        with pytest.raises(UnsupportedError, match="jacobian"):
            s2s.jacobian(function)(*args)


def test_hvp():
    x_v, scale_v = s2s.hvp(loss, (X, 2.0), (np.ones(3), 1.0), argnum=(0, 1))
    assert np.allclose(x_v, 4.0 + 2 * X)
    assert scale_v == pytest.approx(2 * X.sum())
    with pytest.raises(CotangentError, match="one real number"):
        s2s.hvp(wave, (X,), X)
    with pytest.raises(CotangentError, match="2 vectors, got 1"):
        s2s.hvp(loss, (X, 2.0), (X,), argnum=(0, 1))


def test_hvp_for_one_argument():
    assert np.allclose(s2s.hvp(loss, (X,), np.ones(3)), 4.0)
    assert s2s.hvp(lambda x: np.sin(x) * x, 0.5, 2.0) == pytest.approx(2 * (2 * np.cos(0.5) - 0.5 * np.sin(0.5)))


def test_one_differentiated_per_function():
    from s2s.conveniences import differentiated

    assert differentiated(wave) is differentiated(wave)
    df = differentiate(wave, guard="off")
    assert differentiated(df) is df
    assert differentiated(df, "x").guard == "off"


CHECKED = [
    (wave, (X,)),
    (wave, (X.astype("f4"),)),
    (wave, (X + 1j * X[::-1],)),
    (wave, (0.5,)),
    (product, (X, 2 * X)),
    (loss, (X, 2.0)),
    (layers, ({"w": np.ones((2, 3))}, X, 3)),
    (scale_in_place, (X, 2.0)),
    (pair_of, (Pair(1.5, X),)),
    (wave, (np.linspace(0, 1, 200),)),
]


@pytest.mark.parametrize(("function", "args"), CHECKED)
def test_right_gradients_pass(function, args):
    check_gradients(function, *args)
    check_function(function, *args, full=True, seed=1)
    check_function(differentiate(function, wrt=0), *args)


def wrong(monkeypatch, **changes):
    """Let the compiler make programs with parts replaced; each change takes the program and gives the new part."""
    right = pipeline.compile_program

    def compile_program(*args, **kwargs):
        program = right(*args, **kwargs)
        return dataclasses.replace(program, **{name: change(program) for name, change in changes.items()})

    monkeypatch.setattr(pipeline, "compile_program", compile_program)


def counted(program):
    calls = []

    def pullback(residuals, bar):
        calls.append(1)
        return tuple(b * (1.0 if len(calls) < 2 else 1.5) for b in program.pullback(residuals, bar))

    return pullback


def writing(program):
    def pullback(residuals, bar):
        made = program.pullback(residuals, bar)
        bar *= 2.0
        return made

    return pullback


@pytest.mark.parametrize(
    ("message", "changes"),
    [
        ("random direction", {
            "pullback": lambda p: lambda r, b: tuple(1.01 * a for a in p.pullback(r, b)),
            "pushforward": lambda p: lambda r, d: 1.01 * p.pushforward(r, d),
        }),
        ("disagree", {"pushforward": lambda p: lambda r, d: -p.pushforward(r, d)}),
        ("another answer", {"pullback": counted}),
        ("changes its residuals or its cotangent|another answer", {"pullback": writing}),
        ("shares memory", {"pullback": lambda p: lambda r, b: (b,)}),
        ("something else", {"forward": lambda p: lambda x: (p.forward(x)[0] + 1e-12, p.forward(x)[1])}),
        ("leaves its arguments", {"forward": lambda p: lambda x: (p.forward(x), np.negative(x, out=x))[0]}),
    ],
)  # fmt: skip
def test_wrong_programs_are_found(monkeypatch, message, changes):
    wrong(monkeypatch, **changes)

    def subject(x):
        return np.sin(x) * np.cos(x)

    with pytest.raises(GradientMismatch, match=f"subject: .*({message})"):
        check_function(subject, X)


def test_the_message_names_argument_and_index(monkeypatch):
    def one_entry(program):
        def pullback(residuals, bar):
            (made,) = program.pullback(residuals, bar)
            made[1] += 0.1
            return (made,)

        return pullback

    wrong(monkeypatch, pullback=one_entry)
    monkeypatch.setattr("s2s.testing.functions._Check._direction", lambda *_: None)
    with pytest.raises(GradientMismatch, match=r"the gradient of x\[1\] is .*, finite differences give"):
        check_function(differentiate(wave), X)


def test_point_of_dataclass():
    from tests.api.subjects import Point

    check_function(point_of, Point(2.0, X))
