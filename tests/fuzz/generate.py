"""A whole random module: constants, helpers, the function and arguments for it."""
from __future__ import annotations

import random
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from tests.fuzz.author import Author
from tests.fuzz.types import CNUM, FIXED, NONE, NUM, Signature, Type, arr, carr

HEAD = "import numpy as np\n"
RECURSION = """

def again(x, k, n):
    if n <= 0:
        return np.cos(x)
    y = again(x * k, k, n - 1)
    return np.tanh(y + x)
"""


class Style(NamedTuple):
    """What else than double precision a program has."""

    singles: bool = False
    complexes: bool = False


def literal(rng: random.Random, shape: tuple[int, ...], kind: str = "arr", single: bool = False) -> str:
    """The text of an array of distinct numbers within the bound."""
    values = np.array([round(rng.uniform(-2.0, 2.0), 3) for _ in range(int(np.prod(shape)))]).reshape(shape)
    if kind == "carr":
        values = 0.7 * values + 0.7j * np.array([round(rng.uniform(-2.0, 2.0), 3) for _ in values.flat]).reshape(shape)
        values = np.round(values, 3)
    return f"np.array({values.tolist()}{', dtype=np.float32' if single else ''})"


def result_type(rng: random.Random, plain: bool = False, complexes: bool = False) -> Type:
    choice = rng.random()
    if complexes and choice < 0.35:
        return rng.choice((CNUM, carr(3), carr(2, 3)))
    if choice < 0.5:
        return NUM
    if plain or choice < 0.75:
        return arr(*rng.choice(((2,), (3,), (2, 3), (3, 3))))
    parts = tuple(result_type(rng, True, complexes) for _ in range(rng.choice((1, 2, 3))))
    if choice < 0.9:
        return Type("tuple", parts=parts)
    if choice < 0.96:
        return Type("dict", parts=parts, keys=("loss", "state", "extra")[: len(parts)])
    return Type("list", parts=parts[:1])


def parameters(rng: random.Random, names: tuple[str, ...], count: int, style: Style) -> dict[str, Type]:
    made: dict[str, Type] = {}
    for name in names[:count]:
        shape = rng.choice(((3,), (2,), (4,), (2, 3), (3, 3), (2, 2), (3, 2), (3,), (3, 3)))
        made[name] = arr(*shape, roots=frozenset({name})) if rng.random() < 0.7 else NUM
        if style.complexes and rng.random() < 0.5:
            made[name] = carr(*shape, roots=frozenset({name})) if rng.random() < 0.7 else CNUM
        if style.singles and rng.random() < 0.5:
            made[name] = replace(made[name], single=True)
    return made


def structure(rng: random.Random, name: str) -> Type:
    """A parameter that is a tuple or dict of arrays and a number."""
    roots = frozenset({name})
    parts = (arr(*rng.choice(((3, 3), (2, 3), (3,))), roots=roots), arr(3, roots=roots), NUM)
    if rng.random() < 0.5:
        return Type("tuple", parts=parts, roots=roots)
    return Type("dict", parts=parts, keys=("w", "b", "k"), roots=roots)


def helper(
    rng: random.Random, name: str, fixed: dict[str, Type], functions: list[Signature], style: Style
) -> tuple[str, Signature]:
    params = parameters(rng, ("p", "q", "r"), rng.choice((1, 2, 2, 3)), style)
    if rng.random() < 0.25:
        params["pack"] = structure(rng, "pack")
    written = ("arr", "carr", "tuple", "dict")
    writable = frozenset(n for n, kind in params.items() if kind.kind in written and rng.random() < 0.4)
    result = None if writable and rng.random() < 0.5 else result_type(rng, rng.random() < 0.8, style.complexes)
    if result is not None and result.kind == "list":
        result = NUM
    writer = author(rng, params, functions, result, writable, fixed, style)
    writer.locked |= {n for n, kind in params.items() if kind.kind == "dict" and n not in writable}
    lines = writer.body(rng.choice((1, 2, 3, 4, 6)), rng.random() < 0.3)
    writes = frozenset(i for i, n in enumerate(params) if n in writable)
    text = f"\n\ndef {name}({', '.join(params)}):\n" + "\n".join(lines) + "\n"
    return text, Signature(name, tuple(kind.rooted(NONE) for kind in params.values()), result, writes, tuple(params))


