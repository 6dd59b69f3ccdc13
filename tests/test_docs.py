"""The Python blocks of the documentation that stand alone run."""
import importlib.util
import re
from pathlib import Path

import numpy as np

import s2s

DOCS = Path(__file__).parent.parent / "docs"


def blocks(name: str) -> list[str]:
    """The Python blocks of a page."""
    return re.findall(r"```python\n(.*?)```", (DOCS / name).read_text(encoding="utf-8"), re.DOTALL)


def test_custom_rules(tmp_path: Path) -> None:
    file = tmp_path / "custom_rules_page.py"
    file.write_text("\n".join(blocks("custom_rules.md")), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    s2s.check_gradients(lambda x: np.sum(module.steep(module.softplus(x), 2.0)), np.linspace(-1.0, 1.0, 4))


def test_every_page_is_in_the_menu() -> None:
    menu = (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8")
    assert [page.name for page in DOCS.glob("*.md") if page.name not in menu] == []
