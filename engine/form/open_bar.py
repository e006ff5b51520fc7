"""Where music goes on that stops inside a bar: after its last note, in the bar that is still open.

A piece that stops at its third beat is gone on with at the fourth, and not after a hole, at the
next bar line. The bar is over where the last note is held to its end, where the usual distance of
the notes leaves it no place, and where the music has come to rest.
"""

from itertools import pairwise
from statistics import median

from engine.harmony.keys import estimate_key
from engine.values.score import Note, Score
from engine.values.time import BarMap

# Positions of a quarter at which music is read and written.
_POSITIONS = 12
# The last distances between onsets that tell the usual one.
_DISTANCES = 16
# Onsets so many positions apart are one: a rolled chord, or hands that are not together.
_TOGETHER = 1.5
# Notes that say a key; fewer than the first say none, as in a jam.
_FEWEST_NOTES, _KEY_NOTES = 8, 64
# A closing note lasts for so many usual distances. With the tonic on a strong beat, music that
# ended was left closed in .83 of 110 songs and not .72, and music cut at a random note in .46 of
# 440 places and not .42; 2, 3 and 4 distances without the tonic told the two apart less well.
_RESTING = 1.5


def place_after(score: Score) -> int:
    """Return the tick at which a piece goes on: inside its last bar while that is open.

    Args:
        score: With at least one note. All its tracks count: while one plays, the bar is not over.

    Returns:
        A tick on the grid of positions, later than each onset, at most the next bar line.
    """
    notes = sorted(note for _, note in score.notes())
    bars, step = BarMap.of(score), score.ticks_per_quarter / _POSITIONS
    last = notes[-1].start
    line = bars.start_of(bars.bar_at(last) + 1)
    onsets = _onsets(notes, step)
    usual = _usual_distance(onsets)
    if usual is None:
        return line
    end = max(note.end for note in notes if note.start >= last - _TOGETHER * step)
    if end - last >= _RESTING * usual and _closes(score, bars, last, _TOGETHER * step):
        return line
    begin = bars.start_of(bars.bar_at(last))
    after = round((max(last + usual, end) - begin) / step)
    place = begin + round(after * step)
    # A note that is let go shortly before the bar line leaves no room for another one.
    return place if last < place <= line - max(step, usual / 2) else line


def _onsets(notes: list[Note], step: float) -> list[int]:
    """Return the last onsets; notes that are rolled or struck a little apart are one."""
    onsets: list[int] = []
    for note in reversed(notes):
        if not onsets or onsets[-1] - note.start > _TOGETHER * step:
            onsets.append(note.start)
        if len(onsets) > _DISTANCES:
            break
    return onsets


def _usual_distance(onsets: list[int]) -> float | None:
    """Return the median distance of onsets (latest first, ticks); None for a single one."""
    return median(later - earlier for later, earlier in pairwise(onsets)) if onsets[1:] else None


def _closes(score: Score, bars: BarMap, last: int, near: float) -> bool:
    """Return whether the last notes are the tonic, below or on top, on a strong beat."""
    notes = sorted(score.pitched_notes())
    closing = sorted(note.pitch for note in notes if note.start >= last - near)
    before = notes[: len(notes) - len(closing)][-_KEY_NOTES:]
    if not closing or len(before) < _FEWEST_NOTES or not _is_strong(bars, last, near):
        return False
    # A long last note would speak for its own key.
    key = estimate_key(before)
    return key is not None and key.tonic in {closing[0] % 12, closing[-1] % 12}


def _is_strong(bars: BarMap, tick: int, near: float) -> bool:
    """Return whether a tick is on a bar line, or in the middle of a bar of even beats."""
    bar = bars.bar_at(round(tick + near))
    line, beats = bars.start_of(bar), bars.signature_at(tick).numerator
    length = bars.start_of(bar + 1) - line
    step = length / 2 if beats >= 4 and beats % 2 == 0 else length
    off = (tick - line) % step
    return min(off, step - off) <= near
