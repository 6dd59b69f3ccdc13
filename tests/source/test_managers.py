"""Context managers that may swallow an exception are refused: the body may have run in part."""

import contextlib

import numpy as np
import pytest

import s2s


class Quiet:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return kind is ValueError


class Louder(Quiet):
    pass


class Timer:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.done = True
        return False


@contextlib.contextmanager
def quiet():
    try:
        yield
    except ValueError:
        pass


@contextlib.contextmanager
def translated():
    try:
        yield
    except ValueError as error:
        raise RuntimeError from error


QUIET = Quiet()


def suppressed(x):
    with contextlib.suppress(ValueError):
        x = x * 3.0
        x = x * int("a")
    return x


def of_a_class(x):
    with Louder():
        x = x * 3.0
        x = x * int("a")
    return x


def of_a_generator(x):
    with quiet():
        x = x * 3.0
        x = x * int("a")
    return x


def of_the_module(x):
    with QUIET:
        x = x * 3.0
        x = x * int("a")
    return x


def of_a_name(x):
    held = Quiet()
    with np.errstate(all="ignore"), held as other:
        x = x * 3.0
        x = x * int("a")
    return x if other is held else x * 2.0


def right(x):
    with Timer(), translated(), np.errstate(all="ignore"), contextlib.nullcontext():
        x = x * 3.0
    return x * x


@pytest.mark.parametrize("function", [suppressed, of_a_class, of_a_generator, of_the_module, of_a_name])
def test_refused(function):
    with pytest.raises(s2s.UnsupportedError, match="may swallow an exception"):
        s2s.check_gradients(function, 0.7)


def test_right():
    s2s.check_gradients(right, 0.7)
