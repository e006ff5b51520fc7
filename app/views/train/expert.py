"""The expert page: every setting with its unit, its default and what it does."""

from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app.views.train.values import ExpertField, ExpertGroup
from app.widgets.buttons import TextButton
from app.widgets.numbers import number_field
from app.widgets.words import words

_TITLES, _NUMBERS = 136, 128


class ExpertForm(QWidget):
    """Groups of fields; only what differs from its default is reported.

    Signals:
        changed(object): Dict of key to value, of the fields that were set by hand.
    """

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._fields: dict[str, ExpertField] = {}
        self._widgets: dict[str, QWidget] = {}
        self._groups: tuple[ExpertGroup, ...] = ()
        self._set: dict[str, Any] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(10)
        self._inside: QWidget | None = None
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)

    def show_groups(self, groups: tuple[ExpertGroup, ...]) -> None:
        """Show these settings; what was set by hand stays where the field is still there."""
        if groups == self._groups:
            return
        self._groups = groups
        self._fields = {field.key: field for group in groups for field in group.fields}
        self._set = {key: value for key, value in self._set.items() if key in self._fields}
        if self._inside is not None:
            self._inside.hide()
            self._inside.deleteLater()
        self._widgets = {}
        self._inside = QWidget()
        self._inside.setProperty("surface", "window")
        self._inside.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(6)
        for group in groups:
            column.addWidget(words(group.title, tone="title"))
            column.addWidget(self._grid(group))
        reset = TextButton(
            self.tr("Back to the defaults"), kind="link", tooltip=self.tr("Forget all of this")
        )
        reset.clicked.connect(self._reset)
        column.addWidget(reset, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self._column.addWidget(self._inside)

    def values(self) -> dict[str, Any]:
        """Return what was set by hand."""
        return dict(self._set)

    def _grid(self, group: ExpertGroup) -> QWidget:
        box = QWidget()
        grid = QGridLayout(box)
        grid.setContentsMargins(0, 0, 0, 8)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(2, 1)
        for row, field in enumerate(group.fields):
            widget = self._widget(field)
            widget.setAccessibleName(field.title)
            widget.setAccessibleDescription(field.effect)
            widget.setToolTip(f"{field.effect} {self._default_text(field)}")
            if not isinstance(widget, QCheckBox):
                widget.setFixedWidth(_NUMBERS)
            self._widgets[field.key] = widget
            title = words(field.title)
            title.setMinimumWidth(_TITLES)
            grid.addWidget(title, row, 0)
            grid.addWidget(widget, row, 1)
            grid.addWidget(words(field.effect, tone="dim", wrap=True), row, 2)
        return box

    def _default_text(self, field: ExpertField) -> str:
        value: Any = field.default
        if field.kind == "choice":
            value = dict(field.options).get(str(value), value)
        elif field.kind == "switch":
            value = self.tr("on") if value else self.tr("off")
        elif field.kind == "whole":
            value = round(float(value))
        return self.tr("Default: {0}").format(f"{value} {field.unit}".strip())

    def _widget(self, field: ExpertField) -> QWidget:
        value: Any = self._set.get(field.key, field.default)
        if field.kind == "switch":
            switch = QCheckBox()
            switch.setChecked(bool(value))
            switch.toggled.connect(lambda on, key=field.key: self._change(key, on))
            return switch
        if field.kind == "choice":
            choice = QComboBox()
            for key, label in field.options:
                choice.addItem(label, key)
            choice.setCurrentIndex(choice.findData(str(value)))
            choice.activated.connect(
                lambda index, name=field.key, box=choice: self._change(name, box.itemData(index))
            )
            return choice
        number: QSpinBox | QDoubleSpinBox
        if field.kind == "whole":
            number = number_field(QSpinBox)
            number.setRange(round(field.low), round(field.high))
            number.setSingleStep(max(1, round(field.step)))
            number.setValue(round(float(value)))
        else:
            number = number_field(QDoubleSpinBox)
            number.setDecimals(field.decimals)
            number.setRange(field.low, field.high)
            number.setSingleStep(field.step)
            number.setValue(float(value))
        if field.unit:
            number.setSuffix(f" {field.unit}")
        number.setAlignment(Qt.AlignmentFlag.AlignRight)
        number.setKeyboardTracking(False)
        number.valueChanged.connect(lambda chosen, key=field.key: self._change(key, chosen))
        return number

    def _change(self, key: str, value: Any) -> None:
        default: Any = self._fields[key].default
        same = abs(value - default) < 1e-12 if isinstance(value, float) else value == default
        if same:
            self._set.pop(key, None)
        else:
            self._set[key] = value
        self.changed.emit(self.values())

    def _reset(self) -> None:
        self._set = {}
        for key, widget in self._widgets.items():
            default: Any = self._fields[key].default
            with QSignalBlocker(widget):
                if isinstance(widget, QCheckBox):
                    widget.setChecked(bool(default))
                elif isinstance(widget, QComboBox):
                    widget.setCurrentIndex(widget.findData(str(default)))
                elif isinstance(widget, QSpinBox):
                    widget.setValue(round(float(default)))
                elif isinstance(widget, QDoubleSpinBox):
                    widget.setValue(float(default))
        self.changed.emit({})
