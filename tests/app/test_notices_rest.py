"""What lies over the window comes to rest: it does not lay itself out for ever."""

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.views.notice_strip import NoticeStrip, NoticeText
from app.widgets.floating import Floating

NO_SOUND = NoticeText(
    key="sound",
    happened="No audio device found.",
    can="You can still send MIDI to a port.",
    buttons=(("retry", "Retry"), ("choose", "Choose output")),
    tone="warning",
)
LONG = NoticeText(
    key="long",
    happened="The piece was saved under another name, for its folder is read-only.",
    did="Segue went on with the copy.",
    can="Choose another folder for what follows, or make this one writable.",
    buttons=(("choose", "Choose a folder"), ("again", "Try again"), ("leave", "Leave it")),
    details="More.",
)
TURNS = 30


class _Requests(QObject):
    """Counts what asks for a layout anew."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002, N802
        self.count += event.type() == QEvent.Type.LayoutRequest
        return False


@pytest.mark.parametrize("notice", [NO_SOUND, LONG], ids=["short", "long"])
@pytest.mark.parametrize("width", [1360, 800, 640, 460, 380, 300])
def test_a_notice_over_the_roll_comes_to_rest(qtbot: QtBot, notice: NoticeText, width: int) -> None:
    whole = QWidget()
    qtbot.addWidget(whole)
    whole.resize(width, 400)
    ground, card, strip = QWidget(whole), QWidget(whole), NoticeStrip()
    ground.setGeometry(0, 200, width, 100)
    card.hide()
    Floating(strip, whole, ground=lambda: ground, card=card)
    whole.show()
    strip.show_notice(notice)
    qtbot.wait(50)
    requests = _Requests()
    QApplication.instance().installEventFilter(requests)
    for _ in range(TURNS):
        qtbot.wait(1)
    QApplication.instance().removeEventFilter(requests)
    assert requests.count == 0
