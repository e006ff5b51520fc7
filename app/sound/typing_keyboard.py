"""The computer keyboard as a piano, with the layout that sequencers use."""

import sys
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.widgets.keys.own import types_into

# MIDI's pitches end in octave 9.
LOWEST_OCTAVE, HIGHEST_OCTAVE = 0, 9
# Computer keys have no velocity.
VELOCITY = 90
# Semitones above C: white keys on the middle row of letters, black ones above it. The letters are
# those of the English layout; `letter_of` maps other layouts to it by the place of the key.
_NOTES = {letter: number for number, letter in enumerate("awsedftgyhujkolp;")}
_LOWER, _HIGHER = "z", "x"
# All letters that are no shortcuts while the keyboard is on.
LETTERS = frozenset({*_NOTES, _LOWER, _HIGHER})
_HIGHEST_PITCH = 127
_PLACES = {
    **dict(zip(range(16, 26), "qwertyuiop", strict=True)),
    **dict(zip(range(30, 40), "asdfghjkl;", strict=True)),
    **dict(zip(range(44, 48), "zxcv", strict=True)),
}
_HELD = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
    | Qt.KeyboardModifier.ShiftModifier
)


class TypingKeyboard(QObject):
    """Plays notes from letter keys, in place of the keys' shortcuts, while it is on.

    A to ; are white keys, the row above has the black ones, Z and X change the octave.

    Args:
        window: Keys play while this window is active, unless a letter becomes text in the focus.
        play: Called with pitch and velocity; velocity 0 ends the note.
        octave: The lowest C has the pitch 12 * octave.

    Signals:
        changed: Whether it is on.
        octave_changed: The octave.
    """

    changed = Signal(bool)
    octave_changed = Signal(int)

    def __init__(
        self,
        window: QWidget,
        play: Callable[[int, int], None],
        *,
        octave: int,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._window = window
        self._play = play
        self._octave = min(HIGHEST_OCTAVE, max(LOWEST_OCTAVE, octave))
        self._on = False
        self._sounding: dict[str, int] = {}

    @property
    def on(self) -> bool:
        """Whether letters play notes."""
        return self._on

    @property
    def octave(self) -> int:
        """The octave of the lowest C."""
        return self._octave

    @property
    def span(self) -> tuple[int, int]:
        """The lowest and the highest pitch that letters play now."""
        lowest = 12 * self._octave
        return lowest, min(_HIGHEST_PITCH, lowest + max(_NOTES.values()))

    def toggle(self, *, on: bool) -> None:
        """Turn the keyboard on or off; off ends all its notes."""
        application = QApplication.instance()
        if on == self._on or application is None:
            return
        self._on = on
        if on:
            application.installEventFilter(self)
        else:
            application.removeEventFilter(self)
            self._end_all()
        self.changed.emit(on)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Play letters, whatever has the focus; end all notes when the window loses it."""
        kind = event.type()
        if kind is QEvent.Type.ApplicationStateChange or kind is QEvent.Type.WindowDeactivate:
            self._end_all()
        elif isinstance(event, QKeyEvent) and kind in _KEYS and self._plays(event):
            self._take(event)
            return True
        return super().eventFilter(watched, event)

    def _take(self, event: QKeyEvent) -> None:
        letter = letter_of(event)
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.isAutoRepeat():
            return
        elif event.type() is QEvent.Type.KeyPress:
            self._press(letter)
        else:
            self._release(letter)

    def _plays(self, event: QKeyEvent) -> bool:
        letter = letter_of(event)
        if letter in self._sounding and event.type() is QEvent.Type.KeyRelease:
            return True  # the note must end, whatever has the focus by now
        if letter not in _NOTES and letter not in (_LOWER, _HIGHER):
            return False
        focus = QApplication.focusWidget()
        here = focus is None or focus.window() is self._window
        return here and not types_into(focus, letter) and not event.modifiers() & _HELD

    def _press(self, letter: str) -> None:
        if letter in (_LOWER, _HIGHER):
            self._move(1 if letter == _HIGHER else -1)
            return
        pitch = 12 * self._octave + _NOTES[letter]
        if pitch <= _HIGHEST_PITCH and letter not in self._sounding:
            self._sounding[letter] = pitch
            self._play(pitch, VELOCITY)

    def _release(self, letter: str) -> None:
        pitch = self._sounding.pop(letter, None)
        if pitch is not None:
            self._play(pitch, 0)

    def _move(self, octaves: int) -> None:
        octave = min(HIGHEST_OCTAVE, max(LOWEST_OCTAVE, self._octave + octaves))
        if octave != self._octave:
            self._octave = octave
            self.octave_changed.emit(octave)

    def _end_all(self) -> None:
        for letter in tuple(self._sounding):
            self._release(letter)


_KEYS = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.KeyRelease)


def letter_of(event: QKeyEvent) -> str:
    """Return the letter at a key's place on an English keyboard.

    The place counts, because other layouts have other letters there. macOS does not report
    places, so the letter itself counts on it.
    """
    place = event.nativeScanCode()
    if QGuiApplication.platformName() in {"xcb", "wayland"}:
        place -= 8  # X11 counts from 8
    elif sys.platform != "win32":
        place = 0
    known = _PLACES.get(place, "")
    if known or place > 0:
        return known
    key = event.key()
    return chr(key).lower() if 0x20 < key < 0x7F else ""
