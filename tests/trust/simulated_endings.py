"""Random endings of random lives of the player, in simulated time: nothing may be left sounding.

The role as its process runs it, with everything that can come to it: commands, keys and pedals of
two keyboards, plans of a jam, another device's clock, ports that go and come, sleep. After each
ending no note may lack its note-off and no pedal may be down, at once and a while later, at any
port and in the built-in sound. `--count` is of endings.
"""

import gc
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from engine.messages import (
    AddNotes,
    DropPlan,
    HandOver,
    InputPort,
    OpenInputs,
    OpenOutput,
    Panic,
    PartNote,
    Plan,
    Play,
    Seek,
    SetClock,
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
    Zone,
)
from engine.music.score import Control, Note, PitchBend, Score, Tempo, Track
from engine.playback import wire
from engine.playback.jam_line import LiveCame, LiveSaid, LiveWent
from engine.playback.keeper import InputGone, InputMessage, ServerDied
from tests.trust.simulated import WAIT, Life, Script
from tests.trust.trial import Findings, run

ENDINGS_OF_A_LIFE = 200
KEYBOARDS = ("Keys", "Pads")
CLOCK = "Clock"
PITCHES = range(55, 67)
BEAT, BAR = 480, 1920
# How long the pieces are in seconds, at most, and then some.
_PATIENCE_S = 120.0
# The built-in sound gets its messages ahead of their time.
_SOON_S = 0.2


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


def inputs(draw: random.Random) -> OpenInputs:
    """Return how keyboards are heard."""
    split = (Zone(highest=60, program=draw.randrange(-1, 5)), Zone(lowest=61, is_drum=True))
    ports = tuple(
        InputPort(
            name=name,
            offset_s=draw.choice((0.0, -0.1, 0.1)),
            through=draw.random() < 0.9,
            transpose=draw.choice((0, 0, 12)),
            zones=draw.choice(((), (), split)),
        )
        for name in KEYBOARDS
    )
    return OpenInputs(inputs=ports, through=draw.random() < 0.9, program=draw.randrange(5))


