"""What edits do to the chords over a piece: pure functions, each of which returns a new score."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice, pairwise

from engine.music.chord_symbols import Chord, parse_chord, played_chord
from engine.music.chord_track import (
    block_chords,
    chord_at,
    end_of,
    heard_chords,
    transposed,
    typed_chords,
    with_chords,
    written_chords,
)
from engine.music.chords import fitting_chords
from engine.music.score import Score, Track
from engine.music.time import BarMap

MOST_FITTING = 24


def typed_over(score: Score, text: str, tick: int) -> Score:
    """Return the score with the chords that were typed at a tick.

    A single chord begins there; more of them are a bar each or divided by strokes, and begin with
    that bar, in place of what was written over these bars. Nothing removes the chord there.

    Raises:
        SegueError: One of them is no chord.
        LimitError: They are too many.
    """
    words = text.split()
    if not words:
        return removed(score, tick)
    chords = written_chords(score)
    if len(words) == 1 and "|" not in text:
        said: tuple[Chord, ...] = (parse_chord(words[0], tick=tick),)
        rest = [chord for chord in chords if chord.tick != tick]
    else:
        bars = BarMap.of(score)
        first = bars.bar_at(tick)
        said = typed_chords(text, score, first_bar=first)
        begin, end = bars.start_of(first), end_of(said, score)
        rest = [chord for chord in chords if not begin <= chord.tick < end]
    return with_chords(score, (*rest, *said))


def played_over(score: Score, pitches: Iterable[int], tick: int) -> Score:
    """Return the score with the chord beginning at a tick that these keys name.

    Raises:
        SegueError: They name none.
    """
    return exchanged(score, played_chord(pitches, tick=tick))


def removed(score: Score, tick: int) -> Score:
    """Return the score without the chord that begins at a tick."""
    return with_chords(score, (chord for chord in written_chords(score) if chord.tick != tick))


def moved(score: Score, tick: int, to: int) -> Score:
    """Return the score with a chord beginning elsewhere, between the ones beside it."""
    chords = written_chords(score)
    others = [chord.tick for chord in chords if chord.tick != tick]
    low, high = sorted((tick, to))
    if to < 0 or any(low <= other <= high for other in others):
        return score
    return with_chords(
        score, (replace(chord, tick=to) if chord.tick == tick else chord for chord in chords)
    )


def exchanged(score: Score, chord: Chord) -> Score:
    """Return the score with another chord where one begins."""
    rest = (other for other in written_chords(score) if other.tick != chord.tick)
    return with_chords(score, (*rest, chord))


def found(score: Score) -> Score:
    """Return the score with the chords that it has written over it.

    Raises:
        SegueError: Nothing in it has a chord.
    """
    return with_chords(score, heard_chords(score))


def in_other_key(score: Score, semitones: int) -> Score:
    """Return the score with its chords so many semitones higher."""
    return with_chords(score, transposed(written_chords(score), semitones))


def as_track(score: Score, *, name: str, program: int) -> Track:
    """Return a track that plays the chords over a piece."""
    notes = block_chords(written_chords(score), score)
    return Track(name=name, program=program).with_notes(notes)


def fitting(score: Score, track: int, *, start: int, end: int) -> tuple[Chord, ...]:
    """Return other chords for a stretch, those first that the chord finder likes best.

    Args:
        score: The piece.
        track: The tune; where it is silent or drums, all of the piece is heard.
        start: Tick where the chord begins.
        end: Tick where it ends.
    """
    tune = score.tracks[track] if track < len(score.tracks) else Track()
    is_heard = any(note.start < end and note.end > start for note in tune.notes)
    heard = replace(score, tracks=(tune,)) if is_heard and not tune.is_drum else score
    now = chord_at(written_chords(score), start)
    chords = fitting_chords(heard, start=start, end=end)
    others = (c for c in chords if (c.root, c.quality) != (now.root, now.quality))
    return tuple(islice(others, MOST_FITTING))


def span_of(chords: Sequence[Chord], tick: int, score: Score) -> tuple[int, int]:
    """Return from where to where the chord at a tick holds; empty where nothing is said."""
    index = bisect_right([chord.tick for chord in chords], tick) - 1
    if index < 0 or tick >= end_of(chords, score):
        return tick, tick
    after = chords[index + 1].tick if index + 1 < len(chords) else end_of(chords, score)
    return chords[index].tick, after


def changed_span(before: Score, after: Score) -> tuple[int, int]:
    """Return from where to where other chords are written than before; empty where nowhere."""
    old, new = written_chords(before), written_chords(after)
    ends = {end_of(old, before), end_of(new, after)}
    ticks = sorted({chord.tick for chord in (*old, *new)} | ends)
    said = [
        span
        for span in pairwise(ticks)
        if _said(old, span[0], before) != _said(new, span[0], after)
    ]
    return (said[0][0], said[-1][1]) if said else (0, 0)


def _said(chords: Sequence[Chord], tick: int, score: Score) -> tuple[int, str, int]:
    """Return what is written at a tick, wherever it began."""
    chord = chord_at(chords, tick) if tick < end_of(chords, score) else Chord(tick)
    return chord.root, chord.quality, chord.bass
