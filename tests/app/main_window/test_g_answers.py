"""Whatever was done last, and wherever the focus is, the key on the main button gives music.

Where it cannot, a sentence says why. The keys are pressed in the window, not in a widget: Qt finds
out who gets them.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from app.main_window.workspaces import Workspace
from app.views.alternatives.card import Card
from app.widgets.keys.own import types_into
from app.widgets.main_button import MainButton
from engine import messages
from tests.app.doubles import BAR, piece
from tests.app.house import House

PAGES: tuple[Workspace, ...] = ("start", "compose", "train", "library", "jam")
PORT = "Keys 1"


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model()
    house.window.activateWindow()
    qtbot.waitUntil(house.window.isActiveWindow)
    yield house
    house.end()


# --- the modes of the whole program ----------------------------------------------------------


def plays(house: House, tick: float = 0.0) -> None:
    house.player.deliver(messages.Playhead(tick=tick, playing=True))


def hear_a_keyboard(house: House) -> None:
    house.player.deliver(messages.PortsChanged(outputs=(), inputs=(PORT,)))
    house.session.clients.playing.audio.choose(inputs=(PORT,))


def record(house: House) -> None:
    hear_a_keyboard(house)
    house.act("record")
    plays(house)


def record_by_letters(house: House) -> None:
    house.session.typing.record()
    plays(house)


def follow_a_clock(house: House) -> None:
    hear_a_keyboard(house)
    house.session.clients.playing.audio.choose(clock_in=PORT)
    house.player.deliver(messages.ExternalClock(bpm=120.0))


def loop(house: House) -> None:
    house.session.clients.playing.set_loop(0, 2 * BAR)
    house.session.clients.playing.enable_loop(on=True)


def jam(house: House) -> None:
    house.act("typing")
    house.session.jams.start()
    plays(house)


def wish(house: House) -> None:
    generation = house.session.focus.generation
    generation.replace(generation.settings.asking(wish="build"))


def keep_in_key(house: House) -> None:
    generation = house.session.focus.generation
    generation.replace(replace(generation.settings, keep_in_key=True))


def lock_the_seed(house: House) -> None:
    generation = house.session.focus.generation
    generation.replace(replace(generation.settings, seed_locked=True))


def play(house: House) -> None:
    house.act("play")
    plays(house)


def break_up(house: House) -> None:
    house.session.clients.playing.audio.dropped_out.emit(4)


# Each mode: how it begins, and the view that says so as long as it lasts and can end it. Those of
# the panel stand there until the next request; what is no sign in the transport is a lit button of
# it, or a line of the status row.
MODES: dict[str, Callable[[House], object]] = {
    "typing": lambda house: house.act("typing"),
    "record_by_letters": record_by_letters,
    "record": record,
    "loop": loop,
    "metronome": lambda house: house.act("metronome"),
    "speed": lambda house: house.act("slower"),
    "clock": follow_a_clock,
    "play": play,
    "taps": lambda house: house.act("tap_beats"),
    "jam": jam,
    "learn": lambda house: house.session.sound.learning.begin("play"),
    "navigation": lambda house: house.act("navigation"),
    "draw": lambda house: house.act("tool_draw"),
    "replace": lambda house: house.act("record_replaces"),
    "wish": wish,
    "keep_in_key": keep_in_key,
    "seed": lock_the_seed,
    "drop_outs": break_up,
}
# The modes that have no button of their own in the transport have a sign there.
SIGNS = {"typing": "typing", "record_by_letters": "typing", "speed": "speed", "clock": "clock"}
SIGNS |= {"jam": "jam"}


# --- pressing keys -----------------------------------------------------------------------------


def printed(house: House) -> str:
    """Return the key that the window names for Continue."""
    return house.window.actions_table["continue"].shortcut().toString()


def press(house: House, keys: str) -> None:
    combination = QKeySequence(keys)[0]
    QTest.keyClick(house.window.windowHandle(), combination.key(), combination.keyboardModifiers())


def sentences(house: House) -> str:
    """Return what the window says about a request: beside the button, or in the status row."""
    panel, status = house.window.compose.continue_panel, house.window.status
    beside = panel._reason.text() if panel._reason.isVisible() else ""
    line = house.window.notices.shown()
    refused = line.text if line is not None and line.key == "continue" else ""
    return f"{beside}{refused}{status._reason.text()}"


def answer(house: House, keys: str) -> str:
    """Press keys; return `offer`, a sentence, or nothing."""
    house.window.status.show_reason("")
    house.window.notices.clear_notice("continue")
    before = len(house.live.of(messages.Continue))
    press(house, keys)
    return "offer" if len(house.live.of(messages.Continue)) > before else sentences(house)


def foci(page: QWidget) -> list[QWidget]:
    """Return all widgets of a page that can have the focus now."""
    return [
        widget
        for widget in (page, *page.findChildren(QWidget))
        if widget.isVisible()
        and widget.isEnabled()
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.focusProxy() is None
    ]


def described(widget: QWidget) -> str:
    return f"{type(widget).__name__} {widget.accessibleName()!r}"


def show(house: House, page: Workspace) -> QWidget:
    house.session.clients.continuing.dismiss()
    if page == "start":
        house.act("start_page")
    else:
        house.window.show_workspace(page)
    shown = house.window.workspaces.currentWidget()
    assert shown is not None
    return shown


def dead(house: House, page: Workspace) -> list[str]:
    """Return the widgets of a page in which the printed key of Continue does nothing."""
    found = []
    rows = (house.window.transport, house.window.status)
    for widget in [*foci(show(house, page)), *(w for row in rows for w in foci(row))]:
        show(house, page)
        widget.setFocus()
        keys = printed(house)
        if types_into(widget, keys.lower()) and len(keys) == 1:
            keys = "Ctrl+G"  # the letter becomes text there, and is seen
        if not answer(house, keys):
            found.append(described(widget))
    return found


# --- what holds --------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.slow
def test_the_printed_key_answers_in_each_focus_of_each_page(house: House, page: Workspace) -> None:
    assert printed(house) == "G"
    assert not dead(house, page)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.slow
def test_while_letters_play_the_printed_key_answers_in_each_focus(
    house: House, page: Workspace
) -> None:
    house.act("typing")
    show(house, page)
    assert printed(house) == "Ctrl+G"
    assert not dead(house, page)


@pytest.mark.parametrize("mode", MODES)
def test_the_printed_key_answers_in_each_mode_on_each_page(house: House, mode: str) -> None:
    MODES[mode](house)
    for page in PAGES:
        show(house, page)
        found = answer(house, printed(house))
        assert found, page
        # An offer is seen where it is.
        assert found != "offer" or house.window.workspace == "compose"


@pytest.mark.parametrize("mode", SIGNS)
def test_a_mode_has_a_sign_on_each_page_until_the_user_ends_it_there(
    house: House, mode: str
) -> None:
    MODES[mode](house)
    name, transport = SIGNS[mode], house.window.transport
    pages = [page for page in PAGES if (name, page) != ("jam", "jam")]
    for page in pages:
        show(house, page)
        assert transport.shows_mode(name), page
    show(house, "compose")
    transport.mode_ended.emit(name)
    if name == "jam":  # stopped: the player says so, and the live process gathers what was played
        house.player.deliver(messages.Playhead(tick=0.0, playing=False))
        house.live.deliver(messages.JamCaptured(score=piece(tracks=2), turns=()))
    assert not transport.shows_mode(name)


def test_what_cannot_be_continued_is_said_on_each_page(house: House) -> None:
    document = house.session.piece.document
    tracks = range(len(document.composition.score.tracks))
    for track in tracks:
        house.window.compose.headers.role_changed.emit(track, "ignore")
    for page in PAGES:
        shown = show(house, page)
        for widget in foci(shown):
            widget.setFocus()
            assert "set one to Write" in answer(house, "Ctrl+G"), (page, described(widget))


def test_the_button_and_the_hint_name_the_key_that_works(house: House, qtbot: QtBot) -> None:
    page = house.window.compose
    buttons = page.continue_panel.findChildren(MainButton)
    assert [each.key for each in buttons] == ["G"]
    house.act("typing")
    assert [each.key for each in buttons] == ["Ctrl+G"]
    assert page.roll._keys == "Ctrl+G"
    assert "(Ctrl+G)" in buttons[0].toolTip()
    assert house.window.actions_table.reason("accept").endswith("press Ctrl+G first.")
    house.finish(house.continue_())
    qtbot.waitUntil(lambda: len(page.alternatives.findChildren(Card)) == 4)
    # F, S, T and L play, too: no button names them, and the digits of the cards stay.
    for name, keys in (("follow", ""), ("loop", ""), ("star", ""), ("audition_2", "2")):
        assert house.window.actions_table[name].shortcut().toString() == keys, name
    assert house.window.actions_table["accept"].shortcut().toString() == "Return"
    house.act("typing")
    assert [each.key for each in buttons] == ["G"]
    assert house.window.actions_table["star"].shortcut().toString() == "T"


def test_enter_digits_and_space_do_what_they_do_while_letters_play(house: House) -> None:
    house.finish(house.continue_())
    house.act("typing")
    house.window.compose.roll.setFocus()
    press(house, "3")
    assert house.session.clients.continuing.offer.current == 2
    press(house, "Return")
    assert house.session.piece.document.undo_name == "Keep 3"
    before = len(house.player.of(messages.Play))
    press(house, "Space")
    press(house, "Space")
    assert len(house.player.of(messages.Play)) > before


def test_a_letter_in_a_field_of_numbers_stays_a_shortcut(house: House) -> None:
    page = show(house, "jam")
    field = page.findChildren(QSpinBox)[0]
    field.setFocus()
    number = field.value()
    press(house, "G")
    assert len(house.live.of(messages.Continue)) == 1
    show(house, "jam")
    field.setFocus()
    field.selectAll()
    press(house, "9")
    press(house, "0")
    assert field.value() == 90 != number


def test_a_letter_in_a_text_is_text(house: House) -> None:
    house.library.deliver(messages.Ready(role="library", seconds=0.1))
    house.library.deliver(messages.LibraryDescribed(folders=("/music",), ready=1))
    house.act("find_piece")
    field = house.window.focusWidget()
    assert isinstance(field, QLineEdit)
    press(house, "G")
    assert field.text().lower() == "g"
    assert not house.live.of(messages.Continue)
    assert answer(house, "Ctrl+G") == "offer"
