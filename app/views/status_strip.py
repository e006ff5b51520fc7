"""The status row at the bottom: the newest notice, and chips that open their settings."""

from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.widgets.buttons import TextButton
from app.widgets.lamp import Lamp, LampTone
from app.widgets.roles import give_role
from app.widgets.row_fit import hidden_parts
from app.widgets.words import ElidedLabel, hairline

# Pixels.
HEIGHT = 28
CHIPS = ("output", "input", "model", "memory", "player", "job", "saved")
Tone = LampTone
# Long enough to read two lines.
_REASON_MS = 6000
# Pixels.
_NARROWEST = 480
# The chips to hide, in this order, if the row is too narrow.
_OPTIONAL = ("player", "memory", "input", "model")
# Pixels that a notice keeps where chips can give way.
_NOTICE_WIDTH = 420


class _Chip(QWidget):
    """A clickable lamp with a text."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.lamp = Lamp()
        self.button = TextButton("", kind="link", name=name)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 8, 0)
        row.setSpacing(2)
        row.addWidget(self.lamp)
        row.addWidget(self.button)
        # The text is never cut: `StatusStrip` hides whole chips instead.
        self.button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_state(self, text: str, *, tone: Tone, tooltip: str) -> None:
        self.setProperty("absent", not text)
        self.setVisible(bool(text))
        self.button.setText(text)
        self.button.setAccessibleName(text)
        self.button.setToolTip(tooltip or text)
        self.lamp.setVisible(tone != "plain")
        self.lamp.show_tone(tone)


class StatusStrip(QWidget):
    """A notice at the left, chips at the right, and the bell of the notices at the end.

    The chips are `output`, `input`, `model`, `memory`, `player`, `job` and `saved`. A chip without
    a text is hidden. Where the room is too small, those of `_OPTIONAL` are hidden, one by one.

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
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(hairline())
        whole.addLayout(row, 1)
        for name, chip in self._chips.items():
            chip.setVisible(False)
            chip.setProperty("absent", True)
            chip.button.clicked.connect(partial(self.chip_clicked.emit, name))
        self._reason.setContentsMargins(6, 0, 0, 0)

    def sizeHint(self) -> QSize:
        return QSize(800, HEIGHT)

    def hold_notices(self, line: QWidget, bell: QWidget) -> None:
        """Give the line of the newest notice and the bell their places."""
        self._notice = line
        self._row.insertWidget(0, line, 1)
        self._row.addWidget(bell, 0, Qt.AlignmentFlag.AlignVCenter)
        line.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self._share()
        return super().eventFilter(watched, event)

    def _share(self) -> None:
        """Show a reason in the place of the notice, else the notice; nothing takes the rest."""
        has_notice = self._notice is not None and not self._notice.isHidden()
        self._reason.setVisible(bool(self._reason.text()) or not has_notice)
        self._fit()

    def show_chip(self, name: str, text: str, *, tone: Tone = "plain", tooltip: str = "") -> None:
        """Show a chip; the tone is its lamp's (`plain`: no lamp)."""
        self._chips[name].show_state(text, tone=tone, tooltip=tooltip)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()

    def _fit(self) -> None:
        optional = [
            chip for name in _OPTIONAL if not (chip := self._chips[name]).property("absent")
        ]
        has_notice = self._notice is not None and not self._notice.isHidden()
        room = self.width() - (_NOTICE_WIDTH if has_notice else 0)
        apart = [part for part in (self._notice,) if part is not None]
        gone = hidden_parts(self._row, room, optional, apart=apart)
        for chip in optional:
            chip.setVisible(chip not in gone)

    def show_reason(self, text: str) -> None:
        """Show for six seconds why an action is disabled."""
        self._reason.setText(text)
        self._share()
        self._forget.start()

    def _forget_reason(self) -> None:
        self._reason.setText("")
        self._share()

    def flash(self, name: str) -> None:
        """Flash the lamp of a chip."""
        self._chips[name].lamp.flash()
