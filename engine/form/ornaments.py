"""The strikes of an ornament: which notes are played in the place of a written one."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from engine.form.interpretation import ORNAMENT_STEP, Neighbour, Playing
from engine.harmony.keys import is_in_signature, spelled

# Notes of one tremolo or trill; a damaged file could ask for millions.
MOST_STRIKES = 4096
_LETTERS = "CDEFGAB"
# Where a strike begins and ends, in quarters, and its pitch.
Strike = tuple[Fraction, Fraction, int]


def ornament(
    start: Fraction, end: Fraction, pitch: int, row: Playing, steps: tuple[int, int]
) -> Iterator[Strike]:
    """Yield the strikes of an ornament.

    Args:
        start: Where the note begins, in quarters.
        end: Where it ends.
        pitch: MIDI number of the written note.
        row: How the ornament is played; it has a figure.
        steps: Semitones up and down to the neighbours of the note in the key.
    """
    by = {Neighbour.MAIN: 0, Neighbour.UPPER: steps[0], Neighbour.LOWER: -steps[1]}
    pitches = tuple(pitch + by[step] for step in row.figure)
    if row.late:
        middle = (start + end) / 2
        yield start, middle, pitch
        start = middle
    step = min(ORNAMENT_STEP, (end - start) / len(pitches))
    if row.alternates:
        yield from in_turn(start, end, step, pitches)
        return
    for number, struck in enumerate(pitches[:-1]):
        yield start + step * number, start + step * (number + 1), struck
    yield start + step * (len(pitches) - 1), end, pitches[-1]


def in_turn(
    start: Fraction, end: Fraction, step: Fraction, pitches: Sequence[int]
) -> Iterator[Strike]:
    """Yield pitches in turn up to the end; the last one fills the rest."""
    count = max(1, min(MOST_STRIKES, int((end - start) / step)))
    for number in range(count):
        begin = start + step * number
        until = end if number == count - 1 else begin + step
        yield begin, until, pitches[number % len(pitches)]


def neighbours(pitch: int, fifths: int) -> tuple[int, int]:
    """Return the semitones up and down to the neighbours of a note in a key.

    Args:
        pitch: MIDI number.
        fifths: Sharps (positive) or flats (negative) of the key.
    """
    letter = _LETTERS.index(spelled(pitch % 12, fifths)[0])
    of_key = {spelled(each, fifths)[0]: each for each in range(12) if is_in_signature(each, fifths)}
    above, below = _LETTERS[(letter + 1) % 7], _LETTERS[letter - 1]
    return (of_key[above] - pitch) % 12, (pitch - of_key[below]) % 12
