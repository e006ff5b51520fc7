"""Figures of a score that a listener would notice: key, meter, density, repetition, loops.

Pure functions of scores. None measures beauty; the figures of a continuation should be like those
of its prompt and of real music.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from engine.form.passage_figures import GRID_PER_QUARTER
from engine.harmony.keys import Key, estimate_key, share_in_key
from engine.values.score import Note, Score
from engine.values.time import BarMap

LAGS = (1, 2, 4, 8, 16)

Bar = frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Musicality:
    """The figures of a continuation and its prompt.

    Attributes:
        key: The estimated key of the prompt; None if it has no pitches.
        in_key: Share of the continuation's pitched notes in that key.
        prompt_in_key: The same share of the prompt, for comparison.
        metre: Similarity of the onset histograms of prompt and continuation over the bar, 0 to 1.
        notes_per_bar: Of the continuation.
        repeated_bars: Share of the continuation's bars that equal an earlier one of it.
        longest_loop: Bars covered by the longest immediate repetition of the same bars.
        longest_run: Most successive notes of one pitch in a track of the continuation, drums aside.
    """

    notes: int
    key: Key | None
    in_key: float
    prompt_in_key: float
    metre: float
    notes_per_bar: float
    prompt_notes_per_bar: float
    repeated_bars: float
    longest_loop: int
    longest_run: int


def compare(score: Score, *, boundary: int) -> Musicality:
    """Return the figures of the notes from `boundary` on and of those before it.

    Args:
        score: Prompt and continuation.
        boundary: Tick where the continuation begins.
    """
    prompt = score.between(0, boundary)
    continuation = score.between(boundary, max(boundary, score.end))
    key = estimate_key(pitched(prompt))
    old_bars, new_bars = bars(score, end=boundary), bars(score, start=boundary)
    return Musicality(
        notes=continuation.note_count,
        key=key,
        in_key=share_in_key(pitched(continuation), key),
        prompt_in_key=share_in_key(pitched(prompt), key),
        metre=overlap(onset_places(prompt), onset_places(continuation)),
        notes_per_bar=_mean_size(new_bars),
        prompt_notes_per_bar=_mean_size(old_bars),
        repeated_bars=repeated_share(new_bars),
        longest_loop=longest_loop(new_bars),
        longest_run=longest_run(continuation),
    )


def pitched(score: Score) -> tuple[Note, ...]:
    """Return the notes of all tracks but drums."""
    return tuple(score.pitched_notes())


def onset_places(score: Score) -> dict[int, float]:
    """Return the share of notes that begin at each place in a bar, in `GRID_PER_QUARTER`."""
    bar_map = BarMap.of(score)
    counts: Counter[int] = Counter()
    for _, note in score.notes():
        into_bar = note.start - bar_map.start_of(bar_map.bar_at(note.start))
        counts[into_bar * GRID_PER_QUARTER // score.ticks_per_quarter] += 1
    total = counts.total()
    return {place: count / total for place, count in counts.items()}


def overlap(a: dict[int, float], b: dict[int, float]) -> float:
    """Return the overlap of two distributions: 1 if they are equal, 0 if they are disjoint."""
    return sum(min(share, b.get(place, 0.0)) for place, share in a.items())


def bars(score: Score, *, start: int = 0, end: int | None = None) -> tuple[Bar, ...]:
    """Return each bar in [start, end) as its (place, pitch) pairs; drums count 128 higher.

    Places are rounded down, unlike those of `onsets_by_bar`: other figures would not compare with
    those that were measured.
    """
    bar_map = BarMap.of(score)
    end = score.end if end is None else end
    first, past = bar_map.bar_at(start), bar_map.bars_until(end)
    contents: list[set[tuple[int, int]]] = [set() for _ in range(max(0, past - first))]
    for index, note in score.notes():
        if start <= note.start < end:
            bar = bar_map.bar_at(note.start)
            place = (note.start - bar_map.start_of(bar)) * GRID_PER_QUARTER
            pitch = note.pitch + 128 * score.tracks[index].is_drum
            contents[bar - first].add((place // score.ticks_per_quarter, pitch))
    return tuple(frozenset(content) for content in contents)


def repeated_share(bar_sequence: Sequence[Bar]) -> float:
    """Return the share of bars with notes that equal an earlier one note for note."""
    seen: set[Bar] = set()
    repeated = filled = 0
    for bar in bar_sequence:
        if bar:
            filled += 1
            repeated += bar in seen
            seen.add(bar)
    return repeated / filled if filled else 0.0


def longest_loop(bar_sequence: Sequence[Bar]) -> int:
    """Return the number of bars that the longest immediate repetition covers; 0 without a loop.

    Bars a b a b a b are a loop of 6. Empty bars count: endless silence is a loop, too.
    """
    best = 0
    for period in range(1, len(bar_sequence) // 2 + 1):
        run = 0
        for a, b in zip(bar_sequence, bar_sequence[period:], strict=False):
            run = run + 1 if a == b else 0
            if run >= period:
                best = max(best, run + period)
    return best


def longest_run(score: Score) -> int:
    """Return the most successive strikes of one pitch in a track, drums aside.

    A loop of bars need not show it: the rhythm may change while the pitch stays. Each pitch of a
    chord counts, the lowest first, so that a repeated chord is no run.
    """
    runs = (
        sum(1 for _ in same)
        for track in score.tracks
        if not track.is_drum
        for _, same in groupby(
            sorted(track.notes, key=lambda note: (note.start, note.pitch)),
            key=lambda note: note.pitch,
        )
    )
    return max(runs, default=0)


def _mean_size(bar_sequence: Sequence[Bar]) -> float:
    return sum(len(bar) for bar in bar_sequence) / len(bar_sequence) if bar_sequence else 0.0
