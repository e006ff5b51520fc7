"""An offer that grows paints its new notes alone, and looks as one that is shown at once."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPixmap, QRegion
from pytestqt.qtbot import QtBot

from app.values.geometry import Transform
from app.views.roll.drum_rows import DrumRows
from app.views.roll.offered import TrackNote
from app.views.roll.piano_roll import PianoRoll
from engine.values.score import Note, Score, Track

DRUMS = tuple(Note(480 * beat, (36, 38, 42)[beat % 3], 120) for beat in range(16))
TUNE = tuple(Note(480 * beat, 60 + beat % 7, 400) for beat in range(16))
SCORE = Score(
    tracks=(Track(notes=TUNE), Track(is_drum=True, notes=DRUMS), Track(notes=TUNE[::2])),
)
COLOURS = (0, 3, 5)
START, END = 3840, 7680
# In the tracks in turn; some lie side by side and one over the other.
NOTES: tuple[TrackNote, ...] = tuple(
    (k % 3, Note(START + 240 * k, (36, 38, 42)[k // 3 % 3] if k % 3 == 1 else 61 + k % 5, 300))
    for k in range(12)
)
View = PianoRoll | DrumRows


def roll_of(track: int) -> PianoRoll:
    roll = PianoRoll()
    roll.show_score(SCORE, COLOURS)
    roll.show_current_track(track)
    roll.resize(700, 300)
    roll.show_transform(replace(roll.transform(), pixels_per_tick=0.07))
    return roll


def rows_of(*, drums: bool) -> DrumRows:
    rows = DrumRows()
    rows.show_kind(drums=drums)
    rows.show_score(SCORE, COLOURS)
    rows.resize(700, 120)
    rows.show_transform(Transform(pixels_per_tick=0.07))
    return rows


VIEWS: dict[str, Callable[[], View]] = {
    "the roll": lambda: roll_of(0),
    "the roll of drums": lambda: roll_of(1),
    "rows of drums": lambda: rows_of(drums=True),
    "rows of pitches": lambda: rows_of(drums=False),
}


def show(view: View, notes: tuple[TrackNote, ...]) -> None:
    view.show_continuation(notes, start=START, end=END, staying=frozenset())


def picture(view: View) -> QImage:
    view.grab()  # A roll paints the tiles that it lacks with the first picture.
    return view.grab().toImage()


@pytest.mark.parametrize("make", VIEWS.values(), ids=VIEWS)
def test_it_looks_as_one_that_is_shown_at_once(
    make: Callable[[], View], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = make()
    qtbot.addWidget(view)
    show(view, NOTES[:2])
    screen = QPixmap.fromImage(picture(view))
    asked: list[QRect] = []
    monkeypatch.setattr(view, "update", lambda area=None: asked.append(QRect(area or view.rect())))
    for count in range(3, len(NOTES) + 1):
        show(view, NOTES[:count])
        for area in asked:
            view.render(screen, area.topLeft(), QRegion(area))
        asked.clear()
        assert screen.toImage() == picture(view), count


@pytest.mark.parametrize("make", VIEWS.values(), ids=VIEWS)
def test_its_new_notes_alone_are_painted(
    make: Callable[[], View], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = make()
    qtbot.addWidget(view)
    show(view, NOTES)
    asked: list[QRect | None] = []
    monkeypatch.setattr(view, "update", lambda area=None: asked.append(area))
    show(view, NOTES)
    assert asked == []
    again = Note(START + 480, 38, 120), Note(START + 480, 62, 120)
    show(view, (*NOTES, (1, again[0]), (2, again[1])))
    assert asked
    assert all(area is not None and area.width() < 40 for area in asked)
    # Fewer notes, or another place, are painted as a whole.
    show(view, NOTES)
    assert asked[-1] is None
