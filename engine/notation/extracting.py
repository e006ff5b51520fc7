"""Parts of a page by themselves: what one player reads.

The part of a player has the tempos of the score, chord symbols where the player plays, and rests of
several measures as one sign with a number.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from engine.notation.page import NO_SIGNS, QUARTER, NotatedMeasure, NotatedPart, NotatedPiece

# How long a player must rest to turn a page.
_TURN = 2 * QUARTER


def extracted(page: NotatedPiece, tracks: Collection[int]) -> NotatedPiece:
    """Return the page of some tracks, as the players of them read it.

    Args:
        page: The whole score.
        tracks: Their numbers; without any of them that have notes, the whole score.
    """
    parts = [part for part in page.parts if part.track in tracks]
    if not parts or len(parts) == len(page.parts):
        return page
    first = page.parts[0]
    is_first = parts[0] is first
    if not is_first:
        parts[0] = _with_signs(parts[0], first)
    # One sign for several measures has a place on one staff only.
    if len(parts) == 1 and parts[0].staves == 1:
        parts = [with_counted_rests(parts[0], chords=is_first)]
    return replace(page, parts=tuple(parts))


def _with_signs(part: NotatedPart, first: NotatedPart) -> NotatedPart:
    """Return a part with the tempos and the chord symbols that stand over the first one."""
    measures = tuple(
        replace(measure, tempos=sign.tempos, chords=sign.chords)
        for measure, sign in zip(part.measures, first.measures, strict=True)
    )
    return replace(part, measures=measures)


def with_counted_rests(part: NotatedPart, *, chords: bool = False) -> NotatedPart:
    """Return a part whose rests of several measures are one sign each.

    Args:
        part: On one staff.
        chords: Whether chord symbols over a rest stay, so that it is not counted; else they go.
    """
    measures = list(part.measures)
    for run in _rests(measures, chords=chords):
        for number in run:
            counted = len(run) if number == run.start else 0
            measures[number] = replace(measures[number], counted_rests=counted, chords=())
    return replace(part, measures=tuple(measures))


def _rests(measures: Sequence[NotatedMeasure], *, chords: bool) -> list[range]:
    """Return the measures of each rest of two or more that no sign interrupts."""
    runs: list[range] = []
    for number, measure in enumerate(measures):
        if not _is_silent(measure) or (chords and measure.chords):
            continue
        if runs and runs[-1].stop == number and not _has_signs(measure):
            runs[-1] = range(runs[-1].start, number + 1)
        else:
            runs.append(range(number, number + 1))
    return [run for run in runs if len(run) > 1]


def _is_silent(measure: NotatedMeasure) -> bool:
    """Return whether a whole measure is rest, with nothing in it that a player has to see."""
    symbols = [symbol for voice in measure.voices for symbol in voice.symbols]
    if any(symbol.heads or symbol.fermata for symbol in symbols) or measure.incomplete:
        return False
    inside = any(mark.start for mark in measure.tempos)
    seen = measure.dynamics or measure.pedals or measure.directions
    return not inside and not seen and measure.signs == NO_SIGNS


def _has_signs(measure: NotatedMeasure) -> bool:
    """Return whether a sign at its bar line ends a rest that is counted."""
    return bool(measure.meter or measure.clefs or measure.tempos or measure.fifths is not None)


def can_turn(page: NotatedPiece, measure: int) -> bool:
    """Return whether a player has the time to turn a page before a measure.

    Args:
        page: The part of one player.
        measure: Its number; past the last one there is nothing to play.
    """
    if measure >= len(page.parts[0].measures):
        return True
    before = min(_silence(part.measures[measure - 1], at_end=True) for part in page.parts)
    after = min(_silence(part.measures[measure], at_end=False) for part in page.parts)
    return before + after >= _TURN


def _silence(measure: NotatedMeasure, *, at_end: bool) -> int:
    """Return for how long nothing is played at the end of a measure, or at its beginning."""
    played = [symbol for voice in measure.voices for symbol in voice.symbols if symbol.heads]
    if at_end:
        return measure.length - max((symbol.end for symbol in played), default=0)
    return min((symbol.start for symbol in played), default=measure.length)
