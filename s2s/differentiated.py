"""``Differentiated``: a user's function together with its generated forward, pullback and pushforward."""
from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Hashable
from types import FunctionType
from typing import Any, Concatenate, Generic, Literal, ParamSpec, TypeVar, cast, overload

from s2s import description, guard, pipeline
from s2s.arguments import Parameters, check_function, names_of
from s2s.cotangents import complete, finish
from s2s.custom import as_program
from s2s.entry import Entry
from s2s.errors import CotangentError, ResidualsError, UnsupportedError
from s2s.locking import LOCK
from s2s.residuals import Origin, Residuals, State
from s2s.rules import registry
from s2s.source.lower import literal_lengths
from s2s.structure import Spec, check_arrays, check_overlap, is_active, keys_and_specs, pattern_of, spec_of
from s2s.words import one_line

P = ParamSpec("P")
Q = ParamSpec("Q")
R = TypeVar("R")
S = TypeVar("S")
Guard = Literal["error", "copy", "off"]
Wrt = str | int | tuple[str | int, ...] | None

_state: Any = tuple.__new__  # a named tuple without its constructor, which costs a quarter of a microsecond
CACHE = 512  # compiled programs per function; the oldest goes first


class Differentiated(Generic[P, R]):
    """A function that can be differentiated; calling it calls the function itself.

    ``forward`` runs the generated forward and returns the outputs and the residuals, ``pullback`` and ``pushforward``
    take these residuals as often as wanted.  ``source`` is the generated module.
    """

    __wrapped__: Callable[P, R]
    __name__: str
    __qualname__: str

    def __init__(
        self, function: Callable[P, R], wrt: Wrt = None, compile: str | None = None, guard: Guard = "error"
    ) -> None:
        check_function(function)
        if guard not in ("error", "copy", "off"):
            raise UnsupportedError(f"differentiate: guard={guard!r}", hint='guard="error", "copy" or "off"')
        if compile not in (None, "numba"):
            raise UnsupportedError(f"differentiate: compile={compile!r}", hint='compile=None or "numba"')
        functools.update_wrapper(self, function)
        self.parameters = Parameters(cast(FunctionType, function))
        self.chosen = None if wrt is None else names_of(wrt, self.parameters.names, self.__name__)
        self.wrt = self.parameters.names if self.chosen is None else self.chosen
        self.strict = self.chosen is not None
        self.guard, self.target = guard, compile
        self._entries: dict[Hashable, Entry] = {}  # by exact shapes, for a fast look-up
        self._patterns: dict[Hashable, Entry] = {}  # by the pattern of equal lengths, one per program
        self._latest: Entry | None = None
        self._as_method: Differentiated[..., Any] | None = None

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call the user's function, untouched."""
        return self.__wrapped__(*args, **kwargs)

    # --- forward -----------------------------------------------------------------------------------------------------

    def forward(self, *args: P.args, **kwargs: P.kwargs) -> tuple[R, Residuals]:
        """The outputs of the function, and the residuals for ``pullback`` and ``pushforward``."""
        parameters = self.parameters
        values = args if len(args) == parameters.plain and not kwargs else parameters.values(args, kwargs)
        key, specs = keys_and_specs(values)
        entry = self._entries.get(key)
        if entry is None or entry.generation != registry.generation or not entry.is_current():
            entry = self._compile(key, values)
        if entry.program.writes_outside:
            check_overlap(values, self.parameters.names, self.__name__)
        if parameters.plain < 0:
            positional, keywords = parameters.call(values)
            outputs, residuals = entry.forward(*positional, **keywords)
        else:
            outputs, residuals = entry.forward(*values)
        finals = tuple([spec_of(values[i]) for i in entry.written_at]) if entry.written else ()
        marks: tuple[guard.Mark, ...] = ()
        if self.guard == "error":
            marks = guard.collect(residuals, entry.guarded)
        elif self.guard == "copy":
            residuals = guard.isolate(residuals, entry.guarded)
        made = tuple.__new__(Residuals, residuals)
        made.state = _state(State, (entry, entry.origin, specs, spec_of(outputs), finals, marks))
        return outputs, made

    def _compile(self, key: Hashable, values: tuple[Any, ...]) -> Entry:
        """The program for arguments of these kinds; residuals of an earlier program keep theirs."""
        with LOCK:
            entry = self._entries.get(key)
            if entry is None or entry.is_stale():
                check_arrays(values, self.__name__)
                self._check_wrt(values)
                entry = self._of_pattern(self._pattern(key), values)
                if len(self._entries) >= CACHE:
                    del self._entries[next(iter(self._entries))]
                self._entries[key] = entry
            self._latest = entry
            return entry

    def _pattern(self, key: Hashable) -> Hashable:
        return pattern_of(key, literal_lengths(self.__wrapped__))

    def _of_pattern(self, pattern: Hashable, values: tuple[Any, ...]) -> Entry:
        """The program for a pattern of lengths, made at the first call with it."""
        entry = self._patterns.get(pattern)
        if entry is None or entry.is_stale():
            described = tuple(
                (name, description.describe(value)) for name, value in zip(self.parameters.names, values, strict=True)
            )
            entry = self._build(dict(zip(self.parameters.names, values, strict=True)), described)
            if len(self._patterns) >= CACHE:
                del self._patterns[next(iter(self._patterns))]
            self._patterns[pattern] = entry
        return entry

    def _build(self, arguments: dict[str, Any] | None, described: Any) -> Entry:
        wanted = self.chosen
        if wanted is not None and arguments is not None and not self.strict:
            wanted = tuple(name for name in wanted if is_active(spec_of(arguments[name])))
        function = as_program(cast(FunctionType, self.__wrapped__))
        program = pipeline.compile_program(function, wanted, arguments, target=self.target)
        return Entry(self, program, described)

    def _check_wrt(self, values: tuple[Any, ...]) -> None:
        """Refuse an argument that is named in ``wrt`` and cannot carry a derivative."""
        for name in self.wrt if self.strict else ():
            value = values[self.parameters.names.index(name)]
            if not is_active(spec_of(value)):
                kind = f"an array of dtype {value.dtype}" if hasattr(value, "dtype") else f"a {type(value).__name__}"
                raise UnsupportedError(
                    f"{self.__name__}: the argument {name!r} is named in wrt, but is {kind}: it carries no derivative",
                    hint="pass a float (or an array of floats), or leave it out of wrt",
                )

    # --- pullback and pushforward ------------------------------------------------------------------------------------

    def pullback(
        self, residuals: tuple[Any, ...], cotangent: Any = None, wrt: Wrt = None, **final_bars: Any
    ) -> tuple[Any, ...]:
        """One cotangent per ``wrt`` parameter, for the cotangent of the output (``None`` anywhere means zero).

        ``<name>_bar`` is the cotangent of the final value of a parameter that the function writes into.
        """
        if type(residuals) is not Residuals:
            return self._pullback_of_tuple(residuals, cotangent, wrt, final_bars)
        entry, _, specs, output, _, marks = residuals.state
        if entry is None or entry.owner is not self:
            entry = self._entry_of(residuals)
        if marks:
            guard.verify(residuals, marks, entry.origin.slots, entry.origin.function)
        full = complete(output, cotangent)
        if wrt is None and not final_bars and entry.direct and not residuals.restored:
            bars = entry.pullback(tuple(residuals), full)
            return tuple([finish(specs[i], bar) for i, bar in zip(entry.wrt_at, bars, strict=True)])
        return self._pullback_part(entry, residuals, full, wrt, final_bars)

    def _pullback_part(
        self, entry: Entry, residuals: Residuals, full: Any, wrt: Wrt, final_bars: dict[str, Any]
    ) -> tuple[Any, ...]:
        """A pullback for a part of ``wrt``, or with cotangents of written parameters."""
        names = self.wrt if wrt is None else names_of(wrt, self.wrt, f"{self.__name__}.pullback")
        specs = dict(zip(self.parameters.names, residuals.state.arguments, strict=True))
        if wrt is not None:
            for name in names:
                if not is_active(specs[name]):
                    raise UnsupportedError(
                        f"{self.__name__}.pullback: the argument {name!r} carries no derivative",
                        hint="leave it out of wrt",
                    )
        finals = self._final_bars(entry, residuals.state.finals, final_bars)
        known = tuple(name for name in entry.program.wrt if name in names)
        bars = entry.run(entry.pullback_for(known), residuals, full, **finals) if known else ()
        made = dict(zip(known, bars, strict=True))
        return tuple([finish(specs[name], made.get(name)) for name in names])

    def _check_keywords(self, entry: Entry, given: dict[str, Any]) -> None:
        for keyword in given:
            if keyword.removesuffix("_bar") not in entry.written or not keyword.endswith("_bar"):
                allowed = ", ".join(f"{name}_bar" for name in entry.written) or "none: it writes into no parameter"
                raise CotangentError(f"{self.__name__}.pullback: no cotangent {keyword!r} (possible: {allowed})")

    def _final_bars(self, entry: Entry, finals: tuple[Spec, ...], given: dict[str, Any]) -> dict[str, Any]:
        self._check_keywords(entry, given)
        return {
            f"{name}_bar": complete(spec, given.get(f"{name}_bar"), name)
            for name, spec in zip(entry.written, finals, strict=True)
        }

    def pushforward(self, residuals: tuple[Any, ...], *tangents: Any) -> Any:
        """The tangent of the output, for one tangent per ``wrt`` parameter (``None`` anywhere means zero).

        For a function that writes into parameters: ``(y_dot, {"A": A_dot})``.
        """
        if len(tangents) != len(self.wrt):
            raise CotangentError(
                f"{self.__name__}.pushforward: expected {len(self.wrt)} tangents ({', '.join(self.wrt)}), "
                f"got {len(tangents)}"
            )
        if type(residuals) is not Residuals:
            entry = self._entry_for_length(residuals)
            given = dict(zip(self.wrt, tangents, strict=True))
            return entry.fitted(entry.program.pushforward, residuals, *[given[name] for name in entry.program.wrt])
        entry, _, specs, output, finals, marks = residuals.state
        if entry is None or entry.owner is not self:
            entry = self._entry_of(residuals)
        if marks:
            residuals.verify()
        dots = {
            name: complete(specs[i], dot, name, "tangent")
            for name, i, dot in zip(self.wrt, entry.wrt_at, tangents, strict=True)
        }
        made = entry.run(entry.program.pushforward, residuals, *[dots[name] for name in entry.program.wrt])
        if not entry.written:
            return finish(output, made)
        y_dot, final_dots = made
        ends = {n: finish(spec, final_dots.get(n)) for n, spec in zip(entry.written, finals, strict=True)}
        return finish(output, y_dot), ends

    # --- whose residuals ---------------------------------------------------------------------------------------------

    def _entry_of(self, residuals: Residuals) -> Entry:
        """The program that made ``residuals``: a cached one, or compiled again from the kinds of its arguments."""
        origin = residuals.state.origin
        with LOCK:
            entry = self._with_digest(origin.digest)
            if entry is None:
                entry = self._recompiled(origin)
        if len(residuals) != len(entry.origin.slots):
            raise ResidualsError(f"{self.__name__}: {len(residuals)} residuals, expected {len(entry.origin.slots)}")
        state = residuals.state
        if state.entry is None:
            residuals.state = state._replace(entry=entry)
        return entry

    def _with_digest(self, digest: str) -> Entry | None:
        for entry in self._entries.values():
            if entry.origin.digest == digest:
                return entry
        return None

    def _recompiled(self, origin: Origin) -> Entry:
        names = tuple(name for name, _ in origin.description)
        mine = f"{self.__module__}.{self.__qualname__}"
        if names != self.parameters.names:
            raise ResidualsError(f"{mine}: these are residuals of {origin.function}, which has other parameters")
        arguments = {name: description.stand_in(described) for name, described in origin.description}
        try:
            entry = self._build(arguments, origin.description)
        except UnsupportedError as error:
            raise ResidualsError(f"{mine}: these are residuals of {origin.function}: {error}") from error
        if entry.origin.digest != origin.digest:
            version = "another version of it" if mine == origin.function else origin.function
            raise ResidualsError(
                f"{mine}: these are residuals of {version} "
                f"(program {origin.digest[:12]}, here {entry.origin.digest[:12]}): run forward again"
            )
        key, _ = keys_and_specs(tuple(arguments.values()))
        self._entries[key] = self._patterns[self._pattern(key)] = entry
        self._latest = self._latest or entry
        return entry

    def _entry_for_length(self, residuals: tuple[Any, ...]) -> Entry:
        """The program for a plain tuple, of which nothing is known but its length."""
        if not isinstance(residuals, tuple):
            raise ResidualsError(f"{self.__name__}: residuals are a tuple, got {type(residuals).__name__}")
        entries = list(self._entries.values()) or [self._generic()]
        fitting = {entry.origin.digest: entry for entry in entries if len(entry.origin.slots) == len(residuals)}
        if not fitting:
            counts = " or ".join(map(str, sorted({len(entry.origin.slots) for entry in entries})))
            raise ResidualsError(f"{self.__name__}: {len(residuals)} residuals, expected {counts}")
        if len(fitting) > 1:
            raise ResidualsError(
                f"{self.__name__}: a plain tuple of residuals fits {len(fitting)} programs, made for different kinds "
                "of arguments: pass the Residuals that forward returned"
            )
        return next(iter(fitting.values()))

    def _pullback_of_tuple(
        self, residuals: tuple[Any, ...], cotangent: Any, wrt: Wrt, final_bars: dict[str, Any]
    ) -> tuple[Any, ...]:
        entry = self._entry_for_length(residuals)
        if cotangent is None and not entry.written:
            raise CotangentError(f"{self.__name__}.pullback: a plain tuple of residuals needs a cotangent, got None")
        names = self.wrt if wrt is None else names_of(wrt, self.wrt, f"{self.__name__}.pullback")
        known = tuple(name for name in entry.program.wrt if name in names)
        finals = self._finals_of_tuple(entry, final_bars)
        bars = dict(zip(known, entry.fitted(entry.pullback_for(known), residuals, cotangent, **finals), strict=True))
        return tuple(bars.get(name) for name in names)

    def _finals_of_tuple(self, entry: Entry, given: dict[str, Any]) -> dict[str, Any]:
        """The cotangents of written parameters; zeros where the calls so far leave no doubt about the shape."""
        calls = [key for key, other in self._entries.items() if other.origin.digest == entry.origin.digest]
        if len(calls) == 1 and all(type(spec) is tuple for spec in entry.written_specs()):
            return self._final_bars(entry, entry.written_specs(), given)
        self._check_keywords(entry, given)
        for name in entry.written:
            if given.get(f"{name}_bar") is None:
                raise CotangentError(
                    f"{self.__name__}.pullback: a plain tuple of residuals does not tell the shape of the written "
                    f"{name}: pass {name}_bar, or the Residuals that forward returned"
                )
        return given

    def _generic(self) -> Entry:
        """The program made without knowledge of the arguments' kinds."""
        with LOCK:
            return self._build(None, ())

    # --- the rest of a function's manners ----------------------------------------------------------------------------

    @property
    def source(self) -> str:
        """The generated module: of the latest kinds of arguments, or without knowledge of them before any call."""
        entry = self._latest
        if entry is None or entry.is_stale():
            entry = self._generic()
        return entry.program.source

    @overload
    def __get__(self, instance: None, owner: Any = None) -> Differentiated[P, R]: ...
    @overload
    def __get__(self: Differentiated[Concatenate[S, Q], R], instance: S, owner: Any = None) -> Bound[Q, R]: ...
    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return self
        if self._as_method is None:
            with LOCK:
                self._as_method = self._for_methods()
        return Bound(self._as_method, instance)

    def _for_methods(self) -> Differentiated[..., Any]:
        """The same function with ``self`` left out of the default ``wrt``."""
        if self.chosen is not None or not self.parameters.names[1:]:
            return self
        made = Differentiated(self.__wrapped__, self.parameters.names[1:], self.target, self.guard)
        made.strict = False
        return made

    def __repr__(self) -> str:
        return one_line(f"<differentiated {self.__module__}.{self.__qualname__}, wrt {', '.join(self.wrt)}>")

    def __copy__(self) -> Differentiated[P, R]:
        return self

    def __deepcopy__(self, memo: Any) -> Differentiated[P, R]:
        return self

    def __reduce__(self) -> Any:
        try:
            found: Any = importlib.import_module(self.__module__)
            for part in self.__qualname__.split("."):
                found = getattr(found, part)
        except (ImportError, AttributeError):
            found = None
        if found is self:
            return self.__qualname__
        return Differentiated, (self.__wrapped__, self.chosen, self.target, self.guard)


