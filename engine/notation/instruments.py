"""How instruments are written: clefs, two staves, transposition, the places of drums."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

import numpy as np

from engine.form.players import KEYBOARDS
from engine.notation.page import Clef, Spelling, Transposition
from engine.values.instruments import instrument_name
from engine.values.score import Note

TREBLE, ALTO, BASS = Clef("G", 2), Clef("C", 3), Clef("F", 4)
PERCUSSION = Clef("percussion", 2)

# General MIDI program.
_VIOLA = 41
# As orchestral scores write them; an octave is a part of the interval.
_TRANSPOSITIONS: Mapping[int, Transposition] = MappingProxyType(
    {
        8: Transposition(7, 12),  # celesta
        9: Transposition(14, 24),  # glockenspiel
        13: Transposition(7, 12),  # xylophone
        **{program: Transposition(-7, -12) for program in range(24, 40)},  # guitars, basses
        43: Transposition(-7, -12),  # contrabass
        56: Transposition(-1, -2),  # trumpet in B♭
        59: Transposition(-1, -2),
        60: Transposition(-4, -7),  # horn in F
        64: Transposition(-1, -2),  # soprano sax
        65: Transposition(-5, -9),  # alto sax in E♭
        66: Transposition(-8, -14),  # tenor sax in B♭
        67: Transposition(-12, -21),  # baritone sax in E♭
        69: Transposition(-4, -7),  # English horn
        71: Transposition(-1, -2),  # clarinet in B♭
        72: Transposition(7, 12),  # piccolo
    }
)
# Families whose staves a bracket joins. Voices have no common bar lines: words need the room.
_VOICES = frozenset({52, 53, 54})
_FAMILIES = (
    _VOICES,
    frozenset({*range(40, 46), 48, 49}),
    frozenset(range(56, 64)),
    frozenset(range(64, 80)),
)
# Trombone, tuba and their like read the bass clef, unless they are far above it.
_LOW = frozenset({*range(32, 40), 42, 43, 47, 57, 58, 70})
_KEYS_OF: Mapping[int, str] = MappingProxyType(
    {56: "B♭", 59: "B♭", 60: "F", 64: "B♭", 65: "E♭", 66: "B♭", 67: "E♭", 69: "F", 71: "B♭"}
)
_AT_PITCH = Transposition()

# Weinberg, "Guidelines for drumset notation" (Percussive Arts Society, 1998): lines of a five-line
# staff as if in treble clef, crosses for cymbals. By General MIDI's key map.
_DRUMS: Mapping[int, tuple[str, str]] = MappingProxyType(
    {
        35: ("E4", "normal"),
        36: ("F4", "normal"),
        37: ("C5", "x"),
        38: ("C5", "normal"),
        39: ("C5", "triangle"),
        40: ("C5", "diamond"),
        41: ("G4", "normal"),
        42: ("G5", "x"),
        43: ("A4", "normal"),
        44: ("D4", "x"),
        45: ("B4", "normal"),
        46: ("G5", "circle-x"),
        47: ("D5", "normal"),
        48: ("E5", "normal"),
        49: ("A5", "x"),
        50: ("F5", "normal"),
        51: ("F5", "x"),
        52: ("B5", "circle-x"),
        53: ("F5", "diamond"),
        54: ("D5", "x"),
        55: ("B5", "x"),
        56: ("E5", "triangle"),
        57: ("C6", "x"),
        59: ("F5", "circle-x"),
    }
)
_FEET = frozenset({35, 36, 44})
# A staff's middle: where the two usual clefs meet.
_TREBLE_FROM, _BASS_UNTIL = 60, 60
_LOWEST_OF_LOW = 67
# A tune and a bass have one note at a time and few steps over an octave, most of them a fourth at
# most, and stay within two octaves and a half. Shares of the notes: of 600 keyboard parts in seven
# collections these are the tunes, basses and figured basses; hands that take turns and broken
# chords are not.
_TOGETHER, _LEAPS, _STEPS, _TUNE_SPAN = 0.05, 0.025, 0.7, 31
_LEAP, _STEP = 12, 5
# Fewer notes tell nothing.
_FEWEST_NOTES = 12


def staves_of(program: int, notes: Sequence[Note], *, is_drum: bool, one_hand: bool = False) -> int:
    """Return how many staves a part takes.

    Args:
        program: General MIDI program.
        notes: Its notes, by start.
        is_drum: Whether they are drums.
        one_hand: Whether the other hand is a part of its own.
    """
    if is_drum or program not in KEYBOARDS or not notes or one_hand:
        return 1
    low, high = min(note.pitch for note in notes), max(note.pitch for note in notes)
    # Notes that one hand plays on one staff need no second one.
    return 1 if low >= 57 or high <= 62 or _is_tune(notes) else 2


def _is_tune(notes: Sequence[Note]) -> bool:
    """Return whether notes are one line that could be sung; a note may last into the next."""
    pitches = np.array([note.pitch for note in notes])
    low, high = np.quantile(pitches, (0.02, 0.98))
    steps = np.abs(np.diff(pitches))
    if len(notes) < _FEWEST_NOTES or high - low > _TUNE_SPAN:
        return False
    together = sum(
        after.start < note.end - min(note.duration, after.duration) / 2
        for note, after in pairwise(notes)
    )
    return bool(
        together <= _TOGETHER * len(notes)
        and (steps > _LEAP).mean() <= _LEAPS
        and (steps <= _STEP).mean() >= _STEPS
    )


def family_of(program: int, *, is_drum: bool) -> int:
    """Return the number of an instrument's family, from 1; 0 for one without a family."""
    found = (number for number, family in enumerate(_FAMILIES, 1) if program in family)
    return 0 if is_drum else next(found, 0)


