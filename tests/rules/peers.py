"""The derivatives of other libraries, for the samples of the rules."""
from __future__ import annotations

import importlib
import importlib.metadata
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from s2s.rules import registry
from s2s.testing import Sample
from s2s.testing.rules import Check
from s2s.testing.trees import is_inexact, is_sequence, is_single, leaves, replaced

MODULES = ("numpy", "numpy.linalg", "numpy.fft", "scipy.special", "scipy.linalg", "scipy.signal", "scipy.integrate")
DISTRIBUTIONS = (
    "norm", "t", "beta", "gamma", "chi2", "dirichlet", "poisson", "multivariate_normal", "expon", "laplace", "logistic",
    "cauchy", "uniform",
)
METHODS = ("pdf", "logpdf", "pmf", "logpmf", "cdf", "logcdf", "sf", "logsf", "ppf", "entropy")

Loss = Callable[..., tuple[Any, Any]]  # of values that are differentiated: a real number, and whatever else


class Skip(Exception):
    """The peer does not take this sample."""


@dataclass(frozen=True)
class Peer:
    """A library that differentiates: its modules, and the derivative of a loss by each of its arguments.

    Both libraries transpose without conjugating: what they return for a complex x is d/dRe - i d/dIm.
    """

    name: str
    version: str
    gradients: Callable[[Loss, list[Any]], tuple[Any, list[Any]]]

    def module(self, name: str) -> Any:
        """What stands for the module of NumPy or SciPy, or None."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                return importlib.import_module(f"{self.name}.{name}")
            except ImportError:
                return None

    def function(self, function: Any) -> Any:
        """What stands for the function (a ufunc method is a tuple), or None."""
        if isinstance(function, tuple):
            return getattr(self.function(function[0]), function[1], None)
        for path in paths().get(function, ()):
            owner, _, name = path.rpartition(".")
            found = getattr(self.module(owner), name, None)
            if found is not None:
                return found
        return None


def autograd() -> Peer:
    """HIPS autograd."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        make_vjp = importlib.import_module("autograd").make_vjp
        getval = importlib.import_module("autograd.tracer").getval

    def gradients(loss: Loss, values: list[Any]) -> tuple[Any, list[Any]]:
        seen, bars = None, []
        for index, x in enumerate(values):

            def of_one(x: Any, index: int = index) -> Any:
                nonlocal seen
                total, seen = loss(*values[:index], x, *values[index + 1 :])
                return total

            bars.append(make_vjp(of_one)(x)[0](1.0))
        return [getval(y) for y in seen or []], bars

    return Peer("autograd", importlib.metadata.version("autograd"), gradients)


def jax() -> Peer:
    """JAX on the CPU in double precision."""
    library = importlib.import_module("jax")

    library.config.update("jax_enable_x64", True)
    library.config.update("jax_platforms", "cpu")
    library.config.update("jax_disable_most_optimizations", True)  # a sample is compiled and runs once

    def gradients(loss: Loss, values: list[Any]) -> tuple[Any, list[Any]]:
        total, pull, seen = library.vjp(loss, *values, has_aux=True)
        return seen, list(pull(library.numpy.ones((), total.dtype)))

    return Peer("jax", library.__version__, gradients)


@cache
def paths() -> dict[Any, list[str]]:
    """The names of each function."""
    found: dict[Any, list[str]] = {}
    for module in MODULES:
        for name, value in vars(importlib.import_module(module)).items():
            if callable(value) and not isinstance(value, type):
                found.setdefault(value, []).append(f"{module}.{name}")
    stats = importlib.import_module("scipy.stats")
    for name in DISTRIBUTIONS:
        for method in METHODS:
            if hasattr(getattr(stats, name), method):
                found.setdefault(getattr(getattr(stats, name), method), []).append(f"scipy.stats.{name}.{method}")
    return found


def name_of(function: Any) -> str:
    """The full name of a function of NumPy or SciPy; none of another function."""
    if isinstance(function, tuple):
        return f"{name_of(function[0])}.{function[1]}"
    return min(paths().get(function, [""]), key=lambda path: not path.endswith(f".{function.__name__}"))


