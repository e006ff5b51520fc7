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
from engine.values.time import TempoMap
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


def answer(house: House, *, count: int = COUNT, is_steady: bool = True) -> Regridding | None:
    """Answer the last question; return the change on offer."""
    asked = house.live.last(messages.FindOtherBeats)
    change = other_beats(asked.score, seed=asked.number)
    found = bars_of(change, asked.score) if asked.number <= count else None
    house.live.deliver(
        messages.OtherBeatsFound(
            number=asked.number,
            count=count,
            found=found,
            request=asked.request,
            is_steady=is_steady,
        )
    )
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


def test_a_piece_without_a_steady_beat_gets_guesses_that_say_so(house: House) -> None:
    document = house.session.piece.document
    score = document.score
    house.act("find_beats")
    house.session.piece.files.bars.no_beats.emit(score)
    (notice,) = (n for n in house.window.shell.notices.notices() if n.key == "bars")
    assert [key for key, _ in notice.buttons] == ["other_beats"]
    press(house, "other_beats")
    change = answer(house, is_steady=False)
    assert change is not None
    assert "No steady beat was found: this is guess 1 of 2." in said(house)
    press(house, "put_right")
    assert document.score == change.score(score)


def test_escape_cancels_the_search_and_a_late_answer_offers_nothing(house: House) -> None:
    document = house.session.piece.document
    score = document.score
    house.act("other_beats")
    asked = house.live.last(messages.FindOtherBeats)
    house.act("cancel")
    assert house.live.last(messages.CancelOtherBeats).request == asked.request
    assert not said(house)
    answer(house)
    assert not house.window.compose.roll.found_lines()
    assert not said(house)
    assert document.score is score
    # The next question is another request, and is answered.
    house.act("other_beats")
    house.live.deliver(
        messages.OtherBeatsFound(number=1, count=0, request=asked.request, cancelled=True)
    )
    assert "Segue looks for other beats." in said(house)
    answer(house)
    assert "Other beats, 1 of 2." in said(house)


def test_escape_cancels_the_search_for_the_usual_beats_as_well(house: House) -> None:
    document = house.session.piece.document
    house.act("find_beats")
    assert "Segue looks for the beats." in said(house)
    house.act("cancel")
    assert not said(house)
    house.session.piece.files.bars.no_beats.emit(document.score)
    assert not said(house)


def test_nobody_waits_for_a_process_that_died(house: House) -> None:
    house.act("other_beats")
    house.live.died.emit("It ended.")
    assert "Segue looks for other beats." not in said(house)


def test_bar_lines_that_the_user_put_right_go_with_the_question(house: House) -> None:
    document = house.session.piece.document
    score = document.score
    house.session.piece.files.bars.do_not_fit.emit(score, bars_of(other_beats(score), score))
    press(house, "put_right")
    note = next(n for n in document.score.tracks[0].notes if n.start > 2 * 1440 + 100)
    house.window.compose.ruler.bar_line_dragged.emit(2 * 1440, note.start)
    house.act("other_beats")
    put_s = TempoMap.of(document.score).seconds_at(2 * 1440)
    assert house.live.last(messages.FindOtherBeats).lines_s == pytest.approx((put_s,))
