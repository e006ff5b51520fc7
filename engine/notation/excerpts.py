"""Some measures of a page by themselves."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.notation.direction_marks import SPAN_ENDS
from engine.notation.lines import LineEnd, line_pairs
from engine.notation.page import DirectionMark, NotatedMeasure, NotatedPart, Symbol
from engine.values.mark_kinds import Mark

_Place = tuple[int, int, int]


def cut_free(part: NotatedPart, only: range) -> NotatedPart:
    """Return a part without the ties that lead out of some measures.

    Slurs, hairpins and dashes that lead out of them end at their edges.
    """
    measures = _with_slurs(_with_hairpins(part.measures, only), only)
    for number in {only.start, only.stop - 1}:
        measure = measures[number]
        voices = tuple(
            replace(
                voice,
                symbols=tuple(
                    _untied(
                        symbol,
                        before=number == only.start and symbol.start == 0,
                        after=number == only.stop - 1 and symbol.end == measure.length,
                    )
                    for symbol in voice.symbols
                ),
            )
            for voice in measure.voices
        )
        measures[number] = replace(measure, voices=voices)
    return replace(part, measures=tuple(measures))


def _untied(symbol: Symbol, *, before: bool, after: bool) -> Symbol:
    if not symbol.heads or not (before or after):
        return symbol
    heads = tuple(
        replace(
            head,
            tied_from=head.tied_from and not before,
            tied_to=head.tied_to and not after,
        )
        for head in symbol.heads
    )
    return replace(symbol, heads=heads)


# --- slurs ---------------------------------------------------------------------------------------


def _with_slurs(measures: list[NotatedMeasure], only: range) -> list[NotatedMeasure]:
    """Return measures in which a slur over an edge has its missing end beside that edge."""
    for start, stop in list(line_pairs(measures)):
        first, last = start.place[0], stop.place[0]
        if last < only.start or first >= only.stop:
            continue
        begin = start.place if first >= only.start else _at_edge(measures, only.start, stop)
        end = (
            stop.place if last < only.stop else _at_edge(measures, only.stop - 1, start, last=True)
        )
        if begin is None or end is None or not _is_before(measures, begin, end):
            continue
        if first < only.start:
            _mark(measures, begin, start.mark)
        if last >= only.stop:
            _mark(measures, end, stop.mark)
    return measures


def _at_edge(
    measures: Sequence[NotatedMeasure], number: int, other: LineEnd, *, last: bool = False
) -> _Place | None:
    """Return the first or the last chord of a measure in the voice of a line's other end."""
    voice = measures[other.place[0]].voices[other.place[1]]
    places = [
        (each.number == voice.number, number, order, place)
        for order, each in enumerate(measures[number].voices)
        if each.staff == voice.staff
        for place, symbol in enumerate(each.symbols)
        if symbol.heads and not symbol.grace
    ]
    own = [place[1:] for place in places if place[0]] or [place[1:] for place in places]
    return (own[-1] if last else own[0]) if own else None


def _is_before(measures: Sequence[NotatedMeasure], one: _Place, other: _Place) -> bool:
    def time(place: _Place) -> tuple[int, int]:
        number, order, symbol = place
        return number, measures[number].voices[order].symbols[symbol].start

    return time(one) < time(other)


def _mark(measures: list[NotatedMeasure], place: _Place, mark: Mark) -> None:
    number, order, index = place
    measure = measures[number]
    voice = measure.voices[order]
    symbol = voice.symbols[index]
    head = replace(symbol.heads[0], marks=(*symbol.heads[0].marks, mark))
    symbols, voices = list(voice.symbols), list(measure.voices)
    symbols[index] = replace(symbol, heads=(head, *symbol.heads[1:]))
    voices[order] = replace(voice, symbols=tuple(symbols))
    measures[number] = replace(measure, voices=tuple(voices))


# --- hairpins ------------------------------------------------------------------------------------


def _with_hairpins(measures: Sequence[NotatedMeasure], only: range) -> list[NotatedMeasure]:
    """Return measures in which a hairpin over an edge ends there."""
    found = list(measures)
    first, last = only.start, only.stop - 1
    length = found[last].length
    for (begun, begin), (ended, end) in _spans(measures):
        if ended < first or begun > last or (begun >= first and ended <= last):
            continue
        if begun < first and (ended, end.start) == (first, 0):
            # Nothing of it is left on this line.
            found[first] = _without(found[first], end)
            continue
        if begun < first:
            found[first] = _with(found[first], replace(begin, start=0), at_first=True)
        if ended > last:
            found[last] = _with(found[last], replace(end, start=length))
    return found


def with_both_ends(part: NotatedPart) -> NotatedPart:
    """Return a part without hairpins and dashes whose other end is not on its page.

    Bars that are played again have a hairpin that ends in another ending: only the page with its
    repeats says which ends are there.
    """
    pairs = list(_spans(part.measures))
    kept = {id(mark) for pair in pairs for _, mark in pair}
    spans = {*SPAN_ENDS, *SPAN_ENDS.values()}

    def left(measure: NotatedMeasure) -> NotatedMeasure:
        there = tuple(d for d in measure.directions if d.kind not in spans or id(d) in kept)
        return replace(measure, directions=there) if there != measure.directions else measure

    return replace(part, measures=tuple(map(left, part.measures)))


_Placed = tuple[int, DirectionMark]


def _spans(measures: Sequence[NotatedMeasure]) -> Iterator[tuple[_Placed, _Placed]]:
    opened: dict[tuple[str, str], _Placed] = {}
    for number, measure in enumerate(measures):
        # At one place lines end before others begin.
        for mark in sorted(measure.directions, key=lambda d: (d.start, d.kind in SPAN_ENDS)):
            if mark.kind in SPAN_ENDS:
                opened[SPAN_ENDS[mark.kind], mark.text] = number, mark
            elif (begun := opened.pop((mark.kind, mark.text), None)) is not None:
                yield begun, (number, mark)


def _with(
    measure: NotatedMeasure, mark: DirectionMark, *, at_first: bool = False
) -> NotatedMeasure:
    marks = (mark, *measure.directions) if at_first else (*measure.directions, mark)
    return replace(measure, directions=marks)


def _without(measure: NotatedMeasure, mark: DirectionMark) -> NotatedMeasure:
    return replace(measure, directions=tuple(d for d in measure.directions if d is not mark))
