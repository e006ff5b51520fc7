"""The status row at the bottom: the notice in the line, and facts that fold to one dot."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QEnterEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from app.widgets.buttons import TextButton
from app.widgets.levels.lamp import Lamp, LampTone
from app.widgets.roles import give_role
from app.widgets.row_fit import hidden_parts
from app.widgets.words import ElidedLabel, hairline, words

# Pixels.
HEIGHT = 28
# From the left; the list of the dot has the same order.
CHIPS = ("job", "model", "memory", "player", "output", "input", "saved")
Tone = LampTone
# Long enough to read two lines.
_REASON_MS = 6000
# Pixels.
_NARROWEST = 480
# These fold first where a notice needs the room; those with a fault fold last.
_FOLDS = ("output", "model", "saved", "job", "input", "player", "memory")
# These stand in the row only while something is wrong with them.
_QUIET_FACTS = ("memory", "player", "input")
# From the worst; what has none of these is well.
_WORST: tuple[Tone, ...] = ("danger", "warning", "working")
_WRONG: tuple[Tone, ...] = ("danger", "warning")
# Pixels.
_LIST_WIDTH, _ROW_HEIGHT, _BETWEEN, _GAPS = 236, 26, 24, 8
# Long enough to move the pointer from the dot into the list.
_LEAVE_MS = 300


@dataclass(frozen=True, slots=True)
class _Fact:
    """The state of one part of the program.

    Attributes:
        name: One of `CHIPS`.
        text: In the row.
        label, value: In the list.
        tone: Of its lamp.
    """

    name: str
    text: str
    label: str
    value: str
    tone: Tone


class _Chip(QWidget):
    """A clickable lamp with a text."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.fact = _Fact(name, "", "", "", "plain")
        self.lamp = Lamp()
        self.button = TextButton("", kind="link", name=name)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 8, 0)
        row.setSpacing(2)
        row.addWidget(self.lamp)
        row.addWidget(self.button)
        # The text is never cut: `StatusStrip` folds whole chips instead.
        self.button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def is_wrong(self) -> bool:
        """Whether something is wrong with it."""
        return self.fact.tone in _WRONG

    def show_fact(self, fact: _Fact, *, tooltip: str) -> None:
        self.fact = fact
        in_row = bool(fact.text) and (fact.name not in _QUIET_FACTS or self.is_wrong)
        self.setProperty("absent", not in_row)
        self.button.setText(fact.text)
        self.button.setAccessibleName(fact.text)
        self.button.setToolTip(tooltip or fact.text)
        # A screen reader would read a path letter by letter.
        path = bool(tooltip) and Path(tooltip).is_absolute()
        self.button.setAccessibleDescription(fact.text if path else "")
        self.lamp.setVisible(fact.tone != "plain")
        self.lamp.show_tone(fact.tone)


