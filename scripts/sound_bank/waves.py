"""Waves made from nothing: harmonics, inharmonic modes, plucked strings, noise."""

import math

import numpy as np
from numpy.typing import NDArray
from sound_bank.sf2 import Sample, Wave

RATE = 28_000


def frequency(pitch: float) -> float:
    """Return the frequency of a MIDI pitch."""
    return 440.0 * 2 ** ((pitch - 69) / 12)


def pitch_of(f: float) -> float:
    """Return the MIDI pitch of a frequency."""
    return 69 + 12 * math.log2(f / 440)


def generator(seed: int) -> np.random.Generator:
    """Return the dice of one wave."""
    return np.random.default_rng(seed)


def scaled(wave: Wave, peak: float = 0.9) -> Wave:
    """Return a wave with this peak and no offset."""
    wave = wave - wave.mean()
    return wave * (peak / np.max(np.abs(wave)))


def faded(wave: Wave, out_s: float = 0.01, in_s: float = 0.0) -> Wave:
    """Return a wave that ends (and begins) in silence."""
    wave = wave.copy()
    n, m = int(out_s * RATE), int(in_s * RATE)
    wave[-n:] *= np.linspace(1, 0, n)
    if m:
        wave[:m] *= np.linspace(0, 1, m)
    return wave


def lowpassed(wave: Wave, cutoff: float, order: int = 2) -> Wave:
    """Return a wave without what lies above a frequency, softly."""
    spectrum = np.fft.rfft(wave)
    f = np.fft.rfftfreq(len(wave), 1 / RATE)
    return np.fft.irfft(spectrum / np.sqrt(1 + (f / cutoff) ** (2 * order)), len(wave))


def highpassed(wave: Wave, cutoff: float, order: int = 2) -> Wave:
    """Return a wave without what lies below a frequency, softly."""
    spectrum = np.fft.rfft(wave)
    f = np.maximum(np.fft.rfftfreq(len(wave), 1 / RATE), 1e-6)
    return np.fft.irfft(spectrum / np.sqrt(1 + (cutoff / f) ** (2 * order)), len(wave))


def noise(length_s: float, seed: int) -> Wave:
    """Return white noise."""
    return generator(seed).uniform(-1, 1, int(length_s * RATE))


def decaying(length_s: float, half_s: float) -> Wave:
    """Return a curve from 1 that falls to half in every `half_s`."""
    return 0.5 ** (np.arange(int(length_s * RATE)) / RATE / half_s)


# --- endless tones -------------------------------------------------------------------------


def cycle(name: str, pitch: float, amplitudes: NDArray[np.float64], *, cycles: int = 8) -> Sample:
    """Return an endless tone of exact harmonics, all of it one loop."""
    n = round(cycles * RATE / frequency(pitch))
    f = cycles * RATE / n
    t = np.arange(n) / n
    wave = np.zeros(n)
    dice = generator(len(amplitudes) + round(pitch))
    for k, amplitude in enumerate(amplitudes, start=1):
        if k * f < RATE * 0.47:
            wave += amplitude * np.sin(2 * np.pi * (k * cycles * t + dice.random()))
    return Sample(name, scaled(wave), RATE, pitch_of(f), (0, n))


def padded(
    name: str,
    pitch: float,
    amplitudes: NDArray[np.float64],
    *,
    spread_cents: float,
    length: int = 24_576,
    seed: int = 0,
) -> Sample:
    """Return an endless, living tone: each harmonic a narrow band of noise (Paul Nasca's PADsynth).

    Its spectrum is drawn and transformed back, so the whole wave loops without a seam.
    """
    # On a whole number of periods, or the narrow bands of low tones would lean to one side.
    f0, bins = round(frequency(pitch) * length / RATE) * RATE / length, length // 2 + 1
    f = np.arange(bins) * RATE / length
    spectrum = np.zeros(bins)
    for k, amplitude in enumerate(amplitudes, start=1):
        centre = k * f0
        if centre > RATE * 0.46:
            break
        width = max((2 ** (spread_cents / 1200) - 1) * centre, RATE / length)
        spectrum += amplitude / math.sqrt(width) * np.exp(-(((f - centre) / width) ** 2))
    phases = np.exp(2j * np.pi * generator(seed + round(pitch)).random(bins))
    wave = scaled(np.fft.irfft(spectrum * phases, length))
    return Sample(name, wave, RATE, pitch_of(f0), (0, length))


def harmonics(count: int, slope: float = 1.0, *, odd_only: bool = False) -> NDArray[np.float64]:
    """Return amplitudes that fall with the harmonic's number."""
    k = np.arange(1, count + 1, dtype=float)
    amplitudes = k**-slope
    if odd_only:
        amplitudes[1::2] *= 0.06
    return amplitudes


def shaped(
    pitch: float, amplitudes: NDArray[np.float64], formants: list[tuple[float, float, float]]
) -> NDArray[np.float64]:
    """Return amplitudes under a body's resonances: (frequency, width, strength) each."""
    f = frequency(pitch) * np.arange(1, len(amplitudes) + 1)
    body = np.full(len(amplitudes), 0.08)
    for centre, width, strength in formants:
        body += strength * np.exp(-(((f - centre) / width) ** 2))
    return amplitudes * body


# --- tones that die away -------------------------------------------------------------------


