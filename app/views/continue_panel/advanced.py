"""The fold under the sliders: how notes are drawn, their range, and the seed."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QWidget

from app.settings.setting import Setting, value_at, with_value
from app.settings.table import DRAWING
from app.values.continue_settings import ContinueSettings
from app.widgets.buttons import IconButton
from app.widgets.settings.controls import SettingControl, control_on_page
from app.widgets.words import words

# A spin box asks for as much room as its longest number needs; the panel is narrower.
_NARROWEST = 64


class AdvancedSettings(QWidget):
    """The rows of `DRAWING`, with the dice and the lock beside the seed.

    Signals:
        settings_changed(object): The new `ContinueSettings`.
        dice_clicked(): Another seed.
    """

    settings_changed = Signal(object)
    dice_clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._settings = ContinueSettings()
        self._controls = tuple(map(control_on_page, DRAWING))
        self._lock = IconButton(
            "unlock",
            name=self.tr("Lock the seed"),
            tooltip=self.tr("Locked: the same settings give the same notes"),
            kind="quiet",
            checkable=True,
            size=QSize(26, 26),
        )
        self._lock.clicked.connect(
            lambda locked: self._take(replace(self._settings, seed_locked=locked))
        )
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        for row, control in enumerate(self._controls):
            self._add(row, control)

    def _add(self, row: int, control: SettingControl) -> None:
        setting, widget = control.setting, control.widget
        control.changed.connect(lambda value: self._set(setting, value))
        if isinstance(widget, QCheckBox):
            self._grid.addWidget(widget, row, 0, 1, 2)
            return
        widget.setMinimumWidth(_NARROWEST)
        self._grid.addWidget(words(setting.label, tone="dim"), row, 0)
        if setting.key == "sampling.seed":
            self._grid.addLayout(self._with_buttons(widget), row, 1)
        else:
            self._grid.addWidget(widget, row, 1)

    def _with_buttons(self, seed: QWidget) -> QHBoxLayout:
        dice = IconButton("dice", name=self.tr("Another seed"), kind="quiet", size=QSize(26, 26))
        dice.clicked.connect(self.dice_clicked)
        row = QHBoxLayout()
        row.setSpacing(2)
        row.addWidget(seed, 1)
        row.addWidget(dice)
        row.addWidget(self._lock)
        return row

    def show_settings(self, settings: ContinueSettings) -> None:
        """Show these settings without a signal."""
        self._settings = settings
        for control in self._controls:
            control.show(value_at(settings.request, control.setting))
        self._lock.setChecked(settings.seed_locked)
        self._lock.show_icon("lock" if settings.seed_locked else "unlock")

    def _set(self, setting: Setting, value: Any) -> None:
        request = with_value(self._settings.request, setting, value)
        limits = request.limits
        if limits.lowest > limits.highest:
            # The other end of the range gives way.
            request = replace(request, limits=replace(limits, lowest=value, highest=value))
        self._take(replace(self._settings, request=request))

    def _take(self, settings: ContinueSettings) -> None:
        self.show_settings(settings)
        self.settings_changed.emit(settings)
