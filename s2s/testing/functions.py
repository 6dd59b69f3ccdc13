"""``check_function``: do the generated forward, pullback and pushforward of a function keep their promises?"""
from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import numpy as np

from s2s.conveniences import differentiated, receiver
from s2s.differentiated import Differentiated, Wrt
from s2s.errors import GradientMismatch
from s2s.structure import Path, carries, flatten, is_active, mapped, spec_of
from s2s.testing.comparing import identical, inner, random_like

# f'(x) = (8 (f(x+h) - f(x-h)) - (f(x+2h) - f(x-2h))) / 12h + O(h^4): Fornberg, Math. Comp. 51 (1988), table 1.
_STENCIL = ((1, 8.0), (-1, -8.0), (2, -1.0), (-2, 1.0))
FULL = 64  # up to this many entries in all arguments every entry is differenced


def check_function(
    f: Callable[..., Any],
    *args: Any,
    wrt: Wrt = None,
    rtol: float = 1e-5,
    eps: float | None = None,
    seed: int = 0,
    full: bool | None = None,
    **kwargs: Any,
) -> None:
    """Check a function, or a Differentiated, at ``args``; raises GradientMismatch where a promise is not kept.

    Forward returns bit for bit what the function returns and leaves its arguments as it does.  Gradients have the
    structure, shape and dtype of their arguments, agree with finite differences along random directions (with ``full``,
    the default for small arguments, in every entry too) and share no memory with anything.  A second pullback gives the
    same bits and leaves residuals and cotangent unchanged.  Pushforward is the transpose of pullback.

    ``eps`` is the relative step of the differences (default 1e-4, and 1e-2 where an argument has single precision);
    ``seed`` selects cotangents and directions.  Not caught: an error at points that are not visited (kinks, ties, other
    branches) or below ``rtol``.
    """
    check = _Check(differentiated(f, wrt), (*receiver(f), *args), kwargs, rtol, eps, np.random.default_rng(seed))
    check.everything(full)


