"""Ten thousand iterations on Python numbers: the interpreter decides."""
from benchmarks.common import Benchmark


def logistic_map(x, r):
    total = 0.0
    for _ in range(10_000):
        x = r * x * (1.0 - x)
        total = total + x * x
    return total


def logistic_map_forward(x, r):
    total, loop = 0.0, []
    append = loop.append
    for _ in range(10_000):
        append(x)
        x = r * x * (1.0 - x)
        total = total + x * x
    return total, (r, x, loop)


def logistic_map_pullback(residuals, value_bar):
    r, x, loop = residuals
    x_bar = r_bar = 0.0
    twice = 2.0 * value_bar
    for x_before in reversed(loop):
        x_bar += twice * x
        r_bar += x_bar * x_before * (1.0 - x_before)
        x_bar *= r * (1.0 - 2.0 * x_before)
        x = x_before
    return x_bar, r_bar


BENCHMARK = Benchmark(
    "scalar loop, 10,000 iterations",
    logistic_map,
    (0.3, 2.5),
    ("x", "r"),
    logistic_map_forward,
    logistic_map_pullback,
)
