"""Is s2s right about a case?

right    the output is the plain call's, the gradients agree with the reference in value, shape and dtype, a second
         pullback is bit-identical, residuals stay as they are and are good after pickling, and the properties hold
refused  an error of s2s's own
crashed  any other exception
WRONG    it answered, and the answer is not right
"""

import copy
import pickle
import warnings
from typing import Any

import numpy as np

import s2s
from tests.cases.case import Case, ErrorExpected, Expected
from tests.numeric import close, cotangent, finite_differences, inner
from tests.trees import arrays, at, flatten, leaves, rebuilt, same

PROPERTIES = {
    "nan_free": "no NaN and no infinity in a gradient",
    "same_type": "a gradient has the Python type of its argument",
    "repeat_pullback": "as often as one likes (which every case is asked)",
    "mutate_input_after_forward": "overwriting the arguments is detected, or does no harm",
    "mutate_output_after_forward": "overwriting the outputs is detected, or does no harm",
    "mutate_global_after_forward": "overwriting that global array is detected, or does no harm",
    "mutate_gradients": "the gradients share memory with nothing else",
    "readonly_cotangent": "a read-only cotangent with zero strides gives the same",
    "zero_cotangent": "a zero cotangent gives exact zeros",
    "drop_output": "that output has no cotangent",
    "alias_arguments": "one array for all wrt arguments",
    "aliasing_unspecified": "with aliased arguments: refused, or NumPy's behaviour",
    "outputs_may_alias": "outputs share memory; the cotangents of all of them add up",
    "symmetric": "the gradient of the function is symmetrised",
}


class Wrong(Exception):
    """An answer that is not right."""


def ensure(condition: Any, what: str) -> None:
    if not condition:
        raise Wrong(what)


def verdict(case: Case) -> tuple[str, str]:
    """The verdict and what is behind it."""
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            check(case)
    except s2s.S2SError as error:
        return (
            ("right", "") if case.find(ErrorExpected) or case.has("aliasing_unspecified") else ("refused", str(error))
        )
    except Wrong as error:
        return "WRONG", str(error)
    except Exception as error:
        return "crashed", f"{type(error).__name__}: {error}"
    return "right", ""


def check(case: Case) -> None:
    """Raise Wrong, an S2SError, or whatever s2s trips over."""
    args = arguments(case)
    plain_args = copy.deepcopy(args)
    plain = case.func(*plain_args, **case.kwargs)
    differentiated = s2s.differentiate(case.func, wrt=case.wrt)
    output, residuals = differentiated.forward(*args, **case.kwargs)
    ensure(same(output, plain), f"the forward gives {output}, the plain call {plain}")
    ensure(same(args, plain_args), "the forward leaves the arguments differently than the plain call")
    blob = pickle.dumps(residuals)
    y_bar = without(cotangent(output, ones=bool(case.find(Expected))), case.value_of("drop_output"))
    y_bar_before = copy.deepcopy(y_bar)
    try:
        gradients = pullback_after_mutation(case, differentiated, residuals, y_bar, args, output)
    except s2s.MutationError:
        return
    ensure(same(y_bar, y_bar_before), "the pullback changed its cotangent")
    compare(case, gradients, reference(case, y_bar))
    if any(case.has(f"mutate_{what}_after_forward") for what in ("input", "output")) or global_of(case) is not None:
        return
    check_purity(differentiated, residuals, blob, y_bar, gradients)
    check_properties(case, differentiated, residuals, y_bar, gradients)


def arguments(case: Case) -> tuple:
    args = list(copy.deepcopy(case.args))
    if case.has("alias_arguments"):
        for i in case.wrt:
            args[i] = args[case.wrt[0]]
    return tuple(args)


def without(y_bar: Any, dropped: str | None) -> Any:
    if dropped is None:
        return y_bar
    return rebuilt(y_bar, lambda path, leaf: None if path[0] == ("[", int(dropped)) else leaf)


def global_of(case: Case) -> Any:
    name = case.value_of("mutate_global_after_forward")
    return None if name is None else case.func.__globals__[name]


def overwrite(tree: Any) -> None:
    for array in arrays(tree):
        if array.flags.writeable and array.dtype.kind in "fc":
            array[...] = 99


