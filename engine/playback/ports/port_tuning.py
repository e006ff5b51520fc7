"""How a MIDI port plays in a tuning: it is tuned as a whole, or each note is bent by itself."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.midi.channels.mpe import LOWER, MOST_MEMBERS, MpeZone
from engine.midi.channels.parts import PROGRAM
from engine.midi.channels.patches import BANKS
from engine.midi.channels.state import (
    BEND,
    CONTROL,
    PARAMETERS,
    PRESSURE,
    ChannelState,
    Row,
    bend_of,
)
from engine.midi.tuning_messages import CHOICE_ROWS, TUNED_CHANNELS, tuning_messages
from engine.playback import wire
from engine.values.channel_numbers import DRUM_CHANNEL, FIRST_MODE_MESSAGE
from engine.values.event_kinds import data_bytes
from engine.values.events import USUAL_RELEASE
from engine.values.sound import TuningOut
from engine.values.tuning import Tuning

# From this status byte on a message has no channel.
_FIRST_SYSTEM_MESSAGE = 0xF0
# Semitones of a full bend of a channel that chose no range.
_USUAL_RANGE = 2.0
_FULL_BEND = 8192


class PortTuner(ABC):
    """Turns the messages for a port into those that sound in a tuning.

    Args:
        tuning: The tuning.
    """

    def __init__(self, tuning: Tuning) -> None:
        self.tuning = tuning

    @abstractmethod
    def begin(self) -> Iterator[bytes]:
        """Yield what the device must know first."""

    @abstractmethod
    def translate(self, message: bytes) -> Iterator[bytes]:
        """Yield the messages to send instead of one."""

    @abstractmethod
    def end(self) -> Iterator[bytes]:
        """Yield what brings the device back to equal temperament; all notes have ended."""


def port_tuner(tuning: Tuning | None, how: TuningOut) -> PortTuner | None:
    """Return what tunes a port in this way; None if nothing does."""
    if tuning is None or how == "off":
        return None
    return MtsTuner(tuning) if how == "mts" else MpeTuner(tuning)


class MtsTuner(PortTuner):
    """Tunes a whole device by the MIDI Tuning Standard; only keys without a pitch are left out."""

    def begin(self) -> Iterator[bytes]:
        """Yield the tuning of all keys, and its choice on each channel but that of drums."""
        yield from tuning_messages(self.tuning)
        for channel in TUNED_CHANNELS:
            for row in CHOICE_ROWS:
                yield _message(row, channel)

    def translate(self, message: bytes) -> Iterator[bytes]:
        """Yield the message, unless it begins a note that the tuning leaves out."""
        begins = message[0] & 0xF0 == wire.NOTE_ON and message[2] > 0
        is_drum = message[0] & 0x0F == DRUM_CHANNEL
        if not begins or is_drum or self.tuning.pitches[message[1]] is not None:
            yield message

    def end(self) -> Iterator[bytes]:
        """Yield equal temperament."""
        yield from tuning_messages(None)


@dataclass(slots=True)
class _Part:
    """The wish of a channel of the music: its patch and the state of its controllers."""

    state: ChannelState = field(default_factory=ChannelState)
    bank: dict[int, int] = field(default_factory=dict)
    program: int = -1

    @property
    def bend_semitones(self) -> float:
        row = self.state.lanes.get((BEND, 0))
        full = self.state.bend_range
        full = _USUAL_RANGE if full is None else full
        return 0.0 if row is None else bend_of(row) / _FULL_BEND * full


@dataclass(slots=True)
class _Voice:
    """A channel of the zone, which plays one note at a time.

    Attributes:
        channel: 0 to 15.
        part: The channel of the music whose note it plays or played last; -1 for none.
        key: The key of its note as the music has it; -1 while it plays none.
        sounding: The key that it plays.
        offset: Semitones by which the note is bent up from there.
        told: The controllers, pressure and wheel that it has got.
        patch: The program and the banks that it has got.
    """

    channel: int
    part: int = -1
    key: int = -1
    sounding: int = 0
    offset: float = 0.0
    told: ChannelState = field(default_factory=ChannelState)
    patch: tuple[int, tuple[tuple[int, int], ...]] = (-1, ())


class MpeTuner(PortTuner):
    """Plays each note on a channel of its own, with the bend that its pitch needs.

    The port is an MPE zone. Its channels get the program and the controllers of the part whose
    note they play, so that devices without MPE play several parts as well, 14 notes at a time.
    Drums stay on channel 10.
    """

    _ZONE = MpeZone(LOWER, MOST_MEMBERS)

    def __init__(self, tuning: Tuning) -> None:
        super().__init__(tuning)
        self._parts = [_Part() for _ in range(16)]
        # The voice that has been silent for longest comes first.
        self._voices = [_Voice(c) for c in self._ZONE.members if c != DRUM_CHANNEL]

    def begin(self) -> Iterator[bytes]:
        """Yield what makes the port a zone, with the usual range of bends."""
        for row in self._ZONE.count_rows:
            yield _message(row, self._ZONE.manager)
        for voice in self._voices:
            for row in self._ZONE.range_rows:
                yield _message(row, voice.channel)

    def end(self) -> Iterator[bytes]:
        """Yield what ends the zone, with all wheels at rest and of the usual range."""
        for row in (*self._ZONE.count_rows[:2], (CONTROL, 6, 0)):
            yield _message(row, self._ZONE.manager)
        for voice in self._voices:
            for row in (*self._ZONE.range_rows[:2], (CONTROL, 6, int(_USUAL_RANGE))):
                yield _message(row, voice.channel)
            yield wire.bend(voice.channel, 0)

    def translate(self, message: bytes) -> Iterator[bytes]:
        """Yield a message on the channels of the notes that it is about."""
        status, channel = message[0] & 0xF0, message[0] & 0x0F
        if status == _FIRST_SYSTEM_MESSAGE or channel == DRUM_CHANNEL:
            yield message
        elif status == wire.NOTE_ON and message[2] > 0:
            yield from self._begin_note(channel, message[1], message[2])
        elif status in {wire.NOTE_ON, wire.NOTE_OFF}:
            yield from self._end_note(channel, message[1], release=wire.release_of(message))
        elif status == wire.KEY_PRESSURE:
            for voice in self._playing(channel, message[1]):
                yield bytes((wire.KEY_PRESSURE | voice.channel, voice.sounding, message[2]))
        elif status == PROGRAM:
            self._parts[channel].program = message[1]
            yield wire.program(self._ZONE.manager, message[1])
        else:
            row = (status, message[1], message[2] if len(message) > 2 else 0)
            yield from self._move(channel, row)

    # --- notes -------------------------------------------------------------------------------

    def _playing(self, part: int, key: int) -> list[_Voice]:
        return [voice for voice in self._voices if (voice.part, voice.key) == (part, key)]

    def _begin_note(self, part: int, key: int, velocity: int) -> Iterator[bytes]:
        pitch = self.tuning.pitches[key]
        if pitch is None:
            return
        yield from self._end_note(part, key)
        voice = next((v for v in self._voices if v.key < 0), self._voices[0])
        if voice.key >= 0:
            yield from self._silence(voice)
        voice.part, voice.key = part, key
        voice.sounding = min(127, round(pitch))
        voice.offset = pitch - voice.sounding
        self._to_end(voice)
        yield from self._bring(voice)
        yield wire.note_on(voice.channel, voice.sounding, velocity)

    def _end_note(self, part: int, key: int, *, release: int = USUAL_RELEASE) -> Iterator[bytes]:
        for voice in self._playing(part, key):
            yield from self._silence(voice, release=release)
            self._to_end(voice)

    def _silence(self, voice: _Voice, *, release: int = USUAL_RELEASE) -> Iterator[bytes]:
        voice.key = -1
        yield wire.note_off(voice.channel, voice.sounding, release)

    def _to_end(self, voice: _Voice) -> None:
        self._voices = [*(v for v in self._voices if v is not voice), voice]

    # --- what holds for notes ----------------------------------------------------------------

    def _bring(self, voice: _Voice) -> Iterator[bytes]:
        """Yield what brings a voice into the state of its part, with its own bend."""
        part = self._parts[voice.part]
        patch = part.program, tuple(sorted(part.bank.items()))
        if patch != voice.patch:
            for number, value in patch[1]:
                yield wire.control(voice.channel, number, value)
            if part.program >= 0:
                yield wire.program(voice.channel, part.program)
            voice.patch = patch
        wanted = ChannelState()
        for lane, row in part.state.lanes.items():
            if lane[0] != BEND:
                wanted.take(row)
        wanted.take(self._bend_row(voice))
        for row in tuple(wanted.rows(after=voice.told)):
            voice.told.take(row)
            yield _message(row, voice.channel)

    def _bend_row(self, voice: _Voice) -> Row:
        semitones = voice.offset + self._parts[voice.part].bend_semitones
        value = round(semitones / self._ZONE.member_range * _FULL_BEND)
        _, fine, coarse = wire.bend(0, min(_FULL_BEND - 1, max(-_FULL_BEND, value)))
        return BEND, fine, coarse

    def _move(self, part: int, row: Row) -> Iterator[bytes]:
        """Yield a controller, pressure or the wheel for all notes of a part."""
        status, number, _ = row
        own = [voice for voice in self._voices if voice.part == part]
        if status == CONTROL and number in BANKS:
            self._parts[part].bank[number] = row[2]
            yield _message(row, self._ZONE.manager)
        elif status == CONTROL and number >= FIRST_MODE_MESSAGE:
            yield from self._change_mode(part, row, own)
        elif status == BEND or (status == CONTROL and number in PARAMETERS):
            self._parts[part].state.take(row)
            for voice in own:
                yield from self._bring(voice)
        elif status in {CONTROL, PRESSURE}:
            self._parts[part].state.take(row)
            yield _message(row, self._ZONE.manager)
            for voice in own:
                yield from self._bring(voice)

    def _change_mode(self, part: int, row: Row, own: list[_Voice]) -> Iterator[bytes]:
        """Yield a message that ends notes or resets controllers, for the manager and all voices."""
        if row[1] == wire.RESET_CONTROLLERS:
            _reset(self._parts[part].state)
        for voice in own:
            if row[1] != wire.RESET_CONTROLLERS and voice.key >= 0:
                yield from self._silence(voice)
            yield _message(row, voice.channel)
        yield _message(row, self._ZONE.manager)
        if row[1] == wire.RESET_CONTROLLERS:
            for voice in own:
                _reset(voice.told)
                yield from self._bring(voice)


def _reset(state: ChannelState) -> None:
    for row in tuple(state.reset(whole=False)):
        state.take(row)


def _message(row: Row, channel: int) -> bytes:
    status, *data = row
    return bytes((status | channel, *data[: data_bytes(status)]))
