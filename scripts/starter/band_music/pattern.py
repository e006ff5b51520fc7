"""Rhythms as strings: a character a step, a bar's steps as many as its characters.

`|` divides bars, ` / ` a pattern from its variant (played in every fourth bar). Marks:

    .    rest                        -    the note before goes on
    x X  the chord, accented         s    the chord, short
    p    the next chord, pushed      h    the chord without its lowest note
    0…9  one note of the chord, counted upwards, on into the next octave
    b d  the bass note below, the fifth below it
    In a bass: 1 3 5 7 8 the chord's notes, l the fifth below, a a step into the next chord,
    g a ghost note; for drums: x X o (hit, accent, ghost).
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple


class Step(NamedTuple):
    """One mark: its tick, what it says, and ticks until the next mark."""

    tick: int
    mark: str
    length: int


@lru_cache(maxsize=4096)
def bars_of(pattern: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the bars of a pattern and of its variant (the same where there is none)."""
    main, _, variant = pattern.partition(" / ")
    bars = tuple(main.strip().split("|"))
    return bars, tuple(variant.strip().split("|")) if variant else bars


def line(pattern: str, *, bars: int) -> list[str]:
    """Return one string a bar: the pattern again and again, its variant in each fourth bar."""
    main, variant = bars_of(pattern)
    return [variant[i % len(variant)] if i % 4 == 3 else main[i % len(main)] for i in range(bars)]


def steps(lines: list[str], *, bar: int) -> Iterator[Step]:
    """Yield the marks that sound; `bar` in ticks."""
    marks = [
        (i * bar + bar * place // len(text), mark)
        for i, text in enumerate(lines)
        for place, mark in enumerate(text)
        if mark != "-"
    ]
    ends = [tick for tick, _ in marks[1:]] + [len(lines) * bar]
    for (tick, mark), end in zip(marks, ends, strict=True):
        if mark != ".":
            yield Step(tick, mark, end - tick)
