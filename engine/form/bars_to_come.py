"""The meters and tempos of bars that are added to a piece.

A score stays in its last meter and its last tempo. Added bars go on with the pattern of meters
(`meter_pattern`) and with the rubato (`rubato`) of the bars before them.
"""

from engine.form.meter_pattern import with_meters_of, with_meters_until
from engine.form.rubato import with_tempos_until
from engine.values.score import Score
from engine.values.time import BarMap


def with_bars(score: Score, *, start: int, bars: int) -> Score:
    """Return a score with the meters and tempos of a number of added bars.

    Args:
        score: The score; inside it nothing changes.
        start: Tick in the first of the bars, or at its beginning.
        bars: Their number.
    """
    metered = with_meters_of(score, start=start, bars=bars)
    lines = BarMap.of(metered)
    end = lines.start_of(lines.bar_at(start) + bars)
    return with_tempos_until(metered, start=start, end=end)


def with_bars_until(score: Score, *, start: int, end: int) -> Score:
    """Return a score with the meters and tempos of the added bars that begin before a tick.

    Args:
        score: The score; inside it nothing changes.
        start: Tick of the bar line from which music is added.
        end: The tick.
    """
    metered = with_meters_until(score, start=start, end=end)
    return with_tempos_until(metered, start=start, end=end)
