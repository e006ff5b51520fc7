"""One slot a bar: what the model holds exactly, compressed, and no more."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from app.theme import mixed, theme
from app.views.continue_panel.values import MemoryView
from app.widgets.buttons import TextButton
from app.widgets.words import words

_MOST_SLOTS = 64
_HEIGHT = 26


class MemorySlots(QWidget):
    """The drawn bars, oldest at the left: tall ones are exact, short ones compressed."""

    def __init__(self) -> None:
        super().__init__()
        self._memory: MemoryView | None = None
        self.setFixedHeight(_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Memory"))

    def sizeHint(self) -> QSize:
        return QSize(200, _HEIGHT)

    def show_memory(self, memory: MemoryView | None) -> None:
        """Show what is held."""
        self._memory = memory
        self.setAccessibleDescription(self._sentence())
        self.update()

    def state_of(self, bar: int) -> str:
        """Return `exact`, `compressed` or `forgotten` for a bar."""
        if self._memory is None:
            return "forgotten"
        if self._memory.exact[0] <= bar < self._memory.exact[1]:
            return "exact"
        first, last = self._memory.compressed
        return "compressed" if first <= bar < last else "forgotten"

    def _sentence(self) -> str:
        memory = self._memory
        if memory is None or not memory.bars:
            return self.tr("Nothing remembered yet")
        return self.tr("{0} bars exactly, {1} compressed, {2} forgotten").format(
            *(
                sum(self.state_of(bar) == state for bar in range(memory.bars))
                for state in ("exact", "compressed", "forgotten")
            )
        )

    def _slots(self) -> tuple[int, float]:
        """Return how many slots there are and how many bars each stands for."""
        bars = self._memory.bars if self._memory else 0
        slots = max(1, min(bars, _MOST_SLOTS))
        return slots, max(1.0, bars / slots)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = theme()
        painter = QPainter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        slots, bars_each = self._slots()
        shown = slots if self._memory and self._memory.bars else 48
        width = self.width() / max(shown, 24)
        looks = {
            "exact": (1.0, QColor(tokens.accent)),
            "compressed": (0.62, mixed(tokens.panel, tokens.accent, 0.42)),
            "forgotten": (0.3, QColor(tokens.line)),
        }
        # A short piece stands at the right, where the continuation comes.
        offset = self.width() - shown * width
        for slot in range(shown):
            share, colour = looks[self.state_of(int(slot * bars_each))]
            height = (_HEIGHT - 6) * share
            x = offset + slot * width
            painter.fillRect(
                QRectF(x, 3 + (_HEIGHT - 6 - height) / 2, max(1.0, width - 1.2), height), colour
            )
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._memory is None or not self._memory.bars:
            return
        slots, bars_each = self._slots()
        width = self.width() / max(slots, 24)
        offset = self.width() - slots * width
        bar = int((event.position().x() - offset) / width * bars_each)
        if 0 <= bar < self._memory.bars:
            text = {
                "exact": self.tr("Bar {0}: remembered exactly"),
                "compressed": self.tr("Bar {0}: remembered compressed"),
                "forgotten": self.tr("Bar {0}: forgotten"),
            }[self.state_of(bar)]
            QToolTip.showText(event.globalPosition().toPoint(), text.format(bar + 1), self)


class MemoryStrip(QWidget):
    """The slots with their title and links.

    Signals:
        forget_clicked(), rebuild_clicked(), remember_clicked(): The links.
    """

    forget_clicked = Signal()
    rebuild_clicked = Signal()
    remember_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._bars = words(tone="dim")
        self._slots = MemorySlots()
        self._left, self._right = words(tone="small"), words(self.tr("note by note"), tone="small")
        forget = TextButton(
            self.tr("Forget"),
            kind="link",
            tooltip=self.tr("Forget the bars before the place where it goes on (Ctrl+Shift+F)"),
        )
        rebuild = TextButton(
            self.tr("Rebuild"), kind="link", tooltip=self.tr("Read the piece again from its start")
        )
        self._remember = TextButton(
            self.tr("Remember another piece…"),
            kind="link",
            tooltip=self.tr("Let the model read another piece first"),
        )
        forget.clicked.connect(self.forget_clicked)
        rebuild.clicked.connect(self.rebuild_clicked)
        self._remember.clicked.connect(self.remember_clicked)
        head, foot = QHBoxLayout(), QHBoxLayout()
        head.setSpacing(4)
        head.addWidget(words(self.tr("Memory"), tone="dim"))
        head.addStretch(1)
        for part in (self._bars, words("·", tone="dim"), forget, words("·", tone="dim"), rebuild):
            head.addWidget(part)
        foot.addWidget(self._left)
        foot.addStretch(1)
        foot.addWidget(self._right)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self._slots)
        column.addLayout(foot)
        column.addWidget(self._remember, 0, Qt.AlignmentFlag.AlignLeft)
        self.show_memory(None)

    def show_memory(self, memory: MemoryView | None) -> None:
        """Show what is held; None shows that nothing was read yet."""
        self._slots.show_memory(memory)
        held = 0
        if memory is not None:
            held = sum(self._slots.state_of(bar) != "forgotten" for bar in range(memory.bars))
        self._bars.setText(self.tr("1 bar") if held == 1 else self.tr("%n bars", "", held))
        compressed = memory is not None and memory.compressed[1] > memory.compressed[0]
        self._left.setText(self.tr("in outline") if compressed else self.tr("oldest"))
        self._right.setText(self.tr("note by note") if held else self.tr("nothing yet"))
        borrowed = memory.borrowed if memory else ""
        self._remember.setText(
            self.tr("Remembering ‘{0}’").format(borrowed)
            if borrowed
            else self.tr("Remember another piece…")
        )
