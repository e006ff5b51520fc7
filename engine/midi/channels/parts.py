"""A part on a channel: the messages that it needs there, and which parts can share one."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from engine.midi.channels.patches import BANK_COARSE, BANK_FINE, BANKS, Patch
from engine.midi.channels.state import (
    CONTROL,
    PEDAL_DOWN,
    SUSTAIN,
    ChannelState,
    Row,
)
from engine.values.event_kinds import ON_CHANNEL
from engine.values.score import Track

# Status byte of a program change.
PROGRAM = 0xC0
# Later than everything.
_NEVER = 1 << 62


def moves_of(track: Track) -> list[tuple[int, Row]]:
    """Return what moves on a part's channel with its ticks: all its messages but banks."""
    rows: list[tuple[int, Row]] = []
    for kind in ON_CHANNEL:
        message: Any = kind.message
        for event in filter(kind.holds, kind.of(track)):
            row = (message.status, *message.write(kind.bounded(event)))
            if row[0] != CONTROL or row[1] not in BANKS:
                rows.append((event.tick, row))
    return sorted(rows, key=lambda row: row[0])


def patches_of(track: Track) -> list[tuple[int, Patch]]:
    """Return what a part plays from which tick on; the first one plays its first note.

    A bank counts from its tick on, with the part's program.
    """
    first_note = track.notes[0].start if track.notes else _NEVER
    banks = [control for control in track.controls if control.number in BANKS]
    found: list[tuple[int, Patch]] = []
    coarse = fine = -1
    for tick, controls in groupby(banks, key=lambda control: control.tick):
        for control in controls:
            if control.number == BANK_COARSE:
                coarse = control.value
            else:
                fine = control.value
        if tick <= first_note:
            found.clear()
        elif not found:
            found.append((0, _patch(track)))
        found.append((tick, _patch(track, coarse, fine)))
    return found or [(0, _patch(track))]


def _patch(track: Track, coarse: int = -1, fine: int = -1) -> Patch:
    # A piece from outside may hold numbers that MIDI cannot say.
    return Patch(min(127, max(0, track.program)), min(coarse, 127), min(fine, 127), track.is_drum)


def patch_rows(patch: Patch, *, after: Patch | None = None) -> Iterator[Row]:
    """Yield what makes a channel play a patch: its bank before its program.

    Args:
        patch: The new patch.
        after: The patch before; a bank that this chose is left.
    """
    pairs = ((BANK_COARSE, "coarse"), (BANK_FINE, "fine"))
    for number, name in pairs:
        value = getattr(patch, name)
        if value >= 0:
            yield CONTROL, number, value
        elif after is not None and getattr(after, name) > 0:
            yield CONTROL, number, 0
    yield PROGRAM, patch.program, 0


def state_at(track: Track, tick: float, *, whole: bool = False) -> ChannelState:
    """Return what holds on a part's channel just before a tick.

    Args:
        track: The part.
        tick: When.
        whole: Whether what the part moves only later is at rest, instead of not spoken of.
    """
    state = ChannelState()
    later: list[Row] = []
    for at, row in moves_of(track):
        if at < tick:
            state.take(row)
        else:
            later.append(row)
    if whole:
        for row in later:
            state.rest_until_used(row)
    return state


def span_of(track: Track) -> tuple[int, int]:
    """Return the ticks from a part's first note to where its last one is silent."""
    if not track.notes:
        return 0, 0
    end = track.end
    pedal = [row for row in moves_of(track) if row[1][:2] == (CONTROL, SUSTAIN)]
    at = bisect_right(pedal, end, key=lambda row: row[0])
    if at and pedal[at - 1][1][2] >= PEDAL_DOWN:
        ups = (tick for tick, row in pedal[at:] if row[2] < PEDAL_DOWN)
        end = next(ups, _NEVER)
    return track.notes[0].start, end


def agree(one: Track, other: Track) -> bool:
    """Return whether two parts that share a channel each sound as they do alone."""
    mine, theirs = moves_of(one), moves_of(other)
    if mine == theirs:
        return True
    both = sorted([*mine, *theirs], key=lambda row: row[0])
    return all(_hears_the_same(track, own, both) for track, own in ((one, mine), (other, theirs)))


def _hears_the_same(track: Track, own: list[tuple[int, Row]], both: list[tuple[int, Row]]) -> bool:
    """Return whether a part's notes begin in the same state with other messages in between."""
    alone, together = ChannelState(), ChannelState()
    mine, all_of_them = _Feed(alone, own), _Feed(together, both)
    for start in dict.fromkeys(note.start for note in track.notes):
        if mine.until(start) | all_of_them.until(start) and any(alone.rows(after=together)):
            return False
    return True


class _Feed:
    """Messages that a state takes as time goes on."""

    def __init__(self, state: ChannelState, rows: Iterable[tuple[int, Row]]) -> None:
        self._state = state
        self._rows = iter(rows)
        self._next = next(self._rows, None)

    def until(self, tick: int) -> bool:
        """Take all messages up to a tick; return whether there were any."""
        took = False
        while self._next is not None and self._next[0] <= tick:
            self._state.take(self._next[1])
            self._next = next(self._rows, None)
            took = True
        return took
