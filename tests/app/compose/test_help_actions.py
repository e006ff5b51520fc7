"""What explains the program: names that stay, and words where nothing can be opened."""

from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.compose.help_actions import PAGES
from app.views.palette import CommandPalette
from app.views.shortcut_sheet import ShortcutSheet
from engine.paths import guide
from tests.app.house import House

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path):
    house = House(qapp, tmp_path)
    yield house
    house.end()


def test_without_a_browser_the_guide_s_place_is_said(
    house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.begin(qtbot)
    monkeypatch.setattr("app.compose.help_actions.QDesktopServices.openUrl", lambda _url: False)
    house.window.actions_table.allow("guide")
    house.act("guide")
    (notice,) = [each for each in house.window.notices.notices() if each.key == "help"]
    assert "no browser" in notice.happened
    assert notice.details == str(guide())
    house.act("open_logs")
    (notice,) = [each for each in house.window.notices.notices() if each.key == "help"]
    assert notice.details == str(house.paths.logs)


@pytest.mark.parametrize(("action", "page"), PAGES.items())
def test_actions_open_their_pages_of_the_guide(
    house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, action: str, page: str
) -> None:
    assert (ROOT / "docs" / "guide" / f"{page}.md").is_file()
    opened: list[Path] = []

    def open_url(url: QUrl) -> bool:
        opened.append(Path(url.toLocalFile()))
        return True

    monkeypatch.setattr("app.compose.help_actions.QDesktopServices.openUrl", open_url)
    house.begin(qtbot)
    house.window.actions_table.allow(action)
    house.act(action)
    assert opened == [guide(page)]


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