class _Check:
    """One function at one point."""

    def __init__(
        self, df: Differentiated[..., Any], args: Any, kwargs: Any, rtol: float, eps: float | None, rng: Any
    ) -> None:
        self.df, self.rng = df, rng
        self.values = df.parameters.values(args, kwargs)
        self.names = [n for n in df.wrt if is_active(spec_of(self._value(n))) and flatten(self._value(n))]
        single = any(np.asarray(leaf).dtype.itemsize <= 4 * (1 + np.iscomplexobj(leaf)) for leaf in self._leaves())
        self.rtol = max(rtol, 2e-2) if single else rtol
        self.eps = eps or (1e-2 if single else 1e-4)
        self.y, self.finals, self.after = self._run(self.values)
        self.y_bar = random_like(self.y, rng)
        self.final_bars = {f"{name}_bar": random_like(value, rng) for name, value in self.finals.items()}

    def _value(self, name: str) -> Any:
        return self.values[self.df.parameters.names.index(name)]

    def _leaves(self) -> list[Any]:
        found = [leaf for name in self.names for _, leaf in flatten(self._value(name))]
        return [leaf for leaf in found if carries(leaf)]

    def _run(self, values: Any) -> tuple[Any, dict[str, Any], Any]:
        """The plain function on copies: its result, the arguments with floats that it changed, and all of them."""
        own = copy.deepcopy(values)
        positional, keywords = self.df.parameters.call(own)
        y = self.df.__wrapped__(*positional, **keywords)
        finals = {
            name: after
            for name, before, after in zip(self.df.parameters.names, values, own, strict=True)
            if is_active(spec_of(after)) and not identical(before, after)
        }
        return y, finals, own

    def everything(self, full: bool | None) -> None:
        forward_values = copy.deepcopy(self.values)
        positional, keywords = self.df.parameters.call(forward_values)
        y, residuals = self.df.forward(*positional, **keywords)
        self._forward_agrees(y, forward_values)
        self._expect_finals(residuals)
        before = copy.deepcopy((tuple(residuals), self.y_bar, self.final_bars))
        bars = self._pullback(residuals)
        self._shapes(bars)
        self._ownership(bars, residuals)
        kept = copy.deepcopy(bars)
        if not identical(self._pullback(residuals), kept):
            raise self._mismatch("a second pullback gives another answer")
        if not identical((tuple(residuals), self.y_bar, self.final_bars), before):
            raise self._mismatch("the pullback changes its residuals or its cotangent")
        for _ in range(2):
            self._direction(kept, residuals)
        size = sum(np.size(leaf) for leaf in self._leaves())
        if full or (full is None and size <= FULL):
            self._entries(kept)

    def _mismatch(self, what: str) -> GradientMismatch:
        return GradientMismatch(f"{self.df.__name__}: {what}")

    def _pullback(self, residuals: Any) -> Any:
        return self.df.pullback(residuals, self.y_bar, **self.final_bars)

    def _written(self, residuals: Any) -> tuple[str, ...]:
        entry = residuals.state.entry
        written: tuple[str, ...] = entry.written
        return written

    def _forward_agrees(self, y: Any, values: Any) -> None:
        if not identical(y, self.y):
            raise self._mismatch("forward returns something else than the function")
        if not identical(list(values), list(self.after)):
            raise self._mismatch("forward leaves its arguments otherwise than the function")

    def _expect_finals(self, residuals: Any) -> None:
        """An argument that is written into has a final value also where it is, by chance, the first one.

        What the generated code does not report (a constant that is stored in a dict) must not depend on anything.
        """
        silent = [name for name in self.finals if name not in self._written(residuals)]
        if silent:
            moves = {name: random_like(self._value(name), self.rng) for name in self.names}
            values = self._moved(moves, self.eps)
            after = dict(zip(self.df.parameters.names, self._run(values)[2], strict=True))
            moved = dict(zip(self.df.parameters.names, values, strict=True))
            if any(
                not identical(_changes(self._value(name), self.finals[name]), _changes(moved[name], after[name]))
                for name in silent
            ):
                raise self._mismatch(f"it writes into {', '.join(silent)}, which the generated code does not report")
            for name in silent:
                del self.final_bars[f"{name}_bar"]
        for name in self._written(residuals):
            if f"{name}_bar" not in self.final_bars:
                self.final_bars[f"{name}_bar"] = random_like(self._value(name), self.rng)

    def _shapes(self, bars: Any) -> None:
        for name, bar in zip(self.df.wrt, bars, strict=True):
            given, made = spec_of(self._value(name)), spec_of(bar)
            if is_active(given) and made != given:
                raise self._mismatch(f"the gradient of {name!r} has another structure, shape or dtype: {made}, {given}")

    def _ownership(self, bars: Any, residuals: Any) -> None:
        mine = [leaf for _, leaf in flatten(bars) if isinstance(leaf, np.ndarray)]
        given = (tuple(residuals), self.y_bar, self.final_bars)
        other = [leaf for _, leaf in flatten(given) if isinstance(leaf, np.ndarray)]
        for i, array in enumerate(mine):
            if any(np.may_share_memory(array, b) and np.shares_memory(array, b) for b in mine[:i] + other):
                raise self._mismatch("a returned gradient shares memory with another, the cotangent or a residual")

    # --- finite differences ------------------------------------------------------------------------------------------

    def _loss(self, values: Any) -> float:
        """The real inner product of everything that comes out with its cotangent."""
        y, finals, _ = self._run(values)
        total = inner(y, self.y_bar)
        for keyword, bar in self.final_bars.items():
            name = keyword[:-4]
            total += inner(finals.get(name, values[self.df.parameters.names.index(name)]), bar)
        return total

    def _difference(self, moves: dict[str, Any], size: float) -> float:
        """The derivative of the loss along ``moves`` (a tree for each parameter) with steps of ``size``."""
        total = 0.0
        for count, weight in _STENCIL:
            total += weight * self._loss(self._moved(moves, count * size))
        return total / (12 * size)

    def _moved(self, moves: dict[str, Any], size: float) -> tuple[Any, ...]:
        """The arguments, a step of ``size`` along ``moves``."""
        return tuple(
            _added(value, moves[name], size) if name in moves else value
            for name, value in zip(self.df.parameters.names, self.values, strict=True)
        )

    def _estimate(self, moves: dict[str, Any], got: float) -> float:
        """The finite difference, of three step sizes, that is nearest to ``got``."""
        with np.errstate(all="ignore"):
            estimates = [self._difference(moves, self.eps * scale) for scale in (1.0, 10.0, 0.1)]
        finite = [e for e in estimates if np.isfinite(e)]
        return min(finite, key=lambda e: abs(e - got)) if finite else float("nan")

    def _close(self, got: float, want: float, scale: float) -> bool:
        return bool(abs(got - want) <= self.rtol * max(abs(got), abs(want), scale))

    def _direction(self, bars: Any, residuals: Any) -> None:
        """Pullback and pushforward against a finite difference along one random direction."""
        moves = {name: random_like(self._value(name), self.rng) for name in self.names}
        terms = [inner(moves[n], bar) for n, bar in zip(self.df.wrt, bars, strict=True) if n in moves]
        got, scale = float(sum(terms)), 1.0 + float(sum(abs(t) for t in terms))
        made = self.df.pushforward(residuals, *[moves.get(name) for name in self.df.wrt])
        y_dot, final_dots = made if self._written(residuals) else (made, {})
        forward = inner(y_dot, self.y_bar)
        for name, dot in final_dots.items():
            forward += inner(dot, self.final_bars[f"{name}_bar"]) if f"{name}_bar" in self.final_bars else 0.0
        if not abs(got - forward) <= max(self.rtol * 1e-3, 1e-10 if self.rtol < 1e-3 else 1e-3) * scale:
            raise self._mismatch(
                f"pullback and pushforward disagree: <x_bar, x_dot> = {got!r}, <y_bar, y_dot> = {forward!r}"
            )
        want = self._estimate(moves, got)
        if not self._close(got, want, scale):
            raise self._mismatch(f"along a random direction the pullback gives {got!r}, finite differences {want!r}")

    def _entries(self, bars: Any) -> None:
        """Every entry of every gradient against its own finite difference."""
        for name, bar in zip(self.df.wrt, bars, strict=True):
            if name not in self.names:
                continue
            leaves, gradients = flatten(self._value(name)), flatten(bar)
            for position, ((path, leaf), (_, made)) in enumerate(zip(leaves, gradients, strict=True)):
                if carries(leaf):
                    self._leaf(name, position, "".join(path), leaf, made)

    def _leaf(self, name: str, position: int, path: str, leaf: Any, made: Any) -> None:
        for index in np.ndindex(np.shape(leaf)):
            for unit in (1.0, 1j) if np.iscomplexobj(leaf) else (1.0,):
                entry = np.asarray(made)[index]
                got = float(np.imag(entry) if unit == 1j else np.real(entry))
                want = self._estimate({name: _unit(self._value(name), position, index, unit)}, got)
                if not self._close(got, want, 1.0):
                    where = f"[{', '.join(map(str, index))}]" if index else ""
                    part = " (imaginary part)" if unit == 1j else ""
                    raise self._mismatch(
                        f"the gradient of {name}{path}{where}{part} is {got!r}, finite differences give {want!r}"
                    )


