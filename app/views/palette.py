"""The command palette: type a few letters and press Enter."""

from dataclasses import dataclass

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.style.theme import font, theme
from app.widgets.keys.own import ENTER
from app.widgets.words import words

Index = QModelIndex | QPersistentModelIndex
_KEY_ROLE = Qt.ItemDataRole.UserRole
# Qt reserves roles below `UserRole`; this one is the command.
_COMMAND_ROLE = Qt.ItemDataRole.UserRole + 1
_MIDDLE_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_MIDDLE = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
# Longer lists are slower to paint, and users type on rather than scroll.
_MOST = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class PaletteEntry:
    """A command of the palette.

    Attributes:
        key: The key for the signal.
        text: Its text.
        section: The menu that lists it.
        shortcut: Its keys in the system's notation, or empty.
        reason: Why it is disabled, or empty.
    """

    key: str
    text: str
    section: str = ""
    shortcut: str = ""
    reason: str = ""


def match(wanted: str, text: str) -> int | None:
    """Return how badly letters match a text (0 is best), or None if they do not.

    The letters must occur in order; matches at word beginnings and of adjacent letters rank better.
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


class CommandDelegate(QStyledItemDelegate):
    """Paints a command: its text, its menu or the reason, its keys.

    One widget for each command would make opening the palette slow.
    """

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, 34)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tokens, command = theme(), index.data(_COMMAND_ROLE)
        row = option.rect.adjusted(10, 0, -10, 0)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.accent_soft))
            painter.drawRoundedRect(option.rect.adjusted(0, 1, 0, -1), 6, 6)
        row.setRight(row.right() - self._paint_keys(painter, row, command.shortcut))
        painter.setFont(font(13))
        painter.setPen(QColor(tokens.dim if command.reason else tokens.text))
        self._paint_text(painter, row, command.text)
        row.setLeft(row.left() + painter.fontMetrics().horizontalAdvance(command.text) + 10)
        painter.setPen(QColor(tokens.dim))
        self._paint_text(painter, row, command.reason or command.section)
        painter.restore()

    @staticmethod
    def _paint_text(painter: QPainter, row: QRect, text: str) -> None:
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, row.width())
        painter.drawText(row, int(_MIDDLE_LEFT), shown)

    @staticmethod
    def _paint_keys(painter: QPainter, row: QRect, keys: str) -> int:
        """Paint keys at the right and return their width."""
        if not keys:
            return 0
        tokens = theme()
        painter.setFont(font(12))
        width = painter.fontMetrics().horizontalAdvance(keys) + 16
        pill = QRect(row.right() - width, row.center().y() - 11, width, 22)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.hover))
        painter.drawRoundedRect(pill, 6, 6)
        painter.setPen(QColor(tokens.dim))
        painter.drawText(pill, int(Qt.AlignmentFlag.AlignCenter), keys)
        return width + 10


class CommandPalette(QDialog):
    """A field and a list at the top of the window.

    Signals:
        command_chosen(str): The command's key; the palette is closed before.
    """

    command_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self._commands: tuple[PaletteEntry, ...] = ()
        self.setAccessibleName(self.tr("Commands"))
        self._field = QLineEdit()
        self._field.setPlaceholderText(self.tr("What do you want to do?"))
        self._field.setAccessibleName(self.tr("Search commands"))
        self._field.setToolTip(self.tr("Search commands"))
        self._field.setMinimumHeight(36)
        self._list = QListWidget()
        self._list.setAccessibleName(self.tr("Commands"))
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setItemDelegate(CommandDelegate(self._list))
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._field.textChanged.connect(self._fill)
        self._field.installEventFilter(self)
        self._list.itemClicked.connect(self._choose)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 10)
        column.setSpacing(8)
        column.addWidget(self._field)
        column.addWidget(self._list, 1)
        self._none = words(tone="dim", wrap=True)
        self._none.setAlignment(_MIDDLE)
        column.addWidget(self._none, 1)
        self.resize(self.sizeHint())

    def sizeHint(self) -> QSize:
        return QSize(560, 420)

    def show_commands(self, commands: tuple[PaletteEntry, ...]) -> None:
        """Show these commands."""
        self._commands = commands
        self._field.clear()
        self._fill("")
        parent = self.parentWidget()
        if parent is not None:
            top = parent.mapToGlobal(parent.rect().topLeft())
            # Below the transport bar, centred.
            self.move(top.x() + (parent.width() - self.width()) // 2, top.y() + 80)
        self._field.setFocus()

    def _fill(self, wanted: str) -> None:
        self._list.clear()
        ranked: list[tuple[bool, int, int, PaletteEntry]] = []
        for command in self._commands:
            score = match(wanted, f"{command.text} {command.section}")
            if score is not None:
                # Disabled commands come last.
                ranked.append((bool(command.reason), score, len(ranked), command))
        for _, _, _, command in sorted(ranked, key=lambda entry: entry[:3])[:_MOST]:
            item = QListWidgetItem()
            # Without a key a disabled command cannot be chosen.
            item.setData(_KEY_ROLE, "" if command.reason else command.key)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{command.text} {command.reason}")
            item.setData(_COMMAND_ROLE, command)
            item.setToolTip(command.reason)
            self._list.addItem(item)
        self._list.setCurrentRow(0)
        self._list.setVisible(bool(ranked))
        self._none.setVisible(not ranked)
        self._none.setText(self.tr("Nothing named ‘{0}’.").format(wanted))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        # The palette has no window frame, and the same colour as the widgets below it.
        painter = QPainter(self)
        painter.setPen(QColor(theme().outline))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # The field keeps the focus; Up, Down and Enter act on the list.
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
            if step:
                row = self._list.currentRow() + step
                self._list.setCurrentRow(min(max(row, 0), self._list.count() - 1))
                return True
            if event.key() in ENTER:
                self._choose(self._list.currentItem())
                return True
        return super().eventFilter(watched, event)

    def _choose(self, item: QListWidgetItem | None) -> None:
        key = item.data(_KEY_ROLE) if item is not None else ""
        if key:
            self.accept()
            self.command_chosen.emit(key)
