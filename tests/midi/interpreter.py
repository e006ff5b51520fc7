"""What each note of a MIDI file sounds like: an interpreter that shares no code with Segue.

It parses with mido and keeps the state of every (port, channel) as a synthesizer does. Where a file
leaves the order open, it decides so: what several tracks say at one tick sets the state first and
then begins notes; where tracks contradict each other at one tick, the last one of the file holds
for all; a program change behind a note-on of its own track acts on the next note only.
"""

import io
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import mido

# What system messages begin with that reset a device, without the number of the device.
_SYSTEMS = {
    "gm": b"\x7e\x09\x01",
    "gm2": b"\x7e\x09\x03",
    "gs": b"\x41\x42\x12\x40\x00\x7f\x00",
    "xg": b"\x43\x4c\x00\x00\x7e\x00",
}
_RESET, _STATE, _NOTES = range(3)
_LATE = _NOTES
_NONE = -1
# The port of a system message in a track that plays nothing.
_ALL = "*"
_ENDING = frozenset({120, 123, 124, 125, 126, 127})
_OF_PARAMETERS = frozenset({6, 38, 98, 99, 100, 101})
_DEFAULTS = {7: 100, 10: 64, 11: 127}


class Message(NamedTuple):
    """One message at a time; `order` says what comes first at one time."""

    time: float
    order: int
    number: int
    track: int
    port: str
    data: bytes


class Sounding(NamedTuple):
    """A note and how it sounds.

    `off` and `silent` are None where nothing ends it. `silent` is where the pedal lets it go;
    `motion` are the changes of volume, pan, expression and wheel between its ends.
    """

    on: float
    pitch: int
    velocity: int
    off: float | None
    program: int
    bank: tuple[int, int]
    drum: bool
    volume: int
    pan: int
    expression: int
    cents: float
    pedal: bool
    silent: float | None
    motion: tuple[tuple[float, int, float], ...]


STATE_FIELDS = Sounding._fields[4:]


def notes_of(data: bytes) -> list[Sounding]:
    """Return the notes of a file, sorted."""
    file = mido.MidiFile(file=io.BytesIO(data), clip=True, charset="latin-1")
    return interpret(_messages(file))


def notes_of_stream(
    sent: Iterable[tuple[float, int, bytes]], *, system: str = ""
) -> list[Sounding]:
    """Return the notes of messages as they were sent: (time, set of 16 channels, bytes).

    `system` is the standard that the device was put into before.
    """
    messages = (
        Message(time, 0, number, 0, str(port), data)
        for number, (time, port, data) in enumerate(sent)
    )
    return interpret(messages, system=system)


def _messages(file: mido.MidiFile) -> Iterator[Message]:
    number = 0
    for index, track in enumerate(file.tracks):
        tick, port, device = 0, 0, ""
        played: set[int] = set()
        plays = any(not message.is_meta and message.type != "sysex" for message in track)
        for message in track:
            if message.time:
                tick += message.time
                played = set()
            number += 1
            if message.type == "midi_port":
                port = message.port
            elif message.type == "device_name":
                device = message.name
            elif message.type == "sysex":
                name = f"{port} {device}" if plays else _ALL
                data = bytes(message.bin())
                reset = any((data[1:2] + data[3:]).startswith(x) for x in _SYSTEMS.values())
                yield Message(tick, _RESET if reset else _STATE, number, index, name, data)
            elif not message.is_meta:
                data = bytes(message.bin())
                order = _order(data, played)
                yield Message(tick, order, number, index, f"{port} {device}", data)


def _order(data: bytes, played: set[int]) -> int:
    kind, channel = data[0] & 0xF0, data[0] & 15
    if kind == 0x90 and data[2]:
        played.add(channel)
    if kind in {0x80, 0x90} or (kind == 0xB0 and data[1] in _ENDING):
        return _NOTES
    is_patch = kind == 0xC0 or (kind == 0xB0 and data[1] in {0, 32})
    return _LATE if is_patch and channel in played else _STATE


def interpret(messages: Iterable[Message], *, system: str = "") -> list[Sounding]:
    """Return the notes of messages, sorted."""
    everything = list(messages)
    channels: dict[tuple[str, int], list[Message]] = defaultdict(list)
    systems = [message for message in everything if message.data[0] == 0xF0]
    of_managers = [*_of_managers(everything)]
    members = {(message.port, message.data[0] & 15) for message in of_managers}
    everything += of_managers
    for message in everything:
        if message.data[0] < 0xF0:
            channels[message.port, message.data[0] & 15].append(message)
    found: list[Sounding] = []
    for (port, number), heard in channels.items():
        setups = [m for m in systems if m.order == _RESET or m.port in {port, _ALL}]
        for track in {m.track for m in heard if m.data[0] & 0xF0 == 0x90}:
            # Channel 10 plays no drums where it is a member of a zone.
            view = _View(_NONE if (port, number) in members else number)
            view.reset(system)
            for message in sorted([*heard, *setups], key=_place):
                is_note = message.data[0] & 0xF0 in {0x80, 0x90}
                if message.track == track or not is_note:
                    view.hear(message)
            found += view.finished()
    return sorted(found, key=repr_key)


