"""The window as a screen reader meets it: each part through Qt's accessibility, and keys alone.

On Linux this tree is the one of AT-SPI, which `scripts/speak_window` asks from another process.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from app.compose.offer.offer_words import spoken_words
from engine import messages
from engine.midi.file.midifile import write_midi
from tests.app.doubles import piece
from tests.app.house import House

PAGES = ("compose", "train", "library", "jam", "start_page", "preferences")
# Roles that say nothing; screen readers may pass them over.
_EMPTY = (QAccessible.Role.NoRole, QAccessible.Role.Client)
_SPOKEN = (QAccessible.Text.Name, QAccessible.Text.Description)
# A path, or the number that made an alternative.
_FOR_MACHINES = re.compile(r"[/\\]\w+[/\\]|\bSeed\b")
# A table of a thousand rows has a thousand children.
_WIDEST = 200


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    QAccessible.setActive(True)
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model()
    house.window.activateWindow()
    yield house
    house.end()
    QAccessible.setActive(False)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All that is announced."""
    spoken: list[str] = []
    heard = SimpleNamespace(
        isActive=lambda: True,
        updateAccessibility=lambda event: spoken.append(event.message()),
    )
    monkeypatch.setattr("app.widgets.words.QAccessible", heard)
    return spoken


def walked(part: QAccessibleInterface | None) -> Iterator[QAccessibleInterface]:
    """What can be seen of a part of the window, the part first."""
    if part is None or not part.isValid() or part.state().invisible:
        return
    yield part
    for index in range(min(part.childCount(), _WIDEST)):
        yield from walked(part.child(index))


def name_of(part: QAccessibleInterface) -> str:
    return part.text(QAccessible.Text.Name)


def parts_of(house: House) -> list[QAccessibleInterface]:
    return list(walked(QAccessible.queryAccessibleInterface(house.window)))


def press(house: House, key: Qt.Key, *, ctrl: bool = False, shift: bool = False) -> None:
    """Press a key where the focus is, as a keyboard does."""
    modifiers = Qt.KeyboardModifier.NoModifier
    if ctrl:
        modifiers |= Qt.KeyboardModifier.ControlModifier
    if shift:
        modifiers |= Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(house.window.focusWidget() or house.window, key, modifiers)


def test_all_that_takes_the_focus_has_a_name_a_role_and_no_words_for_machines(
    house: House, tmp_path: Path, qtbot: QtBot
) -> None:
    written = tmp_path / "a-piece.mid"
    written.write_bytes(write_midi(piece()))
    with qtbot.waitSignal(house.session.piece.files.opened):
        house.session.filing.actions.open(written)
    house.finish(house.continue_())
    choices = set()
    for page in PAGES:
        house.act(page)
        QApplication.processEvents()
        tops = [top for top in QApplication.topLevelWidgets() if top.isVisible()]
        parts = [p for top in tops for p in walked(QAccessible.queryAccessibleInterface(top))]
        focusable = [part for part in parts if part.state().focusable and not part.state().disabled]
        assert len(focusable) > 10
        assert [part.role().name for part in focusable if not name_of(part)] == [], page
        assert [name_of(part) for part in focusable if part.role() in _EMPTY] == [], page
        said = [part.text(kind) for part in parts for kind in _SPOKEN]
        assert [text for text in said if _FOR_MACHINES.search(text)] == [], page
        choices |= {part for part in map(choice_in, parts) if part}
    assert all(role == QAccessible.Role.RadioButton for _, role in choices), choices
    assert {
        "Takes",
        "Continue from: End",
        "Sound like my pieces",
    } <= {name for name, _ in choices}


def choice_in(part: QAccessibleInterface) -> tuple[str, QAccessible.Role] | None:
    """The name and the role of one of several choices; None for everything else."""
    button = part.object()
    if not isinstance(button, QAbstractButton) or not button.isCheckable():
        return None
    group = button.group()
    exclusive = button.autoExclusive() or (group is not None and group.exclusive())
    return (name_of(part), part.role()) if exclusive else None


