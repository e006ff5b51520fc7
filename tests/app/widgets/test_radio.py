"""A row of choices is spoken as radio buttons, and exactly one of them is chosen."""

from PySide6.QtGui import QAccessible
from pytestqt.qtbot import QtBot

from app.widgets.buttons import Segmented, TextButton


def test_choices_are_radio_buttons_and_one_is_chosen_or_none(qtbot: QtBot) -> None:
    row = Segmented((("a", "One"), ("b", "Two"), ("c", "Three")), name="Count")
    qtbot.addWidget(row)
    buttons = row.findChildren(TextButton)
    roles = {QAccessible.queryAccessibleInterface(each).role() for each in buttons}
    assert roles == {QAccessible.Role.RadioButton}
    row.show_choice("b")
    buttons[2].click()
    assert row.choice() == "c"
    buttons[2].click()
    assert row.choice() == "c"
    row.show_choice("unknown")
    assert row.choice() == ""
    row.show_choice("a")
    assert [each.isChecked() for each in buttons] == [True, False, False]
