"""The sustain pedal of a part, as marks on its page."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from engine.notation.grid import GridScore
from engine.notation.page import PedalMark
from engine.values.score import Control

# Controller, and its values from which the pedal is down, as MIDI defines them.
SUSTAIN = 64
_DOWN_FROM = 64


def pedal_marks(
    controls: Iterable[Control], placement: GridScore, ticks_per_quarter: int
) -> dict[int, tuple[PedalMark, ...]]:
    """Return the pedal marks of each bar that has some.

    Two moves of the pedal at one place of the page cancel: half pedals change faster than a page
    can show.
    """
    moves = list(_moves(controls))
    units = placement.nearest_units((tick for tick, _ in moves), ticks_per_quarter)
    starts = [bar.start for bar in placement.bars]
    end = placement.bars[-1].end
    found: dict[int, list[PedalMark]] = {}
    for unit, is_down in _apart([(u, down) for u, (_, down) in zip(units, moves, strict=True)]):
        place = min(unit, end - 1) if not is_down else unit
        if place < end:
            bar = bisect_right(starts, place) - 1
            found.setdefault(bar, []).append(PedalMark(min(unit, end) - starts[bar], is_down))
    return {bar: tuple(marks) for bar, marks in found.items()}


def _moves(controls: Iterable[Control]) -> Iterator[tuple[int, bool]]:
    """Yield (tick, whether it goes down) where the pedal passes its middle."""
    was_down = False
    for control in controls:
        if control.number == SUSTAIN and (control.value >= _DOWN_FROM) != was_down:
            was_down = not was_down
            yield control.tick, was_down


def _apart(moves: Sequence[tuple[int, bool]]) -> list[tuple[int, bool]]:
    """Return moves without a press and the lift after it at one place."""
    left: list[tuple[int, bool]] = []
    for unit, is_down in moves:
        if left and not is_down and left[-1] == (unit, True):
            left.pop()
        else:
            left.append((unit, is_down))
    return left
