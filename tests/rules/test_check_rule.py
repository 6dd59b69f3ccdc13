"""``check_rule`` finds the mistakes that its docstring promises to find."""
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from s2s.errors import GradientMismatch, UnsupportedError
from s2s.rules import registry
from s2s.runtime import unbroadcast
from s2s.testing import Sample, check_rule

X, Y = np.array([[0.3, -1.2, 2.0], [0.7, 0.1, -0.4]]), np.array([1.5, -0.5, 0.25])


def product(x: Any, y: Any) -> Any:
    return np.multiply(x, y)


@pytest.fixture(autouse=True)
def rules() -> Iterator[None]:
    """Leave the table of rules as it was."""
    kept = dict(registry.RULES)
    yield
    registry.RULES.clear()
    registry.RULES.update(kept)


def register(pullback_of: Callable[..., Any], pushforward_of: Callable[..., Any] | None = None) -> None:
    """A rule of ``product`` whose pullback and pushforward are the given functions of (x, y, ...)."""

    def made(x: Any, y: Any) -> Any:
        z = np.multiply(x, y)

        def pullback(z_bar: Any) -> Any:
            return pullback_of(x, y, z, z_bar)

        def pushforward(x_dot: Any, y_dot: Any) -> Any:
            return pushforward_of(x, y, x_dot, y_dot) if pushforward_of else x_dot * y + x * y_dot

        return z, pullback, pushforward

    registry.rule(product)(made)


def right(x: Any, y: Any, z: Any, z_bar: Any) -> Any:
    return unbroadcast(z_bar * y, np.shape(x)), unbroadcast(z_bar * x, np.shape(y))


def writes_argument(x: Any, y: Any, z: Any, z_bar: Any) -> Any:
    bars = right(x, y, z, z_bar)
    z *= 1.0
    z += 1e-3
    return bars


def off(x: Any, y: Any, z: Any, z_bar: Any) -> Any:
    x_bar, y_bar = right(x, y, z, z_bar)
    return x_bar, y_bar * (1 + 1e-4)


def keeps_count(x: Any, y: Any, z: Any, z_bar: Any, calls: list[int] = []) -> Any:  # noqa: B006
    calls.append(1)
    x_bar, y_bar = right(x, y, z, z_bar)
    return x_bar + 1e-9 * len(calls), y_bar


