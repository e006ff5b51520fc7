"""The patch of each note of a MIDI file: ports, banks, programs and drum channels over time.

The state belongs to a (port, channel) of the whole file, whichever tracks speak of it: of two
tracks that set a channel up at one tick the last one holds for both, as a synthesizer plays them.
All tracks set the state of a tick first and then begin notes; a program change behind a note of its
own track and tick acts on the next note only.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from engine.midi.channels.patches import (
    BANKS,
    Patch,
    PatchState,
    SoundStandard,
    rhythm_set_by,
    standard_reset_by,
)
from engine.midi.file.columns import MessageColumns, RawFile, distinct
from engine.midi.file.events import SYSEX, Meta
from engine.midi.file.notes import CONTROL, PROGRAM, Mask, NoteColumns, Numbers
from engine.values.channel_numbers import DRUM_CHANNEL
from engine.values.ranges import LAST_PORT

_NEVER = np.iinfo(np.int64).max
DEVICE_NAME, _PORT = 0x09, 0x21
_IS_BANK = np.zeros(128, np.bool_)
_IS_BANK[list(BANKS)] = True
# As many as no real file has; more would not fit the numbers that parts are sorted by.
_MOST_NAMES = 1 << 12
_EVERY_PORT = -1


@dataclass(frozen=True, slots=True)
class Cables:
    """Which (port, channel) each message of a file is for.

    Attributes:
        of_message: 16 times the number of the port's name plus the channel, (N,).
        ports: The port, 0 to 255, of each name.
        at_first: Of each track, the number of the name that it begins with; -1 where it has no
            messages, so that what it says is for every port.
    """

    of_message: Numbers
    ports: tuple[int, ...]
    at_first: tuple[int, ...]

    @classmethod
    def of(cls, raw: RawFile) -> "Cables":
        """Return the cables of a file: ports are numbered, or have the name of a device."""
        messages = raw.messages
        channels = (messages.status & 15).astype(np.int64)
        if not any(meta.kind in {DEVICE_NAME, _PORT} for of in raw.metas for meta in of):
            return cls(channels, (0,), (0,) * len(raw.metas))
        names: dict[tuple[int, bytes], int] = {}
        of_message = np.zeros(len(messages), np.int64)
        begins = np.searchsorted(messages.track, np.arange(len(raw.metas) + 1)).tolist()
        at_first = []
        for track, metas in enumerate(raw.metas):
            first, end = begins[track], begins[track + 1]
            said = _ports_said(metas, messages=end - first)
            for after, port, device in said:
                which = names.setdefault((port, device), min(len(names), _MOST_NAMES - 1))
                of_message[first + after : end] = which
            at_first.append(int(of_message[first]) if said else _EVERY_PORT)
        return cls(
            of_message << 4 | channels, _numbered(tuple(names)[:_MOST_NAMES]), tuple(at_first)
        )

    def port_of(self, cable: int) -> int:
        """Return the port of a (port, channel)."""
        return self.ports[cable >> 4]


def _ports_said(metas: tuple[Meta, ...], *, messages: int) -> list[tuple[int, int, bytes]]:
    """Return the ports of a track: after how many messages each one holds, number and device.

    Args:
        metas: The track's.
        messages: How many messages it has; a port that none is for is left out.
    """
    port, device = 0, b""
    said = [(0, port, device)]
    for meta in metas:
        if meta.kind == _PORT and meta.data:
            port = meta.data[0]
        elif meta.kind == DEVICE_NAME:
            device = meta.data
        else:
            continue
        said = [*(s for s in said if s[0] < meta.after), (meta.after, port, device)]
    return [s for s in said if s[0] < messages]


def _numbered(names: tuple[tuple[int, bytes], ...]) -> tuple[int, ...]:
    """Return the port of each name; devices that share a number get numbers of their own."""
    ports: list[int] = []
    free = iter([n for n in range(LAST_PORT + 1) if n not in {port for port, _ in names}])
    for port, _ in names:
        ports.append(port if port not in ports else next(free, LAST_PORT))
    return tuple(ports)


@dataclass(frozen=True, slots=True)
class Setup:
    """A system exclusive message that sets channels up.

    Attributes:
        tick: When.
        before: The number of the message before which it stands.
        cable: 16 times the number of its port's name; negative for every port.
        data: Its bytes.
    """

    tick: int
    before: int
    cable: int
    data: bytes


def setups_of(raw: RawFile, cables: Cables) -> tuple[Setup, ...]:
    """Return the system messages of a file that reset devices or deal out drum channels."""
    begins = np.searchsorted(raw.messages.track, np.arange(len(raw.metas))).tolist()
    found = [
        Setup(meta.tick, begins[track] + meta.after, cables.at_first[track] << 4, meta.data)
        for track, metas in enumerate(raw.metas)
        for meta in metas
        if meta.kind == SYSEX and sets_up_channels(meta)
    ]
    return tuple(sorted(found, key=lambda setup: (setup.tick, setup.before)))


def sets_up_channels(meta: Meta) -> bool:
    """Return whether a system exclusive message resets a device or deals out drum channels."""
    return standard_reset_by(meta.data) is not None or rhythm_set_by(meta.data) is not None


@dataclass(slots=True)
class PlayedPatches:
    """The patches of notes.

    Attributes:
        patches: Each patch that a (port, channel) has at some time.
        ticks: When each one was first chosen.
        of_note: The number of each note's patch, (notes,).
        last: The number of what each (port, channel) plays at the end of the file.
    """

    of_note: Numbers
    patches: list[Patch] = field(default_factory=list)
    ticks: list[int] = field(default_factory=list)
    last: dict[int, int] = field(default_factory=dict)
    _numbers: dict[tuple[int, tuple[int, int, int, bool]], int] = field(default_factory=dict)

    def number_of(self, cable: int, patch: Patch, *, tick: int) -> int:
        """Return the number of a patch of a (port, channel); patches that sound alike have one."""
        number = self._numbers.setdefault((cable, patch.sound), len(self.patches))
        if number == len(self.patches):
            self.patches.append(patch)
            self.ticks.append(tick)
        elif patch > self.patches[number]:
            # The same sound, but with a bank that the file chose.
            self.patches[number], self.ticks[number] = patch, tick
        return number


def played_patches(
    raw: RawFile, cables: Cables, setups: tuple[Setup, ...], notes: NoteColumns
) -> PlayedPatches:
    """Return what each note is played with."""
    messages = raw.messages
    played = PlayedPatches(np.zeros(len(notes), np.int64))
    spoken = _spoken(messages, cables, setups)
    clock = _Clock(messages)
    cable = cables.of_message[notes.began]
    for number in sorted({*distinct(cable), *spoken}):
        here = np.flatnonzero(cable == number)
        words = spoken.get(number, [])
        _play(played, _changes(words, number), here, cable=number, notes=notes, clock=clock)
    return played


def _play(
    played: PlayedPatches,
    changes: list["_Change"],
    which: Numbers,
    *,
    cable: int,
    notes: NoteColumns,
    clock: "_Clock",
) -> None:
    """Write down what some notes of a (port, channel) are played with."""
    numbers = [played.number_of(cable, c.patch, tick=c.tick) for c in changes]
    early = [not c.is_late for c in changes]
    if changes and all(early) and notes.start[which].min(initial=_NEVER) >= changes[-1].tick:
        # Nearly always: everything is chosen before the first note.
        played.of_note[which] = played.last[cable] = numbers[-1]
        return
    found = clock.count_before(changes, notes.began[which])
    if not changes or (found == 0).any():
        default = Patch(is_drum=cable & 15 == DRUM_CHANNEL)
        numbers.insert(0, played.number_of(cable, default, tick=0))
        found += 1
    if len(which):
        played.of_note[which] = np.array(numbers)[found - 1]
    played.last[cable] = numbers[-1]


class _Clock:
    """The order of a file's messages in time, worked out when it is first wanted."""

    def __init__(self, messages: MessageColumns) -> None:
        self._messages = messages
        self._ticks = self._place = np.empty(0, np.int64)

    def count_before(self, changes: list["_Change"], began: Numbers) -> Numbers:
        """Return how many changes act on each message."""
        if not changes:
            return np.zeros(len(began), np.int64)
        if not len(self._place):
            in_time = np.argsort(self._messages.tick, kind="stable")
            self._ticks = self._messages.tick[in_time]
            self._place = np.empty(len(in_time), np.int64)
            self._place[in_time] = np.arange(len(in_time))
        early = np.searchsorted(self._ticks, [change.tick for change in changes])
        boundaries = [
            int(self._place[change.number]) if change.is_late else place
            for change, place in zip(changes, early.tolist(), strict=True)
        ]
        return np.searchsorted(boundaries, self._place[began], side="right")


