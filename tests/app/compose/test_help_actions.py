"""What explains the program: names that stay, and words where nothing can be opened."""

from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.compose.help_actions import PAGES
from app.views.guide_reader import GuideReader
from app.views.palette import CommandPalette
from app.views.shortcut_sheet import ShortcutSheet
from tests.app.house import House

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path):
    house = House(qapp, tmp_path)
    yield house
    house.end()


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As if the guide were built, in this folder."""
    for page in PAGES.values():
        (tmp_path / f"{page}.html").write_text("<p>A page</p>", encoding="utf-8")
    built = "app.compose.help_actions.guide"
    monkeypatch.setattr(built, lambda page="index": tmp_path / f"{page}.html")
    return tmp_path


def test_without_a_browser_the_guide_s_place_is_said(
    house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, built: Path
) -> None:
    house.begin(qtbot)
    monkeypatch.setattr("app.compose.help_actions.QDesktopServices.openUrl", lambda _url: False)
    house.act("guide")
    (notice,) = [each for each in house.window.notices.notices() if each.key == "help"]
    assert "no browser" in notice.happened
    assert notice.details == str(built / "index.html")
    house.act("open_logs")
    (notice,) = [each for each in house.window.notices.notices() if each.key == "help"]
    assert notice.details == str(house.paths.logs)


@pytest.mark.parametrize(("action", "page"), PAGES.items())
def test_actions_open_their_pages_of_the_guide(
    house: House,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    built: Path,
    *,
    action: str,
    page: str,
) -> None:
    assert (ROOT / "docs" / "guide" / f"{page}.md").is_file()
    opened: list[Path] = []

    def open_url(url: QUrl) -> bool:
        opened.append(Path(url.toLocalFile()))
        return True

    monkeypatch.setattr("app.compose.help_actions.QDesktopServices.openUrl", open_url)
    house.begin(qtbot)
    house.act(action)
    assert opened == [built / f"{page}.html"]


@pytest.mark.parametrize(("action", "page"), PAGES.items())
def test_without_a_built_guide_the_window_reads_its_pages(
    house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, action: str, page: str
) -> None:
    monkeypatch.setattr("app.compose.help_actions.guide", lambda _page="index": Path("no.html"))
    house.begin(qtbot)
    assert house.window.actions_table[action].isEnabled()
    house.act(action)
    (reader,) = house.window.findChildren(GuideReader)
    assert reader.isVisible()
    assert reader.page == f"{page}.md"
    reader.close()
    house.act(action)
    assert house.window.findChildren(GuideReader) == [reader]
    assert reader.isVisible()
    reader.close()


def test_without_any_guide_the_actions_say_so(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("guide", "guide_source"):
        monkeypatch.setattr(f"app.compose.help_actions.{name}", lambda _page="index": Path("no"))
    house = House(qapp, tmp_path)
    assert "not there" in house.window.actions_table.reason("guide")
    house.end()


def test_an_action_keeps_its_name_in_lists_whatever_it_says_in_the_menu(
    house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.begin(qtbot)
    house.window.actions_table.say("undo", "Undo Keep 1")
    shown: list[str] = []
    monkeypatch.setattr(
        CommandPalette, "show_commands", lambda _self, all_: shown.extend(c.text for c in all_)
    )
    monkeypatch.setattr(CommandPalette, "open", lambda _self: None)
    monkeypatch.setattr(
        ShortcutSheet,
        "show_shortcuts",
        lambda _self, groups: shown.extend(text for _, rows in groups for text, _ in rows),
    )
    monkeypatch.setattr(ShortcutSheet, "open", lambda _self: None)
    house.act("palette")
    house.act("shortcuts")
    assert shown.count("Undo") == 2
    assert not [text for text in shown if "Keep 1" in text or "&" in text]
