"""Cadences: whether the last notes of a phrase close it, as the tonic on a strong beat does.

On recorded playing a closing note tells few phrase ends, but hardly a silence of less than two
beats follows one (experiment 2026-11-26-jam-answers). Pure.
"""

from collections.abc import Sequence

from engine.harmony.keys import estimate_key
from engine.live.jam.bar_grid import BarGrid
from engine.values.score import Note

FEWEST_NOTES = 8
"""Notes before the last ones that say a key, or that there is a beat."""
_KEY_NOTES = 64  # of the last ones the key is estimated
_TOGETHER = 1 / 8  # share of a beat: notes so near begin together, and so near a beat is on it
_CLOSING_DRUMS = frozenset({35, 36, 49, 52, 55, 57})  # kicks and crash cymbals


def closes(notes: Sequence[Note], grid: BarGrid, *, is_drum: bool) -> bool:
    """Return whether the last notes close a phrase.

    A tune closes on the tonic, and chords with it on top or below; both on a bar line or in the
    middle of a bar of even beats. A drummer closes with a kick or a crash on the bar line.

    Args:
        notes: Those that the player played lately, sorted; tick 0 is a bar line.
        grid: The bars.
        is_drum: Whether the player is a drummer.
    """
    near = grid.beat * _TOGETHER
    last = [note for note in notes if note.start >= notes[-1].start - near]
    before = notes[: len(notes) - len(last)]
    if len(before) < FEWEST_NOTES:
        return False
    if is_drum:
        struck = {note.pitch for note in last}
        return _is_on(last[0].start, grid.bar, near) and not struck.isdisjoint(_CLOSING_DRUMS)
    # A long last note would speak for its own key.
    key = estimate_key(before[-_KEY_NOTES:])
    if key is None or not _is_on(last[0].start, grid.strong_step, near):
        return False
    pitches = sorted(note.pitch for note in last)
    return key.tonic in {pitches[0] % 12, pitches[-1] % 12}


def _is_on(tick: int, step: int, near: float) -> bool:
    off = tick % step
    return min(off, step - off) < near