def pullback_after_mutation(
    case: Case, differentiated: Any, residuals: Any, y_bar: Any, args: tuple, output: Any
) -> tuple:
    """The pullback, after what the case says has been overwritten."""
    shared = global_of(case)
    before = copy.deepcopy(shared)
    if case.has("mutate_input_after_forward"):
        overwrite(args)
    if case.has("mutate_output_after_forward"):
        overwrite(output)
    try:
        if shared is not None:
            shared[...] = 99
        return differentiated.pullback(residuals, y_bar)
    finally:
        if shared is not None:
            shared[...] = before


def reference(case: Case, y_bar: Any) -> dict[tuple[int, Any], Any]:
    """The gradients that are right."""
    expected = case.find(Expected)
    if expected:
        pairs = zip(case.wrt, expected.grads, strict=True)
        return {(i, path): np.asarray(leaf, float) for i, grad in pairs for path, leaf in leaves(grad)}

    def objective(*args: Any) -> float:
        return inner(y_bar, case.func(*args, **case.kwargs))

    return finite_differences(objective, arguments(case), case.wrt)


def compare(case: Case, gradients: Any, wanted: dict[tuple[int, Any], Any]) -> None:
    ensure(isinstance(gradients, tuple), "the pullback returns no tuple")
    ensure(len(gradients) == len(case.wrt), f"{len(gradients)} gradients for {len(case.wrt)} arguments")
    for (i, path), want in wanted.items():
        got, leaf = at(gradients[case.wrt.index(i)], path), at(case.args[i], path)
        where = f"argument {i}{path or ''}"
        ensure(got is not None, f"{where}: no gradient")
        ensure(np.shape(got) == np.shape(leaf), f"{where}: shape {np.shape(got)} for {np.shape(leaf)}")
        ensure(np.asarray(got).dtype == np.asarray(leaf).dtype, f"{where}: dtype {np.asarray(got).dtype}")
        ensure(not case.has("same_type") or type(got) is type(leaf), f"{where}: {type(got)} for {type(leaf)}")
        ensure(not case.has("nan_free") or np.all(np.isfinite(got)), f"{where}: {got} is not finite")
        if case.has("symmetric"):
            want = 0.5 * (want + want.T)
        ensure(close(got, want, 2e-5), f"{where}: got {np.asarray(got).tolist()}, want {np.asarray(want).tolist()}")


def check_purity(differentiated: Any, residuals: Any, blob: bytes, y_bar: Any, gradients: Any) -> None:
    pullback, first = differentiated.pullback, copy.deepcopy(gradients)
    pullback(residuals, rebuilt(y_bar, lambda _, leaf: None if leaf is None else leaf * 3.0))
    ensure(same(pullback(residuals, y_bar), first), "a later pullback gives another answer")
    ensure(same(tuple(pickle.loads(blob)), tuple(residuals)), "the pullback changed the residuals")
    ensure(same(pullback(pickle.loads(blob), y_bar), first), "pickled residuals give another answer")


def check_properties(case: Case, differentiated: Any, residuals: Any, y_bar: Any, gradients: Any) -> None:
    pullback = differentiated.pullback
    if case.has("mutate_gradients"):
        owned = arrays(gradients)
        first = copy.deepcopy(gradients)
        for n, array in enumerate(owned):
            others = [*owned[n + 1 :], *arrays(y_bar), *arrays(tuple(residuals))]
            ensure(not any(np.shares_memory(array, other) for other in others), "a gradient shares memory")
        overwrite(gradients)
        ensure(same(pullback(residuals, y_bar), first), "overwritten gradients change a later pullback")
    if case.has("zero_cotangent"):
        zero = rebuilt(y_bar, lambda _, leaf: None if leaf is None else leaf * 0)
        ensure(all(np.all(leaf == 0) for _, leaf in flatten(pullback(residuals, zero)) if leaf is not None), "no zeros")
    if case.has("readonly_cotangent"):
        stiff = rebuilt(y_bar, lambda _, leaf: np.broadcast_to(1.0, leaf.shape) if np.ndim(leaf) else leaf)
        loose = rebuilt(y_bar, lambda _, leaf: np.ones(leaf.shape) if np.ndim(leaf) else leaf)
        ensure(
            same(pullback(residuals, stiff), pullback(residuals, loose)), "a read-only cotangent gives another answer"
        )
