"""Imitation: which bars of the player's phrase an answer begins as.

The network has heard a short phrase once, and takes little of it up by itself
(`docs/experiments/2026-11-26-jam-answers.md`). So the first half of an answer leans to the bars of
the phrase, one after the other; the second half is free. Pure.
"""

from engine.live.jam.bar_grid import BarGrid

OPEN_TURN_BARS = 4
"""A turn without a set length counts as so long."""


def imitated_bars(
    grid: BarGrid, *, phrase: int, answer: int, tick: int, bars: int
) -> tuple[int, int] | None:
    """Return the bars that an answer leans to at a tick, as (first tick, tick past the last).

    The bar in which the answer begins leans to the one in which the phrase began, and so on; after
    the phrase's last bar its first one comes again.

    Args:
        grid: The bars.
        phrase: Tick where the phrase begins.
        answer: Tick where the answer begins.
        tick: A tick of the answer.
        bars: Bars of the turn; 0 for a turn without a set length.

    Returns:
        None in the second half of the turn, and for a phrase that began in the answer's bar.
    """
    first, begin = grid.bar_at(phrase), grid.bar_at(answer)
    into = grid.bar_at(tick) - begin
    if first >= begin or not 0 <= into < ((bars or OPEN_TURN_BARS) + 1) // 2:
        return None
    return (first + into % (begin - first)) * grid.bar, begin * grid.bar
