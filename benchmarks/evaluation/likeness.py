"""How what follows a prompt is like it: one figure each of a `Passage`, real or made alike.

Pure functions, None where the prompt does not allow the question. Real bars are rarely 1: what
counts is whether made bars lie where real ones lie (`benchmarks.evaluation.against_real`).
"""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from benchmarks.evaluation.passages import Passage
from engine.evaluation.musicality import bars, pitched
from engine.form.figures import melodic_figures, upper_line
from engine.form.passage_figures import mean_in_common
from engine.harmony.keys import estimate_key, share_in_key
from engine.values.score import Note, Score
from engine.values.time import BarMap

LAGS = tuple(range(1, 17))
# A part may go so many semitones beyond what it played in the prompt: a fifth less two.
_BEYOND = 5
# Fewer notes say nothing about a register.
_FEWEST = 4


def in_key(passage: Passage) -> float | None:
    """Return the share of pitched notes in the prompt's key (Krumhansl and Schmuckler's)."""
    key, notes = estimate_key(pitched(passage.prompt)), pitched(passage.following)
    return share_in_key(notes, key) if key and notes else None


def pitch_classes(passage: Passage) -> float | None:
    """Return the common part of the two distributions of pitch classes."""
    return common_share(
        (note.pitch % 12 for note in pitched(passage.prompt)),
        (note.pitch % 12 for note in pitched(passage.following)),
    )


def note_lengths(passage: Passage) -> float | None:
    """Return the common part of the two distributions of note lengths, in half octaves."""
    quarter = passage.score.ticks_per_quarter
    return common_share(
        (_length(note, quarter) for note in pitched(passage.prompt)),
        (_length(note, quarter) for note in pitched(passage.following)),
    )


def figures_taken_up(passage: Passage) -> float | None:
    """Return the share of melodic figures that are the prompt's, in any transposition.

    A figure is four successive notes of a track's upper line: three intervals, not all 0, and how
    the times between its notes relate.
    """
    known = set(_figures(passage.prompt))
    if not known:
        return None
    found = list(_figures(passage.following))
    return sum(figure in known for figure in found) / len(found) if found else 0.0


def register_kept(passage: Passage) -> float | None:
    """Return the share of notes where their track was in the prompt, a fourth beyond allowed.

    Tracks that play fewer than four pitched notes in the prompt are not asked.
    """
    inside = total = 0
    for before, after in zip(passage.prompt.tracks, passage.following.tracks, strict=True):
        if before.is_drum or len(before.notes) < _FEWEST:
            continue
        pitches = [note.pitch for note in before.notes]
        low, high = min(pitches) - _BEYOND, max(pitches) + _BEYOND
        inside += sum(low <= note.pitch <= high for note in after.notes)
        total += len(after.notes)
    return inside / total if total else None


def mute(passage: Passage) -> float | None:
    """Return the share of bars in which no pitched note sounds; asked of bands only.

    A band has drums and a pitched note in its prompt.
    """
    prompt = passage.prompt
    if not pitched(prompt) or not any(t.is_drum and t.notes for t in prompt.tracks):
        return None
    sounding: set[int] = set()
    bar_map = BarMap.of(passage.score)
    first, past = bar_map.bar_at(passage.start), bar_map.bars_until(passage.end)
    for note in pitched(passage.score):
        sounding.update(range(bar_map.bar_at(note.start), bar_map.bars_until(note.end)))
    return sum(bar not in sounding for bar in range(first, past)) / (past - first)


def kit_kept(passage: Passage) -> float | None:
    """Return the common part of the two distributions of drums."""
    return common_share(
        (note.pitch for note in _drums(passage.prompt)),
        (note.pitch for note in _drums(passage.following)),
    )


def notes_a_bar(passage: Passage) -> float | None:
    """Return notes a bar, divided by the prompt's."""
    before = passage.prompt.note_count / _bars_of(passage, passage.begin, passage.start)
    after = passage.following.note_count / _bars_of(passage, passage.start, passage.end)
    return after / before if before else None


def parts_a_bar(passage: Passage) -> float | None:
    """Return how many tracks begin a note in a bar, divided by the prompt's."""
    before = _parts(passage, passage.begin, passage.start)
    return _parts(passage, passage.start, passage.end) / before if before else None


