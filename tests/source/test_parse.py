"""Finding the source of a function."""

from __future__ import annotations

from typing import Any

import numpy as np

import s2s


def test_asserts_that_pytest_has_rewritten() -> None:
    def comparing(x: Any) -> Any:
        assert len(x) == 3
        return x * x

    def naming(x: Any) -> Any:
        assert x.size
        return x * x

    def nesting(x: Any) -> Any:
        def inner(y: Any) -> Any:
            assert isinstance(y, np.ndarray)
            return y * y

        return inner(x)

    for function in (comparing, naming, nesting):
        s2s.check_gradients(function, np.array([0.5, -1.0, 2.0]))
