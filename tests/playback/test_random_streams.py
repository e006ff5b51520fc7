"""Two keyboards play at random: nothing is left sounding, and every note has its true length.

The keyboards have splits, pedals, wheels, aftertouch and program changes; they say "all notes off",
reset, are pulled out, or fall silent in the middle of active sensing. `Hands` knows which keys are
down from what the hands do, and nothing of the program.
"""

import random
from collections import Counter
from dataclasses import dataclass, field

import pytest

from app.state.input_recorder import InputRecorder
from app.state.jam_record import JamRecord
from engine.messages import (
    Captured,
    ControlMoved,
    Message,
    NotePlayed,
    PlayedNote,
    PlayKeysAs,
    PressureMoved,
    WheelMoved,
)
from engine.playback.keyboards.input_router import SENSED_S, InputRouter
from engine.playback.ports.outputs import unbalanced
from engine.values.score import Note, Score, TimeSignature, Track
from engine.values.sound import KeyboardShape, Sound
from tests.playback.stage import Stage

STREAMS = 10_000
PER_SECOND = 960  # ticks, at 120 quarters a minute
PORTS = {
    "Left": KeyboardShape(split=60, low_program=33, low_transpose=12),
    "Right": KeyboardShape(transpose=12),
}
# Few keys, so that hands meet: the same pitch by both keyboards, by two channels, by two zones.
KEYS = (47, 48, 59, 60, 71, 72)
SILENCING = (120, 123, 124, 125, 126, 127)


def pitch_of(port: str, key: int) -> int:
    return key + 12 if port == "Right" or key < 60 else key


@dataclass
class Hands:
    """What the hands hold, and the notes that they have played."""

    down: dict[tuple[str, int, int], tuple[int, int]] = field(default_factory=dict)
    notes: list[tuple[int, int, int, int]] = field(default_factory=list)

    def press(self, key: tuple[str, int, int], tick: int, velocity: int) -> None:
        self.lift(key, tick)
        self.down[key] = tick, velocity

    def lift(self, key: tuple[str, int, int], tick: int) -> None:
        if key in self.down:
            start, velocity = self.down.pop(key)
            pitch = pitch_of(key[0], key[2])
            self.notes.append((start, pitch, max(1, tick - start), velocity))

    def lift_all(self, tick: int, port: str, channel: int | None = None) -> None:
        for key in tuple(self.down):
            if key[0] == port and channel in {None, key[1]}:
                self.lift(key, tick)

    @property
    def pitches(self) -> set[int]:
        return {pitch_of(port, key) for port, _, key in self.down}


