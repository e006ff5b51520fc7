"""A piano whose file sets 16 channels up is one piano in the window, and goes on as one."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine import messages
from engine.midi.file.midifile import read_midi
from engine.piece.composition_file import open_composition
from tests.app.doubles import BAR
from tests.app.house import House
from tests.midi.files import control, file_of, program, tune


def piano() -> bytes:
    """Return four bars of a piano in a file that sets 16 channels up."""
    channels = range(16)
    return file_of(
        [
            *(control(0, 0, 127 if c == 9 else 0, channel=c) for c in channels),
            *(program(0, 0, channel=c) for c in channels),
            *(control(0, 7, 100, channel=c) for c in channels),
            *tune(*range(60, 76)),
        ],
        file_format=0,
    )


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    path = tmp_path / "piano.mid"
    path.write_bytes(piano())
    house.begin(qtbot, path)
    house.load_model()
    yield house
    house.end()


def test_it_is_one_track_with_one_strip_and_one_role(house: House) -> None:
    piece, page = house.session.piece.document.composition, house.window.compose
    assert [len(track.notes) for track in piece.score.tracks] == [16]
    assert piece.roles == ("write",)
    house.session.views.show_pane("mixer")
    assert len(page.mixer._strips) == 1
    assert len(house.player.score().tracks) == 1


def test_what_follows_is_asked_for_the_piano_alone(
    house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    request = house.continue_()
    asked = house.live.last(messages.Continue)
    assert [len(track.notes) for track in asked.score.tracks] == [16]
    assert asked.ask.start == 4 * BAR
    assert len(asked.ask.roles) == 1
    house.finish(request)
    document = house.session.piece.document
    before = document.composition
    house.act("accept")
    after = document.composition
    assert [len(track.notes) for track in after.score.tracks] == [17]
    assert after.score.silent_messages == read_midi(piano()).score.silent_messages
    assert len({message.channel for message in after.score.silent_messages}) == 15
    house.act("undo")
    assert document.composition.score == before.score
    house.act("redo")
    with qtbot.waitSignal(house.session.piece.files.saved):
        house.session.piece.files.save(tmp_path / "piano.segue")
    assert open_composition(tmp_path / "piano.segue") == document.composition
