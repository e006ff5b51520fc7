"""The roll shows what the user asks for; choosing a track moves no other track's buttons."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QVariantAnimation
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from app.compose.work_in_sight import QUIET_S, WorkInSight
from app.style.motion import show_less_motion
from engine import messages
from engine.messages import PartNote
from engine.piece.composition import Composition
from engine.values.alternative_end import AlternativeEnd
from engine.values.score import Note
from tests.app.doubles import BAR, piece
from tests.app.house import START, House

BARS = 64
END = BARS * BAR


@pytest.fixture
def house(qapp: QApplication, qtbot: QtBot, tmp_path: Path):
    house = House(qapp, tmp_path, styled=True)
    house.begin(qtbot)
    house.load_model()
    yield house
    house.end()


def test_continue_brings_its_bars_into_sight(house: House) -> None:
    roll = house.window.compose.roll
    roll.show_transform(roll.transform().scrolled_to(left=40 * START))
    assert roll.transform().x_of(START) < 0
    house.continue_()
    offer = house.session.clients.continuing.offer
    assert offer is not None
    assert roll.transform().x_of(offer.start) >= 0
    assert roll.transform().x_of(offer.end) <= roll.note_area().width()


@pytest.mark.slow
def test_who_scrolls_while_it_is_made_is_left_where_they_are(house: House) -> None:
    request = house.continue_()
    roll = house.window.compose.roll
    roll.show_transform(roll.transform().scrolled_to(left=40 * START))
    away = roll.transform()
    house.finish(request)
    assert roll.transform() == away


def test_choosing_a_track_moves_no_button(house: House) -> None:
    headers = house.window.compose.headers

    def places() -> list[QPoint]:
        QApplication.processEvents()
        found = headers.findChildren(QAbstractButton)
        return [b.mapTo(headers, QPoint(0, 0)) for b in found if b.isVisible()]

    before = places()
    house.session.focus.selection.choose_track(1)
    assert places() == before


class Hand:
    """The user's hand and its clock, in place of the mouse and of time."""

    def __init__(self, sight: WorkInSight) -> None:
        self.now_s, self.is_down = 100.0, False
        sight._clock = lambda: self.now_s
        sight._hand_is_down = lambda: self.is_down


@pytest.fixture
def hand(house: House) -> Hand:
    """Somebody in front of a long piece whose first bars are in view."""
    document = house.session.piece.document
    document.show(Composition.of(piece(bars=BARS)), path=None, title="a", saved=True)
    roll = house.window.compose.roll
    assert sees(house, 0, 8 * BAR)
    assert not roll.sees(END - BAR, END)
    sight = house.session.findChild(WorkInSight)
    assert sight is not None
    return Hand(sight)


def sees(house: House, start: int, end: int) -> bool:
    """Whether all of these ticks are in view."""
    roll = house.window.compose.roll
    shown = roll.transform()
    return shown.x_of(start) >= 0 and shown.x_of(end) <= roll.note_area().width()


def plays(house: House, tick: float) -> None:
    """The player reports its playhead, and the window shows it."""
    house.player.deliver(messages.Playhead(tick=tick, playing=True))
    house.session.views.show_playhead(tick)


def ask(house: House) -> int:
    house.act("continue")
    return house.live.last(messages.Continue).request


def offer(house: House) -> int:
    """Press G and let four bars be made."""
    request = ask(house)
    for index in range(4):
        note = PartNote(0, Note(END + 480 * index, 70, 480))
        made = messages.NotesMade(request=request, alternative=index, notes=(note,), until=END)
        house.live.deliver(made)
        whole = messages.AlternativeFinished(
            request=request,
            alternative=index,
            made=AlternativeEnd(end=END + 4 * BAR, ended=False, seed=index),
        )
        house.live.deliver(whole)
    done = messages.ContinuationFinished(
        request=request, seconds=2.0, first_note_seconds=0.2, notes_per_second=90.0
    )
    house.live.deliver(done)
    return request


def wheel(house: House) -> None:
    house.window.compose.roll.scroll_by_hand(40.0, 0.0)


@pytest.mark.usefixtures("hand")
def test_g_shows_four_old_bars_and_all_new_ones_before_a_note_is_made(house: House) -> None:
    ask(house)
    assert sees(house, END - 4 * BAR, END + 4 * BAR)


@pytest.mark.usefixtures("hand")
def test_the_playhead_far_before_does_not_take_the_view_from_the_offer(house: House) -> None:
    house.act("play")
    plays(house, 10.0)
    ask(house)
    for tick in range(20, 4 * BAR, 240):
        plays(house, tick)
    assert sees(house, END - 4 * BAR, END + 4 * BAR)


@pytest.mark.usefixtures("hand")
def test_the_roll_follows_the_playhead_again_that_comes_to_the_offer(house: House) -> None:
    house.act("play")
    ask(house)
    plays(house, END - 3 * BAR)
    plays(house, END + 20 * BAR)
    assert sees(house, END + 20 * BAR, END + 20 * BAR)


