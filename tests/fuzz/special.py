"""Expressions that occur less often: guarded singularities, masks, index arrays, linear algebra, comprehensions."""
from __future__ import annotations

import numpy as np

from tests.fuzz.expressions import VARIABLE, Expressions, Shape
from tests.fuzz.types import Expr, Type


class Special(Expressions):
    """Takes the place of an ordinary expression now and then."""

    singles = False  # the program has arrays in single precision

    def held(self, kind: str) -> list[tuple[str, Type]]:
        return [(text, found) for text, found in self.leaves() if found.kind == kind]

    def number_leaf(self) -> Expr:
        scalars = [text for text, kind in self.arrays() if kind.shape == ()]
        if scalars and self.rng.random() < 0.2:
            return Expr(self.rng.choice(scalars), *VARIABLE)
        return super().number_leaf()

    def unary(self, e: Expr, array: bool) -> Expr:
        rng, choice = self.rng, self.rng.random()
        if choice < 0.05:
            root = rng.choice((f"np.sqrt(np.abs({e.text}))", f"np.sqrt(np.maximum({e.text}, 0.0))"))
            return Expr(f"np.where({e.text} > 0.0, {root}, 0.0)", 0.0, e.size**0.5)
        if choice < 0.08 and self.singles:
            return Expr(f"np.float32({e.text})" if not array else f"({e.text}).astype(np.float32)", e.lo, e.hi)
        if choice < 0.1 and array:
            return Expr(f"np.sign({e.text}) * {e.atom} ** 2" if e.size < 8.0 else f"np.sign({e.text})",
                        -max(e.size**2, 1.0), max(e.size**2, 1.0))
        return super().unary(e, array)

    # --- numbers -----------------------------------------------------------------------------------------------------

    def reduction(self, depth: int) -> Expr:
        rng, choice = self.rng, self.rng.random()
        shapes = [kind.shape for _, kind in self.arrays() if kind.shape]
        if choice > 0.25 or not shapes:
            return super().reduction(depth)
        shape = rng.choice(shapes)
        e, n = self.array(shape, depth - 1), int(np.prod(shape))
        leaf = self.array_leaf(shape)
        if choice < 0.08:
            return self._masked(e, leaf, n)
        if choice < 0.11:
            start = rng.choice((f"{shape[0]}:", "0:0", "2:1"))
            return Expr(f"np.sum({leaf.text}[{start}])", *VARIABLE)
        if choice < 0.15 and len(shape) == 2 and shape[0] == shape[1] and e.size <= 4.0:
            size = float((1.0 + 0.3 * e.size * shape[0]) ** shape[0])
            return Expr(f"np.linalg.det(0.3 * {e.atom} + np.eye({shape[0]}))", -size, size)
        if choice < 0.18 and len(shape) == 1:
            other, name = self.array_leaf(shape), self.free("p")
            second = self.free("q")
            text = f"sum({name} * {second} for {name}, {second} in zip({leaf.text}, {other.text}))"
            if rng.random() < 0.3:
                text = f"sum([{name} ** 2 for {name} in {leaf.text} if {name} > {self.constant().text}])"
            return Expr(text, -4.0 * n, 4.0 * n)
        if choice < 0.21:
            letters = "i,i->" if len(shape) == 1 else "ij,ij->" if len(shape) == 2 else "ijk,ijk->"
            other = self.array_leaf(shape)
            size = n * e.size * other.size
            return Expr(f'np.einsum("{letters}", {e.text}, {other.text})', -size, size)
        return Expr(rng.choice((f"np.std({e.text} + 0.0)", f"np.ptp({e.text})")), 0.0, 2.0 * e.size)

    def _masked(self, e: Expr, leaf: Expr, n: int) -> Expr:
        """A reduction with where=."""
        rng = self.rng
        masks = [text for text, kind in self.held("mask") if kind.shape and int(np.prod(kind.shape)) == n]
        test = f"{leaf.text} > {self.constant().text}"
        if masks and rng.random() < 0.5:
            test = rng.choice(masks)
            shape = next(kind.shape for text, kind in self.held("mask") if text == test)
            e = self.array(shape, 0)
        if rng.random() < 0.6:
            return Expr(f"np.sum({e.text}, where={test})", -n * e.size, n * e.size)
        name, start = rng.choice((("max", -3.0), ("min", 3.0)))
        return Expr(f"np.{name}({e.text}, initial={start}, where={test})", -max(3.0, e.size), max(3.0, e.size))

    def free(self, stem: str) -> str:
        """A name that no variable has."""
        while stem in self.env:
            stem += "_"
        return stem

    # --- arrays ------------------------------------------------------------------------------------------------------

    def shaped(self, shape: Shape, depth: int) -> Expr:
        choice = self.rng.random()
        if choice < 0.08:
            return self._indexed(shape, depth - 1)
        if choice < 0.14 and len(shape) == 2:
            return self._matrix(shape, depth - 1)
        if choice < 0.2 and len(shape) <= 2:
            return self._sorted(shape, depth - 1)
        if choice < 0.24 and len(shape) == 1:
            i = self.free("i")
            text = self.squeeze(self.number_leaf()).atom
            source = self.array_leaf(shape)
            inside = self.rng.choice((f"{text} * {i}", f"np.sin({text} + {i})", f"{source.atom}[{i}] * {text}"))
            return Expr(f"np.array([{inside} for {i} in range({shape[0]})])", -8.0, 8.0)
        if choice < 0.28 and len(shape) == 2:
            return self._contracted(shape, depth - 1)
        return super().shaped(shape, depth)

    def _indexed(self, shape: Shape, depth: int) -> Expr:
        fitting = [(t, k) for t, k in self.held("idx") if k.shape == shape[:1]]
        if not fitting:
            return self._gathered(shape, depth)
        text, kind = self.rng.choice(fitting)
        e = self.array((max(kind.limit, 1), *shape[1:]), depth)
        form = self.rng.choice(("{0}[{2}]", "{0}[{2}]", "np.take({1}, {2}, axis=0)"))
        return Expr(form.format(e.atom, e.text, text), e.lo, e.hi)

    def _matrix(self, shape: Shape, depth: int) -> Expr:
        n, rng = shape[0], self.rng
        e = self.array((n, n), depth)
        if e.size > 8.0:
            return self._outer(shape, depth)
        strong = f"{e.atom} + {8.0 * n + 4.0} * np.eye({n})"
        if shape[0] == shape[1] and rng.random() < 0.5:
            if rng.random() < 0.5:
                return Expr(f"np.linalg.inv({strong})", -1.0, 1.0)
            return Expr(f"np.linalg.cholesky({e.atom} @ {e.atom}.T + 2.0 * np.eye({n}))", -n * 9.0, n * 9.0)
        b = self.array(shape, 0)
        return Expr(f"np.linalg.solve({strong}, {b.text})", -b.size, b.size)

    def _sorted(self, shape: Shape, depth: int) -> Expr:
        e, rng = self.array(shape, depth), self.rng
        if len(shape) == 1 and rng.random() < 0.4:
            other = self.array_leaf(shape)
            return Expr(f"{e.atom}[np.argsort({other.text})]", e.lo, e.hi)
        if len(shape) == 1 and rng.random() < 0.3 and e.size <= 2.0:
            return Expr(f"np.cumprod({e.text})", -(2.0 ** shape[0]), 2.0 ** shape[0])
        return Expr(f"np.sort({e.text}, axis={rng.randrange(len(shape))})", e.lo, e.hi)

    def _contracted(self, shape: Shape, depth: int) -> Expr:
        k = self.rng.choice((2, 3))
        a, b = self.array((k, shape[0]), depth), self.array((k, shape[1]), 0)
        size = k * a.size * b.size
        if self.rng.random() < 0.5:
            return Expr(f'np.einsum("ki,kj->ij", {a.text}, {b.text})', -size, size)
        c = self.array((shape[1], k, shape[0]), 0)
        return Expr(f'np.einsum("jki->ij", {c.text})', -k * c.size, k * c.size)
