"""What is read before a gap is filled: both its sides, in the order that a model learned.

Pure, no model. A gap is whole bars of the tracks that are written; what the other tracks play in
them, and all tracks after them, is read first (`engine/tokens/ordering.py`).
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.errors import EmptyMusicError, LimitError
from engine.generation.prompt import Prompt, heard
from engine.music.chord_symbols import Chord
from engine.music.chord_track import harmony_of
from engine.music.score import Score
from engine.music.time import BarMap
from engine.request import Request, TrackRole
from engine.tokens.events import Ids, events_of
from engine.tokens.ordering import Gap, opened
from engine.tokens.parts import NO_PART, Parts
from engine.tokens.tokenizer import Tokenizer

MOST_BARS = 8
"""Of a gap of all tracks: models learn none that are longer."""

MOST_STEPS = 120
"""Of the model, from the place of a gap to its filling, so that what is before it is in reach."""

_MOST_AT_ONCE = 16  # bars of a gap of some tracks
_RIGHT = 4  # bars after a gap that are read, where there is room


def gap_prompt(
    score: Score,
    request: Request,
    *,
    tokenizer: Tokenizer,
    parts: Parts,
    written: Sequence[Chord] = (),
) -> Prompt:
    """Return what is read before a gap is filled.

    Args:
        score: The piece; what stands in the gap is not read.
        request: With a role for each track.
        tokenizer: The model's, with announcements.
        parts: Which track is which part.
        written: Chords that are written over the piece and are to be said.

    Raises:
        EmptyMusicError: There is no track to write, or nothing around the gap.
        LimitError: The gap is not whole bars, or too many of them.
    """
    bars = BarMap.of(score)
    first = bars.bar_at(request.start)
    after = first + request.bars
    check_gap(score, request)
    empty = replace(request, selected="replaced").cleared(score)
    around = heard(empty, request.roles, until=score.end + 1)
    if not around.note_count:
        raise nothing_around()
    last = min(after + _RIGHT, max(after, bars.bars_until(_last_onset(around) + 1)))
    until = bars.start_of(last)
    music = heard(around, request.roles, until=until)
    chords = harmony_of(music, written) if written else None
    encoded = tokenizer.encode(music, bars=last + 1, parts=parts, chords=chords)
    ids = np.array([tokenizer.begin, *encoded.ids, tokenizer.end], dtype=np.uint16)
    lines = np.flatnonzero(encoded.ids == tokenizer.bar)
    # A bar of an odd meter may be written as several.
    places = np.searchsorted(lines, encoded.bars[[first, after, last]]).tolist()
    left_out = _left_out(request.roles, parts, around)
    if request.bars > (MOST_BARS if left_out is None else _MOST_AT_ONCE):
        raise LimitError(f"A gap of all tracks has at most {MOST_BARS} bars.")
    gap = _within_reach(ids, places, left_out, tokenizer)
    before = _before(request, tokenizer)
    stream = opened(ids, gap, tokenizer.vocabulary).tolist()
    declared = len(before)
    heads = np.flatnonzero(np.array(stream) == tokenizer.bar)[: gap.first]
    return Prompt(
        ids=(*before, *stream[1:]),
        declared=declared,
        bars=tuple(declared - 1 + int(index) for index in heads),
        first_bar=first,
        inside=False,
    )


def check_gap(score: Score, request: Request) -> None:
    """Refuse a gap without a track, or one that is not whole bars.

    Raises:
        EmptyMusicError: There is no track to write.
        LimitError: It does not begin at a bar line, or has no bars.
    """
    if "write" not in request.roles:
        raise EmptyMusicError(
            "No track is chosen, so there is nowhere to put new notes.",
            hint="Choose at least one track.",
        )
    bars = BarMap.of(score)
    if bars.start_of(bars.bar_at(request.start)) != request.start or not request.bars:
        raise LimitError("A gap is whole bars: it begins and ends at bar lines.")


def nothing_around() -> EmptyMusicError:
    """Return what is said where a gap has neither a before nor an after."""
    return EmptyMusicError(
        "There is nothing around this gap to go by.", hint="Continue writes from nothing."
    )


def _last_onset(score: Score) -> int:
    return max(track.notes[-1].start for track in score.tracks if track.notes)


def _left_out(roles: Sequence[TrackRole], parts: Parts, around: Score) -> frozenset[int] | None:
    """Return the parts that are left out of the gap; None where no other part plays anywhere."""
    pairs = list(zip(roles, parts.of_track, around.tracks, strict=True))
    written = {part for role, part, _ in pairs if role == "write" and part != NO_PART}
    others = {part for _, part, track in pairs if part != NO_PART and track.notes} - written
    return frozenset(written) if others else None


def _within_reach(
    ids: Ids, places: list[int], parts: frozenset[int] | None, tokenizer: Tokenizer
) -> Gap:
    """Return the gap with as many of the bars after it as stay in reach until it is full."""
    first, after, until = places
    starts = events_of(ids, tokenizer.vocabulary).bar_starts
    begin = starts[after if parts is None else first]
    while until > after + 1 and starts[until] - begin > MOST_STEPS:
        until -= 1
    return Gap(first=first, after=after, until=until, parts=parts)


def _before(request: Request, tokenizer: Tokenizer) -> tuple[int, ...]:
    """Return begin, and another piece that is read first, and begin again."""
    if request.remembered is None:
        return (tokenizer.begin,)
    other = [int(token) for token in tokenizer.encode(request.remembered).ids]
    return (tokenizer.begin, *other, tokenizer.begin)
