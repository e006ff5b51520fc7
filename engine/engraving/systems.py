"""Where lines of a score break: by how much room measures want, before anything is engraved."""

from collections.abc import Iterator
from itertools import pairwise

from engine.notation.page import QUARTER, NotatedMeasure, NotatedPiece

# In spaces of a staff; measured against verovio 6.4 on quartets, songs and piano music.
_PER_MEASURE, _PER_ONSET, _PER_SIGN, _PER_SYLLABLE = 3.2, 1.8, 0.7, 0.45
_PER_KEY_SIGN, _CLEF_AND_METER = 1.0, 6.0
_LONG_ONSET = 0.6
_FILLED = 0.9
_MOST_MEASURES = 16
# The sign for several measures of rest.
_COUNTED_REST = 10.0


def systems(page: NotatedPiece, *, width: float) -> tuple[range, ...]:
    """Return the measures of each system.

    Args:
        page: The notation.
        width: Of a line, in spaces between two lines of a staff, names of parts left out.
    """
    return tuple(_systems(page, width * _FILLED))


def _systems(page: NotatedPiece, width: float) -> Iterator[range]:
    count = len(page.parts[0].measures)
    first, taken, drawn = 0, _CLEF_AND_METER, 0
    number = 0
    while number < count:
        rests = max(part.measures[number].counted_rests for part in page.parts)
        wanted = _COUNTED_REST if rests else _width(page, number)
        if number > first and (taken + wanted > width or drawn >= _MOST_MEASURES):
            yield range(first, number)
            first, taken, drawn = number, _CLEF_AND_METER, 0
        taken += wanted
        drawn += 1
        # No line breaks within a sign.
        number += max(1, rests)
    yield range(first, count)


def _width(page: NotatedPiece, number: int) -> float:
    wanted = max(measure_width(part.measures[number]) for part in page.parts)
    return max(wanted, _together(page, number))


def measure_width(measure: NotatedMeasure) -> float:
    """Return about how wide a measure of one part is, in spaces."""
    signs = letters = 0
    for voice in measure.voices:
        for symbol in voice.symbols:
            signs += any(head.accidental is not None for head in symbol.heads)
            longest = max((len(each.text) for each in symbol.lyrics if each is not None), default=0)
            letters += longest + 1 if longest else 0
    key = abs(measure.fifths or 0) * _PER_KEY_SIGN
    return max(_PER_MEASURE + key + signs * _PER_SIGN, letters * _PER_SYLLABLE * 2)


def _together(page: NotatedPiece, number: int) -> float:
    """Return the width that the onsets of all parts together want."""
    onsets: set[int] = set()
    widths = 0.0
    signs = 0
    for part in page.parts:
        measure = part.measures[number]
        for voice in measure.voices:
            for symbol in voice.symbols:
                if symbol.visible:
                    onsets.add(symbol.start)
                signs += any(head.accidental is not None for head in symbol.heads)
    ordered = [*sorted(onsets), page.parts[0].measures[number].length]
    for start, end in pairwise(ordered):
        widths += _PER_ONSET + _LONG_ONSET * min(4.0, (end - start) / QUARTER)
    return _PER_MEASURE + widths + _PER_SIGN * min(signs, len(onsets))
