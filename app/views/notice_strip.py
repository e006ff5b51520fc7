"""Errors and news in a strip: what happened, what Segue did, what the user can do."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from PySide6.QtCore import QRectF, QSize, QTimer, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.style.theme import theme
from app.widgets.buttons import IconButton, TextButton
from app.widgets.row_fit import FoldingRow
from app.widgets.words import announce, words
from app.words.engine import translate_engine_text

NoticeTone = Literal["news", "warning", "danger"]
# More rows would hide the music under the strip.
_MOST = 3
# Pixels. In a narrower strip two buttons leave no room for a sentence beside them.
_UNFOLDED = 400


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
    """

    key: str
    happened: str
    did: str = ""
    can: str = ""
    buttons: tuple[tuple[str, str], ...] = ()
    tone: NoticeTone = "news"
    seconds: float = 0.0
    details: str = ""


class _Notice(QWidget):
    """One notice.

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
        if notice.seconds > 0:
            timer = QTimer(self)
            timer.setSingleShot(True)
            timer.timeout.connect(self._close)
            timer.start(round(notice.seconds * 1000))

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
        ground, edge = {
            "news": (tokens.accent_soft, tokens.accent),
            "warning": (tokens.warning_soft, tokens.playhead),
            "danger": (tokens.danger_soft, tokens.danger),
        }[self.notice.tone]
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(ground))
        painter.fillRect(QRectF(0, 0, 4, self.height()), QColor(edge))
        painter.setPen(QColor(tokens.line))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()


class NoticeStrip(QWidget):
    """Up to three notices above each other; hidden without any.

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
        self._rows: list[_Notice] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setAccessibleName(self.tr("Notices"))
        self.setVisible(False)

    def show_notice(self, notice: NoticeText) -> None:
        """Show a notice, in place of one with the same key."""
        self.clear_notice(notice.key)
        notice = replace(
            notice,
            happened=translate_engine_text(notice.happened),
            did=translate_engine_text(notice.did),
            can=translate_engine_text(notice.can),
        )
        while len(self._rows) >= _MOST:
            self._remove(self._rows[0])
        row = _Notice(notice)
        row.button_clicked.connect(self._press)
        row.closed.connect(self._dismiss)
        row.copied.connect(self.details_copied)
        self._rows.append(row)
        self._column.addWidget(row)
        # Show it now, because `Floating` computes its height from the visible rows.
        row.show()
        self.setVisible(True)
        announce(self, " ".join(p for p in (notice.happened, notice.did, notice.can) if p))

    def clear_notice(self, key: str) -> None:
        """Remove a notice without a signal."""
        for row in [row for row in self._rows if row.notice.key == key]:
            self._remove(row)

    def notices(self) -> tuple[NoticeText, ...]:
        """Return the visible notices."""
        return tuple(row.notice for row in self._rows)

    def _remove(self, row: _Notice) -> None:
        self._rows.remove(row)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()
        self.setVisible(bool(self._rows))

    def _press(self, key: str, button: str) -> None:
        self.clear_notice(key)
        self.button_clicked.emit(key, button)

    def _dismiss(self, key: str) -> None:
        self.clear_notice(key)
        self.dismissed.emit(key)