class _Facts(QFrame):
    """The list over the dot: what each fact is, and how it stands.

    Signals:
        chosen(str): The user clicked a fact (its name).
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.ToolTip)
        self.setProperty("surface", "popup")
        self.setAccessibleName(self.tr("Status"))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(8, 8, 8, 8)
        self._column.setSpacing(0)
        self._rows: list[TextButton] = []
        self._leaving = QTimer(self, singleShot=True, interval=_LEAVE_MS)
        self._leaving.timeout.connect(self._leave)

    def show_facts(self, facts: Sequence[_Fact]) -> None:
        """Show these facts, one below the other."""
        for row in self._rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = [self._row(fact) for fact in facts]
        for row in self._rows:
            self._column.addWidget(row)

    def _row(self, fact: _Fact) -> TextButton:
        spoken = f"{fact.label}: {fact.value}" if fact.value else fact.label
        row = TextButton("", kind="quiet", name=spoken)
        inside = QHBoxLayout(row)
        inside.setContentsMargins(4, 0, 8, 0)
        inside.setSpacing(2)
        lamp = Lamp()
        lamp.show_tone(fact.tone)
        label, value = words(fact.label, tone="dim"), words(fact.value)
        for part in (lamp, label, value):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        inside.addWidget(lamp)
        inside.addWidget(label)
        inside.addSpacing(_BETWEEN)
        inside.addStretch(1)
        inside.addWidget(value)
        row.setFixedHeight(_ROW_HEIGHT)
        row.setMinimumWidth(max(_LIST_WIDTH, inside.sizeHint().width()))
        row.clicked.connect(partial(self._choose, fact.name))
        return row

    def _choose(self, name: str) -> None:
        self.hide()
        self.chosen.emit(name)

    def open_over(self, dot: QWidget, *, held: bool) -> None:
        """Open with the lower right corner over the dot.

        Args:
            dot: The dot.
            held: Whether it stays until the user closes it; otherwise it goes with the pointer.
        """
        self._leaving.stop()
        kind = Qt.WindowType.Popup if held else Qt.WindowType.ToolTip
        if self.isVisible() and self.windowType() in (kind, Qt.WindowType.Popup):
            return
        self.setWindowFlags(kind)
        self.adjustSize()
        corner = dot.mapToGlobal(dot.rect().topRight())
        self.move(corner.x() - self.width(), corner.y() - self.height() - 4)
        self.show()
        if held and self._rows:
            self._rows[0].setFocus(Qt.FocusReason.PopupFocusReason)

    def leave_soon(self) -> None:
        """Close where the pointer does not come back."""
        if self.windowType() == Qt.WindowType.ToolTip:
            self._leaving.start()

    def _leave(self) -> None:
        if not self.underMouse():
            self.hide()

    def enterEvent(self, event: QEnterEvent) -> None:
        self._leaving.stop()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.leave_soon()
        super().leaveEvent(event)


class _Dot(QToolButton):
    """The folded facts: their worst colour, with its word in the accessible name.

    Signals:
        entered(), left(): The pointer came and went.
    """

    entered = Signal()
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "bell")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFixedSize(24, 24)
        self.lamp = Lamp()
        self.lamp.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        inside = QHBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.lamp, 0, Qt.AlignmentFlag.AlignCenter)

    def sizeHint(self) -> QSize:
        return QSize(24, 24)

    def show_facts(self, facts: Sequence[_Fact]) -> None:
        """Show the worst of these facts."""
        by_tone = {fact.tone: fact for fact in reversed(facts)}
        worst = next((by_tone[tone] for tone in _WORST if tone in by_tone), None)
        said = worst.text if worst is not None else self.tr("all is well")
        name = self.tr("Status: %1").replace("%1", said)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.lamp.show_tone(worst.tone if worst is not None else "good")

    def event(self, event: QEvent) -> bool:
        # The list that opens under the pointer says it already.
        return event.type() is QEvent.Type.ToolTip or super().event(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.entered.emit()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.left.emit()


class StatusStrip(QWidget):
    """A notice at the left, chips with facts at the right, and the bell of the notices at the end.

    The chips are those of `CHIPS`; one without a text is not there. Where the notice needs their
    room they fold to a dot, one by one, and the dot opens to a list of all facts.

    Signals:
        chip_clicked(str): Open the settings of this chip.
    """

    chip_clicked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.StatusBar)
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT)
        # The chips must not widen the window.
        self.setMinimumWidth(_NARROWEST)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Status"))
        self._chips = {name: _Chip(name) for name in CHIPS}
        self._dot = _Dot()
        self._facts: _Facts | None = None
        self._reason = ElidedLabel(tone="dim")
        self._forget = QTimer(self)
        self._forget.setSingleShot(True)
        self._forget.setInterval(_REASON_MS)
        self._forget.timeout.connect(self._forget_reason)
        self._row = row = QHBoxLayout()
        row.setContentsMargins(8, 0, 8, 0)
        row.setSpacing(4)
        self._notice: QWidget | None = None
        row.addWidget(self._reason, 1)
        for name in CHIPS:
            row.addWidget(self._chips[name])
        row.addWidget(self._dot, 0, Qt.AlignmentFlag.AlignVCenter)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(hairline())
        whole.addLayout(row, 1)
        for name, chip in self._chips.items():
            chip.setVisible(False)
            chip.setProperty("absent", True)
            chip.button.clicked.connect(partial(self.chip_clicked.emit, name))
        self._dot.setVisible(False)
        self._dot.clicked.connect(lambda: self._open_facts(held=True))
        self._dot.entered.connect(lambda: self._open_facts(held=False))
        self._dot.left.connect(self._leave_facts)
        self._reason.setContentsMargins(6, 0, 0, 0)

    def sizeHint(self) -> QSize:
        return QSize(800, HEIGHT)

    def hold_notices(self, line: QWidget, bell: QWidget) -> None:
        """Give the line of notices and the bell their places.

        Args:
            line: Its size hint says in which width its notice is whole.
            bell: The button of the notices.
        """
        self._notice = line
        self._row.insertWidget(self._row.indexOf(self._reason), line, 1)
        self._row.addWidget(bell, 0, Qt.AlignmentFlag.AlignVCenter)
        line.installEventFilter(self)

    def hold_work(self, line: QWidget) -> None:
        """Give the line of a running work its place at the left.

        Args:
            line: Has the property `absent` where nothing runs.
        """
        self._row.insertWidget(0, line)
        line.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self.share()
        return super().eventFilter(watched, event)

    def share(self) -> None:
        """Show a reason in the place of the notice, else the notice; the facts get the rest."""
        has_notice = self._notice is not None and not self._notice.isHidden()
        self._reason.setVisible(bool(self._reason.text()) or not has_notice)
        self._fit()

    def show_chip(
        self,
        name: str,
        text: str,
        *,
        tone: Tone = "plain",
        tooltip: str = "",
        listed: tuple[str, str] | None = None,
    ) -> None:
        """Show a fact.

        Args:
            name: One of `CHIPS`.
            text: In the row; an empty one takes the fact away.
            tone: That of its lamp (`plain`: no lamp).
            tooltip: Of its text in the row.
            listed: Label and value in the list of the dot; without them `text` is cut at a colon.
        """
        label, _, value = text.partition(": ")
        label, value = listed or (label, value)
        self._chips[name].show_fact(_Fact(name, text, label, value, tone), tooltip=tooltip)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()

    def _fit(self) -> None:
        """Fold as many facts as the notice or the reason needs to be whole."""
        there = [chip for name in _FOLDS if not (chip := self._chips[name]).property("absent")]
        there.sort(key=lambda chip: chip.is_wrong)
        apart: list[QWidget] = [self._reason]
        needed = 0
        if self._notice is not None:
            apart.append(self._notice)
            if not self._notice.isHidden():
                needed = self._notice.sizeHint().width()
        if self._reason.text():
            needed = max(needed, self._reason.fontMetrics().horizontalAdvance(self._reason.text()))
        gone = hidden_parts(
            self._row, self.width() - needed - _GAPS, there, instead=self._dot, apart=apart
        )
        for chip in self._chips.values():
            chip.setVisible(chip in there and chip not in gone)
        self._dot.setVisible(any(chip in gone for chip in there))
        shown = [chip.fact for chip in self._chips.values() if chip.fact.text]
        self._dot.show_facts(shown)
        if self._facts is not None and self._facts.isVisible():
            self._facts.show_facts(shown)

    def _open_facts(self, *, held: bool) -> None:
        if self._facts is None:
            self._facts = _Facts(self)
            self._facts.chosen.connect(self.chip_clicked)
        if not self._facts.isVisible():
            self._facts.show_facts([c.fact for c in self._chips.values() if c.fact.text])
        self._facts.open_over(self._dot, held=held)

    def _leave_facts(self) -> None:
        if self._facts is not None:
            self._facts.leave_soon()

    def show_reason(self, text: str) -> None:
        """Show for six seconds why an action is disabled."""
        self._reason.setText(text)
        self.share()
        self._forget.start()

    def _forget_reason(self) -> None:
        self._reason.setText("")
        self.share()