def joins_bar_lines(program: int) -> bool:
    """Return whether bar lines go through the staves of an instrument's family."""
    return program not in _VOICES


def transposition_of(program: int, *, is_drum: bool) -> Transposition:
    """Return the interval from the written to the sounding pitch of an instrument."""
    return _AT_PITCH if is_drum else _TRANSPOSITIONS.get(program, _AT_PITCH)


def part_name(name: str, program: int, *, is_drum: bool) -> str:
    """Return the label of a part: its name, and the key it is written in."""
    shown = name or instrument_name(program, is_drum=is_drum)
    key = "" if is_drum else _KEYS_OF.get(program, "")
    return f"{shown} in {key}" if key and " in " not in shown else shown


def clef_for(program: int, written: Iterable[int], *, staff: int, staves: int) -> Clef:
    """Return the clef that a staff begins with.

    Args:
        program: General MIDI program.
        written: Its notes' pitches as they are written, as MIDI numbers.
        staff: From 1.
        staves: How many the part has.
    """
    pitches = sorted(written)
    if staves == 2:
        return _by_range(pitches, TREBLE if staff == 1 else BASS)
    if program == _VIOLA:
        return ALTO
    if not pitches:
        return TREBLE
    lowest = 60 if program in KEYBOARDS else _LOWEST_OF_LOW if program in _LOW else 57
    return BASS if pitches[len(pitches) // 2] < lowest else TREBLE


def _by_range(pitches: Sequence[int], usual: Clef) -> Clef:
    if not pitches:
        return usual
    low, high = pitches[len(pitches) // 10], pitches[-1 - len(pitches) // 10]
    if usual == TREBLE and high < 55:
        return BASS
    if usual == BASS and low > 64:
        return TREBLE
    return usual


def clef_after(clef: Clef, pitches: Sequence[int]) -> Clef:
    """Return the clef that measures to come want: another one only if they lie far outside.

    Args:
        clef: The clef before.
        pitches: As written, of the measures to come.
    """
    if not pitches or clef not in {TREBLE, BASS}:
        return clef
    mean = sum(pitches) / len(pitches)
    if clef == BASS and mean > 66 and min(pitches) > 57:
        return TREBLE
    if clef == TREBLE and mean < 54 and max(pitches) < 63:
        return BASS
    return clef


def drum_place(pitch: int) -> tuple[Spelling, str]:
    """Return the line of a drum and the shape of its head; unknown drums get one over the staff."""
    place, shape = _DRUMS.get(pitch, ("A5" if pitch % 2 else "G5", "slash"))
    return Spelling(place[0], 0, int(place[1])), shape


def is_foot(pitch: int) -> bool:
    """Return whether a drum is played with a foot, which has a voice of its own."""
    return pitch in _FEET


def drum_at(place: Spelling, shape: str) -> int:
    """Return the drum of a line and a head; the snare for an unknown one."""
    wanted = f"{place.step}{place.octave}"
    lines = {(line, head): pitch for pitch, (line, head) in _DRUMS.items()}
    by_line = {line: pitch for pitch, (line, _) in sorted(_DRUMS.items(), reverse=True)}
    return lines.get((wanted, shape)) or by_line.get(wanted, 38)
