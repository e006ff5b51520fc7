"""The mixing desk of the built-in sound: a strip for each channel, room, chorus, and the master.

Instruments → strips (volume, pan, sends) → dry, reverb and chorus buses, and a recording → no DC →
limiter.
"""

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from engine.playback import wire
from engine.playback.sound.effects import Chorus, Convolver, OnePole
from engine.playback.sound.limiter import Limiter
from engine.playback.sound.rooms import impulse_response
from engine.playback.sound.tape import Tape
from engine.playback.sound.tones import (
    BANKS,
    PART,
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
_EXPRESSION, _BRIGHTNESS, _CHORUS = 11, 74, 93
# Controllers that the strip handles; all other messages go to the instrument.
_STRIP_CONTROLS = frozenset(
    {wire.VOLUME, wire.PAN, wire.REVERB, wire.STRIP, _EXPRESSION, _BRIGHTNESS, _CHORUS}
)
# Brightness is a shelf: what lies above this corner gets louder, or much softer.
_BRIGHT_HZ, _BRIGHT_DB, _DULL_DB = 1500.0, 9.0, 24.0
_MIDDLE = 64  # the value that leaves the sound as it is
# Frames over which a gain changes: a jump would click.
_RAMP = 256
_REVERB_RETURN, _CHORUS_RETURN = 0.65, 0.8
_MASTER_GAIN = 10 ** (6.0 / 20)
_LOWEST_HZ = 10.0  # what is lower is DC
# Of the gains of a strip, those that matter while none changes.
_STEADY = [0, 1, 3, 4]
# Of the sound that waits to be measured; without a listener the rest is dropped.
_MOST_BLOCKS = 512
# With larger products the linear algebra would start threads.
_PRODUCT = 1 << 18


class _ChannelStrip:
    """Volume, pan, brightness and effect sends of one channel.

    Args:
        trims: Decibels to add to programs of this bank, by (program, is drum).
        is_drum: Whether it is a drum channel.
        sample_rate: Frames a second.
    """

    def __init__(
        self, trims: Mapping[tuple[int, bool], float], *, is_drum: bool, sample_rate: int
    ) -> None:
        self._trims = trims
        self._is_drum = is_drum
        self._program = 0
        self._values: dict[int, int] = {}
        self._fader, self._send = 1.0, -1
        self._low = OnePole(_BRIGHT_HZ, sample_rate)
        self.wide = np.eye(2, dtype=np.float32)
        self._target = self._aim()
        # Gains that were reached, and after which frames of the block they change.
        self._gains = self._target
        self._turns: list[tuple[int, Floats]] = []
        # Before its first block no gain was heard that could jump.
        self.is_new = True

    def take(self, message: bytes, at: int | None) -> bool:
        """Apply a message; return whether the instrument must not get it.

        Args:
            message: The message.
            at: Its frame in the block; None while the channel is silent, so a jump cannot click.
        """
        status = message[0] & 0xF0
        if status == wire.PROGRAM:
            self._program = message[1]
        elif status == wire.CONTROL and message[1] == wire.STRIP:
            volume, self._send = wire.strip_of(message)
            self._fader = (volume / 100) ** 2
        elif status == wire.CONTROL and message[1] in _STRIP_CONTROLS:
            self._values[message[1]] = message[2]
        elif status == wire.CONTROL and message[1] == wire.RESET_CONTROLLERS:
            # Volume, pan, sends and brightness stay: MIDI's recommended practice RP-015.
            self._values.pop(_EXPRESSION, None)
        else:
            return False
        self._target = self._aim()
        if at is None:
            self._gains = self._target
        else:
            # Messages of one frame are one change.
            self._turns = [turn for turn in self._turns if turn[0] < at]
            self._turns.append((at, self._target))
        return status == wire.CONTROL and message[1] in _STRIP_CONTROLS

    def _aim(self) -> Floats:
        """Return the gains of left, right and what is bright, and the sends: (5,)."""
        given = voicing(self._program, is_drum=self._is_drum)
        # The shares of itself and of the other side that a side has.
        other = (1 - given.width) / 2
        self.wide = np.array(((1 - other, other), (other, 1 - other)), np.float32)
        value = self._values.get
        # 40 log10 for both, as General MIDI and SoundFont 2.04 (section 8.4) ask.
        level = (value(wire.VOLUME, 100) * value(_EXPRESSION, 127) / 127**2) ** 2
        level *= self._fader
        trim_db = given.trim_db + self._trims.get((self._program, self._is_drum), 0.0)
        level *= np.sqrt(2) * 10 ** (trim_db / 20)
        # Equal-power pan that leaves the centre at unity gain.
        angle = (max(1, value(wire.PAN, CENTRE)) - 1) / 126 * np.pi / 2
        bright = value(_BRIGHTNESS, _MIDDLE) - _MIDDLE
        bright_db = bright / _MIDDLE * (_DULL_DB if bright < 0 else _BRIGHT_DB)
        reverb = self._send if self._send >= 0 else value(wire.REVERB, given.reverb)
        sends = reverb / 127, value(_CHORUS, given.chorus) / 127
        sides = level * np.cos(angle), level * np.sin(angle)
        return np.array((*sides, 10 ** (bright_db / 20), *sends), np.float32)

    @property
    def steady(self) -> Floats | None:
        """The gains of left and right, none of which changes, and the sends: (4,); else None."""
        if self._turns or self._gains[2] != 1.0:
            return None
        return self._gains[_STEADY]

    def moved(self, sound: Floats, wet: Floats) -> Floats:
        """Return (2, frames) in which gains change, as it is heard dry; add it to the wet buses."""
        left, right, bright, *sends = self._curves(sound.shape[1])
        low = self._low.process(sound.T).T
        dry = self.wide @ (low + (sound - low) * bright)
        dry[0] *= left
        dry[1] *= right
        for bus, send in enumerate(sends):
            wet[bus] += dry * send
        return dry

    def _curves(self, frames: int) -> list[Floats]:
        """Return each gain: a number, or one for each frame where it changes."""
        turns, self._turns = self._turns, []
        before, self._gains = self._gains, self._target
        if not turns:
            return list(before)
        at: list[int] = []
        values: list[Floats] = []
        ends = [start for start, _ in turns[1:]] + [frames]
        for (start, after), end in zip(turns, ends, strict=True):
            at += (start, max(start, min(end, start + _RAMP)))
            values += (before, after)
            before = after
        every, table = np.arange(frames), np.stack(values, axis=1)
        return [
            np.interp(every, at, row).astype(np.float32) if np.ptp(row) else row[-1]
            for row in table
        ]


class Desk:
    """Mixes instruments through strips, effects and the master: a `Synthesizer`.

    Args:
        instruments: Make the channels' sound.
        sample_rate: Frames a second.
        room: The room of the reverb.
        trims: Decibels to add, by (program, is drum); None for those of the instruments.
        limits: Whether to keep peaks under -1 dB of full scale, `LOOK_AHEAD` frames late; files are
            mastered instead.
        whole: Whether all blocks are multiples of `effects.WHOLE`; the reverb is cheaper then.
    """

    def __init__(
        self,
        instruments: Instruments,
        *,
        sample_rate: int = SAMPLE_RATE,
        room: Room = "room",
        trims: Mapping[tuple[int, bool], float] | None = None,
        limits: bool = True,
        whole: bool = False,
    ) -> None:
        self._instruments = instruments
        self._rate = sample_rate
        self._trims = instruments.trims if trims is None else trims
        self._strips: dict[int, _ChannelStrip] = {}
        self._chorus = Chorus(sample_rate)
        self._whole = whole
        self._below = OnePole(_LOWEST_HZ, sample_rate)
        self._limiter = Limiter(sample_rate) if limits else None
        self._level = self._aim = _MASTER_GAIN
        # The master's gain is for instruments; a recording has its level.
        self._tape = Tape(sample_rate, gain=1 / _MASTER_GAIN)
        self._made: deque[Block] = deque(maxlen=_MOST_BLOCKS)
        # By channel, the master last.
        self._peaks = np.zeros((16 * BANKS + 1, 2), np.float32)
        self._room: Room = "off"
        self._reverb: Convolver | None = None
        self.set_room(room)

    @property
    def title(self) -> str:
        """Name of the instruments."""
        return self._instruments.title

    @property
    def tape(self) -> Tape:
        """The player of a recording beside the notes."""
        return self._tape

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
            self._reverb = None if answer is None else Convolver(answer, whole=self._whole)
            self._room = room

    def set_tuning(self, tuning: Tuning | None) -> None:
        """Tune the notes that begin from now on, drums excepted; None is equal temperament."""
        self._instruments.set_tuning(tuning)

    def set_level(self, decibels: float) -> None:
        """Set the fader of the master from the next block on; -inf is silence."""
        self._aim = _MASTER_GAIN * 10 ** (decibels / 20)

    def heard(self) -> Heard:
        """Return the sound since the last call and its peaks; any thread may call it."""
        made = {
            n: (float(self._peaks[n, 0]), float(self._peaks[n, 1]))
            for n in (MASTER, *tuple(self._strips))
        }
        self._peaks[:] = 0
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
        sounding = set(self._instruments.sounding())
        parts: dict[int, list[Block]] = {}
        for channel in sorted(sounding | messages.keys()):
            made = self._parts(
                channel, messages[channel], start, frames, sounds=channel in sounding
            )
            if made:
                parts[channel] = made
        return self._master(self._mixed(parts, frames), start)

    def _strip(self, channel: int) -> _ChannelStrip:
        if channel not in self._strips:
            is_drum = channel % 16 == DRUM_CHANNEL
            self._strips[channel] = _ChannelStrip(
                self._trims, is_drum=is_drum, sample_rate=self._rate
            )
        return self._strips[channel]

    def _parts(
        self, channel: int, messages: list[FrameMessage], start: int, frames: int, *, sounds: bool
    ) -> list[Block]:
        """Return a channel's sound, in parts: the instrument stops at each message."""
        strip, instruments = self._strip(channel), self._instruments
        done, heard = 0, sounds and not strip.is_new
        parts: list[Block] = []
        for message in messages:
            at = min(frames, max(done, message.frame - start))
            if at > done:
                heard = heard or sounds
                parts += self._sound(channel, done, at, sounds=sounds)
            done = at
            if not strip.take(message.message, at if heard else None):
                instruments.receive(channel, message.message)
                sounds = True
        parts += self._sound(channel, done, frames, sounds=sounds)
        return parts if sounds else []

    def _sound(self, channel: int, start: int, end: int, *, sounds: bool) -> Iterator[Block]:
        """Yield a channel's sound between two frames of a block."""
        if not sounds:
            yield np.zeros((2, end - start), np.float32).T
            return
        while start < end:
            stop = min(end, (start // PART + 1) * PART)
            yield self._instruments.render(channel, stop - start)
            start = stop

    def _mixed(self, parts: Mapping[int, list[Block]], frames: int) -> Floats:
        """Return the buses, (3, 2, frames): all channels whose gains rest in a few products."""
        buses = np.zeros((3, 2, frames), np.float32)
        if not parts:
            return buses
        # A product with a single row is slow.
        rows = max(2, len(parts))
        sounds = np.empty((rows, 2, frames), np.float32)
        sounds[len(parts) :] = 0.0
        wide = np.zeros((rows, 2, 2), np.float32)
        sends = np.ones((3, rows), np.float32)
        for row, (channel, blocks) in enumerate(parts.items()):
            strip = self._strip(channel)
            np.concatenate([block.T for block in blocks], axis=1, out=sounds[row])
            strip.is_new, steady = False, strip.steady
            if steady is None:
                sounds[row] = strip.moved(sounds[row], buses[1:])
                wide[row], sends[1:, row] = np.eye(2), 0.0
            else:
                wide[row], sends[1:, row] = strip.wide * steady[:2, None], steady[2:]
        # In place the product would take three times as long.
        sounds = np.matmul(wide, sounds)
        tops = np.maximum(sounds.max(axis=2), -sounds.min(axis=2))
        np.maximum.at(self._peaks, list(parts), tops[: len(parts)])
        size = _PRODUCT // sends.size
        for at in range(0, frames, size):
            for side in range(2):
                buses[:, side, at : at + size] += sends @ sounds[:, side, at : at + size]
        return buses

    def _master(self, buses: Floats, start: int) -> Block:
        # Each bus as (frames, 2), in the order in which it lies in memory.
        dry, to_reverb, to_chorus = buses.transpose(0, 2, 1)
        sound: Block = dry + np.float32(_CHORUS_RETURN) * self._chorus.process(to_chorus)
        if self._reverb is not None:
            sound += np.float32(_REVERB_RETURN) * self._reverb.process(to_reverb)
        self._tape.add_to(sound, start)
        sound *= self._gain(len(sound))
        sound -= self._below.process(sound)
        if self._limiter is not None:
            sound = self._limiter.process(sound)
        np.maximum(self._peaks[MASTER], np.abs(sound).max(axis=0), out=self._peaks[MASTER])
        if not self._whole:
            self._made.append(sound)
        return sound

    def _gain(self, frames: int) -> Floats | np.float32:
        """Return the master's gain, a ramp while its fader moves."""
        before, self._level = self._level, self._aim
        if before == self._level:
            return np.float32(before)
        return np.linspace(before, self._level, frames, dtype=np.float32)[:, None]
