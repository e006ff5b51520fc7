"""Instruments of a sound bank, one synthesizer a channel. Only this imports tinysoundfont."""

import math
import struct
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from engine.ground.errors import SoundError
from engine.playback import wire
from engine.playback.sound.subset import DRUM_BANK, Bank, BankEntry
from engine.playback.sound.tones import BANKS, SAMPLE_RATE, Block, Floats
from engine.playback.sound.trims import all_trims_of
from engine.values.channel_numbers import DRUM_CHANNEL
from engine.values.events import USUAL_RELEASE
from engine.values.tuning import Tuning

# Two for each note of a stereo instrument; the oldest is replaced first.
_VOICES = 160
# Headroom for many notes at once, so that the limiter rarely works.
_GAIN = 10 ** (-3 / 20)
# From here on the pedal holds notes; from there on dampers touch the strings but lightly, and a
# released note fades for up to so many seconds before it is damped.
_PEDAL_DOWN, _PEDAL_TOUCHES, _HALF_PEDAL_S = 64, 24, 1.2
# The slowest release of a key takes so long.
_SLOW_RELEASE_S = 0.12
_VIBRATO_CENTS, _VIBRATO_HZ = 50.0, 5.5
# Frames between two pitches of a vibrato: steps of less than 5 cents.
_VIBRATO_FRAMES = 128
# Limit of memory for presets; above it, channels with the same preset share it, and its pan.
_MOST_BYTES = 400_000_000
# A channel below -100 dB for two seconds is silent; slow attacks are quiet for a while, too.
_INAUDIBLE_LEVEL = 1e-5
_ENDED_S = 2.0
# Keys of every octave, and frames enough for the loops of short samples to come round.
_TRIED, _TRIED_FRAMES = range(12, 128, 12), 2048

# Parameters that a channel keeps while it waits for its instrument.
_MOST_SAID = 64

# The first font channel that is no channel of a port.
_FIRST_STRING = 16 * BANKS

Key = tuple[int, int]  # bank and program of a preset


class _String(NamedTuple):
    """Where the note of a tuned key sounds.

    tinysoundfont tunes only whole channels. Each key that lies between two semitones therefore
    has a font channel of its own, a string, on which the nearest key is played.

    Attributes:
        channel: The font's channel.
        key: The key that is played there.
        cents: How much the channel is tuned up.
    """

    channel: int
    key: int
    cents: float = 0.0


class _Instrument:
    """A preset that is loaded for one channel."""

    def __init__(self, font: Any, key: Key, size: int) -> None:
        self.font = font
        self.key = key
        self.size = size
        self.quiet = 0
        self.sounds = False
        # Set by another thread once no track has the program any more.
        self.unwanted = False
        # The strings of each channel, by the keys that players press.
        self._strings: dict[int, dict[int, _String]] = {}

    def font_channels(self, number: int) -> list[int]:
        """Return a channel and the font's channels of its tuned keys."""
        return [number, *(string.channel for string in self._strings.get(number, {}).values())]

    def string(self, number: int, key: int, pitch: float) -> _String:
        """Return where a key sounds at a pitch, tuned."""
        nearest = min(127, round(pitch))
        cents = 100 * (pitch - nearest)
        strings = self._strings.setdefault(number, {})
        before = strings.get(key)
        if before is None:
            used = sum(map(len, self._strings.values()))
            before = _String(_FIRST_STRING + used, nearest)
            self.font.channel_set_preset_index(before.channel, 0)
            self.font.channel_set_pitch_wheel(
                before.channel, self.font.channel_get_pitch_wheel(number)
            )
        string = strings[key] = before._replace(key=nearest, cents=cents)
        self._tune(number, string)
        return string

    def retune(self, number: int) -> None:
        """Have the strings of a channel follow its tuning and the range of its wheel."""
        for string in self._strings.get(number, {}).values():
            self._tune(number, string)

    def _tune(self, number: int, string: _String) -> None:
        font, channel = self.font, string.channel
        font.channel_set_pitch_range(channel, font.channel_get_pitch_range(number))
        font.channel_set_tuning(channel, font.channel_get_tuning(number) + string.cents / 100)


