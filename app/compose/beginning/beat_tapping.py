"""Tap along with the piece; the beats are then found that follow the taps."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from app.clients.playing import Playing
from app.clients.recording import Recording
from app.main_window.shell import Shell
from app.state.document import Document
from app.widgets.keys.own import types_into
from engine import messages
from engine.values.beats import SaidBeats, Tap, accents_of

# Key of the mode's sign.
_KEY = "taps"
_KINDS = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)


class BeatTapping(QObject):
    """Collects taps while the piece plays: the key T, or any key of a MIDI keyboard.

    T has its own meaning again afterwards. Shift and T, or a key that is struck harder, is a tap
    that begins a bar. The taps end with the music.

    Attributes:
        on: Whether taps are taken.

    Signals:
        changed: The taps so far, each with whether it begins a bar.
        ended: The `SaidBeats` of the taps, in seconds of the piece.
    """

    changed = Signal(object)
    ended = Signal(object)

    def __init__(
        self,
        shell: Shell,
        document: Document,
        *,
        playing: Playing,
        recording: Recording,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._document = document
        self._playing = playing
        self._recording = recording
        self.on = False
        self._taps: list[Tap] = []
        shell.transport.mode_ended.connect(self._on_sign)
        playing.playing_changed.connect(self._on_playing)
        playing.note_played.connect(self._on_note)
        document.replaced.connect(self.cancel)
        document.regridded.connect(self.cancel)

    def toggle(self, *, from_s: float) -> None:
        """Begin to take taps and play the piece from a second of it, or end."""
        if self.on:
            self._finish()
        elif self._recording.on:
            self._shell.status.show_reason(self.tr("End the recording first."))
        else:
            self._begin(from_s)

    def cancel(self) -> bool:
        """Drop the taps; return whether any were being taken."""
        was_on = self.on
        self._end()
        return was_on

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the key T for a tap, unless a field is typed into."""
        if isinstance(event, QKeyEvent) and event.type() in _KINDS and self._is_tap(event):
            if event.type() is QEvent.Type.ShortcutOverride:
                event.accept()
            elif not event.isAutoRepeat():
                shifted = event.modifiers() == Qt.KeyboardModifier.ShiftModifier
                self._tap(self._playing.tick_now(), accented=shifted)
            return True
        return super().eventFilter(watched, event)

    def _is_tap(self, event: QKeyEvent) -> bool:
        plain = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)
        is_t = event.key() == Qt.Key.Key_T and event.modifiers() in plain
        return is_t and not types_into(QApplication.focusWidget(), "t")

    def _begin(self, from_s: float) -> None:
        self.on, self._taps = True, []
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)
        self._show()
        if not self._playing.playing:
            self._playing.play(round(self._document.timeline.tempo.tick_at(from_s)))

    def _tap(self, tick: float, *, velocity: int = 0, accented: bool = False) -> None:
        at_s = self._document.timeline.tempo.seconds_at(tick)
        # A user who goes back to tap again means the new taps.
        before = [tap for tap in self._taps if tap.at_s < at_s]
        self._taps = [*before, Tap(at_s, velocity=velocity, accented=accented)]
        self._show_taps()

    def _show_taps(self) -> None:
        accents = set(accents_of(self._taps))
        self.changed.emit(tuple(tap in accents for tap in self._taps))

    def _on_note(self, event: messages.NotePlayed) -> None:
        if self.on and event.velocity:
            self._tap(event.tick, velocity=event.velocity)

    def _on_playing(self, playing: bool) -> None:  # noqa: FBT001 - a signal's argument
        if self.on and not playing:
            self._finish()

    def _finish(self) -> None:
        said = SaidBeats(taps=tuple(self._taps))
        self._end()
        if self._playing.playing:
            self._playing.stop()
        self.ended.emit(said)

    def _end(self) -> None:
        application = QApplication.instance()
        if self.on and application is not None:
            application.removeEventFilter(self)
        self.on, self._taps = False, []
        self._show()

    def _show(self) -> None:
        """Show the sign of the mode while T taps the beat, and hide T as a shortcut meanwhile."""
        self._shell.actions.take_letters(_KEY, ("t",) if self.on else ())
        self._shell.transport.show_mode(
            _KEY,
            self.tr("T taps the beat") if self.on else "",
            self.tr("Tap at each beat, from the first of a bar on. Esc drops the taps."),
        )
        self._show_taps()

    def _on_sign(self, mode: str) -> None:
        if mode == _KEY and self.on:
            self._end()
            self._playing.stop()
