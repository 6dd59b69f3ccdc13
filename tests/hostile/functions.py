"""Functions that are huge, deep or odd: source texts with ``f`` and ``ARGS``."""

HEAD = "import numpy as np\nimport math\n"
TAIL = "\nARGS = (np.array([0.5, -1.2, 1.5]), 0.7)\n"


def whole(body: str, before: str = "") -> str:
    """A module whose function has these lines."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return f"{HEAD}{before}\ndef f(x, k):\n{lines}{TAIL}"


def nested(count: int) -> str:
    """Nested ifs."""
    lines = ["y = x * k"]
    for i in range(count):
        lines.append("    " * i + f"if y[0] > {-10.0 - i}:")
        lines.append("    " * (i + 1) + f"y = y + 0.01 * x * {i}.0")
    return whole("\n".join([*lines, "return y"]))


def loops(count: int) -> str:
    """Nested loops."""
    lines = ["y = x * k"] + ["    " * i + f"for i{i} in range(1):" for i in range(count)]
    return whole("\n".join([*lines, "    " * count + "y = np.sin(y) + x", "return y"]))


def chain(count: int, link: str) -> str:
    """One expression inside another."""
    text = "x"
    for _ in range(count):
        text = link.format(text)
    return whole(f"return {text} * k")


def long(count: int, line: str) -> str:
    return whole("\n".join(["y = x * k", *(line.format(i) for i in range(count)), "return y"]))


DIGITS = "3" * 4000
PROGRAMS = {
    "statements-2000": long(2000, "y = y + 0.001 * x"),
    "writes-300": long(300, "y[{0} % 3] = y[{0} % 2] * 0.9 + 0.1"),
    "names-500": long(500, "v{0} = y * k\ny = v{0} + 0.01"),
    "ifs-nested-50": nested(50),
    "ifs-nested-95": nested(95),
    "loops-nested-8": loops(8),
    "loops-nested-19": loops(19),
    "sum-of-500-terms": chain(500, "{} + x"),
    "calls-nested-60": chain(60, "np.sin({})"),
    "calls-nested-90": chain(90, "np.sin({})"),
    "signs-60": chain(60, "-{}"),
    "elifs-200": whole("y = x * k\nif k > 1e3:\n    y = x\n" + "".join(
        f"elif k > {1e3 - i}:\n    y = x * {i}.5\n" for i in range(200)) + "return y"),
    "float-of-4000-digits": whole(f"return x * 0.{DIGITS} * k"),
    "integer-of-4000-digits": whole(f"n = {DIGITS}\nreturn x * (n % 7) * k"),
    "integer-too-large": whole(f"n = {DIGITS}\nreturn x * k if n > 3 else x * float(n)"),
    "string-of-100000": whole(f'name = "{"s" * 100_000}"\nreturn x * k * len(name)'),
    "tuple-of-400": whole("t = (" + ", ".join(f"x[{i % 3}]" for i in range(400)) + ")\nreturn t[7] * k + t[399]"),
    "arguments-100": whole(
        "return g(" + ", ".join(["x"] * 100) + ") * k",
        "def g(" + ", ".join(f"a{i}" for i in range(100)) + "):\n    return a0 * a99\n",
    ),
    "recursion-150": whole(
        "return g(x, 150) * k", "def g(a, n):\n    return a if n == 0 else g(a * 0.99, n - 1) + 0.1 * a\n"
    ),
    "recursion-mutual": whole(
        "return even(x, 9) * k",
        "def even(a, n):\n    if n == 0:\n        return a\n    return odd(np.sin(a), n - 1)\n"
        "def odd(a, n):\n    if n == 0:\n        return a * a\n    return even(np.cos(a), n - 1)\n",
    ),
    "helpers-60": whole("return g59(x) * k", "def g0(a):\n    return np.sin(a)\n" + "".join(
        f"def g{i}(a):\n    return g{i - 1}(a) + {i}.0\n" for i in range(1, 60))),
    "iterations-3000": whole("y = x * k\nfor i in range(3000):\n    y = y * 0.999 + 0.001 * x\nreturn y"),
    "empty-body": whole("pass"),
    "only-docstring": whole('"""Nothing."""'),
    "returns-none": whole("y = x * k\nreturn"),
    "returns-argument": whole("return x"),
    "returns-constant": whole("return 1.0"),
    "returns-nothing-active": whole("return x.shape, len(x), 'text', None, True"),
    "returns-view": whole("return x[::2]"),
    "returns-same-twice": whole("y = x * k\nreturn y, y"),
    "returns-argument-twice": whole("return x, x, (x, k)"),
    "returns-empty": whole("return ()"),
    "returns-nested": whole('return {"a": [x * k, (k, {"b": x})], "c": ()}'),
    "return-or-none": whole("if k > 5.0:\n    return x\n"),
    "return-two-structures": whole("if k > 5.0:\n    return x\nreturn (x, x * k)"),
    "return-two-shapes": whole("if k > 5.0:\n    return x[:2]\nreturn x * k"),
    "return-float-or-array": whole("if k < 5.0:\n    return 0.0\nreturn x * k"),
    "falls-off-the-loop": whole("for i in range(3):\n    if k > 5.0:\n        return x * k\nreturn x * i"),
    "loop-never-runs": whole("y = x\nfor i in range(0):\n    y = y * k\nreturn y * 1.0"),
    "loop-variable-after": whole("for i in range(3):\n    y = x * i\nreturn y * k + i"),
    "loop-variable-rebound": whole("y = x * 1.0\nfor i in range(3):\n    y = y * k + i\n    i = 7\nreturn y * i"),
    "loop-else": whole(
        "y = x * 1.0\nfor i in range(3):\n    if y[0] > 9.0:\n        break\nelse:\n    y = y * k\nreturn y"
    ),
    "unbound-in-other-branch": whole("if k < 5.0:\n    y = x * k\nreturn y"),
    "deleted-and-made-again": whole("y = x * k\ndel y\ny = x + k\nreturn y"),
    "swap-through-list": whole("a = [x, x * k]\na[0], a[1] = a[1], a[0]\nreturn a[0] + 2.0 * a[1]"),
    "alias-of-alias": whole("a = x * k\nb = a\nc = b[1:]\nd = c\nd[0] = 2.0 * k\nreturn a * b"),
    "write-into-two-parameters": whole("x[0] = k\nx[1] = x[0] * x[2]\nreturn np.sum(x)"),
    "write-an-integer": whole("y = np.zeros(3, dtype=int)\ny[0] = 3\nreturn x * y * k"),
    "write-float-into-integer": whole("y = np.array([1, 2, 3])\ny[0] = k * 3.0\nreturn x * y"),
    "number-becomes-array": whole("s = 0.0\nfor i in range(3):\n    s = s + x * k\nreturn s"),
    "number-becomes-array-or-not": whole("s = k\nfor i in range(int(k)):\n    s = s + x\nreturn s * k"),
    "array-becomes-number": whole("y = x * k\ny = np.sum(y)\ny = y * x\nreturn y"),
    "augmented-number-alias": whole("a = k\nb = a\nb += 1.0\nreturn x * a * b"),
    "chained-comparison": whole("return x * k if 0.0 < k < 1.0 < x[2] else x"),
    "walrus-in-a-condition": whole("if (s := np.sum(x)) > 0.1:\n    return x * s\nreturn x * k"),
    "walrus-in-a-comprehension": whole("t = [(s := a * k) for a in x]\nreturn s * t[0]"),
    "star-assignment": whole("a, *b = x\nreturn a * b[0] + k * b[1]"),
    "nested-targets": whole("(a, [b, c]) = (k, [x, x * 2.0])\nreturn a * b + c"),
    "nested-comprehension": whole("return np.array([[a * b for a in x] for b in x]) * k"),
    "generator-in-sum": whole("return sum(a * k for a in x if a > 0.0)"),
    "dict-comprehension": whole("d = {i: a * k for i, a in enumerate(x)}\nreturn d[0] + d[2]"),
    "try-finally-return": whole("try:\n    return x * k\nfinally:\n    k = 0.0"),
    "try-except": whole("try:\n    y = x * k\nexcept ValueError:\n    y = x\nreturn y"),
    "while-true": whole("y = x * 1.0\nwhile True:\n    y = y * k\n    if np.sum(y * y) < 0.1:\n        return y"),
    "assert-message": whole('assert k < 5.0, f"{k}"\nreturn x * k'),
    "global-statement": whole("global Z\nZ = x\nreturn x * k"),
    "nonlocal-cell": whole("def g():\n    nonlocal k\n    k = k * 2.0\ng()\nreturn x * k"),
    "closure-changes": whole("g = lambda: x * k\nk = 3.0 * k\nreturn g()"),
    "default-is-evaluated-once": whole("g = lambda a=k: a * x\nk = 0.0\nreturn g() + k"),
    "lambdas-in-a-loop": whole("gs = [lambda a: a * i for i in range(3)]\nreturn gs[0](x) + k"),
    "type-comments": whole("y = x * k  # type: ignore\nreturn y"),
    "semicolons": whole("y = x * k; z = y * y; return z"),
    "line-continuation": whole("y = x \\\n  * k\nreturn y"),
    "tabs": whole("if k < 5.0:\n\ty = x * k\n\treturn y\nreturn x"),
    "form-feed": whole("\fy = x * k\nreturn y"),
    "string-that-looks-like-code": whole("s = '''\ndef f(x, k):\n    return 0\n'''\nreturn x * k * len(s)"),
    "percent-and-braces": whole("s = '{x}%s{{' % 'a'\nreturn x * k * len(s)"),
    "backslash-n": whole("s = 'a\\\\n\\0'\nreturn x * k * len(s)"),
    "matmul-of-vectors": whole("return x @ x * k"),
    "power-of-zero": whole("return (x - x) ** 2 * k"),
    "division-of-zero": whole("return np.where(x > 5.0, k / (x - x + 1.0), x)"),
    "nan-constant": whole("return np.where(x > 5.0, np.nan, x * k)"),
    "infinite-constant": whole("return np.minimum(x * k, 1e400)"),
    "negative-zero": whole("return x * k + -0.0"),
    "negative-base": whole("return x * (-2) ** 2 * k - 2 ** 2"),
    "complex-constant": whole("return np.real((x + 1j * k) * (2 - 3j))"),
    "huge-and-tiny": whole("return x * 1e300 * k * 1e-300"),
    "boolean-arithmetic": whole("return x * (k > 0.0) + (x > 0.0) * k"),
    "integer-power-negative": whole("return (x + 3.0) ** -2 * k"),
    "shape-arithmetic": whole("n, = x.shape\nreturn x.reshape(n, 1) * k / n"),
    "ellipsis-and-newaxis": whole("return x[..., np.newaxis] * k"),
    "empty-slice": whole("return np.sum(x[3:]) * k + x"),
    "empty-array": whole("y = x[:0]\nreturn np.sum(y * k) + np.prod(y) * k"),
    "zero-dimensional": whole("z = np.array(k)\nz += x[0]\nreturn z * x"),
    "scalar-of-array": whole("return x.item(0) * k + float(x[1])"),
    "print-of-values": whole("print(x, f'{k:.3f}')\nreturn x * k"),
}