class _BankChannel:
    """The state of a channel."""

    def __init__(self) -> None:
        self.program = 0
        self.variation = 0
        self.instrument: _Instrument | None = None
        # The preset that it waits for, and meanwhile the keys that are down, with velocities, and
        # parameters.
        self.wanted: BankEntry | None = None
        self.struck: dict[int, int] = {}
        self.said: list[tuple[int, int]] = []
        # tinysoundfont has no pedal. Keys that were released and sound on, with the frames that
        # are left to them; without end under a pedal that is down.
        self.held: dict[int, float] = {}
        self.pedal = 0
        self.bend = 8192
        # Nor has it a vibrato that is played: the modulation wheel and pressure bend the channel.
        self.wheel = 0
        self.pressure = 0
        self.pressures: dict[int, int] = {}
        self.swing = 0.0
        # Where each key that was struck sounds.
        self.strings: dict[int, _String] = {}

    @property
    def presses(self) -> bool:
        """Whether a wheel or pressure asks for vibrato."""
        return bool(self.wheel or self.pressure or self.pressures)

    def vibrato_cents(self) -> float:
        """Return how far the pitch swings, as SoundFont 2.04 asks (sections 8.4.4 and 8.4.5).

        It knows no pressure on single keys; the hardest one counts for the channel.
        """
        pressure = max(self.pressure, *self.pressures.values(), 0)
        return _VIBRATO_CENTS * (self.wheel + pressure) / 127

    def pedal_frames(self, rate: int) -> float:
        """Return how long a released key sounds on under the pedal, in frames."""
        if self.pedal >= _PEDAL_DOWN:
            return math.inf
        part = (self.pedal - _PEDAL_TOUCHES) / (_PEDAL_DOWN - _PEDAL_TOUCHES)
        return _HALF_PEDAL_S * rate * max(0.0, part) ** 2


