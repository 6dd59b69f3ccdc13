"""A user's own rules, and stop_gradient, inside differentiated code."""
import contextlib
import functools
import importlib
import math

import numpy as np
import pytest

import s2s
from s2s import UnsupportedError, check_gradients, custom_rule, differentiate, stop_gradient
from s2s.rules import registry
from s2s.rules.scipy_rules import MODULES
from s2s.testing import check_rule

X = np.array([0.3, -0.4, 1.2])
SLOPE = 3.0


@pytest.fixture(autouse=True)
def _rules_as_before():
    for part in MODULES:
        with contextlib.suppress(ImportError):
            importlib.import_module(part)
    tables = (registry.RULES, registry.COMPLEX_RULES, registry.ZERO_DERIVATIVE)
    registry.lookup(None)
    before = [dict(table) for table in tables]
    yield
    for table, content in zip(tables, before, strict=True):
        table.clear()
        table.update(content)
    registry.forget()


def gradient(function, *args):
    y, pullback = s2s.vjp(function, *args)
    return pullback(np.ones_like(y) if np.shape(y) else 1.0)


def softplus(x):
    return np.logaddexp(0.0, x)


def softplus_rule(x):
    y = softplus(x)

    def pullback(y_bar):
        return y_bar * (1.0 - np.exp(-y))

    def pushforward(x_dot):
        return x_dot * (1.0 - np.exp(-y))

    return y, pullback, pushforward


def clipped(x):
    return x + 0.0


def clipped_rule(x):
    """Identity whose cotangent is clipped."""
    y = clipped(x)

    def pullback(y_bar):
        return np.clip(y_bar, -0.5, 0.5)

    def pushforward(x_dot):
        return x_dot

    return y, pullback, pushforward


def test_a_rule_of_a_user_function():
    custom_rule(softplus)(softplus_rule)
    check_rule(softplus, [(X,), (0.5,), (np.float32(2.0),)])

    def model(x, w):
        return np.sum(softplus(x * w) ** 2)

    check_gradients(model, X, 2.0)
    source = differentiate(model).source
    assert "softplus(" in source and "logaddexp" not in source


def test_the_rule_counts_not_the_source():
    custom_rule(clipped)(clipped_rule)

    def model(x):
        return 3.0 * clipped(x)

    assert np.array_equal(gradient(model, X)[0], np.full(3, 0.5))
    assert np.array_equal(gradient(clipped, X)[0], np.full(3, 0.5))
    assert np.array_equal(s2s.linearize(model, X)[1](X), 3.0 * X)
    assert np.array_equal(gradient(lambda x: sum(map(clipped, [3.0 * x])), X)[0], np.full(3, 1.5))
    assert np.array_equal(gradient(functools.partial(clipped).func, X)[0], np.full(3, 0.5))


def test_a_differentiated_function_names_its_function():
    df = differentiate(clipped)
    custom_rule(df)(clipped_rule)
    assert registry.lookup(clipped) is not None
    _, residuals = df.forward(X)
    assert len(residuals) == 0
    assert np.array_equal(df.pullback(residuals, X)[0], np.clip(X, -0.5, 0.5))


def test_a_new_rule_reaches_programs_that_were_made_before():
    def model(x):
        return 3.0 * clipped(x)

    df = differentiate(model)
    _, old = df.forward(X)
    custom_rule(clipped)(clipped_rule)
    _, new = df.forward(X)
    assert np.array_equal(df.pullback(new, X)[0], np.clip(3.0 * X, -0.5, 0.5))
    assert np.array_equal(df.pullback(old, X)[0], 3.0 * X)

    def other_rule(x):
        y = clipped(x)

        def pullback(y_bar):
            return -y_bar

        def pushforward(x_dot):
            return -x_dot

        return y, pullback, pushforward

    custom_rule(clipped)(other_rule)
    assert np.array_equal(gradient(model, X)[0], np.full(3, -3.0))


