"""The bars to write, as the vocabulary has them, and the grid of their positions.

Each bar has the piece's own meter, so a continuation always fits the piece's grid.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.ground.errors import LimitError
from engine.tokens.layout import lay_out
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind
from engine.values.score import Score
from engine.values.time import BarMap

# Bars that are encoded in one call.
_BARS_AT_ONCE = 32
# Ids of a bar's header; the tempo follows.
_BAR_AND_METER = 2


class Grid:
    """Converts positions of the vocabulary to ticks of a piece.

    Args:
        ticks_per_quarter: The piece's grid.
        positions_per_quarter: The vocabulary's.
    """

    def __init__(self, *, ticks_per_quarter: int, positions_per_quarter: int) -> None:
        self._ticks = ticks_per_quarter
        self._positions = positions_per_quarter

    @property
    def ticks_per_quarter(self) -> int:
        """The piece's."""
        return self._ticks

    def ticks(self, positions: int) -> int:
        """Return positions as ticks, rounded half up."""
        return (2 * positions * self._ticks + self._positions) // (2 * self._positions)

    def nearest(self, ticks: int) -> int:
        """Return the position nearest to a tick, the later one of two."""
        return (2 * ticks * self._positions + self._ticks) // (2 * self._ticks)

    def placed(self, ticks: int) -> int:
        """Return the ticks of the position nearest to a tick, the later one of two."""
        return self.ticks(self.nearest(ticks))

    def position_at(self, ticks: int) -> int:
        """Return the first position at or after a tick."""
        return -(-ticks * self._positions // self._ticks)

    def ticks_up_to(self, positions: int) -> NDArray[np.int64]:
        """Return the ticks of positions 0 to before this one, (positions,)."""
        numbers = np.arange(positions, dtype=np.int64)
        return (2 * numbers * self._ticks + self._positions) // (2 * self._positions)


@dataclass(frozen=True, slots=True, kw_only=True)
class BarToWrite:
    """A bar of the vocabulary; a bar of an odd meter may be several of these.

    Attributes:
        header: Its first ids: Bar and its meter; its chord is drawn.
        tempo: The next ids, if a tempo begins there.
        start: Its first tick in the piece.
        end: The tick after its last.
        piece_bar: Bar of the piece that it belongs to.
        piece_bar_end: The tick after that bar's last.
        is_last: Whether that bar is the last one of the request.
    """

    header: tuple[int, ...]
    tempo: tuple[int, ...]
    start: int
    end: int
    piece_bar: int
    piece_bar_end: int
    is_last: bool = False


def bars_to_write(
    score: Score, *, start: int, bars: int, tokenizer: Tokenizer
) -> Iterator[BarToWrite]:
    """Yield the bars of a continuation; with `bars` 0 for as long as pieces may be.

    Where the start is inside a bar, that bar is the first one.
    """
    ruler = replace(score, tracks=(), markers=(), key_signatures=())
    bar = BarMap.of(score).bar_at(start)
    last = bar + bars if bars else None
    while last is None or bar < last:
        count = _BARS_AT_ONCE if last is None else min(_BARS_AT_ONCE, last - bar)
        try:
            yield from _some_bars(ruler, first=bar, count=count, last=last, tokenizer=tokenizer)
        except LimitError:
            return
        bar += count


def _some_bars(
    ruler: Score, *, first: int, count: int, last: int | None, tokenizer: Tokenizer
) -> Iterator[BarToWrite]:
    bar_map = BarMap.of(ruler)
    layout = lay_out(ruler, tokenizer.vocabulary, end=1, bars=first + count + 1)
    encoded = tokenizer.encode(ruler, bars=first + count, chords=())
    ids = encoded.ids.tolist()
    begins = [i for i, token in enumerate(ids) if token == tokenizer.bar]
    begins.append(len(ids))
    firsts = [*layout.first_of_bar.tolist()]
    for bar in range(first, first + count):
        bar_end = bar_map.start_of(bar + 1)
        for written in range(firsts[bar], firsts[bar + 1]):
            closes = written + 1 == firsts[bar + 1]
            header = _header(ids[begins[written] : begins[written + 1]], tokenizer)
            yield BarToWrite(
                header=header[:_BAR_AND_METER],
                tempo=header[_BAR_AND_METER:],
                start=int(layout.starts[written]),
                end=bar_end if closes else int(layout.starts[written + 1]),
                piece_bar=bar,
                piece_bar_end=bar_end,
                is_last=bar + 1 == last,
            )


def _header(ids: list[int], tokenizer: Tokenizer) -> tuple[int, ...]:
    """Return the first ids of a bar without notes, without tempos later in the bar."""
    kinds, values = tokenizer.vocabulary.kinds, tokenizer.vocabulary.values
    ids = [token for token in ids if kinds[token] != TokenKind.CHORD]
    for i, token in enumerate(ids):
        if kinds[token] == TokenKind.POSITION and values[token] > 0:
            return tuple(ids[:i])
    return tuple(ids)
