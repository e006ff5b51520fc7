"""Normalize songs for training: correct bars, General MIDI drum pitches.

The user's files never change.
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

# Rims and edges of Roland's kits that General MIDI does not have or names otherwise (Gillick et
# al. 2019, "Learning to Groove with Inverse Sequence Transformations", appendix).
_ROLAND_ONLY = frozenset({22, 26})
_ROLAND_DRUMS = {22: 42, 26: 46, 58: 43}
# Raised whenever the result for a song changes: the caches then encode all songs again.
RECIPE = 2


def recipe_of(vocabulary: Vocabulary) -> str:
    """Return the cache key of songs normalized in this way and encoded in this vocabulary.

    The announcements of a vocabulary do not matter, because the cache holds songs in order.
    """
    return f"{vocabulary.as_encoded.fingerprint}-{RECIPE}"


def normalized(score: Score, table: NoteTable | None = None) -> Score:
    """Return a score as training reads it.

    Args:
        score: The score of the file.
        table: Its note table, if it exists already.
    """
    tracks = tuple(_with_standard_drums(track) for track in score.tracks)
    return with_right_bars(replace(score, tracks=tracks), table)


def with_right_bars(score: Score, table: NoteTable | None = None) -> Score:
    """Return a score with the bars of its music; unchanged if they fit or cannot be determined."""
    found = right_bars(score, table)
    return found.score if found else score


def right_bars(score: Score, table: NoteTable | None = None) -> RightBars | None:
    """Return the correction of a piece's bars; None if they fit or cannot be determined.

    It shifts all events so that beats are on the grid, and sets time signatures for the length of
    each bar. It is an offer: the caller decides whether to apply it.

    Args:
        score: The piece.
        table: Its note table, if it exists already.
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
    # Tick 0 becomes the last downbeat before the music, or the bar line before that.
    downbeats = list(bars.downbeats)
    while downbeats[0] > first_note:
        downbeats.insert(0, downbeats[0] - bars.beats * quarter)
    while len(downbeats) > 1 and downbeats[1] <= first_note:
        downbeats.pop(0)
    shifted = moved(score, -downbeats[0])
    right = replace(shifted, time_signatures=tuple(_meters(downbeats, quarter)))
    return RightBars(score=right, later=-downbeats[0], beats=bars.beats)


def _meters(downbeats: list[int], quarter: int) -> Iterable[TimeSignature]:
    """Yield a time signature wherever the length of bars changes."""
    begin, last = downbeats[0], 0
    for start, end in pairwise(downbeats):
        beats = round((end - start) / quarter)
        if beats != last:
            yield TimeSignature(start - begin, beats, 4)
            last = beats


def _with_standard_drums(track: Track) -> Track:
    """Return a drum track with General MIDI pitches if it comes from a Roland kit."""
    if not track.is_drum or not any(note.pitch in _ROLAND_ONLY for note in track.notes):
        return track
    return track.with_notes(_standard_drum(note) for note in track.notes)


def _standard_drum(note: Note) -> Note:
    return replace(note, pitch=_ROLAND_DRUMS.get(note.pitch, note.pitch))
