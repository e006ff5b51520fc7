"""Accompaniments over chords: what a pianist's left hand, a bass and a drummer do."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from notation import pitch_of, stress

from engine.values.score import TICKS_PER_QUARTER, Note

_QUALITIES = {
    "": (0, 4, 7),
    "m": (0, 3, 7),
    "7": (0, 4, 7, 10),
    "maj7": (0, 4, 7, 11),
    "m7": (0, 3, 7, 10),
    "6": (0, 4, 7, 9),
    "m6": (0, 3, 7, 9),
    "dim": (0, 3, 6, 9),
    "sus": (0, 5, 7),
    "m7b5": (0, 3, 6, 10),
}
KICK, SNARE, SIDE_STICK, CLOSED_HAT, PEDAL_HAT, OPEN_HAT, RIDE, CRASH = (
    36,
    38,
    37,
    42,
    44,
    46,
    51,
    49,
)


@dataclass(frozen=True, slots=True)
class Chord:
    """A chord for a number of quarter notes.

    Attributes:
        root: Pitch class.
        steps: Semitones above the root.
        bass: Pitch class in the bass.
        at: Quarter notes before it.
        length: Quarter notes.
    """

    root: int
    steps: tuple[int, ...]
    bass: int
    at: Fraction
    length: Fraction

    def pitches(self, low: int) -> tuple[int, ...]:
        """Return its pitches, close together, upwards from `low`."""
        classes = sorted((self.root + step - low) % 12 for step in self.steps)
        return tuple(low + pitch_class for pitch_class in classes)

    def bass_above(self, low: int) -> int:
        """Return its bass note, the first at or above `low`."""
        return low + (self.bass - low) % 12


def chords(text: str, *, quarters: Fraction | int) -> list[Chord]:
    """Return chords from `C G7/B Am:2 …`; each lasts `quarters` unless it says otherwise."""
    made, now = [], Fraction(0)
    for word in text.replace("|", " ").split():
        symbol, _, written = word.partition(":")
        symbol, _, bass = symbol.partition("/")
        cut = 2 if len(symbol) > 1 and symbol[1] in "#b" else 1
        root = pitch_of(symbol[:cut] + "0") % 12
        length = Fraction(written) if written else Fraction(quarters)
        made.append(
            Chord(
                root=root,
                steps=_QUALITIES[symbol[cut:]],
                bass=pitch_of(bass + "0") % 12 if bass else root,
                at=now,
                length=length,
            )
        )
        now += length
    return made


def _note(at: Fraction, pitch: int, length: Fraction, velocity: int) -> Note:
    return Note(
        round(at * TICKS_PER_QUARTER),
        pitch,
        max(1, round(length * TICKS_PER_QUARTER)),
        max(1, min(127, velocity)),
    )


def block(progression: Sequence[Chord], *, low: int, velocity: int = 58) -> Iterator[Note]:
    """Yield each chord held for its length."""
    for chord in progression:
        for pitch in chord.pitches(low):
            yield _note(chord.at, pitch, chord.length * Fraction(19, 20), velocity)


def figure(
    progression: Sequence[Chord],
    order: Sequence[int],
    *,
    low: int,
    step: Fraction,
    velocity: int = 56,
    beats: int = 4,
) -> Iterator[Note]:
    """Yield broken chords: the chord's notes in an order, again and again (Alberti, harp, guitar).

    Order counts the chord's notes upwards from `low`; beyond the last one it goes on an octave up.
    """
    for chord in progression:
        pitches = chord.pitches(low)
        for i in range(int(chord.length / step)):
            octave, index = divmod(order[i % len(order)], len(pitches))
            at = chord.at + i * step
            yield _note(at, pitches[index] + 12 * octave, step, velocity + stress(at, beats) // 2)


def pulse(
    progression: Sequence[Chord],
    places: Sequence[Fraction],
    *,
    low: int,
    every: Fraction | int,
    length: Fraction,
    velocity: int = 56,
) -> Iterator[Note]:
    """Yield short chords at places of each `every` quarters: oom-PAH-PAH, off-beats."""
    for chord in progression:
        start = Fraction(0)
        while start < chord.length:
            for place in places:
                if start + place < chord.length:
                    for pitch in chord.pitches(low):
                        yield _note(chord.at + start + place, pitch, length, velocity)
            start += every


def bass(
    progression: Sequence[Chord],
    places: Sequence[tuple[Fraction, int]],
    *,
    low: int,
    every: Fraction | int,
    length: Fraction,
    velocity: int = 78,
) -> Iterator[Note]:
    """Yield bass notes at (place, semitones above the chord's bass) of each `every` quarters."""
    for chord in progression:
        start = Fraction(0)
        while start < chord.length:
            for place, shift in places:
                if start + place < chord.length:
                    at = chord.at + start + place
                    loud = velocity + (6 if place == 0 else 0)
                    yield _note(at, chord.bass_above(low) + shift, length, loud)
            start += every


def walk(progression: Sequence[Chord], *, low: int, velocity: int = 80) -> Iterator[Note]:
    """Yield a walking bass: chord notes on the quarters, a half step into the next chord."""
    for chord, following in zip(progression, [*progression[1:], progression[0]], strict=True):
        root, third, fifth = (chord.bass_above(low) + chord.steps[i] for i in range(3))
        line = [root, third, fifth, third] * int(chord.length / 4 + 1)
        beats = int(chord.length)
        line = [*line[: beats - 1], following.bass_above(low) + 1] if beats > 1 else [root]
        for i, pitch in enumerate(line):
            yield _note(chord.at + i, pitch, Fraction(9, 10), velocity + (4 if i % 2 == 0 else 0))


def drums(
    pattern: dict[int, str], *, bars: int, step: Fraction, velocity: int = 84, skip: int = 0
) -> Iterator[Note]:
    """Yield a beat for a number of bars; each drum is a string of `x` hit, `X` accent, `.` none."""
    for drum, line in pattern.items():
        span = len(line.replace("|", ""))
        for bar in range(skip, bars):
            for i, mark in enumerate(line.replace("|", "")):
                if mark != ".":
                    at = (bar * span + i) * step
                    yield _note(at, drum, step / 2, velocity + (22 if mark == "X" else -8))
