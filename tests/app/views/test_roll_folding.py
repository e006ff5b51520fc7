"""Rows that nothing is on can be left out; drums are a grid of strokes."""

from dataclasses import replace

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.values.geometry import KEYS_WIDTH, Transform
from app.views.roll.folding import KIT
from app.views.roll.piano_roll import PianoRoll
from engine.values.score import Note, Score, Track

MELODY = Track(notes=tuple(Note(480 * i, p, 240) for i, p in enumerate((60, 64, 67, 72))))
STROKES = tuple(Note(480 * i, p, 60 + 90 * i) for i, p in enumerate((36, 42, 38, 54)))
DRUMS = Track(notes=STROKES, is_drum=True)
PIECE = Score(tracks=(MELODY, DRUMS))


def shown(qtbot: QtBot) -> PianoRoll:
    roll = PianoRoll()
    qtbot.addWidget(roll)
    roll.resize(800, 400)
    roll.show()
    roll.show_score(PIECE, (0, 1))
    return roll


def test_every_pitch_has_its_place_in_a_folded_roll() -> None:
    folded = Transform(row_height=10, pitches=(60, 64, 67))
    assert [folded.y_of(pitch) for pitch in (67, 64, 60)] == [0, 10, 20]
    assert [folded.pitch_at(y) for y in (5, 15, 25, 99)] == [67, 64, 60, 60]
    # What has no row is between those of its neighbours, and nothing is out of order.
    assert folded.y_of(67) < folded.y_of(65) < folded.y_of(64) < folded.y_of(62) < folded.y_of(60)
    assert folded.y_of(80) < folded.y_of(67)
    assert folded.y_of(20) > folded.y_of(60)
    assert folded.total_height == 30
    assert list(folded.pitches_between(0, 15)) == [64, 67]
    every = Transform(row_height=10)
    assert [every.pitch_at(every.y_of(pitch) + 1) for pitch in range(128)] == list(range(128))


def test_folded_keys_are_those_that_notes_have(qtbot: QtBot) -> None:
    roll = shown(qtbot)
    before = roll.transform()
    roll.show_folded(folded=True)
    assert roll.transform().pitches == (60, 64, 67, 72)
    assert roll.transform().row_height > before.row_height
    # An offer may need rows of its own.
    roll.show_continuation(((0, Note(1920, 61, 240)),), start=1920, end=3840)
    assert roll.transform().pitches == (60, 61, 64, 67, 72)
    roll.show_continuation(())
    roll.show_folded(folded=False)
    assert roll.transform() == before


def test_an_edit_gives_a_folded_roll_the_row_it_needs(qtbot: QtBot) -> None:
    roll = shown(qtbot)
    roll.show_folded(folded=True)
    moved = Track(notes=(*MELODY.notes[:-1], Note(1440, 74, 240)))
    roll.show_score(Score(tracks=(moved, DRUMS)), (0, 1))
    assert roll.transform().pitches == (60, 64, 67, 74)


def test_a_drum_track_is_a_grid_of_the_drums_used_and_the_usual_kit(qtbot: QtBot) -> None:
    roll = shown(qtbot)
    roll.show_current_track(1)
    assert roll.transform().strokes
    assert roll.transform().pitches == tuple(sorted({*KIT, 54}))
    strokes = [roll.box_of(note) for note in DRUMS.notes]
    assert len({box.width() for box in strokes}) == 1, "however long a note is"
    roll.show_transform(replace(roll.transform(), pixels_per_tick=0.5))
    box = roll.box_of(DRUMS.notes[0])
    assert box.width() == box.height(), "never wider than a row is high"
    roll.show_drum_grid(shown=False)
    assert not roll.transform().strokes
    roll.show_drum_grid(shown=True)
    roll.show_current_track(0)
    assert not roll.transform().strokes
    assert roll.transform().pitches == ()


def test_a_stroke_is_hit_and_drawn_where_it_is_seen(qtbot: QtBot) -> None:
    roll = shown(qtbot)
    roll.show_current_track(1)
    asked: list[object] = []
    roll.selection_requested.connect(asked.append)
    box = roll.box_of(DRUMS.notes[1])
    # Left of where it begins, where its mark is as well.
    at = QPoint(round(box.left()) + KEYS_WIDTH + 3, round(box.center().y()))
    QTest.mouseClick(roll, Qt.MouseButton.LeftButton, pos=at)
    assert asked == [(DRUMS.notes[1],)]
    edits: list[tuple[object, ...]] = []
    roll.edit_requested.connect(lambda *edit: edits.append(edit))
    y = round(roll.transform().y_of(49) + 4)
    QTest.mouseDClick(roll, Qt.MouseButton.LeftButton, pos=QPoint(KEYS_WIDTH + 300, y))
    QTest.mouseRelease(roll, Qt.MouseButton.LeftButton, pos=QPoint(KEYS_WIDTH + 300, y))
    assert [note.pitch for note in edits[0][1]] == [49]  # type: ignore[attr-defined]


def test_folded_rolls_are_painted(qtbot: QtBot) -> None:
    roll = shown(qtbot)
    for track in (0, 1):
        roll.show_current_track(track)
        roll.show_folded(folded=True)
        box = roll.box_of((MELODY if track == 0 else DRUMS).notes[1]).center()
        picture = roll.grab().toImage()
        beside = picture.pixelColor(round(box.x()) + KEYS_WIDTH + 60, round(box.y()))
        assert picture.pixelColor(round(box.x()) + KEYS_WIDTH, round(box.y())) != beside
