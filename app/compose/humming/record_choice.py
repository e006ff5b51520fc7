"""The source of Record: a MIDI keyboard, the computer's keys or the microphone."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject

from app.clients.hearing.listening import Listening
from app.clients.recording import Recording
from app.compose.humming.hum_room import HumRoom
from app.main_window.shell import Shell
from app.settings.settings import Settings
from app.values.hum import RecordShown


class RecordChoice(QObject):
    """Carries out Record, and keeps the choices of its menu.

    Args:
        recording: From keys.
        typed: Records from the computer's keys.
        hum: From the microphone.
        listening: Knows the microphones.
    """

    def __init__(
        self,
        shell: Shell,
        *,
        recording: Recording,
        typed: Callable[[], None],
        hum: HumRoom,
        listening: Listening,
        settings: Settings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell, self._settings = shell, settings
        self._recording, self._typed, self._hum = recording, typed, hum
        self._microphones: tuple[str, ...] = ()
        transport = shell.transport
        transport.record_toggled.connect(lambda _on: self.toggle())
        transport.record_chosen.connect(self._choose)
        transport.record_menu_opened.connect(listening.name_microphones)
        listening.microphones.connect(self._on_microphones)
        shell.actions.bind(recording=self)
        self._show()

    def toggle(self) -> None:
        """Begin to record from what is chosen, or end the recording that is under way."""
        chosen = self._settings.preferences.record_from
        if self._recording.on:
            self._recording.toggle()
        elif chosen == "microphone" or self._hum.sings:
            self._hum.toggle()
        elif chosen == "typing":
            self._typed()
        else:
            self._recording.toggle()
        # A click checks the button, also where nothing could begin.
        self._shell.transport.show_recording(on=self._recording.on or self._hum.sings)

    def _choose(self, what: str, value: str) -> None:
        chosen: dict[str, Any] = {what: bool(value) if what == "hum_click" else value}
        self._settings.prefer(replace(self._settings.preferences, **chosen))
        self._show()

    def _on_microphones(self, names: tuple[str, ...]) -> None:
        self._microphones = names
        self._show()

    def _show(self) -> None:
        preferences = self._settings.preferences
        self._shell.transport.show_record_from(
            RecordShown(
                record_from=preferences.record_from,
                microphone=preferences.microphone,
                microphones=self._microphones,
                hum_click=preferences.hum_click,
            )
        )