@pytest.mark.slow
def test_cards_and_tracks_are_items_of_lists_and_one_is_chosen(house: House, qtbot: QtBot) -> None:
    house.finish(house.continue_())
    qtbot.waitUntil(lambda: house.window.compose.alternatives.has_cards)
    parts = parts_of(house)
    items = [part for part in parts if part.role() == QAccessible.Role.ListItem]
    cards = [part for part in items if name_of(part).startswith("Alternative")]
    tracks = [part for part in items if name_of(part).startswith("Track")]
    assert len(cards) == 4
    assert len(tracks) == 2
    for several in (cards, tracks):
        assert [part.state().selected for part in several].count(True) == 1
        assert all(part.state().focusable for part in several)
    # The number, the word, the last note and the chords.
    assert name_of(cards[0]) == "Alternative 1: busier, 4 bars, ends on B♭, B♭"
    lists = {name_of(part) for part in parts if part.role() == QAccessible.Role.List}
    assert {"Alternatives", "Tracks", "Piano roll"} <= lists


@pytest.mark.slow
def test_the_main_job_by_keys_alone(house: House, qtbot: QtBot, said: list[str]) -> None:
    document = house.session.piece.document
    house.window.compose.roll.setFocus()
    before = document.composition.score.note_count
    press(house, Qt.Key.Key_G)
    request = house.live.last(messages.Continue).request
    house.act("cancel")
    house.finish(house.continue_())
    assert request >= 0
    press(house, Qt.Key.Key_2)
    assert house.session.clients.continuing.offer.current == 1
    qtbot.waitUntil(lambda: any(text.startswith("Alternative 2 of 4, ") for text in said))
    (spoken,) = [text for text in said if text.startswith("Alternative 2 of 4, ")]
    assert spoken.split(", ")[1] in spoken_words()
    assert "4 bars" in spoken
    press(house, Qt.Key.Key_Return)
    assert document.undo_name == "Keep 2"
    assert document.composition.score.note_count > before
    press(house, Qt.Key.Key_Z, ctrl=True)
    assert said[-1].startswith("Undone: Keep")
    assert document.composition.score.note_count == before


@pytest.mark.slow
def test_bars_are_chosen_repeated_and_taken_out_by_keys_alone(
    house: House, qtbot: QtBot, said: list[str]
) -> None:
    document, ruler = house.session.piece.document, house.window.compose.ruler
    bars = document.timeline.bars.bars_until(document.composition.score.end)
    notes = document.composition.score.note_count
    ruler.setFocus()
    qtbot.waitUntil(ruler.hasFocus)
    press(house, Qt.Key.Key_Right, shift=True)
    press(house, Qt.Key.Key_Right, shift=True)
    spoken = QAccessible.queryAccessibleInterface(ruler).text(QAccessible.Text.Description)
    assert "2" in spoken
    assert "2" in said[-1]
    house.window.compose.roll.setFocus()
    press(house, Qt.Key.Key_D, ctrl=True)
    assert document.composition.score.note_count > notes
    assert document.timeline.bars.bars_until(document.composition.score.end) > bars
    assert said
    press(house, Qt.Key.Key_Z, ctrl=True)
    assert document.composition.score.note_count == notes
    press(house, Qt.Key.Key_Delete)
    assert document.composition.score.note_count < notes


@pytest.mark.slow
def test_a_jam_by_keys_alone(house: House, qtbot: QtBot, said: list[str]) -> None:
    house.player.deliver(messages.PortsChanged(inputs=("KeyStep",), outputs=()))
    house.session.clients.playing.audio.choose(inputs=("KeyStep",))
    house.window.compose.roll.setFocus()
    press(house, Qt.Key.Key_4, ctrl=True)
    assert house.window.workspace == "jam"
    press(house, Qt.Key.Key_J, ctrl=True)
    qtbot.waitUntil(lambda: bool(house.live.of(messages.StartJam)))
    assert any("jam" in text.lower() or "play" in text.lower() for text in said)
    names = {name_of(part) for part in parts_of(house) if part.state().focusable}
    assert any("Stop" in name for name in names)
    press(house, Qt.Key.Key_J, ctrl=True)
    qtbot.waitUntil(lambda: bool(house.live.of(messages.StopJam)))
