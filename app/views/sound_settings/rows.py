"""Rows and combo boxes of the page for sound and ports."""

from collections.abc import Callable

from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QWidget

from app.views.sound_settings.values import Entries
from app.widgets.wheel import ignore_wheel
from app.widgets.words import label_of

# Pixels.
_ROW_HEIGHT = 34


def choice(name: str, tooltip: str, chosen: Callable[[str], object]) -> QComboBox:
    """Create a combo box that calls `chosen` with the key of the entry that the user chose."""
    box = QComboBox()
    box.setAccessibleName(name)
    box.setToolTip(tooltip)
    box.setMinimumHeight(28)
    box.setMinimumWidth(200)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    ignore_wheel(box)
    box.activated.connect(lambda index: chosen(str(box.itemData(index))))
    return box


def fill(box: QComboBox, entries: Entries, current: str) -> None:
    """Set the (key, text) entries of a combo box, and select one."""
    shown = tuple((str(box.itemData(i)), box.itemText(i)) for i in range(box.count()))
    if shown != entries:
        box.clear()
        for key, text in entries:
            box.addItem(text, key)
    box.setCurrentIndex(box.findData(current))


def side_by_side(*parts: QWidget | None) -> QWidget:
    """Put widgets side by side; None adds a stretch."""
    widget = QWidget()
    # A scrolling page would squeeze a row without a minimum height.
    widget.setMinimumHeight(_ROW_HEIGHT)
    line = QHBoxLayout(widget)
    line.setContentsMargins(0, 0, 0, 0)
    line.setSpacing(8)
    for part in parts:
        if part is None:
            line.addStretch(1)
        else:
            line.addWidget(part)
    return widget


def add_row(form: QFormLayout, label: str, *parts: QWidget) -> None:
    """Add a row with a label that belongs to its first widget."""
    text = label_of(parts[0], label)
    text.setMinimumHeight(_ROW_HEIGHT)
    form.addRow(text, side_by_side(*parts))
