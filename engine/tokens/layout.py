"""A score's bars as bars that the vocabulary can write, exact where its meters allow it.

The rule, bar by bar:

1. a whole bar in a meter of the table is that meter's bar;
2. any other bar (a meter that is not in the table, or a bar cut short by a change of meter) is
   written as the meter of equal length, preferably with the same denominator;
3. if no meter has that length, as several bars one after another: the longest of the same
   denominator that fits, and so on; the last of them is the nearest in length that the table has.

Rule 3 alone can move later music, by less than two positions a bar; positions inside a bar hold.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.ground.errors import LimitError
from engine.tokens.vocabulary import Vocabulary
from engine.values.score import Score, TimeSignature

# As long as `engine.midi.file.span.Limits` lets a piece be.
MAX_BARS = 20_000
# The encoder counts again without the bar that rounding adds.
_SLACK_BARS = 64
COMMON = TimeSignature(0, 4, 4)

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class BarLayout:
    """The bars to write, N of them, for the P bars of the score's `BarMap`.

    Attributes:
        starts: Score ticks where each written bar begins, (N,).
        meters: Index into the vocabulary's meters, (N,).
        lengths: Positions in each written bar, (N,).
        first_of_bar: Index of the first written bar of each bar of the score, (P,).
        end: Score tick where the last one ends.
    """

    starts: Ints
    meters: Ints
    lengths: Ints
    first_of_bar: Ints
    end: int

    @property
    def grid_starts(self) -> Ints:
        """Positions from the beginning to each written bar, (N,)."""
        return np.cumsum(self.lengths) - self.lengths


@dataclass(frozen=True, slots=True)
class _GapRegion:
    """Bars in one meter; a change of meter may cut the last one short."""

    signature: TimeSignature
    start: int
    end: int
    bar_ticks: int
    bars: int

    def shapes(self) -> Iterator[tuple[int, int, int]]:
        """Yield (start, ticks, how many) of the whole bars, then of the one cut short."""
        last = self.start + (self.bars - 1) * self.bar_ticks
        whole = self.bars if self.end - last == self.bar_ticks else self.bars - 1
        if whole:
            yield self.start, self.bar_ticks, whole
        if whole < self.bars:
            yield last, self.end - last, 1


class MeterSpeller:
    """Spells a bar as bars of the vocabulary's meters."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    @cached_property
    def _index(self) -> dict[tuple[int, int], int]:
        return {meter: i for i, meter in enumerate(self._vocabulary.meters)}

    def spell(self, *, numerator: int, denominator: int, length: int, whole: bool) -> list[int]:
        """Return the meters (indices) to write for one bar of a score.

        Args:
            numerator: Of the score's meter.
            denominator: Of the score's meter.
            length: Positions in the bar, at least 1.
            whole: Whether no change of meter cuts it short.
        """
        exact = self._index.get((numerator, denominator))
        if whole and exact is not None:
            return [exact]
        lengths = self._vocabulary.meter_lengths
        spelled: list[int] = []
        while length > 0:
            piece = self._longest(length, denominator)
            if piece is None:
                nearest = int(np.argmin(np.abs(lengths - length)))
                # For a remainder of one position, no bar is nearer than any bar.
                if not spelled or 2 * length >= lengths[nearest]:
                    spelled.append(nearest)
                break
            spelled.append(piece)
            length -= int(lengths[piece])
        return spelled

    def _longest(self, length: int, denominator: int) -> int | None:
        lengths, meters = self._vocabulary.meter_lengths, self._vocabulary.meters
        # Without the same denominator, quarters are the most common beat.
        likeness = (denominator, 4, 8, 2, 16)
        fitting = np.flatnonzero(lengths <= length).tolist()
        return max(
            fitting,
            key=lambda i: (
                lengths[i] == length,
                meters[i][1] == denominator,
                lengths[i],
                -likeness.index(meters[i][1]),
            ),
            default=None,
        )


