"""The Preferences window."""

from collections.abc import Collection

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.settings.table import PREFERENCES, groups_of
from app.settings.values import Preferences
from app.views.preferences.folders_page import FoldersPage
from app.views.preferences.keys_page import KeysPage
from app.views.preferences.parts import RestartPage, SettingsPage
from app.views.preferences.taste_page import TastePage
from app.widgets.buttons import TextButton
from app.widgets.words import hairline, words

# Pixels.
LIST_WIDTH = 176
# The height of the title bar; Qt knows it only after the window is shown.
_TITLE_BAR = 32


class PreferencesWindow(QDialog):
    """Pages at the right, their names at the left.

    Signals:
        setting_chosen(str, object): The key of a row of `PREFERENCES`, and its new value.
        restart_clicked(): The user wants to start Segue again now.

    Attributes:
        folders, appearance, keys, language, taste: The pages.
    """

    setting_chosen = Signal(str, object)
    restart_clicked = Signal()

    def __init__(self, parent: QWidget | None = None, *, sound: QWidget) -> None:
        """Make it.

        Args:
            parent: The window it belongs to.
            sound: The page for sound and ports.
        """
        super().__init__(parent)
        self.setWindowTitle(self.tr("Preferences"))
        self._make_pages()
        self._lay_out(sound)
        # Smaller than the screen: the button that closes the window is at its foot.
        room = self.screen().availableSize()
        self.resize(self.sizeHint().boundedTo(room - QSize(0, _TITLE_BAR)))

    def _make_pages(self) -> None:
        settings = dict(groups_of(PREFERENCES))
        self.folders = FoldersPage()
        self.appearance = RestartPage(
            self.tr("Appearance"),
            settings["Appearance"],
            note=self.tr("The size holds from the next start on."),
        )
        self.taste = TastePage()
        self.keys = KeysPage()
        self.language = RestartPage(
            self.tr("Language"),
            settings["Language"],
            note=self.tr("The language holds from the next start on."),
        )
        self._own_pages: tuple[SettingsPage, ...] = (
            self.folders,
            self.appearance,
            self.keys,
            self.language,
            self.taste,
        )
        for own in self._own_pages:
            own.setting_chosen.connect(self.setting_chosen)
        for restarting in (self.appearance, self.language):
            restarting.restart_clicked.connect(self.restart_clicked)

    def _lay_out(self, sound: QWidget) -> None:
        self._names = QListWidget()
        self._names.setAccessibleName(self.tr("Pages"))
        self._names.setFixedWidth(LIST_WIDTH)
        self._names.setProperty("kind", "pages")
        self._pages = QStackedWidget()
        for title, page in (
            (self.tr("Sound and ports"), sound),
            (self.tr("Folders"), self.folders),
            (self.tr("Appearance"), self.appearance),
            (self.tr("Shortcuts"), self.keys),
            (self.tr("Language"), self.language),
            (self.tr("Taste"), self.taste),
        ):
            self._names.addItem(title)
            self._names.item(self._names.count() - 1).setSizeHint(QSize(100, 34))
            self._pages.addWidget(page)
        self._names.currentRowChanged.connect(self._pages.setCurrentIndex)
        self._names.setCurrentRow(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self._names)
        middle.addWidget(hairline(vertical=True))
        middle.addWidget(self._pages, 1)
        column.addLayout(middle, 1)
        column.addWidget(hairline())
        column.addLayout(self._foot())

    def sizeHint(self) -> QSize:
        return QSize(880, 600)

    def show_page(self, number: int) -> None:
        """Show a page by its number, from 0."""
        self._names.setCurrentRow(number)

    def show_preferences(self, preferences: Preferences, *, restart: Collection[str]) -> None:
        """Show what is chosen, and offer to start again for the settings that wait for it."""
        for page in self._own_pages:
            page.show_preferences(preferences)
        self.appearance.show_restart(needed="scale" in restart)
        self.language.show_restart(needed="language" in restart)

    def _foot(self) -> QHBoxLayout:
        private = self.tr(
            "Nothing is ever sent anywhere: no account, no statistics, no crash reports."
        )
        close = TextButton(self.tr("Close"), tooltip=self.tr("Close (Esc)"))
        close.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.setContentsMargins(16, 10, 16, 10)
        row.addWidget(words(private, tone="dim", wrap=True), 1)
        row.addWidget(close)
        return row
