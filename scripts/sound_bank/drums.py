"""The bank's drum kit and its noises: membranes, metal and air."""

from functools import cache

import numpy as np
from sound_bank import waves
from sound_bank.sf2 import Sample, Wave, Zone, decibels, seconds
from sound_bank.waves import RATE, decaying, faded, highpassed, lowpassed, noise, scaled, struck


def _sample(name: str, wave: Wave, peak: float = 0.9) -> Sample:
    return Sample(name, scaled(faded(wave, 0.02), peak), RATE, 60.0)


def _drop(low: float, high: float, half_s: float, length_s: float, fall_s: float) -> Wave:
    """Return a tone that falls from `high` to `low` hertz: a struck skin that slackens."""
    t = np.arange(int(length_s * RATE)) / RATE
    f = low + (high - low) * np.exp(-t / fall_s)
    return np.sin(2 * np.pi * np.cumsum(f) / RATE) * 0.5 ** (t / half_s)


def _mixed(*parts: Wave) -> Wave:
    length = max(len(part) for part in parts)
    return np.sum([np.pad(part, (0, length - len(part))) for part in parts], axis=0)


def _band(length_s: float, half_s: float, low: float, high: float, seed: int) -> Wave:
    n = int(length_s * RATE)
    band = lowpassed(highpassed(noise(length_s, seed), low, 3), high, 3)[:n]
    return scaled(band) * decaying(length_s, half_s)[:n]


def _metal(length_s: float, half_s: float, low: float, seed: int) -> Wave:
    """Return a cymbal: noise and very many inharmonic modes, the high ones dying first."""
    dice = waves.generator(seed)
    t = np.arange(int(length_s * RATE)) / RATE
    wave = 0.9 * _band(length_s, half_s, low, 13_000, seed)
    for f in dice.uniform(low * 0.5, 13_000, 70):
        share = dice.uniform(0.02, 0.07)
        wave += (
            share
            * 0.5 ** (t / (half_s * (3500 / (f + 2500))))
            * np.sin(2 * np.pi * (f * t + dice.random()))
        )
    return wave


def _clap() -> Wave:
    hands = [np.pad(_band(0.02, 0.004, 700, 4000, s), (int(s * 0.011 * RATE), 0)) for s in range(3)]
    return _mixed(*hands, np.pad(_band(0.22, 0.035, 700, 3500, 9), (int(0.033 * RATE), 0)))


def _snare() -> Wave:
    return _mixed(0.7 * _drop(185, 260, 0.035, 0.3, 0.01), 0.9 * _band(0.3, 0.05, 1200, 11_000, 2))


def _bell(pitch: float, half_s: float, length_s: float) -> Wave:
    modes = [
        (1, 1, half_s),
        (1.48, 0.8, half_s * 0.8),
        (2.6, 0.3, half_s * 0.4),
        (4.1, 0.2, half_s / 4),
    ]
    return struck(pitch, modes, length_s=length_s, click=0.2)


def _shaken(length_s: float, half_s: float, low: float, seed: int) -> Wave:
    wave = _band(length_s, half_s, low, 13_000, seed)
    rise = int(0.012 * RATE)
    wave[:rise] *= np.linspace(0, 1, rise)
    return wave


def _scraped() -> Wave:
    strokes = [
        np.pad(_band(0.02, 0.004, 1500, 7000, s), (int(s * 0.016 * RATE), 0)) for s in range(12)
    ]
    return _mixed(*strokes)


def _gliding(low: float, high: float, length_s: float) -> Wave:
    t = np.arange(int(length_s * RATE)) / RATE
    f = low + (high - low) * np.sin(np.pi * t / length_s)
    return np.sin(2 * np.pi * np.cumsum(f) / RATE) * np.sin(np.pi * t / length_s) ** 0.5


@cache
def pieces() -> dict[str, Sample]:
    """Return every piece of the kit."""
    made = {
        "kick": _mixed(_drop(48, 170, 0.08, 0.4, 0.025), 0.15 * _band(0.02, 0.003, 800, 6000, 1)),
        "snare": _snare(),
        "stick": _mixed(_bell(88, 0.012, 0.1), _band(0.05, 0.006, 900, 5000, 3)),
        "clap": _clap(),
        "tom": _mixed(_drop(96, 150, 0.12, 0.6, 0.05), 0.12 * _band(0.05, 0.01, 500, 5000, 4)),
        "closed": _metal(0.12, 0.016, 6500, 5),
        "open": _metal(0.65, 0.12, 6000, 6),
        "crash": _metal(1.25, 0.3, 2800, 7),
        "ride": _mixed(_metal(0.95, 0.24, 4200, 8), 0.5 * _bell(95, 0.05, 0.3)),
        "china": _metal(0.75, 0.16, 1800, 9),
        "bell": _bell(81, 0.09, 0.5),
        "cowbell": _mixed(_bell(75, 0.05, 0.35), 0.6 * _bell(81.6, 0.04, 0.3)),
        "tambourine": _shaken(0.3, 0.06, 7000, 10),
        "bongo": _mixed(
            _drop(330, 420, 0.05, 0.25, 0.012), 0.1 * _band(0.02, 0.004, 900, 6000, 11)
        ),
        "conga": _mixed(_drop(190, 230, 0.09, 0.4, 0.02), 0.1 * _band(0.03, 0.006, 600, 4500, 12)),
        "timbale": _mixed(_drop(260, 300, 0.1, 0.4, 0.02), 0.3 * _bell(74, 0.05, 0.3)),
        "shaker": _shaken(0.12, 0.022, 5500, 13),
        "scrape": _scraped(),
        "wood": struck(84, [(1, 1, 0.02), (2.6, 0.4, 0.01)], length_s=0.15, click=0.2),
        "claves": struck(98, [(1, 1, 0.025), (2.9, 0.2, 0.01)], length_s=0.15, click=0.1),
        "cuica": _gliding(320, 620, 0.22),
        "triangle": _mixed(_bell(96, 0.18, 0.75), 0.5 * _bell(103.3, 0.16, 0.75)),
        "whistle": _gliding(2300, 2450, 0.3)
        * (0.8 + 0.2 * np.sin(np.arange(int(0.3 * RATE)) / 130)),
        "thunder": _mixed(_band(0.5, 0.09, 60, 900, 14), 0.7 * _band(0.1, 0.02, 500, 9000, 15)),
    }
    return {name: _sample(name, wave) for name, wave in made.items()}


