"""Tunes of scores as one voice sings them, with their true bar lines.

A tune is the beginning of a song's first part where that is one voice: 10 to 28 seconds, slow
enough to be sung. Its tempo drifts, its onsets are uneven, the voice breathes, and notes are
missed. The bytes of the song's file draw all of this.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, islice

import numpy as np

from benchmarks.beat_songs import learned_files
from benchmarks.songs import Folders, SongFile, Split, song_files
from engine.beats.notes import Bools, Floats, PlayedNotes
from engine.ground.errors import SegueError
from engine.values.score import Note, Score
from engine.values.time import BarMap, TempoMap

_SPAN_S, _LEAD_S = (10.0, 28.0), 0.5
_FEWEST_WRITTEN, _FEWEST_NOTES, _FEWEST_LINES = 16, 12, 4
# Of ten notes the shortest: as usual, and at the least.
_SHORT_S, _SHORTEST_S = 0.2, 0.15
# The share of notes that begin alone in one voice.
_ALONE = 0.97
# Quarters of the shortest meter, and the share of a bar below which the first one is an upbeat.
_SHORTEST_BAR, _UPBEAT = 1.4, 0.75
# The tempo drifts in each of these steps by so much (log), and by at most so much in all.
_DRIFT_S, _DRIFT, _MOST_DRIFT = 0.5, 0.012, 0.15
# How uneven onsets are, and the share of its room that a note sounds.
_UNEVEN_S, _SOUNDS = (0.01, 0.035), (0.8, 1.0)
_SHORTEST_SOUND_S, _PHRASE_S, _BREATH_S = 0.08, 5.0, 0.3
# Shares of notes that are missed, and of repeated ones that melt with the one before.
_MISSED, _MELTED = 0.02, 0.04


@dataclass(frozen=True, slots=True, kw_only=True)
class SungTune:
    """A tune of one voice.

    Attributes:
        notes: As they were sung.
        lines_s: The true bar lines, rising, from the first one that is no upbeat, (lines,).
        signature: Numerator and denominator of most bars.
    """

    notes: PlayedNotes
    lines_s: Floats
    signature: tuple[int, int]


def sung_tunes(folders: Folders, *, split: Split, count: int) -> Iterator[SungTune]:
    """Yield the first tunes of each collection that the network of beats did not learn.

    Args:
        folders: Of songs, by collection.
        split: The half, or all.
        count: Tunes of each collection; 0 is all.
    """
    # Its logits for songs that it learned are better than a user's tunes get.
    unheard = (
        file
        for file in song_files(folders, split=split)
        if file.path not in learned_files(file.path.parent)
    )
    for _, group in groupby(unheard, key=lambda file: file.collection):
        yield from islice(_sung(group), count or None)


def _sung(files: Iterable[SongFile]) -> Iterator[SungTune]:
    for file in files:
        try:
            tune = sung(file.as_read(), np.random.default_rng(int(file.sha256, 16)))
        except SegueError:
            continue
        if tune is not None:
            yield tune


def sung(score: Score, random: np.random.Generator) -> SungTune | None:
    """Return the tune of a score's first part; None where that is short or no single voice.

    Args:
        score: Its bar lines are true.
        random: Draws how it is sung.
    """
    tempo, melody = TempoMap.of(score), _melody(score)
    if len(melody) < _FEWEST_WRITTEN:
        return None
    start, end = (
        np.array([tempo.seconds_at(tick) for tick in ticks])
        for ticks in ([note.start for note in melody], [note.end for note in melody])
    )
    first_s, slower = float(start[0]), _slower(end - start, random)
    count = _excerpt((start - first_s) * slower, random.uniform(*_SPAN_S))
    bars = _bars(score, melody[:count])
    if count < _FEWEST_NOTES or bars is None:
        return None
    lines, signature = bars
    lines_s = np.array([tempo.seconds_at(tick) for tick in lines])
    start, end, lines_s = ((times - first_s) * slower for times in (start, end, lines_s))
    end[:-1] = np.minimum(end[:-1], start[1:])
    start, end, lines_s = _drifting((start[:count], end[:count], lines_s), random)
    notes = _performed(start, end, [note.pitch for note in melody[:count]], random)
    return SungTune(notes=notes, lines_s=lines_s, signature=signature)


def _performed(
    start_s: Floats, end_s: Floats, pitches: list[int], random: np.random.Generator
) -> PlayedNotes:
    """Return notes as they are heard: uneven, with breaths, and not all of them."""
    count = len(pitches)
    uneven_s = start_s + random.normal(0, random.uniform(*_UNEVEN_S), count)
    onsets_s = np.maximum.accumulate(uneven_s + np.arange(count) * 1e-6)
    ends_s = _ends(onsets_s, end_s, random.uniform(*_SOUNDS))
    velocity = np.clip(80 + random.normal(0, 9, count), 20, 120).astype(np.int64)
    drum = np.zeros(count, np.bool_)
    notes = PlayedNotes(onsets_s, ends_s, np.array(pitches), velocity, drum)
    return notes.chosen(_heard(notes, random))


def _melody(score: Score) -> list[Note]:
    """Return the notes of the first part, one at a time; none if it is drums or has chords."""
    if not score.tracks or score.tracks[0].is_drum:
        return []
    notes = sorted(score.tracks[0].notes, key=lambda note: (-note.start, note.pitch))
    highest = {note.start: note for note in notes}
    return sorted(highest.values()) if len(highest) >= _ALONE * len(notes) else []


def _slower(lengths_s: Floats, random: np.random.Generator) -> float:
    """Return by what times are multiplied so that the notes, (notes,), can be sung."""
    short_s = max(1e-3, float(np.percentile(lengths_s, 10)))
    usual = max(1.0, _SHORT_S / short_s) * float(np.exp(random.uniform(-0.15, 0.15)))
    return max(usual, _SHORTEST_S / short_s)


def _excerpt(start_s: Floats, span_s: float) -> int:
    """Return how many notes begin in a span, up to a long note or a rest if one is near."""
    count = int((start_s < span_s).sum())
    if count < 2 or count == len(start_s):
        return count
    steps = np.diff(start_s[: count + 1])
    long = np.flatnonzero(steps >= 1.8 * np.median(steps))
    ends = long[long >= max(_FEWEST_NOTES - 1, int(0.6 * count))]
    return int(ends[-1]) + 1 if len(ends) else count


def _bars(score: Score, notes: list[Note]) -> tuple[list[int], tuple[int, int]] | None:
    """Return the ticks of the bar lines among notes, and the usual meter; None if they are few."""
    bars = BarMap.of(score)
    # Some files have their notes a tick late.
    begin = notes[0].start - score.ticks_per_quarter // 32
    lines = [tick for _, tick in bars.bar_starts(begin, notes[-1].end + 1)]
    meters = [(each.numerator, each.denominator) for each in map(bars.signature_at, lines)]
    counted = Counter(meter for meter in meters if 4 * meter[0] / meter[1] >= _SHORTEST_BAR)
    if len(lines) < _FEWEST_LINES or not counted:
        return None
    if lines[1] - lines[0] < _UPBEAT * np.median(np.diff(lines[1:])):
        lines = lines[1:]
    return lines, counted.most_common(1)[0][0]


def _drifting(times_s: tuple[Floats, ...], random: np.random.Generator) -> Iterator[Floats]:
    """Yield times from 0 on in a tempo that drifts, after a lead."""
    grid = np.arange(0, 60, _DRIFT_S)
    drift = np.cumsum(random.normal(0, _DRIFT, len(grid)))
    rates = np.exp(np.clip(drift - drift.mean(), -_MOST_DRIFT, _MOST_DRIFT))
    sung_s = np.append(0, np.cumsum(_DRIFT_S * rates))[: len(grid)]
    for times in times_s:
        yield np.interp(times, grid, sung_s) + _LEAD_S


def _ends(start_s: Floats, end_s: Floats, share: float) -> Floats:
    """Return the ends of notes that sound a share of their lengths, with breaths after long ones.

    Args:
        start_s: Onsets, (notes,).
        end_s: Where the notes end on the page, (notes,).
        share: Of the length.
    """
    sounds_s = np.maximum((end_s - start_s) * share, _SHORTEST_SOUND_S)
    ends, since_s = np.minimum(start_s + sounds_s, np.append(start_s[1:], end_s[-1])), 0.0
    for note, next_s in enumerate(start_s[1:]):
        is_long = ends[note] - start_s[note] > 2 * _BREATH_S
        if start_s[note] - since_s > _PHRASE_S and is_long:
            ends[note] -= _BREATH_S
            since_s = next_s
        elif next_s - ends[note] > _BREATH_S:
            since_s = next_s
    return np.asarray(ends)


def _heard(notes: PlayedNotes, random: np.random.Generator) -> Bools:
    """Return which notes are heard, (notes,), the first always."""
    heard = random.random(len(notes)) > _MISSED
    close = notes.start_s[1:] - notes.end_s[:-1] < 0.05
    melts = random.random(len(notes) - 1) < _MELTED
    heard[1:] &= ~(close & melts & (np.diff(notes.pitch) == 0))
    heard[0] = True
    return np.asarray(heard)