class Trial:
    """One player for all streams; each stream begins with nothing held."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.said: list[Message] = []
        self.router = InputRouter(stage.player, self.said.append, stage.clock)
        self.router.set_inputs(Sound(inputs=tuple(PORTS), keyboards=PORTS), PlayKeysAs())
        stage.player.play(0, open_end=True, counted_in=False)
        self.began_s = stage.clock.now_s
        self.tick = 0

    def wait(self, ticks: int) -> None:
        self.tick += ticks
        self.stage.clock.now_s = self.began_s + self.tick / PER_SECOND

    def send(self, port: str, *message: int) -> None:
        self.router.take(bytes(message), self.stage.clock.now_s, port)

    def act(self, hands: Hands, draw: random.Random) -> None:
        """Do one thing on one of the keyboards."""
        port, channel = draw.choice(("Left", "Right")), draw.randrange(2)
        what = draw.random()
        if what < 0.45:
            key, velocity = draw.choice(KEYS), draw.randrange(1, 128)
            hands.press((port, channel, key), self.tick, velocity)
            self.send(port, 0x90 | channel, key, velocity)
        elif what < 0.7:
            # Now and then of a key that is not down.
            held = [key for key in hands.down if key[:2] == (port, channel)]
            key = draw.choice(held)[2] if held else draw.choice(KEYS)
            hands.lift((port, channel, key), self.tick)
            self.send(port, *draw.choice(((0x80 | channel, key, 9), (0x90 | channel, key, 0))))
        elif what < 0.9:
            self._move(port, channel, draw)
        elif what < 0.95:
            hands.lift_all(self.tick, port, channel)
            self.send(port, 0xB0 | channel, draw.choice(SILENCING), 0)
        elif what < 0.98:
            hands.lift_all(self.tick, port)
            self.router.let_go(port)
        else:
            self.send(port, 0xFE)
            self.wait(round((SENSED_S + 0.1) * PER_SECOND))
            hands.lift_all(self.tick, port)
            self.router.expire()

    def _move(self, port: str, channel: int, draw: random.Random) -> None:
        value = draw.randrange(128)
        message = draw.choice(
            (
                (0xB0 | channel, 64, draw.choice((0, 127, value))),
                (0xB0 | channel, draw.choice((1, 7, 11, 66, 69, 121)), value),
                (0xE0 | channel, value, draw.randrange(128)),
                (0xD0 | channel, value),
                (0xA0 | channel, draw.choice(KEYS), value),
                (0xC0 | channel, value),
                (0xB0 | channel, draw.choice((0, 32)), draw.choice((0, 8))),
            )
        )
        self.send(port, *message)

    def end(self, hands: Hands) -> None:
        for port in PORTS:
            hands.lift_all(self.tick, port)
            self.router.let_go(port)


def sounding(messages: list[bytes]) -> set[int]:
    return {pitch for _, pitch in unbalanced(messages)}


def last_of(messages: list[bytes], status: int, first: int | None = None) -> set[bytes]:
    """The data of the last such message of each channel."""
    found = {m[0]: m[1:] for m in messages if m[0] & 0xF0 == status and first in {None, m[1]}}
    return set(found.values())


def heard_by_live(events: list[object]) -> list[tuple[int, int, int, int]]:
    """The notes that a jam makes of what the player reports."""
    down: dict[object, tuple[int, int, int]] = {}
    notes: list[tuple[int, int, int, int]] = []
    for event in events:
        if not isinstance(event, PlayedNote):
            continue
        assert event.tick is not None
        tick = round(event.tick)
        if event.on:
            down[event.held] = tick, event.pitch, event.velocity
        elif event.held in down:
            start, pitch, velocity = down.pop(event.held)
            notes.append((start, pitch, max(1, tick - start), velocity))
    assert not down
    return notes


def plain(notes: tuple[Note, ...]) -> Counter[tuple[int, int, int, int]]:
    return Counter((note.start, note.pitch, note.duration, note.velocity) for note in notes)


def deliver(record: JamRecord, recorder: InputRecorder, event: Message) -> None:
    if isinstance(event, NotePlayed):
        record.take_key(event)
        recorder.add_note(event)
    elif isinstance(event, ControlMoved | WheelMoved | PressureMoved):
        record.take_move(event)
        recorder.add_move(event)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_nothing_is_left_sounding_and_every_note_has_its_length(stage: Stage, part: int) -> None:
    trial = Trial(stage)
    console = stage.player.console
    stage.output.received.clear()
    for seed in range(part, STREAMS, 4):
        draw, hands = random.Random(seed), Hands()  # noqa: S311 - not for secrets
        began = trial.tick
        stage.events.clear()
        stage.output.received.clear()
        frame = Score(tracks=(Track(), Track()), time_signatures=(TimeSignature(0, 4, 4),))
        record = JamRecord(frame=frame)
        recorder = InputRecorder(began=began, grace=0, own_tracks=frozenset({"Right"}))
        for _ in range(draw.randrange(4, 25)):
            trial.wait(draw.randrange(200))
            trial.act(hands, draw)
            assert sounding(stage.output.messages) == hands.pitches, seed
        trial.wait(draw.randrange(200))
        trial.end(hands)
        true = Counter(hands.notes)
        for event in trial.said:
            deliver(record, recorder, event)
        trial.said.clear()
        trial.router.answer_capture()
        (captured,) = trial.said
        trial.said.clear()
        assert isinstance(captured, Captured)
        messages = stage.output.messages
        # The sound.
        assert unbalanced(messages) == [], seed
        assert console.sounding_notes.count == 0, seed
        for pedal in (64, 66, 69):
            assert last_of(messages, 0xB0, pedal) <= {bytes((pedal, 0))}, seed
        assert last_of(messages, 0xE0) <= {b"\x00\x40"}, seed
        # The capture, the recording, the jam in the window and in the live process.
        assert plain(captured.track.notes) == true, seed
        tracks = recorder.tracks(trial.tick)
        assert sum((plain(track.notes) for track in tracks.values()), Counter()) == true, seed
        assert not record.holds
        assert plain(record.me(trial.tick)) == true, seed
        assert Counter(heard_by_live(stage.events)) == true, seed
        for track in (captured.track, *tracks.values()):
            pedals = [c for c in track.controls if c.number == 64]
            assert not pedals or pedals[-1].value == 0, seed
            assert not track.pitch_bends or track.pitch_bends[-1].value == 0, seed
