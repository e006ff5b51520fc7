"""Scripts that made what is written in `docs/experiments` find all that they import."""

import ast
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = sorted((ROOT / "scripts").glob("*.py")) + sorted(
    (ROOT / "scripts/experiments").glob("*.py")
)
OURS = {"app", "engine", "benchmarks"} | {script.stem for script in SCRIPTS}


def imported(script: Path) -> Iterator[tuple[str, str]]:
    """Each name that a script takes from a module of ours, and the module."""
    for node in ast.walk(ast.parse(script.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in OURS:
            yield from ((str(node.module), alias.name) for alias in node.names)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_what_a_script_imports_is_there(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in (ROOT / "scripts" / "experiments", ROOT / "scripts", ROOT):
        monkeypatch.syspath_prepend(str(folder))
    missing = [
        f"{module}.{name}"
        for module, name in imported(script)
        if not hasattr(import_module(module), name) and not find_spec(f"{module}.{name}")
    ]
    assert not missing
