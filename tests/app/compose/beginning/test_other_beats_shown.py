"""One click offers other beats of a piece than those that were found, and again the next ones."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine import messages
from engine.form.regridding import Regridding
from engine.messages import RightBars
from engine.values.score import Score
from tests.app.doubles import other_beats, piece
from tests.app.house import House

COUNT = 2


@pytest.fixture
def house(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model()
    document = house.session.piece.document
    document.edit("Write", document.composition.with_score(piece()))
    yield house
    house.end()


def bars_of(change: Regridding, score: Score) -> RightBars:
    return RightBars(
        score=change.score(score),
        shift_s=change.shift_s,
        beats=3,
        bars=6,
        doubtful=(),
        bpm=90.0,
        played=True,
    )


def answer(house: House, *, count: int = COUNT) -> Regridding | None:
    """Answer the last question; return the change on offer."""
    asked = house.live.last(messages.FindOtherBeats)
    change = other_beats(asked.score, seed=asked.number)
    found = bars_of(change, asked.score) if asked.number <= count else None
    house.live.deliver(messages.OtherBeatsFound(number=asked.number, count=count, found=found))
    return change if found is not None else None


def said(house: House) -> str:
    return " ".join(notice.text for notice in house.window.shell.notices.notices())


def press(house: House, button: str) -> None:
    house.window.shell.notices.button_clicked.emit("bars", button)


def test_the_button_beside_the_offer_asks_for_the_next_ones_and_then_for_the_first(
    house: House,
) -> None:
    score = house.session.piece.document.score
    house.session.piece.files.bars.do_not_fit.emit(score, bars_of(other_beats(score), score))
    (notice,) = (n for n in house.window.shell.notices.notices() if n.key == "bars")
    assert [key for key, _ in notice.buttons] == ["put_right", "other_beats"]
    press(house, "other_beats")
    assert "Segue looks for other beats." in said(house)
    answer(house)
    assert "Other beats, 1 of 2." in said(house)
    press(house, "other_beats")
    assert house.live.last(messages.FindOtherBeats).number == 2
    answer(house)
    assert "Other beats, 2 of 2." in said(house)
    press(house, "other_beats")
    answer(house)
    assert house.live.last(messages.FindOtherBeats).number == 1
    answer(house)
    assert "Other beats, 1 of 2." in said(house)


def test_they_are_shown_over_the_notes_and_used_as_one_step(house: House) -> None:
    document = house.session.piece.document
    before = document.score
    house.act("other_beats")
    change = answer(house)
    assert change is not None
    assert house.window.compose.roll.found_lines()
    press(house, "put_right")
    assert document.score == change.score(before)
    document.undo()
    assert document.score is before


def test_a_piece_without_others_and_one_that_was_edited_get_a_sentence(house: House) -> None:
    document = house.session.piece.document
    house.act("other_beats")
    answer(house, count=0)
    assert "Segue found no other beats." in said(house)
    house.act("other_beats")
    document.edit("Write", document.composition.with_score(piece(bars=5)))
    answer(house)
    assert "The piece was edited: its bars stay as they are." in said(house)
    assert not house.window.compose.roll.found_lines()


def test_an_answer_that_nobody_waits_for_offers_nothing(house: House) -> None:
    score = house.session.piece.document.score
    found = bars_of(other_beats(score), score)
    house.live.deliver(messages.OtherBeatsFound(number=1, count=COUNT, found=found))
    assert not house.window.compose.roll.found_lines()


def test_nobody_waits_any_more_once_there_are_none(house: House) -> None:
    house.act("other_beats")
    answer(house, count=0)
    document = house.session.piece.document
    house.session.piece.files.bars.fit.emit(document.score)
    assert "The bars of this piece fit its notes already." not in said(house)
