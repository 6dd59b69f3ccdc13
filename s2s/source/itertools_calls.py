"""itertools, filter, and max, min and sorted by a key: on sequences of known length, or as loops that collect."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Const, Kind
from s2s.source import twins
from s2s.source.loops import Loops
from s2s.source.values import Dyn, Iter, Obj, Seq, Static, Value

MAX_ITEMS = 256


class Itertools(Loops):
    """Lowering of calls that go through sequences."""

    def _known(self, value: Value, name: str, node: Any) -> tuple[Value, ...]:
        items = self.sized(self.consumed(self.deref(value), node, whole=False))
        if items is None:
            self.fail(
                f"itertools.{name} of a sequence whose length is not known while compiling", node, "loop over indices"
            )
        return items

    def _unknown(self, name: str, twin: Any, args: list[Value], node: Any) -> Value | None:
        """The call as loops that collect, where a sequence has a length that only the running program knows."""
        parts = [self.consumed(self.deref(a), node, whole=False) for a in args]
        if twin is None or all(self.sized(p) is not None for p in parts):
            return None
        rows = [self.collected(self.deref(p), node) if isinstance(p, Iter) else p for p in parts]
        return self.once(self._twin(f"itertools.{name}", twin, rows, node), lazy=True)

    def _twin(self, name: str, twin: Any, args: list[Value], node: Any) -> Value:
        raise NotImplementedError

    def _rows(self, rows: Any, name: str, node: Any) -> Value:
        made = tuple(Seq(tuple(row)) for row in itertools.islice(rows, MAX_ITEMS + 1))
        if len(made) > MAX_ITEMS:
            self.fail(f"itertools.{name} with more than {MAX_ITEMS} items", node, "loop over indices")
        return self.once(self.new_list(made))

    def _pools(self, name: str, function: Callable[..., Any], args: list[Value], node: Any) -> Value:
        *pools, count = [*args, Static(None)] if len(args) == 1 else args
        number = count.obj if isinstance(count, Static) else None
        if len(pools) != 1 or not (number is None or isinstance(number, int)):
            self.fail(f"itertools.{name} with a length that is not a literal", node, "loop over indices")
        return self._rows(function(self._known(pools[0], name, node), number), name, node)

    def builtin_combinations(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        args = [*args, *kwargs.values()]
        pairs = len(args) == 2 and args[1] == Static(2)
        made = self._unknown("combinations", twins.combinations_of_two if pairs else None, args[:1], node)
        return made or self._pools("combinations", itertools.combinations, args, node)

    def builtin_combinations_with_replacement(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        function = itertools.combinations_with_replacement
        return self._pools("combinations_with_replacement", function, [*args, *kwargs.values()], node)

    def builtin_permutations(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        return self._pools("permutations", itertools.permutations, [*args, *kwargs.values()], node)

    def builtin_pairwise(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        made = self._unknown("pairwise", twins.neighbours, args, node)
        if made is not None:
            return made
        return self._rows(itertools.pairwise(self._known(args[0], "pairwise", node)), "pairwise", node)

    def builtin_product(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        repeat = kwargs.pop("repeat", Static(1))
        if kwargs or not isinstance(repeat, Static):
            self.fail("itertools.product with a repeat that is not a literal", node, "loop over indices")
        twin = {2: twins.products_of_two, 3: twins.products_of_three}.get(len(args) if repeat.obj == 1 else 0)
        made = self._unknown("product", twin, args, node)
        if made is not None:
            return made
        pools = [self._known(a, "product", node) for a in args]
        return self._rows(itertools.product(*pools, repeat=repeat.obj), "product", node)

    def builtin_zip_longest(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        fill = kwargs.get("fillvalue", Static(None))
        pools = [self._known(a, "zip_longest", node) for a in args]
        return self._rows(itertools.zip_longest(*pools, fillvalue=fill), "zip_longest", node)

    def builtin_chain(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        made = self._unknown("chain", twins.chained, args, node)
        return made or self.once(self.new_list(tuple(i for a in args for i in self._known(a, "chain", node))))

    def builtin_chain_of(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        return self.builtin_chain(list(self._known(args[0], "chain.from_iterable", node)), {}, node)

    def builtin_islice(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        bounds = [a.obj for a in args[1:] if isinstance(a, Static)]
        if len(bounds) != len(args) - 1:
            self.fail("itertools.islice with bounds that are not literals", node, "use a slice")
        return self.once(self.new_list(tuple(itertools.islice(self._known(args[0], "islice", node), *bounds))))

    def builtin_repeat(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        times = args[1] if len(args) > 1 else kwargs.get("times")
        if not isinstance(times, Static) or not isinstance(times.obj, int) or times.obj > MAX_ITEMS:
            self.fail("itertools.repeat with a number of times that is not a small literal", node, "loop over a range")
        return self.once(self.new_list((args[0],) * max(times.obj, 0)))

    def builtin_accumulate(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        function = args[1] if len(args) > 1 else kwargs.get("func", Static(None))
        first = kwargs.get("initial", Static(None))
        plain = isinstance(function, Static) and function.obj is None
        made = self._accumulated(Static(operator.add) if plain else function, args[0], first, node)
        if made is not None:
            return made
        items = list(self._known(args[0], "accumulate", node))
        if not (isinstance(first, Static) and first.obj is None):
            items.insert(0, first)
        out: list[Value] = items[:1]
        for item in items[1:]:
            out.append(
                self.binary("add", out[-1], item, node)
                if plain
                else self.call_value(function, [out[-1], item], [], node)
            )
        return self.once(self.new_list(tuple(out)), lazy=True)

    def _accumulated(self, function: Value, items: Value, first: Value, node: Any) -> Value | None:
        source = self.consumed(self.deref(items), node, whole=False)
        if self.sized(source) is not None:
            return None
        rows = self.collected(self.deref(source), node) if isinstance(source, Iter) else source
        alone = isinstance(first, Static) and first.obj is None
        twin, args = (twins.accumulated, [rows]) if alone else (twins.accumulated_from, [rows, first])
        return self.once(self._twin("itertools.accumulate", twin, [function, *args], node), lazy=True)

    def builtin_starmap(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        rows = self._known(args[1], "starmap", node)
        made = tuple(self.call_value(args[0], list(self.known_items(row, node)), [], node) for row in rows)
        return self.once(self.new_list(made), lazy=True)

    # ------------------------------------------------------------------------------------------------ arrays

    def builtin_ndenumerate(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        """Positions and entries of an array, in the order of its rows."""
        array = self.deref(args[0])
        shape = self.call_value(Static(np.shape, self.shared.names.ref(np.shape)), [array], [], node)
        where = self.call_value(Static(np.ndindex, self.shared.names.ref(np.ndindex)), [shape], [], node)
        flat = self.call_method(array, "flatten", [], [], node)
        return self.builtin_zip([where, flat], {}, node)

    # ------------------------------------------------------------------------------------------------ filter

    def builtin_filter(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        function, source = args[0], self.deref(args[1])
        always = isinstance(function, Static) and function.obj is None
        result = self.new_list(())
        names = self.state.frames[self.frame.fid]
        names["<items>"] = result

        def keep(item: Value) -> None:
            test = self.truth(item if always else self.call_value(function, [item], [], node))
            if test is True:
                self.call_method(result, "append", [item], [], node)
            elif test is not False:
                self.branch(
                    self._named_test(test),
                    lambda: self.call_method(result, "append", [item], [], node),
                    lambda: None,
                    node,
                )

        items = self.sized(source)
        if items is not None and len(items) <= 16:
            for item in items:
                keep(item)
        else:
            self.each_of(source, keep, node)
        self.state.frames[self.frame.fid].pop("<items>", None)
        return self.once(result, lazy=True)

    def each_of(self, value: Value, function: Callable[[Value], None], node: Any) -> None:
        raise NotImplementedError

    # ------------------------------------------------------------------------------------------------ keys

    def picked_by_key(self, name: str, args: list[Value], key: Value | None, reverse: Value | None, node: Any) -> Value:
        """max, min or sorted of differentiated values: the order is that of the running program."""
        source = args[0] if len(args) == 1 else self.new_list(tuple(args))
        items = self.deref(self.collected(self.deref(source), node) if not self._is_list(source) else source)
        natural = key is None or isinstance(key, Static) and key.obj is None
        keys = items if natural or key is None else self.deref(self.mapped(key, [items], node))
        if not (self._is_list(items) and self._is_list(keys)):
            self.fail(f"{name}() of these values is not supported", node, "sort the keys, and look the values up")
        values = self.expr(keys)
        span = Apply("call", (self.builtin("range"), Apply("call", (self.builtin("len"), values))))
        by = Apply("attr", (values, Const("__getitem__")))
        named = (("key", by),) + ((("reverse", self.expr(reverse)),) if reverse is not None else ())
        call = Apply("call", (self.builtin(name), span), named)
        if name != "sorted":
            return self.item(items, self.let("position", call, K.INT), node)
        order = self.let("order", call, Kind("list", elem=K.INT))
        return self.mapped_items(order, items, node)

    def _is_list(self, value: Value) -> bool:
        value = self.deref(value)
        if isinstance(value, Obj):
            return self.content(value).shape == "records"
        return isinstance(value, Dyn) and value.kind.cat == "list"

    def mapped_items(self, order: Value, items: Value, node: Any) -> Value:
        raise NotImplementedError

    def collected(self, value: Value, node: Any) -> Value:
        raise NotImplementedError

    def mapped(self, function: Value, sources: list[Value], node: Any) -> Value:
        raise NotImplementedError

