"""Files that documents and docstrings name by their path exist."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("app", "benchmarks", "engine", "packaging", "scripts")
# Not written anew when code moves: what was measured, and what changed, on a day.
DATED = frozenset({"CHANGELOG.md"})
PATH = re.compile(rf"(?<![\w./-])(?:{'|'.join(FOLDERS)}|docs|tests)/[\w./-]+\.(?:py|md)\b")


def sources() -> Iterator[Path]:
    """Yield code and documents that describe it."""
    for folder in FOLDERS:
        yield from (ROOT / folder).rglob("*.py")
    yield from (ROOT / "docs").glob("*.md")
    yield from (ROOT / "docs" / "guide").glob("*.md")
    yield from (path for path in ROOT.glob("*.md") if path.name not in DATED)


def test_files_that_are_named_exist() -> None:
    named = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in sources()
        for name in PATH.findall(path.read_text(encoding="utf-8"))
    }
    assert len(named) > len(FOLDERS)
    assert sorted(each for each in named if not (ROOT / each[1]).exists()) == []
