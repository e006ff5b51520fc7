"""How well notes fit the grid of their piece: one estimate, which all that judges a grid reads.

A piece is played to its grid if its onsets agree on parts of a quarter. They may do so somewhat
beside it: a keyboard sounds late, or a click began anywhere. Off-beats that alone are late are a
swing and not a late performance. It is written, and not performed, if nearly all onsets lie on
plain parts of a quarter to the tick.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.values.score import Tempo
from engine.values.time import DEFAULT_BPM

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]
# Parts of a quarter that a grid may have: the agreement on the finer ones tells less.
_PARTS = (2, 3, 4, 6)
# Agreement below which a piece follows no grid: 81 written and 22 click-played files have 0.5 or
# more, but for one drummer's 0.09; 87 performances have 0.16 or less.
_LEAST_AGREEMENT = 0.3
# Quarters by which onsets deviate at most where a machine keeps the time, or places them: no human
# drummer is as exact. It is an agreement of 0.85 on sixteenths.
_EXACT_SPREAD = 0.0227
# Quarters by which onsets deviate where the grid has other divisions, too: a phase means nothing.
_LARGEST_SPREAD = 0.07
# A place up to this (quarters) beside the grid is rounding.
_LARGEST_ROUNDING = 0.03
# Nobody plays later than this (quarters) without hearing it, and so much better another step must
# put the onsets on beats.
_LATEST, _CLEARLY = 0.25, 0.1
# Players lay back by up to this (seconds) on purpose, and no listener notices it.
_LAID_BACK_S = 0.03
# Standard errors by which all onsets must be beside the grid.
_SURE = 4.0
# A place of the grid with a smaller share of the onsets, or fewer of them, tells nothing of swing.
_LEAST_SHARE, _FEWEST_ONSETS = 0.1, 8
_MORE_THAN_CHANCE = 0.02
# Parts of a quarter where scores have their onsets. Random onsets lie near one of them one time in
# six, written ones nearly always.
WRITTEN_PARTS = (1, 2, 4, 8, 3, 6, 16, 12)
_WRITTEN_SHARE = 0.7
# Ticks by which a file rounds a place, where its grid is fine and where it is coarse.
_FINE_QUARTER = 240
_ROUNDING, _COARSE_ROUNDING = 1.0, 0.5
# Between two of the finest parts there must be room for a rounding each.
_LEAST_TICKS_BETWEEN = 4.0
# An engraving program whose piece begins with grace notes lets all else wait for them, by up to so
# many quarters.
_LONGEST_WAIT = 1 / 4
# The standard error of a median to that of a mean.
_OF_MEDIAN = 1.25


@dataclass(frozen=True, slots=True)
class GridFit:
    """How the onsets of a piece lie to the grid of its quarters.

    Attributes:
        parts: Parts of a quarter on which the onsets agree best.
        agreement: How well they do, 0 (not at all) to 1 (exactly): the confidence of `parts`.
        phase: Quarters by which they are late as a whole; below 0 if they are early. It is that of
            the place of the grid which is late the least, so that a swing has none.
        error: Standard error of the phase, in quarters.
        spread: Standard deviation around it, in quarters.
        late_s: The phase in seconds.
        exact: Share of the onsets that lie on plain parts of a quarter to the tick, once the wait
            is taken out.
        wait: Ticks by which all onsets come after those parts, the same for all, as behind grace
            notes; 0 unless the piece is written so.
    """

    parts: int
    agreement: float
    phase: float
    error: float
    spread: float
    late_s: float
    exact: float
    wait: int

    @property
    def is_written(self) -> bool:
        """Whether the onsets are those of a score, and not of a performance."""
        return self.exact >= _WRITTEN_SHARE

    @property
    def is_free(self) -> bool:
        """Whether the onsets follow no grid, as without a click.

        Written runs of 32nds agree on no coarse grid, and lie on a fine one to the tick.
        """
        return self.agreement < _LEAST_AGREEMENT and not self.is_written

    @property
    def is_moved(self) -> bool:
        """Whether all onsets are early or late for certain, be it by less than anybody notices."""
        certain = abs(self.phase) > _SURE * self.error
        return certain and not self.is_free and self.spread <= _LARGEST_SPREAD

    @property
    def is_beside(self) -> bool:
        """Whether the onsets follow a grid that is not that of the piece, but beside it."""
        if not self.is_moved or abs(self.phase) <= _LARGEST_ROUNDING:
            return False
        return self.spread < _EXACT_SPREAD or abs(self.late_s) > _LAID_BACK_S


def fit_of(
    starts: npt.NDArray[np.integer],
    *,
    ticks_per_quarter: int,
    tempos: Sequence[Tempo],
    lines: Sequence[int] = (0,),
) -> GridFit:
    """Return how onsets fit the grid of their piece.

    Args:
        starts: Ticks of the onsets, at least one.
        ticks_per_quarter: Ticks of a quarter.
        tempos: Sorted by tick.
        lines: Ticks of the bar lines, from which the parts of quarters count that are exact.
    """
    half = float(np.median(starts))
    bpm = next((tempo.bpm for tempo in reversed(tempos) if tempo.tick <= half), DEFAULT_BPM)
    ticks = starts.astype(np.int64)
    written = _exact(ticks, np.array(lines, np.int64), ticks_per_quarter)
    return _fit(starts / ticks_per_quarter, quarter_s=60 / bpm, written=written)


def on_parts(offsets: Floats, parts: int, *, ticks_per_quarter: int) -> tuple[Floats, Bools]:
    """Return the nearest parts of a quarter, and which offsets lie there to the tick.

    Where the ticks are too coarse to tell such parts, none does.

    Args:
        offsets: Ticks from a bar line, (N,).
        parts: Parts of a quarter.
        ticks_per_quarter: Ticks of a quarter.
    """
    fine = ticks_per_quarter >= _FINE_QUARTER
    rounding = _ROUNDING if fine else _COARSE_ROUNDING
    nearest = np.rint(offsets * parts / ticks_per_quarter)
    if parts > 1 and ticks_per_quarter / parts < _LEAST_TICKS_BETWEEN * rounding:
        return nearest, np.zeros(len(offsets), np.bool_)
    return nearest, np.abs(offsets - nearest * ticks_per_quarter / parts) <= rounding


def _exact(starts: Ints, lines: Ints, quarter: int) -> tuple[float, int]:
    """Return the share of the onsets that is exact, and the ticks by which all wait."""
    share = _share_on_parts(starts, lines, quarter)
    if share >= _WRITTEN_SHARE:
        return share, 0
    wait, _ = Counter((starts % max(1, quarter // 2)).tolist()).most_common(1)[0]
    if 0 < wait <= quarter * _LONGEST_WAIT:
        earlier = _share_on_parts(starts - wait, lines, quarter)
        if earlier >= _WRITTEN_SHARE:
            return earlier, wait
    return share, 0


def _share_on_parts(starts: Ints, lines: Ints, quarter: int) -> float:
    bar = np.maximum(np.searchsorted(lines, starts, side="right") - 1, 0)
    offsets = (starts - lines[bar]).astype(np.float64)
    on_any = np.zeros(len(starts), np.bool_)
    for parts in WRITTEN_PARTS:
        on_any |= on_parts(offsets, parts, ticks_per_quarter=quarter)[1]
    return float(on_any.mean())


def _fit(places: Floats, *, quarter_s: float, written: tuple[float, int]) -> GridFit:
    means = {parts: np.exp(2j * np.pi * parts * places).mean() for parts in _PARTS}
    # Where two agree alike, as exact notes do on all multiples, the coarser one is meant.
    parts = max(_PARTS, key=lambda each: abs(means[each]) - _MORE_THAN_CHANCE * each)
    agreement = float(abs(means[parts]))
    turn = float(np.angle(means[parts])) / (2 * np.pi * parts)
    phase, error = min(
        _phases(places, parts, turn), key=lambda each: abs(each[0]), default=(turn, np.inf)
    )
    if abs(phase) > max(_LARGEST_ROUNDING, _SURE * error):
        phase = _plainest(places, phase, parts)
    beside = (places - phase) * parts
    spread = float((beside - np.rint(beside)).std()) / parts
    return GridFit(parts, agreement, phase, error, spread, phase * quarter_s, *written)


def _plainest(places: Floats, phase: float, parts: int) -> float:
    """Return the phase, or one a step of the grid away, that puts clearly more onsets on a beat.

    Onsets that are late by nearly a step look as if they were early.
    """
    on_beats = {
        moved: float(np.cos(2 * np.pi * (places - moved)).mean())
        for moved in (phase, phase - 1 / parts, phase + 1 / parts)
        if abs(moved) <= max(_LATEST, abs(phase))
    }
    best = max(on_beats, key=lambda moved: on_beats[moved])
    return best if on_beats[best] > on_beats[phase] + _CLEARLY else phase


def _phases(places: Floats, parts: int, turn: float) -> Iterator[tuple[float, float]]:
    """Yield how late the onsets at each place of the grid are, and the standard error of that."""
    at = np.rint((places - turn) * parts).astype(np.int64)
    late = places - at / parts
    for place in range(parts):
        own = late[at % parts == place]
        if len(own) >= max(_FEWEST_ONSETS, _LEAST_SHARE * len(places)):
            # The median: ornaments and other divisions beside exact notes make none of them late.
            yield float(np.median(own)), _OF_MEDIAN * float(own.std()) / len(own) ** 0.5
