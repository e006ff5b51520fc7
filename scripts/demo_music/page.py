"""From parts to a score."""

from collections.abc import Iterable, Sequence

from engine.values.score import KeySignature, Note, Score, Tempo, TimeSignature, Track


def part(name: str, program: int, made: Iterable[Note]) -> Track:
    """Return a part of a General MIDI program."""
    return Track(name=name, program=program).with_notes(made)


def drum_part(made: Iterable[Note]) -> Track:
    """Return the drums."""
    return Track(name="Drums", is_drum=True).with_notes(made)


def piece(
    title: str,
    tracks: Sequence[Track],
    *,
    bpm: float,
    meter: tuple[int, int] = (4, 4),
    key: tuple[int, bool],
) -> Score:
    """Return a score in one tempo, meter and key (fifths, minor)."""
    return Score(
        title=title,
        tracks=tuple(tracks),
        tempos=(Tempo(0, bpm),),
        time_signatures=(TimeSignature(0, *meter),),
        key_signatures=(KeySignature(0, *key),),
    )