# Key: (piece, semitones up, decibels quieter, pan in tenths of a percent, exclusive class).
KIT: dict[int, tuple[str, float, float, int, int]] = {
    27: ("whistle", 5, 10, 0, 0),
    28: ("clap", 4, 8, 0, 0),
    29: ("scrape", 6, 10, 100, 7),
    30: ("scrape", 2, 10, 100, 7),
    31: ("stick", 3, 8, 0, 0),
    32: ("wood", 8, 8, 0, 0),
    33: ("wood", 0, 8, 0, 0),
    34: ("bell", 7, 10, 0, 0),
    35: ("kick", -2, 0, 0, 0),
    36: ("kick", 0, 0, 0, 0),
    37: ("stick", 0, 6, 0, 0),
    38: ("snare", 0, 3, 0, 0),
    39: ("clap", 0, 6, 0, 0),
    40: ("snare", 2, 3, 0, 0),
    41: ("tom", -5, 3, -250, 0),
    42: ("closed", 0, 10, 150, 1),
    43: ("tom", -2, 3, -150, 0),
    44: ("closed", -2, 12, 150, 1),
    45: ("tom", 1, 3, -50, 0),
    46: ("open", 0, 10, 150, 1),
    47: ("tom", 4, 3, 50, 0),
    48: ("tom", 7, 3, 150, 0),
    49: ("crash", 0, 8, 200, 0),
    50: ("tom", 10, 3, 250, 0),
    51: ("ride", 0, 11, -200, 0),
    52: ("china", 0, 9, 200, 0),
    53: ("bell", 3, 10, -200, 0),
    54: ("tambourine", 0, 9, 100, 0),
    55: ("crash", 5, 9, -150, 0),
    56: ("cowbell", 0, 9, 0, 0),
    57: ("crash", 2, 8, -200, 0),
    58: ("scrape", -7, 8, -100, 0),
    59: ("ride", 2, 11, -200, 0),
    60: ("bongo", 3, 5, 200, 0),
    61: ("bongo", -2, 5, 200, 0),
    62: ("conga", 4, 7, -200, 0),
    63: ("conga", 3, 5, -200, 0),
    64: ("conga", -2, 5, -200, 0),
    65: ("timbale", 4, 6, 150, 0),
    66: ("timbale", -1, 6, 150, 0),
    67: ("cowbell", 7, 10, 250, 0),
    68: ("cowbell", 2, 10, 250, 0),
    69: ("shaker", -3, 9, -250, 0),
    70: ("shaker", 2, 10, -250, 0),
    71: ("whistle", 0, 10, 0, 2),
    72: ("whistle", -2, 9, 0, 2),
    73: ("scrape", 8, 10, 200, 3),
    74: ("scrape", 0, 9, 200, 3),
    75: ("claves", 0, 7, 100, 0),
    76: ("wood", 4, 6, 0, 0),
    77: ("wood", -3, 6, 0, 0),
    78: ("cuica", 3, 8, -100, 4),
    79: ("cuica", -3, 8, -100, 4),
    80: ("triangle", 2, 14, 200, 5),
    81: ("triangle", 0, 13, 200, 5),
    82: ("shaker", 5, 11, 100, 0),
    83: ("tambourine", 5, 13, 0, 0),
    84: ("bell", 12, 13, 0, 0),
    85: ("claves", -4, 8, 0, 0),
    86: ("conga", -9, 5, 0, 6),
    87: ("conga", -11, 4, 0, 6),
}


def kit_zones() -> tuple[Zone, ...]:
    """Return the kit: one key, one piece; it rings out when the key is let go."""
    zones = []
    for key, (name, up, quieter, pan, exclusive) in KIT.items():
        settings = {
            "root": key - round(up),
            "attenuation": decibels(quieter + 2),
            "release": seconds(4.0),
            "pan": pan,
        }
        if exclusive:
            settings["exclusive_class"] = exclusive
        zones.append(Zone(pieces()[name], key, key, settings))
    return tuple(zones)
