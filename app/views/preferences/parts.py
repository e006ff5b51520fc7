"""Parts of the pages of Preferences: a heading, rows of the table of settings, a note."""

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.settings.setting import Setting, value_at
from app.settings.table import PREFERENCES, setting_of
from app.settings.values import Preferences
from app.widgets.buttons import TextButton
from app.widgets.settings.controls import SettingControl, control_on_page
from app.widgets.words import label_of, words

# Lists and boxes have the height of the buttons beside them.
_HEIGHT = 28


class SettingsPage(QWidget):
    """A column with a title; its controls set rows of `PREFERENCES`.

    Signals:
        setting_chosen(str, object): The key of a setting, and its new value.
    """

    setting_chosen = Signal(str, object)

    def __init__(self, title: str) -> None:
        super().__init__()
        self._controls: list[SettingControl] = []
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(24, 20, 24, 16)
        self.column.setSpacing(12)
        self.column.addWidget(words(title, tone="heading"))

    def control(self, key: str) -> QWidget:
        """Return a new widget for a setting, which follows `show_preferences`."""
        control = control_on_page(setting_of(PREFERENCES, key))
        control.changed.connect(lambda value: self.setting_chosen.emit(key, value))
        widget = control.widget
        widget.setMinimumHeight(_HEIGHT)
        self._controls.append(control)
        return widget

    def show_preferences(self, preferences: Preferences) -> None:
        """Show these choices."""
        for control in self._controls:
            control.show(value_at(preferences, control.setting))

    def add_note(self, text: str) -> QLabel:
        """Return a sentence in small print, added below."""
        note = words(text, tone="dim", wrap=True)
        self.column.addWidget(note)
        return note


class RestartPage(SettingsPage):
    """Labels with their controls, some of which take effect at the next start.

    Args:
        title: Over the controls.
        settings: Rows of `PREFERENCES`.
        note: Says what takes effect at the next start.

    Signals:
        restart_clicked(): The user wants to start again now.
    """

    restart_clicked = Signal()

    def __init__(self, title: str, settings: Iterable[Setting], *, note: str) -> None:
        super().__init__(title)
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(12)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        for setting in settings:
            widget = self.control(setting.key)
            form.addRow(label_of(widget, setting.translated().label), widget)
        self._restart = TextButton(
            self.tr("Start again now"),
            tooltip=self.tr("Close Segue and open it again; unsaved work is asked about"),
        )
        self._restart.clicked.connect(self.restart_clicked)
        self.show_restart(needed=False)
        foot = QHBoxLayout()
        foot.addWidget(words(note, tone="dim", wrap=True), 1)
        foot.addWidget(self._restart)
        self.column.addLayout(form)
        self.column.addLayout(foot)
        self.column.addStretch(1)

    def show_restart(self, *, needed: bool) -> None:
        """Offer to start again if a choice waits for that."""
        self._restart.setVisible(needed)
