"""Fills gaps: at once if the memory can hold them, else piece by piece.

A track that is added is a gap, too: the bars of a track in which it does not play yet.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.generation.continuation import Continuation, Gathering
from engine.generation.draw import MusicGenerator
from engine.generation.events import AlternativeEnded, Event, NotesDrawn, PromptRead, RequestEnded
from engine.generation.reading.gap import MOST_BARS, check_gap, most_steps, nothing_around
from engine.generation.wishes import WishSpan
from engine.ground.cancelling import never
from engine.ground.errors import LimitError
from engine.request import PartNote, Request, same_role
from engine.taste.taste import NO_TASTE, Taste
from engine.tokens.steps import STEPS_A_NOTE
from engine.values.alternative_end import AlternativeEnd
from engine.values.score import Note, Score
from engine.values.time import BarMap


def answering(
    generator: MusicGenerator,
    score: Score,
    request: Request,
    *,
    cancelled: Callable[[], bool] = never,
    taste: Taste = NO_TASTE,
) -> Iterator[Event]:
    """Answer a request: fill its gap, or continue the piece.

    Args:
        generator: The generator; for a gap its model must have learned to fill gaps.
        score: The piece.
        request: The request.
        cancelled: Called before each round and each block that is read; True stops.
        taste: The user's, for a continuation; the music after a gap ranks what fills it.

    Yields:
        The events of `filling`, or of `MusicGenerator.events`.

    Raises:
        EmptyMusicError, LimitError, ModelFileError: As for either.
    """
    if request.fill:
        return filling(generator, score, request, cancelled=cancelled)
    return generator.events(score, request, cancelled=cancelled, taste=taste)


def fills(
    generator: MusicGenerator,
    score: Score,
    request: Request,
    *,
    cancelled: Callable[[], bool] = never,
) -> tuple[Continuation, ...]:
    """Return the alternatives for a gap.

    Args:
        generator: The generator of a model that learned to fill gaps.
        score: The piece.
        request: With `fill`; its bars are the gap, its tracks with the role `write` are filled.
        cancelled: Called before each round; True stops.

    Raises:
        EmptyMusicError: There is no track to write, or nothing around the gap.
        LimitError: The gap is not whole bars, or too many of them.
        ModelFileError: The model never learned to fill gaps.
    """
    gathering = Gathering(score, request)
    for event in filling(generator, score, request, cancelled=cancelled):
        gathering.add(event)
    return gathering.continuations()


def filling(
    generator: MusicGenerator,
    score: Score,
    request: Request,
    *,
    cancelled: Callable[[], bool] = never,
) -> Iterator[Event]:
    """Fill a gap of any size that is allowed.

    Args:
        generator: As for `fills`.
        score: The piece.
        request: As for `fills`.
        cancelled: Called before each round and each block that is read; True stops.

    Yields:
        The events of `MusicGenerator.events`. Where a gap is filled piece by piece, the
        alternatives are made one after another, and each piece is the best of its candidates. The
        notes of a piece are yielded when it is chosen, because the player may sound them at once.

    Raises:
        EmptyMusicError, LimitError, ModelFileError: As for `fills`.
    """
    begun = request.bars_begun(score)
    score, ask = replace(
        request, roles=request.roles or same_role("write", len(score.tracks))
    ).begun(score)
    cut = tuple(pieces_of(score, ask, memory=generator.model.mem_len))
    pieces = tuple(_with_spans(cut, begun))
    (first, span), *more = pieces
    chosen = ask.alternatives == 1 and ask.drawn > 1
    if more or (chosen and first.fill):
        yield from _piece_by_piece(generator, score, ask, pieces, cancelled)
    elif first.fill:
        yield from generator.events(score, first, cancelled=cancelled, span=span)
    else:
        yield from _gone_on(generator, ask.cleared(score), first, span, cancelled, original=score)


def pieces_of(score: Score, request: Request, *, memory: int) -> Iterator[Request]:
    """Yield the request in pieces that the memory can hold together with both of their sides.

    Args:
        score: The piece.
        request: With a role for each track.
        memory: Steps that the model's memory holds.

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
        yield from _cut(score, request, first, memory=memory)
    elif any(track.notes[-1].start >= end for _, track in heard):
        if request.bars > MOST_BARS:
            raise LimitError(
                "A gap of all tracks has at most {most_bars} bars, not {bars:,}.",
                most_bars=MOST_BARS,
                bars=request.bars,
                hint="Leave one of the tracks out, or fill fewer bars.",
            )
        yield request
    elif any(track.notes[0].start < request.start for _, track in heard):
        # Nothing follows: it is the end of the piece, which is gone on with.
        yield replace(request, fill=False)
    else:
        raise nothing_around()