def lay_out(score: Score, vocabulary: Vocabulary, *, end: int, bars: int) -> BarLayout:
    """Return written bars that reach a tick and include at least some number of bars.

    Args:
        score: The score.
        vocabulary: Has the meters that can be written.
        end: Score tick to reach.
        bars: Fewest bars of the score to write.

    Raises:
        LimitError: More than 20,000 bars; found by arithmetic, nothing is expanded.
    """
    regions = _regions(score, end=end, bars=bars)
    speller = MeterSpeller(vocabulary)
    starts: list[Ints] = []
    meters: list[Ints] = []
    firsts: list[Ints] = []
    written = 0
    for region in regions:
        for start, ticks, repeat in region.shapes():
            spelled = speller.spell(
                numerator=region.signature.numerator,
                denominator=region.signature.denominator,
                length=max(1, _scaled(ticks, vocabulary.positions_per_beat, score)),
                whole=ticks == region.bar_ticks,
            )
            _refuse_over_limit(written + len(spelled) * repeat)
            offsets = _piece_offsets(spelled, vocabulary, score)
            first = start + region.bar_ticks * np.arange(repeat, dtype=np.int64)
            starts.append((first[:, None] + offsets[None, :]).ravel())
            meters.append(np.tile(np.array(spelled, dtype=np.int64), repeat))
            firsts.append(written + len(spelled) * np.arange(repeat, dtype=np.int64))
            written += len(spelled) * repeat
    all_meters = np.concatenate(meters)
    return BarLayout(
        starts=np.concatenate(starts),
        meters=all_meters,
        lengths=vocabulary.meter_lengths[all_meters],
        first_of_bar=np.concatenate(firsts),
        end=regions[-1].end,
    )


def _refuse_over_limit(bars: int) -> None:
    # The bar that holds a last note's rounding may be beyond the limit: the encoder counts again.
    if bars > MAX_BARS + _SLACK_BARS:
        raise LimitError(
            "This music has more than {max_bars:,} bars.",
            max_bars=MAX_BARS,
            hint="Cut it into shorter pieces.",
        )


def _scaled(ticks: int, positions: int, score: Score) -> int:
    return (2 * ticks * positions + score.ticks_per_quarter) // (2 * score.ticks_per_quarter)


def _piece_offsets(pieces: list[int], vocabulary: Vocabulary, score: Score) -> Ints:
    """Return the score ticks from a bar's beginning to each bar that it is written as."""
    lengths = vocabulary.meter_lengths[pieces]
    before = np.cumsum(lengths) - lengths
    positions = vocabulary.positions_per_beat
    return (2 * before * score.ticks_per_quarter + positions) // (2 * positions)


def _signatures_with_ends(score: Score) -> list[tuple[TimeSignature, int | None]]:
    """Return each valid time signature with the tick of the next one, None for the last."""
    signatures = [s for s in score.time_signatures if s.numerator > 0 and s.denominator > 0]
    if not signatures or signatures[0].tick > 0:
        signatures = [COMMON, *signatures]
    changes = [*(max(0, s.tick) for s in signatures[1:]), None]
    return list(zip(signatures, changes, strict=True))


def _regions(score: Score, *, end: int, bars: int) -> list[_GapRegion]:
    """Return the bars of `BarMap` as regions of one meter, up to `end` and at least `bars` bars."""
    regions: list[_GapRegion] = []
    written, start = 0, 0
    for signature, change in _signatures_with_ends(score):
        if start >= end and written >= bars:
            break
        beat = max(1, score.ticks_per_quarter * 4 // signature.denominator)
        bar_ticks = beat * signature.numerator
        count = max(-(-(end - start) // bar_ticks), bars - written)
        region_end = start + count * bar_ticks
        if change is not None and change < region_end:
            count, region_end = -(-(change - start) // bar_ticks), change
        if count > 0:
            regions.append(_GapRegion(signature, start, region_end, bar_ticks, count))
        written += count
        _refuse_over_limit(written)
        start = start if change is None else change
    return regions
