"""The synthesizer that plays sound banks: tinysoundfont. Its only importer."""

import numpy as np

from engine.errors import SoundError
from engine.music.score import DRUM_CHANNEL
from engine.playback import wire
from engine.playback.tones import BANKS, SAMPLE_RATE, Block

_VOICES = 256
# Room for many notes at once before the limiter has to bend peaks.
_GAIN_DB = -3.0
_PEDAL_DOWN = 64


class BankSynthesizer:
    """Plays a sound bank.

    Args:
        data: A bank's bytes, as `engine.playback.bank.read_bank` returns them.
        sample_rate: Frames a second.

    Raises:
        SoundError: tinysoundfont is not installed, or cannot read the bank.
    """

    def __init__(self, data: bytes, sample_rate: int = SAMPLE_RATE) -> None:
        try:
            from tinysoundfont import _tinysoundfont as tsf  # noqa: PLC0415 - may be missing
        except ImportError as error:
            raise SoundError("The synthesizer for sound banks is not installed.") from error
        try:
            self._font = tsf.SoundFont(data)
        except (RuntimeError, ValueError) as error:
            raise SoundError("The sound bank cannot be read.") from error
        self._font.set_output(tsf.OutputMode.StereoInterleaved, sample_rate, _GAIN_DB)
        self._font.set_max_voices(_VOICES)
        # Keys let go while the pedal is down, by channel; a channel without pedal is not in it.
        self._held: dict[int, set[int]] = {}
        for channel in range(16 * BANKS):
            self._select(channel, 0)

    def _select(self, channel: int, program: int) -> None:
        is_drum = channel % 16 == DRUM_CHANNEL
        for number in (program, program // 8 * 8, 0):
            try:
                self._font.channel_set_preset_number(channel, number, is_drum)
            except RuntimeError:  # the bank has no such program: its family's first one
                continue
            return
        self._font.channel_set_preset_index(channel, 0)

    def receive(self, channel: int, message: bytes) -> None:
        """Take a message."""
        status, font = message[0] & 0xF0, self._font
        if status == wire.NOTE_ON and message[2] > 0:
            self._held.get(channel, set()).discard(message[1])
            font.channel_note_on(channel, message[1], message[2] / 127)
        elif status in {wire.NOTE_ON, wire.NOTE_OFF}:
            self._end(channel, message[1])
        elif status == wire.CONTROL:
            self._control(channel, message[1], message[2])
        elif status == wire.PROGRAM:
            self._select(channel, message[1])
        elif status == wire.BEND:
            font.channel_set_pitch_wheel(channel, message[1] | message[2] << 7)

    def _end(self, channel: int, pitch: int) -> None:
        """End a note, or remember to when the pedal is lifted: tinysoundfont knows no pedal."""
        if channel in self._held:
            self._held[channel].add(pitch)
        else:
            self._font.channel_note_off(channel, pitch)

    def _control(self, channel: int, number: int, value: int) -> None:
        if number == wire.SUSTAIN and value >= _PEDAL_DOWN:
            self._held.setdefault(channel, set())
            return
        if number in {wire.SUSTAIN, wire.RESET_CONTROLLERS}:
            for pitch in self._held.pop(channel, set()):
                self._font.channel_note_off(channel, pitch)
        elif number in {wire.ALL_NOTES_OFF, wire.ALL_SOUND_OFF} and channel in self._held:
            self._held[channel] = set()
        self._font.channel_midi_control(channel, number, value)

    def render(self, frames: int) -> Block:
        """Return the next so many frames, (frames, 2)."""
        buffer = bytearray(frames * 8)
        self._font.render(buffer)
        return np.frombuffer(buffer, np.float32).reshape(frames, 2)
