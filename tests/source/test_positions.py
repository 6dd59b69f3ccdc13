"""Every construct in each position where it can stand: right, or refused where ``REFUSED`` says so."""
from pathlib import Path

import pytest

import s2s
from tests.fuzz import oracle
from tests.source.positions import SNIPPETS
from tests.source.positions.places import PLACES, program

EACH = 4  # positions for each snippet, beside the top of the function
AGAIN = {"arm", "other_arm", "after_return"}  # positions where other arguments go another way
IN_LOOPS = "loop carried written nested leaves_loop"
# the snippet: the positions where it is refused (all, if none is named), and a part of the message
REFUSED = {
    "calls.callee_writes_argument": ("carried", "may share memory with an argument"),
    "calls.callee_without_a_rule": ("", "math.nextafter has no derivative rule"),
    "calls.generator_next": (IN_LOOPS, "used after what it reads may have changed"),
    "calls.local_recursion_of_n": ("", "a nested function that calls itself with arguments known only at run time"),
    "calls.star_array": ("", "the number of items is not known here"),
    "data.defaultdict_float": ("", "written into an object of unknown kind"),
    "data.defaultdict_list": ("", "method 'append' of this value"),
    "data.instances_in_list": ("", "an item of a list of unknown length, so its change cannot be followed"),
    "data.ordered_dict": ("", "OrderedDict cannot be followed"),
    "states.array_of_the_caller": ("carried", "may share memory with an argument"),
    "states.cache": ("arm other_arm after_return " + IN_LOOPS, "a dict has other keys|is added to an object inside a"),
    "states.dict_by_index": (IN_LOOPS, "a dict is read at a key that is not known"),
    "states.dict_grows": ("arm other_arm after_return " + IN_LOOPS, "other keys|is added to an object inside a loop"),
    "states.generator_made_before": ("carried written nested leaves_loop", "this generator runs later"),
    "states.instances_in_list": ("leaves_loop", "so its change cannot be followed"),
    "states.random_numbers": ("guarded", "a finally block reads what the try block assigns"),
    "states.iterator": (IN_LOOPS, "how many items this iterator still has is not known"),
    "statements.try_goes_on": ("", "an exception handler that goes on"),
    "statements.with_suppress": ("", "may swallow an exception"),
    "writes.item_of_the_argument": ("carried", "may share memory with an argument"),
    "writes.view_of_the_argument": ("carried", "may share memory with an argument"),
}


def positions(name: str) -> list[str]:
    """The top of the function, and positions that differ from snippet to snippet, the same in every run."""
    places = [place for place in PLACES if place != "top"]
    start = 5 * sorted(SNIPPETS).index(name)
    return ["top", *(places[(start + 3 * i) % len(places)] for i in range(EACH))]


@pytest.mark.parametrize("name", SNIPPETS)
def test_positions(name: str, tmp_path: Path) -> None:
    where, message = REFUSED.get(name, ("-", ""))
    for place in positions(name):
        text = program(SNIPPETS[name], place)
        kind, detail = oracle.judge(text, thorough=place in AGAIN)
        refused = not where or place in where.split()
        if kind == oracle.SKIPPED:  # a function that the dual numbers do not know
            module = oracle.load(text, tmp_path)
            s2s.check_gradients(module.f, *module.ARGS)
            kind = oracle.RIGHT
        assert kind == (oracle.REFUSED if refused else oracle.RIGHT), f"{place}: {kind}: {detail}\n{text}"
        assert not refused or any(part in detail for part in message.split("|")), f"{place}: {detail}"


def test_refused_are_snippets() -> None:
    assert set(REFUSED) <= set(SNIPPETS)
