"""A form: rows with labels and controls that set the fields of one frozen value.

A new field of a form is a field of the value and a row (`Setting`); the form makes the control,
shows and takes the value, and says why a control has no effect.
"""

from typing import Any, Generic, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from app.settings.setting import Setting, value_at, with_value
from app.widgets.buttons import give_reason
from app.widgets.dialog_parts import form_layout, ok_and_cancel
from app.widgets.settings.controls import SettingControl, control_of
from app.widgets.words import Tone, give_unseen_label, label_of

CONTROL_HEIGHT = 28
"""Pixels of a control in a form with many rows: the height of the other fields of a page."""

_T = TypeVar("_T")
_OK = QDialogButtonBox.StandardButton.Ok


class Form(QWidget, Generic[_T]):
    """The rows of a form.

    Args:
        rows: From the top, their texts in the window's language; a pair shares a line, with the
            label of its first row.
        value: A frozen dataclass or `msgspec.Struct`.
        tone: Of the labels.
        height: Of the controls, at least, in pixels.

    Signals:
        changed(object): The new value, after the user changed a control.

    Attributes:
        lines: The layout of the form.
        value: The value that is shown.
    """

    changed = Signal(object)

    def __init__(
        self,
        rows: tuple[Setting | tuple[Setting, Setting], ...],
        value: _T,
        *,
        tone: Tone = "text",
        height: int = 0,
    ) -> None:
        super().__init__()
        self._controls: dict[str, SettingControl] = {}
        self._locked = ""
        self.lines = form_layout(self)
        self.lines.setContentsMargins(0, 0, 0, 0)
        for row in rows:
            self._add(row, tone, height)
        self.show_value(value)

    def widget(self, key: str) -> Any:
        """Return the widget of the row with a key."""
        return self._controls[key].widget

    def show_value(self, value: _T) -> None:
        """Show a value without a signal."""
        for control in self._controls.values():
            row = control.setting
            if row.default is not None and not row.kind.takes(value_at(value, row)):
                value = with_value(value, row, row.default)
            control.show(value_at(value, row))
        self.value = value
        self._give_reasons()

    def lock(self, reason: str) -> None:
        """Disable all controls for a reason; if it is empty, enable those that have an effect."""
        self._locked = reason
        self._give_reasons()

    def _add(self, row: Setting | tuple[Setting, Setting], tone: Tone, height: int) -> None:
        if isinstance(row, Setting):
            widget = self._made(row, height)
            if isinstance(widget, QCheckBox):
                self.lines.addRow(widget)
            else:
                self.lines.addRow(label_of(widget, row.label, tone=tone), widget)
            return
        first, second = (self._made(each, height) for each in row)
        give_unseen_label(second)
        pair = QHBoxLayout()
        pair.setSpacing(6)
        pair.addWidget(first, 1)
        pair.addWidget(second, 1)
        self.lines.addRow(label_of(first, row[0].label, tone=tone), pair)

    def _made(self, row: Setting, height: int) -> QWidget:
        control = self._controls[row.key] = control_of(row)
        control.changed.connect(lambda value: self._change(row, value))
        if not isinstance(control.widget, QCheckBox):
            control.widget.setMinimumHeight(height)
        return control.widget

    def _change(self, row: Setting, value: Any) -> None:
        self.show_value(with_value(self.value, row, value))
        self.changed.emit(self.value)

    def _give_reasons(self) -> None:
        for control in self._controls.values():
            row = control.setting
            reason = self._locked or row.unless(self.value)
            give_reason(control.widget, reason, tooltip=row.explanation)


class FormDialog(QDialog, Generic[_T]):
    """A form and the buttons that accept or reject it.

    Args:
        form: The form.
        title: Of the window.
        accept: The button that accepts.
    """

    def __init__(
        self,
        parent: QWidget | None,
        form: Form[_T],
        *,
        title: str,
        accept: QDialogButtonBox.StandardButton = _OK,
    ) -> None:
        super().__init__(parent)
        self.form = form
        self.setWindowTitle(title)
        column = QVBoxLayout(self)
        column.addWidget(form)
        column.addWidget(ok_and_cancel(self, accept))

    def asked(self) -> _T | None:
        """Ask the user; None if the user cancels."""
        accepted = self.exec() == QDialog.DialogCode.Accepted
        self.deleteLater()
        return self.form.value if accepted else None