def author(
    rng: random.Random,
    params: dict[str, Type],
    functions: list[Signature],
    result: Type | None,
    writable: frozenset[str],
    fixed: dict[str, Type],
    style: Style,
) -> Author:
    made = Author(rng, params, functions, result, writable, fixed)
    made.singles, made.complexes = style
    return made


def argument(rng: random.Random, kind: Type) -> str:
    if kind.kind == "num":
        number = repr(round(rng.uniform(-2.0, 2.0), 3))
        return f"np.float32({number})" if kind.single else number
    if kind.kind == "cnum":
        return f"({round(rng.uniform(-1.4, 1.4), 3)}{rng.choice('+-')}{round(rng.uniform(0.0, 1.4), 3)}j)"
    if kind.kind == "idx":
        return f"np.array({[rng.randrange(kind.limit) for _ in range(kind.shape[0])]})"
    if kind.kind == "int":
        return str(rng.randrange(1, kind.limit))
    if kind.kind in ("arr", "carr"):
        return literal(rng, kind.shape, kind.kind, kind.single and kind.kind == "arr")
    values = [argument(rng, part) for part in kind.parts]
    if kind.kind == "dict":
        return "{" + ", ".join(f'"{k}": {v}' for k, v in zip(kind.keys, values, strict=True)) + "}"
    return f"({', '.join(values)},)" if kind.kind == "tuple" else f"[{', '.join(values)}]"


def program(seed: int) -> str:
    """The source of a module with a function ``f`` and two sets of arguments, ``ARGS`` and ``MORE``."""
    return write(random.Random(seed))


def write(rng: random.Random) -> str:
    """The source of a program, made of the numbers of ``rng``."""
    style = Style(rng.random() < 0.2, rng.random() < 0.2)
    text, fixed, functions = HEAD, {}, []
    for name in ("TABLE", "KERNEL")[: rng.choice((0, 0, 1, 2))]:
        shape = rng.choice(((3,), (2, 3), (3, 3), (2,)))
        text += f"\n{name} = {literal(rng, shape)}"
        fixed[name] = arr(*shape, roots=frozenset({FIXED}))
    text += "\n" if fixed else ""
    if rng.random() < 0.1:
        text += RECURSION
        functions.append(Signature("again", (NUM, NUM, Type("int", limit=4)), NUM, NONE))
    for name in ("first", "second", "third")[: rng.choice((0, 0, 1, 1, 2, 3))]:
        more, made = helper(rng, name, fixed, functions, style)
        text += more
        functions.append(made)
    params = parameters(rng, ("x", "y", "s", "t"), rng.choice((1, 2, 2, 3, 4)), style)
    if all(kind.kind == "num" for kind in params.values()):
        params["x"] = arr(3, roots=frozenset({"x"}))
    if rng.random() < 0.3:
        params["n"] = Type("int", limit=4)
    if rng.random() < 0.15:
        params["at"] = Type("idx", (rng.choice((2, 3)),), limit=rng.choice((2, 3)))
    if rng.random() < 0.15:
        params["net"] = structure(rng, "net")
    writable = frozenset(params) if rng.random() < 0.2 else NONE
    result = result_type(rng, complexes=style.complexes)
    writer = author(rng, params, functions, result, writable, fixed, style)
    writer.locked |= {n for n, kind in params.items() if kind.kind == "dict"}
    lines = writer.body(rng.choice((3, 5, 8, 12, 16, 24, 32)), rng.random() < 0.7)
    text += f"\n\ndef f({', '.join(params)}):\n" + "\n".join(lines) + "\n"
    for name in ("ARGS", "MORE"):
        values = [argument(rng, kind) for kind in params.values()]
        text += f"\n\n{name} = ({', '.join(values)},)" if name == "ARGS" else f"\n{name} = ({', '.join(values)},)\n"
    return text
