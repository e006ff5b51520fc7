"""Edits of the table of events: each is one step, and what it is about stays sound."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QTableView
from pytestqt.qtbot import QtBot

from app.state.event_edits import exchange
from app.values.events import Event, Program
from engine.piece.composition import Composition
from engine.values.score import (
    Control,
    KeySignature,
    Marker,
    Note,
    PitchBend,
    Score,
    Tempo,
    TimeSignature,
    Track,
)
from tests.app.house import House

SCORE = Score(
    tracks=(
        Track(name="A", notes=(Note(0, 60, 480, origin=2),), controls=(Control(0, 7, 100),)),
        Track(name="B", controls=(Control(0, 7, 100),)),
    ),
    tempos=(Tempo(0, 90.0), Tempo(1920, 60.0)),
    time_signatures=(TimeSignature(0, 4, 4), TimeSignature(3840, 3, 4)),
)


def after(removed: tuple[Event, ...], added: tuple[Event, ...]) -> Score:
    return exchange(Composition.of(SCORE), 0, removed=removed, added=added)[0].score


def test_a_note_of_the_model_becomes_one_the_user_changed() -> None:
    composition, coming = exchange(
        Composition.of(SCORE), 0, removed=SCORE.tracks[0].notes, added=(Note(0, 64, 480, origin=2),)
    )
    assert coming == (Note(0, 64, 480, origin=-2),)
    assert composition.score.tracks[0].notes == coming


def test_controllers_and_bends_are_the_tracks_own() -> None:
    score = after((Control(0, 7, 100),), (Control(480, 7, 90), PitchBend(10, 5)))
    assert score.tracks[0].controls == (Control(480, 7, 90),)
    assert score.tracks[0].pitch_bends == (PitchBend(10, 5),)
    assert score.tracks[1] == SCORE.tracks[1]
    assert score.tracks[0].notes is SCORE.tracks[0].notes


def test_on_the_ruler_who_comes_takes_the_place_of_who_is_there() -> None:
    score = after((Tempo(1920, 60.0),), (Tempo(0, 60.0),))
    assert score.tempos == (Tempo(0, 60.0),)
    assert after((), (KeySignature(0, 2), Marker(5, "x"))).markers == (Marker(5, "x"),)


@pytest.mark.parametrize(("typed", "expected"), [(2000, 1920), (3839, 1920), (7000, 5760)])
def test_a_meter_begins_at_a_bar_line(typed: int, expected: int) -> None:
    score = after((TimeSignature(3840, 3, 4),), (TimeSignature(typed, 3, 4),))
    assert score.time_signatures == (TimeSignature(0, 4, 4), TimeSignature(expected, 3, 4))


def test_an_instrument_is_the_tracks() -> None:
    part = after((Program(0),), (Program(9, is_drum=True),)).tracks[0]
    assert (part.program, part.is_drum) == (9, True)


def test_a_piece_without_tracks_still_has_a_ruler() -> None:
    composition, coming = exchange(Composition.of(Score()), 0, removed=(), added=(Tempo(0, 99.0),))
    assert composition.score.tempos == (Tempo(0, 99.0),)
    assert coming == ()


@pytest.mark.slow
def test_each_kind_is_one_step_in_the_window(
    qapp: QApplication, tmp_path: Path, qtbot: QtBot
) -> None:
    house = House(qapp, tmp_path)
    try:
        house.begin(qtbot)
        page, document = house.window.compose, house.session.piece.document
        page.pane_chosen.emit("events")
        page.events.show_place(2000)
        before = document.composition
        (table,) = page.events.findChildren(QTableView)
        for kind in ("note", "control", "bend", "tempo", "meter", "key", "marker"):
            steps = len(document.steps)
            table.setCurrentIndex(table.model().index(-1, -1))
            page.events.insert(kind)
            assert len(document.steps) == steps + 1, kind
            assert document.undo_name.startswith("Insert: ")
            qtbot.keyClick(table, Qt.Key.Key_Delete)
            assert document.composition == before, kind
            assert len(document.steps) == steps + 2
    finally:
        house.end()
