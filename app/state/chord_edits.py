"""Edit the chords over a piece: pure functions that return a new score."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice, pairwise

from engine.harmony.chord_symbols import Chord, parse_chord, played_chord
from engine.harmony.chord_track import (
    block_chords,
    chord_at,
    end_of,
    heard_chords,
    transposed,
    typed_chords,
    with_chords,
    written_chords,
)
from engine.harmony.chords import fitting_chords
from engine.values.score import Score, Track
from engine.values.time import BarMap

# The menu of fitting chords shows at most this many.
MOST_FITTING = 24


def with_typed_chords(score: Score, text: str, tick: int) -> Score:
    """Return the score with typed chords at a tick.

    A single chord begins at the tick. Several chords take a bar each, or are divided by `|`. They
    begin at the bar of the tick and replace the chords of their bars. Empty text removes the chord.

    Raises:
        SegueError: A word is not a chord.
        LimitError: There are too many chords.
    """
    words = text.split()
    if not words:
        return without_chord(score, tick)
    chords = written_chords(score)
    if len(words) == 1 and "|" not in text:
        written: tuple[Chord, ...] = (parse_chord(words[0], tick=tick),)
        rest = [chord for chord in chords if chord.tick != tick]
    else:
        bars = BarMap.of(score)
        first = bars.bar_at(tick)
        written = typed_chords(text, score, first_bar=first)
        begin, end = bars.start_of(first), end_of(written, score)
        rest = [chord for chord in chords if not begin <= chord.tick < end]
    return with_chords(score, (*rest, *written))


def with_played_chord(score: Score, pitches: Iterable[int], tick: int) -> Score:
    """Return the score with the chord of these pitches at a tick.

    Raises:
        SegueError: The pitches form no known chord.
    """
    return with_chord(score, played_chord(pitches, tick=tick))


def without_chord(score: Score, tick: int) -> Score:
    """Return the score without the chord that begins at a tick."""
    return with_chords(score, (chord for chord in written_chords(score) if chord.tick != tick))


def with_chord_moved(score: Score, tick: int, to: int) -> Score:
    """Return the score with a chord moved; unchanged if the move would cross another chord."""
    chords = written_chords(score)
    others = [chord.tick for chord in chords if chord.tick != tick]
    low, high = sorted((tick, to))
    if to < 0 or any(low <= other <= high for other in others):
        return score
    return with_chords(
        score, (replace(chord, tick=to) if chord.tick == tick else chord for chord in chords)
    )


def with_planned_chords(score: Score, chords: Sequence[Chord], *, end: int) -> Score:
    """Return the score with the chords of a plan in place of those that stood in its bars.

    Args:
        score: The score.
        chords: Ascending, at least one.
        end: Tick where the plan ends.

    Raises:
        LimitError: There are too many chords.
    """
    start = chords[0].tick
    rest = (chord for chord in written_chords(score) if not start <= chord.tick < end)
    return with_chords(score, (*rest, *chords))


def with_chord(score: Score, chord: Chord) -> Score:
    """Return the score with `chord` in place of the chord at its tick."""
    rest = (other for other in written_chords(score) if other.tick != chord.tick)
    return with_chords(score, (*rest, chord))


def with_detected_chords(score: Score) -> Score:
    """Return the score with the chords that its notes form.

    Raises:
        SegueError: No chord was found in the notes.
    """
    return with_chords(score, heard_chords(score))


def with_transposed_chords(score: Score, semitones: int) -> Score:
    """Return the score with its chords transposed."""
    return with_chords(score, transposed(written_chords(score), semitones))


def track_of_chords(score: Score, *, name: str, program: int) -> Track:
    """Return a track that plays the chords as block chords."""
    notes = block_chords(written_chords(score), score)
    return Track(name=name, program=program).with_notes(notes)


def alternative_chords(score: Score, track: int, *, start: int, end: int) -> tuple[Chord, ...]:
    """Return at most `MOST_FITTING` other chords for a span, best match first.

    Args:
        score: The piece.
        track: Index of the melody track; if it is silent there or drums, all tracks are used.
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
    """Return the span of the chord at a tick; empty where there is no chord."""
    index = bisect_right([chord.tick for chord in chords], tick) - 1
    if index < 0 or tick >= end_of(chords, score):
        return tick, tick
    after = chords[index + 1].tick if index + 1 < len(chords) else end_of(chords, score)
    return chords[index].tick, after


def changed_span(before: Score, after: Score) -> tuple[int, int]:
    """Return the span in which the written chords differ; (0, 0) if they do not."""
    old, new = written_chords(before), written_chords(after)
    ends = {end_of(old, before), end_of(new, after)}
    ticks = sorted({chord.tick for chord in (*old, *new)} | ends)
    written = [
        span
        for span in pairwise(ticks)
        if _chord_written_at(old, span[0], before) != _chord_written_at(new, span[0], after)
    ]
    return (written[0][0], written[-1][1]) if written else (0, 0)


def _chord_written_at(chords: Sequence[Chord], tick: int, score: Score) -> tuple[int, str, int]:
    """Return root, quality and bass of the chord written at a tick."""
    chord = chord_at(chords, tick) if tick < end_of(chords, score) else Chord(tick)
    return chord.root, chord.quality, chord.bass
