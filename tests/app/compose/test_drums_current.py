"""With drums as the current track the other parts stay in sight, and nothing is left empty."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.piece.composition import Composition
from engine.values.score import Note, Score, Track
from tests.app.doubles import BAR, piece
from tests.app.house import House

KIT = tuple(Note(240 * i, (36, 42, 38, 42)[i % 4], 120) for i in range(64))


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    yield house
    house.end()


def show(house: House, *tracks: Track) -> None:
    house.session.piece.document.show(
        Composition.of(Score(tracks=tracks)), path=None, title="a", saved=True
    )
    settle()


def settle() -> None:
    for _ in range(4):
        QCoreApplication.processEvents()


def parts() -> tuple[Track, ...]:
    lead, bass = piece(bars=8, tracks=2).tracks
    return lead, bass, Track(name="Kit", is_drum=True, notes=KIT)


@pytest.mark.parametrize("height", [620, 800, 1100])
def test_pitches_stand_above_a_grid_of_drums_that_fills_its_room(house: House, height: int) -> None:
    show(house, *parts())
    page = house.window.compose
    house.window.resize(1280, height)
    settle()
    below = page.drums.y()
    assert page.roll.y() < below
    house.session.focus.selection.choose_track(2)
    settle()
    roll, rows = page.roll, page.drums
    assert rows.isVisible()
    assert rows.y() < roll.y()
    assert rows.has_pitches
    assert min(rows.height(), roll.height()) >= 40
    # No row of drums is out of sight, and less than a row is left empty.
    shown = roll.transform()
    assert shown.y_of(roll._rows[-1]) >= 0
    assert 0 <= roll.height() - shown.bottom_of(roll._rows[0]) < len(roll._rows)
    house.session.focus.selection.choose_track(0)
    settle()
    assert page.roll.y() < page.drums.y() == below
    assert page.roll.height() > page.drums.height()


def test_drums_as_notes_and_drums_alone_have_the_roll_for_themselves(house: House) -> None:
    show(house, *parts())
    page = house.window.compose
    house.session.focus.selection.choose_track(2)
    house.act("drum_grid")
    settle()
    assert not page.drums.isVisible()
    assert page.roll.height() > 250
    house.act("drum_grid")
    settle()
    assert page.drums.isVisible()
    show(house, parts()[2])
    assert not page.drums.isVisible()
    assert page.roll.height() > 250


@pytest.mark.parametrize("current", [0, 1, 2])
def test_undo_of_a_new_track_goes_back_to_the_track_before(house: House, current: int) -> None:
    show(house, *parts())
    selection = house.session.focus.selection
    selection.choose_track(current)
    house.session.editing.music.add_track()
    assert selection.current == 3
    house.act("undo")
    assert selection.current == current


def test_undo_of_an_accompaniment_goes_back_as_well(house: House) -> None:
    show(house, *(replace(track, notes=track.notes[:8]) for track in parts()))
    selection, document = house.session.focus.selection, house.session.piece.document
    selection.choose_track(1)
    tracks = (*document.score.tracks, Track(name="New", notes=(Note(BAR, 60, 480),)))
    document.edit("Accompany", document.composition.with_score(Score(tracks=tracks)))
    selection.choose_track(3)
    house.act("undo")
    assert selection.current == 1
