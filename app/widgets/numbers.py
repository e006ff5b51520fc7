"""Fields for numbers, with the air at their left that the style sheet gives to other fields."""

from typing import TypeVar

from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox

_INSET = 8
Field = TypeVar("Field", QSpinBox, QDoubleSpinBox)


def number_field(kind: type[Field]) -> Field:
    """Return a field; a style sheet's padding does not reach what is written in one."""
    field = kind()
    field.lineEdit().setTextMargins(_INSET, 0, 0, 0)
    return field
