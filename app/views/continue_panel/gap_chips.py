"""The chips for the notes in a gap and for the use of the chords over the piece."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from app.widgets.buttons import TextButton
from app.widgets.menus import add_choice, attach_menu
from engine.request import Harmony, Request, Selected


class GapChips(QWidget):
    """Two chips with menus.

    Signals:
        asked(object): The changed fields of the request (a dict).
    """

    asked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._request = Request()
        self._harmony = TextButton("", kind="chip", name=self.tr("Follow the chords"))
        self._harmony.setToolTip(
            self.tr("What the chords over the piece are for while Segue writes under them")
        )
        self._selected = TextButton("", kind="chip", name=self.tr("Notes in a gap"))
        self._selected.setToolTip(self.tr("What becomes of notes in the bars that Fill writes"))
        attach_menu(self._harmony, self._fill_harmony)
        attach_menu(self._selected, self._fill_selected)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self._harmony)
        row.addWidget(self._selected)
        row.addStretch(1)
        self.show_request(self._request)

    def show_request(self, request: Request) -> None:
        """Show both values of a request."""
        self._request = request
        harmony = {
            "free": self.tr("Chords ignored"),
            "followed": self.tr("Chords followed"),
            "held": self.tr("Chords held to"),
        }
        selected = {
            "replaced": self.tr("Gaps emptied"),
            "thinned": self.tr("Gaps thinned"),
            "kept": self.tr("Gaps kept"),
        }
        self._harmony.setText(harmony[request.harmony] + " ▾")
        self._selected.setText(selected[request.selected] + " ▾")

    def _fill_harmony(self, menu: QMenu) -> None:
        words: tuple[tuple[Harmony, str], ...] = (
            ("free", self.tr("Ignore the chords")),
            ("followed", self.tr("Follow the chords")),
            ("held", self.tr("Hold to the chords: on strong beats nothing but their tones")),
        )
        for value, text in words:
            self._add(menu, text, "harmony", value, checked=value == self._request.harmony)

    def _fill_selected(self, menu: QMenu) -> None:
        words: tuple[tuple[Selected, str], ...] = (
            ("replaced", self.tr("Replace the notes that stand there")),
            ("thinned", self.tr("Keep every other one of them")),
            ("kept", self.tr("Keep all of them and write between")),
        )
        for value, text in words:
            self._add(menu, text, "selected", value, checked=value == self._request.selected)

    def _add(self, menu: QMenu, text: str, field: str, value: str, *, checked: bool) -> None:
        add_choice(menu, text, lambda: self.asked.emit({field: value}), checked=checked)
