"""What the pages name is there: files, commands, menus, the folders of the tree."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from app.files.licences import licences
from app.main_window.action_table import ACTIONS
from app.main_window.menus import CHANGING
from engine.cli.main import MODULES
from engine.ground.paths import starter_model

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "starter"))

import music_sources  # noqa: E402

PAGES = (
    *(page for page in sorted(ROOT.glob("*.md")) if page.name != "CHANGELOG.md"),
    ROOT / "packaging" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "guide").glob("*.md")),
)
COMMANDS = ROOT / "docs" / "commands.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_leads_to_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    linked = [link for link in re.findall(r"\]\(([^)#\s]+)", text) if "://" not in link]
    assert [link for link in linked if not (page.parent / link).exists()] == []
    named = re.findall(r"`((?:app|assets|docs|engine|packaging|scripts|tests)/[\w./-]+)`", text)
    assert [name for name in named if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_link_to_a_heading_finds_it(page: Path) -> None:
    for place, heading in re.findall(r"\]\(([^)#\s:]*)#([^)\s]+)\)", page.read_text("utf-8")):
        target = (page.parent / place) if place else page
        headings = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
        slugs = [re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-") for text in headings]
        assert heading in slugs, f"{page.name}: {place}#{heading}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_web_addresses_are_whole(page: Path) -> None:
    """Nobody asks the web here: each address has a host with a dot, and none is an example."""
    for address in re.findall(r"\]\((\w+://[^)\s]*)\)", page.read_text(encoding="utf-8")):
        parts = urlsplit(address)
        assert parts.scheme in {"https", "http"}, address
        assert re.fullmatch(r"([\w-]+\.)+[a-z]{2,}", parts.netloc), address
        assert not parts.netloc.endswith(("example.org", "example.com", "localhost")), address


def test_the_page_on_commands_names_every_command_and_no_other() -> None:
    table = COMMANDS.read_text(encoding="utf-8")
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `segue")]
    named = [word for cell in cells for word in re.findall(r"`(?:segue )?([a-z]+)", cell)]
    assert sorted(named) == sorted(MODULES)


def test_card_and_page_name_each_source_of_the_starter_as_the_list_does() -> None:
    """After a change to `assets/licences/music.toml`: `scripts/starter/music_sources.py`."""
    card = json.loads((starter_model() / "model.json").read_text(encoding="utf-8"))["card"]
    assert card["data"] == music_sources.card_data()
    page = (ROOT / "docs" / "guide" / "mine.md").read_text(encoding="utf-8")
    assert music_sources.page_table() in page
    shown = [row for row in licences() if row.group == "music"]
    for row in music_sources.sources():
        assert any((each.name, each.licence) == (row["who"], row["licence"]) for each in shown)
        # CC BY asks for the author, the licence and the place; BSD for its text.
        if "CC BY" in row["licence"] or "BSD" in row["licence"]:
            assert row.get("address") or row["who"] == "Segue's own"
            assert row.get("texts") or row["who"] == "Segue's own"


def test_the_tree_has_every_folder_and_no_other() -> None:
    page = CONTRIBUTING.read_text(encoding="utf-8")
    _, _, text = page.partition("## The tree\n\n```\n")
    lines = text.partition("```")[0].splitlines()
    top = {line.split("/")[0] for line in lines if re.match(r"\w+/", line)}
    listed = subprocess.check_output(["git", "ls-files", "*/*"], cwd=ROOT, text=True).splitlines()
    assert top == {name.partition("/")[0] for name in listed if not name.startswith(".")}


def test_the_map_has_every_room_of_the_engine_and_no_other() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    layers = text.partition("\nengine ")[2].partition("\n\n")[0]
    rooms = {path.name for path in (ROOT / "engine").iterdir() if _is_room(path)}
    assert set(re.findall(r"\w+", layers)) == rooms | {"request", "sentence"}


def _is_room(path: Path) -> bool:
    return path.is_dir() and (path / "__init__.py").is_file()


def _menus() -> Iterator[tuple[str, str, str]]:
    for page in PAGES:
        text = page.read_text(encoding="utf-8").replace("\n", " ")
        for menu, item in re.findall(r"\*([A-Z]\w+) ▸ ([^*▸]+?)(?: ▸ [^*]+)?\*", text):
            yield page.name, menu, item


def test_every_menu_that_a_page_names_is_in_the_program() -> None:
    known = {(spec.menu, _plain(spec.text)) for spec in ACTIONS}
    submenus = ((spec.menu, spec.submenu.partition("/")[0]) for spec in ACTIONS)
    known |= {(menu, _plain(submenu)) for menu, submenu in submenus if submenu}
    known |= {(menu, _plain(text)) for menu, _, text, _ in CHANGING}
    found = list(_menus())
    assert len(found) > 5
    for page, menu, item in found:
        assert (menu, _plain(item)) in known, f"{page}: {menu} ▸ {item}"


def _plain(text: str) -> str:
    return text.replace("&", "").strip()
