"""Lengths as note values: dots, ties, tuplets and beams, so that every beat can be seen."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import gcd

from engine.notation.meter import Span, level, strongest_between, tuplet_span
from engine.notation.page import QUARTER, Tuplet, Value
from engine.notation.staves import StaffChord

# A 256th, the shortest note that is written.
_FINEST = QUARTER // 64
# Notes of a tuplet, simple ones first; `page.QUARTER` divides by all of them.
_TUPLETS = (3, 5, 7, 9, 11, 13, 15)
_HALF = 2 * QUARTER
_DOTTED_QUARTER = 3 * QUARTER // 2


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a measure: a chord, or silence.

    Attributes:
        start: From the bar line.
        end: Past the last unit.
        chord: Its notes; None for silence.
    """

    start: int
    end: int
    chord: StaffChord | None


@dataclass(frozen=True, slots=True)
class WrittenValue:
    """A piece, or a part of one, that has a note value.

    Attributes:
        start: From the bar line.
        duration: In time.
        value: As it is written.
        chord: Its notes; None for a rest.
        tuplet: The tuplet it stands in, or None.
    """

    start: int
    duration: int
    value: Value
    chord: StaffChord | None
    tuplet: Tuplet | None = None


def write(pieces: Sequence[Piece], measure: Span) -> tuple[WrittenValue, ...]:
    """Return the pieces of a measure with their note values.

    Args:
        pieces: From the bar line to the next one, without a gap.
        measure: The measure.
    """
    edges = [piece.start for piece in pieces] + [measure.end]
    found: list[WrittenValue] = []
    for region in _merged(_regions(measure, edges)):
        inside = list(_within(pieces, edges, region.start, region.end))
        found += _tuplet(inside, region) if region.actual else _plain(inside, measure)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _TupletRegion:
    start: int
    end: int
    actual: int = 0  # notes of a tuplet in the time of `normal`; 0 where there is none
    normal: int = 0


def _regions(span: Span, edges: Sequence[int]) -> Iterator[_TupletRegion]:
    """Yield where a measure is plain, and its tuplets: the largest that are still simple."""
    inside = edges[bisect_right(edges, span.start) : bisect_left(edges, span.end)]
    if not span.children and span.length % _FINEST:
        yield _torn(span)
        return
    if all(edge % _FINEST == 0 for edge in inside) and span.end % _FINEST == 0:
        yield _TupletRegion(span.start, span.end)
        return
    parts = span.parts()
    notes = _tuplet_of(span, inside)
    if notes and not _falls_apart(parts, inside, span):
        yield _TupletRegion(span.start, span.end, notes, _normal(span.length, notes))
    elif parts and span.length > QUARTER // 16:
        for part in parts:
            yield from _regions(part, edges)
    else:
        step = gcd(span.length, *(edge - span.start for edge in inside))
        notes = span.length // step
        yield _TupletRegion(span.start, span.end, notes, _normal(span.length, notes) or notes - 1)


def _torn(span: Span) -> _TupletRegion:
    """Return what a bar line leaves of a tuplet."""
    for notes in _TUPLETS:
        if span.length * notes % _FINEST == 0:
            return _TupletRegion(span.start, span.end, notes, 1 << (notes.bit_length() - 1))
    return _TupletRegion(span.start, span.end)


