"""Statements of programs with complex numbers, index arrays, masks, 0-d arrays, closures and open-ended loops."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.fuzz.types import NONE, NUM, Type, arr
from tests.fuzz.writer import Writer


class Author(Writer):
    """Writes with the whole vocabulary."""

    complexes = False

    def makers(self) -> list[tuple[Callable[[], None], int]]:
        more: list[tuple[Callable[[], None], int]] = [
            (self.index_statement, 2), (self.mask_statement, 2), (self.zero_d_statement, 2), (self.small_things, 4),
        ]  # fmt: skip
        if self.level < 3 and self.budget > 0:
            more += [(self.closure_statement, 2), (self.open_loop, 4), (self.search, 2)]
        if self.complexes:
            more += [(self.complex_statement, 16), (self.complex_write, 16)]
        if self.singles:
            more += [(self.single_statement, 6)]
        return [*super().makers(), *more]

    # --- integers and masks ----------------------------------------------------------------------------------------

    def index_statement(self) -> None:
        rng, name = self.rng, self.new_name()
        count, limit = rng.choice((1, 2, 3, 4)), rng.choice((2, 2, 3, 4))
        text = f"np.array({[rng.randrange(limit) for _ in range(count)]})"
        vectors = [leaf for leaf in self.arrays() if len(leaf[1].shape) == 1]
        if vectors and rng.random() < 0.3:
            source, kind = rng.choice(vectors)
            text, count = f"np.argsort({source})", kind.shape[0]
            limit = count
        elif rng.random() < 0.2:
            text, limit = f"np.arange({count})", count
        self.emit(f"{name} = {text}")
        self.bind(name, Type("idx", (count,), limit=limit))

    def mask_statement(self) -> None:
        arrays = [leaf for leaf in self.arrays() if leaf[1].shape]
        if arrays:
            text, kind = self.rng.choice(arrays)
            name = self.new_name()
            self.emit(f"{name} = {text} {self.rng.choice('<>')} {self.constant().text}")
            self.bind(name, Type("mask", kind.shape))

    def zero_d_statement(self) -> None:
        rng = self.rng
        known = [leaf for leaf in self.arrays(writable=True) if leaf[1].shape == ()]
        if known and rng.random() < 0.6:
            text = rng.choice(known)[0]
            self.emit(f"{text}{rng.choice(('[...]', '[()]'))} = {self.small().text}")
            return
        name = self.new_name()
        form = rng.choice(("np.array({0})", "np.asarray({0})", "np.full((), {0})"))
        self.emit(f"{name} = {form.format(self.small().text)}")
        self.bind(name, arr())

    # --- control flow ----------------------------------------------------------------------------------------------

    def closure_statement(self) -> None:
        """A nested function that reads, and maybe writes into, what is around it; called at once."""
        rng = self.rng
        name, inner = self.new_name(), self.free("g")
        kept = (dict(self.env), self.outer, set(self.locked), self.result, self.loops, self.lists)
        parameter = rng.choice((NUM, NUM, arr(3)))
        self.env[inner] = replace(parameter, roots=frozenset({inner}) if parameter.kind == "arr" else NONE)
        self.outer, self.locked, self.loops = set(self.env), set(self.env) - {inner}, 0
        self.result, self.lists = NUM, set()
        self.emit(f"def {name}({inner}):")
        self.level += 1
        for _ in range(rng.choice((0, 1, 2, 3))):
            self.statement()
        self.emit(f"return {self.small().text}")
        self.level -= 1
        self.env, self.outer, self.locked, self.result, self.loops, self.lists = kept
        self.env[name] = Type("function")
        made = self.new_name()
        self.emit(f"{made} = {name}({self.argument(parameter)})")
        self.bind(made, NUM)
        if rng.random() < 0.4:
            self.emit(f"{made} += {name}({self.argument(parameter)})")
            self.emit(f"{made} *= 0.5")
        del self.env[name]

    def open_loop(self) -> None:
        """A loop that ends when the numbers say so."""
        rng, n = self.rng, self.new_name()
        self.emit(f"{n} = 0")
        self.bind(n, Type("int", limit=7))
        self.locked.add(n)
        numbers = [name for name, kind in self.env.items() if kind.kind == "num" and name not in self.locked]
        count = rng.choice((3, 4, 5))
        choice = rng.random()
        if numbers and choice < 0.5:
            name = rng.choice(numbers)
            bound = rng.choice(("0.1", "0.3", "1.0"))
            self.emit(f"while abs({name}) > {bound} and {n} < {count}:")
            self.level += 1
            self.emit(f"{n} += 1")
            self.emit(f"{name} {rng.choice(('*= 0.5', f'-= 0.3 * np.tanh({name})', f'= 0.7 * np.sin({name})'))}")
            self.level -= 1
            self.block(self.size(), loop=True)
            return
        self.emit("while True:")
        self.level += 1
        self.emit(f"{n} += 1")
        self.emit(f"if {n} > {count} or {self.test()}:")
        leave = self.result is not None and rng.random() < 0.3
        self.emit(f"    return {self.value(self.result)}" if leave and self.result is not None else "    break")
        self.level -= 1
        self.block(self.size(), loop=True)

    def search(self) -> None:
        """Nested loops that stop, or return, at what they find."""
        rng = self.rng
        grids = [leaf for leaf in self.arrays() if len(leaf[1].shape) == 2]
        if not grids:
            return
        text, kind = rng.choice(grids)
        i, j, made = self.new_name(), self.free("j"), self.new_name()
        if made == i:
            return
        self.emit(f"{made} = {self.small().text}")
        self.bind(made, NUM)
        before, outer, locked = dict(self.env), self.outer, set(self.locked)
        self.emit(f"for {i} in range({kind.shape[0]}):")
        self.emit(f"    for {j} in range({kind.shape[1]}):")
        self.bind(i, Type("int", limit=kind.shape[0]))
        self.bind(j, Type("int", limit=kind.shape[1]))
        self.locked |= {i, j}
        self.level += 2
        self.outer = set(self.env)
        self.emit(f"if {text}[{i}, {j}] > {self.constant().text}:")
        self.level += 1
        if rng.random() < 0.5:
            self.emit(f"{made} = {text}[{i}, {j}] * {self.small(1.0).atom}")
        ends = ["break", "continue"]
        if self.result is not None:
            ends += [f"return {self.value(self.result)}"] * 2
        self.emit(rng.choice(ends))
        self.level -= 1
        self.augmented_number()
        self.level -= 2
        self.env, self.outer, self.locked = before, outer, locked

    def small_things(self) -> None:
        """Walrus, starred targets, chained comparisons, conditional views of a number."""
        rng, choice = self.rng, self.rng.randrange(5)
        vectors = [leaf for leaf in self.arrays() if len(leaf[1].shape) == 1 and leaf[1].shape[0] > 1]
        name = self.new_name()
        if choice == 0 and self.budget > 0:
            self.emit(f"if ({name} := {self.small().text}) > {self.constant().text}:")
            self.bind(name, NUM)
            self.block(1)
        elif choice == 1 and vectors:
            text, kind = rng.choice(vectors)
            rest = self.free("rest")
            self.emit(f"{name}, *{rest} = {text}")
            self.bind(name, NUM)
            self.bind(rest, Type("list", parts=(NUM,)))
            self.lists.add(rest)
        elif choice == 2 and self.budget > 0:
            self.emit(f"if {self.constant().text} < {self.number_leaf().atom} <= {self.constant().text}:")
            self.block(1)
        elif choice == 3:
            self.emit(f"{name} = {{k: {self.small().atom} * v for k, v in (('w', {self.small().text}), ('b', 0.5))}}")
            self.bind(name, Type("dict", parts=(NUM, NUM), keys=("w", "b")))
        elif vectors and rng.random() < 0.1:
            text, kind = rng.choice(vectors)
            self.emit(f"{name} = np.array([{self.number_leaf().text}, *{text}])")
            self.bind(name, arr(kind.shape[0] + 1))

    # --- precision -------------------------------------------------------------------------------------------------

    def single_statement(self) -> None:
        rng, shape = self.rng, self.shape()
        name = self.new_name()
        dims = f"({shape[0]},)" if len(shape) == 1 else str(shape)
        e = self.fresh(shape) if shape else self.small()
        options = [f"np.zeros({dims}, dtype=np.float32)", f"np.ones({dims}, np.float32)"]
        options += [f"np.array({e.text}, dtype=np.float32)", f"({e.text}).astype(np.float32)"] * 2
        if not shape:
            options = [f"np.float32({e.text})"]
        self.emit(f"{name} = {rng.choice(options)}")
        self.bind(name, arr(*shape) if shape else NUM)

    # --- complex numbers -------------------------------------------------------------------------------------------

    def complex_statement(self) -> None:
        rng, choice, name = self.rng, self.rng.random(), self.new_name()
        if choice < 0.3:
            self.emit(f"{name} = {self.complex_squeeze(self.complex_number(2)).text}")
            self.bind(name, Type("cnum"))
            return
        arrays = self.complex_arrays()
        if arrays and choice < 0.5:
            text, kind = self.view_of(*rng.choice(arrays))
            self.emit(f"{name} = {text}")
            self.bind(name, kind)
            return
        if arrays and choice < 0.58:
            text, kind = rng.choice(arrays)
            self.emit(f"{name} = {text}.{rng.choice(('real', 'imag'))}")
            self.bind(name, Type("arr", kind.shape, roots=kind.roots))
            return
        shape = rng.choice(((3,), (2,), (2, 3), (3, 3)))
        if arrays and rng.random() < 0.7:
            shape = rng.choice(arrays)[1].shape
        dims = f"({shape[0]},)" if len(shape) == 1 else str(shape)
        e = self.complex_fresh(shape)
        text = rng.choice((e.text, e.text, e.text, f"np.zeros({dims}, dtype=complex)", f"np.full({dims}, 0.3 - 0.2j)"))
        if rng.random() < 0.15:
            text = f"np.asarray({self.fresh(shape).text}, dtype=complex)"
        self.emit(f"{name} = {text}")
        self.bind(name, Type("carr", shape))

    def complex_write(self) -> None:
        rng, arrays = self.rng, self.complex_arrays(writable=True)
        if not arrays:
            self.complex_statement()
            return
        text, kind = rng.choice(arrays)
        choice = rng.random()
        if choice < 0.02:
            self.emit(f"{text}.{rng.choice(('real', 'imag'))} = {self.squeeze(self.array(kind.shape, 1), 1.0).text}")
            self.emit(f"{text}{'[...]' if '[' in text or text in self.locked else ''} *= 0.5")
            return
        place, shape, times = self.place_in(text, kind)
        real = rng.random() < 0.3
        source = self.source(shape) if real else self.complex_squeeze(
            self.complex_array(shape, 1) if shape else self.complex_number(1)
        )
        if choice < 0.5:
            self.emit(f"{place} = {source.text}")
        elif choice < 0.75 or times != 1:
            self.emit(f"{place} *= {self.complex_squeeze(source, 1.0).text}")
        else:
            self.emit(f"{place} {rng.choice(('+=', '-='))} {source.text}")
            self.emit(f"{place} *= 0.5")
