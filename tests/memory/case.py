"""Programs about shared memory: each is right, or refused because it cannot be known what shares memory."""

from collections.abc import Callable
from typing import Any

import numpy as np

V = np.arange(1.0, 4.0) * 0.6
W = np.array([0.7, -0.4, 1.1])
X5 = np.array([0.3, -0.8, 1.2, 0.5, -0.6])
Y5 = np.array([1.1, 0.4, -0.9, 0.7, 0.2])
M3 = np.array([[1.0, 0.3, -0.2], [0.4, 2.0, 0.5], [-0.3, 0.1, 1.5]])
M4 = np.arange(16.0).reshape(4, 4) * 0.1 + np.eye(4) * 2 - 0.5 * np.sin(np.arange(16.0).reshape(4, 4))
A34 = np.sin(np.arange(12.0) + 1).reshape(3, 4)
A45 = np.cos(np.arange(20.0) ** 1.7 + 0.2).reshape(4, 5)
CASES: list[tuple[str, Callable[..., Any], tuple[Any, ...]]] = []


def right(*args: Any) -> Any:
    """The gradient of the function at ``args`` is right."""
    return lambda function: CASES.append(("right", function, args)) or function


def refused(*args: Any) -> Any:
    """The function is refused for ``args``."""
    return lambda function: CASES.append(("refused", function, args)) or function
