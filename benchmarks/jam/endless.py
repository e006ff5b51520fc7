"""Segue alone for an hour, at so many times real time: does it keep ahead, does anything grow?

The same code as in a jam, and a clock that runs on by what each slice of work took of the
processor, times the speed: neither busy neighbours nor waiting count. Where there is nothing to do,
time passes as it does between two looks.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.jam.player import Desk
from engine.generation.model import LiveModel
from engine.ground.host import memory_bytes
from engine.ground.paths import starter_model
from engine.live.jam.session import JamSession
from engine.messages import JamUnderrun, JamVoice, Plan, StartJam

Figures = dict[str, Any]

_LOOK_S = 0.01
_SHARES = 6


class Endless:
    """An endless turn, and what it costs.

    Args:
        model: Loaded.
        speed: Times real time.
        bpm: Quarters a minute.
    """

    def __init__(self, model: LiveModel, *, speed: float, bpm: float = 120.0) -> None:
        voice = JamVoice(track=0)
        start = StartJam(mode="endless", me=voice, segue=JamVoice(track=1), bpm=bpm)
        self._jam = JamSession(model, start)
        self._desk = Desk(ticks_per_second=bpm * 480 / 60.0)
        self._speed = speed
        self.music_s = 0.0
        self.notes = self.underruns = 0
        self.worked_s = 0.0
        self.least_ahead_s = float("inf")
        for message in self._jam.hear(self._desk.anchor()):
            del message

    @property
    def late(self) -> int:
        """Notes that came too late to sound."""
        return self._desk.late

    def play(self, until_s: float) -> None:
        """Let music pass up to a second of it."""
        while self.music_s < until_s:
            began_s = time.thread_time()
            was_busy = self._jam.busy
            messages = list(self._jam.work(self.music_s))
            cost_s = time.thread_time() - began_s
            self.worked_s += cost_s
            idle = not was_busy and not self._jam.busy
            self.music_s += max(cost_s * self._speed, _LOOK_S if idle else 0.0)
            self._take(messages)

    def _take(self, messages: list[Any]) -> None:
        desk = self._desk
        for message in messages:
            self.underruns += isinstance(message, JamUnderrun)
            self.notes += len(message.notes) if isinstance(message, Plan) else 0
            for answer in desk.take(message, self.music_s):
                list(self._jam.hear(answer))
        tick = self.music_s * desk.ticks_per_second
        # What has sounded is gone; and before the turn began nothing can be ahead.
        desk.planned = [note for note in desk.planned if note.start >= tick - 4 * 1920]
        if desk.turn:
            ahead_s = (desk.known - tick) / desk.ticks_per_second
            self.least_ahead_s = min(self.least_ahead_s, ahead_s)


def measure(minutes: float, *, speed: float = 8.0, model: Path | None = None) -> Iterator[Figures]:
    """Yield the figures of an endless turn, after each sixth of it and then of the whole.

    Args:
        minutes: Of music.
        speed: Times real time.
        model: Its folder; None takes the starter.
    """
    endless = Endless(LiveModel.load(model or starter_model()), speed=speed)
    for share in range(1, _SHARES + 1):
        worked_s, notes = endless.worked_s, endless.notes
        endless.play(minutes * 60.0 * share / _SHARES)
        made, cost_s = endless.notes - notes, endless.worked_s - worked_s
        yield {
            "until_minute": round(minutes * share / _SHARES, 2),
            "notes": made,
            "ms_a_note": round(cost_s * 1e3 / max(1, made), 3),
            "busy": round(cost_s * _SHARES / (minutes * 60.0), 4),
            "resident_mb": round(memory_bytes() / 1e6, 1),
        }
    yield {
        "minutes": minutes,
        "speed": speed,
        "notes": endless.notes,
        "underruns": endless.underruns,
        "late": endless.late,
        "least_ahead_s": round(endless.least_ahead_s, 3),
    }
