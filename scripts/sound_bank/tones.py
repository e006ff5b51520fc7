"""The pitched material: sets of samples over the keyboard, and how they fade."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray
from sound_bank import waves
from sound_bank.sf2 import Sample, Zone, seconds
from sound_bank.waves import (
    RATE,
    cycle,
    harmonics,
    looping,
    padded,
    plucked,
    shaped,
    single,
    struck,
)


@dataclass(frozen=True)
class Tone:
    """Samples over the keyboard.

    Attributes:
        samples: From low to high.
        fall_s: Seconds in which each falls by 100 dB while held; None for what does not fall.
        level: Loudness of the loudest tenth of a second, for balance.
    """

    samples: tuple[Sample, ...]
    fall_s: tuple[float, ...] | None = None
    settings: dict[str, int] = field(default_factory=dict)

    def zones(self, **settings: int) -> tuple[Zone, ...]:
        """Return zones that share the keyboard, each up to half way to the next."""
        roots = [sample.root for sample in self.samples]
        edges = [0, *(round((a + b) / 2) for a, b in itertools.pairwise(roots)), 128]
        return tuple(
            Zone(sample, edges[i], edges[i + 1] - 1, self._fading(i) | self.settings | settings)
            for i, sample in enumerate(self.samples)
        )

    def _fading(self, i: int) -> dict[str, int]:
        if self.fall_s is None:
            return {}
        return {"decay": seconds(self.fall_s[i]), "sustain": 1000, "key_to_decay": 25}


def level(sample: Sample) -> float:
    """Return the loudness of a sample's first half second, low frequencies weighing less."""
    heard = waves.highpassed(sample.wave[: RATE // 2], 250, order=1)
    return float(np.sqrt(np.mean(heard**2)))


def _endless(make: Callable[[int], Sample], *pitches: int) -> Tone:
    return Tone(tuple(make(pitch) for pitch in pitches))


def _dying(name: str, made: list[tuple[NDArray[np.float64], float]]) -> Tone:
    both = [looping(f"{name} {round(pitch)}", wave, pitch) for wave, pitch in made]
    return Tone(tuple(s for s, _ in both), tuple(fall for _, fall in both))


@cache
def piano() -> Tone:
    """Return a piano."""
    return _dying("piano", [(waves.piano(p), float(p)) for p in (31, 45, 58, 71, 86)])


@cache
def tine() -> Tone:
    """Return an electric piano: a tine an octave and more above a pure bar."""
    modes = [(1, 1, 0.9), (2, 0.18, 0.5), (3, 0.06, 0.3), (7.1, 0.16, 0.06), (14.6, 0.06, 0.03)]
    made = [(struck(p, modes, length_s=0.65, click=0.05, seed=p), float(p)) for p in (40, 60, 80)]
    return _dying("tine", made)


@cache
def reed_piano() -> Tone:
    """Return the other electric piano: a reed, fuller and shorter."""
    modes = [(k, 1 / k**1.1, 0.6 / k**0.6) for k in range(1, 9)]
    made = [(struck(p, modes, length_s=0.55, click=0.1, seed=p), float(p)) for p in (42, 60, 78)]
    return _dying("reed piano", made)


def _strings(
    name: str, pitches: tuple[int, ...], *, length_s: float, bright: float, hold: float, pick: float
) -> Tone:
    made = [plucked(p, length_s=length_s, bright=bright, hold=hold, pick=pick) for p in pitches]
    return _dying(name, made)


@cache
def harpsichord() -> Tone:
    """Return a plucked keyboard."""
    return _strings("harpsi", (41, 57, 74), length_s=0.6, bright=40, hold=0.999, pick=0.09)


@cache
def nylon() -> Tone:
    """Return a guitar with nylon strings."""
    return _strings("nylon", (43, 55, 67), length_s=0.65, bright=9, hold=0.998, pick=0.3)


@cache
def steel() -> Tone:
    """Return a guitar with steel strings."""
    return _strings("steel", (43, 55, 68), length_s=0.7, bright=24, hold=0.999, pick=0.14)


@cache
def bass() -> Tone:
    """Return a bass guitar."""
    return _strings("bass", (29, 41), length_s=0.7, bright=12, hold=0.9985, pick=0.22)


@cache
def twang() -> Tone:
    """Return a bright, buzzing string: sitar, banjo, shamisen, koto."""
    return _strings("twang", (50, 67), length_s=0.6, bright=60, hold=0.9965, pick=0.06)


def _modal(
    name: str, pitches: tuple[int, ...], modes: list[tuple[float, float, float]], length_s: float
) -> Tone:
    made = [struck(p, modes, length_s=length_s, click=0.15, seed=p) for p in pitches]
    samples = [single(f"{name} {p}", wave, p) for p, wave in zip(pitches, made, strict=True)]
    return Tone(tuple(samples), settings={"release": seconds(1.2)})


@cache
def glass() -> Tone:
    """Return small bars and bells: celesta, glockenspiel, music box."""
    bars = [(1, 1, 0.35), (2.76, 0.35, 0.15), (5.4, 0.18, 0.07), (8.9, 0.08, 0.04)]
    return _modal("glass", (72, 88), bars, 0.65)


@cache
def vibraphone() -> Tone:
    """Return tuned metal bars (their second mode is two octaves up)."""
    return _modal("vibes", (60, 76), [(1, 1, 0.3), (4, 0.2, 0.16), (10, 0.06, 0.04)], 1.0)


@cache
def marimba() -> Tone:
    """Return tuned wooden bars."""
    return _modal("marimba", (52, 70), [(1, 1, 0.12), (4, 0.25, 0.04), (9.8, 0.1, 0.015)], 0.6)


@cache
def xylophone() -> Tone:
    """Return short wooden bars (tuned to the twelfth)."""
    return _modal("xylophone", (76,), [(1, 1, 0.07), (3, 0.5, 0.04), (6.2, 0.25, 0.02)], 0.4)


@cache
def tubular() -> Tone:
    """Return a chime: its pitch is what modes four to six suggest."""
    modes = [(0.5, 0.25, 0.8), (1, 0.9, 0.9), (1.5, 0.7, 0.6), (2.05, 0.55, 0.5), (2.72, 0.3, 0.3)]
    return _modal("tubular", (60,), modes, 1.1)


@cache
def drum_tone() -> Tone:
    """Return a kettledrum: the circular membrane's preferred modes."""
    modes = [
        (1, 1, 0.35),
        (1.5, 0.7, 0.22),
        (1.99, 0.45, 0.15),
        (2.44, 0.3, 0.1),
        (0.85, 0.4, 0.06),
    ]
    return _modal("membrane", (45,), modes, 0.8)


@cache
def steel_drum() -> Tone:
    """Return a steel drum."""
    return _modal("steel drum", (64,), [(1, 1, 0.25), (2, 0.7, 0.2), (3.01, 0.35, 0.1)], 0.8)


@cache
def organ() -> Tone:
    """Return drawbars 8', 4', 2 2/3', 2', 1'."""
    bars = np.zeros(16)
    bars[[0, 1, 2, 3, 5, 7]] = 1, 0.8, 0.6, 0.5, 0.2, 0.3
    return _endless(lambda p: cycle(f"organ {p}", p, bars), 36, 60, 84)


@cache
def pipes() -> Tone:
    """Return a church organ: ranks that are never quite in tune."""
    ranks = np.zeros(24)
    ranks[[0, 1, 2, 3, 5, 7, 11, 15]] = 1, 0.8, 0.3, 0.6, 0.2, 0.4, 0.1, 0.2
    return _endless(
        lambda p: padded(f"pipes {p}", p, ranks, spread_cents=5, length=12_288, seed=3), 38, 57, 76
    )


@cache
def free_reed() -> Tone:
    """Return an accordion: two reeds beside each other, rich in harmonics."""
    return _endless(
        lambda p: padded(
            f"free reed {p}", p, harmonics(24, 0.9), spread_cents=7, length=12_288, seed=4
        ),
        48,
        69,
    )


_VIOLIN = [(290.0, 60.0, 0.5), (550.0, 120.0, 0.7), (1000.0, 350.0, 0.7), (2600.0, 900.0, 0.9)]


@cache
def strings() -> Tone:
    """Return a string section."""
    return _endless(
        lambda p: padded(
            f"strings {p}", p, shaped(p, harmonics(60, 0.9), _VIOLIN), spread_cents=16, seed=5
        ),
        40,
        56,
        72,
    )


@cache
def bowed() -> Tone:
    """Return one bowed string."""
    return _endless(
        lambda p: padded(
            f"bowed {p}",
            p,
            shaped(p, harmonics(50, 0.85), _VIOLIN),
            spread_cents=2.5,
            length=12_288,
            seed=6,
        ),
        38,
        55,
        72,
    )


_AH = [(750.0, 130.0, 1.0), (1150.0, 160.0, 0.6), (2700.0, 300.0, 0.25), (3400.0, 400.0, 0.15)]
_OOH = [(330.0, 120.0, 1.0), (800.0, 180.0, 0.3), (2400.0, 300.0, 0.05)]


@cache
def choir() -> Tone:
    """Return a choir that sings ah."""
    return _endless(
        lambda p: padded(
            f"choir {p}", p, shaped(p, harmonics(50, 0.8), _AH), spread_cents=14, seed=7
        ),
        50,
        67,
    )


@cache
def oohs() -> Tone:
    """Return voices that sing ooh."""
    return _endless(
        lambda p: padded(
            f"oohs {p}",
            p,
            shaped(p, harmonics(30, 1.0), _OOH),
            spread_cents=11,
            length=12_288,
            seed=8,
        ),
        53,
        69,
    )


def _wind(
    name: str, pitches: tuple[int, ...], spectrum: NDArray[np.float64], **rest: object
) -> Tone:
    formants: list[tuple[float, float, float]] = rest.get("formants", [])  # type: ignore[assignment]

    def make(p: int) -> Sample:
        amplitudes = shaped(p, spectrum, formants) if formants else spectrum
        return padded(f"{name} {p}", p, amplitudes, spread_cents=1.6, length=6144, seed=9)

    return _endless(make, *pitches)


@cache
def trumpet() -> Tone:
    """Return bright brass."""
    return _wind(
        "trumpet", (55, 70), harmonics(30, 0.55), formants=[(1200, 700, 1), (2600, 900, 0.5)]
    )


@cache
def trombone() -> Tone:
    """Return low brass."""
    return _wind(
        "trombone", (36, 52), harmonics(34, 0.7), formants=[(500, 300, 1), (1300, 700, 0.5)]
    )


@cache
def horn() -> Tone:
    """Return round brass."""
    return _wind("horn", (43, 60), harmonics(18, 1.2), formants=[(350, 250, 1), (800, 400, 0.4)])


@cache
def muted() -> Tone:
    """Return brass with a mute."""
    return _wind("muted", (62,), harmonics(30, 0.6), formants=[(1500, 300, 1), (2900, 500, 0.7)])


@cache
def brass_section() -> Tone:
    """Return brass in numbers."""
    return _endless(
        lambda p: padded(
            f"brass {p}", p, harmonics(36, 0.75), spread_cents=9, length=12_288, seed=10
        ),
        45,
        62,
    )


@cache
def saxophone() -> Tone:
    """Return a saxophone."""
    return _wind(
        "sax", (44, 60, 74), harmonics(30, 0.75), formants=[(650, 350, 1), (1500, 500, 0.5)]
    )


@cache
def double_reed() -> Tone:
    """Return an oboe, and a bassoon below."""
    return _wind(
        "oboe", (43, 60, 74), harmonics(30, 0.5), formants=[(1100, 300, 1), (2900, 600, 0.45)]
    )


@cache
def clarinet() -> Tone:
    """Return a clarinet: odd harmonics."""
    return _wind("clarinet", (52, 68), harmonics(22, 0.9, odd_only=True))


@cache
def flute() -> Tone:
    """Return a flute; breath is a layer of its own."""
    return _wind("flute", (60, 79), np.array([1, 0.35, 0.14, 0.05, 0.025, 0.012]))


@cache
def whistle() -> Tone:
    """Return nearly nothing but the fundamental."""
    return _wind("whistle", (74,), np.array([1, 0.04, 0.015]))


@cache
def saw() -> Tone:
    """Return a sawtooth."""
    return _endless(lambda p: cycle(f"saw {p}", p, harmonics(120, 1.0)), 28, 45, 62, 79)


@cache
def square() -> Tone:
    """Return a square wave."""
    spectrum = harmonics(100, 1.0)
    spectrum[1::2] = 0
    return _endless(lambda p: cycle(f"square {p}", p, spectrum), 33, 57, 79)


@cache
def warm() -> Tone:
    """Return a pad of many soft voices."""
    return _endless(
        lambda p: padded(f"warm {p}", p, harmonics(24, 1.4), spread_cents=22, seed=11), 45, 65
    )


@cache
def shimmer() -> Tone:
    """Return a pad of bells that never end."""
    spectrum = np.zeros(40)
    spectrum[[0, 1, 3, 6, 10, 15, 22, 30]] = 1, 0.5, 0.6, 0.45, 0.35, 0.3, 0.2, 0.12
    return _endless(lambda p: padded(f"shimmer {p}", p, spectrum, spread_cents=9, seed=12), 60)


@cache
def distorted() -> Tone:
    """Return a guitar through an amplifier that gives all it has."""

    def make(p: int) -> Sample:
        clean = cycle(f"drive {p}", p, harmonics(12, 0.8), cycles=16)
        wave = waves.lowpassed(np.tanh(6 * clean.wave), 4200)
        return Sample(clean.name, waves.scaled(wave), RATE, clean.root, clean.loop)

    return _endless(make, 40, 57)


@cache
def breath() -> Tone:
    """Return breath and surf: noise that never repeats audibly."""
    wave = waves.lowpassed(waves.highpassed(waves.noise(0.7, 13), 500), 4500)
    n = len(wave)
    return Tone((Sample("breath", waves.scaled(wave), RATE, 72.0, (0, n)),))
