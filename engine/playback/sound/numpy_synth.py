"""A small wavetable synthesizer in NumPy, so that there is sound without any sound bank.

It computes all voices together: each reads a wave table (one of a few timbres) under an envelope
that falls exponentially; drums read noise. Shapes: V voices, N frames.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from engine.playback import wire
from engine.playback.sound.tones import SAMPLE_RATE, Block
from engine.values.channel_numbers import DRUM_CHANNEL
from engine.values.sound import Program
from engine.values.tuning import Tuning, hz_of_pitch

Floats = NDArray[np.float32]

_TABLE = 2048  # frames of one period in a wave table
_VOICES = 64
_GAIN = 0.16  # amplitude of one voice, so that chords stay below full scale
_ATTACK_S = 0.004
_RELEASE_S = 0.12
_SILENT = 1e-4


@dataclass(frozen=True, slots=True)
class Timbre:
    """The sound of a family of programs.

    Attributes:
        harmonics: Amplitude of each harmonic, from the fundamental on.
        half_s: Half-life of a held note in seconds; infinite for winds and strings.
    """

    harmonics: tuple[float, ...]
    half_s: float


# One for each of General MIDI's sixteen families of eight programs.
_FAMILIES = (
    Timbre((1, 0.6, 0.35, 0.25, 0.12, 0.08, 0.05), 0.7),  # piano
    Timbre((1, 0.05, 0.02, 0.4, 0.02), 0.35),  # chromatic percussion
    Timbre((1, 0.9, 0.5, 0.6, 0.05, 0.3, 0.05, 0.25), np.inf),  # organ
    Timbre((1, 0.7, 0.5, 0.3, 0.25, 0.15, 0.1, 0.05), 0.45),  # guitar
    Timbre((1, 0.6, 0.25, 0.12), 0.6),  # bass
    Timbre((1, 0.6, 0.45, 0.35, 0.25, 0.2, 0.15, 0.1), np.inf),  # strings
    Timbre((1, 0.5, 0.35, 0.2, 0.15, 0.1), np.inf),  # ensemble
    Timbre((1, 0.9, 0.8, 0.6, 0.45, 0.3, 0.2, 0.1), np.inf),  # brass
    Timbre((1, 0.2, 0.7, 0.15, 0.4, 0.1, 0.2), np.inf),  # reed
    Timbre((1, 0.25, 0.08, 0.03), np.inf),  # pipe
    Timbre((1, 0, 0.33, 0, 0.2, 0, 0.14, 0, 0.11), np.inf),  # synth lead
    Timbre((1, 0.4, 0.2, 0.2, 0.1), np.inf),  # synth pad
    Timbre((1, 0.3, 0.3, 0.1, 0.2), 1.5),  # synth effects
    Timbre((1, 0.8, 0.6, 0.5, 0.4, 0.3, 0.2), 0.3),  # plucked instruments of the world
    Timbre((1, 0.1, 0.5, 0.05, 0.3), 0.15),  # percussive
    Timbre((1, 0.5, 0.3), 0.5),  # sound effects
)
_NOISE_ROW = len(_FAMILIES)
_DRUM_HALF_S = 0.05
_CYMBALS = frozenset({46, 49, 51, 52, 53, 55, 57, 59})


def _tables() -> Floats:
    """Return one period of each timbre and a row of noise, (timbres + 1, TABLE)."""
    phase = np.arange(_TABLE) * (2 * np.pi / _TABLE)
    rows = [
        sum(a * np.sin((k + 1) * phase) for k, a in enumerate(t.harmonics)) / sum(t.harmonics)
        for t in _FAMILIES
    ]
    rows.append(np.random.default_rng(1).uniform(-1, 1, _TABLE))
    return np.asarray(rows, np.float32)


@dataclass(slots=True)
class _ToneChannel:
    program: int = 0
    bend: float = 0.0
    pedal: bool = False
    held: set[int] = field(default_factory=set)


class NumpyInstruments:
    """Instruments without a sound bank: up to 64 voices, of which the oldest is replaced first.

    Args:
        sample_rate: Frames a second.
    """

    def __init__(self, sample_rate: int = SAMPLE_RATE) -> None:
        self._rate = sample_rate
        self._tables = _tables()
        self._channels: dict[int, _ToneChannel] = {}
        self._channel = np.full(_VOICES, -1)
        self._pitch = np.zeros(_VOICES, np.int64)
        self._row = np.zeros(_VOICES, np.int64)
        self._phase = np.zeros(_VOICES)
        self._step = np.zeros(_VOICES)
        self._level = np.zeros(_VOICES)
        self._target = np.zeros(_VOICES)
        self._fall = np.ones(_VOICES)  # factor on the level for each frame
        self._age = np.zeros(_VOICES, np.int64)
        self._notes = 0
        self._tuning: Tuning | None = None

    title = "Simple tones"
    trims: Mapping[Program, float] = MappingProxyType({})
    borrowed: frozenset[Program] = frozenset()

    def prepare(self, wanted: Sequence[tuple[int, bool]]) -> None:
        """Do nothing: all programs are always ready."""

    def set_tuning(self, tuning: Tuning | None) -> None:
        """Tune the notes that begin from now on, drums excepted; None is equal temperament."""
        self._tuning = tuning

    def receive(self, channel: int, message: bytes) -> None:
        """Apply a message to a channel."""
        status = message[0] & 0xF0
        state = self._channels.setdefault(channel, _ToneChannel())
        if status == wire.NOTE_ON and message[2] > 0:
            self._begin(channel, state, message[1], message[2])
        elif status in {wire.NOTE_ON, wire.NOTE_OFF}:
            if state.pedal:
                state.held.add(message[1])
            else:
                self._release(channel, {message[1]})
        elif status == wire.CONTROL:
            self._control(channel, state, message[1], message[2])
        elif status == wire.PROGRAM:
            state.program = message[1]
        elif status == wire.BEND:
            state.bend = ((message[1] | message[2] << 7) - 8192) / 4096

    def _begin(self, channel: int, state: _ToneChannel, pitch: int, velocity: int) -> None:
        is_drum = channel % 16 == DRUM_CHANNEL
        sounding = pitch if is_drum or self._tuning is None else self._tuning.pitches[pitch]
        if sounding is None:
            return
        free = np.flatnonzero(self._channel < 0)
        v = int(free[0]) if free.size else int(np.argmin(self._age))
        self._notes += 1
        timbre = _FAMILIES[state.program // 8]
        half_s = (0.4 if pitch in _CYMBALS else _DRUM_HALF_S) if is_drum else timbre.half_s
        # Low drums read noise slowly, high ones fast: enough to tell a kick from a hi-hat.
        frequency = hz_of_pitch(sounding)
        self._row[v] = _NOISE_ROW if is_drum else state.program // 8
        self._step[v] = 0.02 * (pitch - 30) if is_drum else frequency * _TABLE / self._rate
        self._channel[v], self._pitch[v], self._age[v] = channel, pitch, self._notes
        self._phase[v], self._level[v] = 0.0, 0.0
        self._target[v] = (velocity / 127) ** 2
        self._fall[v] = 0.5 ** (1 / (half_s * self._rate))
        state.held.discard(pitch)

    def _release(self, channel: int, pitches: set[int]) -> None:
        if channel % 16 == DRUM_CHANNEL:
            return
        ending = (self._channel == channel) & np.isin(self._pitch, list(pitches))
        self._fall[ending] = 0.5 ** (1 / (_RELEASE_S / 4 * self._rate))

    def _control(self, channel: int, state: _ToneChannel, number: int, value: int) -> None:
        if number == wire.SUSTAIN:
            state.pedal = value >= 64
            if not state.pedal:
                self._release(channel, state.held)
                state.held = set()
        elif number == wire.ALL_NOTES_OFF:
            self._release(channel, set(range(128)))
        elif number == wire.ALL_SOUND_OFF:
            self._channel[self._channel == channel] = -1
        elif number == wire.RESET_CONTROLLERS:
            self._channels[channel] = _ToneChannel(program=state.program)

    def sounding(self) -> list[int]:
        """Return the channels that sound."""
        return [int(c) for c in np.unique(self._channel) if c >= 0]

    def render(self, channel: int, frames: int) -> Block:
        """Return the next frames of a channel, (frames, 2)."""
        on = np.flatnonzero(self._channel == channel)
        if not on.size:
            return np.zeros((2, frames), np.float32).T
        bend = 2 ** (self._channels[channel].bend / 12)
        time = np.arange(1, frames + 1)
        phase = self._phase[on, None] + (self._step[on] * bend)[:, None] * time  # (V, N)
        wave = self._tables[self._row[on, None], phase.astype(np.int64) % _TABLE]
        mono = np.sum(wave * self._envelope(on, frames), axis=0) * _GAIN
        self._phase[on] = phase[:, -1] % _TABLE
        self._channel[on[(self._level[on] < _SILENT) & (self._target[on] < _SILENT)]] = -1
        return np.tile(mono.astype(np.float32), (2, 1)).T

    def _envelope(self, on: NDArray[np.int64], frames: int) -> NDArray[np.float64]:
        """Return each voice's level in each frame, (V, N), and advance the envelopes.

        `target` is the falling curve; `level` reaches it within a few milliseconds of attack, so
        that nothing clicks.
        """
        time = np.arange(1, frames + 1)
        curve = self._target[on, None] * self._fall[on, None] ** time
        lag = np.exp(-time / (_ATTACK_S * self._rate))
        envelope = curve - (self._target[on] - self._level[on])[:, None] * lag
        self._target[on], self._level[on] = curve[:, -1], np.maximum(envelope[:, -1], 0.0)
        return np.maximum(envelope, 0.0)
