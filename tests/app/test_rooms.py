"""The app is rooms that one can live in: few of them, few arrows, no function too long to read.

Which room may import which is held by the contracts of `pyproject.toml` (`tests/test_rooms.py`).
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# What is shown, and what is put together of it: the others are where something is decided.
SEEN = {"main_window", "views", "widgets"}
# What all of them stand on; nothing is decided there either.
SHARED = {"values", "words", "settings", "style"}
MOST_ROOMS, MOST_ARROWS = 10, 40
MOST_LINES_OF_ONE, MOST_FILES = 60, 25
# Qt's own words for what can be on a screen.
PIXELS = ("PySide6.QtWidgets", "PySide6.QtGui")
WITHOUT_PIXELS = ("state", "files", "clients")


def sources(root: Path, *folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((root / folder).rglob("*.py"))


def imported(file: Path) -> Iterator[str]:
    """The modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def rooms(root: Path) -> set[str]:
    folders = {path.parent.name for path in (root / "app").glob("*/__init__.py")}
    return folders - SEEN - SHARED


def arrows(root: Path) -> set[tuple[str, str]]:
    """Which room imports which other."""
    known = rooms(root)
    return {
        (room, parts[1])
        for room in known
        for file in sources(root, f"app/{room}")
        for module in imported(file)
        if len(parts := module.split(".")) > 1 and parts[0] == "app" and parts[1] in known - {room}
    }


def too_long(root: Path) -> list[str]:
    """Functions that cannot be read in one sitting, and folders of too many files."""
    found = []
    for file in sources(root, "app", "tests/app"):
        found += [
            f"{file.relative_to(root)}: {each.name}"
            for each in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            if isinstance(each, ast.FunctionDef)
            and (each.end_lineno or 0) - each.lineno >= MOST_LINES_OF_ONE
        ]
    folders = {file.parent for file in sources(root, "app", "tests/app")}
    full = [each for each in folders if len(list(each.glob("*.py"))) > MOST_FILES]
    return found + [str(each.relative_to(root)) for each in sorted(full)]


def with_pixels(root: Path) -> list[str]:
    return [
        str(file.relative_to(root))
        for room in WITHOUT_PIXELS
        for file in sources(root, f"app/{room}")
        if any(module.startswith(PIXELS) for module in imported(file))
    ]


@pytest.mark.slow
def test_there_are_few_rooms_and_few_arrows() -> None:
    assert {"state", "clients", "compose", "library", "train", "sound", "start"} <= rooms(ROOT)
    assert len(rooms(ROOT)) <= MOST_ROOMS, rooms(ROOT)
    assert len(arrows(ROOT)) <= MOST_ARROWS, sorted(arrows(ROOT))


@pytest.mark.slow
def test_nothing_is_too_long_to_be_read_in_one_sitting() -> None:
    assert too_long(ROOT) == []


def test_state_and_who_talks_for_it_hold_no_pixel() -> None:
    assert with_pixels(ROOT) == []


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    """A small house in which everything is in order."""
    for room in ("state", "clients", "views"):
        (tmp_path / "app" / room).mkdir(parents=True)
        (tmp_path / "app" / room / "__init__.py").write_text(f'"""{room}."""\n')
    return tmp_path


def test_a_planted_arrow_is_counted(planted: Path) -> None:
    (planted / "app/clients/playing.py").write_text("from app.state import document\n")
    (planted / "app/state/lease.py").write_text("def f():\n    import app.clients.playing\n")
    (planted / "app/clients/sound.py").write_text("import app.views.ruler, app.clients.playing\n")
    assert rooms(planted) == {"state", "clients"}
    assert arrows(planted) == {("clients", "state"), ("state", "clients")}


def test_planted_lengths_are_found(planted: Path) -> None:
    body = "    x = 1\n" * MOST_LINES_OF_ONE
    (planted / "app/clients/deep.py").write_text(f"class A:\n  def f():\n{body}")
    for number in range(MOST_FILES):
        (planted / f"app/views/v{number}.py").write_text("")
    assert too_long(planted) == ["app/clients/deep.py: f", "app/views"]


def test_a_planted_widget_is_found(planted: Path) -> None:
    (planted / "app/state/roll.py").write_text("from PySide6.QtWidgets import QWidget\n")
    (planted / "app/views/roll.py").write_text("from PySide6.QtWidgets import QWidget\n")
    assert with_pixels(planted) == ["app/state/roll.py"]
