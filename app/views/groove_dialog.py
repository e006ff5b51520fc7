"""The dialog for the feel of notes: swing, the groove of a track, humanising."""

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.values.groove import (
    LONGEST_MS,
    LOUDEST_CHANGE,
    MOST_SWING,
    STRAIGHT,
    Feel,
    FeelChoices,
)
from app.widgets.buttons import give_reason
from app.widgets.dialog_parts import form_layout, ok_and_cancel
from app.widgets.numbers import number_field


class GrooveDialog(QDialog):
    """Asks how to change the feel of notes.

    Args:
        names: The tracks whose groove can be taken, from the top.
        choices: The present choices.
    """

    def __init__(
        self, names: tuple[str, ...], choices: FeelChoices, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Groove and swing"))
        self._make_fields(names)
        form = form_layout()
        for label, field in (
            (self.tr("&Notes go to"), self._feel),
            (self.tr("&Grid"), self._grid),
            (self.tr("S&wing"), self._swing),
            (self.tr("&Strength"), self._strength),
            (self.tr("&Accents of the track"), self._accents),
            (self.tr("&Chance in time"), self._timing),
            (self.tr("Chance in &loudness"), self._loudness),
        ):
            form.addRow(label, field)
            field.setAccessibleName(label.replace("&", ""))
            field.setMinimumHeight(28)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(ok_and_cancel(self))
        self._show(choices)
        self._feel.currentIndexChanged.connect(lambda _index: self._allow())

    def _make_fields(self, names: tuple[str, ...]) -> None:
        entries: list[tuple[Feel, int, str]] = [
            ("straight", 0, self.tr("the straight grid")),
            ("swing", 0, self.tr("the swung grid")),
        ]
        for index, name in enumerate(names):
            entries.append(("track", index, self.tr("where ‘%1’ plays").replace("%1", name)))
        entries.append(("as_is", 0, self.tr("nowhere else")))
        self._feels = [(feel, track) for feel, track, _ in entries]
        self._feel = QComboBox()
        self._feel.addItems([text for _, _, text in entries])
        self._grid = QComboBox()
        for lines, text in ((2, "1/8"), (4, "1/16")):
            self._grid.addItem(text, lines)
        self._swing = _number(int(STRAIGHT), int(MOST_SWING), " %")
        self._strength = _number(0, 100, " %")
        self._accents = _number(0, 100, " %")
        self._timing = _number(0, LONGEST_MS, self.tr(" ms"))
        self._loudness = _number(0, LOUDEST_CHANGE, "")

    def _show(self, choices: FeelChoices) -> None:
        known = (choices.feel, choices.track) in self._feels
        self._feel.setCurrentIndex(self._feels.index((choices.feel, choices.track)) if known else 0)
        self._grid.setCurrentIndex(self._grid.findData(choices.lines_a_quarter))
        self._swing.setValue(round(choices.swing))
        self._strength.setValue(round(choices.strength))
        self._accents.setValue(round(choices.accents))
        self._timing.setValue(round(choices.timing_ms))
        self._loudness.setValue(choices.loudness)
        self._allow()

    def _allow(self) -> None:
        feel, _ = self._feels[self._feel.currentIndex()]
        moves = "" if feel != "as_is" else self.tr("The notes stay where they are.")
        swing = "" if feel == "swing" else self.tr("Choose the swung grid first.")
        track = "" if feel == "track" else self.tr("Choose a track first.")
        for field, reason, tooltip in (
            (self._grid, moves, self.tr("How far the lines are from each other")),
            (
                self._swing,
                swing,
                self.tr("Where the second of two notes lies: 50 is straight, 67 is triplets"),
            ),
            (self._strength, moves, self.tr("How much of the way the notes go")),
            (
                self._accents,
                track,
                self.tr("How much of the track's louder and softer notes is taken over"),
            ),
        ):
            give_reason(field, reason, tooltip=tooltip)
        self._timing.setToolTip(self.tr("Each note begins up to this much earlier or later"))
        self._loudness.setToolTip(self.tr("Each note gets up to this much louder or softer"))

    def choices(self) -> FeelChoices:
        """Return what was chosen."""
        feel, track = self._feels[self._feel.currentIndex()]
        return FeelChoices(
            feel=feel,
            track=track,
            lines_a_quarter=self._grid.currentData(),
            swing=float(self._swing.value()),
            strength=float(self._strength.value()),
            accents=float(self._accents.value()) if feel == "track" else 0.0,
            timing_ms=float(self._timing.value()),
            loudness=self._loudness.value(),
        )


def _number(low: int, high: int, suffix: str) -> QSpinBox:
    field = number_field(QSpinBox)
    field.setRange(low, high)
    field.setSuffix(suffix)
    return field


def ask_feel(
    parent: QWidget | None, names: tuple[str, ...], choices: FeelChoices
) -> FeelChoices | None:
    """Ask how to change the feel of notes; None if the user cancels."""
    dialog = GrooveDialog(names, choices, parent)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    made = dialog.choices()
    dialog.deleteLater()
    return made if accepted else None