WRONG: dict[str, tuple[Callable[..., Any], str]] = {
    "a wrong factor": (off, "finite differences"),
    "swapped": (lambda x, y, z, z_bar: right(x, y, z, z_bar)[::-1], "shape"),
    "not un-broadcast": (lambda x, y, z, z_bar: (z_bar * y, z_bar * x), "shape"),
    "no tuple": (lambda x, y, z, z_bar: z_bar * y, "2 parameters"),
    "integers": (lambda x, y, z, z_bar: (np.ones(np.shape(x), int), np.ones(np.shape(y), int)), "neither float"),
    "a changed output": (writes_argument, "changed"),
    "not repeatable": (keeps_count, "other bits"),
    "NaN for zero": (
        lambda x, y, z, z_bar: (unbroadcast(z_bar * y, np.shape(x)), unbroadcast(z_bar * z / y, np.shape(y))),
        "RuntimeWarning|zero cotangent|finite",
    ),
    "an exception": (lambda x, y, z, z_bar: 1 / 0, "ZeroDivisionError"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_pullback_is_found(name: str) -> None:
    pullback, message = WRONG[name]
    register(pullback)
    y = np.array([0.0, 1.0, 2.0]) if name == "NaN for zero" else Y
    with pytest.raises(GradientMismatch, match=message):
        check_rule(product, [(X, y)])


def test_a_right_rule_passes() -> None:
    register(right)
    check_rule(product, [(X, Y), (Y, X), (2.0, Y), (np.zeros((0, 3)), Y), (X.astype(np.float32), Y.astype(np.float32))])


@pytest.mark.parametrize(
    ("pushforward", "message"),
    [
        (lambda x, y, x_dot, y_dot: x_dot * y - x * y_dot, "not adjoint"),
        (lambda x, y, x_dot, y_dot: np.sum(x_dot * y + x * y_dot), "shape"),
        (lambda x, y, x_dot, y_dot: (x_dot * y + x * y_dot) * (1 + 0j), "complex"),
    ],
)
def test_a_wrong_pushforward_is_found(pushforward: Callable[..., Any], message: str) -> None:
    register(right, pushforward)
    with pytest.raises(GradientMismatch, match=message):
        check_rule(product, [(X, Y)])


def test_lost_single_precision_is_found() -> None:
    register(lambda x, y, z, z_bar: right(x, y, z, z_bar * np.float64(1.0)))
    check_rule(product, [(X, Y)])
    with pytest.raises(GradientMismatch, match="float64"):
        check_rule(product, [(X.astype(np.float32), Y.astype(np.float32))])


def test_a_missing_conjugate_is_found() -> None:
    register(right)
    with pytest.raises(GradientMismatch, match="finite differences"):
        check_rule(product, [(X + 1j, Y)])


def test_expected_replaces_finite_differences() -> None:
    register(lambda x, y, z, z_bar: (0 * right(x, y, z, z_bar)[0], right(x, y, z, z_bar)[1]), lambda x, y, a, b: x * b)
    check_rule(product, [Sample((Y, Y), expected=(np.zeros(3), None))])
    with pytest.raises(GradientMismatch, match="expected"):
        check_rule(product, [Sample((Y, Y), expected=(Y, None))])


def special(x: Any) -> Any:
    return np.sin(x)


def test_the_general_branch_is_checked() -> None:
    @registry.rule(special)
    def made(x: Any) -> Any:
        y = np.sin(x)

        def pullback(y_bar: Any) -> Any:
            if np.ndim(x) == 1:
                x_bar = y_bar * np.cos(x)
            else:
                x_bar = y_bar * np.sin(x)
            return x_bar

        def pushforward(x_dot: Any) -> Any:
            return x_dot * np.cos(x)

        return y, pullback, pushforward

    with pytest.raises(GradientMismatch, match="special cases left out"):
        check_rule(special, [(Y,)])


def pair(x: Any) -> Any:
    return x * x, 2 * x


def test_none_for_one_of_several_outputs() -> None:
    def made(x: Any) -> Any:
        y, w = pair(x)

        def pullback(y_bar: Any, w_bar: Any) -> Any:
            return 2 * x * (0 * w_bar if y_bar is None else y_bar) + (0 * x if w_bar is None else 2 * w_bar)

        def pushforward(x_dot: Any) -> Any:
            return 2 * x * x_dot, 2 * x_dot

        return (y, w), pullback, pushforward

    registry.rule(pair)(made)
    check_rule(pair, [(Y,), (0.5,)])

    def careless(x: Any) -> Any:
        y, w = pair(x)

        def pullback(y_bar: Any, w_bar: Any) -> Any:
            return 2 * x * y_bar + 2 * w_bar

        def pushforward(x_dot: Any) -> Any:
            return 2 * x * x_dot, 2 * x_dot

        return (y, w), pullback, pushforward

    del registry.RULES[pair]
    registry.rule(pair)(careless)
    with pytest.raises(GradientMismatch, match="TypeError"):
        check_rule(pair, [(Y,)])


def nested(arrays: Any, scale: Any = 1.0) -> Any:
    (a, b), c = arrays
    return (np.float64(a) + 2 * b + 3 * c) * scale


def test_sequences_and_nested_sequences() -> None:
    def made(arrays: Any, scale: Any = 1.0) -> Any:
        y = nested(arrays, scale)

        def pullback(y_bar: Any) -> Any:
            return [[scale * y_bar, 2 * scale * y_bar], 3 * scale * y_bar], y_bar * y / scale

        def pushforward(arrays_dot: Any, scale_dot: Any) -> Any:
            return nested(arrays_dot, scale) + y / scale * scale_dot

        return y, pullback, pushforward

    registry.rule(nested)(made)
    check_rule(nested, [([[1.5, 2.0], -0.5],), Sample(([(1, 2.0), 3],), {"scale": 2.0}), (([1.0, 2.0], 3.0), 0.5)])


def test_refusals_pass_through_and_empty_lists_fail() -> None:
    def refuse(x: Any, y: Any, z: Any, z_bar: Any) -> Any:
        raise UnsupportedError("not this")

    register(refuse)
    with pytest.raises(UnsupportedError, match="not this"):
        check_rule(product, [(X, Y)])
    with pytest.raises(GradientMismatch, match="no samples"):
        check_rule(product, [])
    with pytest.raises(GradientMismatch, match="no rule"):
        check_rule(pair, [(X,)])
