"""The mixing desk of the built-in sound: a strip for each channel, room, chorus, and the master.

Instruments → strips (volume, pan, sends) → dry, reverb and chorus buses → no DC → limiter.
"""

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence

import numpy as np

from engine.playback import wire
from engine.playback.sound.effects import Chorus, Convolver, DcFilter
from engine.playback.sound.limiter import Limiter
from engine.playback.sound.rooms import impulse_response
from engine.playback.sound.tones import (
    SAMPLE_RATE,
    Block,
    Floats,
    FrameMessage,
    Heard,
    Instruments,
)
from engine.values.channel_numbers import DRUM_CHANNEL
from engine.values.sound import Room
from engine.values.tuning import Tuning
from engine.values.voicing import CENTRE, voicing

MASTER = -1
"""The key of the master's peaks in `Heard`."""

# Controllers.
_EXPRESSION, _CHORUS = 11, 93
# Controllers that the strip handles; all other messages go to the instrument.
_STRIP_CONTROLS = frozenset({wire.VOLUME, wire.PAN, wire.REVERB, wire.STRIP, _EXPRESSION, _CHORUS})
# Frames over which a gain changes: a jump would click.
_RAMP = 256
_REVERB_RETURN, _CHORUS_RETURN = 0.65, 0.8
_MASTER_GAIN = 10 ** (6.0 / 20)
_DRY, _TO_REVERB, _TO_CHORUS = range(3)
# Of the sound that waits to be measured; without a listener the rest is dropped.
_MOST_BLOCKS = 512


class _ChannelStrip:
    """Volume, pan and effect sends of one channel.

    Args:
        trims: Decibels to add to programs of this bank, by (program, is drum).
        is_drum: Whether it is a drum channel.
    """

    def __init__(self, trims: Mapping[tuple[int, bool], float], *, is_drum: bool) -> None:
        self._trims = trims
        self._is_drum = is_drum
        self._program = 0
        self._values: dict[int, int] = {}
        self._fader, self._send = 1.0, -1
        self._width = 1.0
        self._gain: Floats | None = None
        self._target = self._aim()
        self.peak = np.zeros(2, np.float32)

    def take(self, message: bytes) -> bool:
        """Apply a message; return whether the instrument must not get it."""
        status = message[0] & 0xF0
        if status == wire.PROGRAM:
            self._program = message[1]
        elif status == wire.CONTROL and message[1] == wire.STRIP:
            volume, self._send = wire.strip_of(message)
            self._fader = (volume / 100) ** 2
        elif status == wire.CONTROL and message[1] in _STRIP_CONTROLS:
            self._values[message[1]] = message[2]
        elif status == wire.CONTROL and message[1] == wire.RESET_CONTROLLERS:
            self._values.clear()
        else:
            return False
        self._target = self._aim()
        return status == wire.CONTROL and message[1] in _STRIP_CONTROLS

    def rest(self) -> None:
        """Forget the last gain: the channel is silent, so a jump cannot click."""
        self._gain = None

    def _aim(self) -> Floats:
        """Return the gain of each bus and side, (3, 2)."""
        given = voicing(self._program, is_drum=self._is_drum)
        self._width = given.width
        value = self._values.get
        # 40 log10 for both, as General MIDI and SoundFont 2.04 (section 8.4) ask.
        level = (value(wire.VOLUME, 100) * value(_EXPRESSION, 127) / 127**2) ** 2
        level *= self._fader
        trim_db = given.trim_db + self._trims.get((self._program, self._is_drum), 0.0)
        level *= 10 ** (trim_db / 20)
        # Equal-power pan that leaves the centre at unity gain.
        angle = (max(1, value(wire.PAN, CENTRE)) - 1) / 126 * np.pi / 2
        sides = np.sqrt(2) * np.array((np.cos(angle), np.sin(angle)))
        reverb = self._send if self._send >= 0 else value(wire.REVERB, given.reverb)
        sends = np.array((1.0, reverb / 127, value(_CHORUS, given.chorus) / 127))
        return np.asarray(level * sends[:, None] * sides, np.float32)

    def mix(self, block: Block, buses: Floats) -> None:
        """Add an instrument's frames to the buses, (3, frames, 2)."""
        if self._width != 1.0:
            middle = block.mean(axis=1, keepdims=True)
            block = middle + np.float32(self._width) * (block - middle)
        before = self._target if self._gain is None else self._gain
        self._gain = self._target
        if before is self._target:
            self._add(block, buses, self._target[:, None])
            return
        ramp = min(_RAMP, len(block))
        share = np.linspace(0, 1, ramp, endpoint=False, dtype=np.float32)[:, None]
        moving = before[:, None] + (self._target - before)[:, None] * share
        self._add(block[:ramp], buses[:, :ramp], moving)
        self._add(block[ramp:], buses[:, ramp:], self._target[:, None])

    def _add(self, block: Block, buses: Floats, gain: Floats) -> None:
        if not len(block):
            return
        dry = block * gain[_DRY]
        buses[_DRY] += dry
        for bus in (_TO_REVERB, _TO_CHORUS):
            if gain[bus].any():
                buses[bus] += block * gain[bus]
        np.maximum(self.peak, np.abs(dry).max(axis=0), out=self.peak)


