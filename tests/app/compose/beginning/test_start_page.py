"""What a session begins with: the last piece as it was seen, or the page to start from."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.compose.beginning.continued_demos import FEATURED
from app.views.start_page.continued import ContinuedCard
from engine import messages
from engine.music.midifile import write_midi
from tests.app.doubles import BAR, piece
from tests.app.house import House
from tests.app.views.widgets_of import button

Again = Callable[[], House]


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    yield house
    if not house.closed:
        house.end()


@pytest.fixture
def again(house: House, qapp: QApplication, tmp_path: Path) -> Iterator[Again]:
    """Ends the first session and returns the next one of the same user, not begun yet."""
    later: list[House] = []

    def start() -> House:
        if not house.closed:
            house.end()
        later.append(House(qapp, tmp_path))
        later[-1].window.show()
        return later[-1]

    yield start
    for each in later:
        each.end()


def workspace(house: House) -> str:
    return house.window.workspace


def is_playing(house: House) -> bool:
    return house.session.clients.playing.playing


def tiles(house: House) -> dict[str, QAbstractButton]:
    page = house.window.workspaces.start
    named = {each.text(): each for each in page.findChildren(QAbstractButton)}
    return {name: tile for name, tile in named.items() if type(tile).__name__ == "_Tile"}


@pytest.fixture
def first(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    """A first start, with the pieces of the start page read."""
    house = House(qapp, tmp_path)
    house.window.show()
    house.session.begin(())
    qtbot.waitUntil(lambda: len(cards(house)) == 3)
    yield house
    house.end()


def cards(house: House) -> list[ContinuedCard]:
    return house.window.workspaces.start.findChildren(ContinuedCard)


def test_a_first_start_shows_the_start_page_and_three_continued_pieces(first: House) -> None:
    page = first.window.workspaces.start
    assert workspace(first) == "start"
    assert [each.key for each in cards(first)] == list(FEATURED)
    assert any("Segue goes on with it" in label.text() for label in page.findChildren(QLabel))
    focus = first.window.focusWidget()
    assert focus is not None
    assert focus.accessibleName() == "New piece"


def test_a_continued_piece_plays_on_the_page_and_stops_when_the_page_is_left(
    first: House,
) -> None:
    playing, page = first.session.clients.playing, first.window.workspaces.start
    button(page, "Play ‘Canon in D’").click()
    assert is_playing(first)
    assert playing.score.note_count > 0
    button(page, "Play ‘Night drive’").click()
    assert button(page, "Play ‘Canon in D’").isVisible()
    assert button(page, "Stop ‘Night drive’").isVisible()
    button(page, "Stop ‘Night drive’").click()
    assert not is_playing(first)
    button(page, "Play ‘Canon in D’").click()
    button(page, "New piece").click()
    assert workspace(first) == "compose"
    assert not is_playing(first)
    assert playing.score is first.session.piece.document.score


def test_a_piece_of_the_list_is_opened_whole(first: House, qtbot: QtBot) -> None:
    demos = first.session._folders.demos
    with qtbot.waitSignal(first.session.piece.files.opened):
        first.session.filing.actions.open_demo("blue-hour")
    assert (demos / "blue-hour.mid").is_file()
    assert first.session.piece.document.score.end == 4 * BAR
    assert first.session.clients.continuing.offer is None


def test_tab_reaches_the_pieces_to_hear_soon(first: House) -> None:
    page = first.window.workspaces.start
    button(page, "New piece").setFocus()
    names = []
    for _ in range(10):
        QTest.keyClick(first.window.focusWidget(), Qt.Key.Key_Tab)
        names.append(first.window.focusWidget().accessibleName())
    assert names.index("Play ‘Morning pages’") < 6
    assert names[3:9] == [
        "Play ‘Morning pages’",
        "Open ‘Morning pages’",
        "Play ‘Canon in D’",
        "Open ‘Canon in D’",
        "Play ‘Night drive’",
        "Open ‘Night drive’",
    ]


def test_record_takes_the_keyboard_that_was_found(first: House) -> None:
    page = first.window.workspaces.start
    assert "computer's keys" in button(page, "Record").accessibleDescription()
    first.player.deliver(messages.PortsChanged(inputs=("KeyStep 37",), outputs=()))
    assert button(page, "Record").accessibleDescription() == "KeyStep 37 found"
    button(page, "Record").click()
    assert workspace(first) == "compose"
    assert first.session.recording.on
    assert first.session.clients.playing.audio.listening == ("KeyStep 37",)


def test_record_without_a_keyboard_takes_the_keys_of_the_computer(first: House) -> None:
    button(first.window.workspaces.start, "Record").click()
    assert first.session.recording.on
    assert first.window.actions_table["typing"].isChecked()


def test_the_introduction_shows_the_page_again_without_recent_pieces(
    house: House, tmp_path: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(house.session.piece.files.saved):
        house.session.piece.files.save(tmp_path / "nocturne.segue")
    house.act("introduction")
    assert workspace(house) == "start"
    assert not tiles(house)["nocturne"].isVisible()
    house.act("start_page")
    assert tiles(house)["nocturne"].isVisible()


@pytest.mark.slow
def test_the_last_piece_is_open_again_as_it_was_seen(
    house: House, again: Again, tmp_path: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(house.session.piece.files.saved):
        house.session.piece.files.save(tmp_path / "nocturne.segue")
    house.act("zoom_in")
    house.session.clients.playing.seek(2 * BAR)
    seen = house.window.compose.roll.transform()
    second = again()
    with qtbot.waitSignal(second.session.piece.files.opened):
        second.session.begin(())
    assert second.session.piece.document.path == tmp_path / "nocturne.segue"
    assert second.session.clients.playing.tick == 2 * BAR
    assert second.window.compose.roll.transform().left == pytest.approx(seen.left)
    assert second.window.compose.roll.transform().pixels_per_tick == seen.pixels_per_tick


@pytest.mark.slow
def test_a_demo_that_was_open_is_open_again_and_no_file_of_the_user(
    again: Again, qtbot: QtBot
) -> None:
    second = again()
    with qtbot.waitSignal(second.session.piece.files.opened):
        second.session.begin(())
    assert second.session.piece.document.title == "Blue hour"
    assert second.session.piece.files.recent == ()


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["gone", "damaged"])
def test_a_last_piece_that_cannot_be_opened_leads_to_the_start_page_with_a_sentence(
    house: House, again: Again, tmp_path: Path, qtbot: QtBot, damage: str
) -> None:
    path = tmp_path / "nocturne.segue"
    with qtbot.waitSignal(house.session.piece.files.saved):
        house.session.piece.files.save(path)
    house.end()
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes(b"no piece at all")
    second = again()
    with qtbot.waitSignal(second.session.piece.files.failed):
        second.session.begin(())
    assert workspace(second) == "start"
    assert any("nocturne" in each.happened for each in second.window.notices.notices())


@pytest.mark.slow
def test_a_session_can_always_begin_with_the_page(
    house: House, again: Again, tmp_path: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(house.session.piece.files.saved):
        house.session.piece.files.save(tmp_path / "nocturne.segue")
    settings = house.session.settings
    settings.prefer(replace(settings.preferences, at_start="page"))
    qtbot.waitUntil(lambda: not house.session.threads.background.busy)
    second = again()
    second.session.begin(())
    assert workspace(second) == "start"
    # A saved piece keeps its title, whatever its file is called.
    qtbot.waitUntil(lambda: "nocturne" not in tiles(second))
    qtbot.waitUntil(lambda: "4 bars" in tiles(second)["Blue hour"].accessibleName())
    with qtbot.waitSignal(second.session.piece.files.opened):
        QTest.keyClick(tiles(second)["Blue hour"], Qt.Key.Key_Return)
    assert workspace(second) == "compose"


def test_the_page_is_a_menu_entry_and_a_button_leads_back(house: House) -> None:
    house.act("start_page")
    assert workspace(house) == "start"
    page = house.window.workspaces.start
    button(page, "Back to ‘Blue hour’").click()
    assert workspace(house) == "compose"
    house.act("start_page")
    button(page, "Piano, two hands").click()
    assert workspace(house) == "compose"
    assert len(house.session.piece.document.score.tracks) == 2


def test_arrow_keys_go_from_picture_to_picture(house: House, qtbot: QtBot) -> None:
    demos = house.session._folders.demos
    for name in ("a", "c", "d"):
        (demos / f"{name}.mid").write_bytes(write_midi(piece()))
    house.act("start_page")
    found = tiles(house)
    found["A"].setFocus()
    moved: list[QWidget | None] = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left):
        focus = house.window.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, key)
        moved.append(house.window.focusWidget())
    assert moved == [found["Blue hour"], found["C"], found["Blue hour"]]
    qtbot.waitUntil(lambda: not house.session.threads.background.busy)


def test_escape_leads_back_from_where_the_keys_are_and_lets_the_music_play(house: House) -> None:
    house.session.clients.playing.play(0)
    house.act("start_page")
    focus = house.window.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, Qt.Key.Key_Escape)
    assert workspace(house) == "compose"
    assert house.session.clients.playing.playing
