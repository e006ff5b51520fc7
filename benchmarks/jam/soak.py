"""A soak of a jam: random phrases over a bad cable, by a clock of work.

Player and live are the real ones, in one thread, each with its queue: messages between them take
random times, live stalls as on a busy machine, and the keyboard's messages are lost, come twice or
come late. After each phrase the human waits until a note of Segue sounds or a sentence is said.
"""

import random
from collections import deque
from collections.abc import Iterator
from heapq import heappop, heappush
from pathlib import Path
from typing import Any, NamedTuple

from engine.generation.model import LiveModel
from engine.ground.host import memory_bytes
from engine.ground.paths import starter_model
from engine.live.jam.session import JamSession
from engine.messages import (
    Command,
    FromLive,
    FromPlayer,
    JamUnderrun,
    JamVoice,
    LetGo,
    Message,
    Notice,
    Play,
    PlayKeysAs,
    SetJam,
    SetMetronome,
    SetScore,
    StartJam,
    TrackMix,
)
from engine.midi.channels.keys import Key
from engine.playback import wire
from engine.playback.keyboards.input_router import InputRouter
from engine.playback.player.player import Player
from engine.playback.ports.outputs import RecordingOutput, unbalanced
from engine.values.score import Score, Tempo, TimeSignature, Track
from engine.values.sound import Sound

Figures = dict[str, Any]

PORT = "Keys"
# Shares of the keyboard's messages.
LOST, DOUBLED, LATE = 0.01, 0.01, 0.02
_LATEST_S = 0.4
_CONTROLS = (1, 11, wire.SUSTAIN)
_METERS = ((4, 4), (4, 4), (3, 4), (2, 4), (6, 8), (5, 4))
_PHRASES = 25  # of one jam
_STALLS = 0.003  # share of live's slices that take as long as on a busy machine
# Bars and seconds after its last key in which a phrase is answered: a last chord ends after 12 s.
_BARS, _SECONDS = 7, 10.0
_OLD_BARS = 12  # a key that is down for longer is held


class Fault(NamedTuple):
    """A phrase that nobody answered.

    Attributes:
        seed: Of the jam.
        phrase: Its number in the jam.
        start: The settings.
    """

    seed: int
    phrase: int
    start: StartJam


class Cable:
    """Messages on their way: each takes its time, and none overtakes another."""

    def __init__(self, draw: random.Random) -> None:
        self._draw = draw
        self._waiting: deque[tuple[float, Any]] = deque()

    @property
    def due_s(self) -> float:
        """When the next message arrives."""
        return self._waiting[0][0] if self._waiting else float("inf")

    def send(self, message: Any, now_s: float) -> None:
        """Send a message."""
        slow = self._draw.random() < _STALLS
        arrives_s = now_s + (self._draw.uniform(0.05, 0.5) if slow else 0.0005)
        last_s = self._waiting[-1][0] if self._waiting else 0.0
        self._waiting.append((max(last_s, arrives_s), message))

    def arrived(self, now_s: float) -> Iterator[Any]:
        """Yield what has arrived."""
        while self.due_s <= now_s:
            yield self._waiting.popleft()[1]


