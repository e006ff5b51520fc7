"""Normalize songs for training: correct bars, General MIDI drum pitches.

The user's files never change.
"""

from dataclasses import replace

import numpy as np

from engine.beats.bars import lengths_of
from engine.beats.finding import FoundBeats, find_beats, find_tapped_beats
from engine.beats.notes import notes_of
from engine.beats.regrid import doubtful_lines, regridding_to
from engine.library.bars import Bars, bars_are_wrong, fit_to_bars, infer_bars
from engine.library.table import NoteTable, table_of_score
from engine.messages import RightBars
from engine.tokens.vocabulary import Vocabulary
from engine.values.beats import NOTHING_SAID, SaidBeats, accents_of
from engine.values.score import Note, Score, Track
from engine.values.time import TempoMap

# Rims and edges of Roland's kits that General MIDI does not have or names otherwise (Gillick et
# al. 2019, "Learning to Groove with Inverse Sequence Transformations", appendix).
_ROLAND_ONLY = frozenset({22, 26})
_ROLAND_DRUMS = {22: 42, 26: 46, 58: 43}
# Raised whenever the result for a song changes: the caches then encode all songs again.
RECIPE = 4


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


def right_bars(
    score: Score, table: NoteTable | None = None, *, said: SaidBeats = NOTHING_SAID
) -> RightBars | None:
    """Return the correction of a piece's bars; None if they fit or cannot be determined.

    All notes keep their times in seconds, but for a common shift that puts a bar line at the
    beginning. It is an offer: the caller decides whether to apply it.

    Args:
        score: The piece.
        table: Its note table, if it exists already.
        said: The beats and bar lines that a person is sure of. Taps, and bar lines that are known,
            are followed whether the bars fit or not.
    """
    if table is None:
        table = table_of_score(score)
    found = _beats(score, table, said) if len(table) else None
    return None if found is None else correction(score, found, table)


def correction(score: Score, found: FoundBeats, table: NoteTable) -> RightBars:
    """Return the correction that gives a piece the beats found.

    Args:
        score: The piece.
        found: The beats.
        table: The piece's note table.
    """
    regridding = regridding_to(score, found)
    return RightBars(
        score=regridding.score(score),
        shift_s=regridding.shift_s,
        beats=_usual(found),
        bars=int(found.down.sum()),
        doubtful=doubtful_lines(score, found),
        bpm=float(60 / np.median(np.diff(found.seconds))),
        played=fit_to_bars(table).is_free,
    )


def bars_fit(score: Score) -> bool:
    """Return whether the bars of a piece fit its notes; not if it has none."""
    table = table_of_score(score)
    return len(table) > 0 and not (fit_to_bars(table).is_free or bars_are_wrong(table))


def _beats(score: Score, table: NoteTable, said: SaidBeats) -> FoundBeats | None:
    lines, count = said.lines_s, said.beats_in_bar
    if said.taps:
        return find_tapped_beats(
            notes_of(score),
            [tap.at_s for tap in said.taps],
            accents_s=[tap.at_s for tap in accents_of(said.taps)],
            lines_s=lines,
            beats_in_bar=count,
        )
    if lines or fit_to_bars(table).is_free:
        return find_beats(notes_of(score), lines_s=lines, beats_in_bar=count)
    bars = infer_bars(table, beats=count) if bars_are_wrong(table) else None
    return None if bars is None else _found(score, bars)


def _found(score: Score, bars: Bars) -> FoundBeats:
    """Return the beats of bars on a grid, from the first bar line to the last."""
    quarter, time = score.ticks_per_quarter, TempoMap.of(score)
    beats = np.rint((np.array(bars.downbeats) - bars.downbeats[0]) / quarter).astype(np.int64)
    ticks = bars.downbeats[0] + quarter * np.arange(beats[-1] + 1)
    # A bar line before the beginning has a time below 0, as if the first tempo had held there.
    first = time.seconds_at(quarter) / quarter
    seconds = [tick * first if tick < 0 else time.seconds_at(tick) for tick in ticks.tolist()]
    return FoundBeats(
        seconds=np.array(seconds),
        down=np.isin(np.arange(len(ticks)), beats),
        triple=False,
        certainty=1.0,
        sure=np.ones(len(beats)),
        is_click=True,
    )


def _usual(found: FoundBeats) -> int:
    """Return the beats of most bars."""
    lengths = lengths_of(found.down)
    return int(np.bincount(lengths).argmax()) if len(lengths) else 0


def _with_standard_drums(track: Track) -> Track:
    """Return a drum track with General MIDI pitches if it comes from a Roland kit."""
    if not track.is_drum or not any(note.pitch in _ROLAND_ONLY for note in track.notes):
        return track
    return track.with_notes(_standard_drum(note) for note in track.notes)


def _standard_drum(note: Note) -> Note:
    return replace(note, pitch=_ROLAND_DRUMS.get(note.pitch, note.pitch))
