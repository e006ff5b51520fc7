"""A jam by a clock that only work moves: what live's code costs, whoever else uses the machine.

A scripted human plays phrases, hands over and takes over; then he is accompanied at three tempos.
It is the code of a jam with a desk for a player, and time runs on by what each slice of work took
of the processor, as in `jam_endless`. What ports and pipes add is in `jam` and `jam_ports`.
"""

import random
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks.jam.player import Desk
from benchmarks.jam.ports import spread
from engine.generation.model import LiveModel
from engine.ground.paths import starter_model
from engine.live.jam.session import SEGUE, JamSession
from engine.messages import (
    HandOver,
    JamTurn,
    JamUnderrun,
    JamVoice,
    Message,
    PipeMessage,
    PlanBegun,
    PlayedNote,
    StartJam,
)
from engine.values.score import Note

Figures = dict[str, Any]

TICK_S = 0.125
TEMPOS = (120.0, 180.0, 240.0)
_LOOK_S = 0.01
_LATEST_S = 2.0
_SCALE = (0, 2, 4, 5, 7, 9, 11)


class Reckoned:
    """A jam, a desk that plays for it, and a clock of its own.

    Args:
        model: Loaded.
        start: What is asked for.

    Attributes:
        now_s: Seconds since it began.
        said: What live and the desk said, but plans.
        asked: How often it was asked whether what comes next is planned.
        hits: How often it was.
    """

    def __init__(self, model: LiveModel, start: StartJam) -> None:
        self.now_s = 0.0
        self.said: list[Message] = []
        self.asked = self.hits = 0
        self._jam = JamSession(model, start)
        self._desk = Desk(start.bpm * 480 / 60.0, yields=start.mode != "accompany")
        self._joined_s: float | None = None
        self._deliver(self._jam.hear(self._desk.anchor()))

    @property
    def tick(self) -> float:
        """Where the music is."""
        return self.now_s * self._desk.ticks_per_second

    @property
    def segue_notes(self) -> tuple[Note, ...]:
        """What Segue played, and what it has planned."""
        return self._jam.captured().score.tracks[SEGUE].notes

    def until(self, seconds: float) -> None:
        """Let time pass, working."""
        while self.now_s < seconds:
            began_s, was_busy = time.thread_time(), self._jam.busy
            messages = list(self._jam.work(self.now_s))
            cost_s = time.thread_time() - began_s
            idle = not was_busy and not self._jam.busy
            rest_s = min(_LOOK_S, seconds - self.now_s) if idle else 0.0
            self._pass(max(cost_s, rest_s))
            self._deliver(messages)
            for message in self._desk.pass_to(self.now_s):
                self._deliver(self._jam.hear(message))

    def _pass(self, seconds: float) -> None:
        """Ask each eighth of a second, as it goes by, what is planned."""
        after_s = self.now_s + seconds
        while self._joined_s is not None and self._joined_s <= after_s:
            self.asked += 1
            known_s = self._desk.known / self._desk.ticks_per_second
            self.hits += known_s >= self._joined_s + TICK_S
            self._joined_s += TICK_S
        self.now_s = after_s

    def press(self, pitch: int, *, on: bool = True) -> None:
        """Move a key."""
        if on:
            for message in self._desk.press(self.now_s):
                self._hear(message)
        played = PlayedNote(
            on=on, seconds=self.now_s, tick=self.tick, pitch=pitch, velocity=80 if on else 0
        )
        self._hear(played)

    def hand_over(self) -> tuple[bool, float | None]:
        """Hand over and listen.

        Returns:
            Whether an answer stood ready, and how much later its first note began: None where
            there was none within two seconds.
        """
        at_s, heard = self.now_s, len(self.said)
        self._play(HandOver())
        stood = any(isinstance(message, PlanBegun) for message in self.said[heard:])
        tick = round(self.tick)
        self.until(at_s + _LATEST_S)
        first = min((n.start for n in self._desk.planned if n.start >= tick), default=None)
        if first is None or first > self.tick:
            return stood, None
        return stood, first / self._desk.ticks_per_second - at_s

    def of(self, kind: type[Message]) -> list[Any]:
        """Return what was said of a kind."""
        return [message for message in self.said if isinstance(message, kind)]

    def lags_s(self) -> tuple[float, ...]:
        """Return how much later than they were pressed keys were in the memory."""
        return self._jam.heard().lags_s

    def _hear(self, message: PipeMessage) -> None:
        self._deliver(self._jam.hear(message))

    def _deliver(self, messages: Iterable[Message]) -> None:
        for message in messages:
            self._play(message)

    def _play(self, message: Message) -> None:
        self.said.append(message)
        if isinstance(message, JamTurn) and message.who == "both":
            self._joined_s = message.tick / self._desk.ticks_per_second
        for answer in self._desk.take(message, self.now_s):
            self.said.append(answer)
            self._hear(answer)


