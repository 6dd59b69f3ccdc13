"""The ordered passes from a user's function to a loaded program."""

from __future__ import annotations

import contextlib
import hashlib
import os
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import s2s.rules  # noqa: F401  (registers the rules)
from s2s.emit.load import load, watcher
from s2s.emit.module import function_text, imports_text, module_text, names_of
from s2s.errors import UnsupportedError
from s2s.ir.core import Var
from s2s.ir.show import show
from s2s.ir.verify import verify
from s2s.locking import LOCK
from s2s.room import with_room
from s2s.source.lower import Lowered, lower
from s2s.transform.assemble import Assembled, Assembler, GeneratedFunction

STAGES = ("lower", "assemble", "emit")


@dataclass(frozen=True)
class Slot:
    """One entry of the residual tuple: its name, the user's line that defines it, and why it is kept."""

    name: str
    line: int
    why: str


@dataclass(frozen=True)
class Program:
    """A generated module, loaded: plain functions that speak plain tuples."""

    name: str  # the user's function
    source: str  # text of the generated module
    digest: str  # sha256 of the source text
    parameters: tuple[str, ...]  # of the user's function
    wrt: tuple[str, ...]  # parameters that get a cotangent, in order
    written: tuple[str, ...]  # parameters that the function writes into
    slots: tuple[Slot, ...]
    forward: Callable[..., Any]  # forward(*args, **kwargs) -> (outputs, residuals)
    pullback: Callable[..., Any]  # pullback(residuals, y_bar, **{"A_bar": ...}) -> tuple, one per wrt
    pushforward: Callable[..., Any]  # pushforward(residuals, *dots) -> y_dot or (y_dot, {"A": A_dot})
    pullback_for: Callable[[tuple[str, ...]], Callable[..., Any]]  # the pullback for a part of wrt, same residuals
    is_current: Callable[[], bool] = lambda: True  # False when a global, cell or source it depends on has changed
    guarded: tuple[int, ...] | None = None  # slots that the caller may share; None: not known, all are searched
    writes_outside: bool = False  # memory of the arguments is written, so they must not overlap


def compile_program(
    function: types.FunctionType,
    wrt: tuple[str, ...] | None,
    arguments: dict[str, Any] | None,
    *,
    target: str | None = None,
    apart: bool = False,
) -> Program:
    """Lower, assemble, print and load ``function`` for the kinds of ``arguments`` (None: not known).

    With ``apart`` the records of the arms of a branch are kept apart: such a text can be differentiated again.

    Raises:
        UnsupportedError: the function holds something that cannot be differentiated.
    """
    if target not in (None, "numpy"):
        raise UnsupportedError(
            f"the target {target!r} is not available", hint="leave compile= out: the NumPy target is complete"
        )
    lowered, assembler, assembled, text, slot_names = _compiled(function, wrt, arguments, apart)
    name = lowered.function.name
    digest = hashlib.sha256(text.encode()).hexdigest()
    with _alone(function):
        namespace = load(text, name, digest, lowered.names)
    slots = tuple(Slot(slot_names[s.name], s.line, s.why) for s in assembled.slots)
    partial: dict[tuple[str, ...], Callable[..., Any]] = {}

    def written(part: tuple[str, ...]) -> tuple[GeneratedFunction, str]:
        made = assembler.partial_pullback(part)
        body = function_text(made, names_of(made), "Cotangents of a part of the arguments.")
        return made, imports_text(lowered.names, [body]) + "\n\n" + body

    def pullback_for(part: tuple[str, ...]) -> Callable[..., Any]:
        if part not in partial:
            with _alone(function):
                made, whole = with_room(lambda: written(part))
                loaded = load(whole, f"{name} {' '.join(part)}", digest, lowered.names, namespace)
                partial[part] = loaded[made.name]
        return partial[part]

    return Program(
        name,
        text,
        digest,
        tuple(p.name for p in lowered.function.params),
        lowered.function.wrt,
        assembled.written,
        slots,
        namespace[assembled.forward.name],
        namespace[assembled.pullback.name],
        namespace[assembled.pushforward.name],
        pullback_for,
        watcher(lowered.dependencies, namespace, lowered.names),
        assembled.guarded,
        lowered.writes_outside,
    )


def dump(
    function: types.FunctionType,
    wrt: tuple[str, ...] | None,
    arguments: dict[str, Any] | None,
    *,
    standalone: bool = False,
    target: str | None = None,
) -> str:
    """The text of the generated module; with ``standalone`` without any import of s2s."""
    if target not in (None, "numpy"):
        raise UnsupportedError(f"the target {target!r} is not available", hint="use --target numpy")
    lowered, _, _, text, _ = _compiled(function, wrt, arguments)
    if standalone:
        from s2s.emit.standalone import without_imports

        return without_imports(text, lowered.names)
    return text


def show_stage(
    function: types.FunctionType, wrt: tuple[str, ...] | None, arguments: dict[str, Any] | None, stage: str
) -> str:
    """What is there after a stage: ``lower`` (the IR) or ``emit`` (the text)."""
    if stage not in STAGES:
        raise UnsupportedError(f"there is no stage {stage!r}", hint=f"the stages are {', '.join(STAGES)}")
    if stage == "lower":
        return show(lower(function, wrt, arguments).function.body) + "\n"
    return dump(function, wrt, arguments)


def _compiled(
    function: types.FunctionType, wrt: tuple[str, ...] | None, arguments: dict[str, Any] | None, apart: bool = False
) -> tuple[Lowered, Assembler, Assembled, str, dict[Var, str]]:
    def compiled() -> tuple[Lowered, Assembler, Assembled, str, dict[Var, str]]:
        lowered = lower(function, wrt, arguments)
        verify(lowered.function)
        for callee in lowered.callees:
            verify(callee.lowered.function)
        assembler = Assembler(lowered, lowered.function.wrt)
        assembled = assembler.assemble(apart)
        callees = [Assembler(c.lowered, c.active).assemble(apart) for c in lowered.callees]
        text, slot_names = module_text(assembled, callees, lowered.names, _origin(function), _kinds(lowered, arguments))
        return lowered, assembler, assembled, text, slot_names

    with _alone(function):
        return with_room(compiled)


@contextlib.contextmanager
def _alone(function: types.FunctionType) -> Iterator[None]:
    """No other thread compiles meanwhile; what nests too deeply is refused."""
    with LOCK:
        try:
            yield
        except RecursionError:
            raise UnsupportedError(
                f"{function.__qualname__} is nested too deeply",
                filename=function.__code__.co_filename,
                line=function.__code__.co_firstlineno,
                hint="split it into smaller functions",
            ) from None


def _origin(function: types.FunctionType) -> str:
    module = function.__module__
    if module == "__main__":
        module = os.path.splitext(os.path.basename(function.__code__.co_filename))[0]
    return f"{module}.{function.__qualname__}"


def _kinds(lowered: Lowered, arguments: dict[str, Any] | None) -> str:
    """One line that says what kinds of arguments the module is for."""
    if arguments is None:
        return ""
    from s2s.emit.kinds import describe_kinds

    return describe_kinds(arguments, lowered.lengths)
