"""Random function bodies: structures, calls and control flow."""
from __future__ import annotations

from collections.abc import Callable

from tests.fuzz.statements import NAMES, Statements
from tests.fuzz.types import NONE, NUM, Type, arr


class Writer(Statements):
    """Fills the body of one function."""

    def block(self, size: int, loop: bool = False) -> None:
        """An indented block; names that it makes are gone after it."""
        before, outer, count, locked = dict(self.env), self.outer, len(self.lines), set(self.locked)
        self.outer = set(self.env)
        self.level += 1
        self.loops += loop
        for _ in range(size):
            self.statement()
        if loop and self.rng.random() < 0.4:
            self.jump()
        if len(self.lines) == count:
            self.emit("pass")
        self.loops -= loop
        self.level -= 1
        self.env, self.outer, self.locked = before, outer, locked

    def body(self, budget: int, mixed: bool) -> list[str]:
        self.budget = budget
        while self.budget > 0:
            self.statement()
        if self.result is not None:
            self.emit(f"return {self.final(mixed)}")
        elif not self.lines:
            self.emit("pass")
        return self.lines

    def final(self, mixed: bool) -> str:
        """The value at the end; ``mixed``: it depends on every variable."""
        assert self.result is not None
        if not mixed:
            return self.value(self.result)
        terms = []
        for text, kind in self.leaves():
            weight = self.rng.choice(("0.3", "0.7", "1.5", "-0.4"))
            if kind.kind == "num":
                terms.append(f"{weight} * {text}")
            elif kind.kind in ("cnum", "carr"):
                terms.append(f"{weight} * np.abs(np.sum({text}))")
            elif kind.kind == "arr" and text not in self.fixed:
                terms.append(f"{weight} * np.sum({text}{self.rng.choice(('', ' ** 2', ' * ' + text))})")
        self.emit(f"mix = {' + '.join(terms) or '0.5'}")
        return self._mixed(self.result)

    def _mixed(self, kind: Type) -> str:
        if kind.kind == "arr":
            return f"{self.fresh(kind.shape).atom} * np.cos(mix)"
        if kind.kind == "num":
            return f"mix * {self.small().atom}"
        if kind.kind in ("cnum", "carr"):
            return f"np.cos(mix) * ({self.value(kind)})"
        values = [self._mixed(part) if i == 0 else self.value(part) for i, part in enumerate(kind.parts)]
        if kind.kind == "tuple":
            return f"({', '.join(values)}{',' if len(values) == 1 else ''})"
        if kind.kind == "dict":
            return "{" + ", ".join(f'"{k}": {v}' for k, v in zip(kind.keys, values, strict=True)) + "}"
        return f"[{', '.join(values)}]"

    # --- one statement ------------------------------------------------------------------------------------------------

    def makers(self) -> list[tuple[Callable[[], None], int]]:
        return [
            (self.number_statement, 10), (self.array_statement, 12), (self.view_statement, 8),
            (self.alias_statement, 3), (self.fill_statement, 4), (self.write_statement, 20),
            (self.augmented_statement, 10), (self.augmented_number, 6), (self.integer_statement, 3),
            (self.tuple_statement, 4), (self.list_statement, 7),
            (self.dict_statement, 5), (self.call_statement, 8), (self.in_place_function, 6), (self.odd_statement, 4),
        ]  # fmt: skip

    def statement(self) -> None:
        self.budget -= 1
        simple = self.makers()
        if self.level < 4 and self.budget > 0:
            simple += [(self.if_statement, 10), (self.for_statement, 10), (self.while_statement, 4)]
        makers, weights = zip(*simple, strict=True)
        self.rng.choices(makers, weights)[0]()

    # --- structures ---------------------------------------------------------------------------------------------------

    def integer_statement(self) -> None:
        rng = self.rng
        names = [n for n, kind in self.env.items() if kind.kind == "int" and n not in self.locked]
        if names and rng.random() < 0.5:
            name = rng.choice(names)
            limit = self.env[name].limit
            self.emit(f"{name} = ({name} + {rng.randrange(1, 4)}) % {limit}")
            return
        name, limit = self.new_name(), rng.choice((2, 3))
        self.emit(f"{name} = {rng.randrange(limit)}")
        self.bind(name, Type("int", limit=limit))

    def tuple_statement(self) -> None:
        rng = self.rng
        pairs = [n for n, kind in self.env.items() if kind.kind == "tuple"]
        if pairs and rng.random() < 0.5:
            name = rng.choice(pairs)
            names: list[str] = []
            for part in self.env[name].parts:
                names.append(self.rng.choice([n for n in NAMES if n not in self.env and n not in names]))
                del part
            self.emit(f"{', '.join(names)}{',' if len(names) == 1 else ''} = {name}")
            for made, part in zip(names, self.env[name].parts, strict=True):
                self.bind(made, part)
            return
        same = [(m, n) for m in self.env for n in self.env if m < n and self.swappable(m, n)]
        if same and rng.random() < 0.5:
            m, n = rng.choice(same)
            self.emit(f"{m}, {n} = {n}, {m}")
            roots = self.env[m].roots | self.env[n].roots
            self.bind(m, self.env[m].rooted(roots))
            self.bind(n, self.env[n].rooted(roots))
            return
        parts = [self.part() for _ in range(rng.choice((2, 2, 3)))]
        name = self.new_name()
        self.emit(f"{name} = ({', '.join(text for text, _ in parts)})")
        roots = frozenset().union(*(kind.roots for _, kind in parts))
        self.bind(name, Type("tuple", parts=tuple(kind for _, kind in parts), roots=roots))

    def swappable(self, m: str, n: str) -> bool:
        first, second = self.env[m], self.env[n]
        if first.kind not in ("num", "arr", "cnum", "carr") or not first.like(second) or {m, n} & self.locked:
            return False
        return first.roots == second.roots or not {m, n} & self.outer

    def part(self) -> tuple[str, Type]:
        """An entry of a container: a number, a fresh array or an array that has a name too."""
        arrays = self.arrays()
        if arrays and self.rng.random() < 0.5:
            return self.rng.choice(arrays)
        if self.complex_arrays() and self.rng.random() < 0.3:
            return self.rng.choice(self.complex_arrays())
        if self.rng.random() < 0.5:
            return self.small().text, NUM
        shape = self.shape()
        return self.fresh(shape).text, arr(*shape)

    def list_statement(self) -> None:
        rng = self.rng
        lists = [n for n in self.lists if n in self.env and self.env[n].kind == "list"]
        if not lists or rng.random() < 0.3:
            text, kind = self.part()
            if kind.kind == "carr":
                text, kind = self.small().text, NUM
            more = [self.value(kind.rooted(NONE)) for _ in range(rng.choice((0, 1, 2)))]
            name = self.new_name()
            self.emit(f"{name} = [{', '.join([text, *more])}]")
            self.bind(name, Type("list", parts=(kind,), roots=kind.roots))
            self.lists.add(name)
            return
        name = rng.choice(sorted(lists))
        kind, choice = self.env[name].parts[0], rng.random()
        if choice < 0.4:
            bare = kind.kind == "num" and rng.random() < 0.3
            self.emit(f"{name}.append({self.number_leaf().text if bare else self.value(kind.rooted(NONE))})")
        elif choice < 0.55:
            made = self.new_name()
            self.emit(f"{made} = {name}.pop() if len({name}) > 1 else {self.value(kind.rooted(NONE))}")
            self.bind(made, kind)
        elif choice < 0.7:
            self.emit(f"{name}[{rng.choice(('0', '-1', f'len({name}) // 2'))}] = {self.value(kind.rooted(NONE))}")
        elif choice < 0.85 and not self.outer & {name}:
            made = self.new_name()
            shorter = rng.choice((f"np.tanh(np.sum(np.array({name})))", f"np.sin(sum({name})[..., 0].sum())"))
            if kind.kind == "num":
                shorter = rng.choice((f"np.tanh(sum({name}))", f"np.mean(np.array({name}))", f"max({name})"))
            self.emit(f"{made} = {shorter}")
            self.bind(made, NUM)
        else:
            made, fresh = self.new_name(), self.new_name()
            body = f"np.sin({fresh}) * {self.small(1.0).atom}"
            self.emit(f"{made} = [{body} for {fresh} in {name}]")
            self.bind(made, Type("list", parts=(kind.rooted(NONE),)))
            self.lists.add(made)

    def dict_statement(self) -> None:
        rng = self.rng
        tables = [n for n, kind in self.env.items() if kind.kind == "dict" and n not in self.locked]
        if tables and rng.random() < 0.6:
            name = rng.choice(tables)
            at = rng.randrange(len(self.env[name].keys))
            key, part = self.env[name].keys[at], self.env[name].parts[at]
            self.emit(f'{name}["{key}"] = {self.value(part.rooted(NONE))}')
            return
        keys = tuple(rng.sample(("w", "b", "gain", "bias"), rng.choice((1, 2, 3))))
        parts = [self.part() for _ in keys]
        name = self.new_name()
        held = [f'"{key}": {text}' for key, (text, _) in zip(keys, parts, strict=True)]
        self.emit(f"{name} = {{{', '.join(held)}}}")
        roots = frozenset().union(*(kind.roots for _, kind in parts))
        self.bind(name, Type("dict", parts=tuple(kind for _, kind in parts), keys=keys, roots=roots))

    # --- calls --------------------------------------------------------------------------------------------------------

    def call_statement(self) -> None:
        rng = self.rng
        if not self.functions:
            return
        chosen = rng.choice(self.functions)
        arguments, roots, touched = [], NONE, []
        for position, kind in enumerate(chosen.params):
            if kind.kind == "arr" and (position in chosen.writes or rng.random() < 0.5):
                found = self.view(kind.shape, writable=position in chosen.writes)
                if found is None and position in chosen.writes:
                    return
                if found is not None:
                    arguments.append(found[0])
                    roots |= found[1].roots
                    touched.append(found[0])
                    continue
            if kind.kind in ("tuple", "dict", "carr"):
                text, kept = self.structure(kind, position in chosen.writes)
                if text is None:
                    return
                arguments.append(text)
                roots |= kept
                continue
            arguments.append(self.argument(kind))
        if chosen.names and rng.random() < 0.2:  # by keyword, in another order
            last = len(arguments) - 1
            arguments = [*arguments[:last], f"{chosen.names[last]}={arguments[last]}"]
        text = f"{chosen.name}({', '.join(arguments)})"
        if chosen.result is None:
            self.emit(text)
            return
        kind = chosen.result if chosen.result.kind in ("num", "cnum") else chosen.result.rooted(roots)
        name = self.new_name()
        self.emit(f"{name} = {text}")
        self.bind(name, kind)

    def structure(self, kind: Type, writable: bool) -> tuple[str | None, frozenset[str]]:
        """The text and the roots of a complex array, a tuple or a dict for a helper."""
        rng = self.rng
        known = [(n, k) for n, k in self.leaves_and_structures() if k.like(kind)]
        known = [(n, k) for n, k in known if not writable or k.roots <= self.writable]
        if known and rng.random() < 0.7:
            text, found = rng.choice(known)
            return text, found.roots
        if kind.kind == "carr":
            return (None, NONE) if writable else (self.argument(kind), NONE)
        texts, roots = [], NONE
        for part in kind.parts:
            found = self.view(part.shape, writable=writable) if part.kind == "arr" and rng.random() < 0.7 else None
            texts.append(found[0] if found else self.value(part))
            roots |= found[1].roots if found else NONE
        if kind.kind == "dict":
            return "{" + ", ".join(f'"{k}": {t}' for k, t in zip(kind.keys, texts, strict=True)) + "}", roots
        return f"({', '.join(texts)},)", roots

    def leaves_and_structures(self) -> list[tuple[str, Type]]:
        return self.leaves() + [(n, k) for n, k in self.env.items() if k.kind in ("tuple", "dict", "list")]

    # --- control flow -------------------------------------------------------------------------------------------------

    def size(self) -> int:
        size = min(max(self.budget, 1), self.rng.choice((1, 1, 2, 2, 3, 4)))
        return size

    def if_statement(self) -> None:
        self.emit(f"if {self.test()}:")
        self.block(self.size())
        if self.rng.random() < 0.25 and self.budget > 0:
            self.emit(f"elif {self.test()}:")
            self.block(self.size())
        if self.rng.random() < 0.5 and self.budget > 0:
            self.emit("else:")
            self.block(self.size())
        if self.rng.random() < 0.12 and self.result is not None:
            self.leave()

    def leave(self) -> None:
        self.emit(f"if {self.test()}:")
        self.level += 1
        assert self.result is not None
        self.emit(f"return {self.value(self.result)}")
        self.level -= 1

    def jump(self) -> None:
        if self.rng.random() < 0.25 and self.result is not None:
            self.leave()
            return
        self.emit(f"if {self.test()}:")
        self.level += 1
        if self.rng.random() < 0.3:
            self.statement_without_block()
        self.emit(self.rng.choice(("break", "continue")))
        self.level -= 1
        for _ in range(self.rng.choice((0, 1, 2))):
            self.statement()

    def statement_without_block(self) -> None:
        before, outer = dict(self.env), self.outer
        self.outer = set(self.env)
        self.rng.choice((self.write_statement, self.augmented_number, self.augmented_statement))()
        self.env, self.outer = before, outer

    def for_statement(self) -> None:
        rng, before, locked = self.rng, dict(self.env), set(self.locked)
        count = rng.choice((1, 2, 3, 4))
        i, arrays = self.new_name(), [leaf for leaf in self.arrays() if leaf[1].shape]
        lists = [n for n in self.lists if n in self.env and self.env[n].kind == "list"]
        choice = rng.random()
        if choice < 0.5 or not arrays:
            start = rng.choice((0, 0, 1))
            text = {0: f"range({count})", 1: f"range(1, {count})"}[start]
            if rng.random() < 0.15:
                text = rng.choice((f"reversed({text})", f"range({count} - 1, -1, -1)"))
            self.bind(i, Type("int", limit=count))
            self.emit(f"for {i} in {text}:")
        elif choice < 0.85:
            text, kind = rng.choice(arrays)
            row = Type("arr", kind.shape[1:], roots=kind.roots) if len(kind.shape) > 1 else NUM
            self.bind(i, row)
            if rng.random() < 0.4:
                k = self.new_name()
                self.bind(k, Type("int", limit=kind.shape[0]))
                self.locked.add(k)
                self.emit(f"for {k}, {i} in enumerate({text}):")
            elif rng.random() < 0.3:
                other, k = rng.choice(arrays), self.new_name()
                row = Type("arr", other[1].shape[1:], roots=other[1].roots) if len(other[1].shape) > 1 else NUM
                self.bind(k, row)
                self.emit(f"for {i}, {k} in zip({text}, {other[0]}):")
            else:
                self.emit(f"for {i} in {text}:")
        elif lists:
            name = rng.choice(sorted(lists))
            self.bind(i, self.env[name].parts[0])
            self.emit(f"for {i} in list({name}):" if rng.random() < 0.5 else f"for {i} in {name}[:3]:")
        else:
            self.emit(f"for {i} in ({self.small().text}, {self.small().text}):")
            self.bind(i, NUM)
        if self.env[i].kind == "int":
            self.locked.add(i)
        self.block(self.size(), loop=True)
        if rng.random() < 0.05:
            self.emit("else:")
            self.block(1)
        self.env, self.locked = before, locked

    def while_statement(self) -> None:
        rng, count = self.rng, self.rng.choice((1, 2, 3, 4))
        n = self.new_name()
        self.emit(f"{n} = 0")
        self.bind(n, Type("int", limit=count + 1))
        self.locked.add(n)
        self.emit(f"while {n} < {count}:" if rng.random() < 0.5 else f"while {n} < {count} and ({self.test()}):")
        self.level += 1
        self.emit(f"{n} += 1")
        self.level -= 1
        self.block(self.size(), loop=True)

    def odd_statement(self) -> None:
        """Statements that occur less often."""
        rng, choice = self.rng, self.rng.randrange(8)
        if choice == 0:
            self.emit(f"assert {self.number_leaf().atom} < 100.0")
        elif choice == 1:
            name = self.new_name()
            self.emit(f"{name} = {self.small().text} if {self.test()} else {self.small().text}")
            self.bind(name, NUM)
        elif choice == 2 and self.level == 1:
            gone = [n for n in self.env if n not in self.locked]
            if len(gone) > 3:
                name = rng.choice(gone)
                self.emit(f"del {name}")
                del self.env[name]
        elif choice == 3 and self.budget > 0:
            self.emit('with np.errstate(all="ignore"):')
            self.block(1)
        elif choice == 4 and self.budget > 0:
            self.emit("try:")
            self.block(1)
            self.emit("finally:")
            self.block(1)
        elif choice == 5:
            name, inner = self.new_name(), "t"
            numbers = [n for n in self.numbers() if n.isidentifier()]
            if "t" not in self.env and numbers:
                self.emit(f"{name} = lambda {inner}: np.sin({inner}) * {rng.choice(numbers)}")
                made = self.new_name()
                self.env[name] = Type("function")
                made = self.new_name()
                del self.env[name]
                self.emit(f"{made} = {name}({self.small().text})")
                self.bind(made, NUM)
        elif choice == 6:
            name = self.new_name()
            self.emit(f"{name} = {name}_2 = {self.small().text}")
            self.bind(name, NUM)
        else:
            arrays = [leaf for leaf in self.arrays() if len(leaf[1].shape) == 1]
            if arrays:
                text, kind = rng.choice(arrays)
                names = [n for n in NAMES if n not in self.env][: kind.shape[0]]
                self.emit(f"{', '.join(names)}{',' if len(names) == 1 else ''} = {text}")
                for name in names if len(names) == kind.shape[0] else ():
                    self.bind(name, NUM)
