"""The lines of a part over its notes: which ends of slurs and glissandi belong together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.notation.page import NotatedMeasure
from engine.values.mark_kinds import Mark

# MusicXML 4.0 has so many numbers for lines that overlap.
_MOST_NUMBERS = 16
# (measure, place of the voice in it, place of the symbol in it): the order of a file.
_Place = tuple[int, int, int]
LineEnds = dict[tuple[str, str, str], int]


@dataclass(frozen=True, slots=True)
class LineEnd:
    """An end of a line: when it is, where it stands in the file, at which head, and its mark.

    Attributes:
        time: Its measure, where it stands in it, and its order there.
        place: Its measure, the place of its voice in it, and of its symbol in that.
        head: The head's name.
        mark: The mark.
    """

    time: tuple[int, int, bool, int]
    place: _Place
    head: str
    mark: Mark


def line_ends(measures: Sequence[NotatedMeasure]) -> LineEnds:
    """Return the number of each line by (head, name of the mark, its detail).

    An end without another end is not there: its other note is gone.
    """
    numbers: LineEnds = {}
    named: dict[tuple[str, str], int] = {}
    pairs = sorted(line_pairs(measures), key=lambda pair: min(pair[0].place, pair[1].place))
    busy: dict[int, _Place] = {}
    for start, stop in pairs:
        first, last = sorted((start.place, stop.place))
        free = (n for n in range(1, _MOST_NUMBERS + 1) if busy.get(n, (-1, 0, 0)) < first)
        number = next(free, None)
        if number is None:
            continue
        busy[number] = last
        for end in (start, stop):
            numbers[end.head, end.mark.name, end.mark.detail] = number
            named[end.mark.kind.line, end.mark.detail] = number
    for end in _ends(measures):
        number = named.get((end.mark.kind.line, end.mark.detail))
        if _goes_on(end) and number is not None:
            numbers[end.head, end.mark.name, end.mark.detail] = number
    return numbers


def line_pairs(measures: Sequence[NotatedMeasure]) -> Iterator[tuple[LineEnd, LineEnd]]:
    """Yield the beginning and the end of each line of a part."""
    open_: dict[tuple[str, str], LineEnd] = {}
    ends = list(_ends(measures))
    begun = {(end.head, end.mark.kind.line, end.mark.detail) for end in ends if not _stops(end)}

    def order(end: LineEnd) -> tuple[tuple[int, int, bool], int]:
        # At one place lines end before others begin; a line over one note begins before it ends.
        alone = (end.head, end.mark.kind.line, end.mark.detail) in begun
        return end.time[:3], 1 if not _stops(end) else 2 * alone

    ends.sort(key=order)
    for end in ends:
        line = end.mark.kind.line, end.mark.detail
        if _goes_on(end):
            continue
        if not _stops(end):
            open_[line] = end
        elif (start := open_.pop(line, None)) is not None:
            yield start, end


def _stops(end: LineEnd) -> bool:
    return end.mark.name.endswith("-stop")


def _goes_on(end: LineEnd) -> bool:
    return end.mark.name.endswith("-continue")


def _ends(measures: Sequence[NotatedMeasure]) -> Iterator[LineEnd]:
    for index, measure in enumerate(measures):
        for order, voice in enumerate(measure.voices):
            for number, symbol in enumerate(voice.symbols):
                time = (index, symbol.start, not symbol.grace, number)
                for head in symbol.heads:
                    for mark in head.marks:
                        if mark.kind.line:
                            yield LineEnd(time, (index, order, number), head.id, mark)
