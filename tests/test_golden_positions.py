"""What is printed for each construct that the compiler promises to differentiate, in each position."""
from pathlib import Path
from textwrap import indent

import numpy as np
import pytest

import s2s
from tests.golden_cases import GoldenCase, module_of
from tests.source.positions import SNIPPETS
from tests.source.positions.places import placed

FOLDER = Path(__file__).parent / "golden_positions"
POSITIONS = {"top": "at the top of the function", "arm": "in a branch", "loop": "in a loop", "callee": "in a callee"}
ARGS = (np.array([0.7, -0.4, 0.9, 0.3, 0.5]), 0.8, 3)
CONSTRUCTS = {  # and the snippet that shows each of them
    "tuple assignment": "statements.assign_tuple",
    "starred assignment": "statements.assign_starred",
    "starred unpacking of an array": "statements.assign_starred_middle",
    "chained assignment": "statements.assign_chained",
    "annotated assignment": "statements.assign_annotated",
    "augmented assignment of a number": "statements.augmented_number",
    "augmented assignment of an array": "statements.augmented_array",
    "subscript assignment": "statements.swap_items",
    "attribute assignment": "statements.augmented_attribute",
    "walrus": "statements.walrus",
    "if without else": "statements.if_without_else",
    "elif": "statements.elif_",
    "conditional expression": "expressions.conditional",
    "and and or": "expressions.and_or",
    "or as a value": "expressions.or_value",
    "not": "expressions.not_",
    "chained comparison": "expressions.chained_comparison",
    "for over range": "statements.for_range",
    "for over an array": "statements.for_array",
    "for over zip": "statements.for_zip",
    "for over enumerate": "statements.for_enumerate",
    "for over reversed": "statements.for_reversed",
    "for over a list": "statements.for_list",
    "for over dict items": "statements.for_dict_items",
    "nested loops": "statements.nested_loops",
    "while": "statements.while_value",
    "while with break": "statements.while_true",
    "break": "statements.for_break",
    "continue": "statements.for_continue",
    "else of a for loop": "statements.for_else",
    "else of a while loop": "statements.while_else",
    "early return": "statements.early_return",
    "return in a loop": "statements.return_in_loop",
    "assert": "statements.assert_",
    "raise": "statements.raise_",
    "np.errstate": "statements.with_errstate",
    "context manager": "statements.with_nullcontext",
    "pass": "statements.pass_",
    "del": "statements.del_name",
    "local import": "statements.local_import",
    "nested def": "calls.nested_def",
    "lambda": "calls.lambda_",
    "list comprehension": "expressions.list_comprehension",
    "dict comprehension": "expressions.dict_comprehension",
    "generator expression": "expressions.generator_expression",
    "f-string": "expressions.f_string",
    "print": "expressions.print_",
    "try with a handler that raises": "statements.try_raise",
    "try with a handler that goes on": "statements.try_goes_on",
    "try with else": "statements.try_else",
    "try with finally": "statements.try_finally",
    "match of a value": "statements.match_number",
    "match of a sequence": "statements.match_sequence",
    "match of a class": "statements.match_class",
    "user function": "calls.user_function",
    "method": "calls.method_",
    "closure": "calls.closure_late_binding",
    "nonlocal": "calls.closure_nonlocal",
    "partial": "calls.partial_",
    "recursion": "calls.recursion",
    "recursion of unknown depth": "calls.recursion_of_n",
    "function as an argument": "calls.function_argument",
    "lambdas in a list": "calls.lambdas_in_list",
    "keyword arguments": "calls.keywords",
    "default arguments": "calls.defaults",
    "star arguments": "calls.star_arguments",
    "double star arguments": "calls.double_star",
    "function with a rule": "calls.math_",
    "function without a rule": "calls.callee_without_a_rule",
    "tuple": "data.tuple_of_tuples",
    "list append": "data.list_append",
    "list pop": "data.list_pop",
    "list item assignment": "data.list_index_assign",
    "list concatenation": "data.list_concat",
    "dict": "data.dict_",
    "dict of arrays": "data.dict_of_arrays",
    "named tuple": "data.named_tuple",
    "dataclass": "data.dataclass_",
    "item assignment": "writes.item",
    "slice assignment": "writes.slice_write",
    "mask assignment": "writes.mask_write",
    "fancy-index assignment": "writes.fancy_write",
    "fancy-index assignment with repeats": "writes.fancy_write_repeated",
    "augmented assignment of a slice": "statements.augmented_slice",
    "out argument": "writes.out_keyword",
    "ufunc.at": "writes.add_at",
    "fill": "writes.fill_",
    "sort": "writes.sort_",
    "np.copyto": "writes.copyto",
    "view of the written array": "writes.view_write",
    "alias of the written array": "writes.alias_write",
    "alias in one arm": "expressions.conditional_alias",
    "write into a parameter": "writes.item_of_the_argument",
    "write by a callee": "calls.callee_writes",
    "operators": "expressions.operators",
    "matrix product": "expressions.matmul_",
    "reductions": "expressions.methods",
    "np.where": "expressions.where",
    "keywords of a ufunc": "writes.out_where",
    "slices": "expressions.slices",
    "repeated index": "expressions.fancy",
    "complex number": "expressions.complex_",
    "complex array": "writes.real_write",
}


def path(construct: str) -> Path:
    return FOLDER / f"{construct.replace(' ', '_')}.py"


def printed(snippet: str, place: str, folder: Path) -> str:
    """The functions of a snippet in a position, and what is printed for them or why they are refused."""
    functions = placed(snippet, place)
    file = folder / f"position_{place}.py"
    file.write_text(f"from tests.source.positions.prelude import *\n{functions}", encoding="utf-8")
    case = GoldenCase(module_of(file, file.stem).f, ARGS, None)
    try:
        text = case.dump()
    except s2s.UnsupportedError as error:
        text = indent(str(error).replace(str(file), file.name), "# ", lambda _: True) + "\n"
    return f"# {POSITIONS[place]}\n{functions.strip()}\n\n\n{text}"


@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_text(construct: str, tmp_path: Path, golden) -> None:
    snippet = SNIPPETS[CONSTRUCTS[construct]]
    golden(path(construct), "\n\n".join(printed(snippet, place, tmp_path) for place in POSITIONS))


def test_each_construct_has_a_snippet_and_a_file_of_its_own() -> None:
    assert len(set(CONSTRUCTS.values())) == len(CONSTRUCTS) and set(CONSTRUCTS.values()) <= set(SNIPPETS)
    assert {path(construct) for construct in CONSTRUCTS} == set(FOLDER.glob("*.py"))