def test_parameters_keywords_and_defaults():
    def scaled(x, factor=2.0, *, power=3.0):
        return factor * x**power

    @custom_rule(scaled)
    def scaled_rule(x, factor=2.0, *, power=3.0):
        y = scaled(x, factor, power=power)

        def pullback(y_bar):
            return 10.0 * y_bar * x

        def pushforward(x_dot):
            return 10.0 * x_dot * x

        return y, pullback, pushforward

    for call in (lambda x: scaled(x), lambda x: scaled(x, power=2.0), lambda x: scaled(factor=1.0, x=x)):
        assert np.array_equal(gradient(call, X)[0], 10.0 * X)
    with pytest.raises(UnsupportedError, match="no derivative with respect to 'factor'"):
        gradient(lambda x, k: scaled(x, k), X, 1.0)


def test_several_outputs():
    def polar(x, y):
        return np.hypot(x, y), np.arctan2(y, x)

    @custom_rule(polar)
    def polar_rule(x, y):
        r, phi = polar(x, y)

        def pullback(r_bar, phi_bar):
            along = 0.0 if r_bar is None else r_bar
            across = 0.0 if phi_bar is None else phi_bar / r
            x_bar = along * np.cos(phi) - across * np.sin(phi)
            y_bar = along * np.sin(phi) + across * np.cos(phi)
            return x_bar, y_bar

        def pushforward(x_dot, y_dot):
            r_dot = x_dot * np.cos(phi) + y_dot * np.sin(phi)
            return r_dot, (y_dot * np.cos(phi) - x_dot * np.sin(phi)) / r

        return (r, phi), pullback, pushforward

    def both(x, y):
        r, phi = polar(x, y)
        return r * phi

    for function in (both, lambda x, y: polar(x, y)[0], lambda x, y: polar(x, y)[1], polar):
        check_gradients(function, X, 1.0 + X)


def test_slopes_of_an_elementwise_function():
    def steep(x, k):
        return np.tanh(k * x)

    @custom_rule(steep)
    def steep_rule(x, k, y):
        return k * (1 - y * y), x * (1 - y * y)

    def model(x, k):
        return steep(x, k) * x

    check_gradients(model, X, 2.0)
    check_gradients(steep, X[:, None], X)
    check_rule(steep, [(X, 2.0), (X[:, None], X)])


def test_functions_of_libraries():
    integrate = pytest.importorskip("scipy.integrate")

    def area(b):
        return integrate.quad(np.sin, 0.0, b)[0]

    with pytest.raises(UnsupportedError, match="quad has no derivative rule"):
        gradient(area, 0.5)

    @custom_rule(integrate.quad)
    def quad(func, a, b):
        value, error = integrate.quad(func, a, b)

        def pullback(value_bar, error_bar):
            a_bar = 0.0 if value_bar is None else -value_bar * func(a)
            b_bar = 0.0 if value_bar is None else value_bar * func(b)
            return a_bar, b_bar

        def pushforward(a_dot, b_dot):
            return b_dot * func(b) - a_dot * func(a), 0.0

        return (value, error), pullback, pushforward

    assert gradient(area, 0.5)[0] == pytest.approx(math.sin(0.5))


def test_a_function_of_numpy_and_one_of_c():
    @custom_rule(np.floor)
    def straight_through(x):
        y = np.floor(x)

        def pullback(y_bar):
            return y_bar

        def pushforward(x_dot):
            return x_dot

        return y, pullback, pushforward

    @custom_rule(math.fsum)
    def fsum(values):
        y = math.fsum(values)
        shape = np.shape(values)

        def pullback(y_bar):
            return np.broadcast_to(y_bar, shape)

        def pushforward(values_dot):
            return np.sum(values_dot)

        return y, pullback, pushforward

    assert np.array_equal(gradient(lambda x: np.floor(x) * x, X)[0], X + np.floor(X))
    assert np.array_equal(gradient(lambda x: math.fsum(x * x), X)[0], 2.0 * X)


