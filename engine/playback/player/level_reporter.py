"""Reports the levels of the built-in sound while it sounds, and the loudness of what is played."""

from collections.abc import Callable

import msgspec
import numpy as np

from engine.messages import Loudness, Message
from engine.playback.player.console import DEFAULT, Console
from engine.playback.sending.agenda import NEVER
from engine.playback.sound.loudness import LoudnessMeter
from engine.playback.sound.tones import SAMPLE_RATE, Heard

_EVERY_S = 1 / 15  # interval of reports
# 90 dB below full scale.
_SILENT_LEVEL = 3e-5
# A new note is heard within this time, and after so much silence all notes have ended.
_PATIENCE_S = 1.0
# Interval of reports of the loudness, which changes slowly.
_LOUDNESS_S = 1.0


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
        # Made when playing begins; it also hears how the last notes fade.
        self._meter: LoudnessMeter | None = None
        self._measures = False
        self._loudness_due_s = 0.0

    def begin(self) -> None:
        """Measure the loudness from here on: playing begins."""
        if self._console.sounds:
            self._console.heard()
            self._meter = LoudnessMeter(SAMPLE_RATE, true_peaks=False)
            self._loudness_due_s = 0.0

    def step(self, now_s: float, *, playing: bool = False) -> float:
        """Report if it is time to.

        Args:
            now_s: Clock seconds.
            playing: Whether the piece plays, so that its loudness counts.

        Returns:
            The time of the next report, `NEVER` while silent.
        """
        begun = self._console.sounding_notes.begun
        if begun != self._begun and self._console.sounds:
            self._begun = begun
            self._until_s = now_s + _PATIENCE_S
            self._due_s = min(self._due_s, now_s)
        if now_s < self._due_s:
            return self._due_s
        heard = self._console.heard()
        levels = self._console.levels(heard)
        was_loud, self._loud = self._loud, max(levels.master) > _SILENT_LEVEL
        if self._loud:
            self._until_s = now_s + _PATIENCE_S
        self._measures = playing or (self._measures and self._loud)
        if self._measures and self._meter is not None:
            blocks = heard.get(DEFAULT, Heard()).blocks
            if blocks:
                self._meter.add(np.concatenate(blocks))
        if self._loud or was_loud:
            self._report(msgspec.structs.replace(levels, loudness=self._loudness(now_s)))
        self._due_s = now_s + _EVERY_S if now_s < self._until_s else NEVER
        return self._due_s

    def _loudness(self, now_s: float) -> Loudness | None:
        """Return the loudness if it is due; while nothing more is heard it stays as it is."""
        if not self._measures or self._meter is None or now_s < self._loudness_due_s:
            return None
        self._loudness_due_s = now_s + _LOUDNESS_S
        figures = self._meter.integrated(), self._meter.recent(), self._meter.range()
        whole, recent, wide = (round(figure, 1) for figure in figures)
        return Loudness(whole=whole, recent=recent, range=wide)
