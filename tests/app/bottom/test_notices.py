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
PAGES: tuple[Workspace, ...] = ("compose", "train", "library", "jam", "start")


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
        notices.show_notice(replace(LONG, about="program"))
        qtbot.wait(20)
        assert place(window.workspaces, window) == before, page
        assert place(window.status, window).contains(place(notices, window)), page
        buttons = [b for b in notices.findChildren(QAbstractButton) if b.isVisible()]
        # Its own two, the one that closes it, and *More* where it is not whole.
        assert len(buttons) in (3, 4)
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
    # The graver one goes first, gives the line back, and has it again when its turn comes.
    assert shown() == "no sound"
    strip._reading.timeout.emit()
    assert shown() == "no sound"
    strip.clear_notice("no sound")
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


def in_line(strip: NoticeStrip) -> str:
    notice = strip.shown()
    return notice.key if notice is not None else ""


OFFER = NoticeText(key="beats", happened="Beats.", buttons=(("use", "Use"),), about="piece")
RESCUE = NoticeText(
    key="rescue",
    happened="Lost work.",
    buttons=(("open", "Open"),),
    tone="warning",
    about="program",
    stays=True,
)


def test_an_offer_is_not_hidden_by_a_later_one(strip: NoticeStrip) -> None:
    strip.show_notice(OFFER)
    strip.show_notice(replace(OFFER, key="later"))
    strip.show_notice(NoticeText(key="news", happened="News."))
    assert in_line(strip) == "beats"
    # A graver one goes first, and gives the line back once it was read.
    strip.show_notice(NoticeText(key="warning", happened="It broke.", tone="warning"))
    assert in_line(strip) == "warning"
    strip._reading.timeout.emit()
    assert in_line(strip) == "beats"
    strip.show_notice(replace(OFFER, key="asked", asked=True))
    assert in_line(strip) == "asked"
    for key, after in (("asked", "beats"), ("beats", "later"), ("later", "warning")):
        strip.clear_notice(key)
        assert in_line(strip) == after


def test_a_rescue_lets_the_next_piece_speak_and_comes_back(strip: NoticeStrip) -> None:
    strip.show_notice(RESCUE)
    # The piece of the start comes before anybody has read it.
    strip.end("piece")
    strip.show_notice(OFFER)
    assert in_line(strip) == "rescue"
    strip._reading.timeout.emit()
    assert in_line(strip) == "rescue"
    strip.end("piece")
    assert in_line(strip) == "rescue"
    strip.show_notice(OFFER)
    assert in_line(strip) == "beats"
    strip.clear_notice("beats")
    assert in_line(strip) == "rescue"


def test_the_time_of_an_offer_runs_while_it_has_the_line(strip: NoticeStrip) -> None:
    strip.show_notice(replace(OFFER, key="undo", seconds=60))
    assert strip._timers["undo"].isActive()
    strip.show_notice(replace(OFFER, key="danger", tone="danger"))
    strip.show_notice(NoticeText(key="word", happened="A word.", seconds=60))
    assert not strip._timers["undo"].isActive()
    assert strip._timers["word"].isActive()
    strip.clear_notice("danger")
    assert in_line(strip) == "word"
    strip.clear_notice("word")
    assert strip._timers["undo"].isActive()


@pytest.mark.parametrize("ended", ["piece", "jam", "page"])
def test_a_notice_goes_with_what_it_speaks_of(strip: NoticeStrip, ended: str) -> None:
    strip.show_workspace("compose")
    subjects = ("page", "piece", "jam", "sound", "program")
    for about in subjects:
        strip.show_notice(NoticeText(key=about, happened="A word.", about=about))
    strip.show_notice(replace(OFFER, key="answered later", about="page"))
    strip.show_notice(NoticeText(key="unread", happened="A word.", tone="warning"))
    if ended == "page":
        strip.show_workspace("train")
    else:
        strip.end(ended)
    kept = {notice.key for notice in strip.notices()}
    assert kept == {*subjects, "answered later", "unread"} - {ended, "sound"}


def test_a_long_notice_says_whole_sentences_and_the_rest_behind_more(
    strip: NoticeStrip, qtbot: QtBot
) -> None:
    strip.show_notice(LONG)
    text, more = strip._text, button(strip, "More")
    for width in (1800, 1300, 900, 600):
        strip.resize(width, 28)
        QApplication.processEvents()
        assert text.fontMetrics().horizontalAdvance(text.text()) <= text.width()
        assert LONG.text.startswith(text.text())
        assert text.text().endswith(".")
        assert more.isVisible() == (text.text() != LONG.text)
    more.click()
    assert strip._list is not None
    qtbot.waitUntil(strip._list.isVisible)
    shown = [label.text() for label in strip._list.findChildren(QLabel)]
    assert LONG.can in shown


def test_a_long_name_is_shortened_not_the_sentence(strip: NoticeStrip) -> None:
    name = "/home/somebody/" + "a very long folder/" * 12 + "night-drive.mid"
    strip.show_notice(NoticeText(key="a", happened=f"‘{name}’ cannot be written (disk full)."))
    said = strip._text.text()
    assert said.endswith("drive.mid’ cannot be written (disk full).")
    assert strip._text.fontMetrics().horizontalAdvance(said) <= strip._text.width()
