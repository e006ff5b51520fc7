"""`what-holds.md` names each experiment that the code rests on, and each page that is kept."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "docs" / "experiments"
INDEX = PAGES / "what-holds.md"

# Experiments are named by their day; what holds today has one name.
NAME = re.compile(r"(?<![\w-])20\d{2}-\d{2}-\d{2}-[a-z][a-z0-9-]+(?<!-)")
PAGE = re.compile(NAME.pattern + r"(?=\.md\b)")
FOLDERS = ("app", "benchmarks", "docs", "engine", "packaging", "scripts", "tests")
WRITTEN = frozenset({".md", ".py", ".toml"})


def sources() -> Iterator[Path]:
    """Yield all files that may name an experiment."""
    for folder in FOLDERS:
        yield from (ROOT / folder).rglob("*")
    yield from ROOT.iterdir()


def named(pattern: re.Pattern[str]) -> dict[str, set[str]]:
    """Return the names that a pattern finds, each with the files that have it."""
    found: dict[str, set[str]] = {}
    for path in sources():
        # The change log tells of the day it was written.
        if path.suffix in WRITTEN and path.is_file() and path.name != "CHANGELOG.md":
            for name in pattern.findall(path.read_text(encoding="utf-8")):
                found.setdefault(name, set()).add(path.relative_to(ROOT).as_posix())
    return found


def listed() -> set[str]:
    """Return the experiments that `what-holds.md` names."""
    return set(NAME.findall(INDEX.read_text(encoding="utf-8")))


@pytest.mark.slow
def test_what_holds_names_each_experiment_that_a_file_names() -> None:
    found = named(NAME)
    assert found
    assert {name: files for name, files in found.items() if name not in listed()} == {}


@pytest.mark.slow
def test_pages_that_are_linked_exist() -> None:
    there = {page.stem for page in PAGES.glob("*.md")}
    linked = named(PAGE)
    assert linked
    assert {name: files for name, files in linked.items() if name not in there} == {}


def test_what_holds_names_each_page() -> None:
    pages = {page.stem for page in PAGES.glob("*.md")} - {INDEX.stem}
    assert 0 < len(pages) <= 10
    assert pages <= listed()


def test_what_holds_names_the_commit_that_has_the_others() -> None:
    commits = re.findall(r"git show ([0-9a-f]{12}):docs/experiments/", INDEX.read_text("utf-8"))
    assert len(set(commits)) == 1
