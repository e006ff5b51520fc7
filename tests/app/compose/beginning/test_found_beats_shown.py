"""Beats that were found are shown over the notes before they are used, with their doubts."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAction, QMouseEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.state import beat_edits
from app.state.document import Document
from app.values.geometry import KEYS_WIDTH
from engine.form.regridding import Regridding
from engine.messages import RightBars
from engine.values.score import Score
from engine.values.time import BarMap, TempoMap
from tests.app.doubles import other_beats, piece
from tests.app.house import House

if TYPE_CHECKING:
    from engine.values.beats import SaidBeats

BAR = 3 * 480


@pytest.fixture
def house(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.session.piece.document.edit("Write", document_of(house).composition.with_score(piece()))
    yield house
    house.end()


def document_of(house: House) -> Document:
    return house.session.piece.document


def offer(house: House, *, doubtful: tuple[int, ...] = (2 * BAR, 4 * BAR)) -> Regridding:
    """Let beats be found in the piece."""
    score = document_of(house).score
    change = other_beats(score)
    found = RightBars(
        score=change.score(score),
        shift_s=change.shift_s,
        beats=3,
        bars=6,
        doubtful=doubtful,
        bpm=90.0,
        played=True,
    )
    house.session.piece.files.bars.do_not_fit.emit(score, found)
    return change


def lines(house: House) -> tuple[float, ...]:
    return house.window.compose.roll.found_lines()


def notices(house: House) -> str:
    return " ".join(notice.text for notice in house.window.shell.notices.notices())


def test_bar_lines_are_drawn_over_the_notes_where_they_will_sound(house: House) -> None:
    roll = house.window.compose.roll
    before = roll.grab().toImage()
    change = offer(house)
    score = document_of(house).score
    new = change.score(score)
    here, there = TempoMap.of(score), TempoMap.of(new)
    assert len(lines(house)) == BarMap.of(new).bars_until(new.end + 1)
    for bar, tick in enumerate(lines(house)):
        heard_s = there.seconds_at(BarMap.of(new).start_of(bar)) + change.shift_s
        assert here.seconds_at(tick) == pytest.approx(heard_s)
    assert roll.grab().toImage() != before
    assert "Doubtful bars: 2 of 6." in notices(house)


def test_the_line_says_its_numbers_first(house: House) -> None:
    offer(house)
    (notice,) = house.window.shell.notices.notices()
    assert notice.sentences[0] == "Bars of 3 beats, 90 a minute: the green dashed lines."


def test_nothing_is_said_of_doubts_where_there_are_none(house: House) -> None:
    offer(house, doubtful=())
    assert "oubtful" not in notices(house)


def test_escape_drops_them_and_leaves_the_piece_alone(house: House) -> None:
    score = document_of(house).score
    offer(house)
    house.act("cancel")
    assert not lines(house)
    assert "Use" not in notices(house)
    assert "beats were found" not in notices(house)
    assert document_of(house).score is score


def test_they_go_with_the_notice_and_come_back_with_the_score(house: House) -> None:
    offer(house)
    document = document_of(house)
    document.edit("Write", document.composition.with_score(piece(bars=5)))
    assert not lines(house)
    document.undo()
    assert lines(house)
    house.window.shell.notices.dismissed.emit("bars")
    assert not lines(house)


@pytest.mark.slow
def test_doubtful_bars_are_dotted_on_the_ruler_until_undo_takes_them_back(house: House) -> None:
    ruler, document = house.window.compose.ruler, document_of(house)
    offer(house)
    house.window.shell.notices.button_clicked.emit("bars", "put_right")
    assert not lines(house)
    assert ruler.doubtful() == {2 * BAR, 4 * BAR}
    x = KEYS_WIDTH + house.window.compose.roll.transform().x_of(2 * BAR + 300)
    point = QPointF(x, 10)
    none = Qt.MouseButton.NoButton
    moved = QMouseEvent(
        QMouseEvent.Type.MouseMove, point, point, none, none, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(ruler, moved)
    assert "Bar 3 is doubtful" in ruler.toolTip()
    dotted = ruler.grab().toImage()
    ruler.show_doubtful(())
    assert ruler.grab().toImage() != dotted
    document.undo()
    assert not ruler.doubtful()
    document.redo()
    assert ruler.doubtful() == {2 * BAR, 4 * BAR}


def test_a_bar_line_that_the_user_moves_is_not_doubtful_any_more(house: House) -> None:
    ruler, document = house.window.compose.ruler, document_of(house)
    offer(house, doubtful=(0, 4 * BAR))
    house.window.shell.notices.button_clicked.emit("bars", "put_right")
    right = beat_edits.with_beat_one(document.score, 2 * BAR + 480)
    document.edit("This is beat 1", document.composition.with_score(right))
    assert ruler.doubtful() == {0}


@pytest.mark.slow
def test_a_dragged_bar_line_moves_under_notes_that_keep_their_seconds(house: House) -> None:
    ruler, document = house.window.compose.ruler, document_of(house)
    offer(house, doubtful=(BAR, 2 * BAR))
    house.window.shell.notices.button_clicked.emit("bars", "put_right")
    before = document.score
    note = next(n for n in before.tracks[0].notes if n.start > 2 * BAR + 100)
    heard = seconds_of(before)
    ruler.bar_line_moving.emit(2 * BAR, note.start)
    assert lines(house) == (note.start,)
    ruler.bar_line_dragged.emit(2 * BAR, note.start)
    assert not lines(house)
    after = document.score
    assert seconds_of(after) == pytest.approx(heard, abs=0.003)
    assert 2 * BAR in {n.start for n in after.tracks[0].notes}
    assert after.time_signatures == before.time_signatures
    # The bar line that was put right is not doubtful any more.
    assert ruler.doubtful() == {BAR}
    assert document.undo_name == "Move bar line"
    document.undo()
    assert document.score is before
    assert ruler.doubtful() == {BAR, 2 * BAR}


@pytest.mark.slow
def test_the_ruler_s_menu_moves_a_bar_line_to_the_playhead(house: House) -> None:
    document, playing = document_of(house), house.session.clients.playing
    name = "Move the nearest bar line to the playhead"

    def entry() -> QAction:
        menu = house.session.editing.ruler.menu_at(0)
        return next(action for action in menu.actions() if action.text() == name)

    assert not entry().isEnabled()
    playing.seek(4 * 480 + 100)
    entry().trigger()
    assert document.undo_name == "Move bar line"
    assert playing.tick == pytest.approx(4 * 480)
    assert not entry().isEnabled()


def test_a_bar_line_that_no_file_could_hold_there_stays(house: House) -> None:
    score = document_of(house).score
    house.window.compose.ruler.bar_line_dragged.emit(4 * 480, 1)
    assert document_of(house).score is score


def seconds_of(score: Score) -> list[float]:
    time = TempoMap.of(score)
    return [time.seconds_at(note.start) for _, note in score.notes()]


def test_another_piece_has_no_doubts(house: House) -> None:
    offer(house)
    house.window.shell.notices.button_clicked.emit("bars", "put_right")
    document_of(house).new()
    assert not house.window.compose.ruler.doubtful()


def test_the_other_bars_are_found_around_a_line_that_was_dragged(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruler, document = house.window.compose.ruler, document_of(house)
    offer(house)
    house.window.shell.notices.button_clicked.emit("bars", "put_right")
    note = next(n for n in document.score.tracks[0].notes if n.start > 2 * BAR + 100)
    ruler.bar_line_dragged.emit(2 * BAR, note.start)
    assert "The bar line stays where you put it." in notices(house)
    put_s = TempoMap.of(document.score).seconds_at(2 * BAR)
    asked: list[SaidBeats] = []
    bars = house.session.piece.files.bars
    monkeypatch.setattr(bars, "find", lambda _score, *, said: asked.append(said))
    house.window.shell.notices.button_clicked.emit("bars", "others")
    assert asked[0].lines_s == pytest.approx((put_s,))
    document.undo()
    house.act("find_beats")
    assert not asked[1].lines_s
    document.redo()
    house.act("find_beats")
    assert asked[2].lines_s == pytest.approx((put_s,))


def asked_for(house: House, monkeypatch: pytest.MonkeyPatch) -> "SaidBeats":
    """Return what goes with the question for beats that are found anew."""
    asked: list[SaidBeats] = []
    bars = house.session.piece.files.bars
    monkeypatch.setattr(bars, "find", lambda _score, *, said: asked.append(said))
    house.act("find_beats")
    return asked[0]


def choose_in_ruler_menu(house: House, text: str, tick: int) -> None:
    menu = house.session.editing.ruler.menu_at(tick)
    menus = [menu, *menu.findChildren(QMenu)]
    (action,) = (each for one in menus for each in one.actions() if each.text() == text)
    assert action.isEnabled()
    action.trigger()


def test_this_is_beat_1_is_fixed_when_beats_are_found_anew(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = document_of(house)
    offer(house)
    house.window.shell.notices.button_clicked.emit("bars", "put_right")
    beat = 2 * BAR + 480
    choose_in_ruler_menu(house, "This is beat 1", beat)
    assert document.undo_name == "This is beat 1"
    beat_s = TempoMap.of(document.score).seconds_at(beat)
    assert asked_for(house, monkeypatch).lines_s == pytest.approx((beat_s,))
    document.undo()
    assert not asked_for(house, monkeypatch).lines_s
    document.redo()
    assert asked_for(house, monkeypatch).lines_s == pytest.approx((beat_s,))


def test_several_lines_that_the_user_said_stay_whatever_else_is_corrected(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    document, ruler = document_of(house), house.window.compose.ruler
    offer(house)
    house.window.shell.notices.button_clicked.emit("bars", "put_right")
    for bar in (2, 3):
        note = next(n for n in document.score.tracks[0].notes if n.start > bar * BAR + 100)
        ruler.bar_line_dragged.emit(bar * BAR, note.start)

    def at(tick: int) -> float:
        return TempoMap.of(document.score).seconds_at(tick)

    dragged = [at(2 * BAR), at(3 * BAR)]
    choose_in_ruler_menu(house, "This is beat 1", BAR + 480)
    said = sorted([*dragged, at(BAR + 480)])
    assert asked_for(house, monkeypatch).lines_s == pytest.approx(said)
    choose_in_ruler_menu(house, "4", 0)
    assert asked_for(house, monkeypatch).lines_s == pytest.approx(said)
    choose_in_ruler_menu(house, "Count twice as fast", 0)
    assert asked_for(house, monkeypatch).lines_s == pytest.approx(said)
    for _ in range(3):
        document.undo()
    assert asked_for(house, monkeypatch).lines_s == pytest.approx(dragged)


def test_a_beat_that_was_corrected_is_no_longer_fixed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = document_of(house)
    offer(house)
    house.window.shell.notices.button_clicked.emit("bars", "put_right")
    choose_in_ruler_menu(house, "This is beat 1", 2 * BAR + 480)
    choose_in_ruler_menu(house, "This is beat 1", 2 * BAR + 960)
    second = TempoMap.of(document.score).seconds_at(2 * BAR + 960)
    assert asked_for(house, monkeypatch).lines_s == pytest.approx((second,))
