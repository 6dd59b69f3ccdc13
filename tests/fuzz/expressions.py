"""Random expressions whose shape, and interval of values, are known."""
from __future__ import annotations

import random
from dataclasses import replace

import numpy as np

from tests.fuzz.types import BOUND, NONE, Expr, Signature, Type

Shape = tuple[int, ...]
Leaf = tuple[str, Type]
VARIABLE = (-BOUND, BOUND)


class Expressions:
    """Expressions over the variables of ``env``; ``globals`` are constant arrays of the module."""

    def __init__(self, rng: random.Random, env: dict[str, Type], functions: list[Signature]) -> None:
        self.rng, self.env, self.functions = rng, env, functions
        self.writable: frozenset[str] = NONE

    # --- what can be read ----------------------------------------------------------------------------------------

    def leaves(self) -> list[Leaf]:
        """Every number, array and int that a short text reaches."""
        found: list[Leaf] = []
        for name, kind in self.env.items():
            if kind.kind in ("num", "arr", "cnum", "carr", "int", "idx", "mask"):
                found.append((name, kind))
            elif kind.kind == "tuple":
                found += [(f"{name}[{i}]", part) for i, part in enumerate(kind.parts)]
            elif kind.kind == "dict":
                found += [(f'{name}["{key}"]', part) for key, part in zip(kind.keys, kind.parts, strict=True)]
            elif kind.kind == "list":
                found += [(f"{name}[{at}]", kind.parts[0]) for at in ("0", "-1")]
        return found

    def arrays(self, writable: bool = False) -> list[Leaf]:
        found = [(text, kind) for text, kind in self.leaves() if kind.kind == "arr"]
        return [(t, k) for t, k in found if k.roots <= self.writable] if writable else found

    def numbers(self) -> list[str]:
        return [text for text, kind in self.leaves() if kind.kind == "num"]

    def integer(self, size: int) -> str:
        """An index into an axis of ``size``."""
        rng = self.rng
        known = [(text, kind.limit) for text, kind in self.leaves() if kind.kind == "int"]
        if known and rng.random() < 0.6:
            text, limit = rng.choice(known)
            if limit <= size and rng.random() < 0.7:
                return text if limit < size or rng.random() < 0.8 else f"{text} - 1"
            return rng.choice([f"{text} % {size}", f"({text} + 1) % {size}", f"-1 - {text} % {size}"])
        return str(rng.randrange(-size, size))

    # --- views -----------------------------------------------------------------------------------------------------

    def view_of(self, text: str, kind: Type) -> Leaf:
        """A view of an array (of a lower, the same or a higher rank), with the roots of the array."""
        rng, shape = self.rng, kind.shape
        options = ["[...]", "[None]"]
        if shape:
            n = shape[0]
            options += [f"[{self.integer(n)}]"] * 3 if len(shape) > 1 else []
            options += ["[::-1]", "[::2]", "[0:1]", f"[{rng.randrange(n)}:]", f"[:{rng.randrange(1, n + 1)}]"]
            options += ["[1:]", "[:-1]"] * 2 if n > 1 else []
            options += [".T", ".T", ".ravel()", f".reshape({self._factors(int(np.prod(shape)))})"]
            options += ["[:, None]", "[..., 0]"] if len(shape) == 1 else []
            options += ["[..., 0]" if len(shape) > 1 else "[:]"]
        if len(shape) > 1:
            options += [f"[:, {self.integer(shape[1])}]"] * 2 + ["[:, ::-1]", "[:, :1]", "[..., 1:]", "[::-1, ::2]"]
            options += [".swapaxes(0, 1)"]
        chosen = rng.choice(options)
        try:
            after = eval(f"base{chosen}", {**dict.fromkeys(self.env, 0), "base": np.empty(shape)}).shape
        except (IndexError, TypeError):
            return text, kind
        return (text + chosen, replace(kind, shape=after, single=False)) if after and 0 not in after else (text, kind)

    def _factors(self, size: int) -> str:
        pairs = [(a, size // a) for a in range(1, size + 1) if size % a == 0]
        return ", ".join(map(str, self.rng.choice(pairs))) if self.rng.random() < 0.7 else "-1"

    def view(self, shape: Shape | None = None, writable: bool = False, rank: int | None = None) -> Leaf | None:
        """A variable or a view of it, of the wanted shape or rank."""
        arrays = self.arrays(writable)
        for _ in range(12 if arrays else 0):
            text, kind = self.rng.choice(arrays)
            for _ in range(self.rng.choice((0, 1, 1, 2)) if shape is not None or rank is not None else 1):
                text, kind = self.view_of(text, kind)
            if kind.shape and shape in (None, kind.shape) and rank in (None, len(kind.shape)):
                return text, kind
        same = [leaf for leaf in arrays if leaf[1].shape == shape]
        return self.rng.choice(same) if same else None

    # --- numbers -----------------------------------------------------------------------------------------------------

    def constant(self) -> Expr:
        value = self.rng.choice((0.5, -0.5, 1.0, 2.0, 0.3, -1.2, 1.5, 0.25, 0.7, -0.8))
        return Expr(repr(value), value, value)

    def number_leaf(self) -> Expr:
        rng = self.rng
        numbers, arrays = self.numbers(), [leaf for leaf in self.arrays() if leaf[1].shape]
        choice = rng.random()
        if numbers and choice < 0.45:
            return Expr(rng.choice(numbers), *VARIABLE)
        if arrays and choice < 0.85:
            text, kind = rng.choice(arrays)
            return Expr(f"{text}[{', '.join(self.integer(n) for n in kind.shape)}]", *VARIABLE)
        return self.constant()

    def number(self, depth: int = 2) -> Expr:
        rng = self.rng
        if depth == 0 or rng.random() < 0.2:
            return self.number_leaf()
        choice = rng.random()
        if choice < 0.35:
            return self.binary(self.number(depth - 1), self.number(depth - 1), False)
        if choice < 0.6:
            return self.unary(self.number(depth - 1), False)
        if choice < 0.9:
            return self.reduction(depth)
        if choice < 0.95:
            return Expr(f"({self.small().text} if {self.test()} else {self.small().text})", *VARIABLE)
        return self.call(None) or self.number_leaf()

    def reduction(self, depth: int) -> Expr:
        """A number made of an array."""
        rng = self.rng
        shapes = [kind.shape for _, kind in self.arrays() if kind.shape] or [(3,)]
        shape = rng.choice(shapes)
        e, n = self.array(shape, depth - 1), int(np.prod(shape))
        choice = rng.randrange(9)
        if choice < 2:
            return Expr(rng.choice([f"np.sum({e.text})", f"{e.atom}.sum()"]), min(n * e.lo, e.lo), max(n * e.hi, e.hi))
        if choice == 2:
            return Expr(rng.choice([f"np.mean({e.text})", f"{e.atom}.mean()"]), e.lo, e.hi)
        if choice == 3:
            return Expr(f"np.{rng.choice(('max', 'min'))}({e.text})", e.lo, e.hi)
        if choice == 4:
            return Expr(f"np.linalg.norm({e.text})", 0.0, n * e.size)
        if choice == 5:
            return Expr(f"np.var({e.text})", 0.0, e.size**2)
        if choice == 6 and len(shape) == 1:
            other = self.array(shape, 0)
            size = n * e.size * other.size
            form = rng.choice(["{0} @ {1}", "np.dot({2}, {3})", "np.inner({2}, {3})"])
            return Expr(form.format(e.atom, other.atom, e.text, other.text), -size, size)
        if choice == 7 and e.size <= 2.0 and n <= 9:
            return Expr(f"np.prod({e.text})", -(2.0**n), 2.0**n)
        if choice == 8 and len(shape) == 2:
            return Expr(f"np.trace({e.text})", min(shape) * min(e.lo, 0.0), min(shape) * max(e.hi, 0.0))
        other = self.array(shape, 0)
        size = n * e.size * other.size
        return Expr(f"np.sum({e.atom} * {other.atom})", -size, size)

    def small(self, within: float = BOUND) -> Expr:
        return self.squeeze(self.number(1), within)

    def test(self) -> str:
        """A condition."""
        rng = self.rng
        ints = [text for text, kind in self.leaves() if kind.kind == "int"]
        choice = rng.random()
        if ints and choice < 0.3:
            text = rng.choice(ints)
            return rng.choice([f"{text} > 0", f"{text} == 1", f"{text} % 2 == 0", f"{text} < 2", f"{text} != 1"])
        first = f"{self.number_leaf().atom} {rng.choice('<>')} {self.number(1).atom}"
        if choice < 0.8:
            return first
        second = f"{self.number_leaf().atom} {rng.choice('<>')} {self.constant().text}"
        return f"{first} {rng.choice(('and', 'or'))} {second}"

    # --- operations --------------------------------------------------------------------------------------------------

    def unary(self, e: Expr, array: bool) -> Expr:
        rng, up = self.rng, round(0.5 - e.lo, 2)
        options = [
            Expr(f"np.sin({e.text})", -1.0, 1.0),
            Expr(f"np.cos({e.text})", -1.0, 1.0),
            Expr(f"np.tanh({e.text})", -1.0, 1.0),
            Expr(f"np.arctan({e.text})", -1.6, 1.6),
            Expr(f"-{e.atom}", -e.hi, -e.lo),
            Expr(f"abs({e.text})" if rng.random() < 0.5 else f"np.abs({e.text})", 0.0, e.size),
            Expr(f"1.0 / (1.0 + {e.atom} * {e.atom})", 0.0, 1.0),
            Expr(f"np.where({e.text} > 0.1, {e.text}, 0.2 * {e.atom})", -e.size, e.size),
        ]
        if e.size <= 8.0:
            options += [
                Expr(f"{e.atom} ** 2", 0.0, e.size**2),
                Expr(f"{e.atom} ** 3", -(e.size**3), e.size**3),
                Expr(f"np.square({e.text})", 0.0, e.size**2),
                Expr(f"np.sqrt({e.atom} + {up})", 0.7, (e.hi + up) ** 0.5),
                Expr(f"np.log({e.atom} + {up})", -0.7, float(np.log(e.hi + up))),
                Expr(f"({e.atom} + {up}) ** 1.5", 0.0, (e.hi + up) ** 1.5),
            ]
        if e.size <= 2.5:
            options += [Expr(f"np.exp({e.text})", 0.0, float(np.exp(e.hi)))]
        if array:
            options += [Expr(f"np.clip({e.text}, -1.0, 1.0)", -1.0, 1.0)]
        return rng.choice(options)

    def binary(self, a: Expr, b: Expr, array: bool) -> Expr:
        rng = self.rng
        products = [x * y for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
        options = [
            Expr(f"{a.atom} + {b.atom}", a.lo + b.lo, a.hi + b.hi),
            Expr(f"{a.atom} - {b.atom}", a.lo - b.hi, a.hi - b.lo),
            Expr(f"{a.atom} * {b.atom}", min(products), max(products)),
            Expr(f"{a.atom} * {b.atom}", min(products), max(products)),
            Expr(f"{a.atom} / ({b.atom} ** 2 + 1.0)", -a.size, a.size),
            Expr(f"np.{rng.choice(('maximum', 'minimum'))}({a.text}, {b.text})", min(a.lo, b.lo), max(a.hi, b.hi)),
        ]
        if b.lo > 0.3:
            options += [Expr(f"{a.atom} / {b.atom}", -a.size / b.lo, a.size / b.lo)] * 2
        if array:
            options += [Expr(f"np.where({b.text} > 0.2, {a.text}, {b.text})", min(a.lo, b.lo), max(a.hi, b.hi))]
        else:
            options += [Expr(f"{rng.choice(('max', 'min'))}({a.text}, {b.text})", min(a.lo, b.lo), max(a.hi, b.hi))]
        return rng.choice(options)

    def squeeze(self, e: Expr, within: float = BOUND) -> Expr:
        """``e`` brought to within [-within, within]."""
        if e.size <= within:
            return e
        if e.size < 60.0 and self.rng.random() < 0.7:
            factor = float(np.floor(1000.0 * within / e.size) / 1000.0)
            return Expr(f"{factor!r} * {e.atom}", -within, within)
        name = "tanh" if within < BOUND else self.rng.choice(("tanh", "arctan", "sin"))
        return Expr(f"np.{name}({e.text})", -within, within)

    # --- arrays ------------------------------------------------------------------------------------------------------

    def array_leaf(self, shape: Shape) -> Expr:
        found = self.view(shape) if self.rng.random() < 0.9 else None
        if found:
            return Expr(found[0], *VARIABLE)
        e = self.squeeze(self.number_leaf())
        dims = f"({shape[0]},)" if len(shape) == 1 else str(shape)
        if self.rng.random() < 0.5:
            return Expr(f"np.full({dims}, {e.text})", e.lo, e.hi)
        return Expr(f"(np.ones({dims}) * {e.atom})", e.lo, e.hi)

    def stretched(self, shape: Shape) -> Expr:
        """Something that broadcasts to ``shape``."""
        rng = self.rng
        if rng.random() < 0.4 or not shape:
            return self.number_leaf()
        fitting = shape[rng.randrange(len(shape)) :]
        return self.array_leaf(tuple(1 if rng.random() < 0.3 else n for n in fitting))

    def array(self, shape: Shape, depth: int = 2) -> Expr:
        rng = self.rng
        if not shape:
            return self.number(min(depth, 1))
        if depth <= 0 or rng.random() < 0.15:
            return self.array_leaf(shape)
        choice = rng.random()
        if choice < 0.4:
            other = self.array(shape, depth - 1) if rng.random() < 0.5 else self.stretched(shape)
            pair = [self.array(shape, depth - 1), other]
            rng.shuffle(pair)
            return self.binary(*pair, True)
        if choice < 0.65:
            return self.unary(self.array(shape, depth - 1), True)
        if choice < 0.72:
            return self.call(shape) or self.array_leaf(shape)
        return self.shaped(shape, depth)

    def shaped(self, shape: Shape, depth: int) -> Expr:
        """An array made by a reduction, a product, a gather or another change of shape."""
        rng, n = self.rng, shape[0]
        makers = [self._reduced, self._gathered, self._rolled, self._scanned]
        makers += [self._stacked] if n > 1 else []
        if len(shape) == 1:
            makers += [self._product, self._concatenated]
        if len(shape) == 2:
            makers += [self._product, self._outer]
        return rng.choice(makers)(shape, depth - 1)

    def _reduced(self, shape: Shape, depth: int) -> Expr:
        axis, extra = self.rng.randrange(len(shape) + 1), self.rng.choice((2, 3))
        keep = shape[axis - 1 if axis == len(shape) else axis] == 1 and self.rng.random() < 0.5
        if keep:
            axis = axis - 1 if axis == len(shape) else axis
            inside = shape[:axis] + (extra,) + shape[axis + 1 :]
        else:
            inside = shape[:axis] + (extra,) + shape[axis:]
        e = self.array(inside, depth) if len(inside) <= 3 else self.array_leaf(inside)
        name = self.rng.choice(("sum", "mean", "max", "min", "sum"))
        factor = extra if name == "sum" else 1
        more = ", keepdims=True" if keep else ""
        at = axis if self.rng.random() < 0.6 else axis - len(inside)
        return Expr(f"np.{name}({e.text}, axis={at}{more})", min(factor * e.lo, e.lo), max(factor * e.hi, e.hi))

    def _gathered(self, shape: Shape, depth: int) -> Expr:
        length = self.rng.choice((2, 3, 4))
        e = self.array((length, *shape[1:]), depth)
        index = [self.rng.randrange(length) for _ in range(shape[0])]
        return Expr(f"{e.atom}[{index}]", e.lo, e.hi)

    def _rolled(self, shape: Shape, depth: int) -> Expr:
        e, rng = self.array(shape, depth), self.rng
        options = [f"np.roll({e.text}, 1)", f"np.flip({e.text}, 0)", f"{e.atom}.copy()", f"{e.atom}[::-1]"]
        options += [f"np.broadcast_to({self.stretched(shape).text}, {shape}) + {e.atom}"]
        options += [f"np.transpose({self.array(shape[::-1], depth).text})"]
        return Expr(rng.choice(options), min(e.lo, -BOUND) - BOUND, max(e.hi, BOUND) + BOUND)

    def _scanned(self, shape: Shape, depth: int) -> Expr:
        e, n = self.array(shape, depth), int(np.prod(shape))
        if len(shape) == 1 and self.rng.random() < 0.4:
            longer = self.array((n + 1,), depth)
            return Expr(f"np.diff({longer.text})", -2.0 * longer.size, 2.0 * longer.size)
        return Expr(f"np.cumsum({e.text}, axis={self.rng.randrange(len(shape))})", -n * e.size, n * e.size)

    def _stacked(self, shape: Shape, depth: int) -> Expr:
        if len(shape) == 1:
            parts = [self.squeeze(self.number(max(depth, 0))) for _ in range(shape[0])]
            return Expr(f"np.array([{', '.join(e.text for e in parts)}])", *VARIABLE)
        parts = [self.array(shape[1:], depth) for _ in range(shape[0])]
        size = max(e.size for e in parts)
        return Expr(f"np.stack([{', '.join(e.text for e in parts)}])", -size, size)

    def _concatenated(self, shape: Shape, depth: int) -> Expr:
        if shape[0] < 2:
            return self.array_leaf(shape)
        first = self.rng.randrange(1, shape[0])
        parts = [self.array((first,), depth), self.array((shape[0] - first,), depth)]
        size = max(e.size for e in parts)
        return Expr(f"np.concatenate(({parts[0].text}, {parts[1].text}))", -size, size)

    def _product(self, shape: Shape, depth: int) -> Expr:
        rng, n = self.rng, self.rng.choice((2, 3))
        if len(shape) == 1:
            a, b = self.array((shape[0], n), depth), self.array((n,), 0)
        else:
            a, b = self.array((shape[0], n), depth), self.array((n, shape[1]), 0)
        if len(shape) == 1 and n == shape[0] and rng.random() < 0.4 and a.size <= 10.0:
            return Expr(f"np.linalg.solve({a.atom} + {40.0} * np.eye({n}), {b.text})", -b.size, b.size)
        size = n * a.size * b.size
        letters = "ij,j->i" if len(shape) == 1 else "ij,jk->ik"
        einsum = f'np.einsum("{letters}", {{2}}, {{3}})'
        form = rng.choice(["{0} @ {1}", "np.dot({2}, {3})", einsum, "np.matmul({2}, {3})"])
        return Expr(form.format(a.atom, b.atom, a.text, b.text), -size, size)

    def _outer(self, shape: Shape, depth: int) -> Expr:
        a, b = self.array((shape[0],), depth), self.array((shape[1],), depth)
        size = a.size * b.size
        form = self.rng.choice(["np.outer({0}, {1})", "{2}[:, None] * {3}"])
        return Expr(form.format(a.text, b.text, a.atom, b.atom), -size, size)

    # --- calls -------------------------------------------------------------------------------------------------------

    def call(self, shape: Shape | None) -> Expr | None:
        """A call of a helper that writes into nothing and returns a number or an array of this shape."""
        kind = "num" if shape is None else "arr"
        fitting = [
            f for f in self.functions
            if not f.writes and f.result and f.result.kind == kind and f.result.shape == (shape or ())
        ]
        if not fitting:
            return None
        chosen = self.rng.choice(fitting)
        return Expr(f"{chosen.name}({', '.join(self.argument(p) for p in chosen.params)})", *VARIABLE)

    def argument(self, kind: Type) -> str:
        if kind.kind == "int":
            return str(self.rng.randrange(kind.limit))
        if kind.kind == "num":
            return self.small().text
        return self.squeeze(self.array(kind.shape, 1)).text

    def value(self, kind: Type) -> str:
        """A fresh value of a type, for a result or a container."""
        if kind.kind == "num":
            return self.small().text
        if kind.kind == "int":
            return str(self.rng.randrange(kind.limit))
        if kind.kind == "arr":
            return self.fresh(kind.shape).text
        values = [self.value(part) for part in kind.parts]
        if kind.kind == "tuple":
            return f"({', '.join(values)}{',' if len(values) == 1 else ''})"
        if kind.kind == "dict":
            return "{" + ", ".join(f'"{k}": {v}' for k, v in zip(kind.keys, values, strict=True)) + "}"
        return f"[{', '.join(self.value(kind.parts[0]) for _ in range(self.rng.choice((1, 2, 3))))}]"

    def fresh(self, shape: Shape, within: float = BOUND) -> Expr:
        """An array that shares memory with nothing."""
        rng = self.rng
        if not shape:
            return Expr(f"np.array({self.small(within).text})", -within, within)
        if rng.random() < 0.12:  # a gather by itself
            return self.squeeze(self._gathered(shape, 0), within)
        if rng.random() < 0.5:
            pair = [self.array(shape, 1), self.array(shape, 1) if rng.random() < 0.6 else self.stretched(shape)]
            made = self.binary(pair[0], pair[1], True)
        else:
            made = self.unary(self.array(shape, 1), True)
        return self.squeeze(made, within)
