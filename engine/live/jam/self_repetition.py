"""Keeps Segue from repeating itself for ever when it plays alone.

The drawing prefers what was played before. While nobody else plays, that is Segue's own music: each
repeated bar makes the next one more likely (experiment 2026-11-23-jam). So
`echo_factor` lowers the preference, the more of the last bars are repetitions.
"""

from collections.abc import Iterable

from engine.values.score import Note

PHRASE_BARS = 8
"""Number of last bars to examine."""
LOOKBACK_BARS = 16
"""Each of them is compared with this many bars before it."""


def echo_factor(notes: Iterable[Note], *, bar: int, until: int) -> float:
    """Return the factor on the odds of repetition.

    Args:
        notes: Notes of at least the last `PHRASE_BARS` + `LOOKBACK_BARS` bars.
        bar: Ticks of one bar.
        until: Tick past the last bar.

    Returns:
        1 if none of the last bars is a repetition, 0 if all are. Empty bars do not count.
    """
    begun: dict[int, set[tuple[int, int]]] = {}
    for note in notes:
        begun.setdefault(note.start // bar, set()).add((note.start % bar, note.pitch))
    last = until // bar
    repeated = sum(
        any(begun.get(early) == begun[number] for early in range(number - LOOKBACK_BARS, number))
        for number in range(last - PHRASE_BARS, last)
        if number in begun
    )
    return (1.0 - repeated / PHRASE_BARS) ** 2
