"""Errors and news: one line in the status row, and a list of all of them behind a bell."""

from collections import deque
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPaintEvent, QResizeEvent, QShowEvent
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
from app.values.notices import (
    NoticeText,
    NoticeTone,
    Subject,
    Turn,
    said_within,
    turn_in_line,
)
from app.widgets.buttons import IconButton, TextButton
from app.widgets.fade import fade_from
from app.widgets.levels.lamp import Lamp
from app.widgets.row_fit import FoldingRow
from app.widgets.words import ElidedLabel, Tone, announce, words
from app.words.engine import translate_engine_text

__all__ = ["NoticeStrip", "NoticeText", "NoticeTone"]

# Open notices; an older one joins the earlier ones.
_MOST = 12
# Notices whose time is over, to be read again.
_MOST_EARLIER = 20
# Pixels.
_LIST_WIDTH, _LIST_HEIGHT = 460, 420
# Pixels. In a narrower list two buttons leave no room for a sentence beside them.
_UNFOLDED = 620
# Long enough to read two lines.
_READ_MS = 6000
# Pixels.
_BEFORE, _GAP, _AFTER_TEXT = 4, 4, 8


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
    """One notice of the visible workspace in a line, by `turn_in_line`; hidden without one.

    A notice is whole: where the line is too short, its later sentences are behind *More*.

    Attributes:
        bell: The button that opens the list of all notices; the owner gives it a place.

    Signals:
        button_clicked(str, str): Keys of the notice and the button; the notice is removed.
        dismissed(str): The user closed it, or its time is over.
        details_copied(str): The details are on the clipboard.
        line_changed(str): Another notice has the line (its key), or none.
    """

    button_clicked = Signal(str, str)
    dismissed = Signal(str)
    details_copied = Signal(str)
    line_changed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._workspace = ""
        # The newest last.
        self._open: list[Turn] = []
        self._in_line = ""
        self._earlier: deque[NoticeText] = deque(maxlen=_MOST_EARLIER)
        self._timers: dict[str, QTimer] = {}
        self._reading = QTimer(self, singleShot=True, interval=_READ_MS)
        self._reading.timeout.connect(self._on_read)
        self._buttons: list[TextButton] = []
        self._list: NoticeList | None = None
        self._lamp = Lamp()
        self._text = ElidedLabel()
        self._more = TextButton(
            self.tr("More"), kind="action", tooltip=self.tr("All that this notice says")
        )
        self._more.clicked.connect(self.open_list)
        self._close = IconButton("close", name=self.tr("Close"), kind="bell", size=QSize(24, 24))
        self._close.clicked.connect(self._close_shown)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(_BEFORE, 0, 0, 0)
        self._row.setSpacing(_GAP)
        self._row.addWidget(self._lamp)
        # The text is as wide as it needs, so that the buttons follow it.
        self._row.addWidget(self._text, 100)
        self._row.addWidget(self._more)
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
        self._remove(notice.key)
        notice = replace(
            notice,
            happened=translate_engine_text(notice.happened),
            did=translate_engine_text(notice.did),
            can=translate_engine_text(notice.can),
        )
        while len(self._open) >= _MOST:
            self._remove(self._open[0].notice.key)
        self._open.append(Turn(notice=notice, page=self._workspace))
        if notice.seconds > 0:
            timer = QTimer(self, singleShot=True, interval=round(notice.seconds * 1000))
            timer.timeout.connect(partial(self._dismiss, notice.key))
            self._timers[notice.key] = timer
        self._show()
        announce(self, notice.text)

    def clear_notice(self, key: str) -> None:
        """Remove a notice without a signal."""
        if any(turn.notice.key == key for turn in self._open):
            self._remove(key)
            self._show()

    def end(self, subject: Subject) -> None:
        """Remove the notices that speak of a piece, a jam or a page that is over."""
        self._end(subject)
        self._show()

    def _end(self, subject: Subject) -> None:
        for turn in tuple(self._open):
            if turn.goes_with(subject, self._workspace):
                self._remove(turn.notice.key)
        if subject == "piece":
            # A question that was read and left open lets the new piece speak first.
            self._open = [replace(turn, gave_way=turn.was_read) for turn in self._open]

    def notices(self) -> tuple[NoticeText, ...]:
        """Return the open notices of all workspaces, the oldest first."""
        return tuple(turn.notice for turn in self._open)

    def show_workspace(self, name: str) -> None:
        """Show the notices of another workspace."""
        if name != self._workspace:
            self._end("page")
            self._workspace = name
            self._show()

    def shown(self) -> NoticeText | None:
        """Return the notice in the line."""
        turn = turn_in_line(self._open, self._workspace)
        return turn.notice if turn is not None else None

    def open_list(self) -> None:
        """Open the list of all notices over the bell."""
        if self._list is None:
            self._list = NoticeList(self)
            self._list.button_clicked.connect(self._press)
            self._list.closed.connect(self._dismiss)
            self._list.copied.connect(self.details_copied)
        self._list.show_notices(self.notices()[::-1], tuple(self._earlier)[::-1])
        self._list.open_over(self.bell)

    def sizeHint(self) -> QSize:
        """Return the room in which the notice is whole."""
        notice = self.shown()
        if notice is None:
            return QSize(0, 0)
        text = self._text.fontMetrics().horizontalAdvance(notice.text)
        return QSize(self._beside() + text, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def _beside(self) -> int:
        """Return the pixels that lamp, buttons and gaps take."""
        parts: list[QWidget] = [*self._buttons, self._close]
        if not self._lamp.isHidden():
            parts.append(self._lamp)
        widths = [
            part.sizeHint().width() if part in self._buttons else part.width() for part in parts
        ]
        # Qt also puts a gap before the stretch at the end.
        return _BEFORE + _AFTER_TEXT + sum(widths) + _GAP * (len(parts) + 1)

    def _fit(self) -> None:
        """Show as many sentences as have room."""
        notice = self.shown()
        if notice is None:
            return
        measure = self._text.fontMetrics().horizontalAdvance
        said, more = said_within(
            notice.sentences,
            width=self.width() - self._beside(),
            more=self._more.sizeHint().width() + _GAP,
            measure=measure,
        )
        self._more.setVisible(more)
        self._text.setText(said)
        self._text.setMaximumWidth(measure(said) + _AFTER_TEXT)

    def _show(self) -> None:
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = []
        turn = turn_in_line(self._open, self._workspace)
        notice = turn.notice if turn is not None else None
        if notice is not None:
            fade_from(self)
            self._text.setAccessibleName(notice.text)
            self._lamp.setVisible(notice.tone != "news")
            self._lamp.show_tone("warning" if notice.tone == "warning" else "danger")
            for place, (key, label) in enumerate(notice.buttons, 3):
                button = TextButton(label, kind="action", tooltip=label)
                button.clicked.connect(partial(self._press, notice.key, key))
                self._row.insertWidget(place, button)
                # Its size depends on the style sheet.
                button.ensurePolished()
                self._buttons.append(button)
            self._fit()
        self.setVisible(notice is not None)
        self._run_clocks(turn)
        count = len(self._open)
        self.bell.setText(str(count) if count else "")
        self.bell.setFixedWidth(46 if count else 28)
        said = self.tr("%n open notices", "", count) if count != 1 else self.tr("1 open notice")
        self.bell.setAccessibleDescription(said)
        if self._list is not None and self._list.isVisible():
            self._list.show_notices(self.notices()[::-1], tuple(self._earlier)[::-1])
        self.line_changed.emit(notice.key if notice is not None else "")

    def _run_clocks(self, shown: Turn | None) -> None:
        """Let the time of notices run; that of one with buttons waits until it has the line."""
        key = shown.notice.key if shown is not None else ""
        for notice in (n for n in self.notices() if n.key in self._timers):
            timer = self._timers[notice.key]
            runs = notice.key == key or not notice.buttons
            if runs and not timer.isActive():
                timer.start()
            elif not runs and timer.isActive():
                timer.setInterval(max(0, timer.remainingTime()))
                timer.stop()
        if shown is None or shown.was_read:
            self._reading.stop()
        elif key != self._in_line or not self._reading.isActive():
            self._reading.start()
        self._in_line = key

    def _on_read(self) -> None:
        """Let a grave notice give the line back after it was read."""
        key, before = self._in_line, self.shown()
        self._open = [
            replace(turn, was_read=True) if turn.notice.key == key else turn for turn in self._open
        ]
        if self.shown() is not before:
            self._show()

    def _remove(self, key: str) -> None:
        self._earlier.extend(turn.notice for turn in self._open if turn.notice.key == key)
        self._open = [turn for turn in self._open if turn.notice.key != key]
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
