"""Errors and news: one line in the status row, and a list of all of them behind a bell."""

from collections import deque
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.style.theme import theme
from app.widgets.buttons import IconButton, TextButton
from app.widgets.fade import fade_from
from app.widgets.lamp import Lamp
from app.widgets.row_fit import FoldingRow
from app.widgets.words import ElidedLabel, Tone, announce, words
from app.words.engine import translate_engine_text

NoticeTone = Literal["news", "warning", "danger"]
# Open notices; an older one joins the earlier ones.
_MOST = 12
# Notices whose time is over, to be read again.
_MOST_EARLIER = 20
# Pixels.
_LIST_WIDTH, _LIST_HEIGHT = 460, 420
# Pixels. In a narrower list two buttons leave no room for a sentence beside them.
_UNFOLDED = 620


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeText:
    """The content of a notice.

    Attributes:
        key: A new notice replaces the one with the same key.
        happened: The event, in one sentence.
        did: Segue's answer to it, or empty.
        can: The user's remedy, or empty.
        buttons: (key, label) pairs.
        tone: The severity.
        seconds: The notice disappears after this time; 0 keeps it until it is closed.
        details: The text for "Copy details", or empty.
        everywhere: Whether the line shows it in all workspaces; a danger is shown everywhere.
        stays: Whether newer notices leave it in the line until the user answers it, except for
            the seconds of a notice that disappears; a danger stays.
    """

    key: str
    happened: str
    did: str = ""
    can: str = ""
    buttons: tuple[tuple[str, str], ...] = ()
    tone: NoticeTone = "news"
    seconds: float = 0.0
    details: str = ""
    everywhere: bool = False
    stays: bool = False

    @property
    def text(self) -> str:
        """Everything that it says, in one line."""
        return " ".join(part for part in (self.happened, self.did, self.can) if part)


class _Row(QWidget):
    """One notice of the list, with all that it says.

    Signals:
        button_clicked(str, str): Keys of the notice and the button.
        closed(str): The notice was closed or its time is over (its key).
        copied(str): The user copies the details.
    """

    button_clicked = Signal(str, str)
    closed = Signal(str)
    copied = Signal(str)

    def __init__(self, notice: NoticeText) -> None:
        super().__init__()
        self.notice = notice
        self.setAccessibleName(notice.happened)
        happened = words(notice.happened, tone="title", wrap=True)
        rest = " ".join(part for part in (notice.did, notice.can) if part)
        text = QVBoxLayout()
        text.setSpacing(0)
        text.addWidget(happened)
        if rest:
            text.addWidget(words(rest, tone="dim", wrap=True))
        inside = FoldingRow(_UNFOLDED)
        inside.setSpacing(8)
        inside.addLayout(text, 1)
        if (buttons := self._buttons()).count() > 1:
            inside.addLayout(buttons)
        close = IconButton("close", name=self.tr("Close"), kind="quiet", size=QSize(26, 26))
        close.clicked.connect(self._close)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 7, 8, 7)
        row.setSpacing(8)
        row.addLayout(inside, 1)
        row.addWidget(close)

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        for key, label in self.notice.buttons:
            button = TextButton(label, tooltip=label)
            button.clicked.connect(partial(self._press, key))
            row.addWidget(button)
        if self.notice.details:
            copy = TextButton(
                self.tr("Copy details"), kind="quiet", tooltip=self.tr("For a report or a search")
            )
            copy.clicked.connect(self._copy)
            row.addWidget(copy)
        return row

    def _press(self, button: str) -> None:
        self.button_clicked.emit(self.notice.key, button)

    def _close(self) -> None:
        self.closed.emit(self.notice.key)

    def _copy(self) -> None:
        whole = "\n".join(
            part
            for part in (
                self.notice.happened,
                self.notice.did,
                self.notice.can,
                self.notice.details,
            )
            if part
        )
        QGuiApplication.clipboard().setText(whole)
        self.copied.emit(self.notice.key)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        if self.notice.tone != "news":
            edge = tokens.playhead if self.notice.tone == "warning" else tokens.danger
            painter.fillRect(QRectF(0, 0, 3, self.height()), QColor(edge))
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), QColor(tokens.line))
        painter.end()


