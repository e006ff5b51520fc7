"""Reorder songs: leave out blocks of bars × parts, and write them later.

    … bar 8 | Gap Bars_4 | bars 13 to 16 | Fill Back_8 Bars_4 | bars 9 to 12 | Rejoin | bar 17 …

Where only some parts are left out (`Gap Part_1 · Gap Bars_4`), the bars stay where they are and the
block repeats their meters and chords. A model with carried memory thus reads both sides of a gap
before it fills it (Yang et al. 2019, XLNet, arXiv 1906.08237; Thickstun et al. 2023, arXiv
2306.08620).

Legend: L ids of a song, B its bars.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from engine.tokens.events import NOWHERE, Ids, Ints, SongEvents, events_of, said
from engine.tokens.vocabulary import MOST_BARS, TokenKind, Vocabulary

MEMORY = 256
"""Steps that the memory of the shipped models up to November 2026 carries."""
# The memory has to reach the music before a gap while the last note is written in it.
MOST_LEFT_OUT = 140
"""Steps that are left out at once, for a memory of 256 steps; in proportion for a longer one."""
MOST_TOGETHER = 220
"""Steps from the first bar of a gap to the last note that fills it, for a memory of 256 steps."""

_WHOLE = 0.5  # share of the gaps that leave out all parts
_ONE_PART_SHARE = 0.5  # share of the others that leave out one part
_CHORDS_STAY = 0.5  # share of gaps whose bars keep their chords in place
_BETWEEN = 7  # more than the most bars between two gaps
_BARS_OF_ALL, _RIGHT_OF_ALL = (1, 2, 4, 6, 8, 8, 10, 12), (1, 2, 3, 4, 4, 6)
_BARS_OF_SOME, _RIGHT_OF_SOME = (1, 2, 4, 4, 8, 8, 16), (0, 0, 1, 2, 4)
_FIRST_IN_PLACE = {
    TokenKind.METER: 0,
    TokenKind.CHORD: 1,
    TokenKind.TEMPO: 2,
    TokenKind.PEDAL_OFF: 3,
    TokenKind.PEDAL: 4,
}
_ANNOUNCE = (TokenKind.GAP, TokenKind.FILL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """A block that is left out of a song and follows later.

    Attributes:
        first: The first bar of the gap.
        until: The bar before which the block follows.
        parts: The parts that are left out; None for all.
        chords: Whether the bars that stay keep their chords.
    """

    first: int
    after: int
    until: int
    parts: frozenset[int] | None = None
    chords: bool = True

    def __post_init__(self) -> None:
        if not 0 <= self.first < self.after <= self.until:
            raise ValueError(f"a gap has bars and is filled after them, unlike {self}")


def reordered(ids: Ids, gaps: list[Gap], vocabulary: Vocabulary) -> Ids:
    """Return a song in which the blocks of the gaps follow later.

    Args:
        ids: As the encoder writes them, begin and end included, (L,).
        gaps: Ascending; none begins before the one before it was filled.
        vocabulary: A vocabulary with announcements.
    """
    return _with_gaps(events_of(ids, vocabulary), gaps, vocabulary)


def drawn(
    ids: Ids, generator: np.random.Generator, vocabulary: Vocabulary, *, memory: int = MEMORY
) -> Ids:
    """Return a song with random gaps; it has at least as many steps as before.

    Args:
        ids: Of the song, begin and end included, (L,).
        generator: Draws the gaps.
        vocabulary: A vocabulary with announcements.
        memory: Steps that the model carries: longer gaps fit into a longer memory.
    """
    events = events_of(ids, vocabulary)
    return _with_gaps(events, list(draw_gaps(events, generator, memory=memory)), vocabulary)


def _with_gaps(events: SongEvents, gaps: list[Gap], vocabulary: Vocabulary) -> Ids:
    starts = events.bar_starts
    pieces: list[NDArray[np.integer]] = []
    done = 0
    for gap in gaps:
        first, after, until = (int(starts[bar]) for bar in (gap.first, gap.after, gap.until))
        inside = np.arange(first, after)
        stays, moves = _divided(events, inside, gap)
        pieces += [
            said(events, np.arange(done, first), vocabulary),
            announcement(TokenKind.GAP, gap, vocabulary),
            said(events, np.concatenate((stays, np.arange(after, until))), vocabulary),
            announcement(TokenKind.FILL, gap, vocabulary),
            said(events, moves, vocabulary),
            vocabulary.ids_of(TokenKind.REJOIN),
        ]
        done = until
    pieces.append(said(events, np.arange(done, len(events.kind)), vocabulary))
    return np.concatenate(pieces).astype(np.uint16)


def opened(ids: Ids, gap: Gap, vocabulary: Vocabulary, *, lead: int = 0) -> Ids:
    """Return the ids to read before a gap is filled: both its sides and its announcement.

    Args:
        ids: The song without the block, begin and end included, (L,).
        gap: Its bars are empty of the left-out parts, except the `lead` bars.
        vocabulary: A vocabulary with announcements.
        lead: Bars at the beginning of the gap that exist, and are read last.
    """
    whole = _with_gaps(events_of(ids, vocabulary), [gap], vocabulary)
    # Search from the end: nothing after the gap announces another one.
    fill = len(whole) - int(np.argmax(vocabulary.kinds[whole[::-1]] == TokenKind.FILL))
    bars = fill + np.flatnonzero(whole[fill:] == vocabulary.bar)
    return whole[: bars[lead]]


def _divided(events: SongEvents, inside: Ints, gap: Gap) -> tuple[Ints, Ints]:
    """Divide the events of a gap's bars into those that stay and those that follow later."""
    if gap.parts is None:
        return inside[:0], inside
    kind = events.kind[inside]
    moves = np.isin(events.part[inside], list(gap.parts))
    harmony = kind == TokenKind.CHORD
    stays = ~moves & (gap.chords | ~harmony)
    return inside[stays], inside[moves | harmony | (kind == TokenKind.METER)]


