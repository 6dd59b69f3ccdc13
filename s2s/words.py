"""Which texts may go into generated code: names, and comments of one line."""
from __future__ import annotations

import keyword


def is_name(text: object) -> bool:
    """True for an identifier that is no keyword.

    >>> is_name("x_2"), is_name("x 2"), is_name("class")
    (True, False, False)
    """
    return isinstance(text, str) and text.isidentifier() and not keyword.iskeyword(text)


def name_or(text: object, other: str) -> str:
    """``text`` where it is a name, else ``other``."""
    return str(text) if is_name(text) else other


def one_line(text: str) -> str:
    r"""``text`` without anything that ends a line, moves a cursor or turns the direction of writing.

    >>> one_line("a\tb\nimport os")
    'a b\\nimport os'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c == "\t" else c.encode("unicode_escape").decode() for c in text)
