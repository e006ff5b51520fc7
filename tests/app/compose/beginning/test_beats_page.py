"""The page of beats: a draft is looked at, changed and heard; the piece changes once, or not."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.compose.beginning.beats_room import BeatsRoom
from app.views.beats.page import BeatsPage
from app.widgets.beats.grid import BARS, TOP
from engine import messages
from engine.beats.notes import notes_of
from engine.form.regridding import Regridding
from engine.messages import RightBars
from engine.midi.file.midifile import write_midi
from engine.values.line_picture import LinePicture
from engine.values.score import Note, Score, Track
from tests.app.doubles import other_beats, piece
from tests.app.house import House

if TYPE_CHECKING:
    from engine.values.beats import SaidBeats

BAR = 3 * 480
NEVER_MS = 60_000
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def house(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    document = house.session.piece.document
    document.edit("Write", document.composition.with_score(piece(bars=8)))
    yield house
    house.end()


def room(house: House) -> BeatsRoom:
    return house.session._beats


def page(house: House) -> BeatsPage:
    return house.window.workspaces.beats


def score_of(house: House) -> Score:
    return house.session.piece.document.score


def notices(house: House) -> str:
    return " ".join(notice.text for notice in house.window.shell.notices.notices())


def says(house: House) -> str:
    return page(house)._says.text()


def right(change: Regridding, score: Score, *, doubtful: tuple[int, ...] = ()) -> RightBars:
    return RightBars(
        score=change.score(score),
        shift_s=change.shift_s,
        beats=3,
        bars=11,
        doubtful=doubtful,
        bpm=90.0,
        played=True,
    )


def find(house: House, *, doubtful: tuple[int, ...] = (2 * BAR, 5 * BAR)) -> Regridding:
    """Open the page and let beats be found in the piece."""
    house.act("find_beats")
    house.session.piece.files.bars.cancel()
    change = other_beats(score_of(house))
    found = right(change, score_of(house), doubtful=doubtful)
    house.session.piece.files.bars.do_not_fit.emit(score_of(house), found)
    return change


def press(
    house: House, key: Qt.Key, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    QTest.keyClick(page(house).grid, key, keys)


def chosen(house: House) -> float:
    return page(house).grid.at_s


def test_what_was_found_is_looked_at_and_used_as_one_step(house: House) -> None:
    before, document = score_of(house), house.session.piece.document
    change = find(house)
    assert house.window.workspace == "beats"
    assert score_of(house) is before
    assert page(house).side._headline.text() == "8 bars of 3/4 found"
    assert page(house).side._count.text() == "2 of 8"
    page(house).side.use_clicked.emit()
    assert house.window.workspace == "compose"
    assert score_of(house) == change.score(before)
    assert document.undo_name == "Find the beats"
    assert house.window.compose.ruler.doubtful() == {2 * BAR, 5 * BAR}
    assert "The piece has 8 bars of 3/4. Every note sounds when it did." in notices(house)
    house.window.shell.notices.button_clicked.emit("bars", "undo")
    assert score_of(house) == before
    assert not house.window.compose.ruler.doubtful()
    document.redo()
    assert house.window.compose.ruler.doubtful() == {2 * BAR, 5 * BAR}
    document.new()
    assert not house.window.compose.ruler.doubtful()


@pytest.mark.parametrize("way", ["escape", "button", "compose", "new"])
def test_it_is_left_as_it_is(house: House, way: str) -> None:
    before = score_of(house)
    find(house)
    ways = {
        "escape": lambda: house.act("cancel"),
        "button": page(house).side.leave_clicked.emit,
        "compose": lambda: house.act("compose"),
        "new": house.session.piece.document.new,
    }
    ways[way]()
    assert house.window.workspace == "compose"
    assert way == "new" or score_of(house) is before
    assert "Use" not in notices(house)


def test_tab_steps_through_the_doubtful_bars_and_then_leaves_the_grid(house: House) -> None:
    find(house)
    draft, grid = room(house).draft, page(house).grid
    first, second = (draft.second_of(line) for line in draft.doubtful)
    assert chosen(house) == pytest.approx(first)
    assert grid.focusNextPrevChild(True)
    assert chosen(house) == pytest.approx(second)
    assert "Bar 6, doubtful" in grid.accessibleDescription()
    assert grid.doubtful_after(1) is None
    grid.focusNextPrevChild(False)
    assert chosen(house) == pytest.approx(first)


def test_its_keys_correct_a_bar_and_take_the_last_change_back(house: House) -> None:
    find(house)
    first = room(house).draft
    line = first.doubtful[0]
    press(house, Qt.Key.Key_1)
    assert line not in room(house).draft.doubtful
    press(house, Qt.Key.Key_Right)
    press(house, Qt.Key.Key_1)
    assert line + 480 in room(house).draft.lines
    press(house, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    press(house, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert room(house).draft is first
    room(house)._choose(first.second_of(line))
    press(house, Qt.Key.Key_Delete)
    assert line not in room(house).draft.lines
    press(house, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    press(
        house,
        Qt.Key.Key_Right,
        Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    assert chosen(house) == pytest.approx(first.second_of(line) + 0.01, abs=0.002)
    assert "Bar line 3 moved by +0.01 s." in notices(house)
    house.window.shell.notices.button_clicked.emit("bars", "undo")
    assert room(house).draft is first


def test_speed_phase_and_meter_are_chosen_and_the_notes_stay(house: House) -> None:
    find(house)
    side, heard = page(house).side, notes_of(score_of(house)).start_s
    assert side._speed.choice() == "0"
    side.level_chosen.emit(1)
    assert side._speed.choice() == "1"
    side.later_clicked.emit()
    side.meter_chosen.emit(4)
    assert side._meter.choice() == "4"
    page(house).side.use_clicked.emit()
    at_s = notes_of(score_of(house)).start_s
    assert at_s - at_s[0] == pytest.approx(heard - heard[0], abs=0.004)


def test_a_bar_line_is_dragged_onto_an_onset_and_its_old_place_is_dotted(house: House) -> None:
    house.window.resize(1280, 800)
    find(house)
    grid, draft = page(house).grid, room(house).draft
    grid.resize(1000, 400)
    before_s = draft.lines_s[2]
    onset = next(float(at) for at in notes_of(score_of(house)).start_s if at > before_s + 0.15)
    y = TOP + BARS + 40
    plain = grid.grab().toImage()
    start, end = (QPoint(round(grid._x(at)), y) for at in (before_s, onset))
    QTest.mousePress(grid, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(grid, end + QPoint(3, 0))
    assert grid.grab().toImage() != plain
    QTest.mouseRelease(grid, Qt.MouseButton.LeftButton, pos=end + QPoint(3, 0))
    assert room(house).draft.lines_s[2] == pytest.approx(onset, abs=0.002)
    assert room(house).draft.lines_s[3] == pytest.approx(draft.lines_s[3])
    # What no file could hold stays.
    grid.line_moved.emit(3, 0.0)
    assert "That cannot be" in says(house)


def test_lines_that_were_put_stay_when_beats_are_found_anew(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    find(house)
    press(house, Qt.Key.Key_1)
    page(house).side.use_clicked.emit()
    asked: list[SaidBeats] = []
    bars = house.session.piece.files.bars
    monkeypatch.setattr(bars, "find", lambda _score, *, said: asked.append(said))
    house.act("find_beats")
    put_s = house.session.piece.document.timeline.tempo.seconds_at(2 * BAR)
    assert asked[0].lines_s == pytest.approx((put_s,))
    house.act("other_beats")
    assert house.live.last(messages.FindOtherBeats).lines_s == pytest.approx((put_s,))


def test_other_beats_come_one_after_the_other_and_then_the_first_again(house: House) -> None:
    house.load_model()
    find(house)
    for number, sentence in ((1, "Other beats, 1 of 2."), (2, "Other beats, 2 of 2.")):
        page(house).side.others_clicked.emit()
        assert says(house) == "Segue looks for other beats."
        answer(house)
        assert house.live.last(messages.FindOtherBeats).number == number
        assert says(house) == sentence
    page(house).side.others_clicked.emit()
    answer(house)
    assert house.live.last(messages.FindOtherBeats).number == 1
    answer(house, is_steady=False)
    assert says(house) == "No steady beat was found: this is guess 1 of 2."
    page(house).side.others_clicked.emit()
    asked = house.live.last(messages.FindOtherBeats)
    house.act("cancel")
    assert house.live.last(messages.CancelOtherBeats).request == asked.request
    answer(house)
    assert house.window.workspace == "compose"
    assert not notices(house)


def answer(house: House, *, count: int = 2, is_steady: bool = True) -> None:
    """Answer the last question for other beats."""
    asked = house.live.last(messages.FindOtherBeats)
    found = right(other_beats(asked.score, seed=asked.number), asked.score)
    house.live.deliver(
        messages.OtherBeatsFound(
            number=asked.number,
            count=count,
            found=found if asked.number <= count else None,
            request=asked.request,
            is_steady=is_steady,
        )
    )


def test_what_cannot_be_answered_is_one_sentence(house: House) -> None:
    bars, document = house.session.piece.files.bars, house.session.piece.document
    house.act("other_beats")
    answer(house, count=0)
    house.live.deliver(
        messages.OtherBeatsFound(
            number=1, count=0, request=house.live.last(messages.FindOtherBeats).request
        )
    )
    assert says(house) == "Segue found no other beats."
    house.act("find_beats")
    bars.cancel()
    bars.fit.emit(document.score)
    assert says(house) == "The bars of this piece fit its notes already."
    bars.no_beats.emit(document.score)
    assert says(house) == "No steady beat was found: the bars stay as they are."
    old = document.score
    document.edit("Write", document.composition.with_score(piece(bars=5)))
    bars.do_not_fit.emit(old, right(other_beats(old), old))
    assert says(house) == "The piece was edited: its bars stay as they are."
    house.act("other_beats")
    house.live.died.emit("It ended.")
    document.edit("Clear", document.composition.with_score(Score(tracks=(Track(),))))
    house.act("compose")
    house.act("find_beats")
    assert house.window.workspace == "compose"


def test_both_pages_are_played_with_a_click_on_their_own_beats(house: House) -> None:
    find(house)
    for sheet, first in ((page(house).was, score_of(house)), (page(house).will, None)):
        sheet.play_clicked.emit()
        heard = house.player.score()
        clicks = heard.tracks[-1]
        assert clicks.is_drum
        assert heard.tracks[:-1] == (first or room(house).draft.score).tracks
        assert [n.start for n in clicks.notes][:3] == [0, 480, 960]
        assert sheet._play.accessibleName() == "Stop"
        house.player.deliver(messages.Playhead(tick=960.0, playing=True))
        at_s = page(house).grid._playhead_s
        expected = 1.0 if first else room(house).draft.second_of(960)
        assert at_s == pytest.approx(expected)
        sheet.play_clicked.emit()
        assert sheet._play.accessibleName() != "Stop"
    assert house.player.of(messages.Stop)


def test_both_pages_are_drawn_and_say_which_bars_they_have(house: House) -> None:
    house.engrave.deliver(messages.Ready(role="engrave", seconds=0.1))
    find(house)
    page(house).pictures_wanted.emit()
    for _ in range(2):
        asked = house.engrave.last(messages.Engrave)
        request = asked.request
        house.engrave.deliver(
            messages.PageLaidOut(request=request, starts=(0,), measures=2, anew=(0, 0))
        )
        picture = LinePicture(svg="<svg/>", width=1000, height=500)
        house.engrave.deliver(messages.Engraved(request=request, line=0, picture=picture))
    assert page(house).will.has_line
    assert page(house).was.has_line
    assert page(house).will._about.text() == "3/4, bars 3 and 4"


def test_the_ruler_s_menu_opens_it_at_a_bar(house: House) -> None:
    menu = house.session.editing.ruler.menu_at(1920)
    next(action for action in menu.actions() if action.text() == "Correct the bars…").trigger()
    assert house.window.workspace == "beats"
    assert chosen(house) == pytest.approx(2.0)
    assert not page(house).side._use.isEnabled()
    page(house).side.meter_chosen.emit(3)
    page(house).side.use_clicked.emit()
    assert score_of(house).time_signatures[0].numerator == 3


def test_everything_on_it_has_a_name_and_a_role(house: House) -> None:
    find(house)
    buttons = page(house).findChildren(QAbstractButton)
    assert all(button.accessibleName() for button in buttons)
    for widget in (page(house).grid, page(house).side._speed, page(house).was):
        assert widget.accessibleName()
    roles = [_role(button) for button in page(house).side._speed.findChildren(QAbstractButton)]
    assert set(roles) == {QAccessible.Role.RadioButton}
    names = [row.accessibleName() for row in page(house).side._rows]
    assert names[0].startswith("Bar 3: ")


def _role(widget: QWidget) -> QAccessible.Role:
    return QAccessible.queryAccessibleInterface(widget).role()


@pytest.mark.slow
def test_an_imported_piece_says_that_its_bars_do_not_fit_and_opens_on_demand(
    house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    notes = tuple(Note(180 + 480 * i, 60 + i % 4, 480) for i in range(64))
    bass = tuple(Note(180 + 1920 * i, 36, 1920) for i in range(16))
    house.session.piece.document.new()
    path = tmp_path / "late.mid"
    late = Score(tracks=(Track(notes=notes), Track(notes=bass, program=32)))
    path.write_bytes(write_midi(late))
    with qtbot.waitSignal(house.session.piece.files.imported):
        house.session.piece.files.open(path)
    sentence = "The bars of this piece do not fit its notes."
    qtbot.waitUntil(lambda: sentence in notices(house), timeout=NEVER_MS)
    assert house.window.workspace == "compose"
    house.window.shell.notices.button_clicked.emit("bars", "look")
    qtbot.waitUntil(lambda: len(room(house)._drafts) > 1, timeout=NEVER_MS)
    page(house).side.use_clicked.emit()
    assert {note.start % 1920 for note in score_of(house).tracks[1].notes} == {0}