class BankInstruments:
    """Plays a sound bank; each preset is loaded when it is first used.

    Args:
        bank: Result of `engine.playback.sound.bank.read_bank`.
        sample_rate: Frames a second.
        live: Whether a preset that nobody prepared is loaded beside playing; its channel is silent
            until then. Else `receive` waits for it.

    Attributes:
        title: The bank's own name.
        trims: Decibels by program that make the programs equally loud; none where not known.
        borrowed: The programs that the bank has from another one.

    Raises:
        SoundError: tinysoundfont is not installed.
    """

    def __init__(self, bank: Bank, sample_rate: int = SAMPLE_RATE, *, live: bool = False) -> None:
        try:
            from tinysoundfont import _tinysoundfont as tsf  # noqa: PLC0415 - may be missing
        except ImportError as error:
            raise SoundError("The synthesizer for sound banks is not installed.") from error
        self.title = bank.title
        self.trims = all_trims_of(bank)
        self.borrowed = bank.borrowed
        self._tsf = tsf
        self._bank = bank
        self._rate = sample_rate
        self._live = live
        self._coming: set[Key] = set()
        self._channels: dict[int, _BankChannel] = {}
        self._spare: dict[Key, list[_Instrument]] = {}
        self._used: list[_Instrument] = []
        self._bytes = 0
        self._tuning: Tuning | None = None
        self._lock = threading.Lock()

    # --- presets ----------------------------------------------------------------------------

    def prepare(self, wanted: Sequence[tuple[int, bool]]) -> None:
        """Load programs before they are used; may be called from another thread.

        Args:
            wanted: The program of each future channel, and whether it is a drum kit.
        """
        presets = [self._bank.find(program=p, is_drum=is_drum) for p, is_drum in wanted]
        known = {(p.bank, p.program): p for p in presets if p is not None}
        for key, count in Counter((p.bank, p.program) for p in presets if p is not None).items():
            while self._count(key) < count and self._bytes < _MOST_BYTES:
                made = self._made(known[key])
                with self._lock:
                    self._spare.setdefault(key, []).append(made)
                    self._bytes += made.size
        self._forget_spares({*known})
        self._mark_unwanted({*known}, {program for program, _ in wanted})
        self._bank.let_go()

    def _count(self, key: Key) -> int:
        with self._lock:
            return len(self._spare.get(key, ())) + sum(i.key == key for i in self._used)

    def _forget_spares(self, wanted: set[Key]) -> None:
        with self._lock:
            for key in [key for key in self._spare if key not in wanted]:
                self._bytes -= sum(i.size for i in self._spare.pop(key))

    def _mark_unwanted(self, wanted: set[Key], programs: set[int]) -> None:
        """Mark presets that no track uses, to be unloaded as soon as they are silent.

        Kits stay, for the metronome; so do variations of programs that are used.
        """
        with self._lock:
            for each in self._used:
                bank, program = each.key
                plays = bank == DRUM_BANK or each.key in wanted or program in programs
                each.unwanted = not plays

    def _made(self, preset: BankEntry) -> _Instrument:
        try:
            # Fails for a loop before its sample's beginning: it cannot be written.
            data = self._bank.only(self._bank.darkened(preset)).written()
            font = self._tsf.SoundFont(data)
        except (RuntimeError, ValueError, struct.error) as error:
            raise SoundError("The sound bank cannot be read.") from error
        font.set_output(self._tsf.OutputMode.StereoUnweaved, self._rate, 0.0)
        font.set_max_voices(_VOICES)
        return _Instrument(font, (preset.bank, preset.program), 2 * len(data))

    def try_out(self, preset: BankEntry) -> None:
        """Load a preset, play a key of each octave for a moment, and unload it.

        Raises:
            SoundError: The preset cannot be read.
        """
        font = self._made(preset).font
        font.channel_set_preset_index(0, 0)
        for pitch in _TRIED:
            font.channel_note_on(0, pitch, 1.0)
        font.render(bytearray(_TRIED_FRAMES * 8))

    def _take(self, preset: BankEntry) -> _Instrument | None:
        """Return an instrument of its own for a channel, or a shared one if memory is short.

        Returns:
            None while it is loaded beside playing.
        """
        key = preset.bank, preset.program
        with self._lock:
            spare = self._spare.get(key)
            made = spare.pop() if spare else None
            same = next((i for i in self._used if i.key == key), None)
        if made is None and same is not None and self._bytes + same.size > _MOST_BYTES:
            return same
        if made is None and self._live:
            if key not in self._coming:
                self._coming.add(key)
                threading.Thread(target=self._bring, args=(preset,), daemon=True).start()
            return None
        if made is None:
            made = self._made(preset)
            self._bytes += made.size
        made.unwanted = False
        with self._lock:
            self._used.append(made)
        return made

    def _bring(self, preset: BankEntry) -> None:
        """Load a preset that a channel waits for; one that cannot be read stays silent."""
        try:
            made = self._made(preset)
        except SoundError:
            return
        with self._lock:
            self._spare.setdefault(made.key, []).append(made)
            self._bytes += made.size
        self._coming.discard(made.key)

    def _select(self, number: int, channel: _BankChannel, program: int) -> None:
        channel.program = program
        preset = self._bank.find(
            program=program, is_drum=number % 16 == DRUM_CHANNEL, variation=channel.variation
        )
        key = (preset.bank, preset.program) if preset else None
        before = channel.instrument
        channel.wanted = None
        if before is not None and before.key == key:
            return
        if before is not None:
            for font_channel in before.font_channels(number):
                before.font.channel_sounds_off(font_channel)
            channel.strings.clear()
            self._leave(before)
            channel.instrument = None
        channel.wanted = preset
        self._seat(number, channel)

    def _seat(self, number: int, channel: _BankChannel) -> None:
        """Give a channel the instrument that it wants, if that is ready."""
        made = self._take(channel.wanted) if channel.wanted else None
        if made is None:
            return
        channel.instrument, channel.wanted = made, None
        made.font.channel_set_preset_index(number, 0)
        for control, value in channel.said:
            self._tell_font(number, made, control, value)
        channel.said.clear()
        self._bend(number, channel, channel.bend)
        struck, channel.struck = channel.struck, {}
        for pitch, velocity in struck.items():
            self._begin(number, channel, pitch, velocity)

    def _leave(self, instrument: _Instrument) -> None:
        if sum(c.instrument is instrument for c in self._channels.values()) > 1:
            return
        with self._lock:
            self._used.remove(instrument)
            self._spare.setdefault(instrument.key, []).append(instrument)

    # --- playing ----------------------------------------------------------------------------

    def set_tuning(self, tuning: Tuning | None) -> None:
        """Tune the notes that begin from now on, drums excepted; None is equal temperament."""
        self._tuning = tuning

    def receive(self, number: int, message: bytes) -> None:
        """Apply a message; volume, pan and sends are handled by the desk."""
        status = message[0] & 0xF0
        channel = self._channels.get(number)
        if channel is None:
            channel = self._channels[number] = _BankChannel()
        if status == wire.PROGRAM:
            channel.struck.clear()
            self._select(number, channel, message[1])
            return
        if channel.instrument is None and _asks_for_sound(message):
            self._select(number, channel, channel.program)
        if status == wire.NOTE_ON and message[2] > 0:
            self._begin(number, channel, message[1], message[2])
        elif status in {wire.NOTE_ON, wire.NOTE_OFF}:
            self._release(number, channel, message)
        elif status == wire.KEY_PRESSURE:
            channel.pressures[message[1]] = message[2]
        elif status == wire.PRESSURE:
            channel.pressure = message[1]
        elif status == wire.CONTROL:
            self._control(number, channel, message[1], message[2])
        elif status == wire.BEND:
            self._bend(number, channel, message[1] | message[2] << 7)

    def _begin(self, number: int, channel: _BankChannel, pitch: int, velocity: int) -> None:
        instrument = channel.instrument
        if instrument is None:
            channel.struck[pitch] = velocity
            return
        string = self._string(number, instrument, pitch)
        if string is None:
            return
        before = channel.strings.get(pitch, string)
        if before[:2] != string[:2]:
            # The tuning has changed while the pedal holds the key's note.
            instrument.font.channel_note_off(before.channel, before.key)
        channel.strings[pitch] = string
        if channel.held.pop(pitch, None) is not None:
            # The hammer meets a string that still sounds.
            self._end(number, channel, pitch)
            channel.strings[pitch] = string
        # SoundFont's velocity curve is the square (2.04, section 8.4.1). tinysoundfont takes an
        # amplitude; the half step is for its rounding, and the rest is the font's volume.
        given = min(1.0, (velocity + 0.5) / 127)
        instrument.font.set_volume(_GAIN * (velocity / 127) ** 2 / given)
        instrument.font.channel_note_on(string.channel, string.key, given)
        instrument.sounds, instrument.quiet = True, 0

    def _string(self, number: int, instrument: _Instrument, key: int) -> _String | None:
        """Return where a key sounds; None where the tuning leaves it out."""
        if self._tuning is None or number % 16 == DRUM_CHANNEL:
            return _String(number, key)
        pitch = self._tuning.pitches[key]
        if pitch is None or pitch == key:
            return None if pitch is None else _String(number, key)
        return instrument.string(number, key, pitch)

    def _release(self, number: int, channel: _BankChannel, message: bytes) -> None:
        pitch, usual = message[1], USUAL_RELEASE
        channel.pressures.pop(pitch, None)
        channel.struck.pop(pitch, None)
        slow = max(0, usual - wire.release_of(message)) / usual
        frames = max(_SLOW_RELEASE_S * slow * self._rate, channel.pedal_frames(self._rate))
        if frames:
            channel.held[pitch] = frames
        else:
            self._end(number, channel, pitch)

    def _end(self, number: int, channel: _BankChannel, pitch: int) -> None:
        if channel.instrument is not None:
            string = channel.strings.pop(pitch, _String(number, pitch))
            channel.instrument.font.channel_note_off(string.channel, string.key)

    def _end_held(self, number: int, channel: _BankChannel, *, longest: float = 0) -> None:
        """Let the keys that were released sound for so many frames at most."""
        channel.held = {key: min(left, longest) for key, left in channel.held.items()}
        for pitch in [pitch for pitch, left in channel.held.items() if left <= 0]:
            del channel.held[pitch]
            self._end(number, channel, pitch)

    def _bend(self, number: int, channel: _BankChannel, value: int, *, cents: float = 0.0) -> None:
        """Bend a channel to a value of its wheel and by some cents more."""
        channel.bend = value
        if channel.instrument is None:
            return
        font = channel.instrument.font
        if cents:
            reach = 100 * font.channel_get_pitch_range(number)
            value = min(16383, max(0, value + round(cents / max(reach, 1.0) * 8192)))
        for font_channel in channel.instrument.font_channels(number):
            font.channel_set_pitch_wheel(font_channel, value)

    def _control(self, number: int, channel: _BankChannel, control: int, value: int) -> None:
        if control == wire.RESET_CONTROLLERS:
            channel.wheel = channel.pressure = 0
            channel.pressures.clear()
        if control in {wire.SUSTAIN, wire.RESET_CONTROLLERS}:
            self._move_pedal(number, channel, value if control == wire.SUSTAIN else 0)
        elif control in {wire.ALL_NOTES_OFF, wire.ALL_SOUND_OFF}:
            channel.held.clear()
            channel.struck.clear()
        elif control == _MODULATION:
            channel.wheel = value
        if control == wire.BANK_COARSE:
            channel.variation = value
        elif control in _SAID_TO_FONT and channel.instrument is not None:
            self._tell_font(number, channel.instrument, control, value)
        elif control in _PARAMETERS and channel.wanted is not None:
            channel.said = [*channel.said[-_MOST_SAID:], (control, value)]
        if control == wire.RESET_CONTROLLERS:
            self._bend(number, channel, 8192)

    def _move_pedal(self, number: int, channel: _BankChannel, value: int) -> None:
        channel.pedal = value
        frames = channel.pedal_frames(self._rate)
        if frames == math.inf:
            # It catches what still sounds.
            channel.held = dict.fromkeys(channel.held, frames)
        else:
            self._end_held(number, channel, longest=frames)

    def _tell_font(self, number: int, instrument: _Instrument, control: int, value: int) -> None:
        if control in _PARAMETERS:
            instrument.font.channel_midi_control(number, control, value)
        else:
            for font_channel in instrument.font_channels(number):
                instrument.font.channel_midi_control(font_channel, control, value)
        if control in _PARAMETERS or control == wire.RESET_CONTROLLERS:
            instrument.retune(number)

    def sounding(self) -> list[int]:
        """Return the channels that may sound; of those with one instrument only the first."""
        found: dict[int, int] = {}
        for number, channel in self._channels.items():
            if channel.wanted is not None:
                self._seat(number, channel)
            instrument = channel.instrument
            if instrument is None:
                continue
            if instrument.sounds:
                found.setdefault(id(instrument), number)
            elif instrument.unwanted:
                self._leave(instrument)
                channel.instrument = None
        return list(found.values())

    def render(self, number: int, frames: int) -> Block:
        """Return the next frames of a channel, (frames, 2)."""
        channel = self._channels.get(number)
        instrument = channel.instrument if channel else None
        if channel is None or instrument is None or not instrument.sounds:
            return np.zeros((2, frames), np.float32).T
        plain = not (channel.held or channel.swing or channel.presses)
        sizes = (frames,) if plain else self._sizes(number, channel, frames)
        parts = [self._part(instrument, size) for size in sizes]
        block = parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1)
        if float(np.vdot(block, block)) < block.size * _INAUDIBLE_LEVEL**2:
            instrument.quiet += frames
            instrument.sounds = instrument.quiet < _ENDED_S * self._rate
        else:
            instrument.quiet = 0
        return block.T

    def _sizes(self, number: int, channel: _BankChannel, frames: int) -> Iterator[int]:
        """Yield how many frames follow until the pitch swings on or a held key ends."""
        while frames > 0:
            cents = 0.0 if number % 16 == DRUM_CHANNEL else channel.vibrato_cents()
            if cents or channel.swing:
                turn = 2 * math.pi * _VIBRATO_HZ * _VIBRATO_FRAMES / self._rate
                channel.swing = (channel.swing + turn) % (2 * math.pi) if cents else 0.0
                self._bend(number, channel, channel.bend, cents=cents * math.sin(channel.swing))
            part = min(frames, _VIBRATO_FRAMES) if cents else frames
            part = min(
                part, *(math.ceil(left) for left in channel.held.values() if left < part), part
            )
            yield part
            frames -= part
            if channel.held:
                channel.held = {key: left - part for key, left in channel.held.items()}
                self._end_held(number, channel, longest=math.inf)

    @staticmethod
    def _part(instrument: _Instrument, frames: int) -> Floats:
        made = np.empty((2, frames), np.float32)
        instrument.font.render(made.reshape(-1).view(np.uint8))
        return made


_MODULATION = 1
# Parameter numbers and their data (pitch bend range, tuning), and messages that end notes.
_PARAMETERS = frozenset({6, 38, 98, 99, 100, 101})
_SAID_TO_FONT = _PARAMETERS | {120, 123, wire.RESET_CONTROLLERS}


def _asks_for_sound(message: bytes) -> bool:
    """Return whether a message needs an instrument; to silence a channel needs none."""
    status = message[0] & 0xF0
    if status == wire.CONTROL:
        return message[1] in _PARAMETERS
    return status == wire.NOTE_ON and message[2] > 0
