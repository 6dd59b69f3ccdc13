"""What a benchmark is, and how its implementations are timed against each other."""
import importlib
import inspect
import time
import types
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import s2s

Run = Callable[[], Any]


@dataclass(frozen=True)
class Benchmark:
    """A function with a scalar result, its arguments, and a forward and a pullback as one would write them by hand."""

    name: str
    function: Callable[..., Any]
    args: tuple[Any, ...]
    wrt: tuple[str, ...]
    forward: Callable[..., Any]
    pullback: Callable[..., Any]

    def by_hand(self) -> Run:
        """The limit to aim at."""

        def run() -> Any:
            _, residuals = self.forward(*self.args)
            return self.pullback(residuals, 1.0)

        return run

    def generated(self) -> Run:
        """The generated functions alone, as a dump holds them."""
        differentiated = s2s.differentiate(self.function, wrt=self.wrt)
        differentiated.forward(*self.args)
        module: dict[str, Any] = {"__name__": f"generated_{self.function.__name__}"}
        exec(compile(differentiated.source, f"<generated {self.name}>", "exec"), module)
        forward = module[f"{self.function.__name__}_forward"]
        pullback = module[f"{self.function.__name__}_pullback"]

        def run() -> Any:
            _, residuals = forward(*self.args)
            return pullback(residuals, 1.0)

        return run

    def wrapped(self, guard: str) -> Run:
        """The methods of ``differentiate``, checks and guard included."""
        differentiated = s2s.differentiate(self.function, wrt=self.wrt, guard=guard)  # type: ignore[call-overload]

        def run() -> Any:
            _, residuals = differentiated.forward(*self.args)
            return differentiated.pullback(residuals, 1.0)

        return run

    def autograd(self) -> Run:
        """HIPS autograd: the same code with its NumPy."""
        from autograd import grad
        from autograd import numpy as autograd_numpy

        names = {**self.function.__globals__, "np": autograd_numpy}
        function = types.FunctionType(self.function.__code__, names, self.function.__name__)
        gradient = grad(function, self._positions())
        return lambda: gradient(*self.args)

    def tangent(self) -> Run:
        """tangent-ad: its own source transformation."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tangent = importlib.import_module("tangent")
            gradient = tangent.grad(self.function, wrt=self._positions(), verbose=0)
        return lambda: gradient(*self.args)

    def _positions(self) -> tuple[int, ...]:
        return tuple(list(inspect.signature(self.function).parameters).index(name) for name in self.wrt)

    def columns(self) -> dict[str, Callable[[], Run]]:
        """The implementations by column."""
        return {
            "by hand": self.by_hand,
            "s2s, generated": self.generated,
            "s2s, guard off": lambda: self.wrapped("off"),
            "s2s, guard error": lambda: self.wrapped("error"),
            "autograd": self.autograd,
            "tangent-ad": self.tangent,
        }


def measure(runs: dict[str, Run], seconds: float) -> dict[str, float]:
    """The shortest time of each run, taken in turns so that a slow spell of the machine meets all of them."""
    best = {name: float("inf") for name in runs}
    counts = {name: _count(run) for name, run in runs.items()}
    end = time.perf_counter() + seconds * len(runs)
    while True:
        for name, run in runs.items():
            start = time.perf_counter()
            for _ in range(counts[name]):
                run()
            best[name] = min(best[name], (time.perf_counter() - start) / counts[name])
        if time.perf_counter() > end:
            return best


def _count(run: Run) -> int:
    """How many calls take about a millisecond (this also warms up)."""
    run()
    start = time.perf_counter()
    run()
    return max(1, int(1e-3 / max(time.perf_counter() - start, 1e-7)))


def same_gradient(got: Any, want: Any) -> bool:
    """Equal up to rounding, whatever the container."""
    got = got if isinstance(got, (tuple, list)) else (got,)
    return all(np.allclose(g, w, rtol=1e-6, atol=1e-9) for g, w in zip(got, want, strict=True))
