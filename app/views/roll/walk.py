"""Walking through notes by keys: chords from left to right, notes in a chord from low to high."""

from dataclasses import dataclass

from engine.music.keys import pitch_name
from engine.music.score import Note
from engine.music.time import BarMap


@dataclass(frozen=True, slots=True, kw_only=True)
class Cursor:
    """Where the walk is.

    Attributes:
        tick: Start of the chord.
        voice: Index of the note in it, from the lowest; -1 means the whole chord.
    """

    tick: int = -1
    voice: int = -1


def chord_at(notes: tuple[Note, ...], tick: int) -> tuple[Note, ...]:
    """Return the notes that begin at a tick, from the lowest."""
    return tuple(sorted((n for n in notes if n.start == tick), key=lambda n: n.pitch))


def next_chord(notes: tuple[Note, ...], cursor: Cursor, direction: int) -> Cursor:
    """Return the cursor one chord later (1) or earlier (-1); it stays at the ends."""
    if direction > 0:
        ticks = [n.start for n in notes if n.start > cursor.tick]
        return Cursor(tick=min(ticks)) if ticks else cursor
    ticks = [n.start for n in notes if n.start < cursor.tick]
    return Cursor(tick=max(ticks)) if ticks else cursor


def next_voice(notes: tuple[Note, ...], cursor: Cursor, direction: int) -> Cursor:
    """Return the cursor one note higher (1) or lower (-1) in its chord; it stays at the ends."""
    chord = chord_at(notes, cursor.tick)
    if not chord:
        return cursor
    if cursor.voice < 0:
        return Cursor(tick=cursor.tick, voice=0 if direction > 0 else len(chord) - 1)
    return Cursor(tick=cursor.tick, voice=min(max(cursor.voice + direction, 0), len(chord) - 1))


def chosen(notes: tuple[Note, ...], cursor: Cursor) -> tuple[Note, ...]:
    """Return the notes the cursor is on."""
    chord = chord_at(notes, cursor.tick)
    return chord if cursor.voice < 0 else chord[cursor.voice : cursor.voice + 1]


def place_name(tick: int, bars: BarMap) -> str:
    """Return `5.1`, bar and beat, both from 1."""
    position = bars.position_at(tick)
    return f"{position.bar + 1}.{position.beat + 1}"


def pitch_names(notes: tuple[Note, ...]) -> str:
    """Return the names of some notes, such as `C4 E4 G4`."""
    return " ".join(pitch_name(note.pitch) for note in notes)
