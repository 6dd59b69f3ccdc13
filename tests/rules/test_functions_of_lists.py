"""Functions of arrays that are given a list, of a length that is only known when the program runs."""
import linecache
from typing import Any

import numpy as np
import pytest

import s2s

X = np.array([1.3, 0.4, 2.0])
CALLS = """
np.sum(a) | np.prod(a) | np.max(a) | np.min(a) | np.mean(a) | np.cumsum(a) | np.cumprod(a) | np.linalg.norm(a) |
np.var(a) | np.std(a) | np.sort(a) | np.diff(a) | np.dot(a, a) | np.average(a) | np.median(a) | np.outer(a, a) |
np.ptp(a) | np.flip(a) | np.roll(a, 1) | np.exp(a) | np.stack([a, a]) | np.hstack([a, a]) | np.concatenate([a, a]) |
np.squeeze(a) | np.reshape(a, (3, 1)) | np.trapezoid(a) | np.clip(a, 0.5, 5) | np.interp([1.0, 1.5], [0, 1, 2], a) |
np.convolve(a, a) | np.einsum("i,i", a, a) | np.tile(a, 2) | np.repeat(a, 2) | np.where([True, False, True], a, 1.0) |
np.nansum(a) | np.percentile(a, 40) | np.diag(a) | np.pad(a, 1) | np.take(a, [0, 1]) | np.triu([a, a]) |
np.vander(a) | np.polyval(a, 2.0) | np.split(a, [1])[1] | np.append(a, a) | np.insert(a, 1, a[0]) | np.delete(a, 1) |
np.multiply.reduce(a) | np.maximum.reduce(a) | np.add.accumulate(a) | np.ediff1d(a) | np.nanmean(a) | np.nanprod(a) |
np.cross(a, [1, 2, 3]) | np.kron(a, a) | np.inner(a, a) | np.vdot(a, a) | np.tensordot(a, a, 1) | np.gradient(a) |
np.sinc(a) | np.power(a, 2.5) | np.arctan2(a, a[::-1]) | np.ravel(a) | np.broadcast_to(a, (2, 3)) | np.transpose(a) |
np.moveaxis([a, a], 0, 1) | np.meshgrid(a, a)[0] | np.atleast_1d(a) | np.atleast_2d(a) | np.column_stack([a, a]) |
np.vstack([a, a]) | np.block([a, a]) | np.nan_to_num(a) | np.quantile(a, 0.4) | np.matmul([a], a) |
np.select([np.array([True, False, True])], [a]) | np.broadcast_arrays(a, a)[1] | np.prod(a=a) |
np.average(x, weights=a) |
np.sum(a=a) | np.clip(x, a_min=a, a_max=None) | np.linalg.norm(x=a, ord=1) | np.fft.rfft(a).real
"""
LISTS = {"computed": "[v * 2 for v in x]", "of_an_array": "list(x)", "of_rows": "[x * v for v in x]"}


def function(call: str, listed: str) -> Any:
    text = f"import numpy as np\ndef f(x):\n    a = {listed}\n    return np.asarray({call}) * np.cos(x[0])\n"
    name = f"<{call} of {listed}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    namespace: dict[str, Any] = {}
    exec(compile(text, name, "exec"), namespace)
    return namespace["f"]


@pytest.mark.parametrize("listed", ["computed", "of_an_array"])
@pytest.mark.parametrize("call", [call.strip() for call in CALLS.split("|")])
def test_gradients(call: str, listed: str) -> None:
    s2s.check_gradients(function(call, LISTS[listed]), X)


@pytest.mark.parametrize(
    "call",
    [
        "np.prod(a)", "np.max(a, axis=0)", "np.linalg.norm(a)", "np.exp(a)", "np.sort(a)", "np.mean(a, 1)",
        "np.dot(a, x)", "np.einsum('ij,kj', a, a)", "np.linalg.det(a + np.eye(3))", "np.transpose(a)",
        "np.var(a, axis=1)", "np.atleast_3d(a)",
    ],
)  # fmt: skip
def test_gradients_of_lists_of_rows(call: str) -> None:
    s2s.check_gradients(function(call, LISTS["of_rows"]), X)


def product(x):
    items = [v * 2 for v in x]
    return np.prod(items)


def test_what_is_written() -> None:
    """A list becomes an array once; its cotangent is a list again, without a record of its structure."""
    df = s2s.differentiate(product)
    df.forward(X)
    assert df.source.count("np.array(items)") == 1 and "items_bar = list(" in df.source
    assert "shaped_like" not in df.source and "form(" not in df.source
