"""Tap along with the piece; the beats are then found that follow the taps."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from app.clients.playing import Playing
from app.clients.recording import Recording
from app.main_window.shell import Shell
from app.state.document import Document
from app.views.notice_strip import NoticeText
from app.widgets.keys.own import types_into
from app.words.counting import counted
from engine import messages
from engine.values.beats import SaidBeats, Tap

# Keys of the notice and of the mode's sign, and of the notice's buttons.
_KEY, _DONE, _BEATS = "taps", "done", "beats"
# Beats in a bar that a user can say, one after the other; 0 lets Segue hear them.
_BEATS_IN_BAR = (0, 2, 3, 4, 6)
_KINDS = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)


class BeatTapping(QObject):
    """Collects taps while the piece plays: the key T, or any key of a MIDI keyboard.

    T has its own meaning again afterwards. Shift and T, or a key that is struck harder, is a tap
    that begins a bar. The taps end with the music.

    Args:
        follow: Called with the taps, in seconds of the piece, and what else the user said of the
            beats, when they end.
    """

    def __init__(
        self,
        shell: Shell,
        document: Document,
        *,
        playing: Playing,
        recording: Recording,
        follow: Callable[[SaidBeats], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._document = document
        self._playing = playing
        self._recording = recording
        self._follow = follow
        self._on = False
        self._taps: list[Tap] = []
        self._beats_in_bar = 0
        shell.actions.bind(taps=self)
        shell.notices.button_clicked.connect(self._on_notice)
        shell.transport.mode_ended.connect(self._on_sign)
        playing.playing_changed.connect(self._on_playing)
        playing.note_played.connect(self._on_note)
        document.replaced.connect(self.cancel)
        document.regridded.connect(self.cancel)

    def toggle(self) -> None:
        """Begin to take taps and play the piece, or end."""
        if self._on:
            self._finish()
        elif not self._document.score.note_count:
            self._shell.status.show_reason(self.tr("There is no music to tap along with."))
        elif self._recording.on:
            self._shell.status.show_reason(self.tr("End the recording first."))
        else:
            self._begin()

    def cancel(self) -> bool:
        """Drop the taps; return whether any were being taken."""
        was_on = self._on
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

    def _begin(self) -> None:
        self._on, self._taps, self._beats_in_bar = True, [], 0
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)
        self._ask()
        self._show_mode()
        if not self._playing.playing:
            self._playing.play(round(self._playing.tick))

    def _ask(self) -> None:
        """Say what to tap, and offer to say how many beats a bar has."""
        beats = str(self._beats_in_bar)
        self._shell.notices.show_notice(
            NoticeText(
                key=_KEY,
                happened=self.tr("Tap T, or a key of your MIDI keyboard, at each beat."),
                did=self.tr("Begin with the first beat of a bar."),
                can=self.tr("Shift+T, or a harder stroke, begins a bar, too."),
                buttons=(
                    (
                        _BEATS,
                        self.tr("Beats in a bar: %1").replace("%1", beats)
                        if self._beats_in_bar
                        else self.tr("Beats in a bar: heard"),
                    ),
                    (_DONE, self.tr("Done")),
                ),
                about="piece",
                asked=True,
            )
        )

    def _tap(self, tick: float, *, velocity: int = 0, accented: bool = False) -> None:
        at_s = self._document.timeline.tempo.seconds_at(tick)
        # A user who goes back to tap again means the new taps.
        before = [tap for tap in self._taps if tap.at_s < at_s]
        self._taps = [*before, Tap(at_s, velocity=velocity, accented=accented)]
        text = counted(len(self._taps), self.tr("%1 tap"), self.tr("%1 taps"))
        self._shell.status.show_reason(text)

    def _on_note(self, event: messages.NotePlayed) -> None:
        if self._on and event.velocity:
            self._tap(event.tick, velocity=event.velocity)

    def _on_playing(self, playing: bool) -> None:  # noqa: FBT001 - a signal's argument
        if self._on and not playing:
            self._finish()

    def _on_notice(self, key: str, button: str) -> None:
        if key != _KEY or not self._on:
            return
        if button == _DONE:
            self._finish()
        else:
            place = _BEATS_IN_BAR.index(self._beats_in_bar) + 1
            self._beats_in_bar = _BEATS_IN_BAR[place % len(_BEATS_IN_BAR)]
            self._ask()

    def _finish(self) -> None:
        said = SaidBeats(taps=tuple(self._taps), beats_in_bar=self._beats_in_bar)
        self._end()
        if self._playing.playing:
            self._playing.stop()
        self._follow(said)

    def _end(self) -> None:
        application = QApplication.instance()
        if self._on and application is not None:
            application.removeEventFilter(self)
        self._on, self._taps = False, []
        self._shell.notices.clear_notice(_KEY)
        # The number of taps would take the room of the line about the beats that follow them.
        self._shell.status.show_reason("")
        self._show_mode()

    def _show_mode(self) -> None:
        """Show the sign of the mode while T taps the beat, and hide T as a shortcut meanwhile."""
        self._shell.actions.take_letters(_KEY, ("t",) if self._on else ())
        self._shell.transport.show_mode(
            _KEY,
            self.tr("T taps the beat") if self._on else "",
            self.tr("Tap at each beat, from the first of a bar on. Esc drops the taps."),
        )

    def _on_sign(self, mode: str) -> None:
        if mode == _KEY and self._on:
            self._end()
            self._playing.stop()
