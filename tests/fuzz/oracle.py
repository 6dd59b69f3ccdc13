"""Is s2s right about a program?  A verdict and what is behind it."""
from __future__ import annotations

import contextlib
import copy
import importlib.util
import itertools
import pickle
import resource
import signal
import sys
import tempfile
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

import s2s
from tests.fuzz.dual import Dual, Missing, Tie, derivative, fresh, value, wide
from tests.fuzz.others import stepped, taped
from tests.numeric import cotangent
from tests.trees import at, flatten, is_differentiable, leaves, rebuilt, same

RIGHT, REFUSED, INVALID, SKIPPED = "right", "refused", "invalid", "skipped"
HARMLESS = (RIGHT, REFUSED, INVALID, SKIPPED)
SECONDS, MEMORY = 20, 4 << 30  # what one program may take; the time is the processor's: other jobs do not count
_numbers = itertools.count()


class Verdict(NamedTuple):
    """``kind`` is one of HARMLESS or the name of what is wrong."""

    kind: str
    detail: str = ""


class Wrong(Exception):
    """A promise that is not kept: its kind, and the numbers."""


class Hangs(BaseException):
    """The time is over."""


def load(source: str, folder: Path) -> ModuleType:
    """The module, from a file of its own (inspect needs one)."""
    name = f"fuzzed_{next(_numbers)}"
    path = folder / f"{name}.py"
    path.write_text(source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def judge(source: str, thorough: bool = True) -> Verdict:
    """The verdict on the function ``f`` of a module for its ``ARGS`` and, ``thorough``, for ``MORE``."""

    def expired(*_: Any) -> None:
        raise Hangs

    previous, limits = signal.signal(signal.SIGPROF, expired), resource.getrlimit(resource.RLIMIT_AS)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, limits[1]))
    signal.setitimer(signal.ITIMER_PROF, SECONDS)  # of processor time: other work on the machine does not count
    try:
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("error")
            return _judge(source, Path(folder), thorough)
    except Hangs:
        return Verdict("hangs", f"more than {SECONDS} seconds")
    except MemoryError:
        return Verdict("hangs", f"more than {MEMORY} bytes")
    finally:
        for name in [name for name in sys.modules if name.startswith("fuzzed_")]:
            del sys.modules[name]
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, previous)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, limits)


def _judge(source: str, folder: Path, thorough: bool) -> Verdict:
    with np.errstate(over="raise", divide="raise", invalid="raise"):
        try:
            module = load(source, folder)
            sets = [module.ARGS, module.MORE] if thorough and hasattr(module, "MORE") else [module.ARGS]
            held = copy.deepcopy({name: a for name, a in vars(module).items() if isinstance(a, np.ndarray)})
            plain = [_plain(module.f, args) for args in sets]
            if not same(held, {name: vars(module)[name] for name in held}):
                return Verdict(INVALID, "a global array is written")
        except (Exception, Hangs) as error:
            return Verdict(INVALID, f"{type(error).__name__}: {error}")
        try:
            differentiated = s2s.differentiate(module.f)
            checks = [Check(differentiated, source, args, *run) for args, run in zip(sets, plain, strict=True)]
            for check in checks:
                check.everything()
        except s2s.S2SError as error:
            if isinstance(error, s2s.UnsupportedError):
                return Verdict(REFUSED, str(error))
            return Verdict(f"error {type(error).__name__}", str(error))
        except Wrong as error:
            return Verdict(*error.args)
        except MemoryError:
            raise
        except Exception as error:
            return Verdict(f"crash {type(error).__name__} in {_place(error)}", str(error))
    if all(check.skipped for check in checks):
        return Verdict(SKIPPED, checks[0].skipped)
    return Verdict(RIGHT, ", ".join(dict.fromkeys(name for check in checks for name in check.confirmed)))