class Desk:
    """Mixes instruments through strips, effects and the master: a `Synthesizer`.

    Args:
        instruments: Make the channels' sound.
        sample_rate: Frames a second.
        room: The room of the reverb.
        trims: Decibels to add, by (program, is drum); None for those of the instruments.
        limits: Whether to keep peaks under -1 dB of full scale, `LOOK_AHEAD` frames late; files are
            mastered instead.
    """

    def __init__(
        self,
        instruments: Instruments,
        *,
        sample_rate: int = SAMPLE_RATE,
        room: Room = "room",
        trims: Mapping[tuple[int, bool], float] | None = None,
        limits: bool = True,
    ) -> None:
        self._instruments = instruments
        self._rate = sample_rate
        self._trims = instruments.trims if trims is None else trims
        self._strips: dict[int, _ChannelStrip] = {}
        self._chorus = Chorus(sample_rate)
        self._dc = DcFilter(sample_rate)
        self._limiter = Limiter(sample_rate) if limits else None
        self._peak = np.zeros(2, np.float32)
        self._level = self._aim = _MASTER_GAIN
        self._made: deque[Block] = deque(maxlen=_MOST_BLOCKS)
        self._room: Room = "off"
        self._reverb: Convolver | None = None
        self.set_room(room)

    @property
    def title(self) -> str:
        """Name of the instruments."""
        return self._instruments.title

    @property
    def borrowed(self) -> frozenset[tuple[int, bool]]:
        """The programs that the bank lacks and the one that ships plays."""
        return self._instruments.borrowed

    def prepare(self, wanted: Sequence[tuple[int, bool]]) -> None:
        """Prepare programs, each (number, whether a drum kit)."""
        self._instruments.prepare(wanted)

    def set_room(self, room: Room) -> None:
        """Change the room from the next block on."""
        if room != self._room:
            answer = None if room == "off" else impulse_response(room, self._rate)
            self._reverb = None if answer is None else Convolver(answer)
            self._room = room

    def set_tuning(self, tuning: Tuning | None) -> None:
        """Tune the notes that begin from now on, drums excepted; None is equal temperament."""
        self._instruments.set_tuning(tuning)

    def set_level(self, decibels: float) -> None:
        """Set the fader of the master from the next block on; -inf is silence."""
        self._aim = _MASTER_GAIN * 10 ** (decibels / 20)

    def heard(self) -> Heard:
        """Return the sound since the last call and its peaks; any thread may call it."""
        peaks = {number: strip.peak for number, strip in self._strips.items()}
        made = {n: (float(p[0]), float(p[1])) for n, p in ({MASTER: self._peak} | peaks).items()}
        for peak in (self._peak, *peaks.values()):
            peak[:] = 0
        held_db = 0.0
        if self._limiter is not None:
            held_db, self._limiter.reduced_db = self._limiter.reduced_db, 0.0
        blocks = tuple(self._made.popleft() for _ in range(len(self._made)))
        return Heard(peaks=made, held_db=held_db, blocks=blocks)

    def play(self, placed: Sequence[FrameMessage], start: int, frames: int) -> Block:
        """Return a block in which each message begins at its own frame; see `Synthesizer`."""
        messages: defaultdict[int, list[FrameMessage]] = defaultdict(list)
        for one in placed:
            messages[one.channel].append(one)
        buses = np.zeros((3, frames, 2), np.float32)
        sounding = set(self._instruments.sounding())
        for channel in sorted(sounding | messages.keys()):
            self._play_channel(channel, messages[channel], start, buses, sounds=channel in sounding)
        return self._master(buses)

    def _strip(self, channel: int) -> _ChannelStrip:
        if channel not in self._strips:
            is_drum = channel % 16 == DRUM_CHANNEL
            self._strips[channel] = _ChannelStrip(self._trims, is_drum=is_drum)
        return self._strips[channel]

    def _play_channel(
        self, channel: int, messages: list[FrameMessage], start: int, buses: Floats, *, sounds: bool
    ) -> None:
        strip = self._strip(channel)
        if not sounds:
            strip.rest()
        frames, done = buses.shape[1], 0
        for message in messages:
            at = min(frames, max(done, message.frame - start))
            if at > done and sounds:
                strip.mix(self._instruments.render(channel, at - done), buses[:, done:at])
            done = at
            if not strip.take(message.message):
                self._instruments.receive(channel, message.message)
                sounds = True
        if done < frames and sounds:
            strip.mix(self._instruments.render(channel, frames - done), buses[:, done:])

    def _master(self, buses: Floats) -> Block:
        sound = buses[_DRY] + _CHORUS_RETURN * self._chorus.process(buses[_TO_CHORUS])
        if self._reverb is not None:
            sound += _REVERB_RETURN * self._reverb.process(buses[_TO_REVERB])
        sound = self._dc.process(sound * self._gain(len(sound)))
        if self._limiter is not None:
            sound = self._limiter.process(sound)
        np.maximum(self._peak, np.abs(sound).max(axis=0, initial=0.0), out=self._peak)
        self._made.append(sound)
        return sound

    def _gain(self, frames: int) -> Floats | np.float32:
        """Return the master's gain, a ramp while its fader moves."""
        before, self._level = self._level, self._aim
        if before == self._level:
            return np.float32(before)
        return np.linspace(before, self._level, frames, dtype=np.float32)[:, None]
