"""The family of errors that s2s raises."""
from __future__ import annotations

from s2s.words import one_line


class S2SError(Exception):
    """Base of every error that s2s raises by itself."""


class UnsupportedError(S2SError):
    """A construct or a function that cannot be differentiated.

    Carries where it stands (``filename``, ``line``, ``column``, the source line ``text``) and, in ``hint``, what to
    write instead; the message shows the line with a caret.
    ``about_memory``: it is not known which arrays share memory.
    """

    about_memory = False

    def __init__(
        self,
        reason: str,
        *,
        filename: str | None = None,
        line: int | None = None,
        column: int | None = None,
        text: str | None = None,
        hint: str | None = None,
    ) -> None:
        self.reason, self.filename, self.line, self.column = reason, filename, line, column
        self.text, self.hint = text, hint
        super().__init__(self._message())

    def _message(self) -> str:
        lines = [self.reason]
        if self.filename is not None:
            column = "" if self.column is None else f", column {self.column + 1}"
            lines.append(f'  File "{one_line(self.filename)}", line {self.line}{column}')
        if self.text is not None:
            stripped = self.text.lstrip()
            lines.append("    " + one_line(stripped.rstrip()))
            if self.column is not None:
                lines.append("    " + " " * max(0, self.column - (len(self.text) - len(stripped))) + "^")
        if self.hint:
            lines.append(f"  Instead: {self.hint}")
        return "\n".join(lines)


class TooDeepError(UnsupportedError):
    """Loops or branches that nest too deeply: another way to compile the code around them is not tried."""


class HeldObjectError(UnsupportedError):
    """An object that a list of unknown length holds is changed: with known lengths it may work."""


class ResidualsError(S2SError):
    """The residuals belong to another function or version, or have a wrong structure."""


class MutationError(S2SError):
    """An array that the residuals share with the caller has changed since the forward."""


class CotangentError(S2SError):
    """A cotangent or tangent of wrong structure, shape or dtype; the message has the path inside the tree."""


class GradientMismatch(S2SError):
    """A gradient disagrees with finite differences."""
