"""Writing SoundFont 2.04 files: samples, zones, presets. Pure structures, no sound."""

import math
import struct
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Wave = NDArray[np.float64]

# Generators by name, SoundFont 2.04 section 8.1.2.
_GENERATORS = {
    "mod_lfo_to_pitch": 5,
    "vib_lfo_to_pitch": 6,
    "mod_env_to_pitch": 7,
    "filter_fc": 8,
    "filter_q": 9,
    "mod_env_to_filter": 11,
    "mod_lfo_to_volume": 13,
    "pan": 17,
    "mod_lfo_freq": 22,
    "vib_lfo_delay": 23,
    "vib_lfo_freq": 24,
    "mod_attack": 26,
    "mod_decay": 28,
    "mod_sustain": 29,
    "mod_release": 30,
    "attack": 34,
    "hold": 35,
    "decay": 36,
    "sustain": 37,
    "release": 38,
    "key_to_decay": 40,
    "key_range": 43,
    "attenuation": 48,
    "coarse_tune": 51,
    "fine_tune": 52,
    "sample_modes": 54,
    "scale_tuning": 56,
    "exclusive_class": 57,
    "root": 58,
}
_INSTRUMENT, _SAMPLE = 41, 53
_SILENCE_AFTER = 46  # zero frames after each sample, as the specification asks


@dataclass(frozen=True)
class Sample:
    """A wave and how to play it.

    Attributes:
        name: Up to 19 characters.
        wave: -1 to 1.
        rate: Frames a second.
        root: Pitch it sounds at, as a MIDI number, fractions are cents.
        loop: First frame and one past the last one, or None.
    """

    name: str
    wave: Wave
    rate: int
    root: float
    loop: tuple[int, int] | None = None


@dataclass(frozen=True)
class Zone:
    """Keys that play a sample.

    Attributes:
        sample: Which.
        low: Lowest key.
        high: Highest key.
        settings: Generators by name; see `seconds`, `hertz`, `decibels`.
    """

    sample: Sample
    low: int = 0
    high: int = 127
    settings: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Preset:
    """What a program change selects."""

    name: str
    program: int
    zones: tuple[Zone, ...]
    bank: int = 0


def seconds(s: float) -> int:
    """Return a time in timecents."""
    return max(-12000, round(1200 * math.log2(max(s, 0.001))))


def hertz(f: float) -> int:
    """Return a frequency in absolute cents."""
    return round(1200 * math.log2(f / 8.176))


def decibels(db: float) -> int:
    """Return an attenuation in centibels."""
    return round(10 * db)


def write(presets: list[Preset], *, name: str, comment: str) -> bytes:
    """Return the file of these presets; each has one instrument of its own."""
    samples = list({id(z.sample): z.sample for p in presets for z in p.zones}.values())
    index = {id(sample): i for i, sample in enumerate(samples)}
    data, headers = _samples(samples)
    pdta = _presets(presets) + _instruments(presets, index) + _chunk(b"shdr", headers)
    info = (
        _chunk(b"ifil", struct.pack("<HH", 2, 4))
        + _chunk(b"isng", _text("EMU8000"))
        + _chunk(b"INAM", _text(name))
        + _chunk(b"ICMT", _text(comment))
    )
    body = (
        _chunk(b"LIST", b"INFO" + info)
        + _chunk(b"LIST", b"sdta" + _chunk(b"smpl", data))
        + _chunk(b"LIST", b"pdta" + pdta)
    )
    return _chunk(b"RIFF", b"sfbk" + body)


def _chunk(name: bytes, body: bytes) -> bytes:
    return name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)


def _text(words: str) -> bytes:
    data = words.encode("ascii") + b"\0"
    return data + b"\0" * (len(data) % 2)


def _name(words: str) -> bytes:
    return words.encode("ascii")[:19].ljust(20, b"\0")


def _samples(samples: list[Sample]) -> tuple[bytes, bytes]:
    data, headers, at = bytearray(), bytearray(), 0
    for sample in samples:
        wave = np.round(np.clip(sample.wave, -1, 1) * 32767).astype("<i2")
        loop = sample.loop or (0, len(wave))
        root = math.floor(sample.root + 0.5)
        # The header corrects what the wave is out of tune: a sharp wave gets a flat correction.
        cents = -round((sample.root - root) * 100)
        headers += struct.pack(
            "<20sIIIIIBbHH",
            _name(sample.name),
            at,
            at + len(wave),
            at + loop[0],
            at + loop[1],
            sample.rate,
            root,
            cents,
            0,
            1,
        )
        data += wave.tobytes() + b"\0\0" * _SILENCE_AFTER
        at += len(wave) + _SILENCE_AFTER
    headers += struct.pack("<20sIIIIIBbHH", _name("EOS"), 0, 0, 0, 0, 0, 0, 0, 0, 0)
    return bytes(data), bytes(headers)


def _presets(presets: list[Preset]) -> bytes:
    heads, bags, generators = bytearray(), bytearray(), bytearray()
    for i, preset in enumerate(presets):
        heads += struct.pack(
            "<20sHHHIII", _name(preset.name), preset.program, preset.bank, i, 0, 0, 0
        )
        bags += struct.pack("<HH", i, 0)
        generators += struct.pack("<HH", _INSTRUMENT, i)
    heads += struct.pack("<20sHHHIII", _name("EOP"), 0, 0, len(presets), 0, 0, 0)
    bags += struct.pack("<HH", len(presets), 0)
    return (
        _chunk(b"phdr", bytes(heads))
        + _chunk(b"pbag", bytes(bags))
        + _chunk(b"pmod", bytes(10))
        + _chunk(b"pgen", bytes(generators) + bytes(4))
    )


def _instruments(presets: list[Preset], index: dict[int, int]) -> bytes:
    heads, bags, generators = bytearray(), bytearray(), bytearray()
    bag_count = generator_count = 0
    for preset in presets:
        heads += struct.pack("<20sH", _name(preset.name), bag_count)
        for zone in preset.zones:
            packed = _zone(zone, index[id(zone.sample)])
            bags += struct.pack("<HH", generator_count, 0)
            generators += packed
            bag_count += 1
            generator_count += len(packed) // 4
    heads += struct.pack("<20sH", _name("EOI"), bag_count)
    bags += struct.pack("<HH", generator_count, 0)
    return (
        _chunk(b"inst", bytes(heads))
        + _chunk(b"ibag", bytes(bags))
        + _chunk(b"imod", bytes(10))
        + _chunk(b"igen", bytes(generators) + bytes(4))
    )


def _zone(zone: Zone, sample: int) -> bytes:
    """Return a zone's generators: the key range must be first, the sample last."""
    settings = {"sample_modes": 1 if zone.sample.loop else 0} | zone.settings
    packed = struct.pack("<HBB", _GENERATORS["key_range"], zone.low, zone.high)
    for name, value in sorted(settings.items(), key=lambda item: _GENERATORS[item[0]]):
        packed += struct.pack("<Hh", _GENERATORS[name], value)
    return packed + struct.pack("<HH", _SAMPLE, sample)
