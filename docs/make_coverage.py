"""Writes docs/coverage.md: how each function of NumPy and SciPy that programs use is differentiated.

``python docs/make_coverage.py`` writes the file; a test keeps it current.
"""
from __future__ import annotations

import ast
import importlib
import inspect
import textwrap
from pathlib import Path
from typing import Any

import numpy as np

import s2s.rules  # noqa: F401
from s2s.rules import registry
from s2s.rules.methods import ATTRIBUTES, METHODS
from s2s.rules.writes import WRITES

PAGE = Path(__file__).parent / "coverage.md"
PREFIXES = {
    "special": "scipy.special",
    "slinalg": "scipy.linalg",
    "stats": "scipy.stats",
    "signal": "scipy.signal",
    "integrate": "scipy.integrate",
}
for _module in PREFIXES.values():
    importlib.import_module(_module)

# How much a function is used in numerical Python: 1 everywhere, 2 often, 3 now and then.
FREQUENCY = {1: "Used everywhere", 2: "Used often", 3: "Used now and then"}
FUNCTIONS = {
    (1, "elementwise"): """
        add subtract multiply divide negative power abs exp log log10 sqrt square sin cos tanh maximum minimum clip
        where
    """,
    (1, "reductions and scans"): """
        sum mean prod max min std var cumsum
    """,
    (1, "products and linear algebra"): """
        dot matmul outer einsum linalg.norm linalg.inv linalg.solve
    """,
    (1, "building and reshaping"): """
        array asarray copy full linspace reshape ravel transpose squeeze expand_dims atleast_1d atleast_2d
        concatenate stack hstack vstack column_stack broadcast_to diag diff sort
    """,
    (1, "constructors and zero-derivative functions"): """
        zeros ones empty eye identity arange zeros_like ones_like empty_like full_like sign floor ceil round isnan
        isfinite isinf isscalar any all allclose isclose argmax argmin argsort nonzero size shape ndim logical_and
        logical_or logical_not finfo errstate
    """,
    (1, "ndarray members"): """
        .T .shape .size .ndim .dtype .dot .sum .mean .reshape .astype .copy .any .all .max .min .ravel .flatten
        .squeeze .transpose .std .var .cumsum .prod .clip .real .imag .conj .argsort .argmax .argmin .fill .sort
        .item .tolist __iter__ __len__
    """,
    (2, "elementwise"): """
        positive reciprocal fabs log2 log1p exp2 expm1 tan arcsin arccos arctan arctan2 sinh cosh arcsinh arccosh
        arctanh hypot logaddexp logaddexp2 cbrt float_power sinc deg2rad rad2deg degrees radians mod remainder fmod
        floor_divide divmod copysign fmax fmin nan_to_num heaviside
    """,
    (2, "complex"): """
        real imag conj conjugate angle real_if_close iscomplexobj isreal
    """,
    (2, "reductions, scans, statistics"): """
        cumprod median percentile quantile ptp average nansum nanmean nanmax nanmin nanstd nanvar nanprod
        count_nonzero cov corrcoef trapezoid
    """,
    (2, "products and linear algebra"): """
        tensordot inner vdot kron trace cross linalg.det linalg.slogdet linalg.cholesky linalg.pinv linalg.eigh
        linalg.eigvalsh linalg.svd linalg.qr linalg.lstsq linalg.matrix_power linalg.multi_dot linalg.matrix_rank
    """,
    (2, "indexing, selection, scatter"): """
        take take_along_axis put put_along_axis choose compress select extract place putmask copyto ix_ diagonal
        fill_diagonal triu tril tril_indices triu_indices diag_indices flatnonzero searchsorted digitize
        unravel_index unique add.at
    """,
    (2, "reshaping"): """
        split array_split hsplit vsplit dsplit moveaxis swapaxes rollaxis tile repeat roll flip fliplr flipud rot90
        append insert delete dstack block atleast_3d meshgrid broadcast_arrays pad resize ascontiguousarray
        asanyarray
    """,
    (2, "signal, interpolation, polynomials"): """
        convolve correlate interp gradient polyval polyfit vander partition bincount
    """,
    (2, "fft"): """
        fft.fft fft.ifft fft.rfft fft.irfft fft.fftshift fft.ifftshift fft.fftfreq fft.rfftfreq
    """,
    (2, "ufunc methods and keywords"): """
        add.reduce multiply.reduce maximum.reduce minimum.reduce add.accumulate multiply.accumulate multiply.outer
        add.outer
    """,
    (2, "ndarray members"): """
        .nonzero .repeat .round .diagonal .flat .view .take .searchsorted .trace .swapaxes .ptp .cumprod .put
    """,
    (2, "scipy.special"): """
        special.expit special.logit special.logsumexp special.softmax special.log_softmax special.gammaln
        special.gamma special.digamma special.erf special.erfc special.xlogy special.xlog1py special.beta
        special.betaln
    """,
    (2, "scipy.linalg"): """
        slinalg.solve slinalg.inv slinalg.det slinalg.cholesky slinalg.cho_factor slinalg.cho_solve
        slinalg.solve_triangular slinalg.expm
    """,
    (2, "scipy.stats"): """
        stats.norm.pdf stats.norm.logpdf stats.norm.cdf stats.norm.logcdf stats.norm.sf stats.norm.logsf
        stats.multivariate_normal.pdf stats.multivariate_normal.logpdf
    """,
    (3, "elementwise"): """
        trunc rint fix ldexp frexp modf nextafter spacing signbit i0 unwrap
    """,
    (3, "reductions and statistics"): """
        nanmedian nanpercentile nanquantile nancumsum nancumprod cumulative_sum cumulative_prod histogram ediff1d
    """,
    (3, "linear algebra"): """
        matvec vecmat vecdot linalg.eig linalg.eigvals linalg.svdvals linalg.cond linalg.tensorinv
        linalg.tensorsolve linalg.matrix_norm linalg.vector_norm linalg.outer linalg.vecdot matrix_transpose
        permute_dims
    """,
    (3, "shape and construction"): """
        diagflat tri geomspace logspace unstack concat piecewise apply_along_axis vectorize trim_zeros argwhere
        argpartition lexsort
    """,
    (3, "polynomials"): """
        polyadd polysub polymul polyder polyint polydiv poly roots
    """,
    (3, "fft"): """
        fft.fft2 fft.ifft2 fft.fftn fft.ifftn fft.rfft2 fft.irfft2 fft.rfftn fft.irfftn fft.hfft fft.ihfft
    """,
    (3, "scipy.special"): """
        special.polygamma special.multigammaln special.betainc special.gammainc special.gammaincc special.erfinv
        special.erfcinv special.rgamma special.gammasgn special.i0 special.i1 special.i0e special.i1e special.iv
        special.ive special.j0 special.j1 special.jn special.y0 special.y1 special.yn special.entr special.kl_div
        special.rel_entr special.ndtr special.ndtri special.log_ndtr special.boxcox special.boxcox1p special.poch
        special.zeta special.expi special.exp1 special.expn special.spence special.hyp1f1
    """,
    (3, "scipy.linalg"): """
        slinalg.sqrtm slinalg.solve_sylvester slinalg.solve_banded slinalg.lu slinalg.lu_factor slinalg.lu_solve
        slinalg.block_diag slinalg.toeplitz slinalg.schur slinalg.polar slinalg.logm
    """,
    (3, "scipy.signal / integrate"): """
        signal.convolve signal.fftconvolve integrate.odeint integrate.trapezoid
    """,
    (3, "scipy.stats"): """
        stats.t.logpdf stats.t.pdf stats.t.cdf stats.t.logcdf stats.beta.logpdf stats.beta.pdf stats.beta.cdf
        stats.gamma.logpdf stats.gamma.pdf stats.gamma.cdf stats.chi2.logpdf stats.chi2.pdf stats.chi2.cdf
        stats.dirichlet.logpdf stats.dirichlet.pdf stats.poisson.logpmf stats.poisson.pmf stats.poisson.cdf
        stats.multivariate_normal.entropy stats.expon.logpdf stats.laplace.logpdf stats.uniform.logpdf
    """,
}
# What the compiler does itself: methods that write, iteration, and what stands for a function of another name.
WRITTEN = {".fill", ".sort", ".put"}
COMPILED = {"__iter__", "__len__", ".flat", "piecewise", "apply_along_axis", "vectorize"}
GONE = {".ptp"}  # not in NumPy 2
LIMITS = {
    "ufunc.at": "of add, subtract, multiply, divide, maximum and minimum",
    "np.vectorize": "without options, of arguments in double precision; the results are float numbers",
    "np.apply_along_axis": "along an axis of one or two dimensions, without further arguments",
    "np.piecewise": "an array and a list of masks; functions of one argument",
    "np.r_, np.c_": "without a directive",
    "where= of a ufunc": "together with out=",
    "np.unstack": "the number of results must be known: not for an array of unknown length",
    ".tolist": "of one dimension",
    "np.quantile, np.percentile": "a value moves in steps with the weights: their derivative is zero",
}
COLUMNS = ("rule", "no derivative", "by the compiler", "refused")


