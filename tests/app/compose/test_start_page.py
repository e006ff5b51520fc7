"""What a session begins with: the last piece as it was seen, or the page to start from."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

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


def tiles(house: House) -> dict[str, QAbstractButton]:
    page = house.window.workspaces.start
    named = {each.text(): each for each in page.findChildren(QAbstractButton)}
    return {name: tile for name, tile in named.items() if type(tile).__name__ == "_Tile"}


def test_who_starts_for_the_first_time_meets_a_demo(house: House) -> None:
    assert house.session.piece.document.title == "Blue hour"
    assert house.window.workspace == "compose"


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


def test_a_demo_that_was_open_is_open_again_and_no_file_of_the_user(
    again: Again, qtbot: QtBot
) -> None:
    second = again()
    with qtbot.waitSignal(second.session.piece.files.opened):
        second.session.begin(())
    assert second.session.piece.document.title == "Blue hour"
    assert second.session.piece.files.recent == ()


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
    assert second.window.workspace == "start"
    assert any("nocturne" in each.happened for each in second.window.notices.notices())


def test_a_session_can_always_begin_with_the_page(
    house: House, again: Again, tmp_path: Path, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(house.session.piece.files.saved):
        house.session.piece.files.save(tmp_path / "nocturne.segue")
    settings = house.session.settings
    settings.prefer(replace(settings.preferences, at_start="page", introduced=True))
    qtbot.waitUntil(lambda: not house.session.threads.background.busy)
    second = again()
    second.session.begin(())
    assert second.window.workspace == "start"
    qtbot.waitUntil(lambda: "4 bars" in tiles(second)["nocturne"].accessibleName())
    qtbot.waitUntil(lambda: "4 bars" in tiles(second)["Blue hour"].accessibleName())
    with qtbot.waitSignal(second.session.piece.files.opened):
        QTest.keyClick(tiles(second)["nocturne"], Qt.Key.Key_Return)
    assert second.window.workspace == "compose"


def test_the_page_is_a_menu_entry_and_a_button_leads_back(house: House) -> None:
    house.act("start_page")
    assert house.window.workspace == "start"
    page = house.window.workspaces.start
    button(page, "Back to ‘Blue hour’").click()
    assert house.window.workspace == "compose"
    house.act("start_page")
    button(page, "Piano, two hands").click()
    assert house.window.workspace == "compose"
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
    assert house.window.workspace == "compose"
    assert house.session.clients.playing.playing
