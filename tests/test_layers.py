"""Lower layers never import higher ones."""
import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "s2s"
LAYERS = [
    {"errors", "locking", "room", "runtime", "words"},
    {"ir"},
    {"rules"},
    {"source", "analysis", "optimise"},
    {"transform"},
    {"emit"},
    {"pipeline"},
    {"api"},  # and everything that is not named here: it stands around the API
    {"cli"},
    {"__init__", "__main__"},
]
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
API = RANK["api"]
FILES = sorted(PACKAGE.rglob("*.py"))


def part(path: Path) -> str:
    """The file or folder of the package that a file belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """The parts of s2s that a file imports, wherever the import stands (but for those made for type checking only)."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing_only = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")
        for inner in ast.walk(node)
    }
    names: list[str] = []
    for node in ast.walk(tree):
        if id(node) in typing_only:
            continue
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are absolute"
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    parts = [name.split(".") for name in names if name.split(".")[0] == "s2s"]
    known = {part(file) for file in FILES}
    return {steps[1] if len(steps) > 1 and steps[1] in known else "__init__" for steps in parts}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_downwards(path: Path) -> None:
    rank = RANK.get(part(path), API)
    upwards = {name for name in imported(path) if RANK.get(name, API) > rank}
    assert not upwards, f"{path.relative_to(PACKAGE)} imports {sorted(upwards)}"


@pytest.mark.parametrize("path", sorted((PACKAGE / "runtime").glob("*.py")), ids=lambda path: path.name)
def test_runtime_imports_numpy_only(path: Path) -> None:
    """What generated code depends on: NumPy, the standard library, and SciPy inside functions."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    top = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    modules = {a.name for n in top if isinstance(n, ast.Import) for a in n.names}
    modules |= {n.module or "" for n in top if isinstance(n, ast.ImportFrom)}
    assert not {m.split(".")[0] for m in modules} & {"scipy", "gast", "astor", "numba"}
    assert all(m.startswith("s2s.runtime") for m in modules if m.startswith("s2s"))


def test_only_printing_knows_astor() -> None:
    users = [path for path in FILES if "import astor" in path.read_text(encoding="utf-8")]
    assert [str(path.relative_to(PACKAGE)) for path in users] in ([], ["emit/printing.py"])
