"""``check_rule``: does a derivative rule keep its promises?"""
from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from s2s.errors import GradientMismatch, UnsupportedError
from s2s.rules import registry
from s2s.testing import finite
from s2s.testing.folding import undecided
from s2s.testing.trees import (
    close_numbers,
    copied,
    identical,
    inner,
    is_inexact,
    is_sequence,
    is_single,
    leaves,
    mapped,
    random_like,
    read_only,
    replaced,
    same_containers,
)


@dataclass(frozen=True)
class Sample:
    """One call of the function.

    ``expected`` replaces the comparison with finite differences, for points where the function has a kink or an edge:
    one gradient per differentiable parameter (None: not compared) for a cotangent of ones in every output.
    """

    args: tuple[Any, ...]
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    expected: tuple[Any, ...] | None = None


def check_rule(function: Any, samples: Iterable[Sample | tuple[Any, ...]], *, rtol: float = 1e-6) -> None:
    """Check the registered rule of ``function`` (or of a ufunc method, as ``(np.add, "reduce")``) at ``samples``.

    For every sample: the value is that of the function; the gradients of float and complex arguments agree with
    fourth-order finite differences for a random cotangent; they have the shape of their argument, and single
    precision is kept; pullback and pushforward are linear and adjoint to each other; a second pullback gives the same
    bits; arguments, outputs and cotangents stay unchanged; a zero cotangent gives exact zeros without a warning;
    ``None`` for one of several outputs means zero.  All of this also without the special cases of the rule (its ``if``
    branches), which the compiler skips where it cannot decide them.  Raises GradientMismatch, naming the sample.

    Not caught: what no sample visits (keywords, kinks, edges of the domain, large values), a residual that is kept
    without need, a rule body outside the subset that the compiler reads, and an error below ``rtol``.
    """
    forms = _forms(function)
    count = 0
    for count, sample in enumerate(samples, 1):
        chosen = sample if isinstance(sample, Sample) else Sample(tuple(sample))
        title = f"{_name(function)}, sample {count}"
        for entry, form in forms:
            check = Check(function, entry, chosen, rtol, title + form)
            try:
                check.everything()
            except (GradientMismatch, UnsupportedError):
                raise
            except Exception as error:
                raise check.mismatch(f"{type(error).__name__}: {error}") from error
    if not count:
        raise GradientMismatch(f"{_name(function)}: no samples")


def _forms(function: Any) -> list[tuple[registry.Rule, str]]:
    """The rule, and the rule as the compiler reads it where it can decide none of its special cases."""
    entry = registry.lookup(function, real=False) or registry.lookup(getattr(function, "__wrapped__", None))
    if entry is None:
        raise GradientMismatch(f"{_name(function)}: no rule is registered")
    general = undecided(entry)
    return [(entry, "")] + ([(general, " (special cases left out)")] if general else [])


def _name(function: Any) -> str:
    if isinstance(function, tuple):
        return f"{_name(function[0])}.{function[1]}"
    return str(getattr(function, "__name__", function))