class Bound(Generic[Q, R]):
    """A differentiated function bound to an instance, as ``instance.method``: the instance is the first argument.

    Unless ``wrt`` names it, the instance itself gets no cotangent.
    """

    def __init__(self, differentiated: Differentiated[..., Any], instance: object) -> None:
        self.__func__, self.__self__ = differentiated, instance
        functools.update_wrapper(self, differentiated.__wrapped__.__get__(instance), updated=())
        self.pullback, self.pushforward = differentiated.pullback, differentiated.pushforward

    def __call__(self, *args: Q.args, **kwargs: Q.kwargs) -> R:
        """Call the user's method, untouched."""
        value: R = self.__func__.__wrapped__(self.__self__, *args, **kwargs)
        return value

    def forward(self, *args: Q.args, **kwargs: Q.kwargs) -> tuple[R, Residuals]:
        """The outputs of the method, and the residuals."""
        return self.__func__.forward(self.__self__, *args, **kwargs)

    @property
    def wrt(self) -> tuple[str, ...]:
        """The parameters that get a cotangent."""
        return self.__func__.wrt

    @property
    def source(self) -> str:
        """The generated module."""
        return self.__func__.source

    def __repr__(self) -> str:
        return f"<{self.__func__!r} bound to {self.__self__!r}>"
