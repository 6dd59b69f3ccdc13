"""The residual tuple that ``.forward`` returns."""
from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from s2s import guard
from s2s.structure import Spec, flatten
from s2s.words import one_line

FORMAT = 1
COLUMNS = ("slot", "line", "value", "bytes", "kept for")


class SlotInfo(NamedTuple):
    """A slot as plain data."""

    name: str
    line: int
    why: str


class Origin(NamedTuple):
    """Which program made the residuals, as plain data: enough to find or compile it again."""

    function: str
    digest: str
    slots: tuple[SlotInfo, ...]
    description: tuple[tuple[str, Any], ...]


class State(NamedTuple):
    """What a ``Residuals`` knows beyond its values.

    ``entry`` is the compiled program in the process that made the residuals, and None after unpickling.  ``arguments``
    are the specs of all arguments at the call, ``output`` that of the result, ``finals`` those of written parameters
    after the call, ``marks`` the fingerprints of what the caller can reach.
    """

    entry: Any
    origin: Origin
    arguments: tuple[Spec, ...]
    output: Spec
    finals: tuple[Spec, ...]
    marks: tuple[guard.Mark, ...]


class Residuals(tuple[Any, ...]):
    """What a pullback needs from its forward: a tuple of plain values, with a table of its slots as repr.

    Pickles, copies and can be saved with ``s2s.save``.  Slicing or concatenating gives a plain tuple.
    """

    state: State
    restored = False  # from a pickle or a file, whose contents may be anything

    def __reduce__(self) -> tuple[Any, ...]:
        self.verify()
        _, origin, *rest, marks = self.state
        plain = (origin.function, origin.digest, tuple(map(tuple, origin.slots)), origin.description)
        return restore, (tuple(self), (plain, *rest, tuple(path for path, _ in marks)))

    def __copy__(self) -> Residuals:
        return self

    def verify(self) -> None:
        """Raise MutationError when something that the caller shares has changed since the forward."""
        state = self.state
        if state.marks:
            guard.verify(self, state.marks, state.origin.slots, state.origin.function)

    @property
    def nbytes(self) -> int:
        """The memory that the residuals hold: every array once, views by the part they show."""
        return total_bytes(self)

    def __repr__(self) -> str:
        return table(self, self.state.origin)

    def _repr_html_(self) -> str:
        return html_table(self, self.state.origin)


def restore(values: tuple[Any, ...], state: tuple[Any, ...]) -> Residuals:
    """The residuals from their pickled parts; what was guarded is so again (a copy may have another memory layout)."""
    made = tuple.__new__(Residuals, values)
    (function, digest, slots, description), arguments, output, finals, paths = state
    origin = Origin(function, digest, tuple(SlotInfo(*slot) for slot in slots), description)
    made.state = State(None, origin, arguments, output, finals, guard.marked(values, paths))
    made.restored = True
    return made


def attach(values: tuple[Any, ...], state: State) -> Residuals:
    """``values`` with what is known of them."""
    made = tuple.__new__(Residuals, values)
    made.state = state
    return made


# --- the table -------------------------------------------------------------------------------------------------------


def bytes_of(value: Any) -> int:
    """The memory of a leaf: an array's elements, eight bytes for anything else that is not a text."""
    if isinstance(value, np.ndarray):
        return value.nbytes if 0 not in value.strides else _stored(value)
    if isinstance(value, np.generic):
        return value.nbytes
    if isinstance(value, str | bytes):
        return len(value)
    return 0 if value is None else 8


def _stored(array: Any) -> int:
    """The bytes of a view with repeated elements, each counted once."""
    lengths = [n for n, stride in zip(array.shape, array.strides, strict=True) if stride]
    return int(np.prod(lengths, dtype=int)) * array.itemsize if array.size else 0


def total_bytes(values: Any) -> int:
    """The memory of all leaves, an object that occurs twice counted once."""
    seen: set[int] = set()
    total = 0
    for _, leaf in flatten(tuple(values)):
        if not isinstance(leaf, np.ndarray):
            total += bytes_of(leaf)
        elif id(leaf) not in seen:
            seen.add(id(leaf))
            total += bytes_of(leaf)
    return total


def shape_of(value: Any) -> str:
    """How a value is shown in the table."""
    if isinstance(value, np.ndarray | np.generic):
        return f"{value.dtype.name}{list(value.shape)}".replace(" ", "") if value.shape else value.dtype.name
    if isinstance(value, tuple | list | dict):
        kind = type(value).__name__
        return f"{kind} of {len(value)}"
    return type(value).__name__


def rows(values: Sequence[Any], origin: Origin) -> list[tuple[str, str, str, str, str]]:
    """One row per slot: name, source line, shape, bytes and why it is kept."""
    found = []
    for position, value in enumerate(values):
        slot = origin.slots[position] if position < len(origin.slots) else SlotInfo(f"[{position}]", 0, "")
        line = str(slot.line) if slot.line else "-"
        cells = (slot.name, line, shape_of(value), f"{total_bytes((value,)):,}", slot.why)
        found.append(cells)
    return found


def title(values: Sequence[Any], origin: Origin) -> str:
    """What stands above the table."""
    return f"residuals of {origin.function}: {len(values)} slots, {total_bytes(values):,} bytes"


def table(values: Sequence[Any], origin: Origin) -> str:
    """The rows as text; what is not printable is escaped, since residuals may come from a file."""
    cells = [COLUMNS, *rows(values, origin)]
    widths = [max(len(one_line(row[column])) for row in cells) for column in range(4)]
    lines = [one_line(title(values, origin))]
    for name, line, shape, size, why in (map(one_line, row) for row in cells):
        shown = f"  {name:{widths[0]}}  {line:>{widths[1]}}  {shape:{widths[2]}}  {size:>{widths[3]}}  {why}"
        lines.append(shown.rstrip())
    return "\n".join(lines)


def html_table(values: Sequence[Any], origin: Origin) -> str:
    """The rows as HTML, every cell escaped."""
    lines = [f"<table><caption>{html.escape(title(values, origin))}</caption>"]
    for tag, row in [("th", COLUMNS), *(("td", row) for row in rows(values, origin))]:
        lines.append("<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in row) + "</tr>")
    return "\n".join([*lines, "</table>"])
