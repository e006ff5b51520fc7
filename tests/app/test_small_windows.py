"""In a small window the music has at least half of the room, and nothing is lost for it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.piece.composition import Composition
from tests.app.doubles import piece
from tests.app.house import House
from tests.app.views.widgets_of import button


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path, styled=True)
    house.begin(qtbot)
    house.load_model()
    yield house
    house.end()


# The last is 1920 x 1080 at 200 %.
@pytest.mark.parametrize("size", [(1024, 600), (960, 540)])
@pytest.mark.parametrize("offered", [False, True])
def test_the_music_has_half_of_the_smallest_window(
    house: House, qtbot: QtBot, size: tuple[int, int], *, offered: bool
) -> None:
    window, page = house.window, house.window.compose
    window.setMinimumSize(1, 1)
    window.resize(*size)
    if offered:
        house.finish(house.continue_())
    qtbot.waitUntil(lambda: window.width() == size[0])
    qtbot.wait(50)
    music = page.roll.width() * page.roll.height()
    if page.drums.isVisible():
        music += page.drums.width() * page.drums.height()
    assert music >= 0.5 * window.width() * window.height()
    assert page.continue_panel.isVisible()


@pytest.mark.slow
def test_a_wide_window_gets_back_what_a_narrow_one_hides(house: House, qtbot: QtBot) -> None:
    window, page = house.window, house.window.compose
    window.resize(1280, 800)
    qtbot.waitUntil(page.library.isVisible)
    assert page.overview.isVisible()
    window.resize(1024, 600)
    qtbot.waitUntil(lambda: not page.library.isVisible())
    assert not page.overview.isVisible()
    # What the user asks for is shown also there.
    house.act("panel_library")
    qtbot.waitUntil(page.library.isVisible)
    window.resize(1280, 800)
    qtbot.waitUntil(page.overview.isVisible)
    assert page.library.isVisible()


@pytest.mark.slow
def test_the_offers_are_one_line_in_a_low_window_and_unfold(house: House, qtbot: QtBot) -> None:
    window, page = house.window, house.window.compose
    window.resize(1024, 600)
    house.finish(house.continue_())
    qtbot.waitUntil(page.pane_bar.offers.isVisible)
    assert not page.panes.isVisible()
    button(page.pane_bar, "Panes").click()
    qtbot.waitUntil(page.alternatives.isVisible)
    assert page.pane_bar.tabs.isVisible()
    button(page.pane_bar, "Panes").click()
    qtbot.waitUntil(page.pane_bar.offers.isVisible)
    button(page.pane_bar.offers, "Keep 1  ↵").click()
    assert house.session.piece.document.undo_name == "Keep 1"
    # Without an offer there are the tabs alone.
    qtbot.waitUntil(page.pane_bar.tabs.isVisible)
    assert not page.panes.isVisible()


def test_a_pane_is_folded_and_unfolded_by_its_tab(house: House, qtbot: QtBot) -> None:
    page = house.window.compose
    house.window.resize(1280, 800)
    page.pane_bar.tabs.tabBarClicked.emit(1)
    qtbot.waitUntil(page.mixer.isVisible)
    page.pane_bar.tabs.tabBarClicked.emit(1)
    qtbot.waitUntil(lambda: not page.mixer.isVisible())
    page.pane_bar.tabs.tabBarClicked.emit(1)
    qtbot.waitUntil(page.mixer.isVisible)


@pytest.mark.slow
def test_shape_it_is_remembered(house: House) -> None:
    page = house.window.compose
    assert not page.layout_state().shape
    button(page.continue_panel, "Shape it").click()
    layout = page.layout_state()
    assert layout.shape
    page.reset_layout()
    assert not page.continue_panel.is_shape_unfolded
    page.restore_layout(layout)
    assert page.continue_panel.is_shape_unfolded


@pytest.mark.slow
def test_a_piece_opens_at_about_sixteen_bars(house: House, qtbot: QtBot) -> None:
    roll, document = house.window.compose.roll, house.session.piece.document
    house.window.resize(1280, 800)
    document.show(Composition.of(piece(bars=64, tracks=2)), path=None, title="a", saved=True)
    qtbot.wait(20)
    bars = document.timeline.bars
    width = roll.note_area().width()
    seen = bars.bar_at(int(roll.transform().tick_at(width)))
    assert 14 <= seen <= 18
    assert not roll.shows_whole()
    document.show(Composition.of(piece(bars=18, tracks=2)), path=None, title="b", saved=True)
    qtbot.wait(20)
    assert roll.shows_whole()
