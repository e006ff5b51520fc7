"""How a measure divides into beats, which notes may cross them and which are beamed."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from engine.notation.page import QUARTER

# Beats are divided down to 256ths, the shortest notes that are written.
_DEEPEST = QUARTER // 64
# A boundary between the thirds of a dotted beat is weaker than half a plain beat's.
_WITHIN_DOTTED = 2
NOWHERE = 99


@dataclass(frozen=True, eq=False, slots=True)
class Span:
    """A stretch of a measure and what it falls into.

    Attributes:
        start: From the bar line.
        length: Grid units.
        children: In order, without a gap; none where it is halved, as often as needed.
        weaker: How much weaker than its own edges the boundaries of its children are.
    """

    start: int
    length: int
    children: tuple["Span", ...] = ()
    weaker: int = 1

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + self.length

    def parts(self) -> tuple["Span", ...]:
        """Return its children, or its halves; nothing where it is as short as can be."""
        if self.children:
            return self.children
        half = self.length // 2
        if half < _DEEPEST or self.length % 2:
            return ()
        return Span(self.start, half), Span(self.start + half, half)


@lru_cache(maxsize=512)
def measure_span(beats: int, beat_value: int, length: int) -> Span:
    """Return a measure of a meter.

    Args:
        beats: The meter's upper number.
        beat_value: Its lower one.
        length: Grid units; of a measure cut short, less than the meter says.
    """
    unit = 4 * QUARTER // beat_value
    if length != unit * beats:
        return Span(0, length, tuple(_cut(unit, length)))
    return _group(0, unit, _grouping(beats))


def tuplet_span(notes: int, unit: int) -> Span:
    """Return a tuplet as if it were a measure of so many notes."""
    return Span(0, notes * unit, tuple(Span(i * unit, unit) for i in range(notes)))


def _cut(unit: int, length: int) -> Iterator[Span]:
    """Yield a measure cut short: whole units, then ever shorter ones, then the odd rest."""
    start, size = 0, unit
    while start < length:
        while start + size > length and size > _DEEPEST:
            size //= 2
        left = length - start
        if left % _DEEPEST:
            # The end of a tuplet: one span, whose length says which.
            whole = left // unit * unit
            yield from (Span(start + i, unit) for i in range(0, whole, unit))
            yield Span(start + whole, left - whole)
            return
        yield Span(start, min(size, left))
        start += min(size, left)


# A nested tuple of numbers of units; the strongest boundaries are outside.
_Grouping = tuple["int | _Grouping", ...]


def _grouping(beats: int) -> _Grouping:
    if beats > 3 and beats % 3 == 0:
        dotted = beats // 3
        halves: _Grouping = ((3, 3), (3, 3))
        return halves if dotted == 4 else (3,) * dotted
    plain: dict[int, _Grouping] = {1: (1,), 2: (1, 1), 3: (1, 1, 1), 4: (2, 2), 5: (3, 2)}
    if beats in plain:
        return plain[beats]
    if beats == 8:
        return ((2, 2), (2, 2))
    pairs, rest = divmod(beats, 2)
    return (2,) * pairs if not rest else (2,) * (pairs - 1) + (3,)


def _group(start: int, unit: int, grouping: _Grouping) -> Span:
    children: list[Span] = []
    at = start
    for entry in grouping:
        child = _beat(at, unit, entry) if isinstance(entry, int) else _group(at, unit, entry)
        children.append(child)
        at = child.end
    if len(children) == 1:
        return children[0]
    return Span(start, at - start, tuple(children))


def _beat(start: int, unit: int, units: int) -> Span:
    if units == 1:
        return Span(start, unit)
    inside = tuple(Span(start + i * unit, unit) for i in range(units))
    return Span(start, unit * units, inside, _WITHIN_DOTTED if units == 3 else 1)


def level(span: Span, place: int) -> int:
    """Return how weak a place is: 0 at the edges, more for weaker places."""
    found, depth = span, 0
    if place in {span.start, span.end}:
        return 0
    while parts := found.parts():
        depth += found.weaker
        inside = next((part for part in parts if part.start <= place < part.end), None)
        if inside is None:
            return NOWHERE
        if inside.start == place:
            return depth
        found = inside
    return NOWHERE


def strongest_between(span: Span, start: int, end: int) -> tuple[int, tuple[int, ...]]:
    """Return the level of the strongest boundaries inside (start, end), and where they are."""
    found, depth = span, 0
    while parts := found.parts():
        depth += found.weaker
        inside = tuple(part.start for part in parts[1:] if start < part.start < end)
        if inside:
            return depth, inside
        holder = next((p for p in parts if p.start <= start and end <= p.end), None)
        if holder is None:
            return NOWHERE, ()
        found = holder
    return NOWHERE, ()


def beamed_spans(span: Span, beat_value: int) -> tuple[int, ...]:
    """Return where spans begin whose short notes share a beam: beats, dotted ones included."""
    return tuple(_beam_starts(span, max(QUARTER, 4 * QUARTER // beat_value)))


def _beam_starts(span: Span, beat: int) -> Iterator[int]:
    dotted = len(span.children) == 3 and span.weaker == _WITHIN_DOTTED
    if dotted or span.length <= beat or not span.children:
        yield span.start
        return
    for child in span.children:
        yield from _beam_starts(child, beat)