class NoticeStrip(QWidget):
    """The newest or gravest notice of the visible workspace in one line; hidden without one.

    A notice belongs to the workspace that is visible when it comes.

    Attributes:
        bell: The button that opens the list of all notices; the owner gives it a place.

    Signals:
        button_clicked(str, str): Keys of the notice and the button; the notice is removed.
        dismissed(str): The user closed it, or its time is over.
        details_copied(str): The details are on the clipboard.
    """

    button_clicked = Signal(str, str)
    dismissed = Signal(str)
    details_copied = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._workspace = ""
        # The open notices with their workspaces, the newest last.
        self._open: list[tuple[NoticeText, str]] = []
        self._earlier: deque[NoticeText] = deque(maxlen=_MOST_EARLIER)
        self._timers: dict[str, QTimer] = {}
        self._buttons: list[TextButton] = []
        self._list: NoticeList | None = None
        self._lamp = Lamp()
        self._text = ElidedLabel()
        self._close = IconButton("close", name=self.tr("Close"), kind="bell", size=QSize(24, 24))
        self._close.clicked.connect(self._close_shown)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(4, 0, 0, 0)
        self._row.setSpacing(4)
        self._row.addWidget(self._lamp)
        # The text is as wide as it needs, so that the buttons follow it.
        self._row.addWidget(self._text, 100)
        self._row.addWidget(self._close)
        self._row.addStretch(1)
        self.bell = IconButton("bell", name=self.tr("Notices"), kind="bell", size=QSize(28, 24))
        self.bell.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.bell.clicked.connect(self.open_list)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setAccessibleName(self.tr("Notices"))
        self._show()

    def show_notice(self, notice: NoticeText) -> None:
        """Show a notice, in place of one with the same key."""
        self.clear_notice(notice.key)
        notice = replace(
            notice,
            happened=translate_engine_text(notice.happened),
            did=translate_engine_text(notice.did),
            can=translate_engine_text(notice.can),
        )
        while len(self._open) >= _MOST:
            self._remove(self._open[0][0].key)
        self._open.append((notice, self._workspace))
        if notice.seconds > 0:
            timer = QTimer(self, singleShot=True, interval=round(notice.seconds * 1000))
            timer.timeout.connect(partial(self._dismiss, notice.key))
            timer.start()
            self._timers[notice.key] = timer
        self._show()
        announce(self, notice.text)

    def clear_notice(self, key: str) -> None:
        """Remove a notice without a signal."""
        if any(notice.key == key for notice, _ in self._open):
            self._remove(key)
            self._show()

    def notices(self) -> tuple[NoticeText, ...]:
        """Return the open notices of all workspaces, the oldest first."""
        return tuple(notice for notice, _ in self._open)

    def show_workspace(self, name: str) -> None:
        """Show the notices of another workspace."""
        self._workspace = name
        self._show()

    def shown(self) -> NoticeText | None:
        """Return the notice in the line."""
        here = [
            notice
            for notice, workspace in reversed(self._open)
            if notice.everywhere or notice.tone == "danger" or workspace == self._workspace
        ]
        if not here or here[0].seconds > 0:
            return here[0] if here else None
        # Lost work and dangers come before a newer notice that can wait behind the bell.
        staying = (notice for notice in here if notice.stays or notice.tone == "danger")
        return next(staying, here[0])

    def open_list(self) -> None:
        """Open the list of all notices over the bell."""
        if self._list is None:
            self._list = NoticeList(self)
            self._list.button_clicked.connect(self._press)
            self._list.closed.connect(self._dismiss)
            self._list.copied.connect(self.details_copied)
        self._list.show_notices(self.notices()[::-1], tuple(self._earlier)[::-1])
        self._list.open_over(self.bell)

    def _show(self) -> None:
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = []
        notice = self.shown()
        if notice is not None:
            fade_from(self)
            self._text.setText(notice.text)
            self._text.setMaximumWidth(self._text.fontMetrics().horizontalAdvance(notice.text) + 8)
            self._text.setAccessibleName(notice.text)
            self._lamp.setVisible(notice.tone != "news")
            self._lamp.show_tone("warning" if notice.tone == "warning" else "danger")
            for place, (key, label) in enumerate(notice.buttons, 2):
                button = TextButton(label, kind="action", tooltip=label)
                button.clicked.connect(partial(self._press, notice.key, key))
                self._row.insertWidget(place, button)
                self._buttons.append(button)
        self.setVisible(notice is not None)
        count = len(self._open)
        self.bell.setText(str(count) if count else "")
        self.bell.setFixedWidth(46 if count else 28)
        said = self.tr("%n open notices", "", count) if count != 1 else self.tr("1 open notice")
        self.bell.setAccessibleDescription(said)
        if self._list is not None and self._list.isVisible():
            self._list.show_notices(self.notices()[::-1], tuple(self._earlier)[::-1])

    def _remove(self, key: str) -> None:
        self._earlier.extend(n for n, _ in self._open if n.key == key)
        self._open = [(n, place) for n, place in self._open if n.key != key]
        timer = self._timers.pop(key, None)
        if timer is not None:
            timer.stop()
            timer.deleteLater()

    def _press(self, key: str, button: str) -> None:
        self.clear_notice(key)
        self.button_clicked.emit(key, button)

    def _close_shown(self) -> None:
        notice = self.shown()
        if notice is not None:
            self._dismiss(notice.key)

    def _dismiss(self, key: str) -> None:
        self.clear_notice(key)
        self.dismissed.emit(key)


