"""What comes to a player in simulated time, drawn at random: commands, keys, plans, other clocks.

All of it is meant to confuse: notes over each other, pedals that stay down, ports that go and come.
"""

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from engine.messages import (
    AddNotes,
    ChooseSound,
    DropPlan,
    HandOver,
    OpenAgain,
    PartNote,
    Plan,
    Play,
    PlayKeysAs,
    Seek,
    SetJam,
    SetLoop,
    SetMetronome,
    SetMix,
    SetScore,
    SetTempoFactor,
    SoundNote,
    Stop,
    TrackMix,
    TypedNote,
)
from engine.playback import wire
from engine.playback.player.jam_line import LiveCame, LiveSaid, LiveWent
from engine.playback.ports.port_manager import InputGone, InputMessage
from engine.values.score import Control, Note, PitchBend, Score, Tempo, Track
from engine.values.sound import NO_SPLIT, KeyboardShape, Sound
from tests.trust.simulated import WAIT, Life, Script

KEYBOARDS = ("Keys", "Pads")
CLOCK = "Clock"
PITCHES = range(55, 67)
BEAT, BAR = 480, 1920


def score(draw: random.Random) -> Score:
    """Return music that is meant to confuse: notes over each other, pedals that stay down."""
    tracks = tuple(_track(draw) for _ in range(draw.choice((1, 1, 2, 4, 18))))
    tempos = (Tempo(0, draw.uniform(60, 240)), Tempo(BAR, draw.uniform(60, 240)))
    return Score(tracks=tracks, tempos=tempos)


def _track(draw: random.Random) -> Track:
    notes = [note(draw, draw.randrange(2 * BAR)) for _ in range(draw.randrange(30))]
    controls = [
        Control(draw.randrange(3 * BAR), draw.choice((64, 64, 66, 69, 7, 1)), draw.randrange(128))
        for _ in range(draw.randrange(6))
    ]
    bends = [PitchBend(draw.randrange(BAR), draw.randrange(-8192, 8192))]
    return Track(
        program=draw.randrange(4),
        is_drum=draw.random() < 0.1,
        notes=tuple(sorted(notes)),
        controls=tuple(sorted(controls)),
        pitch_bends=tuple(bends),
    )


def note(draw: random.Random, start: int) -> Note:
    """Return a note from a tick on."""
    return Note(
        start, draw.choice(PITCHES), draw.choice((1, 60, 480, 5000)), draw.randrange(1, 128)
    )


def mix(draw: random.Random, tracks: int) -> tuple[TrackMix, ...]:
    """Return how so many tracks are heard."""
    return tuple(
        TrackMix(
            mute=draw.random() < 0.15,
            solo=draw.random() < 0.1,
            volume=draw.randrange(128),
            port=draw.choice(("", "", "", "A", "B")),
            channel=draw.choice((-1, -1, -1, draw.randrange(16))),
            offset_s=draw.choice((0.0, 0.0, draw.uniform(-0.3, 0.3))),
        )
        for _ in range(tracks)
    )


