"""Notices are one line in the status row, with their buttons, and a list behind a bell."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.main_window.workspaces import Workspace
from app.views.notice_strip import NoticeStrip, NoticeText
from tests.app.house import House
from tests.app.views.widgets_of import button

NOTICE = NoticeText(
    key="a", happened="Something happened.", can="Do this.", buttons=(("b", "Bee"), ("c", "Cee"))
)
# As long as one is in German.
LONG = NoticeText(
    key="long",
    happened="Kein Audiogerät gefunden. " * 6,
    can="Sie können trotzdem MIDI an einen Anschluss senden.",
    buttons=(("again", "Erneut versuchen"), ("choose", "Ausgang wählen")),
)
PAGES: tuple[Workspace, ...] = ("compose", "train", "library", "jam", "report", "start")


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path, styled=True)
    house.begin(qtbot)
    for notice in house.window.notices.notices():
        house.window.notices.clear_notice(notice.key)
    yield house
    house.end()


@pytest.fixture
def strip(qtbot: QtBot) -> NoticeStrip:
    view = NoticeStrip()
    qtbot.addWidget(view)
    view.resize(800, 28)
    view.show()
    return view


def place(part: QWidget, window: QWidget) -> QRect:
    return QRect(part.mapTo(window, QPoint(0, 0)), part.size())


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1024, 600), (1280, 800), (1920, 1080)])
def test_a_notice_lies_in_the_status_row_of_each_page_and_moves_nothing(
    house: House, qtbot: QtBot, size: tuple[int, int]
) -> None:
    window, notices = house.window, house.window.notices
    window.resize(*size)
    for page in PAGES:
        window.show_workspace(page)
        qtbot.wait(20)
        before = place(window.workspaces, window)
        notices.show_notice(replace(LONG, everywhere=True))
        qtbot.wait(20)
        assert place(window.workspaces, window) == before, page
        assert place(window.status, window).contains(place(notices, window)), page
        buttons = [b for b in notices.findChildren(QAbstractButton) if b.isVisible()]
        assert len(buttons) == 3
        for part in (*buttons, notices.bell):
            assert place(window.status, window).contains(place(part, window)), (page, part)
            assert part.width() >= part.sizeHint().width() or not part.text()
        notices.clear_notice("long")


@pytest.mark.slow
def test_no_two_parts_of_the_status_row_lie_over_each_other(house: House, qtbot: QtBot) -> None:
    window = house.window
    window.notices.show_notice(LONG)
    for width in (1024, 1100, 1280, 1920):
        window.resize(width, 700)
        qtbot.wait(20)
        shown = [
            place(part, window)
            for part in window.status.findChildren(QAbstractButton)
            if part.isVisible()
        ]
        assert not any(a.intersects(b) for a in shown for b in shown if a is not b), width


@pytest.mark.slow
def test_a_notice_belongs_to_its_workspace_and_a_danger_to_all(house: House) -> None:
    window, notices = house.window, house.window.notices
    notices.show_notice(NOTICE)
    assert notices.isVisible()
    window.show_workspace("library")
    assert notices.shown() is None
    assert not notices.isVisible()
    window.show_workspace("compose")
    assert notices.shown() is not None
    notices.show_notice(replace(NOTICE, key="d", tone="danger"))
    window.show_workspace("jam")
    assert notices.shown() is not None
    assert notices.shown().key == "d"


def test_the_newest_is_shown_and_the_bell_counts_all(strip: NoticeStrip) -> None:
    for number in range(3):
        strip.show_notice(NoticeText(key=str(number), happened=f"News {number}."))
    assert strip.shown().happened == "News 2."
    assert strip.bell.text() == "3"
    strip.clear_notice("2")
    assert strip.shown().happened == "News 1."
    assert strip.bell.text() == "2"


def test_what_must_be_answered_stays_in_the_line(strip: NoticeStrip, qtbot: QtBot) -> None:
    def shown() -> str:
        notice = strip.shown()
        return notice.key if notice else ""

    strip.show_notice(replace(NOTICE, key="rescue", stays=True))
    strip.show_notice(replace(NOTICE, key="no sound", tone="warning"))
    assert shown() == "rescue"
    strip.show_notice(replace(NOTICE, key="for a moment", seconds=0.05))
    assert shown() == "for a moment"
    qtbot.waitUntil(lambda: shown() == "rescue")
    strip.show_notice(replace(NOTICE, key="not saved", tone="danger"))
    strip.show_notice(replace(NOTICE, key="news"))
    assert shown() == "not saved"
    strip.clear_notice("not saved")
    strip.clear_notice("rescue")
    assert shown() == "news"


def test_a_notice_is_replaced_by_its_key_pressed_closed_and_forgotten(
    strip: NoticeStrip, qtbot: QtBot
) -> None:
    strip.show_notice(NOTICE)
    strip.show_notice(replace(NOTICE, did="Again."))
    assert [n.did for n in strip.notices()] == ["Again."]
    with qtbot.waitSignal(strip.button_clicked) as said:
        button(strip, "Bee").click()
    assert said.args == ["a", "b"]
    assert strip.notices() == ()
    assert not strip.isVisible()
    strip.show_notice(NOTICE)
    with qtbot.waitSignal(strip.dismissed) as gone:
        button(strip, "Close").click()
    assert gone.args == ["a"]
    with qtbot.waitSignal(strip.dismissed, timeout=2000) as gone:
        strip.show_notice(NoticeText(key="kept", happened="Added 4 bars.", seconds=0.05))
    assert gone.args == ["kept"]


def test_the_list_has_the_whole_text_the_details_and_what_is_over(
    strip: NoticeStrip, qtbot: QtBot
) -> None:
    strip.show_notice(replace(NOTICE, did="It went on.", details="EBUSY"))
    strip.show_notice(NoticeText(key="old", happened="Added 4 bars."))
    strip.clear_notice("old")
    strip.bell.click()
    listed = strip._list
    qtbot.waitUntil(listed.isVisible)
    texts = [label.text() for label in listed.findChildren(QLabel)]
    assert "It went on. Do this." in texts
    assert "Added 4 bars." in texts
    button(listed, "Copy details").click()
    assert QGuiApplication.clipboard().text().endswith("EBUSY")
    with qtbot.waitSignal(strip.button_clicked):
        button(listed, "Cee").click()
    assert not listed.isVisible()


def test_a_reason_takes_the_place_of_the_notice_for_a_while(house: House) -> None:
    window = house.window
    window.notices.show_notice(NOTICE)
    window.status.show_reason("It cannot be done.")
    reason = window.status._reason
    assert reason.isVisible()
    window.status._forget.timeout.emit()
    assert not reason.isVisible()
    assert window.notices.isVisible()


@pytest.mark.slow
def test_what_was_kept_can_be_undone_from_the_line(house: House) -> None:
    house.load_model()
    document = house.session.piece.document
    before = document.score
    house.finish(house.continue_())
    house.act("accept")
    assert document.score != before
    assert house.window.notices.shown().happened == "Added 4 bars."
    button(house.window.notices, "Undo").click()
    assert document.score == before
