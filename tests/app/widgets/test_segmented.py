"""A row of choices, of which one is selected."""

import pytest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.style.theme import apply_theme
from app.widgets.buttons import Segmented, TextButton


@pytest.mark.parametrize("later", [False, True])
def test_a_full_column_cuts_no_line_of_a_choice_off(
    qapp: QApplication, qtbot: QtBot, *, later: bool
) -> None:
    apply_theme(qapp, "dark")
    page = QWidget()
    qtbot.addWidget(page)
    label = "Taste\n10 min"
    row = Segmented((("taste", "Taste" if later else label), ("night", "Night")), name="Time")
    column = QVBoxLayout(page)
    column.addWidget(row)
    page.show()
    if later:
        row.show_label("taste", label)
        qapp.processEvents()
    page.resize(page.minimumSizeHint())
    qapp.processEvents()
    for button in page.findChildren(TextButton):
        assert button.height() >= button.sizeHint().height()