@dataclass(frozen=True, slots=True)
class _Change:
    """From when on a channel plays a patch.

    Attributes:
        tick: When.
        is_late: Whether notes of its own track begin at this tick before it.
        number: Its message's, or that of the message before which it stands.
        patch: The patch.
    """

    tick: int
    is_late: bool
    number: int
    patch: Patch


class _Word(NamedTuple):
    """A message about what a channel plays: a bank, a program, or a system message.

    Attributes:
        tick: When.
        is_late: Whether notes of its own track begin at this tick before it.
        number: Its number among the messages.
        row: Its status without the channel, and its data bytes.
        setup: The system message, or None.
    """

    tick: int
    is_late: bool
    number: int
    row: tuple[int, int, int]
    setup: Setup | None = None


def _spoken(
    messages: MessageColumns, cables: Cables, setups: tuple[Setup, ...]
) -> dict[int, list[_Word]]:
    """Return what is written about the patch of each (port, channel), in order of time."""
    kind = messages.kind
    is_bank = (kind == CONTROL) & _IS_BANK[messages.first]
    said = np.flatnonzero((kind == PROGRAM) | is_bank)
    spoken: dict[int, list[_Word]] = defaultdict(list)
    if not len(said) and not setups:
        return spoken
    late = _late(messages, cables, said)
    columns = (messages.tick[said], late, said)
    rows = (kind[said], messages.first[said], messages.second[said])
    of = cables.of_message[said].tolist()
    words = zip(*(column.tolist() for column in columns), strict=True)
    data = zip(*(row.tolist() for row in rows), strict=True)
    for cable, (tick, is_late, number), row in zip(of, words, data, strict=True):
        spoken[cable].append(_Word(tick, is_late, number, row))
    # A reset is for all channels that a port has; of those that nothing plays nothing is kept.
    played = distinct(cables.of_message)
    for setup in setups:
        for cable in _channels_set_up(setup, played):
            word = _Word(setup.tick, is_late=False, number=-1, row=(0, 0, 0), setup=setup)
            spoken[cable].append(word)
    return spoken