def _changes(before: Any, after: Any) -> dict[Path, Any]:
    """The leaves that a call has changed or added, by their paths."""
    known = dict(flatten(before))
    return {
        path: leaf
        for path, leaf in flatten(after)
        if path not in known or not identical(leaf, known[path])
    }


def _added(value: Any, move: Any, size: float) -> Any:
    """``value + size * move`` in every leaf that carries a derivative."""
    moves = iter([leaf for _, leaf in flatten(move)])

    def change(leaf: Any) -> Any:
        step = next(moves)
        if not carries(leaf):
            return leaf
        if isinstance(leaf, np.ndarray):
            return np.asarray(leaf + size * step, leaf.dtype)
        return type(leaf)(leaf + size * step)

    return mapped(change, value)


def _unit(value: Any, position: int, index: tuple[int, ...], unit: complex) -> Any:
    """A tree like ``value`` with one entry ``unit`` and zeros elsewhere."""
    counter = iter(range(len(flatten(value))))

    def change(leaf: Any) -> Any:
        here = next(counter) == position
        if not carries(leaf):
            return leaf
        made = np.zeros(np.shape(leaf), np.asarray(leaf).dtype)
        if here:
            made[index] = unit
        return made if isinstance(leaf, np.ndarray) else type(leaf)(made[()])

    return mapped(change, value)


