"""Helpers of convolution and interpolation."""
from typing import Any

import numpy as np


def to_full(
    z_bar: Any, a_shape: tuple[int, ...], v_shape: tuple[int, ...], mode: Any = "full", correlate: bool = False
) -> Any:
    """The cotangent of the full convolution (or correlation) from that of the part that ``mode`` gives."""
    n, m = (shape[0] if shape else 1 for shape in (a_shape, v_shape))
    name = {0: "v", 1: "s", 2: "f"}.get(mode) if isinstance(mode, int) else str(mode).lower()[0]
    if name == "f":
        return z_bar
    short = min(n, m)
    start = (short - 1) // 2 if name == "s" else short - 1
    if name == "s" and correlate and n < m:  # NumPy correlates (v, a) and turns the result round
        start = short // 2
    full = np.zeros(n + m - 1, z_bar.dtype)
    full[start : start + len(z_bar)] = z_bar
    return full


def interp_cells(x: Any, xp: Any, period: Any = None) -> tuple[Any, Any, Any, Any, Any, Any]:
    """Between which knots ``np.interp(x, xp, fp)`` interpolates.

    Returns (low, high, t, h, side, drift): the value is (1 - t) fp[low] + t fp[high]; h is the distance of the knots;
    side is -1, 0, 1 left of, within, right of the knots; drift is minus the derivative of the position of x in its cell
    with respect to the period.  A point outside has low = high and t = 0; at a knot the cell to its right counts.
    """
    x, xp = np.asarray(x), np.asarray(xp)
    source, knots = np.arange(len(xp)), xp
    turns, x_turns, sign = np.zeros(len(xp)), np.zeros(x.shape), 1.0
    if period is not None:
        sign, period = np.sign(period), abs(period)
        x, x_turns = x % period, np.floor(x / period)
        order = np.argsort(xp % period)
        source = np.concatenate([order[-1:], order, order[:1]])
        turns = np.floor(xp / period)[source]
        turns[0] += 1
        turns[-1] -= 1
        knots = (xp % period)[source]
        knots[0] -= period
        knots[-1] += period
    last = len(knots) - 1
    side = np.where(x < knots[0], -1, np.where(x > knots[last], 1, 0))
    cell = np.clip(np.searchsorted(knots, x, side="right") - 1, 0, max(last - 1, 0))
    low = np.where(side == 0, cell, np.where(side < 0, 0, last))
    high = np.where(side == 0, np.minimum(cell + 1, last), low)
    h = knots[high] - knots[low]
    h = np.where(h == 0, 1.0, h)
    t = np.where(side == 0, (x - knots[low]) / h, 0.0)
    drift = sign * ((1 - t) * turns[low] + t * turns[high] - x_turns)
    return source[low], source[high], t, h, side, drift


def between(values: Any, t: Any, low: Any, high: Any) -> Any:
    """(1 - t) values[low] + t values[high]."""
    return (1 - t) * np.take(values, low) + t * np.take(values, high)


def share_between(z_bar: Any, t: Any, low: Any, high: Any, shape: tuple[int, ...]) -> Any:
    """The transpose of ``between``."""
    result = np.zeros(shape, np.asarray(z_bar).dtype)
    np.add.at(result, low, (1 - t) * z_bar)
    np.add.at(result, high, t * z_bar)
    return result


def within(z_bar: Any, side: Any, left: Any, right: Any) -> Any:
    """``z_bar`` where the value comes from ``fp``, zero where ``left`` or ``right`` gave it."""
    outside = ((side < 0) & (left is not None)) | ((side > 0) & (right is not None))
    return np.where(outside, 0.0, z_bar)
