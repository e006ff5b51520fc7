"""The chips about chords over the piece, planned chords, and notes in a gap."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from app.widgets.buttons import TextButton
from app.widgets.menus import add_choice, attach_menu
from engine.request import Harmony, Request, Selected


class GapChips(QWidget):
    """Two chips with menus and a switch.

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
        self._plan = TextButton(
            self.tr("Plan the chords"),
            kind="chip",
            name=self.tr("Plan the chords"),
            tooltip=self.tr(
                "Decide on chords for the new bars before their notes, where you wrote none"
            ),
            checkable=True,
        )
        self._plan.clicked.connect(lambda checked: self.asked.emit({"planned": checked}))
        self._no_plans = ""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for chips in ((self._harmony, self._selected), (self._plan,)):
            row = QHBoxLayout()
            row.setSpacing(6)
            for chip in chips:
                row.addWidget(chip)
            row.addStretch(1)
            column.addLayout(row)
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
        self._plan.setChecked(request.planned)
        ignored = self.tr("Without a plan: the chords are ignored")
        self._plan.show_reason(self._no_plans or (ignored if request.harmony == "free" else ""))

    def show_no_plans(self, reason: str) -> None:
        """Disable the switch because the model cannot plan; an empty reason enables it."""
        self._no_plans = reason
        self.show_request(self._request)

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