def _of_managers(messages: list[Message]) -> Iterator[Message]:
    """Yield what MPE zones mean for the channels of their members (MPE 1.1)."""
    members: dict[tuple[str, int], range] = {}
    for message in _zones(messages):
        count, place = message.data[2], (message.port, message.data[0] & 15)
        members[place] = range(1, 1 + count) if place[1] == 0 else range(15 - count, 15)
        # Making a zone sets the bend of its members to 48 semitones.
        for member in members[place]:
            for data in ((101, 0), (100, 0), (6, 48), (38, 0)):
                yield message._replace(data=bytes((0xB0 | member, *data)))
        # Of zones that overlap the first one gives channels up.
        other = message.port, 15 - place[1]
        if other in members:
            left = [c for c in members[other] if c not in {*members[place], place[1]}]
            members[other] = range(min(left), max(left) + 1) if left else range(0)
    for message in messages:
        kind, channel = message.data[0] & 0xF0, message.data[0] & 15
        for member in members.get((message.port, channel), ()):
            is_state = kind == 0xB0 and message.data[1] not in {*_OF_PARAMETERS, *_ENDING}
            if is_state or kind == 0xC0:
                yield message._replace(data=bytes((kind | member, *message.data[1:])))
            elif kind == 0xE0:
                # With a data byte more it is the bend of all notes.
                yield message._replace(data=bytes((kind | member, *message.data[1:], 0)))


def _zones(messages: list[Message]) -> Iterator[Message]:
    """Yield the messages that say how many members a zone has, in order of time."""
    parameter: dict[tuple[str, int], dict[int, int]] = defaultdict(dict)
    for message in sorted(messages, key=lambda message: (message.time, message.number)):
        if message.data[0] & 0xF0 != 0xB0:
            continue
        chosen = parameter[message.port, message.data[0] & 15]
        if message.data[1] in {100, 101}:
            chosen[message.data[1]] = message.data[2]
        elif message.data[1] == 6 and chosen == {101: 0, 100: 6}:
            yield message


def _place(message: Message) -> tuple[float, int, int]:
    return message.time, message.order, message.number


