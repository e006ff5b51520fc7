"""The state of a channel beside its patch: controllers, parameters, pressure and the wheel."""

from collections.abc import Iterable, Iterator

from engine.values.channel_numbers import CONTROLS_AT_REST

CONTROL, PRESSURE, BEND = 0xB0, 0xD0, 0xE0
RESET_CONTROLLERS = 121
# Controllers that choose a parameter, registered and not, and those that set the chosen one.
PARAMETER_NUMBERS = ((101, 100), (99, 98))
PARAMETER_DATA = frozenset({6, 38})
PARAMETERS = frozenset({*PARAMETER_DATA, 96, 97, *range(98, 102)})
SUSTAIN = 64
# Controllers that hold notes: sustain, sostenuto, hold 2.
PEDALS = frozenset({SUSTAIN, 66, 69})
PEDAL_DOWN = 64
# Message 121 resets these besides pressure and wheel (RP-015): modulation, expression, pedals.
_RESET_BY_121 = frozenset({1, 11, 64, 65, 66, 67})
_BEND_RANGE = ((101, 0), (100, 0))
_USUAL_BEND_RANGE = {6: 2, 38: 0}
# Registered parameters that are heard, with their data after a reset: the range of the wheel, fine
# and coarse tuning.
_PARAMETERS_AT_REST = {
    _BEND_RANGE: _USUAL_BEND_RANGE,
    ((101, 0), (100, 1)): {6: 64, 38: 0},
    ((101, 0), (100, 2)): {6: 64, 38: 0},
}
_CENTRE = (0, 64)

Row = tuple[int, int, int]
Lane = tuple[int, int]


def lane_of(row: Row) -> Lane:
    """Return what a message is about: its status, and the number of a controller."""
    status, first, _ = row
    return status, first if status == CONTROL else 0


def bend_of(row: Row) -> int:
    """Return the value of a bend, -8192 to 8191."""
    return (row[1] | row[2] << 7) - 8192


def rest_of(lane: Lane) -> Row:
    """Return the message that puts a lane to rest."""
    status, number = lane
    if status == BEND:
        return BEND, *_CENTRE
    return status, number, CONTROLS_AT_REST.get(number, 0) if status == CONTROL else 0


class ChannelState:
    """Follows the state of a channel from message to message.

    A message is a row (status without the channel, first data byte, second data byte). Banks,
    programs and notes are not its business: see `engine.midi.channels.patches`.

    Attributes:
        lanes: The last message of each controller that is no parameter's, of wheel and pressure.
        parameters: The data of each parameter by its numbers.
    """

    def __init__(self) -> None:
        self.lanes: dict[Lane, Row] = {}
        self.parameters: dict[tuple[tuple[int, int], ...], dict[int, int]] = {}
        self._numbers: dict[int, int] = {}
        self._chosen: tuple[tuple[int, int], ...] = ()

    def take(self, row: Row) -> None:
        """Take a message."""
        status, first, second = row
        if status != CONTROL or first not in PARAMETERS:
            self.lanes[lane_of(row)] = row
        elif first in PARAMETER_DATA:
            self.parameters.setdefault(self._chosen, {})[first] = second
        else:
            self._choose(first, second)

    def _choose(self, number: int, value: int) -> None:
        for pair in PARAMETER_NUMBERS:
            if number in pair:
                self._numbers[number] = value
                self._chosen = tuple((n, self._numbers[n]) for n in pair if n in self._numbers)

    def rest_until_used(self, row: Row) -> None:
        """Have what a later message moves at rest, unless something moved it before."""
        lane = lane_of(row)
        if row[0] != CONTROL or row[1] not in PARAMETERS:
            self.lanes.setdefault(lane, rest_of(lane))

    def rows(self, *, after: "ChannelState | None" = None) -> Iterator[Row]:
        """Yield what brings a channel into this state, parameters first.

        Args:
            after: The state of the channel; None where that is not known.
        """
        left = after or ChannelState()
        if self.parameters != left.parameters or (after is None and self._numbers):
            yield from self._parameter_rows(left)
        for lane in sorted({*self.lanes, *left.lanes}):
            rest = rest_of(lane)
            row = self.lanes.get(lane, rest)
            if after is None or row != left.lanes.get(lane, rest):
                yield row

    def _parameter_rows(self, left: "ChannelState") -> Iterator[Row]:
        """Yield the controllers that set all parameters again, the one that is chosen last.

        A piece that sets the range of the wheel chooses no parameter afterwards: with the last
        numbers alone the data would be lost.
        """
        data = self._forgotten_parameters(left) | self.parameters
        # Data from before any number: old recordings sort each by its own controller.
        data[self._chosen] = data.pop((), {}) | data.pop(self._chosen, {})
        for which, values in data.items():
            for number, value in (*which, *sorted(values.items())):
                yield CONTROL, number, value

    def _forgotten_parameters(
        self, left: "ChannelState"
    ) -> dict[tuple[tuple[int, int], ...], dict[int, int]]:
        """Return the usual data of parameters that another state set and this one does not."""
        return {
            which: values
            for which, values in _PARAMETERS_AT_REST.items()
            if which in left.parameters and which not in self.parameters
        }

    def rests_after(self, left: "ChannelState") -> Iterator[Row]:
        """Yield what puts to rest what another state moved and this one does not speak of."""
        for which, values in self._forgotten_parameters(left).items():
            for number, value in (*which, *values.items()):
                yield CONTROL, number, value
        for lane in sorted(left.lanes.keys() - self.lanes.keys()):
            yield rest_of(lane)

    @property
    def bend_range(self) -> float | None:
        """The semitones of a full bend; None where nothing set them."""
        data = self.parameters.get(_BEND_RANGE)
        if data is None:
            return None
        return data.get(6, _USUAL_BEND_RANGE[6]) + data.get(38, 0) / 100

    def pedals_up(self) -> Iterator[Row]:
        """Yield what lifts each pedal that holds notes and is not up."""
        for (status, number), row in sorted(self.lanes.items()):
            if status == CONTROL and number in PEDALS and row[2]:
                yield status, number, 0

    def joined(self, *others: "ChannelState") -> "ChannelState":
        """Return the state that the messages of this one and then of the others lead to."""
        both = ChannelState()
        for state in (self, *others):
            for row in state.rows():
                both.take(row)
        return both

    def reset(self, *, whole: bool) -> Iterator[Row]:
        """Put the channel to rest; yield the messages that say the same.

        Args:
            whole: As a system message does it; else as message 121 does.
        """
        for lane, row in sorted(self.lanes.items()):
            is_reset = whole or lane[0] != CONTROL or lane[1] in _RESET_BY_121
            if is_reset and row != rest_of(lane):
                yield rest_of(lane)
        if whole and self.parameters.get(_BEND_RANGE, _USUAL_BEND_RANGE) != _USUAL_BEND_RANGE:
            for number, value in (*_BEND_RANGE, *_USUAL_BEND_RANGE.items()):
                yield CONTROL, number, value


def spelled_out(events: Iterable[tuple[Row, bool | None]]) -> Iterator[tuple[int, Row]]:
    """Yield (number of the event, row) for what resets mean.

    Args:
        events: Rows in order of time; with each None, or for a reset whether it is a whole one.
    """
    state = ChannelState()
    for number, (row, whole) in enumerate(events):
        if whole is None:
            state.take(row)
            continue
        for said in tuple(state.reset(whole=whole)):
            state.take(said)
            yield number, said
