"""Python's own rules for objects and iterators: every program is right, and the named ones may be refused."""

import importlib
import inspect
import warnings
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import s2s

MODULES = [
    importlib.import_module(f"tests.source.programs.{name}")
    for name in ("arrays", "bindings", "enumerations", "given_away", "iterators", "objects", "orders", "zeros")
]
MAY_REFUSE = {
    "arrays": "masked_times doubled",
    "bindings": "walrus_of_a_generator_outlives_it",
    "enumerations": "e7 e9",
    "iterators": """
        gen_lazy map_lazy zip_shared rev_mut loop_over_array_iter in_consumes gen_after_break gen_arr_write
        any_consumes in_branch join_iter
    """,
    "orders": "sort4 s_loop s_branch",
    "objects": """
        getattribute_hook dict_use vars_use new_method metaclass d_iter d_contains d_with d_unpack
        cls_attr_half cls_attr_half2 mixed_then_bound mixed_then_bound2 cls_half inst_half dc_eq joined_is
        tuple_is
    """,
}
REFUSED = {f"{module}.{name}" for module, names in MAY_REFUSE.items() for name in names.split()}


def programs(module: ModuleType) -> list[Any]:
    return [f for f in vars(module).values() if inspect.isfunction(f) and f.__module__ == module.__name__]


PROGRAMS = [(f"{m.__name__.rpartition('.')[2]}.{f.__name__}", f) for m in MODULES for f in programs(m)]


@pytest.mark.parametrize(("name", "function"), PROGRAMS, ids=[name for name, _ in PROGRAMS])
def test_right_or_refused(name: str, function: Any) -> None:
    if name == "arrays.cross_of_twos" and np.lib.NumpyVersion(np.__version__) >= "2.5.0":
        pytest.skip("np.cross takes vectors of three only")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            s2s.check_gradients(function, 0.7)
        except s2s.UnsupportedError:
            assert name in REFUSED


def test_refusals_are_of_programs() -> None:
    assert REFUSED <= {name for name, _ in PROGRAMS}
