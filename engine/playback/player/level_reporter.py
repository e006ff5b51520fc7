"""Reports the levels of the built-in sound while it sounds."""

from collections.abc import Callable

from engine.messages import Message
from engine.playback.player.console import Console
from engine.playback.sending.agenda import NEVER

_EVERY_S = 1 / 15  # interval of reports
# 90 dB below full scale.
_SILENT_LEVEL = 3e-5
# A new note is heard within this time, and after so much silence all notes have ended.
_PATIENCE_S = 1.0


class LevelReporter:
    """Reports `Levels` while anything sounds, and once more when all is silent.

    Args:
        console: The outputs that sound.
        report: Takes the events.
    """

    def __init__(self, console: Console, report: Callable[[Message], None]) -> None:
        self._console = console
        self._report = report
        self._begun = 0
        self._loud = False
        self._due_s = NEVER
        self._until_s = 0.0

    def step(self, now_s: float) -> float:
        """Report if it is time to; return when the next report is due, `NEVER` while silent."""
        begun = self._console.sounding_notes.begun
        if begun != self._begun and self._console.sounds:
            self._begun = begun
            self._until_s = now_s + _PATIENCE_S
            self._due_s = min(self._due_s, now_s)
        if now_s < self._due_s:
            return self._due_s
        levels = self._console.levels()
        was_loud, self._loud = self._loud, max(levels.master) > _SILENT_LEVEL
        if self._loud:
            self._until_s = now_s + _PATIENCE_S
        if self._loud or was_loud:
            self._report(levels)
        self._due_s = now_s + _EVERY_S if now_s < self._until_s else NEVER
        return self._due_s
