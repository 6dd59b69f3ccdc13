"""The table of derivative rules: which function has which rule.

A rule is a runnable Python function in one of two forms.  The full form returns the primal value, a nested
``pullback`` and a nested ``pushforward``::

    @rule(np.multiply)
    def multiply(x, y):
        z = np.multiply(x, y)
        x_shape, y_shape = np.shape(x), np.shape(y)
        def pullback(z_bar):
            x_bar = unbroadcast(z_bar * conj(y), x_shape)
            y_bar = unbroadcast(z_bar * conj(x), y_shape)
            return x_bar, y_bar
        def pushforward(x_dot, y_dot):
            return x_dot * y + x * y_dot
        return z, pullback, pushforward

The short form gives the slopes of an elementwise function, one per differentiable parameter; its last parameter is
the output::

    @elementwise(np.tanh)
    def tanh(x, y):
        return 1 - y * y

The compiler reads the source of the rule and inlines it, so a rule is written in the subset that the compiler reads:
assignments (also of tuples), conditional expressions, ``if`` statements, and calls of NumPy or of ``s2s.runtime``.
The free variables of ``pullback`` and ``pushforward`` are the residuals.
"""
from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from s2s.runtime import conj, scale, unbroadcast

F = TypeVar("F", bound=Callable[..., Any])
N = TypeVar("N", bound=ast.AST)


@dataclass(frozen=True)
class Rule:
    """How one function (and its aliases) is differentiated.

    ``active`` names the differentiable parameters in order: ``pullback`` returns one cotangent for each (bare when
    there is only one) and ``pushforward`` takes one tangent for each.  ``source`` is the function that was decorated.
    ``unknown`` names the active parameters whose derivative is not known: those with the literal slope ``np.nan`` and
    those whose cotangent is a call of ``undefined``.
    """

    name: str
    source: Callable[..., Any]
    active: tuple[str, ...]
    slopes: bool = False
    absorb: bool = False
    unknown: tuple[str, ...] = ()

    def __call__(self, *args: Any, **kwargs: Any) -> tuple[Any, Callable[..., Any], Callable[..., Any]]:
        """Run the rule as ordinary Python: the value, the pullback and the pushforward."""
        if self.slopes:
            raise TypeError(f"{self.name}: call run_slopes for an elementwise rule")
        result: tuple[Any, Callable[..., Any], Callable[..., Any]] = self.source(*args, **kwargs)
        return result


RULES: dict[Any, Rule] = {}
generation = 0  # counts the changes of rules that programs may have been made with
COMPLEX_RULES: dict[Any, Rule] = {}  # of functions that carry no derivative where their arguments are real
ZERO_DERIVATIVE: dict[Any, str] = {}


def _register(functions: tuple[Any, ...], entry: Rule) -> None:
    for function in functions:
        if function in RULES:
            raise ValueError(f"two rules for {function!r}: {RULES[function].name} and {entry.name}")
        RULES[function] = entry


def forget(*functions: Any) -> None:
    """Take away what is registered for ``functions``; programs that were made with it are made anew."""
    global generation
    generation += 1
    for function in functions:
        lookup(function)  # a rule of SciPy that is registered later would be the second one
        for table in (RULES, COMPLEX_RULES, ZERO_DERIVATIVE):
            table.pop(function, None)


def rule(*functions: Any) -> Callable[[F], F]:
    """Register the decorated function as the rule of each of ``functions``."""

    def decorate(source: F) -> F:
        active = _pushforward_parameters(source)
        _register(functions, Rule(source.__name__, source, active, unknown=_unknown(source, active)))
        return source

    return decorate


def complex_rule(*functions: Any) -> Callable[[F], F]:
    """Register the rule, for arguments that may be complex, of functions that carry no derivative for real ones."""

    def decorate(source: F) -> F:
        active = _pushforward_parameters(source)
        for function in functions:
            COMPLEX_RULES[function] = Rule(source.__name__, source, active)
        return source

    return decorate


def elementwise(*functions: Any, absorb: bool = False) -> Callable[[F], F]:
    """Register the slopes of an elementwise function; ``absorb`` keeps a zero cotangent zero at a singular slope."""

    def decorate(source: F) -> F:
        active = tuple(inspect.signature(source).parameters)[:-1]
        unknown = _unknown_slopes(source, active)
        _register(functions, Rule(source.__name__, source, active, slopes=True, absorb=absorb, unknown=unknown))
        return source

    return decorate


