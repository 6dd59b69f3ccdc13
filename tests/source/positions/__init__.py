"""Snippets: a few lines that use ``x`` (five numbers), ``y`` (a number) and ``n`` (a whole number) and bind ``out``."""
from tests.source.positions import calls, data, expressions, statements, states, writes

MODULES = [statements, expressions, calls, data, writes, states]


def parsed(text: str) -> dict[str, str]:
    """The snippets of a text: each begins with a line ``# name``."""
    made: dict[str, str] = {}
    for part in text.strip().removeprefix("# ").split("\n# "):
        name, _, body = part.partition("\n")
        assert name.isidentifier() and name not in made, name
        made[name] = body.strip("\n") + "\n"
    return made


SNIPPETS = {
    f"{module.__name__.rpartition('.')[2]}.{name}": body
    for module in MODULES
    for name, body in parsed(module.SNIPPETS).items()
}