def _plain(f: Any, args: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
    own = copy.deepcopy(args)
    y = f(*own)
    if not all(np.all(np.isfinite(leaf)) for _, leaf in leaves((y, own))):
        raise ArithmeticError("not finite")
    return y, own


def _place(error: BaseException) -> str:
    """The last function of s2s, or of generated code, on the way to an error."""
    place, trace = "?", error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if "/s2s/" in code.co_filename:
            place = f"{code.co_filename.rpartition('/s2s/')[2]}:{code.co_name}"
        elif code.co_name.endswith(("_forward", "_pullback", "_pushforward")):
            place = "generated " + code.co_name.rpartition("_")[2]
        trace = trace.tb_next
    return place


class Check:
    """One run of a differentiated function."""

    def __init__(self, differentiated: Any, source: str, args: tuple[Any, ...], y: Any, after: tuple[Any, ...]) -> None:
        self.df, self.source, self.args, self.plain, self.after = differentiated, source, args, y, after
        self.skipped, self.confirmed = "", list[str]()
        self.rng, self.single = np.random.default_rng(7), "float32" in source
        self.kept = source.startswith("#")  # a file of the corpus: all is checked

    def everything(self) -> None:
        self.forward()
        self.purity()
        self.linear()
        if self.kept or len(self.source) % 3 == 0:  # each part of wrt is compiled anew
            self.parts()
        try:
            self.directions()
        except (Tie, Missing) as error:
            self.skipped = f"{type(error).__name__} {error}"

    def forward(self) -> None:
        own = copy.deepcopy(self.args)
        y, self.residuals = self.df.forward(*own)
        if not same(y, self.plain):
            raise Wrong("forward output", f"{y!r}, the function gives {self.plain!r}")
        if not same(own, self.after):
            raise Wrong("forward arguments", f"leaves {own!r}, the function {self.after!r}")
        self.kept = own, y
        written = self.residuals.state.entry.written
        names = self.df.parameters.names
        for name, before, after in zip(names, self.args, self.after, strict=True):
            if not same(before, after) and name not in written:
                raise Wrong("unreported write", name)
        self.y_bar = cotangent(y)
        self.finals = {f"{n}_bar": cotangent(self.after[names.index(n)], 5) for n in written}
        self.written = [(n, self.after[names.index(n)]) for n in written]

    def pullback(self, y_bar: Any, finals: Any, **options: Any) -> Any:
        return self.df.pullback(self.residuals, y_bar, **finals, **options)

    def purity(self) -> None:
        before = copy.deepcopy((tuple(self.residuals), self.y_bar, self.finals))
        bars = self.pullback(self.y_bar, self.finals)
        self.bars = copy.deepcopy(bars)
        for arg, bar, name in zip(self.args, bars, self.df.wrt, strict=True):
            for path, leaf in leaves(arg):
                got = at(bar, path) if bar is not None else None
                kinds = np.asarray(got).dtype, np.asarray(leaf).dtype
                if type(got) is not type(leaf) or np.shape(got) != np.shape(leaf) or kinds[0] != kinds[1]:
                    raise Wrong("type of a gradient", f"{name}{path}: {got!r} for {leaf!r}")
                if not np.all(np.isfinite(got)):
                    raise Wrong("not finite", f"{name}{path}: {got!r}")
        mine = [leaf for _, leaf in flatten(bars) if isinstance(leaf, np.ndarray)]
        others = (tuple(self.residuals), self.y_bar, self.finals, self.kept)
        foreign = [leaf for _, leaf in flatten(others) if isinstance(leaf, np.ndarray)]
        for i, array in enumerate(mine):
            if any(np.shares_memory(array, other) for other in mine[:i] + foreign):
                raise Wrong("shared memory", "a gradient shares memory")
            array[...] = 77.0
        self.pullback(cotangent(self.plain, 11), self.finals)
        if not same(self.pullback(self.y_bar, self.finals), self.bars):
            raise Wrong("second pullback", f"{self.pullback(self.y_bar, self.finals)!r}, first {self.bars!r}")
        if not same((tuple(self.residuals), self.y_bar, self.finals), before):
            raise Wrong("changed residuals", "the pullback changed its residuals or its cotangent")
        again = self.df.pullback(pickle.loads(pickle.dumps(self.residuals)), self.y_bar, **self.finals)
        if not self.near(again, self.bars):  # a copy may have another memory layout, so sums may be rounded otherwise
            raise Wrong("pickled residuals", "another gradient")

    def near(self, a: Any, b: Any) -> bool:
        pairs, rtol = zip(leaves(a), leaves(b), strict=True), 1e-3 if self.single else 1e-9
        return all(np.allclose(x, y, rtol=rtol, atol=rtol / 100.0) for (_, x), (_, y) in pairs)

    def linear(self) -> None:
        other = cotangent(self.plain, 3)
        total = _combined(self.y_bar, other)
        zero = {k: rebuilt(bar, lambda _, leaf: None if leaf is None else leaf * 0) for k, bar in self.finals.items()}
        first, second = self.bars, self.pullback(other, zero)
        third = self.pullback(total, self.finals)
        for (path, a), (_, b), (_, c) in zip(leaves(first), leaves(second), leaves(third), strict=True):
            scale = 1.0 + np.abs(a) + np.abs(b) + np.abs(c)
            if np.any(np.abs(a + 2.0 * b - c) > (1e-3 if self.single else 1e-9) * scale):
                raise Wrong("not linear", f"{path}: {a!r} + 2 * {b!r} is not {c!r}")

    def parts(self) -> None:
        for name, arg, whole in zip(self.df.wrt, self.args, self.bars, strict=True):
            if leaves(arg):
                (part,) = self.pullback(self.y_bar, self.finals, wrt=name)
                if not self.near(part, whole):
                    raise Wrong("part of wrt", f"{name}: {part!r} alone, {whole!r} with the others")

    def directions(self) -> None:
        """Pullback against pushforward and against dual numbers, along random directions."""
        for _ in range(2):
            dots = [self._direction(arg) for arg in self.args]
            terms = [float(np.sum(np.real(np.conj(a) * b))) for (_, a), (_, b) in _pairs(self.bars, dots)]
            got, scale = sum(terms), sum(map(abs, terms)) + 1.0
            made = self.df.pushforward(self.residuals, *[copy.deepcopy(dot) for dot in dots])
            y_dot, final_dots = made if self.written else (made, {})
            pushed = self._weighted(y_dot, [(name, final_dots[name]) for name, _ in self.written])
            if abs(got - pushed) > (2e-3 if self.single else 1e-11) * (scale + abs(pushed)):
                raise Wrong("pushforward", f"<x_bar, x_dot> = {got!r}, <y_bar, y_dot> = {pushed!r}")
            lifted = tuple(_lift(arg, dot) for arg, dot in zip(copy.deepcopy(self.args), dots, strict=True))
            try:
                y = derivative(self.source, lifted)
            except (AttributeError, TypeError, ValueError) as error:
                raise Missing(str(error)) from error
            if not self.near(rebuilt(y, lambda _, leaf: value(leaf)), self.plain):
                raise Missing("the dual numbers go another way")
            names = self.df.parameters.names
            finals = [(name, _tangent(lifted[names.index(name)])) for name, _ in self.written]
            want = self._weighted(_tangent(y), finals)
            if abs(got - want) > (2e-3 if self.single else 1e-8) * (scale + abs(want)):
                raise Wrong("derivative", f"<x_bar, x_dot> = {got!r}, dual numbers give {want!r}")
        self.others(got, dots)
        if not self.single and (self.kept or len(self.source) % 4 == 0):
            self.differences(got, dots)

    def others(self, got: float, dots: list[Any]) -> None:
        """The complex step and autograd, where they support the program; ``confirmed`` says which did."""
        for name, opinion in (("complex step", self._stepped), ("autograd", self._taped)):
            try:
                values, want = opinion(dots)
            except Exception:  # a program that it does not support fails in many ways
                continue
            want_values = [leaf for _, leaf in leaves(self.plain)]
            if not all(np.allclose(a, b, rtol=1e-9, atol=1e-11) for a, b in zip(values, want_values, strict=True)):
                continue  # it goes another way
            if not abs(got - want) <= (2e-3 if self.single else 1e-8) * (1.0 + abs(got) + abs(want)):
                if not self.single and self._at_a_kink(dots, abs(got - want)):
                    raise Tie(f"{name} takes another side of a kink")
                raise Wrong(f"other {name}", f"<x_bar, x_dot> = {got!r}, {name} gives {want!r}")
            self.confirmed.append(name)

    def _stepped(self, dots: list[Any]) -> tuple[list[Any], float]:
        y, y_dot, ends = stepped(self.source, copy.deepcopy(self.args), tuple(dots))
        names = self.df.parameters.names
        finals = [(name, ends[names.index(name)]) for name, _ in self.written]
        return [at(y, path) for path, _ in leaves(self.plain)], self._weighted(y_dot, finals)

    def _taped(self, dots: list[Any]) -> tuple[list[Any], float]:
        if self.written:
            raise Missing("autograd knows no writes")
        return taped(self.source, copy.deepcopy(self.args), self.y_bar, tuple(dots))

    def differences(self, got: float, dots: list[Any]) -> None:
        """The derivative along ``dots`` by central differences of two steps; where they disagree there is a kink."""
        slopes = []
        for step in (2e-6, 1e-6):
            ends = [self._moved(dots, step), self._moved(dots, -step)]
            slopes.append((ends[0] - ends[1]) / (2.0 * step))
        scale = 1.0 + abs(got) + abs(slopes[0])
        here = self._weighted(self.plain, [(name, end) for name, end in self.written])
        if abs(slopes[0] - slopes[1]) > 1e-6 * scale or abs(ends[0] + ends[1] - 2.0 * here) > 1e-6 * (1.0 + abs(here)):
            raise Tie("finite differences disagree")  # a kink, or a jump from this point alone (x == 0.0)
        if abs(slopes[1] - got) > 1e-5 * scale:
            if self._at_a_kink(dots, abs(slopes[1] - got)):
                raise Tie("finite differences take both sides of a kink")
            raise Wrong("finite differences", f"<x_bar, x_dot> = {got!r}, differences give {slopes}")

    def _at_a_kink(self, dots: list[Any], apart: float) -> bool:
        """True where the slopes to both sides differ enough, as of ``max(x, 0.0)`` at 0, to explain ``apart``."""
        step = 1e-6
        ends = [self._moved(dots, step), self._moved(dots, -step)]
        here = self._weighted(self.plain, [(name, end) for name, end in self.written])
        jump = abs(ends[0] + ends[1] - 2.0 * here) / step
        return jump > max(0.5 * apart, 1e-5 * (1.0 + abs(ends[0] - ends[1]) / step))

    def _moved(self, dots: list[Any], step: float) -> float:
        """The weighted outputs where the arguments are moved."""
        def one(leaf: Any, dot: Any) -> Any:
            made = leaf + step * dot if is_differentiable(leaf) else leaf
            return np.asarray(made) if isinstance(leaf, np.ndarray) else made

        moved = tuple(
            rebuilt(arg, lambda path, leaf, d=dot: one(leaf, at(d, path)))
            for arg, dot in zip(copy.deepcopy(self.args), dots, strict=True)
        )
        try:
            y = self.df.__wrapped__(*moved)
            names = self.df.parameters.names
            return self._weighted(y, [(name, moved[names.index(name)]) for name, _ in self.written])
        except (ArithmeticError, IndexError, KeyError, ValueError, TypeError, AssertionError) as error:
            raise Tie("finite differences fail") from error

    def _direction(self, arg: Any) -> Any:
        def one(_: Any, leaf: Any) -> Any:
            if not is_differentiable(leaf):
                return None
            move = np.asarray(self.rng.normal(size=np.shape(leaf)))
            if np.iscomplexobj(leaf):
                move = move + 1j * self.rng.normal(size=np.shape(leaf))
            move = move.astype(np.asarray(leaf).dtype)
            return move if isinstance(leaf, np.ndarray) else type(leaf)(move)

        return rebuilt(arg, one)

    def _weighted(self, y_dot: Any, finals: list[tuple[str, Any]]) -> float:
        return _product(self.y_bar, y_dot) + sum(_product(self.finals[f"{name}_bar"], dot) for name, dot in finals)


def _product(weights: Any, tree: Any) -> float:
    total = 0.0
    for path, leaf in leaves(weights):
        other = at(tree, path)
        total += 0.0 if other is None else float(np.sum(np.real(np.conj(leaf) * np.asarray(other))))
    return total


def _pairs(first: Any, second: Any) -> Any:
    return [((path, leaf), (path, at(second, path))) for path, leaf in leaves(first) if at(second, path) is not None]


def _combined(a: Any, b: Any) -> Any:
    return rebuilt(a, lambda path, leaf: None if leaf is None else leaf + 2.0 * at(b, path))


def _lift(arg: Any, dot: Any) -> Any:
    def one(path: Any, leaf: Any) -> Any:
        return fresh(leaf, at(dot, path)) if is_differentiable(leaf) else leaf

    return rebuilt(arg, one)


def _tangent(tree: Any) -> Any:
    """The tangents in a tree of Duals and plain values."""

    def one(_: Any, leaf: Any) -> Any:
        if isinstance(leaf, Dual):
            return leaf.d
        return np.zeros(np.shape(leaf), wide(leaf)) if is_differentiable(leaf) else None

    return rebuilt(tree, one)