def test_a_method():
    class Model:
        def step(self, x):
            return 2.0 * x

    @custom_rule(Model.step)
    def step_rule(self, x):
        y = Model.step(self, x)

        def pullback(y_bar):
            return 5.0 * y_bar

        def pushforward(x_dot):
            return 5.0 * x_dot

        return y, pullback, pushforward

    model = Model()
    assert np.array_equal(gradient(lambda x: model.step(x), X)[0], np.full(3, 5.0))


def no_source_rule():
    return eval(compile("lambda x: x", "<no file>", "eval"), {})


def rule_with_loop(x):
    y = softplus(x)
    for _ in range(3):
        y = y + 1

    def pullback(y_bar):
        return y_bar

    def pushforward(x_dot):
        return x_dot

    return y, pullback, pushforward


def rule_with_comprehension(x):
    y = softplus(x)

    def pullback(y_bar):
        return sum([y_bar for _ in range(3)])

    def pushforward(x_dot):
        return x_dot

    return y, pullback, pushforward


def rule_without_pushforward(x):
    y = softplus(x)

    def pullback(y_bar):
        return y_bar

    return y, pullback


def rule_with_helper(x):
    y = softplus(x)

    def helper(v):
        return v

    def pullback(y_bar):
        return helper(y_bar)

    def pushforward(x_dot):
        return x_dot

    return y, pullback, pushforward


def rule_that_reads_a_number(x):
    y = softplus(x)

    def pullback(y_bar):
        return y_bar * SLOPE

    def pushforward(x_dot):
        return x_dot * SLOPE

    return y, pullback, pushforward


def rule_with_a_wrong_parameter(x):
    y = softplus(x)

    def pullback(y_bar):
        return y_bar

    def pushforward(dx):
        return dx

    return y, pullback, pushforward


def rule_with_the_value_late(x):
    shape = np.shape(x)
    y = softplus(x)

    def pullback(y_bar):
        return np.broadcast_to(y_bar, shape)

    def pushforward(x_dot):
        return x_dot

    return y, pullback, pushforward


def rule_without_a_return(x):
    softplus(x)