class _View:
    """A channel as the notes of one track hear it."""

    def __init__(self, channel: int) -> None:
        self.channel = channel
        self.notes: list[dict[str, Any]] = []
        self.keys: dict[int, deque[dict[str, Any]]] = defaultdict(deque)
        self.began: list[dict[str, Any]] = []
        self.ringing: list[dict[str, Any]] = []
        self.time = 0.0
        self.reset("")

    def reset(self, system: str) -> None:
        self.system = system
        self.controls = dict(_DEFAULTS)
        self.wheel, self.bend_range = 0, [2, 0]
        self.of_all = 0.0
        self.parameter: list[int | None] = [None, None]
        self.program, self.bank, self.next_bank = 0, (0, 0), [0, 0]
        self.drum = self.channel == 9
        self.rhythm: bool | None = None

    def hear(self, message: Message) -> None:
        if message.time != self.time:
            self.settle()
            self.time = message.time
        data, kind = message.data, message.data[0] & 0xF0
        if data[0] == 0xF0:
            self.hear_system(data[1:-1])
        elif kind == 0x90 and data[2]:
            self.begin(data[1], data[2])
        elif kind in {0x80, 0x90} and self.keys[data[1]]:
            self.end(self.keys[data[1]].popleft())
        elif kind == 0xC0:
            self.select(data[1])
        elif kind == 0xE0 and len(data) > 3:
            self.of_all = 200 * ((data[1] | data[2] << 7) - 8192) / 8192
            self.move(-1, self.cents)
        elif kind == 0xE0:
            self.wheel = (data[1] | data[2] << 7) - 8192
            self.move(-1, self.cents)
        elif kind == 0xB0:
            self.control(data[1], data[2])

    def hear_system(self, data: bytes) -> None:
        # The device number is any.
        said = data[:1] + data[2:]
        for system, start in _SYSTEMS.items():
            if said.startswith(start):
                self.reset(system)
                self.move(-1, 0.0)
                for number, value in _DEFAULTS.items():
                    self.move(number, value)
        if said[:4] == b"\x41\x42\x12\x40" and data[5] & 0xF0 == 0x10 and data[6] == 0x15:
            block = data[5] & 15
            if self.channel == (9 if block == 0 else block - (block <= 9)):
                self.rhythm = data[7] > 0
        if said[:3] == b"\x43\x4c\x08" and data[5] == 7 and data[4] == self.channel:
            self.rhythm = data[6] > 0

    @property
    def cents(self) -> float:
        semitones, cents = self.bend_range
        return round(self.of_all + self.wheel * (100 * semitones + cents) / 8192, 3)

    def select(self, program: int) -> None:
        self.program, self.bank = program, (self.next_bank[0], self.next_bank[1])
        coarse = self.bank[0]
        self.drum = self.channel == 9
        if self.system != "gs" and coarse in {120, 126, 127}:
            self.drum = True
        elif (self.system, coarse) == ("gm2", 121) or (self.system == "xg" and coarse):
            self.drum = False

    def begin(self, pitch: int, velocity: int) -> None:
        note = {
            "on": self.time,
            "pitch": pitch,
            "velocity": velocity,
            "off": None,
            "program": self.program,
            "bank": self.bank,
            "drum": self.drum if self.rhythm is None else self.rhythm,
            "silent": None,
            "motion": [],
        }
        self.notes.append(note)
        self.began.append(note)
        self.keys[pitch].append(note)

    def end(self, note: dict[str, Any]) -> None:
        note["off"] = self.time + (self.time == note["on"])
        # Whether the pedal holds it is seen when all of this time was heard.
        self.ringing.append(note)

    def control(self, number: int, value: int) -> None:
        if number in _ENDING:
            for keys in self.keys.values():
                while keys:
                    self.end(keys.popleft())
        elif number == 121:
            self.controls |= {11: 127, 64: 0}
            self.wheel, self.parameter = 0, [None, None]
            self.move(11, 127)
            self.move(-1, 0.0)
        elif number in {0, 32}:
            self.next_bank[number == 32] = value
        elif number in _OF_PARAMETERS:
            self.set_parameter(number, value)
        else:
            self.controls[number] = value
            if number in _DEFAULTS:
                self.move(number, value)

    def set_parameter(self, number: int, value: int) -> None:
        if number in {98, 99}:
            self.parameter = [None, None]
        elif number in {100, 101}:
            self.parameter[number == 100] = value
        elif self.parameter == [0, 0]:
            self.bend_range[number == 38] = value

    def move(self, lane: int, value: float) -> None:
        for note in (note for keys in self.keys.values() for note in keys):
            if note["on"] < self.time:
                note["motion"].append((self.time, lane, value))

    def settle(self) -> None:
        """Do what is decided when all messages of one time were heard."""
        pedal = self.controls.get(64, 0) >= 64
        for note in self.began:
            note |= {
                "volume": self.controls[7],
                "pan": self.controls[10],
                "expression": self.controls[11],
                "cents": self.cents,
                "pedal": pedal,
            }
        self.began = []
        if not pedal:
            for note in self.ringing:
                note["silent"] = max(self.time, note["off"])
            self.ringing = []

    def finished(self) -> Iterator[Sounding]:
        self.settle()
        for note in self.notes:
            yield Sounding(**{**note, "motion": tuple(_changes(note))})


def _changes(note: dict[str, Any]) -> Iterator[tuple[float, int, float]]:
    """Yield what changes while a note is held; the last value at a time counts."""
    last = {}
    for time, lane, value in note["motion"]:
        if note["off"] is None or time < note["off"]:
            last[time, lane] = value
    now = {7: note["volume"], 10: note["pan"], 11: note["expression"], -1: note["cents"]}
    for (time, lane), value in sorted(last.items()):
        if now[lane] != value:
            now[lane] = value
            yield time, lane, value


def repr_key(note: Sounding) -> tuple[object, ...]:
    """Return a key that sorts notes, those without an end last."""
    return tuple((each is None, each if each is not None else 0) for each in note)


def differences(before: list[Sounding], after: list[Sounding]) -> dict[str, int]:
    """Return how many notes differ in each field; `missing` and `added` are those without a peer.

    Notes are matched by time, pitch, velocity and end, then by how they sound.
    """
    groups: dict[tuple[object, ...], tuple[list[Sounding], list[Sounding]]] = {}
    for index, notes in enumerate((before, after)):
        for note in notes:
            groups.setdefault(note[:4], ([], []))[index].append(note)
    counts: dict[str, int] = defaultdict(int)
    for old, new in groups.values():
        counts["missing"] += max(0, len(old) - len(new))
        counts["added"] += max(0, len(new) - len(old))
        for a, b in zip(*_without_common(old, new), strict=False):
            for name, x, y in zip(STATE_FIELDS, a[4:], b[4:], strict=True):
                counts[name] += x != y
    return {name: count for name, count in counts.items() if count}


def _without_common(
    old: list[Sounding], new: list[Sounding]
) -> tuple[list[Sounding], list[Sounding]]:
    left = list(new)
    rest = []
    for note in old:
        if note in left:
            left.remove(note)
        else:
            rest.append(note)
    return rest, left
