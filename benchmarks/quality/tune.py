"""How a tune moves, how often a struck key comes again, and where drums are thick.

Pure functions, None where the prompt or the bars do not allow the question.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from statistics import fmean

from benchmarks.evaluation.passages import Passage
from benchmarks.quality import harmony
from engine.evaluation.musicality import bars
from engine.form.figures import upper_line
from engine.form.passage_figures import mean_in_common, mean_pitch, struck_again
from engine.planning.phrases import BLOCK
from engine.values.score import Note
from engine.values.time import BarMap

_STEP = 2  # semitones of a step at most
_FEWEST = 4  # notes of a part that may lead, and of a tune that is asked


def steps(passage: Passage) -> float | None:
    """Return the share of intervals of the tune that are a step."""
    found = _intervals(passage)
    return sum(0 < abs(each) <= _STEP for each in found) / len(found) if found else None


def same_note(passage: Passage) -> float | None:
    """Return the share of intervals of the tune that are a repeated note."""
    found = _intervals(passage)
    return found.count(0) / len(found) if found else None


def turns(passage: Passage) -> float | None:
    """Return the share of moves of the tune after which it turns back."""
    moves = [each for each in _intervals(passage) if each]
    pairs = list(pairwise(moves))
    return sum((one > 0) != (two > 0) for one, two in pairs) / len(pairs) if pairs else None


def longest_run(passage: Passage) -> float | None:
    """Return the most notes of one pitch in a row in the tune."""
    tune = _tune(passage)
    if len(tune) < _FEWEST:
        return None
    return float(max(len(list(same)) for _, same in groupby(note.pitch for note in tune)))


def hammered(passage: Passage) -> float | None:
    """Return the share of notes whose pitch their part strikes again within a quarter."""
    score = passage.following
    notes = [(track, note) for track, note in score.notes() if not score.tracks[track].is_drum]
    return struck_again(notes, within=score.ticks_per_quarter) if notes else None


def returning(passage: Passage) -> float | None:
    """Return the share of blocks of four bars that have the roots of an earlier one but for one."""
    before = harmony.roots_between(passage, passage.begin, passage.start)
    after = harmony.roots_between(passage, passage.start, passage.end)
    known = list(_blocks(before))
    found = []
    for block in _blocks(after):
        found.append(any(_share_roots(block, old) for old in known))
        known.append(block)
    return fmean(found) if found and known else None


def returned(passage: Passage) -> float | None:
    """Return how alike the bars of a block are to those of an earlier one with its roots.

    Of several earlier ones the likest counts; None where no block returns.
    """
    roots = harmony.roots_between(passage, passage.begin, passage.end)
    notes = bars(passage.score, start=passage.begin, end=passage.end)
    first = len(roots) - passage.bars
    found = []
    for at in range(first, len(roots) - BLOCK + 1, BLOCK):
        likes = [
            mean_in_common(zip(notes[at : at + BLOCK], notes[old : old + BLOCK], strict=True))
            for old in range(first % BLOCK, at - BLOCK + 1, BLOCK)
            if None not in roots[at : at + BLOCK]
            and _share_roots(roots[at : at + BLOCK], roots[old : old + BLOCK])
        ]
        found += [max(likes)] if likes else []
    return fmean(found) if found else None


def fills(passage: Passage) -> float | None:
    """Return hits of drums in each fourth bar, divided by those in the bars between them."""
    places = BarMap.of(passage.score)
    first = places.bar_at(passage.start)
    hits = [0] * passage.bars
    for track in passage.following.tracks:
        for note in track.notes if track.is_drum else ():
            hits[places.bar_at(note.start) - first] += 1
    ends = hits[BLOCK - 1 :: BLOCK]
    others = [count for at, count in enumerate(hits) if at % BLOCK != BLOCK - 1]
    return fmean(ends) / fmean(others) if ends and any(others) else None


def _intervals(passage: Passage) -> list[int]:
    tune = _tune(passage)
    return [b.pitch - a.pitch for a, b in pairwise(tune)] if len(tune) >= _FEWEST else []


def _tune(passage: Passage) -> list[Note]:
    """Return the upper line of the part that is highest in the prompt."""
    tracks = passage.prompt.tracks
    heights = {
        index: mean_pitch(upper_line(track.notes))
        for index, track in enumerate(tracks)
        if not track.is_drum and len(track.notes) >= _FEWEST
    }
    if not heights:
        return []
    return upper_line(passage.following.tracks[max(heights, key=heights.__getitem__)].notes)


def _blocks(roots: Sequence[int | None]) -> Iterator[tuple[int | None, ...]]:
    """Yield the blocks of four bars that sound in each bar."""
    for at in range(0, len(roots) - BLOCK + 1, BLOCK):
        block = tuple(roots[at : at + BLOCK])
        if None not in block:
            yield block


def _share_roots(one: Sequence[int | None], other: Sequence[int | None]) -> bool:
    return sum(a == b for a, b in zip(one, other, strict=True)) >= BLOCK - 1
