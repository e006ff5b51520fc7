"""The row below the tracks of the recording that a piece keeps."""

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.style.theme import icon, scaled, theme
from app.widgets.buttons import IconButton
from app.widgets.roles import give_role
from app.widgets.toggles import LetterToggle
from app.widgets.words import ElidedLabel, words

_HEIGHT, _ICON = 34, 16


class RecordingRow(QWidget):
    """Says that a recording plays beside the piece; hidden if none does.

    Signals:
        muted(bool): Silence it, or not.
        removed(): Take it out of the piece.
    """

    muted = Signal(bool)
    removed = Signal()

    def __init__(self) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.ListItem)
        self._icon = words()
        self._name = ElidedLabel(self.tr("Recording"), tone="small")
        self._mute = LetterToggle("M", name=self.tr("Mute the recording"), tone="warning")
        self._remove = IconButton(
            "close",
            name=self.tr("Remove the recording"),
            tooltip=self.tr("Remove the recording from the piece; Undo brings it back"),
            kind="bell",
            size=QSize(24, 24),
            icon_size=12,
        )
        self._row = QHBoxLayout(self)
        for part in (self._icon, self._name, self._mute, self._remove):
            self._row.addWidget(part, part is self._name)
        self._mute.clicked.connect(self.muted)
        self._remove.clicked.connect(self.removed)
        self.setFixedHeight(scaled(_HEIGHT))
        self.show_compact(compact=False)
        self.hide()

    def show_recording(self, length: str, *, muted: bool) -> None:
        """Show a recording of a length, as min:s; an empty one says that there is none."""
        self._icon.setPixmap(icon("microphone", colour=theme().dim).pixmap(_ICON, _ICON))
        self.setAccessibleName(self.tr("Recording, %1").replace("%1", length))
        tip = self.tr("A recording of %1, which this piece keeps and plays beside the tracks")
        self.setToolTip(tip.replace("%1", length))
        self._mute.setChecked(muted)
        self.setVisible(bool(length))

    def show_compact(self, *, compact: bool) -> None:
        """Show its buttons alone, or its name as well."""
        for part in (self._icon, self._name):
            part.setVisible(not compact)
        self._row.setSpacing(0 if compact else 4)
        self._row.setContentsMargins(*((2, 0, 2, 0) if compact else (13, 0, 6, 0)))