def key_of(name: str) -> Any:
    """What the registry knows the function by."""
    first, _, rest = name.partition(".")
    owner: Any = np
    if first in PREFIXES:
        owner, name = importlib.import_module(PREFIXES[first]), rest
    steps = name.split(".")
    for step in steps[:-1]:
        owner = getattr(owner, step)
    return (owner, steps[-1]) if isinstance(owner, np.ufunc) else getattr(owner, steps[-1])


def how(name: str) -> str:
    """One of COLUMNS."""
    if name in COMPILED or name in WRITTEN:
        return "by the compiler"
    if name.startswith("."):
        if name[1:] in ATTRIBUTES and ATTRIBUTES[name[1:]] is None:
            return "no derivative"
        key = METHODS.get(name[1:]) or ATTRIBUTES.get(name[1:])
    else:
        key = key_of(name)
    if key in WRITES:
        return "by the compiler"
    unwrapped = getattr(key, "__wrapped__", None)
    if registry.lookup(key, real=False) is not None or registry.lookup(unwrapped) is not None:
        return "rule"
    return "no derivative" if registry.is_zero_derivative(key) else "refused"


def rows() -> list[tuple[int, str, dict[str, list[str]]]]:
    """(frequency, area, {column: names})."""
    found = []
    for (frequency, area), text in FUNCTIONS.items():
        columns: dict[str, list[str]] = {column: [] for column in COLUMNS}
        for name in text.split():
            if name not in GONE:
                columns[how(name)].append(name)
        found.append((frequency, area, columns))
    return found