class Events:
    """What may come to one life, and what is held down there because of it.

    Args:
        life: Whose clock it is, and whose ports are pulled out.
        draw: Of everything.

    Attributes:
        happened: What came, by name, since this was last emptied.
    """

    def __init__(self, life: Life, draw: random.Random) -> None:
        self._life, self._draw = life, draw
        self._tracks = 0
        self._chosen = Sound()
        self._number = 0
        self._sounding: set[tuple[int, bool]] = set()
        self._typed: set[int] = set()
        self.happened: list[str] = []

    def choose(self, **choices: Any) -> ChooseSound:
        """Change what the user chose; return the command."""
        self._chosen = msgspec.structs.replace(self._chosen, **choices)
        return ChooseSound(sound=self._chosen)

    def some(self) -> Script:
        """Up to forty of all that may come, shortly after each other."""
        for _ in range(self._draw.randrange(40)):
            for each in self.make(self._draw.choice(EVENTS)):
                yield self._draw.choice((0.0, 0.001, 0.02, 0.1)), each

    def make(self, what: str) -> Iterator[Any]:
        """Return what comes of one thing that happens; it counts as happened."""
        self.happened.append(what)
        made: Iterator[Any] = getattr(self, f"_{what}")()
        return made

    def score(self) -> SetScore:
        """Return another score."""
        made = score(self._draw)
        self._tracks = len(made.tracks)
        return SetScore(score=made, mix=mix(self._draw, self._tracks))

    def _key(self) -> Iterator[Any]:
        draw = self._draw
        channel, pitch = draw.randrange(2), draw.choice(PITCHES)
        message = wire.note_off(channel, pitch)
        if draw.random() < 0.6:
            message = wire.note_on(channel, pitch, draw.randrange(1, 128))
        yield InputMessage(message, self._life.time.now_s, draw.choice(KEYBOARDS))

    def _pedal(self) -> Iterator[Any]:
        draw = self._draw
        message = wire.control(
            draw.randrange(2), draw.choice((64, 64, 66, 69, 1)), draw.choice((0, 30, 90, 127))
        )
        yield InputMessage(message, self._life.time.now_s, draw.choice(KEYBOARDS))

    def _type(self) -> Iterator[Any]:
        pitch = self._draw.choice(PITCHES)
        (self._typed.discard if pitch in self._typed else self._typed.add)(pitch)
        yield TypedNote(pitch=pitch, velocity=90 if pitch in self._typed else 0)

    def _audition(self) -> Iterator[Any]:
        key = self._draw.choice(PITCHES), self._draw.random() < 0.2
        (self._sounding.discard if key in self._sounding else self._sounding.add)(key)
        yield self._sound(key, on=key in self._sounding)

    def _sound(self, key: tuple[int, bool], *, on: bool) -> SoundNote:
        program = self._draw.randrange(5)
        return SoundNote(pitch=key[0], velocity=90, program=program, is_drum=key[1], on=on)

    def _play(self) -> Iterator[Any]:
        yield Play(tick=self._draw.randrange(2 * BAR), open_end=self._draw.random() < 0.3)

    def _seek(self) -> Iterator[Any]:
        yield Seek(tick=self._draw.randrange(3 * BAR))

    def _stop(self) -> Iterator[Any]:
        yield Stop()

    def _other_score(self) -> Iterator[Any]:
        yield self.score()

    def _other_mix(self) -> Iterator[Any]:
        yield SetMix(mix=mix(self._draw, self._tracks))

    def _more_notes(self) -> Iterator[Any]:
        yield AddNotes(notes=self._parts(0), more=self._draw.random() < 0.5)

    def _parts(self, first: int) -> tuple[PartNote, ...]:
        draw = self._draw
        starts = [first + draw.randrange(2 * BAR) for _ in range(draw.randrange(12))]
        return tuple(
            PartNote(draw.randrange(max(1, self._tracks)), note(draw, at)) for at in sorted(starts)
        )

    def _loop(self) -> Iterator[Any]:
        start = self._draw.randrange(BAR)
        yield SetLoop(start=start, end=start + self._draw.choice((0, 10, BEAT, BAR)))

    def _tempo(self) -> Iterator[Any]:
        yield SetTempoFactor(factor=self._draw.choice((0.1, 0.5, 1.0, 2.0, 100.0)))

    def _metronome(self) -> Iterator[Any]:
        draw = self._draw
        yield SetMetronome(enabled=draw.random() < 0.5, count_in_bars=draw.choice((0, 0, 1)))

    def other_inputs(self) -> Iterator[Any]:
        """Yield how keyboards are heard."""
        draw = self._draw
        yield PlayKeysAs(
            through=draw.random() < 0.9,
            program=draw.randrange(5),
            own={KEYBOARDS[0]: (0, True)} if draw.random() < 0.3 else {},
        )
        yield self.choose(
            inputs=tuple(KEYBOARDS),
            offsets_ms={name: draw.choice((0, -100, 100)) for name in KEYBOARDS},
            keyboards={
                name: KeyboardShape(
                    through=draw.random() < 0.9,
                    transpose=draw.choice((0, 0, 12)),
                    split=draw.choice((NO_SPLIT, NO_SPLIT, 61)),
                    low_program=draw.randrange(5),
                )
                for name in KEYBOARDS
            },
        )

    _other_inputs = other_inputs

    def _other_output(self) -> Iterator[Any]:
        kind, name = self._draw.choice(("port", "synth")), self._draw.choice("AB")
        yield self.choose(output_kind=kind, output_name=name)
        if self._draw.random() < 0.3:
            yield OpenAgain()

    def _pull_out(self) -> Iterator[Any]:
        self._life.ports.pull_out(self._draw.choice(("", "A", "B")))
        yield WAIT

    def _unplug(self) -> Iterator[Any]:
        yield InputGone(self._draw.choice(KEYBOARDS))

    def _sleep(self) -> Iterator[Any]:
        self._life.time.jump(self._draw.choice((0.3, 1.0, 5.0)))
        yield WAIT

    def _jam(self) -> Iterator[Any]:
        draw = self._draw
        yield SetJam(
            yields=draw.random() < 0.7, elastic=draw.choice((0.0, 0.3)), rests=draw.random() < 0.3
        )
        yield draw.choice((LiveCame(), LiveWent()))

    def _plan(self) -> Iterator[Any]:
        draw = self._draw
        self._number += 1
        first = draw.randrange(2 * BAR)
        plan = Plan(
            number=self._number,
            turn=1 + self._number // 3,
            from_tick=first,
            notes=self._parts(first),
            more=draw.random() < 0.3,
            waits=draw.random() < 0.3,
        )
        yield LiveSaid(plan)
        yield HandOver(grid=draw.choice((0, BEAT)))

    def _drop(self) -> Iterator[Any]:
        self._number += 1
        yield LiveSaid(DropPlan(number=self._number, after=self._draw.choice((0, BAR))))

    def _clock(self) -> Iterator[Any]:
        yield self.choose(clock_out=self._draw.choice(((), ("A",), ("B",))))

    def _pulses(self) -> Iterator[Any]:
        """Another device keeps time for a while, and goes or leaves us on our own."""
        yield self.choose(clock_in=CLOCK)
        for status in (wire.START, *(wire.PULSE,) * self._draw.randrange(48)):
            yield self.from_clock(status)
        yield self._draw.choice((WAIT, self.from_clock(wire.STOP)))
        yield self.choose(clock_in="")

    def from_clock(self, status: int) -> InputMessage:
        """Return what another device's clock says now."""
        return InputMessage(bytes((status,)), self._life.time.now_s, CLOCK)

    def drop_plans(self) -> LiveSaid:
        """Return what takes back all that live has planned."""
        self._number += 1
        return LiveSaid(DropPlan(number=self._number))

    def let_go(self) -> Script:
        """Let go of every key and pedal that anybody may hold."""
        for each in self.held_by_window():
            yield 0.0, each
        for name in KEYBOARDS:
            for channel in range(2):
                for message in (*(wire.note_off(channel, p) for p in PITCHES), *_ups(channel)):
                    yield 0.0, InputMessage(message, self._life.time.now_s, name)

    def held_by_window(self) -> Iterator[Any]:
        """Let go of every note that is held in the window."""
        for pitch in sorted(self._typed):
            yield TypedNote(pitch=pitch, velocity=0)
        for key in sorted(self._sounding):
            yield self._sound(key, on=False)
        self._typed.clear()
        self._sounding.clear()


def _ups(channel: int) -> Iterator[bytes]:
    return (wire.control(channel, number, 0) for number in sorted(wire.PEDALS))


EVENTS = (
    *("key",) * 8,
    *("pedal",) * 3,
    *("type", "audition", "play", "seek", "stop", "other_score", "other_mix", "more_notes") * 2,
    *("loop", "tempo", "metronome", "other_inputs", "other_output", "pull_out", "unplug"),
    *("sleep", "jam", "plan", "drop", "clock", "pulses"),
)