def _cut(score: Score, request: Request, first: int, *, memory: int) -> Iterator[Request]:
    bars = BarMap.of(score)
    for begin, end in pairwise(_cuts(score, request, first, memory=memory)):
        yield replace(request, start=bars.start_of(begin), bars=end - begin)


def _cuts(score: Score, request: Request, first: int, *, memory: int) -> Iterator[int]:
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
        if bar > begun and (bar - begun == MOST_BARS or steps > most_steps(memory)):
            yield first + bar
            held, begun = 0, bar
        held += count
    yield first + request.bars


def _gone_on(
    generator: MusicGenerator,
    score: Score,
    request: Request,
    span: WishSpan,
    cancelled: Callable[[], bool],
    *,
    original: Score,
) -> Iterator[Event]:
    """Continue a piece in its last bars; notes that stay there keep their keys."""
    end = request.end_in(score)
    staying = {
        (index, note)
        for index, track in enumerate(score.tracks)
        for note in track.notes
        if note.end > request.start and note.start < end
    }
    for event in generator.events(
        score, request, cancelled=cancelled, span=span, original=original
    ):
        if isinstance(event, NotesDrawn):
            yield replace(event, notes=tuple(p for p in event.notes if _is_free(p, staying)))
        else:
            yield event


def _is_free(part: PartNote, staying: Iterable[tuple[int, Note]]) -> bool:
    """Return whether no note that stays holds or strikes the key of a new one."""
    new = part.note
    return not any(
        index == part.track
        and note.pitch == new.pitch
        and note.start < new.end
        and new.start < note.end
        for index, note in staying
    )


def _piece_by_piece(
    generator: MusicGenerator,
    score: Score,
    request: Request,
    pieces: Sequence[tuple[Request, WishSpan]],
    cancelled: Callable[[], bool],
) -> Iterator[Event]:
    """Fill one alternative after another, each from its first piece to its last."""
    notes = 0
    drawn = request.drawn // request.alternatives
    for number in range(request.alternatives):
        ways = _Ways(seed=request.sampling.seed + number * drawn, count=drawn)
        for event in _one_by_one(generator, score, request, pieces, ways, cancelled=cancelled):
            match event:
                case PromptRead():
                    if not number:
                        yield event
                case NotesDrawn() | AlternativeEnded():
                    yield replace(event, alternative=number)
                case RequestEnded():
                    notes += event.notes
                    if event.cancelled:
                        yield RequestEnded(cancelled=True, notes=notes)
                        return
    yield RequestEnded(notes=notes)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ways:
    """The candidates of each piece, of which the best is taken.

    Attributes:
        seed: The seed of the first; each other one has the next.
        count: Their number.
    """

    seed: int
    count: int

    def of(self, piece: Request) -> Request:
        """Return a request for one piece with these candidates."""
        return replace(
            piece,
            alternatives=1,
            best_of=self.count if self.count > 1 else 0,
            sampling=replace(piece.sampling, seed=self.seed),
            selected="kept",
        )


def _one_by_one(
    generator: MusicGenerator,
    score: Score,
    request: Request,
    pieces: Sequence[tuple[Request, WishSpan]],
    ways: _Ways,
    *,
    cancelled: Callable[[], bool],
) -> Iterator[Event]:
    """Fill piece after piece; the model reads each filled piece before the next.

    Yields:
        One `PromptRead`, `NotesDrawn`, a `RequestEnded` for each piece, the last of them where it
        was cancelled, and else one `AlternativeEnded`.
    """
    original, score = score, request.cleared(score)
    chosen = ways.count > 1
    for index, (piece, span) in enumerate(pieces):
        ask = ways.of(piece)
        gathering = Gathering(score, ask)
        for event in generator.events(
            score, ask, cancelled=cancelled, span=span, original=original
        ):
            gathering.add(event)
            match event:
                case PromptRead() if not index:
                    yield event
                case NotesDrawn() if not chosen:
                    yield event
                case RequestEnded():
                    yield event
                    if event.cancelled:
                        return
        best = gathering.continuations()[0]
        if chosen:
            # Notes that were yielded stay, so this waits for all ways of a piece.
            yield NotesDrawn(alternative=0, notes=best.parts, until=best.end)
        score = best.score
    yield AlternativeEnded(
        alternative=0,
        made=AlternativeEnd(
            end=pieces[-1][0].end_in(score),
            ended=False,
            seed=ways.seed,
            best_of=ways.count if chosen else 0,
        ),
    )


def _with_spans(pieces: Sequence[Request], begun: int) -> Iterator[tuple[Request, WishSpan]]:
    """Yield each piece with the span of its wish and the bars before it."""
    before, after = begun, sum(piece.bars for piece in pieces)
    for piece in pieces:
        after -= piece.bars
        yield piece, WishSpan(before=before, after=after)
        before += piece.bars
