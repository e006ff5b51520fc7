"""Deals controllers, wheel and pressure to the parts that they act on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.midi.channels.patches import BANKS, standard_reset_by
from engine.midi.channels.state import (
    BEND,
    CONTROL,
    PARAMETERS,
    PEDAL_DOWN,
    PRESSURE,
    RESET_CONTROLLERS,
    SUSTAIN,
    Row,
    spelled_out,
)
from engine.midi.file.columns import ByteColumns, RawFile, distinct
from engine.midi.file.notes import Mask, Numbers
from engine.midi.file.patches import Cables, Setup
from engine.values.channel_numbers import FIRST_MODE_MESSAGE
from engine.values.event_kinds import BY_STATUS
from engine.values.events import TimedEvent

# Behind every tick of a file.
_NEVER = np.iinfo(np.int64).max
# The number of the lane of each controller; wheel and pressure have further ones. All parameter
# controllers are one lane: each has a meaning only behind the ones before it.
_BEND_LANE, _PRESSURE_LANE, _PARAMETER_LANE = 128, 129, 130
_LANE_OF_CONTROL = np.arange(128)
_LANE_OF_CONTROL[list(PARAMETERS)] = _PARAMETER_LANE
_IS_MOVE = np.arange(128) < FIRST_MODE_MESSAGE
_IS_MOVE[list(BANKS)] = False
# Before every message of its tick.
_FIRST = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveColumns(ByteColumns):
    """Controllers, wheel and pressure of a file by (port, channel), then by time.

    The status is without the channel.

    Attributes:
        cable: The (port, channel), (M,), sorted.
    """

    cable: Numbers

    @classmethod
    def of(cls, raw: RawFile, cables: Cables, setups: tuple[Setup, ...]) -> "MoveColumns":
        """Return the moves of a file; resets are spelled out as the moves that they stand for."""
        messages = raw.messages
        kind = messages.kind
        is_move = (kind == CONTROL) & _IS_MOVE[messages.first]
        is_move |= (kind == BEND) | (kind == PRESSURE)
        numbers = np.flatnonzero(is_move)
        columns = [
            cables.of_message[numbers],
            messages.tick[numbers],
            numbers,
            messages.track[numbers].astype(np.int64),
            kind[numbers].astype(np.int64),
            messages.first[numbers].astype(np.int64),
            messages.second[numbers].astype(np.int64),
        ]
        said = _resets(raw, cables, setups, columns)
        if said:
            rows = np.array(said, np.int64).T
            columns = [np.concatenate(pair) for pair in zip(columns, rows, strict=True)]
        cable, tick, number, track, status, first, second = columns
        order = np.lexsort((number, tick, cable))
        return cls(
            cable=cable[order],
            tick=tick[order],
            track=track[order].astype(np.int32),
            status=status[order].astype(np.uint8),
            first=first[order].astype(np.uint8),
            second=second[order].astype(np.uint8),
        )

    def heard_on(self, cable: int) -> Numbers:
        """Return the numbers of the moves on a (port, channel), in order.

        Of two tracks that move one thing at one tick the last one is heard.
        """
        first, last = np.searchsorted(self.cable, (cable, cable + 1)).tolist()
        places: Numbers = np.arange(first, last)
        track, tick = self.track[first:last], self.tick[first:last]
        if not len(places) or (track == track[0]).all():
            return places
        lane = self._lanes(places)
        by_lane = np.argsort(lane, kind="stable")
        one, other = by_lane[:-1], by_lane[1:]
        # Each parameter is chosen before its value: none replaces the one before it.
        overruled = (lane[one] == lane[other]) & (lane[one] != _PARAMETER_LANE)
        overruled &= (tick[one] == tick[other]) & (track[one] != track[other])
        return np.delete(places, one[overruled])

    def events(self, places: Numbers) -> Iterator[TimedEvent]:
        """Yield the events of some moves, in order."""
        rows = zip(
            self.tick[places].tolist(),
            self.status[places].tolist(),
            self.first[places].tolist(),
            self.second[places].tolist(),
            strict=True,
        )
        for tick, status, first, second in rows:
            yield BY_STATUS[status].message.read(tick, first, second)

    def acting_on(self, places: Numbers, start: Numbers, silent: Numbers) -> Numbers:
        """Return which of some moves act on notes: what they say holds while a note sounds.

        Args:
            places: The numbers of the moves, in order.
            start: Where the notes begin, (N,).
            silent: Where each one is silent, (N,).
        """
        until, _ = self._until(places)
        order = np.argsort(start, kind="stable")
        sounding = np.maximum.accumulate(silent[order])
        last = np.searchsorted(start[order], until, side="right") - 1
        acts = (last >= 0) & (sounding[np.maximum(last, 0)] >= self.tick[places])
        return places[acts]

    def _until(self, places: Numbers) -> tuple[Numbers, Mask]:
        """Return up to which tick each move holds, and which are about parameters."""
        tick, lane = self.tick[places], self._lanes(places)
        by_lane = np.argsort(lane, kind="stable")
        until = np.full(len(tick), _NEVER)
        inner = np.flatnonzero(lane[by_lane[1:]] == lane[by_lane[:-1]])
        until[by_lane[inner]] = tick[by_lane[inner + 1]]
        # Each parameter holds until it is chosen again: all of them up to the last note count.
        is_parameter: Mask = lane == _PARAMETER_LANE
        until[is_parameter] = _NEVER
        return until, is_parameter

    def _lanes(self, places: Numbers) -> Numbers:
        """Return what each move moves, as a number."""
        status = self.status[places]
        lane: Numbers = np.where(status == CONTROL, _LANE_OF_CONTROL[self.first[places]], 0)
        lane[status == BEND] = _BEND_LANE
        lane[status == PRESSURE] = _PRESSURE_LANE
        return lane

    def silent(self, places: Numbers, end: Numbers) -> Numbers:
        """Return where notes are silent: at their ends, or where the pedal lets them go.

        Args:
            places: The numbers of the moves of a (port, channel), in order.
            end: Where the notes end, (N,).
        """
        places = places[(self.status[places] == CONTROL) & (self.first[places] == SUSTAIN)]
        if not len(places):
            return end
        tick, down = self.tick[places], self.second[places] >= PEDAL_DOWN
        ups = np.where(down, _NEVER, tick)
        lets_go = np.minimum.accumulate(ups[::-1])[::-1]
        before = np.searchsorted(tick, end, side="right") - 1
        held = (before >= 0) & down[np.maximum(before, 0)]
        return np.where(held, lets_go[np.maximum(before, 0)], end)


_MoveRow = tuple[int, int, int, int, int, int, int]


class _Reset(NamedTuple):
    """A reset of a (port, channel): a system message has no number and no track of its own."""

    cable: int
    tick: int
    number: int
    track: int = -1


def _resets(
    raw: RawFile, cables: Cables, setups: tuple[Setup, ...], moves: Sequence[Numbers]
) -> list[_MoveRow]:
    """Return rows (cable, tick, number, track, status, first, second) for what resets mean."""
    messages = raw.messages
    is_reset = (messages.kind == CONTROL) & (messages.first == RESET_CONTROLLERS)
    resets = [
        _Reset(
            int(cables.of_message[number]),
            int(messages.tick[number]),
            number,
            int(messages.track[number]),
        )
        for number in np.flatnonzero(is_reset).tolist()
    ]
    for setup in setups:
        if standard_reset_by(setup.data) is not None:
            resets += [_Reset(c, setup.tick, _FIRST) for c in distinct(moves[0])]
    found: list[_MoveRow] = []
    for cable in sorted({reset.cable for reset in resets}):
        here = [reset for reset in resets if reset.cable == cable]
        mine = np.flatnonzero(moves[0] == cable)
        # Most resets stand before everything else.
        if len(mine) and max(reset.tick for reset in here) >= int(moves[1][mine].min()):
            found += _meant(cable, here, [column[mine].tolist() for column in moves[1:]])
    return found


def _meant(
    cable: int, resets: Sequence[_Reset], columns: Sequence[list[int]]
) -> Iterator[_MoveRow]:
    events: list[tuple[int, int, int, Row, bool | None]] = [
        (tick, number, track, (status, first, second), None)
        for tick, number, track, status, first, second in zip(*columns, strict=True)
    ]
    events += [(r.tick, r.number, r.track, (CONTROL, 0, 0), r.number == _FIRST) for r in resets]
    events.sort(key=lambda event: event[:2])
    for place, row in spelled_out((row, whole) for _, _, _, row, whole in events):
        tick, number, track, _, _ = events[place]
        yield cable, tick, number, track, *row
