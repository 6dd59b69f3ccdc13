"""Random simple statements: assignments, views and writes."""
from __future__ import annotations

import random

from tests.fuzz.complexes import Complexes
from tests.fuzz.types import NONE, NUM, Expr, Signature, Type, arr

NAMES = (
    "a", "b", "c", "d", "u", "v", "w", "z", "total", "state", "h", "step", "rows", "grid", "out", "temp", "value",
    "acc", "left", "right", "ring", "items", "pair", "table", "best", "x_bar", "loop", "residuals",
)  # fmt: skip
SHAPES = ((2,), (3,), (4,), (3,), (2, 3), (3, 3), (3, 2), (2, 2), (1, 3), (2, 1), (2, 2, 3))


class Statements(Complexes):
    """Writes statements; ``result`` is the type of what the function returns (None: nothing)."""

    def __init__(
        self,
        rng: random.Random,
        params: dict[str, Type],
        functions: list[Signature],
        result: Type | None,
        writable: frozenset[str] = NONE,
        fixed: dict[str, Type] | None = None,
    ) -> None:
        super().__init__(rng, {**(fixed or {}), **params}, functions)
        self.result, self.writable, self.fixed = result, writable, fixed or {}
        self.lines: list[str] = []
        self.level, self.budget, self.loops = 1, 0, 0
        self.outer: set[str] = set()  # names of enclosing blocks: they keep their types
        self.locked: set[str] = set(self.fixed)  # names that are not rebound
        self.lists: set[str] = set()  # lists made here

    def emit(self, text: str) -> None:
        self.lines.append("    " * self.level + text)

    def new_name(self) -> str:
        free = [name for name in NAMES if name not in self.env]
        return self.rng.choice(free) if free else f"more_{len(self.env)}"

    def bind(self, name: str, kind: Type) -> None:
        self.env[name] = kind

    def target(self, kind: Type) -> str:
        """A name for a fresh value of this type: a new one, or one that may be rebound."""
        rebindable = [
            name for name, old in self.env.items()
            if name not in self.locked and name not in self.lists and (name not in self.outer or old.like(kind))
            and old.kind != "list"
        ]  # fmt: skip
        if rebindable and self.rng.random() < 0.4:
            return self.rng.choice(rebindable)
        return self.new_name()

    def number_statement(self) -> None:
        e = self.small() if self.rng.random() < 0.2 else self.squeeze(self.number(2))
        name = self.target(NUM)
        if self.rng.random() < 0.05:
            self.emit(f"{name} = float({e.text})")
        else:
            self.emit(f"{name} = {e.text}")
        self.bind(name, NUM)

    def shape(self) -> tuple[int, ...]:
        known = [kind.shape for _, kind in self.arrays() if kind.shape]
        return self.rng.choice(known) if known and self.rng.random() < 0.7 else self.rng.choice(SHAPES)

    def array_statement(self) -> None:
        shape = self.shape()
        e, name = self.fresh(shape), self.target(arr(*shape))
        self.emit(f"{name} = {e.text}")
        self.bind(name, arr(*shape))

    def view_statement(self) -> None:
        found = self.view(rank=self.rng.choice((1, 1, 2)))
        if found:
            self.alias(*found)

    def alias_statement(self) -> None:
        arrays = self.arrays()
        if arrays:
            self.alias(*self.rng.choice(arrays))

    def alias(self, text: str, kind: Type) -> None:
        """A name for memory that another variable has too; inside a block only where roots cannot spread."""
        rebindable = [
            n for n, old in self.env.items()
            if n not in self.locked and old.like(kind) and (n not in self.outer or kind.roots <= old.roots)
        ]  # fmt: skip
        name = self.rng.choice(rebindable) if rebindable and self.rng.random() < 0.15 else self.new_name()
        self.emit(f"{name} = {text}")
        self.bind(name, kind)

    def fill_statement(self) -> None:
        """A buffer; np.empty is filled by the next statement."""
        shape, rng = self.shape(), self.rng
        name = self.target(arr(*shape))
        dims = f"({shape[0]},)" if len(shape) == 1 else str(shape)
        like = [text for text, kind in self.arrays() if kind.shape == shape and text != name]
        options = [f"np.zeros({dims})", f"np.ones({dims})", f"np.full({dims}, {self.small().text})"]
        options += [f"np.zeros_like({rng.choice(like)})", f"{rng.choice(like)}.copy()"] if like else []
        e = self.fresh(shape)
        if rng.random() < 0.2:
            name = self.new_name()
            self.emit(f"{name} = np.empty({dims})")
            self.emit(f"{name}[...] = {e.text}")
        else:
            self.emit(f"{name} = {rng.choice(options)}")
        self.bind(name, arr(*shape))

    # --- writes -------------------------------------------------------------------------------------------------------

    def place(self) -> tuple[str, tuple[int, ...], int] | None:
        """The text of a place to write to, its shape, and how often one element of it can occur (0: a mask)."""
        rng = self.rng
        arrays = [leaf for leaf in self.arrays(writable=True) if leaf[1].shape]
        if not arrays:
            return None
        return self.place_in(*rng.choice(arrays))

    def place_in(self, text: str, kind: Type) -> tuple[str, tuple[int, ...], int]:
        rng = self.rng
        if rng.random() < 0.1:
            text, kind = self.view_of(text, kind)
        shape, choice = kind.shape, rng.random()
        n = shape[0]
        if choice < 0.35:
            return f"{text}[{', '.join(self.integer(n) for n in shape)}]", (), 1
        if choice < 0.7:
            view, after = self.view_of(text, kind)
            if view.endswith("]") and view != text:
                return view, after.shape, 1
            return f"{text}[...]", shape, 1
        if choice < 0.73:
            return f"{text}[{rng.choice((f'{n}:', '1:1', ':0'))}]", (), 1
        if choice < 0.83:
            masks = [name for name, mask in self.held("mask") if mask.shape == shape]
            if masks and rng.random() < 0.6:
                return f"{text}[{rng.choice(masks)}]", (), 0
            test = f"{text} > {self.constant().text}" if rng.random() < 0.7 else f"{self.array(shape, 1).text} < 0.1"
            return f"{text}[{test}]", (), 0
        known = [(name, idx) for name, idx in self.held("idx") if idx.limit <= n]
        if known and rng.random() < 0.7:
            name, idx = rng.choice(known)
            return f"{text}[{name}]", (*idx.shape, *shape[1:]), idx.shape[0]
        count = rng.choice((2, 3))
        index = [rng.randrange(n) for _ in range(count)]
        if len(shape) == 2 and rng.random() < 0.4:
            other = [rng.randrange(shape[1]) for _ in range(count)]
            pairs = list(zip(index, other, strict=True))
            return f"{text}[{index}, {other}]", (count,), max(pairs.count(pair) for pair in pairs)
        return f"{text}[{index}]", (count, *shape[1:]), max(index.count(i) for i in index)

    def source(self, shape: tuple[int, ...], within: float = 2.0) -> Expr:
        if not shape:
            return self.squeeze(self.number(1), within)
        if self.rng.random() < 0.25:
            return self.squeeze(self.stretched(shape), within)
        return self.squeeze(self.array(shape, 1), within)

    def write_statement(self) -> None:
        place = self.place()
        if place:
            self.emit(f"{place[0]} = {self.source(place[1]).text}")

    def augmented_statement(self) -> None:
        """In-place arithmetic that leaves the bound in place."""
        rng, place = self.rng, self.place()
        whole = [leaf for leaf in self.arrays(writable=True) if leaf[0].isidentifier() and leaf[0] not in self.locked]
        if whole and rng.random() < 0.4:
            text, kind = rng.choice(whole)
            place = text, kind.shape, 1
        if place is None:
            return
        text, shape, _ = place
        if rng.random() < 0.4:
            self.emit(f"{text} *= {self.source(shape, 1.0).text}")
        elif place[2] == 0:
            self.emit(f"{text} -= 0.0 * {self.source(shape).atom}")
        elif rng.random() < 0.2:
            self.emit(f"{text} /= {self.source(shape).atom} ** 2 + 1.0")
        else:
            self.emit(f"{text} {rng.choice(('+=', '-='))} {self.source(shape).text}")
            self.emit(f"{text} *= 0.5")

    def augmented_number(self) -> None:
        names = [n for n, kind in self.env.items() if kind.kind == "num" and n not in self.locked]
        if names:
            name, rng = self.rng.choice(names), self.rng
            if rng.random() < 0.4:
                self.emit(f"{name} *= {self.small(1.0).text}")
            else:
                self.emit(f"{name} {rng.choice(('+=', '-='))} {self.small().text}")
                self.emit(f"{name} = {self.rng.choice(('0.5 * {0}', 'np.tanh({0})', '{0} / 2.0')).format(name)}")

    def in_place_function(self) -> None:
        rng = self.rng
        arrays = [leaf for leaf in self.arrays(writable=True) if leaf[1].shape]
        if not arrays:
            return
        text, kind = rng.choice(arrays)
        shape, choice = kind.shape, rng.randrange(8)
        n = shape[0]
        if choice == 0:
            self.emit(f"{text}.fill({self.small().text})")
        elif choice == 1 and len(shape) == 1:
            self.emit(f"{text}.sort()")
        elif choice == 2:
            self.emit(f"np.copyto({text}, {self.source(shape).text})")
        elif choice == 3 and len(shape) == 2 and shape[0] == shape[1]:
            self.emit(f"np.fill_diagonal({text}, {self.small().text})")
        elif choice == 4:
            index = [rng.randrange(n) for _ in range(3)]
            name = rng.choice(("add", "subtract"))
            self.emit(f"np.{name}.at({text}, {index}, {self.source((3, *shape[1:])).text})")
            self.emit(f"{text}[...] *= {1.0 / (1.0 + max(index.count(i) for i in index))!r}")
        elif choice == 5:
            self.emit(f"np.multiply({text}, {self.source(shape, 1.0).text}, out={text})")
        elif choice == 6:
            self.emit(f"np.{rng.choice(('sin', 'tanh', 'negative'))}({self.source(shape).text}, out={text})"
                      if rng.random() < 0.5 else f"np.clip({text}, -1.0, 1.5, out={text})")
        else:
            self.emit(f"np.add({self.source(shape, 1.0).text}, {self.source(shape, 1.0).text}, out={text})")
