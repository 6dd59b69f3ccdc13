"""Derivatives of histograms: counts are sums of weights, and edges lie evenly between the extremes of the sample."""
from typing import Any

import numpy as np

from s2s.runtime.arithmetic import conj, ratio, scale


def histogram_sample_bar(
    counts_bar: Any, edges_bar: Any, a: Any, counts: Any, edges: Any, bins: Any, range: Any, density: Any
) -> Any:
    """The cotangent of the sample ``a`` of ``np.histogram``: its extremes move the edges."""
    a = np.asarray(a)
    if not _edges_move(a, bins, range):
        return np.zeros(a.shape, edges.dtype)[()]
    ends_bar = np.zeros(edges.shape, edges.dtype) if edges_bar is None else edges_bar
    if density and counts_bar is not None:
        shrunk = np.real(scale(counts_bar, ratio(conj(counts), np.diff(edges))))
        ends_bar = ends_bar + np.append(shrunk, 0.0).astype(edges.dtype) - np.append(0.0, shrunk).astype(edges.dtype)
    low, high, t = _extremes(a, edges)
    return (low * np.sum((1 - t) * ends_bar) + high * np.sum(t * ends_bar))[()]


def histogram_edges_dot(a_dot: Any, a: Any, edges: Any, bins: Any, range: Any) -> Any:
    """The tangent of the edges of ``np.histogram``."""
    a = np.asarray(a)
    if not _edges_move(a, bins, range):
        return np.zeros(edges.shape, edges.dtype)
    low, high, t = _extremes(a, edges)
    return (1 - t) * np.sum(low * a_dot) + t * np.sum(high * a_dot)


def histogram_weights_bar(counts_bar: Any, a: Any, counts: Any, edges: Any, weights: Any, density: Any) -> Any:
    """The cotangent of the weights of ``np.histogram``: that of the bin which each entry of ``a`` is in."""
    if counts_bar is None or weights is None:
        return np.zeros(np.shape(a), counts.dtype)
    inside, index = _places(a, edges)
    if density:
        total = np.sum(np.asarray(weights)[inside])
        lost = np.sum(scale(counts_bar, conj(counts)))
        counts_bar = ratio(ratio(counts_bar, np.diff(edges).astype(np.real(counts).dtype)) - lost, conj(total))
    return np.where(inside, counts_bar[index], counts_bar.dtype.type(0))[()]


def histogram_counts_dot(
    weights_dot: Any, edges_dot: Any, a: Any, counts: Any, edges: Any, weights: Any, density: Any
) -> Any:
    """The tangent of the counts of ``np.histogram``."""
    inside, index = _places(a, edges)
    counts_dot = np.zeros(counts.shape, counts.dtype if counts.dtype.kind in "fc" else edges.dtype)
    if weights is not None:
        np.add.at(counts_dot, index[inside], np.asarray(weights_dot)[inside])
    if not density:
        return counts_dot
    widths = np.diff(edges)
    total = np.sum(inside) if weights is None else np.sum(np.asarray(weights)[inside])
    lost = np.sum(counts_dot) / total + np.diff(edges_dot) / widths
    return counts_dot / (total * widths) - counts * lost


def _edges_move(a: Any, bins: Any, range: Any) -> bool:
    return range is None and np.ndim(bins) == 0 and a.size > 0


def _extremes(a: Any, edges: Any) -> tuple[Any, Any, Any]:
    """How much each entry moves the first edge and the last one, and where the edges lie between these (0 to 1)."""
    low, high = a == np.min(a), a == np.max(a)
    t = np.linspace(0, 1, len(edges), dtype=edges.dtype)
    return low / edges.dtype.type(np.sum(low)), high / edges.dtype.type(np.sum(high)), t


def _places(a: Any, edges: Any) -> tuple[Any, Any]:
    """Which entries are in a bin (the last one holds its right edge too), and the number of the bin."""
    inside = (a >= edges[0]) & (a <= edges[-1])
    index = np.searchsorted(edges, a, "right") - 1
    return inside, np.clip(index, 0, len(edges) - 2)
