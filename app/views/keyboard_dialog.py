"""The dialog for one MIDI keyboard: velocity, range and split."""

from typing import Any

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.values.keyboard_shape import FARTHEST, NO_SPLIT, TOUCHES, KeyboardShape
from app.widgets.buttons import give_reason
from app.widgets.numbers import number_field
from app.widgets.words import label_of, words
from app.words.instruments import all_instruments
from engine.harmony.keys import pitch_name

# MIDI pitches: a split leaves at least one key of 88 on each side.
_LOWEST_SPLIT, _HIGHEST_SPLIT = 22, 107


class KeyboardDialog(QDialog):
    """Edits a `KeyboardShape`; each change applies at once.

    Args:
        name: The keyboard's name.
        shape: The present shape.

    Signals:
        changed(object): Another `KeyboardShape`.
    """

    changed = Signal(object)

    def __init__(self, name: str, shape: KeyboardShape, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shape = shape
        self.setWindowTitle(name)
        self.setAccessibleName(self.tr("How ‘%1’ is heard").replace("%1", name))
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        column.addWidget(words(name, tone="heading"))
        column.addLayout(self._make_form())
        self._show()

    def _make_form(self) -> QFormLayout:
        self._through = QCheckBox(self.tr("What is played sounds at once"))
        self._through.setAccessibleName(self._through.text())
        self._through.setToolTip(self.tr("Off for an instrument that sounds by itself"))
        self._through.clicked.connect(lambda on: self._change(through=on))
        self._own_track = QCheckBox(self.tr("Somebody else plays it: a track of its own"))
        self._own_track.setAccessibleName(self._own_track.text())
        self._own_track.setToolTip(
            self.tr("It records to the track that has its name, and joins a jam as a second player")
        )
        self._own_track.clicked.connect(lambda on: self._change(own_track=on))
        self._mpe = QCheckBox(self.tr("Each note bends by itself (MPE)"))
        self._mpe.setAccessibleName(self._mpe.text())
        self._mpe.setToolTip(self.tr("A keyboard that says so by itself needs no tick"))
        self._mpe.clicked.connect(lambda on: self._change(mpe=on))
        self._channel = _choice(
            self.tr("Channel"),
            [(0, self.tr("All")), *((number, str(number)) for number in range(1, 17))],
        )
        self._transpose = _semitones(self.tr("Transpose"))
        self._touch = _choice(self.tr("Touch"), list(zip(TOUCHES, self._touches(), strict=True)))
        splits = range(_LOWEST_SPLIT, _HIGHEST_SPLIT + 1)
        named = [(pitch, pitch_name(pitch)) for pitch in splits]
        self._split = _choice(self.tr("Split below"), [(NO_SPLIT, self.tr("No split")), *named])
        self._low = _choice(self.tr("Lower part plays"), list(enumerate(all_instruments())))
        self._low_transpose = _semitones(self.tr("Transpose the lower part"))
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        form.addRow(self._through)
        form.addRow(self._own_track)
        form.addRow(self._mpe)
        for field, key in (
            (self._channel, "channel"),
            (self._transpose, "transpose"),
            (self._touch, "touch"),
            (self._split, "split"),
            (self._low, "low_program"),
            (self._low_transpose, "low_transpose"),
        ):
            form.addRow(label_of(field, field.accessibleName(), tone="dim"), field)
            self._connect(field, key)
        return form

    def _connect(self, field: QComboBox | QSpinBox, key: str) -> None:
        if isinstance(field, QSpinBox):
            field.valueChanged.connect(lambda value: self._change(**{key: value}))
        else:
            field.activated.connect(lambda index: self._change(**{key: field.itemData(index)}))

    def _touches(self) -> tuple[str, ...]:
        return (
            self.tr("As played"),
            self.tr("Softer"),
            self.tr("Louder"),
            self.tr("Much louder"),
            self.tr("All notes alike"),
        )

    def _show(self) -> None:
        shape = self._shape
        self._through.setChecked(shape.through)
        self._own_track.setChecked(shape.own_track)
        self._mpe.setChecked(shape.mpe)
        for box, value in (
            (self._channel, shape.channel),
            (self._touch, shape.touch),
            (self._split, shape.split),
            (self._low, shape.low_program),
        ):
            box.setCurrentIndex(box.findData(value))
        for spin, semitones in (
            (self._transpose, shape.transpose),
            (self._low_transpose, shape.low_transpose),
        ):
            spin.blockSignals(True)
            spin.setValue(semitones)
            spin.blockSignals(False)
        reason = "" if shape.split else self.tr("Choose a split first.")
        for part in (self._low, self._low_transpose):
            give_reason(part, reason, tooltip=part.accessibleName())

    def _change(self, **changes: Any) -> None:
        self._shape = msgspec.structs.replace(self._shape, **changes)
        self._show()
        self.changed.emit(self._shape)


def _choice(name: str, entries: list[tuple[Any, str]]) -> QComboBox:
    box = QComboBox()
    box.setAccessibleName(name)
    box.setToolTip(name)
    box.setMinimumHeight(28)
    for value, text in entries:
        box.addItem(text, value)
    return box


def _semitones(name: str) -> QSpinBox:
    spin = number_field(QSpinBox)
    spin.setRange(-FARTHEST, FARTHEST)
    spin.setAccessibleName(name)
    spin.setToolTip(name)
    spin.setMinimumHeight(28)
    return spin