class Room:
    """A jam of the real player and live on one clock.

    Args:
        model: Loaded.
        start: The settings.
        seed: Of delays and stalls.
        through: Whether the human's keys sound as well.
        slowed: How many times as long as on an idle machine live takes for a slice.

    Attributes:
        now_s: The clock.
        said: What live told the window, but plans.
        output: What the player sent.
    """

    def __init__(
        self,
        model: LiveModel,
        start: StartJam,
        *,
        seed: int,
        through: bool = False,
        slowed: float = 1.0,
    ) -> None:
        self._slowed = slowed
        self._draw = random.Random(seed)  # noqa: S311 - a script, not a secret
        self.now_s = 100.0
        self.said: list[Message] = []
        self.output = RecordingOutput(clock=lambda: self.now_s)
        self._to_live, self._to_player = Cable(self._draw), Cable(self._draw)
        self._keys: list[tuple[float, int, bytes]] = []
        self._player = Player(self._report, clock=lambda: self.now_s)
        self._player.attach(self.output)
        self._router = InputRouter(self._player, self.said.append, lambda: self.now_s)
        self._router.set_inputs(Sound(inputs=(PORT,)), PlayKeysAs(through=through))
        self.jam = JamSession(model, start)
        self._live_s = self._player_s = self.now_s
        self._begin(start)

    def _begin(self, start: StartJam) -> None:
        score = Score(
            tracks=(Track(name="Me"), Track(name="Segue")),
            tempos=(Tempo(0, start.bpm),),
            time_signatures=(TimeSignature(0, start.numerator, start.denominator),),
        )
        commands: tuple[Command, ...] = (
            SetScore(score=score, mix=(TrackMix(), TrackMix())),
            SetMetronome(enabled=False),
            SetJam(yields=start.mode != "accompany"),
            Play(tick=0, open_end=True, count_in=False),
        )
        for command in commands:
            self._player.handle(command)

    def _report(self, message: Message) -> None:
        if isinstance(message, FromPlayer):
            self._to_live.send(message, self.now_s)

    def send(self, at_s: float, message: bytes) -> None:
        """Let the keyboard's cable bring a message at a time."""
        heappush(self._keys, (at_s, len(self._keys), message))

    def until(self, seconds: float) -> None:
        """Let time pass."""
        while True:
            key_s = self._keys[0][0] if self._keys else float("inf")
            due_s = min(self._live_s, self._player_s, key_s, self._to_player.due_s)
            if due_s > seconds:
                self.now_s = max(self.now_s, seconds)
                return
            self.now_s = max(self.now_s, due_s)
            if self.now_s >= self._live_s:
                self._live()
            while self._keys and self._keys[0][0] <= self.now_s:
                at_s, _, message = heappop(self._keys)
                self._router.take(message, at_s, PORT)
            for command in self._to_player.arrived(self.now_s):
                self._take(command)
            self._player_s = max(self._player.step(), self.now_s + 1e-4)

    def _take(self, message: FromLive) -> None:
        if isinstance(message, LetGo):
            self._router.let_key_go(message)
        else:
            self._player.partner.handle(message)

    def _live(self) -> None:
        """Do what live does in one slice; each takes its time."""
        for message in self._to_live.arrived(self.now_s):
            self._say(self.jam.hear(message))
        was_busy = self.jam.busy
        self._say(self.jam.work(self.now_s))
        idle = not was_busy and not self.jam.busy
        cost_s = 0.01 if idle else self._slowed * self._draw.uniform(0.002, 0.02)
        if self._draw.random() < _STALLS:
            cost_s = self._draw.uniform(0.1, 1.5)
        self._live_s = self.now_s + cost_s

    def _say(self, messages: Iterator[Message]) -> None:
        for message in messages:
            if isinstance(message, FromLive):
                self._to_player.send(message, self.now_s)
            else:
                self.said.append(message)

    def sounded_since(self, seconds: float) -> bool:
        """Return whether a note began after a time."""
        return any(
            sent.message[0] & 0xF0 == wire.NOTE_ON and sent.received_s > seconds
            for sent in reversed(self.output.received)
        )

    def held(self) -> list[Key]:
        """Return the keys that live takes for pressed for longer than anybody holds one."""
        grid = self.jam.memory.grid
        oldest = self.jam.moment(self.now_s).tick - _OLD_BARS * grid.bar
        return [key for (_, key), down in self.jam.memory.held.items() if down.start < oldest]

    def stop(self) -> int:
        """End the jam; return the number of notes that sound on."""
        self._player.stop()
        self.jam.close()
        return len(unbalanced([sent.message for sent in self.output.received]))


