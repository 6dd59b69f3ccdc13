"""The parsed source of a rule: its outer lines, its nested functions and its outputs."""
from __future__ import annotations

import functools
import inspect
import textwrap
from dataclasses import dataclass
from typing import Any

import gast

from s2s.rules.registry import Rule


@dataclass(frozen=True)
class Template:
    """The parsed source of a rule."""

    outer: tuple[Any, ...]
    pullback: Any
    pushforward: Any
    globals: dict[str, Any]
    outputs: tuple[str, ...]
    slopes: Any


@functools.cache
def template(rule: Rule) -> Template:
    """Parse the source of ``rule``."""
    function = rule.source
    node = gast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    namespace = function.__globals__
    closure = inspect.getclosurevars(function).nonlocals if function.__closure__ else {}
    namespace = {**namespace, **closure}
    body = [s for s in node.body if not (isinstance(s, gast.Expr) and isinstance(s.value, gast.Constant))]
    if rule.slopes:
        return Template(tuple(body), None, None, namespace, (), body[-1])
    return split(body, namespace)


def split(body: list[Any], namespace: dict[str, Any]) -> Template:
    """The outer lines, the nested functions and the outputs of a full rule."""
    nested = {s.name: s for s in body if isinstance(s, gast.FunctionDef)}
    final = body[-1].value
    first = final.elts[0]
    outputs = tuple(e.id for e in first.elts) if isinstance(first, gast.Tuple) else (first.id,)
    outer = tuple(s for s in body[:-1] if not isinstance(s, gast.FunctionDef))
    return Template(outer, nested["pullback"], nested["pushforward"], namespace, outputs, None)


@functools.cache
def structured(rule: Rule) -> frozenset[str]:
    """The parameters that a rule takes apart (``c, lower = c_and_lower``): structures, not arrays."""
    assigned = [s for s in template(rule).outer if isinstance(s, gast.Assign)]
    return frozenset(
        s.value.id for s in assigned if isinstance(s.targets[0], gast.Tuple) and isinstance(s.value, gast.Name)
    )
