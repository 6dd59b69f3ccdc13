"""Truncated backpropagation through time with overlapping windows, on the yearly sunspot numbers.

    python examples/tbptt.py [--plot FILE]

At each year the forward grows by one step of a recurrent network; the pullback of that year's error runs back over
the last WINDOW steps.  The windows overlap, so one year is run backwards up to WINDOW times, and forwards once: its
residuals wait in a deque.
"""
import argparse
from collections import deque
from pathlib import Path
from typing import Any, NewType

import numpy as np

import s2s
from s2s import differentiate

DATA = Path(__file__).parent / "data" / "sunspots.csv"
HIDDEN, WINDOW, EPOCHS, RATE, TRAINED_UNTIL = 10, 12, 12, 0.02, 1950

Array = np.ndarray
Parameters = tuple[Array, Array, Array, Array]
Hidden, Years = NewType("Hidden", int), NewType("Years", int)  # axes: those of one type have one length
Matrix = np.ndarray[tuple[Hidden, Hidden], np.dtype[np.float64]]
Vector = np.ndarray[tuple[Hidden], np.dtype[np.float64]]
Series = np.ndarray[tuple[Years], np.dtype[np.float64]]


@differentiate(wrt=("w", "u", "b", "v", "h"))
def step(w: Matrix, u: Vector, b: Vector, v: Vector, h: Vector, x: float) -> tuple[Vector, float]:
    """One year: the new state of the network, and the forecast for the next year."""
    h = np.tanh(w @ h + u * x + b)
    return h, x + v @ h


@differentiate(wrt=("w", "u", "b", "v", "h"))
def whole_window(w: Matrix, u: Vector, b: Vector, v: Vector, h: Vector, xs: Series) -> float:
    """The forecast after several years, to be differentiated in one go."""
    forecast = 0.0
    for x in xs:
        h = np.tanh(w @ h + u * x + b)
        forecast = x + v @ h
    return forecast


def sunspots() -> tuple[Array, Array]:
    """Years, and sunspot numbers in hundreds."""
    years, numbers = np.loadtxt(DATA, delimiter=",", skiprows=1, unpack=True)
    return years, numbers / 100.0


def initial_parameters() -> Parameters:
    rng = np.random.default_rng(0)
    return (
        rng.normal(0.0, 0.5 / np.sqrt(HIDDEN), (HIDDEN, HIDDEN)),
        rng.normal(0.0, 1.0, HIDDEN),
        np.zeros(HIDDEN),
        rng.normal(0.0, 0.1, HIDDEN),
    )


def window_gradient(window: deque[Any], y_bar: float) -> list[Array]:
    """Run the pullback of the last step's forecast back over the steps of the window."""
    total: list[Array] = []
    h_bar = None
    for residuals in reversed(window):
        *bars, h_bar = step.pullback(residuals, (h_bar, y_bar))
        total = [t + bar for t, bar in zip(total, bars, strict=True)] if total else bars
        y_bar = 0.0  # only the last forecast is in the error
    return total


def train(series: Array) -> tuple[Parameters, int, int]:
    """Parameters after EPOCHS passes, and how many steps were run forwards and backwards."""
    parameters, forwards, backwards = initial_parameters(), 0, 0
    for _ in range(EPOCHS):
        h = np.zeros(HIDDEN)
        window: deque[Any] = deque(maxlen=WINDOW)
        for x, target in zip(series[:-1], series[1:], strict=True):
            (h, forecast), residuals = step.forward(*parameters, h, x)
            window.append(residuals)
            gradient = window_gradient(window, forecast - target)
            parameters = tuple(p - RATE * p_bar for p, p_bar in zip(parameters, gradient, strict=True))  # new arrays
            forwards, backwards = forwards + 1, backwards + len(window)
    return parameters, forwards, backwards


def forecasts(parameters: Parameters, series: Array) -> Array:
    """One step ahead, for each year but the first."""
    h, result = np.zeros(HIDDEN), []
    for x in series[:-1]:
        h, forecast = step(*parameters, h, x)
        result.append(forecast)
    return np.array(result)


def compare_with_one_go(series: Array) -> float:
    """The largest difference between a window's gradient, step by step, and that of the whole window in one go."""
    parameters, h, window = initial_parameters(), np.zeros(HIDDEN), deque(maxlen=WINDOW)
    for x in series[:WINDOW]:
        (h, _), residuals = step.forward(*parameters, h, x)
        window.append(residuals)
    by_steps = window_gradient(window, 1.0)
    _, residuals = whole_window.forward(*parameters, np.zeros(HIDDEN), series[:WINDOW])
    *in_one_go, _ = whole_window.pullback(residuals, 1.0)
    return max(float(np.max(np.abs(a - b))) for a, b in zip(by_steps, in_one_go, strict=True))


def update_in_place() -> str:
    """What happens when a parameter is changed in place while residuals still hold it."""
    parameters = initial_parameters()
    (h, _), residuals = step.forward(*parameters, np.zeros(HIDDEN), 0.5)
    parameters[3][...] -= 0.1
    try:
        step.pullback(residuals, (None, 1.0))
    except s2s.MutationError:
        return "an update in place is caught: MutationError"
    return "an update in place went unnoticed"


def plot(file: str, years: Array, series: Array, predicted: Array) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(10, 4))
    axes.plot(years, 100 * series, color="0.6", label="observed")
    axes.plot(years[1:], 100 * predicted, color="C3", linewidth=1, label="forecast, one year ahead")
    axes.axvline(TRAINED_UNTIL, color="0.3", linestyle=":", label="trained up to here")
    axes.set(xlabel="year", ylabel="sunspot number", title=f"Recurrent network, gradients over {WINDOW} years")
    axes.legend()
    figure.tight_layout()
    figure.savefig(file, dpi=120)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--plot", metavar="FILE", help="write a picture of the forecasts (needs matplotlib)")
    options = parser.parse_args(arguments)

    years, series = sunspots()
    difference = compare_with_one_go(series)
    print(f"a window step by step and in one go agree to 1e-12: {difference < 1e-12}")
    print(update_in_place())

    parameters, forwards, backwards = train(series[years < TRAINED_UNTIL])
    print(f"forward steps: {forwards} (not {backwards}); backward steps: {backwards}")

    predicted = forecasts(parameters, series)
    later = years[1:] >= TRAINED_UNTIL
    error = 100 * np.sqrt(np.mean((predicted - series[1:])[later] ** 2))
    naive = 100 * np.sqrt(np.mean((series[:-1] - series[1:])[later] ** 2))
    print(f"error one year ahead, {TRAINED_UNTIL} to {years[-1]:.0f}: {error:.1f} (naive forecast: {naive:.1f})")
    if options.plot:
        plot(options.plot, years, series, predicted)
        print(f"wrote {options.plot}")


if __name__ == "__main__":
    main()