def rule_with_augmented_assignment(x):
    y = softplus(x)

    def pullback(y_bar):
        y_bar *= 2.0
        return y_bar

    def pushforward(x_dot):
        return 2.0 * x_dot

    return y, pullback, pushforward


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (no_source_rule(), "source of the rule"),
        (3, "is no function"),
        (rule_with_loop, r"kind \(For\) is not inlined"),
        (rule_with_comprehension, r"kind \(ListComp\) is not inlined"),
        (rule_with_augmented_assignment, r"kind \(AugAssign\) is not inlined"),
        (rule_without_pushforward, "pullback and pushforward"),
        (rule_with_helper, "nested functions are not pullback and pushforward"),
        (rule_that_reads_a_number, "reads SLOPE, a float from outside"),
        (rule_with_a_wrong_parameter, "pushforward has the parameter 'dx'"),
        (rule_with_the_value_late, "first statement does not assign what is returned first"),
        (rule_without_a_return, r"kind \(Expr\) is not inlined"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_what_cannot_be_inlined_is_refused_with_its_place(rule, message):
    with pytest.raises(UnsupportedError, match=message) as caught:
        custom_rule(softplus)(rule)
    if hasattr(rule, "__code__") and rule.__name__ != "<lambda>":
        assert caught.value.filename == __file__
        first = rule.__code__.co_firstlineno
        assert first <= caught.value.line <= first + 12
    assert caught.value.hint
    assert registry.lookup(softplus) is None


def test_what_has_no_rule_is_refused():
    for functions in ((), (3,), ([],)):
        with pytest.raises(UnsupportedError):
            custom_rule(*functions)


def test_stop_gradient():
    assert stop_gradient(X) is X

    def normalised(x, pair):
        a, b = stop_gradient(pair)
        return x / stop_gradient(np.sum(x)) + a * x + b

    y, (x_bar, pair_bar) = normalised(X, (2.0, 3.0)), gradient(normalised, X, (2.0, 3.0))
    assert np.allclose(x_bar, 1.0 / X.sum() + 2.0)
    assert pair_bar == (0.0, 0.0)
    forward, residuals = differentiate(normalised).forward(X, (2.0, 3.0))
    assert forward.tobytes() == y.tobytes()
    assert np.allclose(differentiate(normalised).pushforward(residuals, X, None), X / X.sum() + 2.0 * X)
    assert np.array_equal(gradient(lambda x: sum(map(stop_gradient, x)), X)[0], np.zeros(3))


def test_stop_gradient_of_a_written_array():
    def written(x):
        y = x * x
        kept = stop_gradient(y.copy())
        y[0] = 7.0
        return y * kept

    y, residuals = differentiate(written).forward(X)
    assert np.array_equal(y, written(X))
    (x_bar,) = differentiate(written).pullback(residuals, np.ones(3))
    assert np.allclose(x_bar, [0.0, 2.0 * X[1] ** 3, 2.0 * X[2] ** 3])


def test_rules_of_scipy():
    special = pytest.importorskip("scipy.special")
    linalg = pytest.importorskip("scipy.linalg")

    def model(x):
        return special.expit(x) * special.softmax(x) + special.erf(x) + special.logsumexp(x)

    check_gradients(model, X)
    check_gradients(lambda a, b: linalg.solve(a, b), np.eye(3) + 0.1, X)
    check_gradients(lambda x: special.jv(1, x), 1.0 + X)


def test_gamma_of_a_number_needs_no_scipy():
    check_gradients(lambda x: math.gamma(x) * math.lgamma(x), 1.3)


def test_histograms():
    def weighted(w):
        counts, edges = np.histogram(np.arange(3.0), weights=w, bins=2)
        return counts * edges[1:]

    def edges_of(x):
        counts, edges = np.histogram(x, bins=2)
        return edges * counts[0]

    check_gradients(weighted, X)
    check_gradients(edges_of, X)


def total(x, axis=None):
    return np.asarray(x).sum(axis)


def spread(x_bar, shape, axis=0):
    """Another default than that of ``total``: it must be told."""
    return np.full(shape, x_bar) if axis is None else np.broadcast_to(x_bar, shape)


def shrunk(x_dot, axis=0):
    return np.sum(x_dot, axis)


def total_rule(x, axis=None):
    """y = sum(x)."""
    y = total(x, axis)
    x_shape = np.shape(x)

    def pullback(y_bar):
        return spread(y_bar, x_shape, axis=axis)

    def pushforward(x_dot):
        return shrunk(x_dot, axis)

    return y, pullback, pushforward


def test_a_keyword_at_its_default_reaches_a_helper_with_another_default():
    custom_rule(total)(total_rule)
    check_gradients(lambda x: total(x) * x[0, 0], np.ones((2, 3)))
    check_gradients(lambda x: total(x, 0) * x[0, 0], np.ones((2, 3)))
    assert "axis=None" in differentiate(lambda x: total(x) * x[0, 0]).source


def test_a_result_of_unknown_kind_is_changed_in_place():
    def rule(x, axis=None):
        y = total(x, axis)
        x_shape = np.shape(x)

        def pullback(y_bar):
            return np.broadcast_to(y_bar, x_shape)

        def pushforward(x_dot):
            return np.sum(x_dot, axis)

        return y, pullback, pushforward

    def scaled(x, y):
        value = y + 1.5 * total(x)
        value *= y
        value -= total(x)
        return value

    custom_rule(total)(rule)
    check_gradients(scaled, X, 0.7)
    check_gradients(scaled, X, X)
