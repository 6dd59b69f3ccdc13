"""Times of forward and pullback as multiples of hand-written NumPy, all from one run, as a Markdown table.

python -m benchmarks.run [--seconds 1.0] [NAME ...]
"""
import argparse
import importlib
import platform
from typing import Any

import numpy as np

from benchmarks.common import Benchmark, Run, measure, same_gradient

NAMES = ["elementwise_chain", "two_layer_network", "recurrent_network", "scalar_loop", "calls_dominate", "polybench"]


def prepared(benchmark: Benchmark) -> dict[str, Run | str]:
    """Each implementation ready to run, or why it takes no part."""
    want = benchmark.by_hand()()
    runs: dict[str, Run | str] = {}
    for column, make in benchmark.columns().items():
        try:
            run = make()
            runs[column] = run if same_gradient(run(), want) else "wrong"
        except ImportError:
            runs[column] = "not installed"
        except Exception as error:
            runs[column] = type(error).__name__
    return runs


def found(module: Any) -> tuple[Benchmark, ...]:
    """The benchmarks of a module."""
    return getattr(module, "BENCHMARKS", None) or (module.BENCHMARK,)


def row(benchmark: Benchmark, seconds: float) -> str:
    """One line of the table: the hand-written time in milliseconds, the others as multiples of it."""
    runs = prepared(benchmark)
    times = measure({name: run for name, run in runs.items() if not isinstance(run, str)}, seconds)
    limit = times["by hand"]
    cells = [f"{1e3 * limit:.3f} ms"]
    for name, run in runs.items():
        if name != "by hand":
            cells.append(run if isinstance(run, str) else f"{times[name] / limit:.2f}")
    return f"| {benchmark.name} | " + " | ".join(cells) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}; default: all")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each implementation")
    options = parser.parse_args()
    print(f"Python {platform.python_version()}, NumPy {np.__version__}, {platform.machine()}\n")
    modules = [importlib.import_module(f"benchmarks.{name}") for name in options.names or NAMES]
    columns = list(found(modules[0])[0].columns())
    print("| | " + " | ".join(columns) + " |")
    print("|---|" + "---|" * len(columns))
    for module in modules:
        for benchmark in found(module):
            print(row(benchmark, options.seconds), flush=True)


if __name__ == "__main__":
    main()
