"""The expert page: every setting of a training with its unit, its default and what it does."""

import math
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractSpinBox, QCheckBox, QGridLayout, QVBoxLayout, QWidget

from app.settings.setting import Setting
from app.settings.table import NEW_MODEL, TRAINING, groups_of
from app.widgets.buttons import TextButton
from app.widgets.settings.controls import SettingControl, control_on_page
from app.widgets.words import label_of, words

# Settings with one of these values are off: those that need them have no effect.
_OFF = (0, "none")
# Widths in pixels: equal ones line the groups up with each other.
_TITLES, _NUMBERS = 136, 128


class ExpertForm(QWidget):
    """The rows of `TRAINING`; only what differs from its default counts as set by hand.

    Signals:
        changed(object): Dict of key to value, of the settings that were set by hand.
    """

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._controls = {row.key: control_on_page(row) for row in TRAINING}
        self._defaults: dict[str, Any] = {row.key: row.default for row in TRAINING}
        self._set: dict[str, Any] = {}
        self._groups: dict[str, QWidget] = {}
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(6)
        for title, rows in groups_of(TRAINING):
            self._groups[title] = self._group(self._controls[rows[0].key].setting.group, rows)
            column.addWidget(self._groups[title])
        reset = TextButton(
            self.tr("Back to the defaults"), kind="link", tooltip=self.tr("Forget all of this")
        )
        reset.clicked.connect(self._reset)
        column.addWidget(reset, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self.show_defaults(self._defaults, from_nothing=False)

    def show_defaults(self, defaults: Mapping[str, Any], *, from_nothing: bool) -> None:
        """Show what holds where nothing was set by hand.

        Args:
            defaults: By key; None stands for the default of the table.
            from_nothing: Whether the model is a new one, whose size is set as well.
        """
        self._groups[NEW_MODEL].setVisible(from_nothing)
        for row in TRAINING:
            given = defaults[row.key]
            self._defaults[row.key] = row.default if given is None else given
            if row.group == NEW_MODEL and not from_nothing:
                self._set.pop(row.key, None)
        self._show_values()

    def values(self) -> dict[str, Any]:
        """Return what was set by hand and has an effect."""
        return {key: value for key, value in self._set.items() if self._has_effect(key)}

    def _has_effect(self, key: str) -> bool:
        """Return whether the setting that this one needs is on."""
        needed = self._controls[key].setting.needs
        if not needed:
            return True
        value = self._set.get(needed, self._defaults[needed])
        return value not in _OFF and self._has_effect(needed)

    def _group(self, title: str, rows: tuple[Setting, ...]) -> QWidget:
        group = QWidget()
        grid = QGridLayout(group)
        grid.setContentsMargins(0, 0, 0, 8)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(2, 1)
        grid.addWidget(words(title, tone="title"), 0, 0, 1, 3)
        for place, row in enumerate(rows, start=1):
            self._add(grid, place, self._controls[row.key])
        return group

    def _add(self, grid: QGridLayout, place: int, control: SettingControl) -> None:
        setting, widget = control.setting, control.widget
        widget.setAccessibleDescription(setting.explanation)
        if isinstance(widget, QAbstractSpinBox):
            # Each change is compared with the default: 30 on the way to 300 is none.
            widget.setKeyboardTracking(False)
        if isinstance(widget, QCheckBox):
            widget.setText("")  # Its label stands in the column of all labels.
        else:
            widget.setFixedWidth(_NUMBERS)
        control.changed.connect(lambda value: self._change(setting.key, value))
        title = label_of(widget, setting.label)
        title.setMinimumWidth(_TITLES)
        grid.addWidget(title, place, 0)
        grid.addWidget(widget, place, 1)
        grid.addWidget(words(setting.explanation, tone="dim", wrap=True), place, 2)

    def _show_values(self) -> None:
        for key, control in self._controls.items():
            default = self._defaults[key]
            control.show(self._set.get(key, default))
            text = self.tr("Default: {0}").format(control.setting.in_words(default))
            control.widget.setToolTip(f"{control.widget.accessibleDescription()} {text}")
        self._show_effects()

    def _show_effects(self) -> None:
        """Let the user change the settings that have an effect."""
        for key, control in self._controls.items():
            control.widget.setEnabled(self._has_effect(key))

    def _change(self, key: str, value: Any) -> None:
        default = self._defaults[key]
        is_number = isinstance(value, float)
        if math.isclose(value, default) if is_number else value == default:
            self._set.pop(key, None)
        else:
            self._set[key] = value
        self._show_effects()
        self.changed.emit(self.values())

    def _reset(self) -> None:
        self._set = {}
        self._show_values()
        self.changed.emit({})