@pytest.mark.usefixtures("hand")
def test_who_starts_playback_elsewhere_sees_it(house: House) -> None:
    ask(house)
    house.act("stop")
    house.session.clients.playing.seek(2 * BAR)
    house.act("play")
    plays(house, 2 * BAR + 10)
    assert sees(house, 2 * BAR, 3 * BAR)


@pytest.mark.usefixtures("hand")
def test_a_stop_leaves_the_offer_in_view(house: House) -> None:
    house.act("play")
    plays(house, 10.0)
    offer(house)
    plays(house, END)
    house.act("stop")
    assert house.session.clients.playing.tick == 0
    house.session.views.show_playhead(0)
    assert sees(house, END, END + 4 * BAR)


def test_a_scroll_ends_the_following_of_everything(house: House, hand: Hand) -> None:
    house.act("play")
    request = ask(house)
    wheel(house)
    there = house.window.compose.roll.transform()
    hand.now_s += 10.0
    for tick in range(0, END, BAR):
        plays(house, tick)
    house.finish(request)
    assert house.window.compose.roll.transform() == there
    assert not house.window.actions_table["follow"].isChecked()


def test_while_the_user_drags_the_view_stays_and_goes_there_afterwards(
    house: House, hand: Hand, qtbot: QtBot
) -> None:
    there = house.window.compose.roll.transform()
    hand.is_down = True
    ask(house)
    assert house.window.compose.roll.transform() == there
    hand.is_down = False
    qtbot.waitUntil(lambda: sees(house, END - 4 * BAR, END + 4 * BAR))


def test_just_after_a_scroll_the_view_stays_for_a_moment(
    house: House, hand: Hand, qtbot: QtBot
) -> None:
    wheel(house)
    there = house.window.compose.roll.transform()
    hand.now_s += QUIET_S / 2
    ask(house)
    assert house.window.compose.roll.transform() == there
    hand.now_s += QUIET_S
    qtbot.waitUntil(lambda: sees(house, END - 4 * BAR, END + 4 * BAR))


def test_a_scroll_after_g_wins(house: House, hand: Hand) -> None:
    hand.is_down = True
    ask(house)
    wheel(house)
    there = house.window.compose.roll.transform()
    hand.is_down = False
    hand.now_s += 2 * QUIET_S
    house.session.findChild(WorkInSight)._move_if_free()  # type: ignore[union-attr]
    assert house.window.compose.roll.transform() == there


def far(house: House, hand: Hand) -> None:
    """Scroll to the beginning, and wait."""
    roll = house.window.compose.roll
    roll.scroll_by_hand(-1e7, 0.0)
    hand.now_s += 2 * QUIET_S
    assert not roll.sees(END - BAR, END + 4 * BAR)


def test_enter_undo_and_redo_go_to_their_bars(house: House, hand: Hand) -> None:
    offer(house)
    for action in ("accept", "undo", "redo"):
        far(house, hand)
        house.act(action)
        assert house.window.compose.roll.sees(END, END + BAR), action


def test_undo_moves_nothing_where_its_bars_are_in_view(house: House, hand: Hand) -> None:
    offer(house)
    house.act("accept")
    there = house.window.compose.roll.transform()
    house.act("undo")
    assert house.window.compose.roll.transform() == there
    assert hand.now_s == 100.0


@pytest.mark.parametrize("follow", [False, True])
def test_home_and_end_show_the_playhead(house: House, hand: Hand, *, follow: bool) -> None:
    if house.window.actions_table["follow"].isChecked() != follow:
        house.act("follow")
    roll = house.window.compose.roll
    house.act("to_end")
    assert roll.sees(END, END + 1)
    assert not roll.sees(0, 1)
    house.act("to_start")
    assert roll.sees(0, 1)
    assert hand.now_s == 100.0


def test_bars_that_are_rewritten_far_away_come_into_view(house: House, hand: Hand) -> None:
    house.session.focus.selection.choose_bars(40 * BAR, 42 * BAR)
    house.act("rewrite")
    assert sees(house, 36 * BAR, 42 * BAR)
    assert hand.now_s == 100.0


@pytest.mark.slow
def test_a_pane_that_opens_does_not_stop_the_glide(house: House, hand: Hand, qtbot: QtBot) -> None:
    roll = house.window.compose.roll
    roll.show_whole()
    roll.zoom(8.0)
    show_less_motion(on=False)
    try:
        ask(house)
        height = roll.height()
        roll.resize(roll.width(), height - 60)
        qtbot.waitUntil(lambda: roll._gliding.state() == QVariantAnimation.State.Stopped)
    finally:
        show_less_motion(on=True)
    assert sees(house, END - 4 * BAR, END + 4 * BAR)
    assert hand.now_s == 100.0