class Human:
    """Plays random phrases over a bad cable.

    Args:
        room: Where.
        draw: Draws what is played.
        start: The settings of the jam.
    """

    def __init__(self, room: Room, draw: random.Random, start: StartJam) -> None:
        self._room, self._draw = room, draw
        self._beat_s = 60.0 / start.bpm * 4 / start.denominator
        self._bar_s = self._beat_s * start.numerator
        self.pressed_s = 0.0

    def phrase(self) -> bool:
        """Play one phrase; return whether it was answered."""
        draw, said = self._draw, len(self._room.said)
        at_s = self._room.now_s + draw.uniform(0.0, 3.0) * self._beat_s
        step, sounds = draw.choice((0.25, 0.5, 0.5, 1.0, 1.0, 2.0)), draw.choice((1, 1, 1, 2, 4))
        length = draw.choice((0.2, 0.5, 0.9, 1.0, 1.1))
        last_s = at_s
        for _ in range(draw.randint(2, 24)):
            pitches = [draw.randrange(40, 88) for _ in range(sounds)]
            for pitch in pitches:
                self._move(at_s, wire.note_on(0, pitch, draw.randint(30, 110)))
                end_s = at_s + length * step * self._beat_s
                last_s = max(last_s, self._move(end_s, wire.note_off(0, pitch)))
            self.pressed_s = at_s
            if draw.random() < 0.1:
                self._move(at_s, wire.control(0, draw.choice(_CONTROLS), draw.randrange(128)))
            at_s += draw.choice((1, 1, 1, 1, 2)) * step * self._beat_s
        self._move(last_s, wire.control(0, wire.SUSTAIN, 0))
        self._room.until(last_s)
        return self._waits(last_s, said)

    def _waits(self, last_s: float, said: int) -> bool:
        deadline_s = last_s + _BARS * self._bar_s + _SECONDS
        while self._room.now_s < deadline_s:
            self._room.until(self._room.now_s + 0.1)
            if self._room.sounded_since(last_s):
                return True
            if any(isinstance(message, Notice) for message in self._room.said[said:]):
                return True
        return False

    def listens(self) -> None:
        """Listen to the answer, to its end or not."""
        bars = self._draw.choice((0.1, 0.5, 1.0, 2.5))
        self._room.until(self._room.now_s + bars * self._bar_s)

    def _move(self, at_s: float, message: bytes) -> float:
        """Send a message over the cable; return when it arrives last."""
        draw = self._draw
        if draw.random() < LATE:
            at_s += draw.uniform(0.0, _LATEST_S)
        if draw.random() >= LOST:
            self._room.send(at_s, message)
        if draw.random() < DOUBLED:
            at_s += draw.uniform(0.0, 0.05)
            self._room.send(at_s, message)
        return at_s


def measure(
    phrases: int, *, slowed: float = 1.0, model: Path | None = None, seed: int = 0
) -> Iterator[Figures]:
    """Yield the figures so far after each jam of 25 phrases.

    Args:
        phrases: Of all jams.
        slowed: How many times as long as on an idle machine live takes. A slow one draws fewer
            answers that nobody hears, so a long soak is cheaper by it.
        model: Its folder; None takes the starter.
        seed: Of the first jam.
    """
    loaded = LiveModel.load(model or starter_model())
    faults: list[Fault] = []
    played = sounding = underruns = held = 0
    music_s = 0.0
    while played < phrases:
        most = min(_PHRASES, phrases - played)
        room, made, count = play_jam(loaded, seed, most=most, slowed=slowed)
        faults += made
        played, seed = played + count, seed + 1
        held += len(room.held())
        sounding += room.stop()
        music_s += room.now_s - 100.0
        underruns += sum(isinstance(message, JamUnderrun) for message in room.said)
        yield {
            "phrases": played,
            "unanswered": len(faults),
            "where": [(fault.seed, fault.phrase) for fault in faults[:20]],
            "held": held,
            "sounding": sounding,
            "underruns": underruns,
            "minutes_of_music": round(music_s / 60, 1),
            "resident_mb": round(memory_bytes() / 1e6, 1),
        }


def play_jam(
    model: LiveModel, seed: int, *, most: int, slowed: float = 1.0
) -> tuple[Room, list[Fault], int]:
    """Play one jam of random settings; return it, its unanswered phrases and its phrases."""
    draw = random.Random(seed)  # noqa: S311 - a script, not a secret
    numerator, denominator = draw.choice(_METERS)
    start = StartJam(
        mode="answer",
        me=JamVoice(track=0),
        segue=JamVoice(track=1),
        bpm=draw.choice((60.0, 90.0, 120.0, 120.0, 180.0)),
        numerator=numerator,
        denominator=denominator,
        bars=draw.choice((0, 1, 2, 4)),
        time=draw.choice(("beat", "beat", "free")),
        rows=draw.choice((1, 2, 4)),
    )
    room = Room(model, start, seed=seed, slowed=slowed)
    human = Human(room, draw, start)
    faults = []
    for number in range(most):
        if human.phrase():
            human.listens()
        else:
            faults.append(Fault(seed, number, start))
    return room, faults, most
