"""What the README says is what happens."""
import importlib.util
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")
BLOCK = r"<!-- {kind}: (?P<what>.*?) -->\n```(?P<language>\w*)\n(?P<body>.*?)```\n"
COMMANDS = list(re.finditer(BLOCK.format(kind="command"), TEXT, re.DOTALL))
OUTPUTS = list(re.finditer(BLOCK.format(kind="output"), TEXT, re.DOTALL))
NUMBER = re.compile(r"-?\d+\.\d+(?:e[+-]?\d+)?")


def run(command: str) -> str:
    """What a command prints, run with this interpreter."""
    words = shlex.split(command)
    start = {"python": [sys.executable], "s2s": [sys.executable, "-m", "s2s"]}[words[0]]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [*start, *words[1:]], cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("block", OUTPUTS, ids=lambda block: block["what"])
def test_output(block: re.Match[str], request: pytest.FixtureRequest) -> None:
    """Code is equal; printed numbers may differ in the last places from machine to machine."""
    got = run(block["what"])
    if request.config.getoption("--update-golden"):
        new = block[0].replace(f"```{block['language']}\n{block['body']}```", f"```{block['language']}\n{got}```")
        README.write_text(README.read_text(encoding="utf-8").replace(block[0], new), encoding="utf-8")
        return
    if block["language"] == "python":
        assert got == block["body"]
        return
    assert NUMBER.sub("0.0", got) == NUMBER.sub("0.0", block["body"])
    shown, printed = ([float(number) for number in NUMBER.findall(text)] for text in (block["body"], got))
    assert printed == pytest.approx(shown, rel=0.02, abs=0.15)


def test_python_blocks(tmp_path: Path) -> None:
    """The Python blocks that stand alone run, one after the other."""
    shown = {block["body"] for block in OUTPUTS}
    blocks = [body for body in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL) if body not in shown]
    file = tmp_path / "readme_blocks.py"
    file.write_text("\n".join(blocks), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert blocks and module.x_bar.tolist() == pytest.approx([2 * -0.4161468365471424] * 5)


def test_ci_runs_the_installing_commands() -> None:
    """The commands that install are not run here: .ci/run takes them out of this README and runs them."""
    called = re.findall(r"^readme (\w+)", (ROOT / ".ci" / "run").read_text(encoding="utf-8"), re.MULTILINE)
    assert called == [block["what"] for block in COMMANDS] == ["run", "test"]
    assert all(block["body"].count("\n") == 1 and "pip install" in block["body"] for block in COMMANDS)


def test_every_command_is_checked() -> None:
    """No shell block without a mark, and every file that is linked exists."""
    assert len(re.findall(r"```sh\n", TEXT)) == len(COMMANDS)
    links = re.findall(r"\]\(([^)#:]+)\)", TEXT)
    assert [link for link in links if not (ROOT / link).exists()] == []
