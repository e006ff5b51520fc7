"""Drums have rows with names under the roll, and leave the rows of pitches."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.values.geometry import KEYS_WIDTH, Transform
from app.views.roll.drum_rows import DrumRows
from app.views.roll.piano_roll import PianoRoll
from engine.values.score import Note, Score, Track

DRUMS = tuple(Note(480 * beat, (36, 38)[beat % 2], 120) for beat in range(16))
SCORE = Score(
    tracks=(
        Track(name="Lead", notes=(Note(0, 72, 480),)),
        Track(name="Kit", is_drum=True, notes=DRUMS),
    )
)


@pytest.fixture
def rows(qtbot: QtBot) -> DrumRows:
    view = DrumRows()
    qtbot.addWidget(view)
    view.show_score(SCORE, (0, 3))
    view.resize(600, view.height())
    view.show()
    return view


def test_the_rows_are_the_drums_that_play(rows: DrumRows) -> None:
    assert rows.has_drums
    assert rows._rows == (36, 38, 42)
    kit = tuple(Note(10 * pitch, pitch, 10) for pitch in range(35, 60))
    rows.show_score(Score(tracks=(Track(is_drum=True, notes=kit),)), (0,))
    assert len(rows._rows) == 8
    rows.show_score(Score(tracks=(Track(notes=DRUMS),)), (0,))
    assert not rows.has_drums


def test_offered_drums_get_a_row_and_a_look_of_their_own(rows: DrumRows) -> None:
    before = rows.grab().toImage()
    rows.show_continuation(
        ((0, Note(2000, 72, 480)), (1, Note(2000, 49, 120))),
        start=1920,
        end=3840,
        staying=frozenset(),
    )
    assert rows._rows == (36, 38, 49)
    assert [track for track, _ in rows._offered.notes] == [1]
    assert rows.grab().toImage() != before


def test_a_click_chooses_the_drums(rows: DrumRows, qtbot: QtBot) -> None:
    with qtbot.waitSignal(rows.track_chosen) as said:
        QTest.mouseClick(rows, Qt.MouseButton.LeftButton, pos=QPoint(KEYS_WIDTH + 50, 10))
    assert said.args == [1]


def test_a_roll_of_pitches_shows_no_drums(qtbot: QtBot) -> None:
    roll = PianoRoll()
    qtbot.addWidget(roll)
    roll.show_score(SCORE, (0, 3))
    assert not roll.is_shown(1)
    assert roll.other_track_at(485.0, 38) == -1
    roll.show_current_track(1)
    assert roll.is_shown(1)


def test_the_rows_show_the_ticks_of_the_roll(rows: DrumRows) -> None:
    rows.show_transform(Transform(pixels_per_tick=0.2, left=960.0, row_height=11.0))
    shown = rows._transform
    assert (shown.pixels_per_tick, shown.left, shown.row_height) == (0.2, 960.0, 14.0)


def test_beside_a_roll_of_drums_the_other_parts_share_the_height(
    rows: DrumRows, qtbot: QtBot
) -> None:
    bass = Track(name="Bass", notes=(Note(960, 40, 480),))
    score = Score(tracks=(*SCORE.tracks, bass, Track(name="Empty")))
    rows.show_score(score, (0, 3, 1, 2))
    rows.show_kind(drums=False)
    rows.resize(600, 301)
    shown = rows._transform
    assert rows.accessibleName() == "Other parts"
    assert rows.has_pitches
    for pitch in (72, 40):
        assert 0 <= shown.y_of(pitch) < shown.bottom_of(pitch) <= 300
    assert shown.bottom_of(rows._rows[0]) == pytest.approx(300)
    # A click on a note chooses its part.
    for note, track in ((Note(0, 72, 480), 0), (Note(960, 40, 480), 2)):
        x = round(shown.x_of(note.start + 100)) + KEYS_WIDTH
        y = round((shown.y_of(note.pitch) + shown.bottom_of(note.pitch)) / 2) + 1
        with qtbot.waitSignal(rows.track_chosen) as said:
            QTest.mouseClick(rows, Qt.MouseButton.LeftButton, pos=QPoint(x, y))
        assert said.args == [track]
    before = rows.grab().toImage()
    rows.show_continuation(((0, Note(3840, 90, 480)),), start=3840, end=5760, staying=frozenset())
    assert rows._rows[-1] > 90
    assert rows.grab().toImage() != before
    rows.show_kind(drums=True)
    assert rows._rows == (36, 38, 42)


def test_a_piece_of_drums_alone_has_no_other_parts(rows: DrumRows) -> None:
    rows.show_score(Score(tracks=(Track(is_drum=True, notes=DRUMS),)), (0,))
    assert not rows.has_pitches
    rows.show_kind(drums=False)
    assert not rows.grab().isNull()
