"""About shows the licences of everything that Segue is made of."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QLineEdit, QMessageBox, QPlainTextEdit, QTreeWidget
from pytestqt.qtbot import QtBot

from app.compose.licences import licences_dialog
from app.main_window import dialogs
from app.views.licences_dialog import LicencesDialog
from engine import ADDRESS, __version__
from tests.app.house import House


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path) -> Iterator[House]:
    house = House(qapp, tmp_path)
    yield house
    house.end()


@pytest.fixture
def dialog(qtbot: QtBot) -> LicencesDialog:
    dialog = licences_dialog(None)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def _list(dialog: LicencesDialog) -> QTreeWidget:
    (found,) = dialog.findChildren(QTreeWidget)
    return found


def _text(dialog: LicencesDialog) -> str:
    (found,) = dialog.findChildren(QPlainTextEdit)
    return found.toPlainText()


def _choose(dialog: LicencesDialog, name: str) -> None:
    flags = Qt.MatchFlag.MatchStartsWith | Qt.MatchFlag.MatchRecursive
    item, *_ = _list(dialog).findItems(name, flags)
    _list(dialog).setCurrentItem(item)


def test_it_lists_works_and_music(dialog: LicencesDialog) -> None:
    assert _list(dialog).topLevelItemCount() == 2
    assert _list(dialog).topLevelItem(0).childCount() > 90
    assert _list(dialog).topLevelItem(1).childCount() == 18
    assert _text(dialog)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("libsndfile", "GNU LESSER GENERAL PUBLIC LICENSE"),
        ("Qt 6", "GNU GENERAL PUBLIC LICENSE"),
        ("Visual C++", "comes without a licence text"),
        ("music by Tanner Helland", "Creative Commons Attribution 4.0"),
    ],
)
def test_the_chosen_work_s_text_is_shown(dialog: LicencesDialog, name: str, words: str) -> None:
    _choose(dialog, name)
    assert words in _text(dialog)
    assert _text(dialog).startswith(name)


def test_a_search_leaves_what_fits(dialog: LicencesDialog, qtbot: QtBot) -> None:
    (field,) = dialog.findChildren(QLineEdit)
    qtbot.keyClicks(field, "lgpl-2.1")
    top = _list(dialog).topLevelItem(0)
    names = {top.child(row).text(0).partition(" ")[0] for row in range(top.childCount())}
    assert {"JACK", "libsndfile", "mpg123"} <= names
    assert "mido" not in names
    qtbot.keyClicks(field, "nothing has this name")
    assert _list(dialog).topLevelItemCount() == 0
    assert _text(dialog) == ""


@pytest.mark.slow
def test_about_opens_it(
    house: House, qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.begin(qtbot)
    shown: list[str] = []
    monkeypatch.setattr(LicencesDialog, "exec", lambda dialog: shown.append(dialog.windowTitle()))

    def press() -> None:
        box = qapp.activeModalWidget()
        assert isinstance(box, QMessageBox)
        assert __version__ in box.text()
        assert "LGPL" in box.text()
        assert ADDRESS in box.text()
        more, *_ = (button for button in box.buttons() if "Licences" in button.text())
        more.click()

    QTimer.singleShot(0, press)
    house.act("about")
    assert shown == ["Licences"]


def test_a_text_without_a_second_button_answers_no(
    house: House, qtbot: QtBot, qapp: QApplication
) -> None:
    house.begin(qtbot)
    QTimer.singleShot(0, lambda: qapp.activeModalWidget().close())
    assert not dialogs.tell(house.window.shell.frame, "Title", "Text")
