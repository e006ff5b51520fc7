"""MPE: zones of channels in which each note has a channel of its own (MIDI Polyphonic Expression).

The lower zone has channel 1 as its manager and the channels above it as members, the upper zone has
channel 16 and those below it. Registered parameter 6 on a manager's channel sets how many members
there are (MPE 1.1, section 2.1). The manager's channel speaks for all notes of the zone.
"""

from dataclasses import dataclass, replace

from engine.midi.channels.state import (
    BEND,
    CONTROL,
    PARAMETER_DATA,
    PARAMETER_NUMBERS,
    PRESSURE,
    ChannelState,
    Row,
    bend_of,
)
from engine.values.events import NOTE_BEND_SEMITONES, NoteLane

# Manager channels of the two zones (MPE 1.1, section 2.1), counted from 0.
LOWER, UPPER = 0, 15
# All channels but the manager's.
MOST_MEMBERS = 15
# Semitones of a full bend until something else is chosen.
MEMBER_RANGE, MANAGER_RANGE = float(NOTE_BEND_SEMITONES), 2.0
# The controller of timbre (MPE 1.1, section 2.4: the third dimension).
_TIMBRE = 74
_WIDEST = 96
_CONFIGURATION, _BEND_RANGE = (0, 6), (0, 0)


@dataclass(frozen=True, slots=True)
class MpeZone:
    """A zone.

    Attributes:
        manager: Its first channel, `LOWER` or `UPPER`.
        count: Its number of member channels, 1 to 15.
        member_range: Semitones of a full bend of one note.
        manager_range: Semitones of a full bend of all notes.
    """

    manager: int
    count: int
    member_range: float = MEMBER_RANGE
    manager_range: float = MANAGER_RANGE

    @property
    def members(self) -> range:
        """Its member channels."""
        if self.manager == LOWER:
            return range(1, 1 + self.count)
        return range(UPPER - self.count, UPPER)

    def bend(self, own: ChannelState, manager: ChannelState) -> Row:
        """Return the bend of a member's note with that of all notes, in its own full bend.

        Args:
            own: The value of the member's channel.
            manager: The value of the manager's channel.
        """
        of_all = _bend_of(manager) * self.manager_range / self.member_range
        return _bend_row(_bend_of(own) + of_all)

    def note_bend(self, own: ChannelState) -> Row:
        """Return a member's bend as notes have it, with `MEMBER_RANGE` semitones.

        Args:
            own: The value of the member's channel.
        """
        return _bend_row(_bend_of(own) * self.member_range / MEMBER_RANGE)

    @property
    def count_rows(self) -> tuple[Row, ...]:
        """The messages that make the zone, on its manager's channel."""
        return (CONTROL, 101, 0), (CONTROL, 100, 6), (CONTROL, 6, self.count)

    @property
    def range_rows(self) -> tuple[Row, ...]:
        """The messages that give a channel the bend range of a member's notes."""
        semitones = round(self.member_range)
        return (CONTROL, 101, 0), (CONTROL, 100, 0), (CONTROL, 6, semitones), (CONTROL, 38, 0)


class MpeZones:
    """The zones of an input or a port, as its messages set them.

    Args:
        count: Members of a lower zone that is there from the start; 0 for none.
    """

    def __init__(self, count: int = 0) -> None:
        self._zones: dict[int, MpeZone] = {}
        self._chosen: dict[int, dict[int, int]] = {}
        if count:
            self._set(LOWER, count)

    @property
    def zones(self) -> tuple[MpeZone, ...]:
        """All zones."""
        return tuple(self._zones.values())

    def zone_of(self, channel: int) -> MpeZone | None:
        """Return the zone that a channel manages or is a member of."""
        for zone in self._zones.values():
            if channel == zone.manager or channel in zone.members:
                return zone
        return None

    def member_zone(self, channel: int) -> MpeZone | None:
        """Return the zone of which a channel is a member."""
        zone = self.zone_of(channel)
        return None if zone is None or channel == zone.manager else zone

    def configures(self, channel: int) -> bool:
        """Return whether data on a channel says how many members its zone has."""
        return channel in {LOWER, UPPER} and self._which(channel) == _CONFIGURATION

    def sets_zone(self, channel: int, row: Row) -> bool:
        """Return whether a message sets zones or a zone's bend range, and is no sound's."""
        if row[0] != CONTROL or row[1] not in PARAMETER_DATA:
            return False
        is_range = self._which(channel) == _BEND_RANGE and self.zone_of(channel) is not None
        return is_range or self.configures(channel)

    def take(self, channel: int, row: Row) -> bool:
        """Follow a message; return whether other channels belong to zones now.

        Args:
            channel: 0 to 15.
            row: Status without its channel, and both data bytes.
        """
        status, number, value = row
        if status != CONTROL:
            return False
        for pair in PARAMETER_NUMBERS:
            if number in pair:
                # Only numbers of one kind count: registered ones, or the others.
                chosen = self._chosen.get(channel, {})
                kept = {n: v for n, v in chosen.items() if n in pair}
                self._chosen[channel] = kept | {number: value}
        # The coarse number says all.
        if number != min(PARAMETER_DATA) or not self.sets_zone(channel, row):
            return False
        before = dict(self._zones)
        if self._which(channel) == _CONFIGURATION:
            self._set(channel, value)
        elif (zone := self.zone_of(channel)) is not None:
            self._set_range(zone, channel, value)
            return False
        return before != self._zones

    def _which(self, channel: int) -> tuple[int | None, int | None]:
        chosen = self._chosen.get(channel, {})
        return chosen.get(101), chosen.get(100)

    def _set(self, manager: int, count: int) -> None:
        """Make a zone, or end it; of zones that overlap the one before gives channels up."""
        count = min(count, MOST_MEMBERS)
        self._zones.pop(manager, None)
        if not count:
            return
        self._zones[manager] = MpeZone(manager, count)
        other = self._zones.get(LOWER + UPPER - manager)
        if other is not None:
            # Both managers take one of the sixteen channels, unless one zone takes all.
            left = min(other.count, MOST_MEMBERS - 1 - count)
            del self._zones[other.manager]
            if left > 0:
                self._zones[other.manager] = replace(other, count=left)

    def _set_range(self, zone: MpeZone, channel: int, value: int) -> None:
        semitones = float(min(_WIDEST, max(1, value)))
        is_manager = channel == zone.manager
        self._zones[zone.manager] = replace(
            zone,
            member_range=zone.member_range if is_manager else semitones,
            manager_range=semitones if is_manager else zone.manager_range,
        )


def _bend_of(state: ChannelState) -> int:
    row = state.lanes.get((BEND, 0))
    return 0 if row is None else bend_of(row)


def _bend_row(bend: float) -> Row:
    value = min(16383, max(0, round(8192 + bend)))
    return BEND, value & 0x7F, value >> 7


def move_of(row: Row) -> tuple[NoteLane, int] | None:
    """Return what a message on a member's channel moves of its note; None for other messages.

    Args:
        row: A bend has `MEMBER_RANGE` semitones.
    """
    if row[0] == BEND:
        return "bend", bend_of(row)
    if row[0] == PRESSURE:
        return "pressure", row[1]
    return ("timbre", row[2]) if row[:2] == (CONTROL, _TIMBRE) else None


def row_of(lane: NoteLane, value: int) -> Row:
    """Return the message that moves a note on a channel of its own."""
    if lane == "bend":
        return _bend_row(value)
    bounded = min(127, max(0, value))
    return (PRESSURE, bounded, 0) if lane == "pressure" else (CONTROL, _TIMBRE, bounded)
