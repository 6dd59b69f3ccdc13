"""What the writer of random programs knows of a value."""
from __future__ import annotations

from dataclasses import dataclass, replace

BOUND = 2.0  # every number that a variable or an array holds is within [-BOUND, BOUND]
FIXED = "fixed"  # the root of memory that must not be written: globals and read-only views
NONE: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Type:
    """``kind``: num, arr, cnum, carr (complex), int, idx (an array of indices), mask, list, tuple or dict.

    ``roots`` are the parameters (or FIXED) that the value may share memory with; ``limit`` bounds an int and the
    entries of an idx, which are at least 0; ``parts`` are the entries of a tuple or dict, or the one type of a list's
    entries; an argument that is ``single`` is made in single precision.
    """

    kind: str
    shape: tuple[int, ...] = ()
    parts: tuple[Type, ...] = ()
    keys: tuple[str, ...] = ()
    roots: frozenset[str] = NONE
    limit: int = 0
    single: bool = False

    def rooted(self, roots: frozenset[str]) -> Type:
        """The same type with other roots, in its parts too, in any precision."""
        return replace(self, roots=roots, single=False, parts=tuple(part.rooted(roots) for part in self.parts))

    def like(self, other: Type) -> bool:
        """True when a variable of the one type may be rebound to a value of the other."""
        return self.rooted(NONE) == other.rooted(NONE)


NUM, CNUM = Type("num"), Type("cnum")


def arr(*shape: int, roots: frozenset[str] = NONE) -> Type:
    return Type("arr", shape, roots=roots)


def carr(*shape: int, roots: frozenset[str] = NONE) -> Type:
    return Type("carr", shape, roots=roots)


@dataclass(frozen=True)
class Expr:
    """The text of an expression and the interval of its values."""

    text: str
    lo: float
    hi: float

    @property
    def atom(self) -> str:
        """The text, in parentheses where an operator beside it could split it."""
        return self.text if is_atomic(self.text) else f"({self.text})"

    @property
    def size(self) -> float:
        return max(abs(self.lo), abs(self.hi))


def is_atomic(text: str) -> bool:
    depth = 0
    for position, letter in enumerate(text):
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
            if depth == 0 and text[0] == "(" and position < len(text) - 1 and text[position + 1] not in ".[":
                return False
        elif depth == 0 and (letter.isspace() or letter in "-+*/@"):
            return False
    return True


@dataclass(frozen=True)
class Signature:
    """A generated helper: ``writes`` are the positions of the arguments that it changes."""

    name: str
    params: tuple[Type, ...]
    result: Type | None
    writes: frozenset[int]
    names: tuple[str, ...] = ()