def zero_derivative(*functions: Any, why: str = "piecewise constant or not a number") -> None:
    """Declare functions whose result carries no derivative."""
    for function in functions:
        ZERO_DERIVATIVE[function] = why


def lookup(function: Any, *, real: bool = True) -> Rule | None:
    """The rule of ``function``, or None; with ``real=False`` for arguments that may be complex."""
    try:
        found = RULES.get(function)
        if found is None and not real:
            found = COMPLEX_RULES.get(function)
        return RULES.get(function) if found is None and _registered_more() else found
    except TypeError:  # unhashable callables have no rule
        return None


def is_zero_derivative(function: Any) -> bool:
    """True when the result of ``function`` carries no derivative."""
    try:
        return function in ZERO_DERIVATIVE or (_registered_more() and function in ZERO_DERIVATIVE)
    except TypeError:
        return False


def _registered_more() -> bool:
    """Register the rules of what was imported since the last look-up; True when there were any."""
    from s2s.rules import scipy_rules

    return scipy_rules.load()


def run(function: Any, *args: Any, **kwargs: Any) -> tuple[Any, Callable[..., Any], Callable[..., Any]]:
    """Run the rule of ``function`` on ``args``: value, pullback and pushforward, whatever the form of the rule."""
    entry = RULES[function]
    if not entry.slopes:
        return entry(*args, **kwargs)
    made: tuple[Any, Callable[..., Any], Callable[..., Any]] = _run_slopes(function, entry, args, kwargs)
    return made


def _run_slopes(function: Any, entry: Rule, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    z = function(*args, **kwargs)
    with np.errstate(all="ignore"):
        slopes = entry.source(*args, z)
    slopes = slopes if isinstance(slopes, tuple) else (slopes,)
    times = scale if entry.absorb else np.multiply

    def pullback(z_bar: Any) -> Any:
        bars = []
        for x, slope in zip(args, slopes, strict=True):
            x_bar = unbroadcast(times(z_bar, conj(slope)), np.shape(x))
            bars.append(x_bar if np.iscomplexobj(x) else np.real(x_bar))
        return bars[0] if len(bars) == 1 else tuple(bars)

    def pushforward(*dots: Any) -> Any:
        return sum(times(dot, slope) for dot, slope in zip(dots, slopes, strict=True))

    return z, pullback, pushforward


def _pushforward_parameters(source: Callable[..., Any]) -> tuple[str, ...]:
    """The differentiable parameters, read from the parameter names of the nested pushforward (``x_dot`` means x)."""
    for constant in source.__code__.co_consts:
        if inspect.iscode(constant) and constant.co_name == "pushforward":
            count = constant.co_argcount
            names = constant.co_varnames[: count + bool(constant.co_flags & inspect.CO_VARARGS)]
            return tuple(name.removesuffix("_dot") for name in names)
    raise TypeError(f"the rule {source.__name__} defines no pushforward")


def _unknown_slopes(source: Callable[..., Any], active: tuple[str, ...]) -> tuple[str, ...]:
    """The parameters with the literal slope ``np.nan`` in a return statement."""
    if "nan" not in source.__code__.co_names:
        return ()
    found: set[str] = set()
    for node in _nodes(source, ast.Return):
        slopes = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
        found |= {name for name, slope in zip(active, slopes, strict=False) if slope and ast.unparse(slope) == "np.nan"}
    return tuple(name for name in active if name in found)


def _unknown(source: Callable[..., Any], active: tuple[str, ...]) -> tuple[str, ...]:
    """The parameters whose cotangent, named ``<parameter>_bar``, is a call of ``undefined``."""
    nested = (code for code in source.__code__.co_consts if inspect.iscode(code))
    if not any("undefined" in code.co_names for code in nested):
        return ()
    bars = {
        ast.unparse(node.targets[0])
        for node in _nodes(source, ast.Assign)
        if isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "undefined"
    }
    return tuple(name for name in active if f"{name}_bar" in bars)


def _nodes(source: Callable[..., Any], kind: type[N]) -> list[N]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(source)))
    return [node for node in ast.walk(tree) if isinstance(node, kind)]
