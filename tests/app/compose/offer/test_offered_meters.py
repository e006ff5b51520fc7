"""What is offered to a piece with a pattern of meters is shown, kept and drawn in that pattern."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine import messages
from engine.messages import PartNote
from engine.piece.composition import Composition
from engine.values.alternative_end import AlternativeEnd
from engine.values.score import Note, Score, TimeSignature, Track
from engine.values.time import BarMap
from tests.app.house import House

FIVE, SEVEN = 1200, 1680
"""Ticks of bars of 5/8 and 7/8."""
END = 3 * (FIVE + SEVEN)
OFFERED = [END, END + FIVE, END + FIVE + SEVEN, END + 2 * FIVE + SEVEN, END + 2 * (FIVE + SEVEN)]
"""Where the offered bars begin and the last one ends."""
IN_SEVEN = [END + bar * SEVEN for bar in range(5)]


def alternating() -> Score:
    """Six bars of 5/8 and 7/8 by turns."""
    signatures = [
        meter
        for tick in range(0, END, FIVE + SEVEN)
        for meter in (TimeSignature(tick, 5, 8), TimeSignature(tick + FIVE, 7, 8))
    ]
    notes = tuple(Note(tick, 60, 240) for tick in range(0, END, 240))
    return Score(tracks=(Track(notes=notes),), time_signatures=tuple(signatures))


@pytest.fixture
def house(qapp: QApplication, qtbot: QtBot, tmp_path: Path):
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model()
    house.session.piece.document.show(
        Composition.of(alternating()), path=None, title="a", saved=True
    )
    house.session.focus.generation.replace(house.session.focus.generation.settings.asking(bars=4))
    yield house
    house.end()


def offer(house: House) -> int:
    house.act("continue")
    request = house.live.last(messages.Continue)
    assert (request.ask.start, request.ask.bars) == (END, 4)
    for alternative in range(request.ask.alternatives):
        notes = tuple(PartNote(0, Note(tick, 60, 240)) for tick in OFFERED[:4])
        house.live.deliver(
            messages.NotesMade(
                request=request.request, alternative=alternative, notes=notes, until=OFFERED[4]
            )
        )
        house.live.deliver(
            messages.AlternativeFinished(
                request=request.request,
                alternative=alternative,
                made=AlternativeEnd(end=OFFERED[4], ended=False, seed=alternative),
            )
        )
    house.live.deliver(
        messages.ContinuationFinished(
            request=request.request, seconds=2.0, first_note_seconds=0.2, notes_per_second=90.0
        )
    )
    return request.request


def shown(house: House) -> list[list[int]]:
    """Where the ruler and the roll draw bar lines, from the end of the piece on."""
    compose = house.window.compose
    maps = compose.ruler._timeline.bars, compose.roll._timeline.bars
    return [[bars.start_of(6 + bar) for bar in range(5)] for bars in maps]


def test_offered_bars_are_shown_and_kept_in_the_pattern(house: House, qtbot: QtBot) -> None:
    assert shown(house) == [IN_SEVEN] * 2
    offer(house)
    qtbot.waitUntil(lambda: shown(house) == [OFFERED] * 2)
    assert BarMap.of(house.player.score()).start_of(9) == OFFERED[3]
    document = house.session.piece.document
    assert document.score == alternating()
    house.session.clients.continuing.keep(0)
    assert [document.timeline.bars.start_of(6 + bar) for bar in range(5)] == OFFERED
    qtbot.waitUntil(lambda: shown(house) == [OFFERED] * 2)
    house.act("undo")
    assert document.score == alternating()


def test_a_rejected_offer_leaves_the_ruler_as_it_was(house: House, qtbot: QtBot) -> None:
    offer(house)
    qtbot.waitUntil(lambda: shown(house) == [OFFERED] * 2)
    house.session.clients.continuing.reject()
    qtbot.waitUntil(lambda: shown(house) == [IN_SEVEN] * 2)