class Endings:
    """What happens in one life.

    Args:
        count: How many endings it is to have, its last one included.
        draw: Of everything.
        findings: Where it says what came out.
        name: Of this life.
    """

    def __init__(self, count: int, draw: random.Random, findings: Findings, name: str) -> None:
        self._count, self._draw = count, draw
        self._findings = findings
        self._name = name
        self._tracks = 0
        self._number = 0
        self._last_sounding = 0
        self._sounding: set[tuple[int, bool]] = set()
        self._typed: set[int] = set()
        self._happened: list[str] = []
        self.life = Life(self._script, lambda: draw.choice((0.0, 0.01, 0.1)))

    # --- what comes --------------------------------------------------------------------------

    def _script(self, life: Life) -> Script:
        draw = self._draw
        yield 0.0, OpenOutput(kind=draw.choice(("port", "port", "synth")), name="A")
        yield 0.0, inputs(draw)
        for _ in range(self._count - 1):
            yield 0.0, self._score()
            if draw.random() < 0.9:
                yield 0.0, Play(tick=draw.randrange(BAR), open_end=draw.random() < 0.3)
            yield from self._anything()
            way = draw.choice(WAYS)
            failures = len(life.failures)
            before = len(life.left)
            yield from getattr(self, f"_{way}")(life)
            if way == "stumbled" and len(life.failures) == failures:
                way = "stopped"  # nothing was sent that could fail
                yield 0.0, Stop()
            yield from self._look(life, way, before)
        yield 0.0, self._score()
        yield 0.0, Play(tick=0)
        yield from self._anything()
        self._last_sounding = len(life.left)
        if draw.random() < 0.3:
            yield 0.0, ServerDied()

    def _anything(self) -> Script:
        for _ in range(self._draw.randrange(40)):
            what = self._draw.choice(EVENTS)
            self._happened.append(what)
            for each in getattr(self, f"_{what}")():
                yield self._draw.choice((0.0, 0.001, 0.02, 0.1)), each

    def _look(self, life: Life, way: str, before: int) -> Script:
        yield 0.0, WAIT
        yield _SOON_S, WAIT
        self._note(life, way, before)
        yield self._draw.uniform(0.0, 1.0), WAIT
        self._note(life, way, None)

    def _note(self, life: Life, way: str, before: int | None) -> None:
        if before is not None:
            self._findings.counts[way] += 1
            self._findings.counts["ended while something sounded"] += before > 0
            self._findings.most("sounding at an end", before)
        if left := life.left:
            when = "at once" if before is not None else "later"
            told = f"{self._name}: {way}, {when}: {left[:4]} after {self._happened[-12:]}"
            self._findings.broken.append(told)
            self._forgive(life)
        self._happened.clear()

    def _forgive(self, life: Life) -> None:
        """Begin anew, so that one finding is not told again and again."""
        for heard in life.ports.heard:
            for _, channel, number in heard.left:
                heard.take(channel, wire.note_off(0, number))
                heard.take(channel, wire.control(0, number, 0))

    def live(self) -> None:
        """Live it, and look at what the end of the process left."""
        self.life.live()
        self._note(self.life, "parent gone or server dead", self._last_sounding)
        self._findings.counts["notes"] += self.life.begun

    # --- events ------------------------------------------------------------------------------

    def _score(self) -> SetScore:
        made = score(self._draw)
        self._tracks = len(made.tracks)
        return SetScore(score=made, mix=mix(self._draw, self._tracks))

    def _key(self) -> Iterator[Any]:
        draw = self._draw
        channel, pitch = draw.randrange(2), draw.choice(PITCHES)
        message = wire.note_off(channel, pitch)
        if draw.random() < 0.6:
            message = wire.note_on(channel, pitch, draw.randrange(1, 128))
        yield InputMessage(message, self.life.time.now_s, draw.choice(KEYBOARDS))

    def _pedal(self) -> Iterator[Any]:
        draw = self._draw
        message = wire.control(
            draw.randrange(2), draw.choice((64, 64, 66, 69, 1)), draw.choice((0, 30, 90, 127))
        )
        yield InputMessage(message, self.life.time.now_s, draw.choice(KEYBOARDS))

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
        yield self._score()

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

    def _other_inputs(self) -> Iterator[Any]:
        yield inputs(self._draw)

    def _other_output(self) -> Iterator[Any]:
        yield OpenOutput(kind=self._draw.choice(("port", "synth")), name=self._draw.choice("AB"))

    def _pull_out(self) -> Iterator[Any]:
        self.life.ports.pull_out(self._draw.choice(("", "A", "B")))
        yield WAIT

    def _unplug(self) -> Iterator[Any]:
        yield InputGone(self._draw.choice(KEYBOARDS))

    def _sleep(self) -> Iterator[Any]:
        self.life.time.jump(self._draw.choice((0.3, 1.0, 5.0)))
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
        yield SetClock(out=self._draw.choice(((), ("A",), ("B",))))

    def _pulses(self) -> Iterator[Any]:
        """Another device keeps time for a while, and goes or leaves us on our own."""
        yield SetClock(follow=CLOCK)
        for status in (wire.START, *(wire.PULSE,) * self._draw.randrange(48)):
            yield self._from_clock(status)
        yield self._draw.choice((WAIT, self._from_clock(wire.STOP)))
        yield SetClock()

    def _from_clock(self, status: int) -> InputMessage:
        return InputMessage(bytes((status,)), self.life.time.now_s, CLOCK)

    # --- endings -----------------------------------------------------------------------------

    def _stopped(self, _: Life) -> Script:
        yield 0.0, Stop()

    def _silenced(self, _: Life) -> Script:
        yield 0.0, Panic()

    def _over(self, life: Life) -> Script:
        """Let the music come to its end."""
        yield 0.0, Play(tick=self._draw.randrange(2 * BAR))
        for each in (SetLoop(start=0, end=0), SetTempoFactor(factor=1.0), AddNotes(notes=())):
            yield 0.0, each
        yield from self._let_go()
        self._number += 1
        yield 0.0, LiveSaid(DropPlan(number=self._number))
        end_s = life.time.now_s + _PATIENCE_S
        while life.plays and life.time.now_s < end_s:
            yield 0.1, WAIT
        if life.plays:
            self._findings.broken.append(
                f"{self._name}: it played on for {_PATIENCE_S:.0f} s {self._happened}"
            )

    def _let_go(self) -> Script:
        """Let go of every key and pedal that anybody may hold."""
        for each in self._held_by_window():
            yield 0.0, each
        for name in KEYBOARDS:
            for channel in range(2):
                for message in (*(wire.note_off(channel, p) for p in PITCHES), *_ups(channel)):
                    yield 0.0, InputMessage(message, self.life.time.now_s, name)

    def _held_by_window(self) -> Iterator[Any]:
        for pitch in sorted(self._typed):
            yield TypedNote(pitch=pitch, velocity=0)
        for key in sorted(self._sounding):
            yield self._sound(key, on=False)
        self._typed.clear()
        self._sounding.clear()

    def _by_hand(self, then: Callable[[], Iterator[Any]]) -> Script:
        """Stop, play on keyboards alone for a while, and end that."""
        yield 0.0, Stop()
        for _ in range(self._draw.randrange(1, 20)):
            what = self._draw.choice(("key", "key", "key", "pedal", "other_mix", "other_score"))
            self._happened.append(what)
            for each in getattr(self, f"_{what}")():
                yield self._draw.choice((0.0, 0.01, 0.1)), each
        for each in (*self._held_by_window(), *then()):
            yield 0.0, each

    def _let_go_of(self, _: Life) -> Script:
        yield from self._by_hand(lambda: iter(()))
        yield from self._let_go()

    def _unplugged(self, _: Life) -> Script:
        yield from self._by_hand(lambda: (InputGone(name) for name in KEYBOARDS))

    def _unticked(self, _: Life) -> Script:
        yield from self._by_hand(lambda: iter((OpenInputs(inputs=()),)))
        yield _SOON_S, WAIT
        if not self.life.left:
            yield 0.0, inputs(self._draw)

    def _stumbled(self, life: Life) -> Script:
        """Something goes wrong that nobody thought of: the player stops, and lives on."""
        life.ports.stumble(stumbles=True)
        yield 0.0, SoundNote(pitch=90, velocity=9, program=0, is_drum=False, on=True)
        yield 0.0, WAIT
        life.ports.stumble(stumbles=False)

    def _clock_stopped(self, _: Life) -> Script:
        yield 0.0, SetJam(rests=self._draw.random() < 0.5)
        yield 0.0, SetClock(follow=CLOCK)
        yield 0.0, self._from_clock(wire.START)
        for _ in range(self._draw.randrange(1, 60)):
            yield 0.02, self._from_clock(wire.PULSE)
        if self._draw.random() < 0.5:
            yield 0.0, self._from_clock(wire.STOP)
        else:
            yield 1.5, WAIT
        yield 0.1, WAIT
        yield 0.0, SetClock()


