"""Appearance and language."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout

from app.views.preferences.parts import ChoiceBox, Page, labelled
from app.widgets.buttons import TextButton
from app.widgets.words import words

SCALES = (75, 100, 115, 125, 150, 175, 200)


class AppearancePage(Page):
    """Colours, sizes, and what is there at first.

    Signals:
        theme_chosen(str): `system`, `light`, `dark` or `contrast`.
        scale_chosen(int): Percent.
        start_chosen(str): `last` or `page`.
        restart_clicked(): The user wants the new size now.
    """

    theme_chosen = Signal(str)
    scale_chosen = Signal(int)
    start_chosen = Signal(str)
    restart_clicked = Signal()

    def __init__(self) -> None:
        super().__init__(self.tr("Appearance"))
        self._theme = ChoiceBox(
            name=self.tr("Colours"),
            tooltip=self.tr("The colours of the whole window"),
            entries=(
                ("system", self.tr("Like the desktop")),
                ("light", self.tr("Light")),
                ("dark", self.tr("Dark")),
                ("contrast", self.tr("High contrast")),
            ),
        )
        self._scale = ChoiceBox(
            name=self.tr("Size of text and controls"),
            tooltip=self.tr("Makes all words and controls smaller or larger"),
            entries=tuple((str(scale), f"{scale} %") for scale in SCALES),
        )
        self._start = ChoiceBox(
            name=self.tr("At the start"),
            tooltip=self.tr("What is there when Segue is started without a file"),
            entries=(("last", self.tr("The last piece")), ("page", self.tr("The start page"))),
        )
        form = self.add_form()
        labelled(form, self.tr("&Colours"), self._theme)
        labelled(form, self.tr("&Size of text and controls"), self._scale)
        labelled(form, self.tr("&At the start"), self._start)
        self._note = RestartNote(self.tr("The size holds from the next start on."))
        self.column.addLayout(self._note)
        self.column.addStretch(1)
        self._theme.chosen.connect(self.theme_chosen)
        self._start.chosen.connect(self.start_chosen)
        self._scale.chosen.connect(lambda key: self.scale_chosen.emit(int(key)))
        self._note.button.clicked.connect(self.restart_clicked)

    def show_theme(self, theme: str) -> None:
        """Show which colours hold."""
        self._theme.show_choice(theme)

    def show_start(self, choice: str) -> None:
        """Show what is there at the start."""
        self._start.show_choice(choice)

    def show_scale(self, percent: int, *, now: int) -> None:
        """Show the size that was chosen, and offer to start again unless it is there already."""
        self._scale.show_choice(str(percent))
        self._note.show_needed(needed=percent != now)


class LanguagePage(Page):
    """The language of the window's words.

    Signals:
        language_chosen(str): `system`, `en` or `de`.
        restart_clicked(): The user wants the other language now.
    """

    language_chosen = Signal(str)
    restart_clicked = Signal()

    def __init__(self) -> None:
        super().__init__(self.tr("Language"))
        self._language = ChoiceBox(
            name=self.tr("Language"),
            tooltip=self.tr("The language of the window's words"),
            # Each language in its own words: who cannot read this one finds theirs.
            entries=(
                ("system", self.tr("Like the desktop")),
                ("en", "English"),
                ("de", "Deutsch"),
            ),
        )
        form = self.add_form()
        labelled(form, self.tr("&Language"), self._language)
        self._note = RestartNote(self.tr("The language holds from the next start on."))
        self.column.addLayout(self._note)
        self.column.addStretch(1)
        self._language.chosen.connect(self.language_chosen)
        self._note.button.clicked.connect(self.restart_clicked)

    def show_language(self, choice: str, *, needs_restart: bool) -> None:
        """Show what was chosen, and offer to start again unless it is there already."""
        self._language.show_choice(choice)
        self._note.show_needed(needed=needs_restart)


class RestartNote(QHBoxLayout):
    """A sentence and a button that starts Segue again."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.button = TextButton(
            self.tr("Start again now"),
            tooltip=self.tr("Close Segue and open it again; unsaved work is asked about"),
        )
        self._note = words(text, tone="dim", wrap=True)
        self.addWidget(self._note, 1)
        self.addWidget(self.button)
        self.show_needed(needed=False)

    def show_needed(self, *, needed: bool) -> None:
        """Show the button only where there is something to start again for."""
        self.button.setVisible(needed)
