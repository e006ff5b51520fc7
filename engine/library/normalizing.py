"""Songs made ready to learn from: bars put right, drum pitches made General MIDI's.

The user's files are never changed; this is what training sees of them.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from engine.library.bars import Bars, bars_are_wrong, infer_bars
from engine.library.table import NoteTable, table_of_score
from engine.messages import RightBars
from engine.music.moving import moved
from engine.music.score import Note, Score, TimeSignature, Track
from engine.tokens.vocabulary import Vocabulary

# Rims and edges of Roland's kits that General MIDI has no names for, or other ones (Gillick et
# al. 2019, "Learning to Groove with Inverse Sequence Transformations", appendix).
_ROLAND_ONLY = frozenset({22, 26})
_ROLAND_DRUMS = {22: 42, 26: 46, 58: 43}
# Goes up whenever a song comes out differently: what was prepared before is then prepared anew.
RECIPE = 2


def recipe_of(vocabulary: Vocabulary) -> str:
    """Return what names songs made ready in this way and written in these ids.

    Whether a model can announce another order makes no difference: songs are written in their own.
    """
    return f"{vocabulary.as_encoded.fingerprint}-{RECIPE}"


def normalized(score: Score, table: NoteTable | None = None) -> Score:
    """Return a score as training takes it.

    Args:
        score: As read.
        table: Its table, where there is one already.
    """
    tracks = tuple(_with_standard_drums(track) for track in score.tracks)
    return with_right_bars(replace(score, tracks=tracks), table)


def with_right_bars(score: Score, table: NoteTable | None = None) -> Score:
    """Return a score whose bars are where the music has them.

    Where the file's bars are right, or there is no telling, it is the score itself.
    """
    found = right_bars(score, table)
    return found.score if found else score


def right_bars(score: Score, table: NoteTable | None = None) -> RightBars | None:
    """Return what puts the bars of a piece right; None where they fit, or there is no telling.

    All of it is moved so that beats stand on the grid, and time signatures say how long each bar
    is. A pure function: whoever opened the piece decides whether it is done.

    Args:
        score: As it is.
        table: Its table, where there is one already.
    """
    if table is None:
        table = table_of_score(score)
    if not len(table) or not bars_are_wrong(table):
        return None
    bars = infer_bars(table)
    return None if bars is None else _barred(score, bars)


def _barred(score: Score, bars: Bars) -> RightBars:
    quarter = score.ticks_per_quarter
    first_note = min(note.start for _, note in score.notes())
    # Tick 0 becomes the last downbeat before the music begins, one bar further off if need be.
    downbeats = list(bars.downbeats)
    while downbeats[0] > first_note:
        downbeats.insert(0, downbeats[0] - bars.beats * quarter)
    while len(downbeats) > 1 and downbeats[1] <= first_note:
        downbeats.pop(0)
    shifted = moved(score, -downbeats[0])
    right = replace(shifted, time_signatures=tuple(_meters(downbeats, quarter)))
    return RightBars(score=right, later=-downbeats[0], beats=bars.beats)


def _meters(downbeats: list[int], quarter: int) -> Iterable[TimeSignature]:
    """Yield a time signature wherever a bar is longer or shorter than the one before."""
    begin, last = downbeats[0], 0
    for start, end in pairwise(downbeats):
        beats = round((end - start) / quarter)
        if beats != last:
            yield TimeSignature(start - begin, beats, 4)
            last = beats


def _with_standard_drums(track: Track) -> Track:
    """Return a drum track with General MIDI's pitches if it is a Roland kit's."""
    if not track.is_drum or not any(note.pitch in _ROLAND_ONLY for note in track.notes):
        return track
    return track.with_notes(_standard_drum(note) for note in track.notes)


def _standard_drum(note: Note) -> Note:
    return replace(note, pitch=_ROLAND_DRUMS.get(note.pitch, note.pitch))
