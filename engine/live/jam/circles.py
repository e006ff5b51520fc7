"""Whether who plays alone goes round in a circle.

What is drawn leans to what was played before. Where nobody else plays, that is what was drawn
before: a bar that came back is the likelier to come back again, until there is no other
(`docs/experiments/2026-11-23-jam.md`). So what was played counts for less, the more of the last
bars came back; who then says something new may come back to it.
"""

from collections.abc import Iterable

from engine.music.score import Note

PHRASE = 8
"""Bars that are looked at."""
BACK = 16
"""Bars before each of them in which it may have stood."""


def echo_after(notes: Iterable[Note], *, bar: int, until: int) -> float:
    """Return the factor on the odds that music repeats itself, after what one played alone.

    Args:
        notes: Those of the last `PHRASE` + `BACK` bars at least.
        bar: Ticks of one.
        until: Tick up to which it is played.

    Returns:
        1 where none of the last bars stood before, 0 where all of them did. Rests are none.
    """
    begun: dict[int, set[tuple[int, int]]] = {}
    for note in notes:
        begun.setdefault(note.start // bar, set()).add((note.start % bar, note.pitch))
    last = until // bar
    again = sum(
        any(begun.get(early) == begun[number] for early in range(number - BACK, number))
        for number in range(last - PHRASE, last)
        if number in begun
    )
    return (1.0 - again / PHRASE) ** 2