def likeness_back(passage: Passage, lag: int) -> float | None:
    """Return how much of a bar is what stood `lag` bars before: shared ÷ all notes, the mean.

    Only bars that follow are asked; what stood before may be the prompt's.
    """
    before = bars(passage.score, start=passage.begin, end=passage.start)
    after = bars(passage.score, start=passage.start, end=passage.end)
    both = (*before, *after)
    pairs = [(both[index], both[index - lag]) for index in range(max(lag, len(before)), len(both))]
    both_sound = [pair for pair in pairs if all(pair)]
    return mean_in_common(both_sound) if both_sound else None


def common_share(before: Iterable[Hashable], after: Iterable[Hashable]) -> float | None:
    """Return the common part of two distributions: 1 for the same, 0 for nothing in common.

    Args:
        before: What is compared with; None is returned where it is empty.
        after: What is compared.
    """
    old, new = Counter(before), Counter(after)
    if not old:
        return None
    if not new:
        return 0.0
    return sum(min(old[key] / old.total(), new[key] / new.total()) for key in old)


def nearness(value: float | None) -> float | None:
    """Return how near a ratio is to 1: itself or its inverse, whichever is smaller."""
    if value is None:
        return None
    return min(value, 1 / value) if value else 0.0


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a passage.

    Attributes:
        says: What it is, for tables.
        of: Returns it; None where the prompt does not allow the question.
        unit: How far two songs of one collection lie apart in it, as a standard deviation of real
            bars: 1 of the distance. 0 where it is shown and not counted.
    """

    says: str
    of: Callable[[Passage], float | None]
    unit: float = 0.0


# Units: standard deviations within collections of 166 held-out songs of 19 collections. Real bands
# are never mute, and hardly a real note leaves its register: those two units are set.
FIGURES: Mapping[str, Figure] = MappingProxyType(
    {
        "in_key": Figure("in the prompt's key", in_key, 0.09),
        "pitch_classes": Figure("pitch classes as in the prompt", pitch_classes, 0.10),
        "note_lengths": Figure("note lengths as in the prompt", note_lengths, 0.15),
        "figures": Figure("the prompt's melodic figures", figures_taken_up, 0.19),
        "like_8": Figure("likeness to the bar 8 before", lambda p: likeness_back(p, 8), 0.18),
        "like_1": Figure("likeness to the bar before", lambda p: likeness_back(p, 1), 0.09),
        "register": Figure("notes in their track's register", register_kept, 0.05),
        "mute": Figure("bars without a pitched note (bands)", mute, 0.10),
        "kit": Figure("drum kit kept", kit_kept, 0.17),
        "notes_near": Figure(
            "notes a bar near the prompt's", lambda p: nearness(notes_a_bar(p)), 0.14
        ),
        "parts_near": Figure(
            "parts a bar near the prompt's", lambda p: nearness(parts_a_bar(p)), 0.13
        ),
        "notes": Figure("notes a bar ÷ prompt's", notes_a_bar),
        "parts": Figure("parts a bar ÷ prompt's", parts_a_bar),
    }
)


def figures_of(passage: Passage) -> dict[str, float]:
    """Return all figures of a passage that can be asked, by name."""
    values = {name: figure.of(passage) for name, figure in FIGURES.items()}
    return {name: value for name, value in values.items() if value is not None}


def likeness_by_lag(passage: Passage) -> dict[int, float]:
    """Return the likeness to the bar 1 to 16 before, where there are such bars."""
    values = {lag: likeness_back(passage, lag) for lag in LAGS}
    return {lag: value for lag, value in values.items() if value is not None}


def _drums(score: Score) -> Iterator[Note]:
    return (note for track in score.tracks if track.is_drum for note in track.notes)


def _length(note: Note, quarter: int) -> int:
    return round(2 * math.log2(note.duration / quarter))


def _figures(score: Score) -> Iterator[tuple[int, ...]]:
    for track in score.tracks:
        if not track.is_drum:
            yield from melodic_figures(upper_line(track.notes))


def _bars_of(passage: Passage, start: int, end: int) -> int:
    return max(1, len(list(BarMap.of(passage.score).bar_starts(start, end))))


def _parts(passage: Passage, start: int, end: int) -> float:
    bar_map = BarMap.of(passage.score)
    playing = {
        (index, bar_map.bar_at(note.start))
        for index, note in passage.score.notes()
        if start <= note.start < end
    }
    return len(playing) / _bars_of(passage, start, end)