def _tuplet_of(span: Span, inside: Iterable[int]) -> int:
    """Return of how many notes the simplest tuplet is that holds all edges; 0 for none."""
    deepest = 3 if span.length <= _DOTTED_QUARTER else 1 if span.length <= _HALF else 0
    edges = [edge - span.start for edge in inside]
    for notes in _TUPLETS:
        for depth in range(deepest + 1):
            count = notes << depth
            if span.length % count:
                continue
            if _normal(span.length, notes) and all(e % (span.length // count) == 0 for e in edges):
                return notes
    return 0


def _falls_apart(parts: Sequence[Span], inside: Sequence[int], span: Span) -> bool:
    """Return whether tuplets of the parts will do: nothing is held across their edges."""
    known = {span.start, span.end, *inside}
    for part in parts:
        mixed = any(part.start < edge < part.end and edge % _FINEST for edge in inside)
        if mixed and not {part.start, part.end} <= known:
            return False
    return bool(parts)


def _normal(length: int, notes: int) -> int:
    """Return in the time of how many a tuplet stands; 0 where the span is neither plain nor dotted.

    A plain span has a power of two of them, a dotted one three times that.
    """
    for odd in (1, 3):
        if length % odd:
            continue
        base = length // odd
        if _exponent(base) is not None:
            normal = odd
            while normal * 2 <= notes:
                normal *= 2
            return normal if normal <= notes else 0
    return 0


def _exponent(length: int) -> int | None:
    """Return the power of two of a quarter that a length is, or None."""
    exponent = 0
    while length > QUARTER and length % 2 == 0:
        length //= 2
        exponent += 1
    while 0 < length < QUARTER:
        length *= 2
        exponent -= 1
    return exponent if length == QUARTER and -8 <= exponent <= 4 else None


def _merged(regions: Iterable[_TupletRegion]) -> Iterator[_TupletRegion]:
    last: _TupletRegion | None = None
    for region in regions:
        if last is not None and last.actual == region.actual == 0:
            last = _TupletRegion(last.start, region.end)
            continue
        if last is not None:
            yield last
        last = region
    if last is not None:
        yield last


def _within(pieces: Sequence[Piece], edges: Sequence[int], start: int, end: int) -> Iterator[Piece]:
    for piece in pieces[max(0, bisect_right(edges, start) - 1) : bisect_left(edges, end)]:
        yield replace(piece, start=max(piece.start, start), end=min(piece.end, end))


def _plain(pieces: Iterable[Piece], measure: Span) -> Iterator[WrittenValue]:
    for piece in pieces:
        at = piece.start
        rest = piece.chord is None
        for length in _lengths(measure, piece.start, piece.end - piece.start, rest=rest):
            value = _value(length)
            yield WrittenValue(at, length, value or Value(-8), piece.chord)
            at += length


def _tuplet(pieces: Sequence[Piece], region: _TupletRegion) -> Iterator[WrittenValue]:
    notes, normal = region.actual, region.normal
    nominal_length = (region.end - region.start) * notes // normal
    unit = _counted(nominal_length, notes)
    span = _unit_span(nominal_length // unit, unit)
    count = _exponent(unit)
    found: list[WrittenValue] = []
    for piece in pieces:
        nominal = (piece.start - region.start) * notes // normal
        until = (piece.end - region.start) * notes // normal
        at = nominal
        for part in _lengths(span, nominal, until - nominal, rest=piece.chord is None):
            value = _value(part) or Value(-8)
            start = region.start + at * normal // notes
            taken = region.start + (at + part) * normal // notes - start
            mark = Tuplet(notes, normal, count if count is not None else value.exponent)
            found.append(WrittenValue(start, taken, value, piece.chord, mark))
            at += part
    for index, written in enumerate(found):
        assert written.tuplet is not None  # noqa: S101 - set above
        ends = {"starts": index == 0, "stops": index == len(found) - 1}
        yield replace(written, tuplet=replace(written.tuplet, **ends))


def _counted(length: int, notes: int) -> int:
    """Return the note value that a tuplet counts in; a torn tuplet has fewer than `notes` of it."""
    if length % notes == 0 and _exponent(length // notes) is not None:
        return length // notes
    unit = QUARTER
    while length % unit and unit > _FINEST:
        unit //= 2
    return unit


@lru_cache(maxsize=256)
def _unit_span(notes: int, unit: int) -> Span:
    return tuplet_span(notes, unit)


@lru_cache(maxsize=65_536)
def _lengths(span: Span, start: int, length: int, *, rest: bool) -> tuple[int, ...]:
    """Return a length as note values from a place on, each a sum of ties the eye can count."""
    if _value(length) is not None and _may_stand(span, start, length, rest=rest):
        return (length,)
    _, inside = strongest_between(span, start, start + length)
    if not inside:
        return _by_size(length)
    cut = next(
        (
            edge
            for edge in reversed(inside)
            if _value(edge - start) is not None and _may_stand(span, start, edge - start, rest=rest)
        ),
        inside[0],
    )
    return (
        *_lengths(span, start, cut - start, rest=rest),
        *_lengths(span, cut, start + length - cut, rest=rest),
    )


def _by_size(length: int) -> tuple[int, ...]:
    """Return powers of two that add up to a length, for places no beat reaches."""
    found = []
    size = 16 * QUARTER
    while length and size >= 1:
        while size <= length:
            found.append(size)
            length -= size
        if size % 2:
            break
        size //= 2
    return (*found, length) if length else tuple(found)


def _may_stand(span: Span, start: int, length: int, *, rest: bool) -> bool:
    """Return whether a note value may stand here without hiding a beat.

    It may cross what is no stronger than where it begins; and a note, as a syncopation, what is
    one step stronger, if it is plain or ends there.
    """
    crossed, _ = strongest_between(span, start, start + length)
    here = level(span, start)
    if crossed >= here:
        return True
    if rest or here - crossed > 1:
        return False
    value = _value(length)
    if value is None or value.dots > 1:
        return False
    return value.dots == 0 or level(span, start + length) <= crossed


@lru_cache(maxsize=4096)
def _value(length: int) -> Value | None:
    """Return the note value of a length, up to two dots; None where it has none."""
    for dots, parts in ((0, 1), (1, 3), (2, 7)):
        if length % parts:
            continue
        exponent = _exponent(length // parts << dots)
        if exponent is not None and exponent - dots >= -8:
            return Value(exponent, dots)
    return None


def flags(value: Value | None) -> int:
    """Return how many beams or flags a note value has."""
    return max(0, -value.exponent) if value is not None else 0


def beams(counts: Sequence[int]) -> tuple[tuple[str, ...], ...]:
    """Return the beams of notes that share one.

    Args:
        counts: How many beams each note has, 1 at least.
    """
    if len(counts) < 2:
        return tuple(() for _ in counts)
    return tuple(
        tuple(_beam(counts, index, deep) for deep in range(1, count + 1))
        for index, count in enumerate(counts)
    )


def _beam(counts: Sequence[int], index: int, deep: int) -> str:
    before = index > 0 and counts[index - 1] >= deep
    after = index + 1 < len(counts) and counts[index + 1] >= deep
    if before and after:
        return "continue"
    if before:
        return "end"
    if after:
        return "begin"
    return "forward hook" if index == 0 else "backward hook"