def announcement(kind: TokenKind, gap: Gap, vocabulary: Vocabulary) -> Ints:
    """Return the ids of an announcement.

    Args:
        kind: GAP or FILL.
        gap: The announced gap.
        vocabulary: A vocabulary with announcements.
    """
    mark = vocabulary.first_of(kind)
    parts = (vocabulary.first_part + part for part in sorted(gap.parts or ()))
    ids = [*chain.from_iterable((mark, part) for part in parts), mark]
    if kind == TokenKind.FILL:
        ids.append(_counted(TokenKind.BACK, gap.until - gap.first, vocabulary))
    ids.append(_counted(TokenKind.BARS, gap.after - gap.first, vocabulary))
    return np.array(ids, dtype=np.int64)


def _counted(kind: TokenKind, bars: int, vocabulary: Vocabulary) -> int:
    return vocabulary.first_of(kind) + min(bars, MOST_BARS + 1) - 1


def draw_gaps(
    events: SongEvents, generator: np.random.Generator, *, memory: int = MEMORY
) -> Iterator[Gap]:
    """Yield random gaps along a song, small enough for the memory to reach their surroundings."""
    bars = len(events.bar_starts) - 1
    bar = int(generator.integers(_BETWEEN))
    while bar < bars:
        gap = _drawn_gap(events, bar, generator, memory=memory)
        if gap is None:
            bar += 1
        else:
            yield gap
            bar = gap.until + int(generator.integers(_BETWEEN))


def _drawn_gap(
    events: SongEvents, first: int, generator: np.random.Generator, *, memory: int
) -> Gap | None:
    starts = events.bar_starts[first:]
    steps = starts - starts[0]  # before each bar, from the first on
    whole = generator.random() < _WHOLE
    after = min(int(generator.choice(_BARS_OF_ALL if whole else _BARS_OF_SOME)), len(steps) - 1)
    parts = None if whole else _drawn_parts(events.part[starts[0] : starts[after]], generator)
    chords = generator.random() < _CHORDS_STAY
    left_out = said_later(events, starts[: after + 1], parts)
    most_left_out = MOST_LEFT_OUT * memory // MEMORY
    after = int(np.searchsorted(left_out, most_left_out, side="right")) - 1
    right = int(generator.choice(_RIGHT_OF_ALL if parts is None else _RIGHT_OF_SOME))
    # Where only some parts are left out, the bars stay in place and are repeated in the block.
    room = MOST_TOGETHER * memory // MEMORY - (0 if parts is None else int(left_out[after]))
    fitting = int(np.searchsorted(steps, room, side="right")) - 1
    until = min(after + right, fitting)
    if after == 0 or until < after or (parts is None and until == after):
        return None
    return Gap(first=first, after=first + after, until=first + until, parts=parts, chords=chords)


