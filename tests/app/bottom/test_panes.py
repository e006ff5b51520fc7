"""The panes under the roll: one height, dragged once; tabs that move nothing."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.main_window.compose_page import LEAST_PIECE, PANES, ComposePage
from app.settings.values import PANE_HEIGHT
from tests.app.house import House
from tests.app.views.widgets_of import button

TABS = 32


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.load_model()
    house.window.resize(1280, 800)
    qtbot.waitUntil(lambda: house.window.size().height() == 800)
    yield house
    house.end()


def click(page: ComposePage, pane: str, *, twice: bool = False) -> None:
    """Click a tab as a user does; Qt hears two clicks as click, double click."""
    tabs = page.pane_bar.tabs
    at = tabs.tabRect(PANES.index(pane)).center()
    QTest.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=at)
    if twice:
        QTest.mouseDClick(tabs, Qt.MouseButton.LeftButton, pos=at)


def height_of(page: ComposePage) -> int:
    """Return the height of the panes with their tabs."""
    return page.panes.height() + TABS


def drag_edge(page: ComposePage, by: int) -> None:
    """Drag the upper edge of the panes; a positive number of pixels makes them lower."""
    edge = page._splitter.handle(1)
    start = edge.rect().center()
    left = Qt.MouseButton.LeftButton
    QTest.mousePress(edge, left, pos=start)
    QTest.mouseMove(edge, start + QPoint(0, by))
    QTest.mouseRelease(edge, left, pos=start + QPoint(0, by))


def places(page: ComposePage) -> list[object]:
    """Return where the parts of the middle lie."""
    parts: tuple[QWidget, ...] = (page.roll, page.pane_bar, page.panes, page.ruler)
    return [(part.mapTo(page, QPoint(0, 0)), part.size()) for part in parts]


@pytest.mark.parametrize("by", [0, -80, 70])
def test_no_tab_moves_anything(house: House, qtbot: QtBot, by: int) -> None:
    page = house.window.compose
    click(page, "mixer")
    qtbot.waitUntil(page.mixer.isVisible)
    qtbot.waitUntil(lambda: height_of(page) == PANE_HEIGHT)
    if by:
        drag_edge(page, by)
    # Qt also takes the edge two pixels beside it.
    assert abs(height_of(page) - PANE_HEIGHT + by) <= 2
    before, row_height = places(page), page.roll.transform().row_height
    for pane in (*PANES, *reversed(PANES)):
        if pane != page.pane:
            click(page, pane)
        QApplication.processEvents()
        assert page.pane == pane
        assert places(page) == before, pane
        assert page.roll.transform().row_height == row_height
    house.continue_()
    QApplication.processEvents()
    assert page.alternatives.isVisible()
    assert places(page) == before


def test_offers_open_the_panes_once(house: House, qtbot: QtBot) -> None:
    page = house.window.compose
    assert not page.panes.isVisible()
    house.finish(house.continue_())
    qtbot.waitUntil(page.alternatives.isVisible)
    qtbot.waitUntil(lambda: height_of(page) == PANE_HEIGHT)
    before = places(page)
    house.act("accept")
    QApplication.processEvents()
    assert places(page) == before
    house.continue_()
    assert places(page) == before


def test_who_folded_the_panes_finds_the_offers_in_the_row_of_tabs(
    house: House, qtbot: QtBot
) -> None:
    page = house.window.compose
    click(page, "mixer")
    click(page, "mixer")
    qtbot.waitUntil(lambda: not page.panes.isVisible())
    before = places(page)
    house.finish(house.continue_())
    qtbot.waitUntil(page.pane_bar.offers.isVisible)
    assert places(page) == before


def test_the_height_is_kept_by_the_next_window(house: House, qtbot: QtBot) -> None:
    page = house.window.compose
    click(page, "score")
    qtbot.waitUntil(lambda: height_of(page) == PANE_HEIGHT)
    drag_edge(page, -60)
    kept = page.layout_state()
    assert kept.pane_height == height_of(page) >= PANE_HEIGHT + 58
    page.reset_layout()
    click(page, "score")
    qtbot.waitUntil(lambda: height_of(page) == PANE_HEIGHT)
    page.restore_layout(msgspec.convert(msgspec.to_builtins(kept), type(kept)))
    qtbot.waitUntil(lambda: height_of(page) == kept.pane_height)


def test_a_low_window_borrows_from_the_panes_and_a_high_one_gives_back(
    house: House, qtbot: QtBot
) -> None:
    window, page = house.window, house.window.compose
    click(page, "events")
    qtbot.waitUntil(lambda: height_of(page) == PANE_HEIGHT)
    drag_edge(page, -120)
    dragged = height_of(page)
    window.resize(1280, 600)
    qtbot.waitUntil(lambda: height_of(page) < dragged)
    assert page.piece.height() >= LEAST_PIECE
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: height_of(page) == dragged)


def test_a_double_click_gives_a_pane_the_middle_and_takes_it_back(
    house: House, qtbot: QtBot
) -> None:
    page = house.window.compose
    for pane in ("score", "velocity", "events"):
        click(page, pane)
        qtbot.waitUntil(lambda: height_of(page) == PANE_HEIGHT)
        click(page, pane, twice=True)
        qtbot.waitUntil(lambda: not page.piece.isVisible())
        assert page.pane == pane
        qtbot.waitUntil(lambda: page.panes.height() + TABS > 500)
        click(page, pane, twice=True)
        qtbot.waitUntil(page.piece.isVisible)
        qtbot.waitUntil(lambda: height_of(page) == PANE_HEIGHT)
    # One that was not lit gets the whole middle at once.
    click(page, "tree", twice=True)
    qtbot.waitUntil(lambda: not page.piece.isVisible())
    assert page.tree.isVisible()
    # Offers are chosen by what one sees of them in the roll.
    page.pane_bar.setFocus()
    house.continue_()
    qtbot.waitUntil(page.piece.isVisible)


def test_the_lane_of_velocities_is_a_tab_and_a_key(house: House, qtbot: QtBot) -> None:
    page, action = house.window.compose, house.window.actions_table["velocity_lane"]
    house.act("velocity_lane")
    qtbot.waitUntil(page.velocity.isVisible)
    assert action.isChecked()
    # Its notes stand under those of the roll.
    assert page.velocity.mapTo(page, QPoint(0, 0)).x() == page.roll.mapTo(page, QPoint(0, 0)).x()
    house.act("velocity_lane")
    qtbot.waitUntil(lambda: not page.panes.isVisible())
    assert not action.isChecked()
    click(page, "mixer")
    click(page, "velocity")
    assert action.isChecked()
    click(page, "tree")
    assert not action.isChecked()
    house.act("velocity_lane")
    house.act("velocity_lane")
    qtbot.waitUntil(page.tree.isVisible)
    button(page.pane_bar, "Panes").click()
    qtbot.waitUntil(lambda: not page.tree.isVisible())