@dataclass(frozen=True)
class _Argument:
    """A differentiable argument: its name and where it stands (a position, a keyword, or from a position on)."""

    name: str
    place: int | str | slice | None
    value: Any

    def put(self, value: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        if isinstance(self.place, str):
            return args, {**kwargs, self.place: value}
        if isinstance(self.place, slice):
            return (*args[: self.place.start], *value), kwargs
        assert self.place is not None
        return (*args[: self.place], value, *args[self.place + 1 :]), kwargs


def _arguments(rule: registry.Rule, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> list[_Argument]:
    """The differentiable arguments in the order of the pullback's results (value None: left to its default)."""
    places: dict[str, int | slice] = {}
    for index, parameter in enumerate(inspect.signature(rule.source).parameters.values()):
        if parameter.kind is parameter.VAR_POSITIONAL:
            places[parameter.name] = slice(index, None)
        elif index < len(args):
            places[parameter.name] = index
    found = []
    for name in rule.active:
        place = name if name in kwargs else places.get(name)
        value = None if place is None else kwargs[name] if isinstance(place, str) else args[place]
        found.append(_Argument(name, place, value))
    return found


class Check:
    """All checks of one sample."""

    def __init__(self, function: Any, entry: registry.Rule, sample: Sample, rtol: float, title: str) -> None:
        self.entry, self.function, self.rtol, self.title, self.sample = entry, function, rtol, title, sample
        self.call: Callable[..., Any] = getattr(*function) if isinstance(function, tuple) else function
        self.rng = np.random.default_rng(20240229)
        self.args = tuple(same_containers(read_only, a) for a in sample.args)
        self.kwargs = {k: same_containers(read_only, v) for k, v in sample.kwargs.items()}
        self.arguments = _arguments(entry, self.args, self.kwargs)

    def mismatch(self, reason: str) -> GradientMismatch:
        shown = [*(repr(a) for a in self.sample.args), *(f"{k}={v!r}" for k, v in self.sample.kwargs.items())]
        return GradientMismatch(f"{self.title}: {reason}\n  arguments: {', '.join(shown)}")

    def everything(self) -> None:
        self.run_forward()
        self.check_gradients()
        self.check_adjoint()
        self.check_zero()
        self.check_none()
        if not identical(self.before, self.held()):
            raise self.mismatch("the pullback or pushforward changed an argument, an output or a cotangent")

    # ---- the forward

    def run_forward(self) -> None:
        before = copied([list(self.args), list(self.kwargs.values())])
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = self.call(*self.args, **self.kwargs)
            leading = (self.function,) if self.entry.slopes else ()
            run = registry.run if self.entry.slopes else self.entry
            self.value, self.pull, self.push = run(*leading, *self.args, **self.kwargs)
        if not identical(before, [list(self.args), list(self.kwargs.values())]):
            raise self.mismatch("the rule changed an argument")
        if not identical(value, self.value) and not close_numbers(value, self.value):
            raise self.mismatch(f"the rule's value is {self.value!r}, the function's is {value!r}")
        self.several = isinstance(self.value, tuple)
        self.value = same_containers(read_only, self.value)
        self.y_bar = mapped(lambda y: random_like(y, self.rng) if is_inexact(y) else None, self.value)
        self.before = copied(self.held())

    def held(self) -> list[Any]:
        bars = [bar for bar in leaves(self.y_bar) if bar is not None]
        return [list(self.args), list(self.kwargs.values()), self.value, bars]

    # ---- the pullback

    def pullback(self, y_bar: Any) -> list[Any]:
        """One gradient per differentiable parameter, projected on the kind of its argument; None where it has none."""
        with np.errstate(all="ignore"):
            bars = self.pull(*y_bar) if self.several else self.pull(y_bar)
        if len(self.arguments) == 1:
            bars = (bars,)
        if not isinstance(bars, tuple) or len(bars) != len(self.arguments):
            raise self.mismatch(f"the pullback returned {bars!r} for {len(self.arguments)} parameters")
        pairs = zip(self.arguments, bars, strict=True)
        return [self.projected(argument.name, argument.value, bar) for argument, bar in pairs]

    def projected(self, name: str, x: Any, x_bar: Any) -> Any:
        if is_sequence(x):
            if not is_sequence(x_bar) or len(x_bar) != len(x):
                raise self.mismatch(f"{name}_bar should be a list of {len(x)} entries, not {x_bar!r}")
            pairs = zip(x, x_bar, strict=True)
            return [self.projected(f"{name}[{i}]", entry, bar) for i, (entry, bar) in enumerate(pairs)]
        if not is_inexact(x):
            return None
        if isinstance(x_bar, list):  # an array given where a sequence is meant
            x_bar = np.array(x_bar)
        if x_bar is None:  # zero
            return np.zeros(np.shape(x), np.asarray(x).dtype)
        if np.shape(x_bar) != np.shape(x):
            raise self.mismatch(f"{name}_bar has the shape {np.shape(x_bar)}, {name} has {np.shape(x)}")
        if not is_inexact(x_bar):
            raise self.mismatch(f"{name}_bar is {x_bar!r}: neither float nor complex")
        self.check_single(f"{name}_bar", x, x_bar)
        return np.asarray(x_bar if np.iscomplexobj(x) else np.real(x_bar)).astype(np.asarray(x).dtype)

    def check_single(self, name: str, x: Any, x_bar: Any) -> None:
        """Where every input and output is single, so are gradients and tangents (Python numbers adapt)."""
        everything = leaves([list(self.args), list(self.kwargs.values()), self.value])
        typed = [v for v in everything if is_inexact(v) and isinstance(v, np.ndarray | np.generic)]
        weak = isinstance(x_bar, float | complex) and not isinstance(x_bar, np.generic)
        if is_single(x) and all(map(is_single, typed)) and not weak and not is_single(x_bar):
            raise self.mismatch(f"{name} is {np.asarray(x_bar).dtype} although every input is single precision")

    def check_gradients(self) -> None:
        bars = self.pullback(self.y_bar)
        if not identical(bars, self.pullback(self.y_bar)):
            raise self.mismatch("a second pullback gives other bits")
        if self.sample.expected is not None:
            self.check_expected(self.sample.expected)
            return
        for argument, bar in zip(self.arguments, bars, strict=True):
            for index, (x, x_bar) in enumerate(zip(leaves(argument.value), leaves(bar), strict=True)):
                if x_bar is not None:
                    self.check_leaf(argument, index, x, x_bar)

    def check_expected(self, expected: tuple[Any, ...]) -> None:
        def ones(y: Any) -> Any:
            return np.broadcast_to(np.ones((), np.asarray(y).dtype), np.shape(y))[()] if is_inexact(y) else None

        if len(expected) != len(self.arguments):
            raise self.mismatch(f"expected has {len(expected)} entries for {len(self.arguments)} parameters")
        bars = self.pullback(mapped(ones, self.value))
        for argument, want, bar in zip(self.arguments, expected, bars, strict=True):
            wanted = leaves(want) if is_sequence(argument.value) else [want]
            for w, b in zip(wanted, leaves(bar), strict=want is not None):
                if w is not None and not (np.shape(w) == np.shape(b) and np.allclose(w, b, self.tolerance(), 1e-12)):
                    raise self.mismatch(f"{argument.name}_bar is {bar}, expected {want}")

    def tolerance(self) -> float:
        used = [v for v in leaves([list(self.args), list(self.kwargs.values()), self.value]) if is_inexact(v)]
        return max(self.rtol, 2e-3) if any(map(is_single, used)) else self.rtol

    def check_leaf(self, argument: _Argument, index: int, x: Any, x_bar: Any) -> None:
        size = 0.0

        def loss(moved: Any) -> float:
            nonlocal size
            leaf = moved if isinstance(x, np.ndarray) else moved[()] if isinstance(x, np.generic) else moved.item()
            args, kwargs = argument.put(replaced(argument.value, index, leaf), self.args, self.kwargs)
            value = self.call(*args, **kwargs)
            pairs = zip(leaves(self.y_bar), leaves(value), strict=True)
            terms = [(bar, finite.moderate(y)) for bar, y in pairs if bar is not None]
            size = max(size, sum(inner(np.abs(bar), np.abs(y)) for bar, y in terms))
            return sum(inner(bar, y) for bar, y in terms)

        single = any(is_single(y) for y in leaves(self.value)) and not is_single(x)
        best = np.full(np.shape(x), np.inf)
        for h in finite.SINGLE_STEPS if single else finite.STEPS:
            with np.errstate(all="ignore"), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                reference = finite.gradient(loss, finite.widened(x), h)
            best = np.minimum(best, np.nan_to_num(np.abs(x_bar - reference), nan=np.inf))
            largest = max(np.max(np.abs(reference), initial=0.0), np.max(np.abs(x_bar), initial=0.0))
            if np.all(best <= self.tolerance() * largest + 1e-9 * size + 1e-12):
                return
        where = f"{argument.name}_bar" + (f"[{index}]" if is_sequence(argument.value) else "")
        raise self.mismatch(f"{where} is\n{x_bar}\n  finite differences give\n{reference}")

    # ---- the pushforward

    def tangents(self) -> list[Any]:
        return [mapped(lambda x: random_like(x, self.rng), argument.value) for argument in self.arguments]

    def pushforward(self, dots: list[Any]) -> list[Any]:
        given = [dot for argument, dot in zip(self.arguments, dots, strict=True) if not _spread(argument)]
        pairs = zip(self.arguments, dots, strict=True)
        spread = [entry for argument, dot in pairs if _spread(argument) for entry in dot]
        with np.errstate(all="ignore"):
            y_dot = self.push(*given, *spread)
        results = []
        for y, dot in zip(leaves(self.value), leaves(y_dot), strict=True):
            if not is_inexact(y):
                continue
            if np.shape(dot) != np.shape(y) or not is_inexact(dot):
                raise self.mismatch(f"the tangent {dot!r} has not the shape and kind of the output {y!r}")
            if np.iscomplexobj(dot) and not np.iscomplexobj(y):
                raise self.mismatch("the tangent of a real output is complex")
            if all(isinstance(v, np.ndarray | np.generic) for a in self.arguments for v in leaves(a.value)):
                self.check_single("the tangent", y, dot)  # the tangent of a Python number may widen it
            results.append(dot)
        return results

    def check_adjoint(self) -> None:
        first, second = self.tangents(), self.tangents()
        dots, more = self.pushforward(first), self.pushforward(second)
        bars = self.pullback(self.y_bar)
        if not all(np.all(np.isfinite(leaf)) for leaf in dots + more + _present(bars)):
            return  # a singular point: compared with ``expected`` only
        left = [(bar, dot) for bar, dot in zip(_present(self.y_bar), dots, strict=True)]
        right = [pair for pair in zip(leaves(bars), leaves(first), strict=True) if pair[0] is not None]
        size = sum(inner(np.abs(a), np.abs(b)) for a, b in left + right)
        gap = abs(sum(inner(a, b) for a, b in left) - sum(inner(a, b) for a, b in right))
        everything = leaves([list(self.args), list(self.kwargs.values()), self.value])
        single = any(is_single(v) for v in everything)
        close = 1e-5 if single else 1e-12
        if not gap <= close * size + 1e-300:
            raise self.mismatch(f"not adjoint: <y_bar, pushforward(x_dot)> - <pullback(y_bar), x_dot> = {gap}")
        both = mapped(lambda pair: pair, _combined(first, second))
        self.check_linear("pushforward", self.pushforward(both), dots, more, close)
        other = mapped(lambda y: random_like(y, self.rng) if is_inexact(y) else None, self.value)
        combined = self.pullback(_combined(self.y_bar, other))
        self.check_linear("pullback", _present(combined), _present(bars), _present(self.pullback(other)), close)

    def check_linear(self, name: str, combined: list[Any], a: list[Any], b: list[Any], close: float) -> None:
        size = max((np.max(np.abs(x), initial=0.0) for x in a + b), default=0.0)
        for whole, x, y in zip(combined, a, b, strict=True):
            if not np.max(np.abs(whole - (x - y)), initial=0.0) <= 10 * close * size:
                raise self.mismatch(f"the {name} is not linear")

    # ---- zero

    def check_zero(self) -> None:
        zeros = mapped(lambda bar: None if bar is None else read_only(np.zeros_like(bar)[()]), self.y_bar)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with np.errstate(all="warn", under="ignore"):
                self.pull(*zeros) if self.several else self.pull(zeros)
        for bar in _present(self.pullback(zeros)):
            if np.any(bar != 0):
                raise self.mismatch(f"a zero cotangent gives {bar}")

    def check_none(self) -> None:
        if not self.several:
            return
        for index, bar in enumerate(self.y_bar):
            if bar is None:
                continue
            alone = [bar if i == index else None for i in range(len(self.y_bar))]
            zero = mapped(lambda b: None if b is None else np.zeros_like(b)[()], self.y_bar)
            zero[index] = bar
            pairs = zip(_present(self.pullback(alone)), _present(self.pullback(zero)), strict=True)
            if not all(np.allclose(a, b, 1e-5, 1e-12) for a, b in pairs):
                raise self.mismatch(f"None for the outputs other than number {index} is not zero")


def _spread(argument: _Argument) -> bool:
    return isinstance(argument.place, slice)


def _present(bars: Any) -> list[Any]:
    return [bar for bar in leaves(bars) if bar is not None]


def _combined(a: Any, b: Any) -> Any:
    """``a - b`` leaf by leaf, in the type of the leaf."""
    if is_sequence(a):
        return [_combined(x, y) for x, y in zip(a, b, strict=True)]
    return None if a is None else read_only(a - b)