def moved(events: SongEvents, gap: Gap) -> Ints:
    """Return the events of a gap's bars that follow later."""
    starts = events.bar_starts
    return _divided(events, np.arange(starts[gap.first], starts[gap.after]), gap)[1]


def said_later(events: SongEvents, starts: Ints, parts: frozenset[int] | None) -> Ints:
    """Return the number of steps that follow later if a gap ends before each of some bars.

    Args:
        events: The events of the song.
        starts: Indices of the first events of adjacent bars; the first is the gap's own.
        parts: The parts that the gap leaves out; None for all.
    """
    if parts is None:
        return np.asarray(starts - starts[0])
    span = slice(int(starts[0]), int(starts[-1]))
    framing = np.isin(events.kind[span], (TokenKind.METER, TokenKind.CHORD))
    moved = np.cumsum(framing | np.isin(events.part[span], list(parts)))
    return np.asarray(np.concatenate(([0], moved))[starts - starts[0]])


def _drawn_parts(parts: Ints, generator: np.random.Generator) -> frozenset[int] | None:
    """Return some of the playing parts, never all; None if there is only one."""
    playing = np.unique(parts[parts >= 0])
    if len(playing) < 2:
        return None
    alone = generator.random() < _ONE_PART_SHARE
    count = 1 if alone else int(generator.integers(1, len(playing)))
    return frozenset(generator.choice(playing, count, replace=False).tolist())


def in_order(ids: Ids, vocabulary: Vocabulary) -> Ids:
    """Return a reordered song as the encoder writes it.

    Args:
        ids: Begin and end included; each block follows at most 32 bars after its gap.
        vocabulary: A vocabulary with announcements.
    """
    events = events_of(ids, vocabulary)
    bar, announced = _true_bars(events, vocabulary)
    events = replace(events, bar=bar)
    rank = np.full(len(TokenKind), len(_FIRST_IN_PLACE), dtype=np.int64)
    rank[list(_FIRST_IN_PLACE)] = list(_FIRST_IN_PLACE.values())
    order = rank[events.kind]
    pitch = np.where(events.part >= 0, vocabulary.values[events.ids[_pitches(events)]], 0)
    place = np.stack((bar, events.position, order, events.part, pitch))
    kept = np.lexsort(place[::-1])
    kept = kept[~announced[kept]]
    new = np.ones(len(kept), dtype=np.bool_)
    new[1:] = (place[:, kept[1:]] != place[:, kept[:-1]]).any(axis=0)
    # A block of some parts repeats meters and chords: keep the first of each.
    new |= order[kept] > _FIRST_IN_PLACE[TokenKind.CHORD]
    return said(events, kept[new], vocabulary)


def _pitches(events: SongEvents) -> Ints:
    """Return the index of each note's pitch id; for other events, any of their ids."""
    before = np.where(events.kind == TokenKind.DURATION, 3, 2)
    return np.maximum(events.ends - before, 0)


def _true_bars(events: SongEvents, vocabulary: Vocabulary) -> tuple[Ints, NDArray[np.bool_]]:
    """Return the bar of each event in the original order, and which events are announcements."""
    first_id = events.ids[events.begins]
    mark = vocabulary.kinds[first_id]
    announced = np.isin(mark, [*_ANNOUNCE, TokenKind.REJOIN])
    values = vocabulary.values
    true = np.full(len(mark), NOWHERE, dtype=np.int64)
    bar, following, parts = NOWHERE, 0, False
    for index, kind in enumerate(events.kind.tolist()):
        ids = events.ids[events.begins[index] : events.ends[index]]
        if kind == TokenKind.METER:
            bar += 1
        elif mark[index] == TokenKind.GAP and kind == TokenKind.PART:
            parts = True
        elif mark[index] == TokenKind.GAP:
            bar, parts = bar + (0 if parts else int(values[ids[-1]])), False
        elif mark[index] == TokenKind.FILL and kind == TokenKind.BARS:
            following, bar = bar, bar - int(values[ids[-2]])
        elif kind == TokenKind.REJOIN:
            bar = following
        true[index] = bar
    true[-1] += 1  # the end is after all bars
    return true, announced
