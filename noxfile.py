"""The tests under every supported Python and the oldest and newest NumPy: ``nox``."""
from pathlib import Path

import nox

OLDEST_NUMPY = {"3.11": "2.0", "3.12": "2.0", "3.13": "2.1"}  # the first minor release with wheels for that Python

nox.options.default_venv_backend = "venv"
nox.options.sessions = ["tests", "without_scipy", "checks"]


@nox.session(python=list(OLDEST_NUMPY))
@nox.parametrize("numpy", ["oldest", "newest"])
def tests(session: nox.Session, numpy: str) -> None:
    """The test suite."""
    session.install(".[test]")
    if numpy == "oldest":
        session.install(f"numpy=={OLDEST_NUMPY[str(session.python)]}.*")
    session.run("pytest", "-q", "-n", "2", *session.posargs)


@nox.session(python="3.11")
def without_scipy(session: nox.Session) -> None:
    """The test suite where NumPy, gast and astor are all there is."""
    session.install(".", "pytest>=8", "pytest-xdist>=3.6", "hypothesis>=6.100")
    session.run("pytest", "-q", "-n", "2", *session.posargs)


@nox.session
def checks(session: nox.Session) -> None:
    """Lint, types, and the dumps under generated/."""
    session.install(".[dev]")
    session.run("ruff", "check", ".")
    session.run("mypy", "--strict", "s2s")
    for example in sorted(Path("examples").glob("*.py")):
        session.run("s2s", "dump", "--check", "-o", "generated", str(example))
