"""Songs of block chords, written as chord symbols."""

from engine.harmony.chord_track import block_chords, typed_chords
from engine.values.score import Score, Track

LOOP = "C | Am | F | G | C | Am | F | G"
VERSE = "C | Am | F | G | C | Em | F | G | Am | Dm | G | C | F | C | G7 | C"


def song(text: str, *, times: int = 1) -> Score:
    """Return block chords in 4/4, one chord a bar or bars divided by `|`."""
    empty = Score(tracks=(Track(name="Chords"),))
    chords = typed_chords(" | ".join([text] * times), empty)
    return Score(tracks=(Track(name="Chords", notes=block_chords(chords, empty)),))