class NoticeList(QFrame):
    """All notices in a box over the bell: the open ones, and the earlier ones without buttons.

    Signals:
        button_clicked(str, str): Keys of the notice and the button.
        closed(str): The user closed a notice (its key).
        copied(str): The user copied the details of a notice (its key).
    """

    button_clicked = Signal(str, str)
    closed = Signal(str)
    copied = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setProperty("surface", "popup")
        self.setAccessibleName(self.tr("Notices"))
        self._area = QScrollArea()
        self._area.setAccessibleName(self.accessibleName())
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.addWidget(self._area)

    def show_notices(self, open_: tuple[NoticeText, ...], earlier: tuple[NoticeText, ...]) -> None:
        """Show these notices, each group with the newest first."""
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 4, 0, 8)
        column.setSpacing(0)
        for notice in open_:
            row = _Row(notice)
            row.button_clicked.connect(self._press)
            row.closed.connect(self.closed)
            row.copied.connect(self.copied)
            column.addWidget(row)
        if earlier:
            column.addWidget(_said(self.tr("Earlier"), "small"))
        for notice in earlier:
            column.addWidget(_said(notice.text, "dim"))
        if not open_ and not earlier:
            column.addWidget(_said(self.tr("There are no notices."), "dim"))
        column.addStretch(1)
        self._area.setWidget(inside)

    def open_over(self, bell: QWidget) -> None:
        """Open the box with its lower right corner over a button."""
        inside = self._area.widget()
        layout = inside.layout() if inside is not None else None
        high = layout.totalHeightForWidth(_LIST_WIDTH - 20) + 8 if layout is not None else 0
        self.resize(_LIST_WIDTH, min(_LIST_HEIGHT, max(60, high)))
        corner = bell.mapToGlobal(bell.rect().topRight())
        self.move(corner.x() - self.width(), corner.y() - self.height() - 4)
        self.show()
        self.setFocus(Qt.FocusReason.PopupFocusReason)
        self.focusNextChild()

    def _press(self, key: str, button: str) -> None:
        self.hide()
        self.button_clicked.emit(key, button)


def _said(text: str, tone: Tone) -> QLabel:
    label = words(text, tone=tone, wrap=True)
    label.setContentsMargins(16, 6, 16, 2)
    return label
