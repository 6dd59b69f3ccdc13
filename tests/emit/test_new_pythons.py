"""The text does not depend on parts of ``ast`` that Python 3.14 has no more."""
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

import s2s

ROOT = Path(__file__).parents[2]


def plain(x, k):
    print(f"{k:.3f} and {x!r} {'a'} {k:>{10}} {{}}")
    return x[::-1, None] ** 2 * -k


def quoted(x, k):
    print(f"it's {k} \"quoted\" \n line {x[0]:{'.2f'}}")
    assert k > 0, f"{'no' if k > 0 else 'yes'} {(lambda a: a)(k)} \x1b"
    return x * k


def texts() -> str:
    found = []
    for function in (plain, quoted):
        df = s2s.differentiate(function)
        df.forward(np.ones(3), 2.0)
        found.append(df.source)
    return hashlib.sha256("\n".join(found).encode()).hexdigest()


CHILD = """
import ast
for name in ("Num", "Str", "Bytes", "NameConstant", "Ellipsis"):
    if hasattr(ast, name):
        delattr(ast, name)
from tests.emit.test_new_pythons import texts
print(texts())
"""


def test_the_same_text_without_what_3_14_took_out_of_ast(capsys) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CHILD], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True,
        text=True, check=True,
    )  # fmt: skip
    assert done.stdout.split()[-1] == texts()
    capsys.readouterr()


def test_f_strings_are_read_by_every_python() -> None:
    """No backslash and no quote of its own between the braces: the rules of Python 3.11."""
    df = s2s.differentiate(quoted)
    df.forward(np.ones(3), 2.0)
    lines = [line.strip() for line in df.source.split("\n")]
    shown = next(line for line in lines if line.startswith("print"))
    assert shown == r"""print(f"it's {k} \"quoted\" \n line {x[0]:{'.2f'}}")"""
