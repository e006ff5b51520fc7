"""macOS's way to say which file was double-clicked."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.start.finder_files import FinderFiles


def test_a_double_click_is_told(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    files = FinderFiles(qapp)
    with qtbot.waitSignal(files.asked) as caught:
        QCoreApplication.sendEvent(qapp, QFileOpenEvent(str(tmp_path / "ä.segue")))
    assert caught.args[0] == (tmp_path / "ä.segue",)
    qapp.removeEventFilter(files)


def test_other_events_pass(qtbot: QtBot, qapp: QApplication) -> None:
    files = FinderFiles(qapp)
    with qtbot.assertNotEmitted(files.asked):
        QCoreApplication.sendEvent(qapp, QEvent(QEvent.Type.ApplicationActivate))
        QCoreApplication.sendEvent(qapp, QFileOpenEvent(QUrl("https://example.org/a.mid")))
    qapp.removeEventFilter(files)
