"""Another piece is read by the model before this one: a file that is asked for."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.main_window import dialogs
from engine import messages
from engine.midi.file.midifile import write_midi
from tests.app.doubles import piece
from tests.app.house import House


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model()
    yield house
    house.end()


def test_a_file_is_asked_for_and_read_first(
    house: House, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "Aria.mid"
    path.write_bytes(write_midi(piece(bars=2)))
    answers = iter((None, path))
    monkeypatch.setattr(dialogs, "ask_open", lambda *_, **__: next(answers))
    panel = house.window.compose.continue_panel
    panel.remember_clicked.emit()
    house.finish(house.continue_())
    assert house.live.last(messages.Continue).ask.remembered is None
    panel.remember_clicked.emit()
    qtbot.waitUntil(lambda: house.session.clients.continuing._remember is not None, timeout=30_000)
    house.continue_()
    remembered = house.live.last(messages.Continue).ask.remembered
    assert remembered is not None
    assert remembered.title == "Aria"
    assert remembered.note_count == 8
