"""Changes of shared arrays between forward and pullback."""
import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from s2s import MutationError, differentiate, guard
from tests.api import subjects
from tests.api.subjects import layers, loss, product, wave, weighted

X = np.linspace(0.1, 1.0, 300)


def test_a_changed_argument_is_noticed():
    df = differentiate(product)
    for change in (lambda a: a.__setitem__(7, 5.0), lambda a: a.sort(), lambda a: np.negative(a, out=a)):
        x, y = X[::-1].copy(), X.copy()
        _, residuals = df.forward(x, y)
        df.pullback(residuals, X)
        change(x)
        with pytest.raises(MutationError, match=r"residual 'x' \(line \d+\).*shared with"):
            df.pullback(residuals, X)
        with pytest.raises(MutationError):
            df.pushforward(residuals, X, X)
        for copied in (pickle.dumps, copy.deepcopy):
            with pytest.raises(MutationError):
                copied(residuals)
        assert copy.copy(residuals) is residuals


def test_a_change_that_is_taken_back_is_no_change():
    df = differentiate(product)
    x = X.copy()
    _, residuals = df.forward(x, X)
    x[3] += 1.0
    x[3] = X[3]
    df.pullback(residuals, X)


def test_a_change_through_a_view_or_a_base_is_noticed():
    base = np.zeros((4, 300))
    base[1] = X
    df = differentiate(product)
    _, residuals = df.forward(base[1], X)
    base[1, 4] = 9.0
    with pytest.raises(MutationError):
        df.pullback(residuals, X)


def test_a_change_through_a_view_that_the_layout_decides_is_noticed():
    df = differentiate(subjects.flat_argument)
    x = X.copy()
    _, residuals = df.forward(x)
    x[4] = 9.0
    with pytest.raises(MutationError):
        df.pullback(residuals, 1.0)
    df = differentiate(subjects.flat_output)
    (_, out), residuals = df.forward(X)
    out[4] = 9.0
    with pytest.raises(MutationError):
        df.pullback(residuals, (1.0, X))


def test_what_a_loop_keeps_of_an_output_is_a_copy():
    df = differentiate(subjects.flat_output_of_a_loop)
    (_, out), residuals = df.forward(X)
    before = df.pullback(residuals, (1.0, X))
    out[4] = 9.0
    assert np.array_equal(df.pullback(residuals, (1.0, X)), before)


def test_a_changed_global_is_noticed(monkeypatch):
    monkeypatch.setattr(subjects, "WEIGHTS", np.linspace(0.5, 1.5, 5))
    df = differentiate(weighted)
    _, residuals = df.forward(np.ones(5))
    subjects.WEIGHTS[0] = 0.0
    with pytest.raises(MutationError):
        df.pullback(residuals, np.ones(5))


def test_a_changed_output_is_noticed():
    df = differentiate(layers)
    y, residuals = df.forward({"w": np.ones((2, 3))}, np.ones(3))
    y["hidden"][0][0] = 7.0
    with pytest.raises(MutationError, match="'h'"):
        df.pullback(residuals, None)


def test_copies_need_no_detection():
    df = differentiate(product, guard="copy")
    x, y = X.copy(), X.copy()
    _, residuals = df.forward(x, y)
    x[:] = 99.0
    y[:] = 99.0
    assert np.array_equal(df.pullback(residuals, np.ones(300))[0], X)
    assert not np.shares_memory(residuals[0], x)


def test_off_trusts_the_caller():
    df = differentiate(product, guard="off")
    x = X.copy()
    _, residuals = df.forward(x, X)
    assert residuals[0] is x
    x[:] = 2.0
    assert np.array_equal(df.pullback(residuals, np.ones(300))[1], x)


def test_arrays_of_the_forward_alone_are_not_marked():
    _, residuals = differentiate(wave).forward(X)
    assert residuals.state.marks == ()
    x = X.copy()
    _, residuals = differentiate(loss).forward(x)
    assert [path for path, _ in residuals.state.marks] == [(0,)]


def test_nested_records_and_containers():
    shared = np.ones(3)
    held = (np.ones(4), [1.0, 2.0])
    table = {"a": np.ones(2), "n": 3}

    def forward():
        fresh = np.ones(5)
        return (1.0, ((0, fresh, shared[1:]), (1, 2.0)), held, table, np.ones(3)[::2], "text")

    marks = guard.collect(forward())
    assert [path for path, _ in marks] == [(1, 0, 2), (2, 0), (2, 1), (3,), (3, 0)]
    residuals = forward()
    guard.verify(residuals, marks, (), "f")
    for change, undo in [
        (lambda: held[1].append(3.0), lambda: held[1].pop()),
        (lambda: held[1].__setitem__(0, 5.0), lambda: held[1].__setitem__(0, 1.0)),
        (lambda: table.__setitem__("n", 4), lambda: table.__setitem__("n", 3)),
        (lambda: table.__setitem__("a", np.zeros(2)), lambda: table.__setitem__("a", np.ones(2))),
    ]:
        change()
        with pytest.raises(MutationError):
            guard.verify(residuals, marks, (), "f")
        undo()
        guard.verify(residuals, marks, (), "f")
    copied = guard.isolate(residuals)
    assert copied[3] is not table
    assert copied[3]["a"] is not table["a"]
    assert guard.collect((np.ones(3), held), slots=(1,))[0][0] == (1, 0)


@given(st.data())
def test_fingerprints_see_every_kind_of_change(data):
    dtype = data.draw(st.sampled_from(["f8", "f4", "c8", "i2", "u1", "?"]))
    shape = data.draw(st.sampled_from([(3,), (1500,), (40, 41), (3, 0), (), (20000,), (9, 7, 11)]))
    rng = np.random.default_rng(data.draw(st.integers(0, 1000)))
    array = (rng.normal(size=shape) * 100).astype(dtype)
    array = data.draw(st.sampled_from([array, array.T, array[::-1] if shape else array, array.copy(order="F")]))
    before = guard.fingerprint(array)
    assert guard.fingerprint(array.copy(order="K")) == before or array.ndim > 2
    if array.size == 0:
        return
    raw = np.array(array, order="C")
    before = guard.fingerprint(raw)
    flat = raw.reshape(-1).view(np.uint8)
    bit = data.draw(st.integers(0, flat.size * 8 - 1))
    flat[bit // 8] ^= 1 << bit % 8
    assert guard.fingerprint(raw) != before
    flat[bit // 8] ^= 1 << bit % 8
    i, j = (data.draw(st.integers(0, array.size - 1)) for _ in range(2))
    values = raw.reshape(-1)
    if values[i] != values[j]:
        values[[i, j]] = values[[j, i]]
        assert guard.fingerprint(raw) != before


@pytest.mark.parametrize("change", [np.negative, np.flip, lambda a: a + 0.0 * a + 1e-16, np.sort, np.zeros_like])
def test_changes_of_a_whole_array(change):
    array = np.random.default_rng(0).normal(size=50000)
    assert guard.fingerprint(change(array)) != guard.fingerprint(array)


def test_a_stretched_array_is_read_once():
    stretched = np.broadcast_to(X, (10**6, 300))
    assert guard.fingerprint(stretched)[0] == (10**6, 300)
