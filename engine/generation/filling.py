"""Whole gaps filled: at once where one reach of the memory holds them, else piece by piece.

A track that is added is a gap, too: the bars of a track in which it does not play yet.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise

from engine.errors import LimitError
from engine.generation.continuation import Continuation, continuations
from engine.generation.gap import MOST_BARS, MOST_STEPS, check_gap, nothing_around
from engine.generation.generator import MusicGenerator, never
from engine.music.score import Score
from engine.music.time import BarMap
from engine.request import PartNote, Request, same_role
from engine.tokens.steps import STEPS_A_NOTE

MOST_FILLED = 1_000
"""Bars that are filled in one go: an hour's work for a slow machine."""


def fills(
    generator: MusicGenerator,
    score: Score,
    request: Request,
    *,
    cancelled: Callable[[], bool] = never,
) -> tuple[Continuation, ...]:
    """Return what a request makes of a gap.

    Args:
        generator: Of a model that learned to fill gaps.
        score: The piece.
        request: With `fill`; its bars are the gap, its tracks with the role `write` are filled.
        cancelled: Asked on the way whether to leave off.

    Raises:
        EmptyMusicError: There is no track to write, or nothing around the gap.
        LimitError: The gap is not whole bars, or too many of them.
        ModelFileError: The model never learned to fill gaps.
    """
    ask = replace(request, roles=request.roles or same_role("write", len(score.tracks)))
    pieces = tuple(pieces_of(score, ask))
    if len(pieces) == 1:
        return continuations(generator, score, pieces[0], cancelled=cancelled)
    cleared = ask.cleared(score)
    return tuple(
        _one_by_one(generator, cleared, pieces, seed=ask.sampling.seed + index, cancelled=cancelled)
        for index in range(ask.alternatives)
    )


def pieces_of(score: Score, request: Request) -> Iterator[Request]:
    """Yield the request in pieces whose two sides a model can hold while it fills them.

    Args:
        score: The piece.
        request: With a role for each track.

    Raises:
        EmptyMusicError: There is no track to write, or nothing around the gap.
        LimitError: It is a gap of too many bars, or not of whole ones.
    """
    check_gap(score, request)
    heard = [
        (role, track)
        for role, track in zip(request.roles, score.tracks, strict=True)
        if role != "ignore" and track.notes
    ]
    end, bars = request.end_in(score), BarMap.of(score)
    first = bars.bar_at(request.start)
    if any(role == "context" for role, _ in heard):
        yield from _cut(score, request, first)
    elif any(track.notes[-1].start >= end for _, track in heard):
        if request.bars > MOST_BARS:
            raise LimitError(
                f"A gap of all tracks has at most {MOST_BARS} bars, not {request.bars:,}.",
                hint="Leave one of the tracks out, or fill fewer bars.",
            )
        yield request
    elif any(track.notes[0].start < request.start for _, track in heard):
        # Nothing follows: it is the end of the piece, which is gone on with.
        yield replace(request, fill=False)
    else:
        raise nothing_around()


def _cut(score: Score, request: Request, first: int) -> Iterator[Request]:
    if request.bars > MOST_FILLED:
        raise LimitError(f"A gap has at most {MOST_FILLED:,} bars, not {request.bars:,}.")
    bars = BarMap.of(score)
    for begin, end in pairwise(_cuts(score, request, first)):
        yield replace(request, start=bars.start_of(begin), bars=end - begin)


def _cuts(score: Score, request: Request, first: int) -> Iterator[int]:
    """Yield the bars at which a gap of some tracks is cut, and the one after its last."""
    bars = BarMap.of(score)
    starts = [
        note.start
        for role, track in zip(request.roles, score.tracks, strict=True)
        if role == "context"
        for note in track.notes
    ]
    notes = [0] * request.bars
    for bar in map(bars.bar_at, starts):
        if first <= bar < first + request.bars:
            notes[bar - first] += 1
    yield first
    held = begun = 0
    for bar, count in enumerate(notes):
        # A bar after the gap is to be in reach, too.
        steps = STEPS_A_NOTE * (held + 2 * count) + 2 * (bar - begun)
        if bar > begun and (bar - begun == MOST_BARS or steps > MOST_STEPS):
            yield first + bar
            held, begun = 0, bar
        held += count
    yield first + request.bars


def _one_by_one(
    generator: MusicGenerator,
    score: Score,
    pieces: tuple[Request, ...],
    *,
    seed: int,
    cancelled: Callable[[], bool],
) -> Continuation:
    parts: list[PartNote] = []
    made = None
    for piece in pieces:
        sampling = replace(piece.sampling, seed=seed)
        ask = replace(piece, alternatives=1, sampling=sampling, selected="kept")
        (made,) = continuations(generator, score, ask, cancelled=cancelled)
        score = made.score
        parts += made.parts
        if cancelled():
            break
    assert made is not None  # noqa: S101 - there is at least one piece
    return replace(made, parts=tuple(parts), start=pieces[0].start, seed=seed)
