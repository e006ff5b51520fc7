"""The sustain pedal of a part, as marks on its page."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from engine.notation.grid import GridScore
from engine.notation.page import QUARTER, PedalMark
from engine.values.score import Control

# Controller, and its values from which the pedal is down, as MIDI defines them. A foot on a half
# pedal sways around the middle, so that the pedal is up a little lower only.
SUSTAIN = 64
_DOWN_FROM, _UP_UNTIL = 64, 51
# A player lifts the pedal with a new chord and presses it a little later: up to half a beat. A page
# has one sign for both.
_JOINED = QUARTER // 2


def pedal_marks(
    controls: Iterable[Control], placement: GridScore, ticks_per_quarter: int
) -> dict[int, tuple[PedalMark, ...]]:
    """Return the pedal marks of each bar that has some.

    Two moves of the pedal at one place of the page cancel: half pedals change faster than a page
    can show. Presses of a player that follow each other closely are joined.
    """
    moves = list(_moves(controls))
    units = placement.nearest_units((tick for tick, _ in moves), ticks_per_quarter)
    starts = [bar.start for bar in placement.bars]
    end = placement.bars[-1].end
    found: dict[int, list[PedalMark]] = {}
    placed = [(unit, is_down) for unit, (_, is_down) in zip(units, moves, strict=True)]
    if placement.performed:
        placed = list(_joined(placed))
    for unit, is_down in _apart(placed):
        place = min(unit, end - 1) if not is_down else unit
        if place < end:
            bar = bisect_right(starts, place) - 1
            found.setdefault(bar, []).append(PedalMark(min(unit, end) - starts[bar], is_down))
    return {bar: tuple(marks) for bar, marks in found.items()}


def _moves(controls: Iterable[Control]) -> Iterator[tuple[int, bool]]:
    """Yield (tick, whether it goes down) where the pedal passes its middle, and goes on."""
    is_down = False
    passed: int | None = None
    for control in controls:
        if control.number != SUSTAIN:
            continue
        above = control.value >= _DOWN_FROM
        if above == is_down:
            passed = None
            continue
        passed = control.tick if passed is None else passed
        if above or control.value < _UP_UNTIL:
            is_down = above
            yield passed, is_down
            passed = None


def _joined(moves: Sequence[tuple[int, bool]]) -> Iterator[tuple[int, bool]]:
    """Yield moves, each press that follows a lift closely at the place of the lift."""
    lifted = -_JOINED - 1
    for unit, is_down in moves:
        yield (lifted if is_down and unit - lifted <= _JOINED else unit), is_down
        if not is_down:
            lifted = unit


def _apart(moves: Sequence[tuple[int, bool]]) -> list[tuple[int, bool]]:
    """Return moves without a press and the lift after it at one place."""
    left: list[tuple[int, bool]] = []
    for unit, is_down in moves:
        if left and not is_down and left[-1] == (unit, True):
            left.pop()
        else:
            left.append((unit, is_down))
    return left