def struck(
    pitch: float,
    modes: list[tuple[float, float, float]],
    *,
    length_s: float,
    click: float = 0.0,
    seed: int = 0,
) -> Wave:
    """Return a struck body: (ratio to the fundamental, amplitude, seconds to half) of each mode."""
    t = np.arange(int(length_s * RATE)) / RATE
    wave = np.zeros(len(t))
    dice = generator(seed)
    for ratio, amplitude, half_s in modes:
        f = ratio * frequency(pitch)
        if f < RATE * 0.47:
            wave += amplitude * 0.5 ** (t / half_s) * np.sin(2 * np.pi * (f * t + dice.random()))
    if click:
        n = min(len(t), int(0.02 * RATE))
        burst = lowpassed(noise(0.02, seed + 1), 3000)[:n] * decaying(0.02, 0.003)[:n]
        wave[:n] += click * burst
    wave[:32] *= np.linspace(0, 1, 32)
    return wave


def piano(pitch: int, *, length_s: float = 1.05) -> Wave:
    """Return a piano tone: stiff strings (Fletcher 1964), two of them, struck at an eighth."""
    f0 = frequency(pitch)
    stiffness = 0.00035 * 2 ** ((pitch - 60) / 14)
    t = np.arange(int(length_s * RATE)) / RATE
    wave = np.zeros(len(t))
    dice = generator(pitch)
    brightness = 2200 + 14 * (pitch - 30)
    for k in range(1, 48):
        f = k * f0 * math.sqrt(1 + stiffness * k * k)
        if f > RATE * 0.45:
            break
        amplitude = abs(math.sin(math.pi * k / 8)) ** 0.6 / k**0.7 * math.exp(-f / brightness)
        half_s = 0.9 * 2 ** (-(pitch - 48) / 20) / (1 + 0.16 * k)
        for detune, share in ((-0.35, 0.55), (0.4, 0.45)):
            g = f * 2 ** (detune / 1200)
            wave += (
                share
                * amplitude
                * 0.5 ** (t / half_s)
                * np.sin(2 * np.pi * (g * t + dice.random()))
            )
            # The string's other plane of motion is weaker and rings much longer.
            wave += (
                0.12
                * share
                * amplitude
                * 0.5 ** (t / half_s / 5)
                * np.sin(2 * np.pi * (g * 1.0003 * t + dice.random()))
            )
    n = int(0.03 * RATE)
    knock = lowpassed(noise(0.03, pitch), 900 + 10 * pitch)[:n] * decaying(0.03, 0.004)[:n]
    wave[:n] += 0.25 * np.max(np.abs(wave)) * knock
    wave[:24] *= np.linspace(0, 1, 24)
    return wave


def plucked(
    pitch: float, *, length_s: float, bright: float, hold: float, pick: float = 0.17
) -> tuple[Wave, float]:
    """Return a plucked string (Karplus and Strong 1983) and the pitch it really has.

    Args:
        pitch: Wanted pitch.
        length_s: Seconds.
        bright: Cutoff of the pluck in multiples of the fundamental.
        hold: What is left after each period, just below 1.
        pick: Where it is plucked, as a share of the string.
    """
    period = max(8, round(RATE / frequency(pitch) - 0.5))
    dice = generator(round(pitch * 7))
    burst = dice.uniform(-1, 1, period)
    spectrum = np.fft.rfft(burst)
    spectrum *= np.exp(-np.arange(len(spectrum)) / bright)
    spectrum *= np.abs(np.sin(np.pi * pick * np.arange(len(spectrum)))) + 0.05
    line = np.fft.irfft(spectrum, period)
    rounds = [line]
    for _ in range(int(length_s * RATE / period)):
        line = hold * 0.5 * (line + np.concatenate(([rounds[-1][-1]], line[:-1])))
        rounds.append(line)
    wave = np.concatenate(rounds)[: int(length_s * RATE)]
    return wave, pitch_of(RATE / (period + 0.5))


def looping(name: str, wave: Wave, pitch: float, *, loop_s: float = 0.25) -> tuple[Sample, float]:
    """Return a dying tone as an endless one, and the seconds in which it really falls by 100 dB.

    The fall is taken out of the wave (the bank's envelope brings it back), its end is cross-faded
    with what lies one loop before, a whole number of periods long.
    """
    n = len(wave)
    window = int(0.05 * RATE)
    power = np.convolve(wave**2, np.ones(window) / window, mode="same")
    late = slice(int(n * 0.45), int(n * 0.92))
    t = np.arange(n) / RATE
    slope, _ = np.polyfit(t[late], 10 * np.log10(power[late] + 1e-12), 1)
    slope = float(min(-3.0, max(-90.0, slope)))
    flat = wave * 10 ** (-slope * t / 20)
    period = RATE / frequency(pitch)
    loop = round(max(1, round(loop_s * RATE / period)) * period)
    fade = min(loop, n - loop) // 2
    rise = np.linspace(0, 1, fade)
    flat[n - fade :] = flat[n - fade :] * (1 - rise) + flat[n - fade - loop : n - loop] * rise
    return Sample(name, scaled(flat), RATE, pitch, (n - loop, n)), -100 / slope


def single(name: str, wave: Wave, pitch: float) -> Sample:
    """Return a tone that is played once, to its end."""
    return Sample(name, scaled(faded(wave)), RATE, pitch)
