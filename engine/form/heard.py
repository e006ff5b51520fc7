"""The notes of a recording as a piece, in the time in which they were sung or played. Pure."""

from collections.abc import Iterable

from engine.harmony.keys import estimate_key
from engine.values.events import Note
from engine.values.hearing import HeardNote, Voices
from engine.values.score import Score, Tempo, Track

# Ticks of a second, at 120 quarters a minute.
SECOND = 960
# General MIDI's *Voice Oohs* holds its notes and leads softly, as who hums does; many voices are
# mostly a piano.
_PROGRAMS: dict[Voices, int] = {"one": 53, "many": 0}
_NAMES: dict[Voices, str] = {"one": "Voice", "many": "Recording"}


def heard_score(notes: Iterable[HeardNote], voices: Voices, *, title: str = "") -> Score:
    """Return notes as a piece of one track with its key; its bars are still to be found.

    Args:
        notes: The notes that are used.
        voices: How they were found.
        title: The piece's name, or empty.
    """
    track = Track(name=_NAMES[voices], program=_PROGRAMS[voices]).with_notes(map(_note, notes))
    key = estimate_key(track.notes)
    return Score(
        ticks_per_quarter=SECOND // 2,
        tracks=(track,),
        tempos=(Tempo(0, 120.0),),
        key_signatures=() if key is None else (key.signature(0),),
        title=title,
    )


def _note(note: HeardNote) -> Note:
    start = round(note.start_s * SECOND)
    return Note(
        start=start,
        pitch=note.pitch,
        duration=max(1, round(note.end_s * SECOND) - start),
        velocity=max(1, note.velocity),
    )
