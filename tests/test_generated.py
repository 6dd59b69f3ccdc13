"""generated/ holds what is written for examples/ now."""
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_dumps_are_current(example: Path) -> None:
    command = [sys.executable, "-m", "s2s", "dump", "--check", "-o", "generated", f"examples/{example.name}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_dump_comes_from_an_example() -> None:
    stems = {example.stem for example in EXAMPLES}
    orphans = [p.name for p in (ROOT / "generated").glob("*.py") if not any(p.stem.startswith(f"{s}_") for s in stems)]
    assert orphans == []
