"""The prompt for a gap: both its sides, in the order that a model learned.

Pure, no model. A gap is whole bars of the written tracks. The model first reads the other tracks in
these bars, and all tracks after them (`engine/tokens/ordering.py`). The last bars before the gap
move behind the bars after it, so that the model writes the gap right after the bars that lead into
it (measured in experiment 2026-11-23-filling).
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.generation.reading.prompt import Prompt, audible
from engine.ground.errors import EmptyMusicError, LimitError
from engine.harmony.chord_symbols import Chord
from engine.harmony.chord_track import harmony_of
from engine.request import Request, TrackRole
from engine.tokens.events import SongEvents, events_of
from engine.tokens.ordering import MEMORY, Gap, opened, said_later
from engine.tokens.parts import NO_PART, Parts
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind
from engine.values.score import Score
from engine.values.time import BarMap

MOST_BARS = 8
"""Most bars of a gap of all tracks: models learn no longer ones."""

_MOST_STEPS = 120  # of a memory of 256 steps: between the place of a gap and its filling

_MOST_AT_ONCE = 16  # bars of a gap of some tracks
_RIGHT = 4  # bars after a gap that are read, where there is room
_LEAD_OF_ALL, _LEAD_OF_SOME = 4, 8  # bars before a gap that are read last, where there is room
_SPARE = 6  # steps of the memory that the bars after a gap, its lead and the gap itself leave free


def most_steps(memory: int) -> int:
    """Return the most steps between the place of a gap and its filling.

    The memory then holds both sides.

    Args:
        memory: Steps that the model's memory holds; a shorter one than 256 counts as 256, because
            every model learns gaps of that size.
    """
    return _MOST_STEPS * _counted(memory) // MEMORY


def _counted(memory: int) -> int:
    return max(memory, MEMORY)


def gap_prompt(
    score: Score,
    request: Request,
    *,
    tokenizer: Tokenizer,
    parts: Parts,
    memory: int,
    written: Sequence[Chord] = (),
) -> Prompt:
    """Return the prompt of a gap.

    Args:
        score: The piece; notes in the gap are not read.
        request: The request, with a role for each track.
        tokenizer: The model's tokenizer, with announcements.
        parts: The part of each track.
        memory: Steps that the model's memory holds.
        written: Chords of the chord track, which the prompt emits.

    Raises:
        EmptyMusicError: There is no track to write, or nothing around the gap.
        LimitError: The gap is not whole bars, or too many of them.
    """
    bars = BarMap.of(score)
    first = bars.bar_at(request.start)
    after = first + request.bars
    check_gap(score, request)
    empty = replace(request, selected="replaced").cleared(score)
    around = audible(empty, request.roles, until=score.end + 1)
    if not around.note_count:
        raise nothing_around()
    last = min(after + _RIGHT, max(after, bars.bars_until(_last_onset(around) + 1)))
    music = audible(around, request.roles, until=bars.start_of(last))
    chords = harmony_of(music, written) if written else None
    encoded = tokenizer.encode(music, bars=last + 1, parts=parts, chords=chords)
    ids = np.array([tokenizer.begin, *encoded.ids, tokenizer.end], dtype=np.uint16)
    lines = np.flatnonzero(encoded.ids == tokenizer.bar)
    # A bar of an odd meter may be written as several.
    places = np.searchsorted(lines, encoded.bars)
    left_out = _left_out(request.roles, parts, around)
    _check_length(request.bars, alone=left_out is None)
    events = events_of(ids, tokenizer.vocabulary)
    begin, end, until = (int(places[bar]) for bar in (first, after, last))
    whole = Gap(first=begin, after=end, until=until, parts=left_out)
    gap = within_reach(events, whole, memory=memory)
    lead = lead_into(gap, events, memory=memory)
    block = replace(gap, first=gap.first - lead)
    read = _read(block, lead)
    before = _before(request, tokenizer)
    stream = opened(ids, block, tokenizer.vocabulary, lead=lead).tolist()
    prompt = Prompt(
        ids=(*before, *stream[1:]),
        declared=len(before),
        bars=(),
        numbers=tuple((np.searchsorted(places, read, side="right") - 1).tolist()),
        first_bar=first,
        inside=False,
        block=0,
    )
    return _with_bars(prompt, lead=lead, tokenizer=tokenizer, alone=left_out is None)


def _with_bars(prompt: Prompt, *, lead: int, tokenizer: Tokenizer, alone: bool) -> Prompt:
    """Return a prompt with the places of its bars, of the lead and of the music before the gap.

    Args:
        prompt: With the ids, and the number of each bar that is read.
        lead: Bars at the end of the ids that lead into the gap.
        tokenizer: The model's tokenizer.
        alone: Whether no other part plays in the gap.
    """
    ids = prompt.ids
    heads = np.flatnonzero(np.array(ids) == tokenizer.bar)[-len(prompt.numbers) :]
    block = int(heads[-lead]) if lead else len(ids)
    left = ids[: ids.index(tokenizer.vocabulary.first_of(TokenKind.GAP))]
    return replace(
        prompt,
        bars=tuple(heads.tolist()),
        block=block,
        # With other parts, the bars of the gap are in the prompt, so there is no prompt without it.
        before=(*left, *ids[block:]) if alone else (),
    )


def within_reach(events: SongEvents, gap: Gap, *, memory: int) -> Gap:
    """Return a gap with as many bars after it as the memory holds until it is full.

    Args:
        events: The events of the song without the notes of the gap.
        gap: The gap with all bars after it that may be read.
        memory: Steps that the model's memory holds.
    """
    starts, until = events.bar_starts, gap.until
    begin = starts[gap.after if gap.parts is None else gap.first]
    while until > gap.after + 1 and starts[until] - begin > most_steps(memory):
        until -= 1
    return replace(gap, until=until)


def lead_into(gap: Gap, events: SongEvents, *, memory: int) -> int:
    """Return the number of bars before a gap that are read last, right before it is filled.

    They begin with a note of the written parts; there are none where these were silent. The length
    of the gap is estimated by theirs.

    Args:
        gap: The gap with the bars after it that are read.
        events: The events of the song; those in the gap do not count.
        memory: Steps that the model's memory holds.
    """
    starts, bars = events.bar_starts, gap.after - gap.first
    most = min(gap.first, _LEAD_OF_ALL if gap.parts is None else _LEAD_OF_SOME)
    around = starts[gap.until] - starts[gap.after if gap.parts is None else gap.first]
    for count in range(most, 1, -1):
        steps = said_later(events, starts[gap.first - count : gap.first + 1], gap.parts)[-1]
        if around + steps * (1 + bars / count) <= _counted(memory) - _SPARE:
            return _sounding(gap, events, count)
    return _sounding(gap, events, min(most, 1))


def _sounding(gap: Gap, events: SongEvents, bars: int) -> int:
    """Return the number of bars before a gap, from the first one with a note of its parts."""
    span = slice(int(events.bar_starts[gap.first - bars]), int(events.bar_starts[gap.first]))
    part = events.part[span]
    plays = part >= 0 if gap.parts is None else np.isin(part, list(gap.parts))
    sounding = events.bar[span][plays]
    return gap.first - int(sounding[0]) if len(sounding) else 0


def _read(block: Gap, lead: int) -> list[int]:
    """Return the bars of a song in the order of the prompt of a gap."""
    stay = block.first if block.parts is None else block.after
    return [*range(stay), *range(block.after, block.until), *range(block.first, block.first + lead)]


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


def _check_length(bars: int, *, alone: bool) -> None:
    """Refuse more bars than a prompt may have: fewer if no other track plays in them."""
    if alone and bars > MOST_BARS:
        raise LimitError(
            "A gap of all tracks has at most {most_bars} bars, not {bars:,}.",
            most_bars=MOST_BARS,
            bars=bars,
        )
    if bars > _MOST_AT_ONCE:
        raise LimitError(
            "A gap of some tracks has at most {most_at_once} bars at once, not {bars:,}.",
            most_at_once=_MOST_AT_ONCE,
            bars=bars,
        )


def nothing_around() -> EmptyMusicError:
    """Return the error for a gap with no music before or after it."""
    return EmptyMusicError(
        "There is nothing around this gap to go by.", hint="Continue writes from nothing."
    )


def _last_onset(score: Score) -> int:
    return max(track.notes[-1].start for track in score.tracks if track.notes)


def _left_out(roles: Sequence[TrackRole], parts: Parts, around: Score) -> frozenset[int] | None:
    """Return the written parts of the gap; None if no other part plays anywhere."""
    pairs = list(zip(roles, parts.of_track, around.tracks, strict=True))
    written = {part for role, part, _ in pairs if role == "write" and part != NO_PART}
    others = {part for _, part, track in pairs if part != NO_PART and track.notes} - written
    return frozenset(written) if others else None


def _before(request: Request, tokenizer: Tokenizer) -> tuple[int, ...]:
    """Return the ids before the piece: begin, or begin, a remembered piece and begin."""
    if request.remembered is None:
        return (tokenizer.begin,)
    other = [int(token) for token in tokenizer.encode(request.remembered).ids]
    return (tokenizer.begin, *other, tokenizer.begin)
