"""The widget that sets one row of a form."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QObject, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from app.settings.setting import Decimal, Line, OneOf, Pitch, Setting, Switch, Whole
from app.widgets.numbers import number_field
from app.widgets.settings.pitch_box import PitchBox
from app.widgets.wheel import ignore_wheel


class SettingControl(QObject):
    """A setting and its widget; the widget owns it.

    Signals:
        changed(object): The value that the user set.

    Attributes:
        setting: The row.
        widget: Sets it; its accessible name and its tooltip are the row's.
    """

    changed = Signal(object)

    def __init__(self, setting: Setting, widget: QWidget) -> None:
        super().__init__(widget)
        self.setting, self.widget = setting, widget
        widget.setAccessibleName(setting.spoken_name)
        widget.setToolTip(setting.explanation)

    def show(self, value: Any) -> None:
        """Show a value without a signal."""
        with QSignalBlocker(self.widget):
            self._show(value)

    def _show(self, value: Any) -> None:
        raise NotImplementedError


class _Number(SettingControl):
    """A field for a number."""

    _box: QSpinBox | QDoubleSpinBox

    def __init__(self, setting: Setting, box: QSpinBox | QDoubleSpinBox) -> None:
        super().__init__(setting, box)
        self._box = box
        if unit := getattr(setting.kind, "unit", ""):
            box.setSuffix(f" {unit}")
        box.valueChanged.connect(lambda _value: self.changed.emit(self._value()))

    def _value(self) -> float:
        value, kind = self._box.value(), self.setting.kind
        if isinstance(kind, Whole) and kind.zero and value < kind.low:
            return 0
        # A box with two decimals may hold 0.30000000000000004.
        return round(value, kind.decimals) if isinstance(kind, Decimal) else value

    def _show(self, value: Any) -> None:
        # Qt raises OverflowError for an integer that has more than 32 bits.
        self._box.setValue(min(max(value, self._box.minimum()), self._box.maximum()))


class _Choice(SettingControl):
    """A list of a few values."""

    def __init__(self, setting: Setting, kind: OneOf) -> None:
        box = QComboBox()
        super().__init__(setting, box)
        self._box, self._values = box, tuple(value for value, _ in kind.entries)
        for value, name in kind.entries:
            box.addItem(name, value)
        box.currentIndexChanged.connect(lambda index: self.changed.emit(self._values[index]))

    def _show(self, value: object) -> None:
        self._box.setCurrentIndex(self._values.index(value) if value in self._values else -1)


class _Switch(SettingControl):
    """A box to tick."""

    def __init__(self, setting: Setting, kind: Switch) -> None:
        box = QCheckBox(setting.label)
        super().__init__(setting, box)
        self._box, self._on = box, kind.on
        box.toggled.connect(lambda on: self.changed.emit(kind.on if on else kind.off))

    def _show(self, value: object) -> None:
        self._box.setChecked(value == self._on)


class _Line(SettingControl):
    """A field for a text; spaces around it do not count."""

    def __init__(self, setting: Setting, kind: Line) -> None:
        self._box = box = QLineEdit()
        super().__init__(setting, box)
        box.setMaxLength(kind.most)
        box.setPlaceholderText(kind.hint)
        box.textChanged.connect(lambda text: self.changed.emit(text.strip()))

    def _show(self, value: str) -> None:
        # A space that the user types between two words stays.
        if self._box.text().strip() != value:
            self._box.setText(value)


def _whole(setting: Setting, kind: Whole) -> SettingControl:
    box = number_field(QSpinBox)
    box.setRange(kind.low - 1 if kind.zero else kind.low, kind.high)
    box.setSingleStep(kind.step)
    box.setSpecialValueText(kind.zero)
    return _Number(setting, box)


def _decimal(setting: Setting, kind: Decimal) -> SettingControl:
    box = number_field(QDoubleSpinBox)
    box.setDecimals(kind.decimals)
    box.setRange(kind.low, kind.high)
    box.setSingleStep(kind.step)
    return _Number(setting, box)


_MAKERS: Mapping[type, Callable[[Setting, Any], SettingControl]] = MappingProxyType(
    {
        Whole: _whole,
        Decimal: _decimal,
        Pitch: lambda setting, _kind: _Number(setting, PitchBox()),
        OneOf: _Choice,
        Switch: _Switch,
        Line: _Line,
    }
)


def control_of(setting: Setting) -> SettingControl:
    """Return a new widget for a row, whose texts are shown as they are."""
    return _MAKERS[type(setting.kind)](setting, setting.kind)


def control_on_page(setting: Setting) -> SettingControl:
    """Return a widget for a row of the table of settings, with the value that holds by default.

    The wheel over it scrolls the page, and numbers stand below each other.
    """
    control = control_of(setting.translated())
    ignore_wheel(control.widget)
    if isinstance(control.widget, QAbstractSpinBox):
        control.widget.setAlignment(Qt.AlignmentFlag.AlignRight)
    if isinstance(control.widget, QComboBox):
        control.widget.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    control.show(setting.default)
    return control
