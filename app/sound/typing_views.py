"""Show that the computer's keys play, and end it: by the user, with the recording, beside Jam."""

from typing import Literal

from PySide6.QtCore import QObject

from app.clients.playing import Playing
from app.clients.recording import Recording
from app.main_window.compose_page import ComposePage
from app.main_window.shell import Shell
from app.main_window.workspaces import Workspaces
from app.sound.typing_keyboard import LETTERS, TypingKeyboard
from app.views.notice_strip import NoticeText
from engine.harmony.keys import pitch_name

# The name of the mode, of its action, and of its sign.
_MODE = "typing"
# The notice of a recording that hears nobody, and its button.
_UNHEARD, _TYPE = "no-input", "type"
# The reason why the keyboard is on; it goes off when that is over.
_For = Literal["user", "recording", "jam"]


class TypingViews(QObject):
    """Binds the computer's keys to their sign, the roll and the shortcuts.

    While letters play notes, no button names a letter that is not the shortcut that it was.

    A recording that the keys were switched on for ends them. Those that were switched on in Jam
    play there only: they end when the user leaves it, and play again when the user is back.
    """

    def __init__(
        self,
        shell: Shell,
        page: ComposePage,
        workspaces: Workspaces,
        *,
        playing: Playing,
        recording: Recording,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell, self._page, self._workspaces = shell, page, workspaces
        self._sound, self._recording = playing.audio, recording
        self._for: _For = "user"
        self._plays_in_jam = False
        self.keyboard = TypingKeyboard(
            shell.frame,
            lambda pitch, velocity: playing.type_note(pitch=pitch, velocity=velocity),
            octave=self._sound.choices.octave,
            parent=self,
        )
        shell.actions.bind(typing=self)
        self.keyboard.changed.connect(lambda _on: self._show())
        self.keyboard.octave_changed.connect(self._on_octave)
        shell.transport.mode_ended.connect(self._on_sign)
        shell.notices.button_clicked.connect(self._on_notice)
        recording.changed.connect(self._on_recording)
        recording.unheard.connect(self._offer_keys)
        workspaces.changed.connect(self._on_workspace)

    def record(self) -> None:
        """Record, with the computer's keys until the recording ends."""
        if not self.keyboard.on:
            self._for = "recording"
            self.keyboard.toggle(on=True)
        self._recording.toggle()

    def cancel(self) -> bool:
        """End the mode, but not under a recording; return whether it was on."""
        if not self.keyboard.on or self._recording.on:
            return False
        self.switch(on=False)
        return True

    def switch(self, *, on: bool) -> None:
        """Turn the keys on or off for the user."""
        in_jam = self._workspaces.current == "jam"
        self._for = "jam" if on and in_jam else "user"
        self._plays_in_jam = on and in_jam
        self.keyboard.toggle(on=on)

    def _end_for(self, purpose: _For) -> None:
        if self.keyboard.on and self._for == purpose:
            self._for = "user"
            self.keyboard.toggle(on=False)

    def _on_sign(self, mode: str) -> None:
        if mode == _MODE:
            self.switch(on=False)

    def _on_recording(self, on: bool) -> None:  # noqa: FBT001 - a signal's argument
        if not on:
            self._end_for("recording")

    def _on_workspace(self, name: str) -> None:
        if name != "jam":
            self._end_for("jam")
        elif self._plays_in_jam and not self.keyboard.on:
            self._for = "jam"
            self.keyboard.toggle(on=True)

    def _on_octave(self, octave: int) -> None:
        self._sound.choose(octave=octave)
        self._show()

    def _show(self) -> None:
        on, (low, high) = self.keyboard.on, self.keyboard.span
        self._recording.show_typing(on=on)
        self._shell.actions.check(_MODE, on=on)
        self._shell.actions.take_letters(_MODE, LETTERS if on else ())
        self._page.roll.show_typed((low, high) if on else None)
        text = self.tr("Keys play %1–%2")
        text = text.replace("%1", pitch_name(low)).replace("%2", pitch_name(high))
        tip = self.tr(
            "The computer's keys play: A to ; and the row above. Z and X change the octave. Esc "
            "ends it."
        )
        self._shell.transport.show_mode(_MODE, text if on else "", tip)

    # --- a recording that hears nobody -----------------------------------------------------------

    def _offer_keys(self) -> None:
        self._shell.notices.show_notice(
            NoticeText(
                key=_UNHEARD,
                happened=self.tr("No MIDI keyboard is heard: choose one at “MIDI in” above."),
                buttons=((_TYPE, self.tr("Record with the computer's keys")),),
                seconds=12.0,
            )
        )

    def _on_notice(self, key: str, button: str) -> None:
        if (key, button) == (_UNHEARD, _TYPE):
            self.record()
