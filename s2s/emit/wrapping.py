"""Long lines of generated code, broken where one would break them by hand."""

from __future__ import annotations

import re

WIDTH = 110


def wrapped(line: str, width: int = WIDTH) -> list[str]:
    """A statement on several lines: before a plus or minus, between targets, else after a comma in brackets.

    >>> wrapped("total = first_term + second_term", 24)
    ['total = (first_term', '    + second_term)']
    >>> wrapped("alpha, beta, gamma = residuals", 20)
    ['(alpha, beta,', '    gamma) = residuals']
    >>> wrapped("y = f(alpha, g(beta, gamma))", 22)
    ['y = f(alpha,', '    g(beta, gamma))']
    """
    if len(line) <= width or "'" in line or '"' in line:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()))
    loop = re.fullmatch(r"\s*for (.*) in (.*):", line)
    if loop and top_level(loop.group(1), ","):
        return _broken(f"{indent}for ({loop.group(1)}) in {loop.group(2)}:", indent + "    ", width)
    found = re.fullmatch(r"(\s*)(.*?) ([+-]?=) (.*)|(\s*)return (.*)", line)
    if found and found.group(2) is not None:
        head, rest = f"{indent}{found.group(2)} {found.group(3)} ", found.group(4)
        if len(head) + len(rest) > width and len(head) > len(rest) and top_level(found.group(2), ","):
            return _broken(f"{indent}({found.group(2)}) {found.group(3)} {rest}", indent, width)
    elif found:
        head, rest = f"{indent}return ", found.group(6)
    if found and not top_level(rest, ","):
        at = top_level(rest, "+-")
        if at:
            return _sum(head, rest, at, indent, width)
    return _broken(line, indent, width)


def top_level(text: str, characters: str) -> list[int]:
    """Where one of the characters stands outside all brackets (an operator: with a space on both sides)."""
    depth, found = 0, []
    for position, char in enumerate(text):
        depth += char in "([{"
        depth -= char in ")]}"
        if depth == 0 and char in characters and (char == "," or text[position - 1 : position + 2] == f" {char} "):
            found.append(position)
    return found


def _sum(head: str, rest: str, at: list[int], indent: str, width: int) -> list[str]:
    """The terms of a sum in brackets, as many on a line as fit."""
    terms = [rest[a:b].strip() for a, b in zip([0, *at], [*at, len(rest)], strict=True)]
    lines: list[str] = []
    current = f"{head}({terms[0]}"
    for term in terms[1:]:
        if len(current) + 1 + len(term) > width - 1:
            lines.append(current)
            current = f"{indent}    {term}"
        else:
            current += f" {term}"
    lines.append(current + ")")
    return [part for line in lines for part in _broken(line, indent + "    ", width)]


def _broken(line: str, indent: str, width: int) -> list[str]:
    """Broken after commas in brackets: the outermost ones that leave a line reasonably full."""
    lines: list[str] = []
    prefix = ""
    while len(prefix) + len(line) > width:
        depth, breaks = 0, []
        for position, char in enumerate(line):
            depth += char in "([{"
            depth -= char in ")]}"
            if char == "," and line[position + 1 : position + 2] == " " and len(prefix) + position < width:
                breaks.append((depth, position + 1))
        if not lines:
            breaks = [b for b in breaks if b[0] > 0]
        full = [b for b in breaks if b[1] > width // 2] or breaks
        if not full:
            break
        outermost = min(depth for depth, _ in full)
        at = max(position for depth, position in full if depth == outermost)
        lines.append((prefix + line[:at]).rstrip())
        line, prefix = line[at:].lstrip(), indent + "    "
    return [*lines, prefix + line]
