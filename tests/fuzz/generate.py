"""A whole random module: constants, helpers, the function and arguments for it."""
from __future__ import annotations

import random

import numpy as np

from tests.fuzz.types import FIXED, NONE, NUM, Signature, Type, arr
from tests.fuzz.writer import Writer

HEAD = "import numpy as np\n"
RECURSION = """

def again(x, k, n):
    if n <= 0:
        return np.cos(x)
    y = again(x * k, k, n - 1)
    return np.tanh(y + x)
"""


def literal(rng: random.Random, shape: tuple[int, ...]) -> str:
    """The text of an array of distinct numbers within the bound."""
    values = np.array([round(rng.uniform(-2.0, 2.0), 3) for _ in range(int(np.prod(shape)))]).reshape(shape)
    return f"np.array({values.tolist()})"


def result_type(rng: random.Random, plain: bool = False) -> Type:
    choice = rng.random()
    if choice < 0.5:
        return NUM
    if plain or choice < 0.75:
        return arr(*rng.choice(((2,), (3,), (2, 3), (3, 3))))
    parts = tuple(result_type(rng, True) for _ in range(rng.choice((1, 2, 3))))
    if choice < 0.9:
        return Type("tuple", parts=parts)
    if choice < 0.96:
        return Type("dict", parts=parts, keys=("loss", "state", "extra")[: len(parts)])
    return Type("list", parts=parts[:1])


def parameters(rng: random.Random, names: tuple[str, ...], count: int) -> dict[str, Type]:
    made: dict[str, Type] = {}
    for name in names[:count]:
        shape = rng.choice(((3,), (2,), (4,), (2, 3), (3, 3), (2, 2), (3, 2), (3,), (3, 3)))
        made[name] = arr(*shape, roots=frozenset({name})) if rng.random() < 0.7 else NUM
    return made


def helper(rng: random.Random, name: str, fixed: dict[str, Type], functions: list[Signature]) -> tuple[str, Signature]:
    params = parameters(rng, ("p", "q", "r"), rng.choice((1, 2, 2, 3)))
    writable = frozenset(n for n, kind in params.items() if kind.kind == "arr" and rng.random() < 0.4)
    result = None if writable and rng.random() < 0.5 else result_type(rng, rng.random() < 0.8)
    if result is not None and result.kind == "list":
        result = NUM
    writer = Writer(rng, params, functions, result, writable, fixed)
    lines = writer.body(rng.choice((1, 2, 3, 4, 6)), rng.random() < 0.3)
    writes = frozenset(i for i, n in enumerate(params) if n in writable)
    text = f"\n\ndef {name}({', '.join(params)}):\n" + "\n".join(lines) + "\n"
    return text, Signature(name, tuple(kind.rooted(NONE) for kind in params.values()), result, writes)


def argument(rng: random.Random, kind: Type) -> str:
    if kind.kind == "num":
        return repr(round(rng.uniform(-2.0, 2.0), 3))
    if kind.kind == "int":
        return str(rng.randrange(1, kind.limit))
    if kind.kind == "arr":
        return literal(rng, kind.shape)
    values = [argument(rng, part) for part in kind.parts]
    if kind.kind == "dict":
        return "{" + ", ".join(f'"{k}": {v}' for k, v in zip(kind.keys, values, strict=True)) + "}"
    return f"({', '.join(values)},)" if kind.kind == "tuple" else f"[{', '.join(values)}]"


def program(seed: int) -> str:
    """The source of a module with a function ``f`` and two sets of arguments, ``ARGS`` and ``MORE``."""
    rng = random.Random(seed)
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
        more, made = helper(rng, name, fixed, functions)
        text += more
        functions.append(made)
    params = parameters(rng, ("x", "y", "s", "t"), rng.choice((1, 2, 2, 3, 4)))
    if all(kind.kind == "num" for kind in params.values()):
        params["x"] = arr(3, roots=frozenset({"x"}))
    if rng.random() < 0.3:
        params["n"] = Type("int", limit=4)
    if rng.random() < 0.15:
        parts = (arr(3, 3, roots=frozenset({"net"})), arr(3, roots=frozenset({"net"})), NUM)
        params["net"] = Type(rng.choice(("tuple", "dict")), parts=parts, keys=("w", "b", "k"), roots=frozenset({"net"}))
        if params["net"].kind == "tuple":
            params["net"] = Type("tuple", parts=parts, roots=frozenset({"net"}))
    writable = frozenset(params) if rng.random() < 0.2 else NONE
    result = result_type(rng)
    writer = Writer(rng, params, functions, result, writable, fixed)
    writer.locked |= {n for n, kind in params.items() if kind.kind == "dict"}
    lines = writer.body(rng.choice((3, 5, 8, 12, 16, 24, 32)), rng.random() < 0.7)
    text += f"\n\ndef f({', '.join(params)}):\n" + "\n".join(lines) + "\n"
    for name in ("ARGS", "MORE"):
        values = [argument(rng, kind) for kind in params.values()]
        text += f"\n\n{name} = ({', '.join(values)},)" if name == "ARGS" else f"\n{name} = ({', '.join(values)},)\n"
    return text