def _ups(channel: int) -> Iterator[bytes]:
    return (wire.control(channel, number, 0) for number in sorted(wire.PEDALS))


EVENTS = (
    *("key",) * 8,
    *("pedal",) * 3,
    *("type", "audition", "play", "seek", "stop", "other_score", "other_mix", "more_notes") * 2,
    *("loop", "tempo", "metronome", "other_inputs", "other_output", "pull_out", "unplug"),
    *("sleep", "jam", "plan", "drop", "clock", "pulses"),
)
WAYS = (
    *("stopped", "silenced", "over", "let_go_of", "unplugged", "unticked") * 2,
    *("stumbled", "clock_stopped"),
)


def trial(count: int, draw: random.Random, _folder: Path) -> Findings:
    """Live so many endings."""
    findings = Findings()
    # What is imported by now is never garbage; the player looks for some at each stop.
    gc.collect()
    gc.freeze()
    try:
        for first in range(0, count, ENDINGS_OF_A_LIFE):
            seed = draw.randrange(2**40)
            endings = min(ENDINGS_OF_A_LIFE, count - first)
            of_life = Endings(endings, random.Random(seed), findings, f"life {seed}")  # noqa: S311
            of_life.live()
    finally:
        gc.unfreeze()
    return findings


if __name__ == "__main__":
    sys.exit(run(trial))