def _changes(words: list[_Word], cable: int) -> list[_Change]:
    """Return the changes of patch of a (port, channel), in order of time, then of the file."""
    state = PatchState(cable & 15)
    changes: list[_Change] = []
    for word in sorted(words, key=lambda word: (word.tick, word.is_late, word.number)):
        kind, first, second = word.row
        if word.setup is not None:
            _set_up(state, word.setup)
        elif kind == PROGRAM:
            state.choose_program(first)
        else:
            state.choose_bank(first, second)
            continue
        changes.append(_Change(word.tick, word.is_late, word.number, state.patch))
    return changes


def _channels_set_up(setup: Setup, played: list[int]) -> list[int]:
    rhythm = rhythm_set_by(setup.data)
    if rhythm is None:
        return played
    if setup.cable < 0:
        return [cable for cable in played if cable & 15 == rhythm[0]]
    return [setup.cable | rhythm[0]]


def _set_up(state: PatchState, setup: Setup) -> None:
    rhythm = rhythm_set_by(setup.data)
    if rhythm is not None:
        state.set_rhythm(is_drum=rhythm[1])
    else:
        state.reset(standard_reset_by(setup.data) or SoundStandard.NONE)


def _late(messages: MessageColumns, cables: Cables, said: Numbers) -> Mask:
    """Return which messages stand behind a note-on of their own track, channel and tick."""
    late = np.zeros(len(said), np.bool_)
    is_on = messages.note_ons
    number = np.arange(len(messages))
    before = np.maximum.accumulate(np.where(is_on, number, -1))[said]
    # Few stand behind any note-on of their track and tick.
    place = np.flatnonzero(
        (before >= 0)
        & (messages.tick[before] == messages.tick[said])
        & (messages.track[before] == messages.track[said])
    )
    if not len(place):
        return late
    said, ons = said[place], number[is_on]
    used = int(cables.of_message.max(initial=0)) + 1
    stream = messages.track.astype(np.int64) * used + cables.of_message
    size = len(messages)
    keys = np.sort(stream[ons] * size + ons)
    at = np.searchsorted(keys, stream[said] * size + said) - 1
    found = keys[np.maximum(at, 0)]
    same = (at >= 0) & (found // size == stream[said])
    late[place] = same & (messages.tick[np.where(same, found % size, 0)] == messages.tick[said])
    return late
