"""Notices lie where nobody reads or clicks, on every page and at every size of the window."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.main_window.workspaces import Workspace
from app.views.notice_strip import NoticeText
from tests.app.house import House

NOTICE = NoticeText(
    key="a", happened="Something happened.", can="Do this.", buttons=(("b", "B"), ("c", "C"))
)
# As long as one is in German.
LONG = NoticeText(
    key="long",
    happened="Kein Audiogerät gefunden.",
    can="Sie können trotzdem MIDI an einen Anschluss senden.",
    buttons=(("again", "Erneut versuchen"), ("choose", "Ausgang wählen")),
)
PAGES: tuple[Workspace, ...] = ("compose", "train", "library", "jam", "report", "start")


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    house.session.first_run.skip()
    yield house
    house.end()


def place(part: QWidget, window: QWidget) -> QRect:
    return QRect(part.mapTo(window, QPoint(0, 0)), part.size())


def covered(house: House) -> list[str]:
    """Return the names of buttons and words in sight that the notices cover."""
    window, notices = house.window, house.window.notices
    under = place(notices, window)
    page = window.workspaces.currentWidget()
    assert page is not None
    return [
        each.text()
        for kind in (QAbstractButton, QLabel)
        for each in page.findChildren(kind)
        if each.isVisible()
        and each.text()
        and not each.visibleRegion().isEmpty()
        and place(each, window).intersects(under)
    ]


@pytest.mark.parametrize("size", [(1024, 600), (1280, 800), (1920, 1080)])
def test_a_notice_covers_no_heading_and_no_button_of_any_page(
    house: House, qtbot: QtBot, size: tuple[int, int]
) -> None:
    house.window.resize(*size)
    house.window.notices.show_notice(NOTICE)
    for page in PAGES:
        house.window.show_workspace(page)
        qtbot.wait(20)
        assert covered(house) == [], page
        assert house.window.rect().contains(place(house.window.notices, house.window)), page


def test_in_a_narrow_place_its_buttons_stand_below_its_words(house: House, qtbot: QtBot) -> None:
    window, notices = house.window, house.window.notices
    window.resize(1024, 600)
    notices.show_notice(LONG)
    qtbot.wait(20)
    assert covered(house) == []
    words = [place(each, window) for each in notices.findChildren(QLabel)]
    buttons = [place(each, window) for each in notices.findChildren(QAbstractButton)]
    below = [place(each, window) for each in notices.findChildren(QAbstractButton) if each.text()]
    assert len(below) == 2
    assert max(each.bottom() for each in words) < min(each.top() for each in below)
    inside = place(notices, window)
    assert all(inside.contains(each) for each in (*words, *buttons))
    assert not any(a.intersects(b) for a in buttons for b in buttons if a is not b)
    window.resize(1600, 900)
    qtbot.waitUntil(lambda: place(notices, window).height() < inside.height())
    words = [place(each, window) for each in notices.findChildren(QLabel)]
    buttons = [place(each, window) for each in notices.findChildren(QAbstractButton)]
    assert max(each.right() for each in words) < min(each.left() for each in buttons)


def test_a_notice_without_buttons_is_no_higher_than_its_words(house: House, qtbot: QtBot) -> None:
    window, notices = house.window, house.window.notices
    window.resize(1024, 600)
    notices.show_notice(NoticeText(key="a", happened="Something happened."))
    qtbot.wait(20)
    (words,) = notices.findChildren(QLabel)
    (close,) = notices.findChildren(QAbstractButton)
    assert place(words, window).right() < place(close, window).left()
    assert notices.height() <= close.height() + 14


def test_it_goes_along_when_the_lane_is_put_away(house: House, qtbot: QtBot) -> None:
    notices, page = house.window.notices, house.window.compose
    notices.show_notice(NOTICE)
    over_lane = place(notices, house.window)
    assert over_lane.intersects(place(page.velocity, house.window))
    page.velocity_row.hide()
    qtbot.waitUntil(lambda: place(notices, house.window) != over_lane)
    assert place(page.roll, house.window).contains(place(notices, house.window).center())


def test_it_does_not_lie_over_the_first_card(house: House, qtbot: QtBot) -> None:
    house.window.resize(1024, 600)
    house.window.welcome.show()
    house.window.notices.show_notice(NOTICE)
    qtbot.wait(20)
    notices = place(house.window.notices, house.window)
    assert not notices.intersects(place(house.window.welcome, house.window))