def refused_keywords() -> list[str]:
    """What the rules refuse, in their own words."""
    found = set()
    for entry in registry.RULES.values():
        if not entry.source.__module__.startswith("s2s.rules."):
            continue
        tree = ast.parse(textwrap.dedent(inspect.getsource(entry.source)))
        for node in ast.walk(tree):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
                reason = node.exc.args[0]
                if isinstance(reason, ast.Constant) and isinstance(reason.value, str):
                    hint = next((k.value for k in node.exc.keywords if k.arg == "hint"), None)
                    instead = f" (instead: {hint.value})" if isinstance(hint, ast.Constant) else ""
                    found.add(f"- {reason.value}{instead}")
    return sorted(found)


def shown(name: str) -> str:
    """A name as programs write it, where `np.` goes without saying."""
    first, _, rest = name.partition(".")
    return f"`{PREFIXES[first]}.{rest}`" if first in PREFIXES else f"`{name}`"


def page() -> str:
    """The text of docs/coverage.md."""
    lines = [
        "# Covered functions",
        "",
        "Written by `python docs/make_coverage.py` from the tables of rules.  A function without a rule that reaches a",
        "differentiated value is refused by name.  Operators, methods and functions share one rule; the methods of an",
        "array that are not listed go by the function of the same name.  Indexing (integers, slices, steps, `...`,",
        "`np.newaxis`, integer arrays, masks, mixtures) is differentiated for reading and for writing, as are `out=`",
        "and augmented assignment.",
    ]
    last = 0
    for frequency, area, columns in rows():
        if frequency != last:
            lines += [*([] if last else [""]), f"## {FREQUENCY[frequency]}", ""]
            last = frequency
        lines += [f"**{area}**", ""]
        for column, names in columns.items():
            if names:
                lines.append(f"- {column}: {', '.join(map(shown, names))}")
        lines.append("")
    lines += ["## Limits", "", *(f"- {what}: {limit}" for what, limit in LIMITS.items())]
    return "\n".join([*lines, "", "## Refused options", "", *refused_keywords()]) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
