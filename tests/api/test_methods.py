"""Bound methods, decorated or not, are functions of what comes behind the instance."""

import numpy as np
import pytest

import s2s
from s2s import differentiate

X = np.array([3.0, 4.0])


class Net:
    def __init__(self, w):
        self.w = w

    def loss(self, x, y=2.0):
        return np.sum(self.w * x * x) * y

    @differentiate
    def decorated(self, x):
        return np.sum(self.w * x * x)

    @differentiate(wrt="x")
    def chosen(self, y, x):
        return self.w * x * y

    @classmethod
    def cube(cls, x):
        return x**3


NET = Net(np.array([1.0, 2.0]))


def test_grad_of_a_method():
    assert np.array_equal(s2s.grad(NET.loss)(X), [12.0, 32.0])
    assert s2s.grad(NET.loss, 1)(X, 5.0) == s2s.grad(NET.loss, "y")(X, 5.0) == s2s.grad(NET.loss, -1)(X, 5.0) == 41.0
    x_bar, y_bar = s2s.grad(NET.loss, (0, 1))(X, 1.0)
    assert np.array_equal(x_bar, [6.0, 16.0]) and y_bar == 41.0
    assert np.array_equal(s2s.grad(NET.decorated)(X), [6.0, 16.0])
    assert s2s.grad(Net.cube)(2.0) == 12.0
    assert s2s.value_and_grad(NET.decorated)(X)[0] == 41.0


def test_the_other_short_forms():
    y, pullback = s2s.vjp(NET.loss, X, 1.0)
    assert y == 41.0
    x_bar, y_bar = pullback(1.0)
    assert np.array_equal(x_bar, [6.0, 16.0]) and y_bar == 41.0
    _, pushforward = s2s.linearize(NET.loss, X, 1.0)
    assert pushforward(X, 1.0) == 2 * 41.0 + 41.0
    assert np.array_equal(s2s.jacobian(NET.decorated)(X), [6.0, 16.0])
    assert s2s.hvp(Net.cube, (2.0,), 1.0) == pytest.approx(12.0)
    s2s.check_gradients(NET.loss, X, 5.0)
    s2s.check_gradients(NET.decorated, X)


def test_a_wrt_of_the_decorator_is_kept():
    _, pullback = s2s.vjp(NET.chosen, 2.0, 3.0)
    assert pullback(np.ones(2)) == (6.0,)


@pytest.mark.parametrize("method", [NET.loss, NET.decorated])
def test_differentiate_of_a_bound_method(method):
    bound = differentiate(method)
    _, residuals = bound.forward(X)
    assert np.array_equal(bound.pullback(residuals, 1.0)[0], bound(X) / 41.0 * np.array([6.0, 16.0]))
    first = differentiate(method, wrt=0)
    assert first.wrt == ("x",)
    assert len(first.pullback(first.forward(X)[1], 1.0)) == 1
