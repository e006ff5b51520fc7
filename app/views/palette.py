"""The command palette: type a few letters, press Enter."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.widgets.words import ElidedLabel, words

_KEY_ROLE = Qt.ItemDataRole.UserRole
_MOST = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """Something the user can do.

    Attributes:
        key: What names it in the signal.
        text: What it does.
        section: The menu it lives in.
        shortcut: Native text, or empty.
        reason: Why it cannot be done now, or empty.
    """

    key: str
    text: str
    section: str = ""
    shortcut: str = ""
    reason: str = ""


def match(wanted: str, text: str) -> int | None:
    """Return how badly letters fit a text (0 is best), or None if they do not.

    Letters must come in order; words that begin with them and letters side by side fit better.
    """
    score, place = 0, -1
    lowered = text.lower()
    for letter in wanted.lower().replace(" ", ""):
        found = lowered.find(letter, place + 1)
        if found < 0:
            return None
        begins_word = found == 0 or not lowered[found - 1].isalnum()
        score += 0 if found == place + 1 else 1 if begins_word else 3
        place = found
    return score + len(text) // 20


class CommandPalette(QDialog):
    """A field and a list at the top of the window.

    Signals:
        command_chosen(str): The command's key; the palette is closed first.
    """

    command_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self._commands: tuple[Command, ...] = ()
        self.setAccessibleName(self.tr("Commands"))
        self._field = QLineEdit()
        self._field.setPlaceholderText(self.tr("What do you want to do?"))
        self._field.setAccessibleName(self.tr("Search commands"))
        self._field.setToolTip(self.tr("Search commands"))
        self._field.setMinimumHeight(36)
        self._list = QListWidget()
        self._list.setAccessibleName(self.tr("Commands"))
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._field.textChanged.connect(self._fill)
        self._field.installEventFilter(self)
        self._list.itemClicked.connect(self._choose)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 10)
        column.setSpacing(8)
        column.addWidget(self._field)
        column.addWidget(self._list, 1)
        self.resize(self.sizeHint())

    def sizeHint(self) -> QSize:
        return QSize(560, 420)

    def show_commands(self, commands: tuple[Command, ...]) -> None:
        """Offer these commands."""
        self._commands = commands
        self._field.clear()
        self._fill("")
        parent = self.parentWidget()
        if parent is not None:
            top = parent.mapToGlobal(parent.rect().topLeft())
            self.move(top.x() + (parent.width() - self.width()) // 2, top.y() + 80)
        self._field.setFocus()

    def _fill(self, wanted: str) -> None:
        self._list.clear()
        ranked: list[tuple[bool, int, int, Command]] = []
        for command in self._commands:
            score = match(wanted, f"{command.text} {command.section}")
            if score is not None:
                # What cannot be done now comes last, with its reason.
                ranked.append((bool(command.reason), score, len(ranked), command))
        for _, _, _, command in sorted(ranked, key=lambda entry: entry[:3])[:_MOST]:
            item = QListWidgetItem()
            item.setData(_KEY_ROLE, "" if command.reason else command.key)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{command.text} {command.reason}")
            item.setSizeHint(QSize(200, 34))
            self._list.addItem(item)
            self._list.setItemWidget(item, self._row(command))
        self._list.setCurrentRow(0)

    @staticmethod
    def _row(command: Command) -> QWidget:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(10, 0, 10, 0)
        row.setSpacing(10)
        text = words(command.text, tone="dim" if command.reason else "text")
        row.addWidget(text)
        row.addWidget(ElidedLabel(command.reason or command.section, tone="dim"), 1)
        if command.shortcut:
            keys = words(command.shortcut, tone="pill")
            keys.setFixedHeight(22)
            row.addWidget(keys)
        line.setToolTip(command.reason)
        return line

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
            if step:
                row = self._list.currentRow() + step
                self._list.setCurrentRow(min(max(row, 0), self._list.count() - 1))
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._choose(self._list.currentItem())
                return True
        return super().eventFilter(watched, event)

    def _choose(self, item: QListWidgetItem | None) -> None:
        key = item.data(_KEY_ROLE) if item is not None else ""
        if key:
            self.accept()
            self.command_chosen.emit(key)
