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
from app.views.start_page.tiles import _Tile
from engine import messages
from engine.midi.file.midifile import write_midi
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


def _spoken(page: QWidget) -> set[str]:
    return {each.accessibleName() for each in page.findChildren(_Tile)}


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
    page = second.window.workspaces.start
    # The piece has the title of the demo that was saved; its file stands beside it.
    qtbot.waitUntil(lambda: _spoken(page) == {"Blue hour, 4 bars, nocturne", "Blue hour, 4 bars"})
    tile = next(each for each in page.findChildren(_Tile) if "nocturne" in each.accessibleName())
    with qtbot.waitSignal(second.session.piece.files.opened):
        QTest.keyClick(tile, Qt.Key.Key_Return)
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


def focus_after(house: House, tabs: int) -> list[str]:
    """Press Tab from *New piece* on; return the names of what has the focus each time."""
    button(house.window.workspaces.start, "New piece").setFocus()
    names = []
    for _ in range(tabs):
        focus = house.window.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, Qt.Key.Key_Tab)
        reached = house.window.focusWidget()
        names.append(reached.accessibleName() if reached is not None else "")
    return names


def test_tab_goes_as_the_eye_does_and_soon_comes_to_the_first_play(first: House) -> None:
    first.window.activateWindow()
    names = focus_after(first, 11)
    assert names[:3] == ["Open your piece", "Record", "Add your MIDI folder"]
    assert names[4:10] == [
        f"{deed} ‘{title}’"
        for title in ("Morning pages", "Canon in D", "Night drive")
        for deed in ("Play", "Open")
    ]
    assert names[10] == "Nothing to hear?"


def test_space_on_the_first_play_plays_it_and_stops_it(first: House) -> None:
    first.window.activateWindow()
    assert focus_after(first, 5)[-1] == "Play ‘Morning pages’"
    for playing in (True, False):
        focus = first.window.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, Qt.Key.Key_Space)
        assert is_playing(first) == playing


@pytest.mark.slow
def test_with_recent_pieces_and_a_way_back_the_first_play_is_as_near(
    house: House, tmp_path: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(house.session.piece.files.saved):
        house.session.piece.files.save(tmp_path / "nocturne.segue")
    house.act("start_page")
    qtbot.waitUntil(lambda: len(cards(house)) == len(FEATURED))
    house.window.activateWindow()
    assert "Play ‘Morning pages’" in focus_after(house, 6)


def test_the_templates_are_one_stop_and_arrows_go_through_them(house: House) -> None:
    house.act("start_page")
    house.window.activateWindow()
    first = focus_after(house, 4)[-1]
    seen = [first]
    for _ in range(2):
        focus = house.window.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, Qt.Key.Key_Down)
        there = house.window.focusWidget()
        assert there is not None
        seen.append(there.accessibleName())
    assert len(set(seen)) == 3
    # Tab comes back to the template that had the focus last.
    assert focus_after(house, 4)[-1] == seen[-1]
    focus = house.window.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, Qt.Key.Key_Return)
    assert workspace(house) == "compose"
    assert house.session.piece.document.score.tracks


def test_no_tile_is_read_as_a_path(house: House, tmp_path: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(house.session.piece.files.saved):
        house.session.piece.files.save(tmp_path / "nocturne.segue")
    house.act("start_page")
    for tile in house.window.workspaces.start.findChildren(_Tile):
        assert tile.accessibleDescription()
        assert "/" not in tile.accessibleDescription() + tile.accessibleName()


@pytest.mark.slow
def test_a_recent_piece_without_a_picture_gets_one_and_its_title(
    house: House, again: Again, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "draft-7.mid"
    path.write_bytes(write_midi(replace(piece(), title="My song")))
    house.session.settings.add_recent(path)
    house.session.settings.add_recent(tmp_path / "gone.mid")
    second = again()
    second.session._beginning._page.show()
    page = second.window.workspaces.start
    qtbot.waitUntil(lambda: "My song, 4 bars, draft-7" in _spoken(page))
    assert "gone" in _spoken(page)
    assert list((second.paths.cache / "pictures").iterdir())
