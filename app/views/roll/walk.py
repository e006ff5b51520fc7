"""Walking through notes by keys: chords from left to right, notes in a chord from low to high."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from engine.harmony.keys import pitch_name
from engine.values.score import Note
from engine.values.time import BarMap


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteCursor:
    """A position among notes.

    Attributes:
        tick: The chord's start.
        voice: The note's index in the chord, from the lowest; -1 for the whole chord.
    """

    tick: int = -1
    voice: int = -1


def chord_at(notes: tuple[Note, ...], tick: int) -> tuple[Note, ...]:
    """Return the notes that begin at a tick, from the lowest.

    Args:
        notes: Sorted.
        tick: The tick.
    """
    first = bisect_left(notes, tick, key=_start)
    return notes[first : bisect_right(notes, tick, lo=first, key=_start)]


def next_chord(notes: tuple[Note, ...], cursor: NoteCursor, direction: int) -> NoteCursor:
    """Return the cursor at the next (1) or previous (-1) chord; it stays at the ends."""
    if direction > 0:
        index = bisect_right(notes, cursor.tick, key=_start)
        return NoteCursor(tick=notes[index].start) if index < len(notes) else cursor
    index = bisect_left(notes, cursor.tick, key=_start)
    return NoteCursor(tick=notes[index - 1].start) if index else cursor


def next_voice(notes: tuple[Note, ...], cursor: NoteCursor, direction: int) -> NoteCursor:
    """Return the cursor one note higher (1) or lower (-1) in its chord; it stays at the ends."""
    chord = chord_at(notes, cursor.tick)
    if not chord:
        return cursor
    if cursor.voice < 0:
        return NoteCursor(tick=cursor.tick, voice=0 if direction > 0 else len(chord) - 1)
    return NoteCursor(tick=cursor.tick, voice=min(max(cursor.voice + direction, 0), len(chord) - 1))


def chosen(notes: tuple[Note, ...], cursor: NoteCursor) -> tuple[Note, ...]:
    """Return the notes at the cursor."""
    chord = chord_at(notes, cursor.tick)
    return chord if cursor.voice < 0 else chord[cursor.voice : cursor.voice + 1]


def cursor_on(notes: tuple[Note, ...], here: tuple[Note, ...]) -> NoteCursor:
    """Return the cursor on a note, or on the chord where several notes begin.

    Args:
        notes: All notes, sorted.
        here: Some of them; none returns the initial cursor.
    """
    if not here:
        return NoteCursor()
    chord = chord_at(notes, here[0].start)
    alone = len(here) == 1 and len(chord) > 1 and here[0] in chord
    return NoteCursor(tick=here[0].start, voice=chord.index(here[0]) if alone else -1)


def chords(notes: tuple[Note, ...]) -> tuple[tuple[Note, ...], ...]:
    """Group sorted notes by their start."""
    together: dict[int, list[Note]] = {}
    for note in notes:
        together.setdefault(note.start, []).append(note)
    return tuple(tuple(chord) for chord in together.values())


def place_name(tick: int, bars: BarMap) -> str:
    """Return bar and beat, from 1, as `5.1`."""
    position = bars.position_at(tick)
    return f"{position.bar + 1}.{position.beat + 1}"


def pitch_names(notes: tuple[Note, ...], fifths: int | None = None) -> str:
    """Return the names of notes, spelled in a key, such as `C4 E4 G4`."""
    return " ".join(pitch_name(note.pitch, fifths) for note in notes)


def _start(note: Note) -> int:
    return note.start
