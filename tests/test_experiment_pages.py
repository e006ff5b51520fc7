"""Pages of `docs/experiments` that code names exist, and one page says of all what holds today."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "docs" / "experiments"
INDEX = PAGES / "what-holds.md"

# Pages of measurements are named by their day; what holds today has one name.
NAME = re.compile(r"(?<![\w-])(?:\d{4}-\d{2}-\d{2}-[a-z0-9-]+|what-holds)\.md")
FOLDERS = ("app", "benchmarks", "docs", "engine", "packaging", "scripts", "tests")
WRITTEN = frozenset({".md", ".py", ".toml"})


def sources() -> Iterator[Path]:
    """Yield all files that may name a page."""
    for folder in FOLDERS:
        yield from (ROOT / folder).rglob("*")
    yield from ROOT.iterdir()


def named() -> dict[str, set[str]]:
    """Return the pages that are named, each with the files that name it."""
    found: dict[str, set[str]] = {}
    for path in sources():
        # What the change log says is of the day it was written.
        if path.suffix in WRITTEN and path.is_file() and path.name != "CHANGELOG.md":
            for name in NAME.findall(path.read_text(encoding="utf-8")):
                found.setdefault(name, set()).add(path.relative_to(ROOT).as_posix())
    return found


@pytest.mark.slow
def test_pages_that_are_named_exist() -> None:
    found = named()
    there = {page.name for page in PAGES.glob("*.md")}
    gone = {name: sorted(files) for name, files in found.items() if name not in there}
    assert found
    assert not gone


def test_what_holds_lists_all_pages_once_or_more() -> None:
    listed = set(NAME.findall(INDEX.read_text(encoding="utf-8")))
    pages = {page.name for page in PAGES.glob("*.md")} - {INDEX.name}
    assert pages
    assert listed - {INDEX.name} == pages


def test_modules_that_what_holds_names_today_exist() -> None:
    """The table of names: the right column is code of today."""
    table = INDEX.read_text(encoding="utf-8").split("## Names on older pages", 1)[1]
    rows = [line.split("|") for line in table.splitlines() if line.startswith("| ")]
    now = {name for row in rows[1:] for name in re.findall(r"`([\w/]+\.py)`", row[2])}
    generation = ROOT / "engine" / "generation"
    assert now
    assert [name for name in now if not (generation / name).exists()] == []
