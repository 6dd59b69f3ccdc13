"""One compiled program of a differentiated function, with what is looked up at every call."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from s2s import description, pipeline
from s2s.errors import ResidualsError, UnsupportedError
from s2s.residuals import Origin, Residuals, SlotInfo
from s2s.rules import registry
from s2s.runtime import ComplexPowerError, real_power
from s2s.structure import Spec, spec_of

if TYPE_CHECKING:
    from s2s.differentiated import Differentiated


class Entry:
    """One compiled program of a Differentiated and what its wrappers look up at every call."""

    def __init__(self, owner: Differentiated[..., Any], program: pipeline.Program, described: Any) -> None:
        names = owner.parameters.names
        self.owner, self.program = owner, program
        self.forward, self.pullback, self.is_current = program.forward, program.pullback, program.is_current
        if real_power.__name__ in program.source:
            self.forward = self._forward_of_powers
        self.generation = registry.generation
        self.guarded = program.guarded
        self.written = tuple(program.written)
        self.written_at = tuple(names.index(name) for name in self.written)
        self.wrt = owner.wrt
        self.wrt_at = tuple(names.index(name) for name in self.wrt)
        self.gradient: Differentiated[..., Any] | None = None  # the gradient as a function, for hvp
        self.direct = tuple(program.wrt) == self.wrt and not self.written
        slots = tuple(SlotInfo(slot.name, slot.line, slot.why) for slot in program.slots)
        self.origin = Origin(f"{owner.__module__}.{owner.__qualname__}", program.digest, slots, described)

    def _forward_of_powers(self, *args: Any, **kwargs: Any) -> Any:
        """The generated forward, which a complex power of real numbers may end."""
        try:
            return self.program.forward(*args, **kwargs)
        except ComplexPowerError as problem:
            code = self.owner.__wrapped__.__code__
            raise UnsupportedError(
                f"{self.owner.__name__}: {problem}",
                filename=code.co_filename,
                line=code.co_firstlineno,
                hint="take abs(x) or max(x, 0.0) to the power; complex(x) where a complex result is meant; "
                "np.power(x, y) where NaN is",
            ) from problem

    def is_stale(self) -> bool:
        """True when a global, a source or a rule that the program was made with has changed."""
        return self.generation != registry.generation or not self.is_current()

    def pullback_for(self, names: tuple[str, ...]) -> Callable[..., Any]:
        """The generated pullback for a part of the parameters."""
        return self.pullback if names == tuple(self.program.wrt) else self.program.pullback_for(names)

    def written_specs(self) -> tuple[Spec, ...]:
        """The specs of the written parameters at the call that this program was made for (None: not known)."""
        known = dict(self.origin.description)
        return tuple(spec_of(description.stand_in(known[name])) if name in known else None for name in self.written)

    def run(self, function: Callable[..., Any], residuals: Residuals, *given: Any, **named: Any) -> Any:
        """The result of generated code."""
        if residuals.restored:
            return self.fitted(function, residuals, *given, **named)
        return function(tuple(residuals), *given, **named)

    def fitted(self, function: Callable[..., Any], residuals: tuple[Any, ...], *given: Any, **named: Any) -> Any:
        """The result of generated code for a plain tuple or one from a file, whose contents nobody has checked."""
        try:
            return function(tuple(residuals), *given, **named)
        except Exception as problem:
            raise ResidualsError(
                f"{self.owner.__name__}: these are not the residuals of a call of this "
                f"function, or do not fit what was passed with them ({type(problem).__name__}: {problem})"
            ) from problem
