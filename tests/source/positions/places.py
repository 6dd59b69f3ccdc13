"""The positions where a snippet can stand, as whole modules with a function ``f`` and two sets of arguments.

What ``f`` returns is a sum of the values that the snippet binds, with another weight for each time it runs.
"""
from pathlib import Path
from textwrap import indent

PRELUDE = (Path(__file__).parent / "prelude.py").read_text(encoding="utf-8").partition("\n")[2]
X, OTHER = "np.array([0.7, -0.4, 0.9, 0.3, 0.5])", "np.array([-0.6, 0.8, 0.2, 1.1, -0.3])"

PLACES = {
    "top": """
def f(x, y, n):
    {before}
    {1}
    return out * y
""",
    "arm": """
def f(x, y, n):
    total = y * x[4]
    {before}
    if n > 2:
        {2}
        total += 1.5 * out
    return total * total
""",
    "other_arm": """
def f(x, y, n):
    {before}
    if x[2] < 0.5:
        {2}
    else:
        out = x[3] * y
    return out * x[4]
""",
    "loop": """
def f(x, y, n):
    total = 0.0
    {before}
    for step in range(n):
        {2}
        total += (step + 0.5) * out
    return total
""",
    "carried": """
def f(x, y, n):
    total = 0.0
    {before}
    for step in range(n):
        {2}
        total += (step + 0.5) * out
        x = 0.9 * x + 0.05 * np.tanh(out)
        y = 0.8 * y + 0.1 * x[step]
    return total + np.sum(x)
""",
    "written": """
def f(x, y, n):
    total, x, step = 0.0, x.copy(), 0
    {before}
    while step < n:
        {2}
        total += (step + 0.5) * out
        x *= 0.9
        x[step] += 0.1 * total
        step += 1
    return total
""",
    "nested": """
def f(x, y, n):
    total = 0.0
    {before}
    for step in range(n):
        for again in range(step):
            {3}
            total += (step + 0.5 * again) * out
        y = y * 0.9
    return total
""",
    "callee": """
def part(x, y, n):
    {before}
    {1}
    return out


def f(x, y, n):
    return part(x, y, n) * 1.5 + y * y
""",
    "callee_loop": """
def part(x, y, n):
    {before}
    {1}
    return out


def f(x, y, n):
    total = 0.0
    for step in range(n):
        y = y * 0.9
        total += part(x * y, y, n) * x[step]
        if step > 1:
            total += part(x, y, step)
    return total
""",
    "guarded": """
def f(x, y, n):
    total = y
    {before}
    with np.errstate(all="ignore"):
        try:
            {3}
            total += 1.5 * out
        finally:
            total *= x[1]
    return total
""",
    "after_return": """
def f(x, y, n):
    {before}
    if x[2] < 0.5:
        return x[0] * y
    {1}
    return out * y
""",
    "leaves_loop": """
def f(x, y, n):
    {before}
    for step in range(n):
        if step == 2:
            {3}
            return out * y
        y = y * 0.9
    return y * x[0]
""",
}


def placed(snippet: str, place: str) -> str:
    """The functions of a snippet in a position."""
    before, _, snippet = snippet.rpartition("---\n")
    text = PLACES[place].replace("    {before}\n", indent(before, "    "))
    for depth in (1, 2, 3):
        tabs = "    " * depth
        text = text.replace(tabs + f"{{{depth}}}\n", indent(snippet, tabs))
    return text


def program(snippet: str, place: str) -> str:
    """The module of a snippet in a position."""
    return f"{PRELUDE}\n{placed(snippet, place)}\n\nARGS = ({X}, 0.8, 3)\nMORE = ({OTHER}, 1.2, 1)\n"
