"""Random complex expressions; the interval of an Expr bounds the absolute value."""
from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.fuzz.expressions import Shape
from tests.fuzz.special import Special
from tests.fuzz.types import BOUND, CNUM, Expr, Type


def disc(text: str, size: float) -> Expr:
    return Expr(text, -size, size)


class Complexes(Special):
    """Complex numbers and arrays beside the real ones."""

    def complex_arrays(self, writable: bool = False) -> list[tuple[str, Type]]:
        found = [(text, kind) for text, kind in self.leaves() if kind.kind == "carr" and kind.shape]
        return [(t, k) for t, k in found if k.roots <= self.writable] if writable else found

    def number_leaf(self) -> Expr:
        complex_ones = [text for text, kind in self.leaves() if kind.kind in ("carr", "cnum")]
        if complex_ones and self.rng.random() < 0.25:
            return self.squeeze(self.real_part(self.complex_leaf()))
        return super().number_leaf()

    def array_leaf(self, shape: Shape) -> Expr:
        if self.complex_arrays() and self.rng.random() < 0.25:
            return self.squeeze(self.real_part(self.complex_array(shape, 0)))
        return super().array_leaf(shape)

    def real_part(self, e: Expr) -> Expr:
        """Something real made of something complex."""
        options = [f"np.real({e.text})", f"np.imag({e.text})", f"np.abs({e.text})"]
        options += [f"{e.atom}.real", f"{e.atom}.imag"] * 2  # also of a Python number
        if e.size <= 8.0 and self.rng.random() < 0.3:
            return disc(f"({e.atom} * np.conj({e.text})).real", e.size**2)
        return disc(self.rng.choice(options), e.size)

    # --- numbers -----------------------------------------------------------------------------------------------------

    def complex_leaf(self) -> Expr:
        rng, arrays = self.rng, self.complex_arrays()
        numbers = [text for text, kind in self.leaves() if kind.kind == "cnum"]
        choice = rng.random()
        if numbers and choice < 0.5:
            return disc(rng.choice(numbers), BOUND)
        if arrays and choice < 0.85:
            text, kind = rng.choice(arrays)
            return disc(f"{text}[{', '.join(self.integer(n) for n in kind.shape)}]", BOUND)
        return disc(rng.choice(("(0.5 + 0.3j)", "1j", "(-0.7j)", "(1.0 - 0.5j)")), 1.2)

    def complex_number(self, depth: int) -> Expr:
        rng, choice = self.rng, self.rng.random()
        if depth == 0 or choice < 0.2:
            return self.complex_leaf()
        if choice < 0.35:
            a, b = self.squeeze(self.number(depth - 1)), self.squeeze(self.number_leaf())
            return disc(rng.choice((f"({a.atom} + 1j * {b.atom})", f"complex({a.text}, {b.text})")), 2.0 * BOUND)
        if choice < 0.55:
            return self.complex_binary(self.complex_number(depth - 1), self.complex_number(depth - 1))
        if choice < 0.75:
            return self.complex_unary(self.complex_number(depth - 1))
        arrays = self.complex_arrays()
        if not arrays:
            return self.complex_leaf()
        shape = rng.choice(arrays)[1].shape
        e, n = self.complex_array(shape, depth - 1), int(np.prod(shape))
        if rng.random() < 0.3:
            other = self.complex_array(shape, 0)
            form = rng.choice(("np.vdot({0}, {1})", "np.sum({2} * np.conj({1}))"))
            return disc(form.format(e.text, other.text, e.atom), n * e.size * other.size)
        return disc(rng.choice((f"np.sum({e.text})", f"{e.atom}.sum()")), n * e.size)

    def complex_small(self, within: float = BOUND) -> Expr:
        return self.complex_squeeze(self.complex_number(1), within)

    def complex_squeeze(self, e: Expr, within: float = BOUND) -> Expr:
        if e.size <= within:
            return e
        if e.size < 60.0 and self.rng.random() < 0.8:
            return disc(f"{float(np.floor(1000.0 * within / e.size) / 1000.0)!r} * {e.atom}", within)
        return disc(f"{e.atom} / (1.0 + np.abs({e.text}) ** 2)", 0.5)

    # --- operations --------------------------------------------------------------------------------------------------

    def complex_unary(self, e: Expr) -> Expr:
        up = round(e.size + 0.5, 2)
        options = [
            disc(f"np.conj({e.text})", e.size),
            disc(f"{e.atom}.conjugate()", e.size),
            disc(f"-{e.atom}", e.size),
            disc(f"1j * {e.atom}", e.size),
            disc(f"{e.atom} / (1.0 + np.abs({e.text}) ** 2)", 0.5),
            disc(f"np.sqrt({e.atom} + {up})", (e.size + up) ** 0.5),
            disc(f"np.log({e.atom} + {up})", abs(float(np.log(e.size + up))) + 2.3),
            disc(f"np.where(np.abs({e.text}) > 0.5, {e.text}, 0.1 * {e.atom})", e.size),
            disc(f"np.where({e.atom}.real > 0.1, {e.text}, np.conj({e.text}))", e.size),
        ]
        if e.size <= 8.0:
            options += [disc(f"{e.atom} ** 2", e.size**2), disc(f"np.square({e.text})", e.size**2)]
        if e.size <= 2.5:
            options += [disc(f"np.{self.rng.choice(('exp', 'sin', 'cos'))}({e.text})", float(np.exp(e.size)))]
        return self.rng.choice(options)

    def complex_binary(self, a: Expr, b: Expr) -> Expr:
        up = round(b.size + 0.5, 2)
        return self.rng.choice((
            disc(f"{a.atom} + {b.atom}", a.size + b.size),
            disc(f"{a.atom} - {b.atom}", a.size + b.size),
            disc(f"{a.atom} * {b.atom}", a.size * b.size),
            disc(f"{a.atom} * np.conj({b.text})", a.size * b.size),
            disc(f"{a.atom} / ({b.atom} + {up})", 2.0 * a.size),
        ))  # fmt: skip

    # --- arrays ------------------------------------------------------------------------------------------------------

    def complex_view(self, shape: Shape, writable: bool = False) -> tuple[str, Type] | None:
        arrays = self.complex_arrays(writable)
        for _ in range(10 if arrays else 0):
            text, kind = self.rng.choice(arrays)
            for _ in range(self.rng.choice((0, 1, 1, 2))):
                text, kind = self.view_of(text, kind)
            if kind.shape == shape:
                return text, kind
        return None

    def complex_array(self, shape: Shape, depth: int) -> Expr:
        rng, choice = self.rng, self.rng.random()
        if depth <= 0 or choice < 0.25:
            found = self.complex_view(shape)
            if found:
                return disc(found[0], BOUND)
            a = super().array_leaf(shape)
            return disc(f"({a.atom} * {self.complex_leaf().atom})", 2.0 * a.size)
        if choice < 0.4:
            a, b = self.squeeze(self.array(shape, depth - 1)), self.squeeze(self.array(shape, 0))
            return disc(f"({a.atom} + 1j * {b.atom})", 2.0 * BOUND)
        if choice < 0.6:
            other = self.complex_array(shape, depth - 1) if rng.random() < 0.5 else self.complex_stretched(shape)
            return self.complex_binary(self.complex_array(shape, depth - 1), other)
        if choice < 0.8:
            return self.complex_unary(self.complex_array(shape, depth - 1))
        return self._complex_shaped(shape, depth - 1)

    def complex_stretched(self, shape: Shape) -> Expr:
        if self.rng.random() < 0.5:
            return self.complex_leaf()
        part = shape[self.rng.randrange(len(shape)) :]
        return self.stretched(part) if self.rng.random() < 0.5 else self.complex_array(part, 0)

    def _complex_shaped(self, shape: Shape, depth: int) -> Expr:
        rng, n, choice = self.rng, self.rng.choice((2, 3)), self.rng.randrange(5)
        if choice == 0:
            axis = rng.randrange(len(shape) + 1)
            e = self.complex_array((*shape[:axis], n, *shape[axis:]), depth)
            return disc(f"np.{rng.choice(('sum', 'mean'))}({e.text}, axis={axis})", n * e.size)
        if choice == 1 and len(shape) == 1:
            real = rng.random() < 0.5
            a = self.array((shape[0], n), depth) if real else self.complex_array((shape[0], n), depth)
            b = self.complex_array((n,), 0)
            form = rng.choice(("{0} @ {1}", "np.dot({2}, {3})", 'np.einsum("ij,j->i", {2}, {3})'))
            return disc(form.format(a.atom, b.atom, a.text, b.text), n * a.size * b.size)
        if choice == 2 and len(shape) == 1:
            e = self.array(shape, depth) if rng.random() < 0.5 else self.complex_array(shape, depth)
            return disc(f"np.fft.{rng.choice(('fft', 'ifft'))}({e.text})", shape[0] * e.size)
        if choice == 3:
            e = self.complex_array((n, *shape[1:]), depth)
            return disc(f"{e.atom}[{[rng.randrange(n) for _ in range(shape[0])]}]", e.size)
        if choice == 4 and len(shape) == 2:
            e = self.complex_array(shape[::-1], depth)
            return disc(f"np.conj({e.text}).T", e.size)
        return self.complex_unary(self.complex_array(shape, depth))

    def complex_fresh(self, shape: Shape, within: float = BOUND) -> Expr:
        made = self.complex_unary(self.complex_array(shape, 1))
        if self.rng.random() < 0.5:
            made = self.complex_binary(self.complex_array(shape, 1), self.complex_stretched(shape))
        return self.complex_squeeze(made, within)

    def value(self, kind: Type) -> str:
        if kind.kind == "cnum":
            return self.complex_small().text
        if kind.kind == "carr":
            return self.complex_fresh(kind.shape).text
        return super().value(kind)

    def argument(self, kind: Type) -> str:
        if kind.kind == "cnum":
            return self.complex_small().text
        if kind.kind == "carr":
            return self.complex_squeeze(self.complex_array(kind.shape, 1)).text
        if kind.kind == "idx":
            return f"np.array({[self.rng.randrange(kind.limit) for _ in range(kind.shape[0])]})"
        if kind.kind in ("tuple", "dict", "list"):
            return self.value(kind)
        return super().argument(kind)

    def complex_kind(self, shape: Shape | None = None) -> Type:
        return CNUM if shape is None else replace(Type("carr"), shape=shape)