def measure(seconds: float, *, model: Path | None = None, seed: int = 1) -> Figures:
    """Jam for so long by the processor's time; return the figures.

    Args:
        seconds: Of music: a half by turns, a half accompanied.
        model: Its folder; None takes the starter.
        seed: Of the script.
    """
    draw = random.Random(seed)  # noqa: S311 - a script, not a secret
    loaded = LiveModel.load(model or starter_model())
    figures = _by_turns(loaded, seconds / 2, draw)
    lags_s, rates, asked, hits = figures.pop("lags_s"), {}, 0, 0
    for bpm in TEMPOS:
        made = _accompanied(loaded, seconds / 2 / len(TEMPOS), bpm, draw)
        rates[f"{bpm:g}"] = round(made.hits / max(1, made.asked), 5)
        asked, hits = asked + made.asked, hits + made.hits
        figures["underruns"] += len(made.of(JamUnderrun))
        lags_s += made.lags_s()
    return {
        **figures,
        "hit_rate": round(hits / max(1, asked), 5),
        "hit_rates": rates,
        "asked": asked,
        "memory_ms": spread(lags_s),
    }


def _by_turns(model: LiveModel, seconds: float, draw: random.Random) -> Figures:
    """Play phrases, hand over, take over."""
    start = StartJam(
        mode="answer",
        me=JamVoice(track=0),
        segue=JamVoice(track=1),
        time="free",
        bars=0,
        hears_ends=False,
    )
    jam = Reckoned(model, start)
    late: list[float] = []
    turns = stood = 0
    jam.until(1.0)
    while jam.now_s < seconds:
        _play_phrase(jam, draw, notes=draw.randint(5, 10))
        jam.until(jam.now_s + draw.uniform(0.15, 0.5))
        was_ready, late_s = jam.hand_over()
        turns, stood = turns + 1, stood + was_ready
        late += [] if late_s is None else [late_s]
    return {
        "turns": turns,
        "stood_ready": stood,
        "unanswered": turns - len(late),
        "hand_over_ms": spread(late),
        "underruns": len(jam.of(JamUnderrun)),
        "lags_s": list(jam.lags_s()),
    }


def _play_phrase(jam: Reckoned, draw: random.Random, *, notes: int) -> None:
    for _ in range(notes):
        pitch = 55 + draw.choice(_SCALE)
        jam.press(pitch)
        jam.until(jam.now_s + draw.choice((0.1, 0.2, 0.2, 0.4)))
        jam.press(pitch, on=False)
        jam.until(jam.now_s + 0.03)


def _accompanied(model: LiveModel, seconds: float, bpm: float, draw: random.Random) -> Reckoned:
    """Play on and on."""
    segue = JamVoice(track=1, program=33)
    jam = Reckoned(model, StartJam(mode="accompany", me=JamVoice(track=0), segue=segue, bpm=bpm))
    beat_s = 60.0 / bpm
    jam.until(1.0)
    while jam.now_s < seconds:
        pitch = 48 + draw.choice(_SCALE) + 12 * draw.randrange(3)
        jam.press(pitch)
        jam.until(jam.now_s + beat_s * draw.choice((0.25, 0.5, 0.5, 1.0)) * 0.9)
        jam.press(pitch, on=False)
        jam.until(jam.now_s + 0.1 * beat_s)
    return jam
