"""How long generating takes for straight-line functions of 10, 100 and 1000 statements.

python -m benchmarks.transform_time
"""
import linecache
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import s2s

STATEMENTS = ["y = np.sin(x) * y", "x = x + 0.1 * y", "y = y * y - x", "x = np.tanh(x * y)", "y = x / (2.0 + y * y)"]


def straight_line(count: int) -> Callable[..., Any]:
    """A function of ``count`` statements, with source that ``inspect`` finds."""
    body = "\n".join(f"    {STATEMENTS[i % len(STATEMENTS)]}" for i in range(count))
    source = f"def straight_line(x, y):\n{body}\n    return x + y\n"
    filename = f"<straight_line {count}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    module: dict[str, Any] = {"np": np, "__name__": "transform_time"}
    exec(compile(source, filename, "exec"), module)
    function: Callable[..., Any] = module["straight_line"]
    return function


def seconds(count: int) -> float:
    """The processor time from the function to its first forward."""
    function = straight_line(count)
    start = time.process_time()
    s2s.differentiate(function).forward(np.array([0.3, 0.5]), np.array([0.7, 0.9]))
    return time.process_time() - start


def main() -> None:
    seconds(2)  # imports and caches
    print("| statements | seconds | milliseconds per statement |")
    print("|---|---|---|")
    for count in (10, 100, 1000):
        took = seconds(count)
        print(f"| {count} | {took:.2f} | {1e3 * took / count:.2f} |", flush=True)


if __name__ == "__main__":
    main()
