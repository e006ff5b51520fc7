"""A piece whose bars do not fit its notes says so; they are put right as one undoable edit."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.views.notice_strip import NoticeText
from engine.midi.file.midifile import write_midi
from engine.values.score import Note, Score, Track
from tests.app.house import House

NEVER_MS = 60_000


@pytest.fixture
def house(qapp: QApplication, qtbot: QtBot, tmp_path: Path):
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    yield house
    house.end()


def late(by: int) -> Score:
    notes = tuple(Note(by + 480 * i, 60 + i % 4, 480) for i in range(64))
    bass = tuple(Note(by + 1920 * i, 36, 1920) for i in range(16))
    return Score(tracks=(Track(notes=notes), Track(notes=bass, program=32)))


def told(house: House) -> list[str]:
    return [notice.happened for notice in house.window.shell.notices.notices()]


def offered(house: House) -> bool:
    return any("green dashed lines" in text for text in told(house))


def open_piece(house: House, qtbot: QtBot, path: Path, score: Score) -> None:
    path.write_bytes(write_midi(score))
    with qtbot.waitSignal(house.session.piece.files.imported):
        house.session.piece.files.open(path)


@pytest.mark.slow
def test_it_is_said_and_put_right_and_undone(house: House, qtbot: QtBot, tmp_path: Path) -> None:
    open_piece(house, qtbot, tmp_path / "late.mid", late(180))
    qtbot.waitUntil(lambda: offered(house), timeout=NEVER_MS)
    (offer,) = house.window.shell.notices.notices()
    assert "The bars of this piece do not fit its notes." in offer.text
    document = house.session.piece.document
    before = document.score
    house.window.shell.notices.button_clicked.emit("bars", "put_right")
    assert {note.start % 1920 for note in document.score.tracks[1].notes} == {0}
    assert document.undo_name == "Find the beats"
    assert not offered(house)
    document.undo()
    assert document.score == before


@pytest.mark.slow
def test_what_was_edited_meanwhile_stays_as_it_is(
    house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    open_piece(house, qtbot, tmp_path / "late.mid", late(180))
    qtbot.waitUntil(lambda: offered(house), timeout=NEVER_MS)
    document = house.session.piece.document
    edited = document.composition.with_score(late(60))
    document.edit("Move", edited)
    house.window.shell.notices.button_clicked.emit("bars", "put_right")
    assert document.score == edited.score
    assert "The piece was edited: its bars stay as they are." in told(house)


def test_nothing_is_said_of_bars_that_fit_or_cannot_be_told(house: House, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(house.session.piece.files.bars.do_not_fit, wait=50):
        house.session.piece.files.bars.check(Score())


def test_who_asks_for_the_beats_is_told_where_there_is_nothing_to_do(
    house: House, qtbot: QtBot
) -> None:
    document = house.session.piece.document
    document.edit("Write", document.composition.with_score(late(0)))
    house.act("find_beats")
    fit = "The bars of this piece fit its notes already."
    qtbot.waitUntil(lambda: fit in told(house), timeout=NEVER_MS)
    assert document.score == late(0)
    document.edit("Clear", document.composition.with_score(Score(tracks=(Track(),))))
    house.act("find_beats")
    no_beat = "No steady beat was found: the bars stay as they are."
    qtbot.waitUntil(lambda: no_beat in told(house), timeout=NEVER_MS)


@pytest.mark.slow
def test_who_asks_for_the_beats_gets_the_offer(house: House, qtbot: QtBot) -> None:
    document = house.session.piece.document
    document.edit("Write", document.composition.with_score(late(180)))
    house.act("find_beats")
    qtbot.waitUntil(lambda: offered(house), timeout=NEVER_MS)
    house.window.shell.notices.button_clicked.emit("bars", "put_right")
    assert document.undo_name == "Find the beats"


@pytest.mark.slow
def test_bar_lines_are_shown_once_the_line_says_what_they_are(house: House, qtbot: QtBot) -> None:
    notices = house.window.shell.notices
    notices.show_notice(NoticeText(key="d", happened="It cannot be saved.", tone="danger"))
    document = house.session.piece.document
    document.edit("Write", document.composition.with_score(late(180)))
    house.act("find_beats")
    qtbot.waitUntil(lambda: offered(house), timeout=NEVER_MS)
    assert not house.window.compose.roll.found_lines()
    notices.clear_notice("d")
    assert "green dashed lines" in notices.shown().happened
    assert house.window.compose.roll.found_lines()
