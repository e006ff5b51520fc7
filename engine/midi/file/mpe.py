"""MPE in a MIDI file: notes of a zone's members play on its manager's channel and move themselves.

A file says with registered parameter 6 which channels are zones (`engine.midi.channels.mpe`).
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from engine.midi.channels.mpe import MEMBER_RANGE, MpeZones, move_of
from engine.midi.channels.patches import BANKS
from engine.midi.channels.state import (
    BEND,
    CONTROL,
    PARAMETER_DATA,
    PARAMETER_NUMBERS,
    PARAMETERS,
    PRESSURE,
)
from engine.midi.file.columns import MessageColumns, RawFile, distinct
from engine.midi.file.notes import NOTE_OFF, NOTE_ON, PROGRAM, Mask, NoteColumns, Numbers
from engine.midi.file.patches import Cables
from engine.values.channel_numbers import FIRST_MODE_MESSAGE
from engine.values.events import NOTE_AT_REST, NoteLane, NoteMove
from engine.values.oddities import Oddities, Oddity

# The fine number of the registered parameter that makes zones, and the status of key pressure.
_CONFIGURATION, _KEY_PRESSURE = 6, 0xA0
# A status that no channel message has: what stands under it is passed over.
_TAKEN = 0xF0
# A file sets its zones up once. Further changes are passed over.
_MOST_CHANGES = 1000
# A bend for each of many notes that one channel holds would take much from little.
_MOST_MOVES = 400_000
_NONE = -1
# Controllers that move one note or choose a parameter, and mode messages.
_IS_NOTES_OWN = np.arange(128) >= FIRST_MODE_MESSAGE
_IS_NOTES_OWN[[74, *PARAMETERS]] = True
_IS_BANK = np.isin(np.arange(128), [*BANKS])
# Programs and banks are one lane; no controller has its number.
_PATCH_LANE = 128


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneColumns:
    """The zones of a file, message by message.

    Attributes:
        cables: The ports; channel messages of notes are the manager's.
        raw: The file without what moves notes or sets zones up.
        own: The (port, channel) of each message as the file has it, (N,).
        is_member: Which messages are for a member of a zone, (N,).
        semitones: The range of a bend of each message, (N,).
    """

    cables: Cables
    raw: RawFile
    own: Numbers
    is_member: Mask
    semitones: Numbers

    @classmethod
    def of(cls, raw: RawFile, cables: Cables) -> "ZoneColumns | None":
        """Return the zones of a file; None for one without any."""
        messages = raw.messages
        kind = messages.kind
        is_selected = (kind == CONTROL) & (messages.first == 100)
        if not (is_selected & (messages.second == _CONFIGURATION)).any():
            return None
        walk = _Walk(raw, cables)
        channel = cables.of_message & 15
        manager = np.full(len(messages), _NONE)
        semitones = np.full(len(messages), int(MEMBER_RANGE))
        for port, changes in walk.changes.items():
            here = np.flatnonzero(cables.of_message >> 4 == port)
            ticks = [change.tick for change in changes]
            step = np.searchsorted(ticks, messages.tick[here], side="right")
            managers = np.array([[_NONE] * 16, *(change.managers for change in changes)])
            ranges = np.array([[int(MEMBER_RANGE)] * 16, *(c.semitones for c in changes)])
            manager[here] = managers[step, channel[here]]
            semitones[here] = ranges[step, channel[here]]
        is_member = manager != _NONE
        is_note = (kind == NOTE_ON) | (kind == NOTE_OFF) | (kind == _KEY_PRESSURE)
        whole = np.where(is_member, cables.of_message & ~15 | manager, cables.of_message)
        taken = is_member & ~is_note & ~_of_the_zone(messages, whole, is_member)
        taken[walk.setting] = True
        status = np.where(taken, np.uint8(_TAKEN), messages.status)
        return cls(
            cables=replace(cables, of_message=whole),
            raw=replace(raw, messages=replace(messages, status=status)),
            own=cables.of_message,
            is_member=is_member,
            semitones=semitones,
        )

    def moves_of(
        self, file: RawFile, notes: NoteColumns, oddities: Oddities
    ) -> dict[int, tuple[NoteMove, ...]]:
        """Return the moves of each note that has any, by its number.

        Args:
            file: The file with what moves notes.
            notes: All its notes.
            oddities: Counts moves that are too many.
        """
        messages = file.messages
        kind = messages.kind
        moves = (kind == BEND) | (kind == PRESSURE) | ((kind == CONTROL) & (messages.first == 74))
        moves &= self.is_member
        cable, is_own = self.own[notes.began], self.is_member[notes.began]
        found: dict[int, tuple[NoteMove, ...]] = {}
        left = _MOST_MOVES
        for number in distinct(cable[is_own]):
            heard = np.flatnonzero(moves & (self.own == number))
            heard = heard[np.argsort(messages.tick[heard], kind="stable")]
            channel = _Channel(file, heard.tolist(), self.semitones)
            for note in np.flatnonzero(is_own & (cable == number)).tolist():
                start = int(notes.start[note])
                made = tuple(channel.moves(start, start + int(notes.duration[note])))
                if made:
                    found[note] = made[:left]
                    oddities.add(Oddity.CONTROL_FLOOD, max(0, len(made) - left))
                    left -= min(left, len(made))
        return found


def _of_the_zone(messages: MessageColumns, whole: Numbers, is_member: Mask) -> Mask:
    """Return which messages to members are for the zone: its manager says nothing of the kind.

    Programs write so for devices that do not know MPE. Of several members that say the same at one
    tick one counts.

    Args:
        messages: The file's, N.
        whole: The manager's (port, channel) of each, (N,).
        is_member: Which ones are for a member, (N,).
    """
    is_control = messages.kind == CONTROL
    lane = np.where(is_control, messages.first.astype(np.int64), _NONE)
    lane[is_control & _IS_NOTES_OWN[messages.first]] = _NONE
    lane[(messages.kind == PROGRAM) | (is_control & _IS_BANK[messages.first])] = _PATCH_LANE
    key = whole << 8 | np.maximum(lane, 0)
    said = np.unique(key[~is_member & (lane >= 0)])
    found = np.flatnonzero(is_member & (lane >= 0) & ~np.isin(key, said))
    columns = (messages.tick, whole, messages.kind, messages.first, messages.second)
    rows = np.stack([column[found].astype(np.int64) for column in columns])
    _, first = np.unique(rows, axis=1, return_index=True)
    mask: Mask = np.zeros(len(messages), np.bool_)
    mask[found[first]] = True
    return mask


class _Channel:
    """The messages that move the notes of one member.

    Args:
        file: The file.
        numbers: Its messages, in order of time.
        semitones: The range of a bend of each message of the file.
    """

    def __init__(self, file: RawFile, numbers: list[int], semitones: Numbers) -> None:
        messages = file.messages
        self._ticks: list[int] = []
        self._moves: list[tuple[NoteLane, int]] = []
        # The values before each of them, and after the last one.
        self._held: list[dict[NoteLane, int]] = [{}]
        for number in numbers:
            row = (
                int(messages.kind[number]),
                int(messages.first[number]),
                int(messages.second[number]),
            )
            moved = move_of(row)
            if moved is None:
                continue
            lane, value = moved
            if lane == "bend":
                value = round(value * int(semitones[number]) / MEMBER_RANGE)
                value = min(8191, max(-8192, value))
            self._ticks.append(int(messages.tick[number]))
            self._moves.append((lane, value))
            self._held.append(self._held[-1] | {lane: value})

    def moves(self, start: int, end: int) -> Iterator[NoteMove]:
        """Yield the moves of a note between two ticks; of several at a tick the last one."""
        first, past = bisect_right(self._ticks, start), bisect_left(self._ticks, end)
        now = dict(NOTE_AT_REST)
        last: dict[tuple[int, NoteLane], int] = {
            (0, lane): value for lane, value in self._held[first].items()
        }
        for number in range(first, max(first, past)):
            lane, value = self._moves[number]
            last[self._ticks[number] - start, lane] = value
        for (after, lane), value in last.items():
            if now[lane] != value:
                now[lane] = value
                yield NoteMove(after, lane, value)


@dataclass(frozen=True, slots=True)
class _ZoneChange:
    """The zones of a port from a tick on: of each channel its manager and the range of a bend."""

    tick: int
    managers: tuple[int, ...]
    semitones: tuple[int, ...]


class _Walk:
    """Follows the parameters of a file.

    Attributes:
        changes: When zones change, by port.
        setting: The numbers of the messages that say how many members a zone has.
    """

    def __init__(self, raw: RawFile, cables: Cables) -> None:
        self.changes: dict[int, list[_ZoneChange]] = defaultdict(list)
        self.setting: list[int] = []
        self._zones: dict[int, MpeZones] = defaultdict(MpeZones)
        messages = raw.messages
        numbers = {number for pair in PARAMETER_NUMBERS for number in pair}
        wanted = np.isin(messages.first, [*numbers, *PARAMETER_DATA]) & (messages.kind == CONTROL)
        places = np.flatnonzero(wanted)
        places = places[np.argsort(messages.tick[places], kind="stable")]
        # The numbers that were chosen on each channel since its last data.
        chosen: dict[int, list[int]] = defaultdict(list)
        rows = zip(
            places.tolist(),
            cables.of_message[places].tolist(),
            messages.tick[places].tolist(),
            messages.first[places].tolist(),
            messages.second[places].tolist(),
            strict=True,
        )
        for place, cable, tick, number, value in rows:
            zones = self._zones[cable >> 4]
            if number in numbers:
                zones.take(cable & 15, (CONTROL, number, value))
                chosen[cable].append(place)
                continue
            if zones.configures(cable & 15):
                self.setting += [*chosen[cable], place]
            chosen[cable].clear()
            if zones.sets_zone(cable & 15, (CONTROL, number, value)):
                zones.take(cable & 15, (CONTROL, number, value))
                self._note_down(cable >> 4, tick)

    def _note_down(self, port: int, tick: int) -> None:
        managers, semitones = [_NONE] * 16, [int(MEMBER_RANGE)] * 16
        for zone in self._zones[port].zones:
            for channel in zone.members:
                managers[channel], semitones[channel] = zone.manager, int(zone.member_range)
        change = _ZoneChange(tick, tuple(managers), tuple(semitones))
        known = self.changes[port]
        if known and known[-1].tick == tick:
            known[-1] = change
        elif len(known) < _MOST_CHANGES:
            known.append(change)