def compared(peer: Peer, function: Any, sample: Sample) -> str:
    """What differs between the rule and the peer: nothing, "value", "shape", or "gradient of <parameter>".

    Raises Skip where the peer does not take the sample, and where nothing in it carries a derivative.
    """
    entry = registry.lookup(function, real=False) or registry.lookup(getattr(function, "__wrapped__", None))
    theirs = peer.function(function)
    if entry is None or theirs is None:
        raise Skip
    check = Check(function, entry, sample, 1e-6, name_of(function))
    check.run_forward()
    places = [
        (argument, index, x)
        for argument in check.arguments
        for index, x in enumerate(leaves(argument.value))
        if is_inexact(x) and argument.name not in entry.unknown
    ]
    outputs = [(y, bar) for y, bar in zip(leaves(check.value), leaves(check.y_bar), strict=True)]
    if not places or all(bar is None for _, bar in outputs):
        raise Skip
    library = peer.module("numpy")

    def loss(*values: Any) -> tuple[Any, Any]:
        args, kwargs = check.args, check.kwargs
        arguments = {argument.name: argument for argument, _, _ in places}
        changed = {name: argument.value for name, argument in arguments.items()}
        for (argument, index, _), value in zip(places, values, strict=True):
            changed[argument.name] = _put(changed[argument.name], index, value)
        for name, argument in arguments.items():
            args, kwargs = argument.put(changed[name], args, kwargs)
        seen = _entries(theirs(*args, **kwargs))
        if len(seen) != len(outputs):
            raise Skip
        total = 0.0
        for y, (mine, bar) in zip(seen, outputs, strict=True):
            if bar is not None and np.shape(y) == np.shape(mine):
                total = total + library.real(library.sum(y * np.conj(bar)))
        return total, seen

    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            seen, bars = peer.gradients(loss, [x for _, _, x in places])
        except Exception as error:  # not supported, in one of many ways
            raise Skip(f"{type(error).__name__}: {error}") from error
        single = any(map(is_single, [x for _, _, x in places] + [y for y, _ in outputs]))
        close = 2e-3 if single else 1e-7
        seen = [np.asarray(y) for y in seen]
        bars = [np.conj(np.asarray(bar)) for bar in bars]
    if any(array.dtype == object for array in seen + bars):  # computed without a derivative
        raise Skip
    for y, (mine, _) in zip(seen, outputs, strict=True):
        if np.shape(y) != np.shape(mine):
            return "shape"
        if not _near(y, mine, close):
            return "value"
    own = [bar for bar in leaves(check.pullback(check.y_bar)) if bar is not None]
    own = [bar for bar, place in zip(own, _all_places(check), strict=True) if place not in entry.unknown]
    for (argument, _, x), bar, mine in zip(places, bars, own, strict=True):
        if np.shape(bar) != np.shape(x):
            return f"shape of the gradient of {argument.name}"
        if not _near(bar if np.iscomplexobj(x) else np.real(bar), mine, close):
            return f"gradient of {argument.name}"
    return ""


def _all_places(check: Check) -> list[str]:
    """The parameter of each value that carries a derivative."""
    return [argument.name for argument in check.arguments for x in leaves(argument.value) if is_inexact(x)]


def _put(value: Any, index: int, leaf: Any) -> Any:
    return replaced(value, index, leaf) if is_sequence(value) else leaf


def _entries(value: Any) -> list[Any]:
    """The outputs of a call, whatever holds them."""
    if type(value).__name__ == "SequenceBox" or is_sequence(value):
        return [leaf for entry in value for leaf in _entries(entry)]
    return [value]


def _near(a: Any, b: Any, close: float) -> bool:
    a, b = np.asarray(a), np.asarray(b)
    size = min(float(np.max(np.abs(b), initial=0.0, where=np.isfinite(b))), 1e300)
    return bool(np.allclose(a, b, close, close * size + 1e-12, equal_nan=True))
