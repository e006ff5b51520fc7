"""A short notation for writing music in code: strings of notes to values.

A voice is notes separated by blanks. Each is `PITCH[+PITCH…][:LENGTH][ACCENT]`, where a pitch is a
letter, accidentals (`#`, `b`) and an octave (`C4` is middle C), `r` rests, a length is in quarter
notes (`1`, `1/2`, `3/2`) and holds until the next one that is written, `~` at the end adds the
next length to this note (a tie), `!` accents and `'` shortens. `|` is for the reader.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.values.score import TICKS_PER_QUARTER, Note

_LETTERS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
_ACCIDENTALS = {"#": 1, "b": -1}
_WORD = re.compile(r"(?P<name>[^:~!']+)(?P<staccato>'?)(:(?P<length>[\d/]+))?(?P<marks>[~!']*)")


@dataclass(frozen=True, slots=True)
class Sound:
    """Pitches that begin together; none is a rest. Length in quarter notes."""

    pitches: tuple[int, ...]
    length: Fraction
    accent: bool = False
    staccato: bool = False


def pitch_of(name: str) -> int:
    """Return the MIDI number of `C#4`."""
    letter, rest = name[0], name[1:]
    shift = 0
    while rest and rest[0] in _ACCIDENTALS:
        shift += _ACCIDENTALS[rest[0]]
        rest = rest[1:]
    return 12 * (int(rest) + 1) + _LETTERS[letter] + shift


def sounds(voice: str) -> Iterator[Sound]:
    """Yield what a voice string says."""
    length, held = Fraction(1), None
    for word in voice.replace("|", " ").split():
        match = _WORD.fullmatch(word)
        if match is None:
            raise ValueError(f"{word!r} is no note")
        name, written, marks = match["name"], match["length"], match["marks"]
        tied, accent, staccato = "~" in marks, "!" in marks, "'" in marks or bool(match["staccato"])
        length = Fraction(written) if written else length
        pitches = () if name == "r" else tuple(pitch_of(part) for part in name.split("+"))
        sound = Sound(pitches, length, accent, staccato)
        if held is not None:
            sound = Sound(held.pitches, held.length + length, held.accent, staccato)
        held = sound if tied else None
        if not tied:
            yield sound


def length_of(voice: str) -> Fraction:
    """Return the length of a voice in quarter notes."""
    return sum((sound.length for sound in sounds(voice)), Fraction(0))


def notes(
    voice: str,
    *,
    at: Fraction | int = 0,
    velocity: int = 76,
    beats: int = 4,
    transpose: int = 0,
    legato: float = 0.95,
) -> list[Note]:
    """Return a voice as notes, first beats a little louder, as players play them.

    Args:
        voice: In the notation above.
        at: Quarter notes before it begins.
        velocity: Of an unaccented note off the beat.
        beats: Quarter notes in a bar.
        transpose: Semitones.
        legato: Share of its length that a note sounds.
    """
    made, now = [], Fraction(at)
    for sound in sounds(voice):
        share = 0.5 if sound.staccato else legato
        duration = max(1, round(sound.length * TICKS_PER_QUARTER * Fraction(share)))
        loud = velocity + stress(now, beats) + (14 if sound.accent else 0)
        made.extend(
            Note(round(now * TICKS_PER_QUARTER), pitch + transpose, duration, min(loud, 127))
            for pitch in sound.pitches
        )
        now += sound.length
    return made


def stress(at: Fraction, beats: int) -> int:
    """Return how much louder a note is for its place in the bar."""
    place = at % beats
    if place == 0:
        return 10
    if beats % 2 == 0 and place == Fraction(beats, 2):
        return 5
    return 2 if place.denominator == 1 else 0


def in_time(parts: Sequence[str], *, quarters: Fraction | int) -> None:
    """Check that voices fill exactly as many quarter notes as they must.

    Raises:
        ValueError: One does not; its length is named.
    """
    for number, part in enumerate(parts):
        if (length := length_of(part)) != quarters:
            raise ValueError(f"voice {number} is {length} quarters long, not {quarters}")
