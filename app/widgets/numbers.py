"""Number fields with the same left margin as the other fields."""

from typing import TypeVar

from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox

# Pixels between the edge of the field and its text.
_INSET = 8
Field = TypeVar("Field", QSpinBox, QDoubleSpinBox)


def number_field(kind: type[Field]) -> Field:
    """Create a spin box with a left margin; the style sheet's padding has no effect on its text."""
    field = kind()
    field.lineEdit().setTextMargins(_INSET, 0, 0, 0)
    return field
