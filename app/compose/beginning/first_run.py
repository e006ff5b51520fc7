"""The introduction at the first start: check the sound, then choose what to begin with."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.clients.playing import Playing
from app.main_window import dialogs
from app.main_window.shell import Shell
from app.main_window.workspaces import Workspaces
from app.settings.settings import Settings
from app.views.welcome import WelcomeCard
from engine import messages


class FirstRun(QObject):
    """Shows the two cards of the introduction once.

    Signals:
        files_given: The user chose files (a tuple of paths).
        demo_chosen: The user chose the demo.
    """

    files_given = Signal(object)
    demo_chosen = Signal()

    def __init__(
        self,
        shell: Shell,
        workspaces: Workspaces,
        card: WelcomeCard,
        *,
        playing: Playing,
        settings: Settings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._workspaces = workspaces
        self._card = card
        self._playing = playing
        self._settings = settings
        self._heard_before = False
        card = self._card
        card.sound_test_clicked.connect(playing.audio.test)
        card.heard.connect(self._on_heard)
        card.output_chosen.connect(self._on_output)
        card.keyboard_chosen.connect(self._on_keyboard)
        card.files_chosen.connect(self._ask_files)
        card.files_dropped.connect(self._on_files)
        card.demo_chosen.connect(self._on_demo)
        card.skipped.connect(self._end)
        shell.actions["introduction"].triggered.connect(lambda _on=False: self.show())
        playing.ports_changed.connect(lambda _ports: self._refresh())
        playing.output_changed.connect(self._on_output_opened)

    def begin(self) -> None:
        """Show the first card if the user has never finished the introduction."""
        if not self._settings.preferences.introduced:
            self.show()

    def show(self) -> None:
        """Show the first card."""
        self._workspaces.show_workspace("compose")
        self._show_hearing()
        self._card.show()
        self._card.raise_()
        self._test_once()

    def skip(self) -> bool:
        """Hide the card; return whether it was visible."""
        shown = self._card.isVisible()
        if shown:
            self._end()
        return shown

    def _show_hearing(self) -> None:
        built_in = self.tr("Built-in sound")
        preferences = self._settings.preferences
        current = preferences.output_name if preferences.output_kind == "port" else built_in
        self._card.show_hearing((built_in, *self._playing.ports.instruments), current=current)

    def _refresh(self) -> None:
        if self._card.isVisible() and not self._heard_before:
            self._show_hearing()

    def _on_output_opened(self, output: messages.OutputOpened | None) -> None:
        if output is None or not self._card.isVisible():
            return
        if output.kind == "recording" and not self._playing.ports.instruments:
            # Without any sound output the question is pointless.
            self._show_sources(alone=True)
        else:
            self._test_once()

    def _test_once(self) -> None:
        if self._playing.output is not None and not self._heard_before:
            self._playing.audio.test()

    def _on_heard(self, yes: bool) -> None:  # noqa: FBT001 - a signal's argument
        if not yes:
            self._shell.menus.changing("output").popup(
                self._card.mapToGlobal(self._card.rect().center())
            )
            return
        self._show_sources()

    def _show_sources(self, *, alone: bool = False) -> None:
        self._heard_before = True
        inputs = self._playing.ports.keyboards
        self._card.show_sources(inputs[0] if inputs else "", alone=alone)

    def _on_output(self, name: str) -> None:
        built_in = name == self.tr("Built-in sound")
        self._playing.audio.choose_output("synth" if built_in else "port", "" if built_in else name)

    def _on_keyboard(self, name: str) -> None:
        self._playing.audio.choose_inputs((name,) if name else ())
        self._end()

    def _ask_files(self) -> None:
        folder = dialogs.ask_folder(
            self._shell.frame, self.tr("Choose a folder of MIDI files"), Path.home()
        )
        if folder is not None:
            self._on_files((folder,))

    def _on_files(self, paths: tuple[Path, ...]) -> None:
        self._end()
        self.files_given.emit(tuple(Path(path) for path in paths))

    def _on_demo(self) -> None:
        self._end()
        self.demo_chosen.emit()

    def _end(self) -> None:
        self._heard_before = False
        self._card.hide()
        self._settings.prefer(replace(self._settings.preferences, introduced=True))
        self._workspaces.compose.roll.setFocus()
