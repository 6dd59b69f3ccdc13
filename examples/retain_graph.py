"""Two gradients from one forward: what PyTorch needs ``retain_graph=True`` for.

    python examples/retain_graph.py
"""
import sys
from collections import Counter
from types import FrameType
from typing import Any

import numpy as np

from s2s import differentiate


@differentiate
def forward(x: np.ndarray) -> np.ndarray:
    return np.sin(x) * np.cos(x)


@differentiate
def modify(y: np.ndarray) -> np.ndarray:
    return y * 2


def main() -> None:
    entered: Counter[str] = Counter()

    def count(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            entered[frame.f_code.co_name] += 1

    sys.setprofile(count)
    y, residuals = forward.forward(np.ones(5))

    (gradient_one,) = forward.pullback(residuals, np.ones(5))

    modified_y, modify_residuals = modify.forward(y)
    (y_bar,) = modify.pullback(modify_residuals, np.ones(5))
    (gradient_two,) = forward.pullback(residuals, y_bar)  # the same residuals once more
    sys.setprofile(None)

    print("y            =", y)
    print("gradient one =", gradient_one)
    print("modified y   =", modified_y)
    print("gradient two =", gradient_two)
    forwards, pullbacks = entered["forward_forward"], entered["forward_pullback"]
    print(f"the forward was entered {forwards} time, its pullback {pullbacks} times")
    assert np.array_equal(gradient_two, 2 * gradient_one)
    assert np.allclose(gradient_one, np.cos(2 * np.ones(5)))


if __name__ == "__main__":
    main()
