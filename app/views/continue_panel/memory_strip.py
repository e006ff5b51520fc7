"""The strip of the model's memory, with a slot for each bar."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from app.style.theme import mixed, theme
from app.views.continue_panel.values import MemoryView
from app.widgets.buttons import TextButton
from app.widgets.keys.tips import show_keys_in_tooltip
from app.widgets.words import words

# In a longer piece one slot stands for several bars, so that each stays visible.
_MOST_SLOTS = 64
_HEIGHT = 26
# The bar with the most attention is nearly as bright as text.
_BRIGHTEST = 0.9


class MemorySlots(QWidget):
    """The drawn bars, oldest at the left: tall ones are exact, short ones compressed."""

    def __init__(self) -> None:
        super().__init__()
        self._memory: MemoryView | None = None
        self._first, self._shares = 0, tuple[float, ...]()
        self.setFixedHeight(_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Memory"))

    def sizeHint(self) -> QSize:
        return QSize(200, _HEIGHT)

    def show_memory(self, memory: MemoryView | None) -> None:
        """Show the memory."""
        self._memory = memory
        self.setAccessibleDescription(self._sentence())
        self.update()

    def show_attention(self, first_bar: int, shares: tuple[float, ...]) -> None:
        """Show the attention on a bar and on each bar after it; empty shows none."""
        self._first, self._shares = first_bar, shares
        self.update()

    def attention_on(self, first: int, past: int) -> float:
        """Return the attention on some bars relative to the largest, 0 to 1."""
        most = max(self._shares, default=0.0)
        seen = self._shares[max(0, first - self._first) : max(0, past - self._first)]
        return max(seen, default=0.0) / most if most > 0 else 0.0

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
        """Return the number of slots and the number of bars in each."""
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
        # A short piece is drawn at the right, next to the continuation.
        offset = self.width() - shown * width
        for slot in range(shown):
            share, colour = looks[self.state_of(int(slot * bars_each))]
            height = (_HEIGHT - 6) * share
            x = offset + slot * width
            box = QRectF(x, 3 + (_HEIGHT - 6 - height) / 2, max(1.0, width - 1.2), height)
            painter.fillRect(box, colour)
            first = int(slot * bars_each)
            look = self.attention_on(first, max(first + 1, int((slot + 1) * bars_each)))
            if look > 0:
                light = QColor(tokens.text)
                light.setAlphaF(_BRIGHTEST * look)
                painter.fillRect(box, light)
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
            told = text.format(bar + 1)
            if 0 <= bar - self._first < len(self._shares):
                looked = self.tr("{0} % of its attention").format(
                    round(100 * self._shares[bar - self._first])
                )
                told = f"{told}, {looked}"
            QToolTip.showText(event.globalPosition().toPoint(), told, self)


class MemoryStrip(QWidget):
    """The slots with their title and links.

    Signals:
        forget_clicked(), rebuild_clicked(), remember_clicked(): The links.
        watch_toggled(bool): Show or hide the model's attention while it writes.
    """

    forget_clicked = Signal()
    rebuild_clicked = Signal()
    remember_clicked = Signal()
    watch_toggled = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self._bars = words(tone="dim")
        self._slots = MemorySlots()
        self._left, self._right = words(tone="small"), words(self.tr("note by note"), tone="small")
        forget = TextButton(
            self.tr("Forget"),
            kind="link",
            tooltip=self.tr("Forget the bars before the place where it goes on"),
        )
        rebuild = TextButton(
            self.tr("Rebuild"), kind="link", tooltip=self.tr("Read the piece again from its start")
        )
        self._remember = TextButton(
            self.tr("Remember another piece…"),
            kind="link",
            tooltip=self.tr("Let the model read another piece first"),
        )
        show_keys_in_tooltip(forget, "forget")
        forget.clicked.connect(self.forget_clicked)
        rebuild.clicked.connect(self.rebuild_clicked)
        self._remember.clicked.connect(self.remember_clicked)
        watch = TextButton(
            self.tr("Where it looks"),
            kind="chip",
            tooltip=self.tr("While it writes, light up the bars that the model looks at"),
            checkable=True,
        )
        watch.clicked.connect(self.watch_toggled)
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
        column.addWidget(watch, 0, Qt.AlignmentFlag.AlignLeft)
        self.show_memory(None)

    def show_attention(self, first_bar: int, shares: tuple[float, ...]) -> None:
        """Show the attention on a bar and on each bar after it; empty shows none."""
        self._slots.show_attention(first_bar, shares)

    def _at_left(self, memory: MemoryView | None, held: int) -> str:
        """Return the words under the oldest bars."""
        if memory is None or not held:
            return self.tr("oldest")
        if memory.compressed[1] > memory.compressed[0]:
            return self.tr("in outline")
        return self.tr("{0} % of the piece so far").format(round(100 * held / memory.bars))

    def show_memory(self, memory: MemoryView | None) -> None:
        """Show the memory; None before the model has read the piece."""
        self._slots.show_memory(memory)
        bars = memory.bars if memory else 0
        held = sum(self._slots.state_of(bar) != "forgotten" for bar in range(bars))
        self._bars.setText(self.tr("1 bar") if held == 1 else self.tr("%n bars", "", held))
        self._left.setText(self._at_left(memory, held))
        self._right.setText(self.tr("note by note") if held else self.tr("nothing yet"))
        borrowed = memory.borrowed if memory else ""
        self._remember.setText(
            self.tr("Remembering ‘{0}’").format(borrowed)
            if borrowed
            else self.tr("Remember another piece…")
        )
