"""Small programs that are right, or are refused with a reason: collected by decorators."""
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import s2s

X = np.array([1.3, 0.4, 2.2])


class Programs:
    """The programs of one file; the first argument of each is ``X``, or all of them are given."""

    def __init__(self) -> None:
        self.accepted: list[tuple[Callable[..., Any], tuple[Any, ...]]] = []
        self.refusals: list[tuple[Callable[..., Any], str, tuple[Any, ...]]] = []

    def right(self, *args: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        def add(f: Callable[..., Any]) -> Callable[..., Any]:
            self.accepted.append((f, args or (X.copy(),)))
            return f

        return add

    def refused(self, reason: str, *args: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        def add(f: Callable[..., Any]) -> Callable[..., Any]:
            self.refusals.append((f, reason, args or (X.copy(),)))
            return f

        return add

    def tests(self) -> tuple[Callable[..., None], Callable[..., None] | None]:
        """The two tests of a file: what is right, and what is refused (None: nothing)."""

        @pytest.mark.parametrize(("f", "args"), self.accepted, ids=[f.__name__ for f, _ in self.accepted])
        def test_right(f: Callable[..., Any], args: tuple[Any, ...]) -> None:
            s2s.check_gradients(f, *args, wrt=f.__code__.co_varnames[0])

        @pytest.mark.parametrize(("f", "reason", "args"), self.refusals, ids=[f.__name__ for f, *_ in self.refusals])
        def test_refused(f: Callable[..., Any], reason: str, args: tuple[Any, ...]) -> None:
            with pytest.raises(s2s.UnsupportedError) as caught:
                s2s.differentiate(f, wrt=f.__code__.co_varnames[0]).forward(*args)
            assert reason in caught.value.reason and caught.value.line is not None and caught.value.hint

        return test_right, test_refused if self.refusals else None
