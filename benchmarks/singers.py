"""Voices that sing known tunes: what a microphone hears of them, and which notes were meant.

A voice is a source and a filter. The source has harmonics that fall by 12 dB an octave, and breath;
the filter has the formants of a vowel or of a nasal (Fant 1960; formants after Peterson and Barney
1952). How a voice sings comes from `Manner`: syllables, glides, vibrato that begins late, scoops
from below, notes that are a little wrong, a whole tune that is flat or sinks. A note is meant to
begin where its vowel begins, or in the middle of the glide to it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

RATE = 22_050
Floats = NDArray[np.floating[Any]]
Syllable = Literal["legato", "da", "la", "na", "ha"]

# Samples from one value of a curve to the next.
_STEP = 64
_STEP_S = _STEP / RATE
_HIGHEST_HZ = 5000.0


class Note(NamedTuple):
    """A note that is meant: seconds, and a MIDI number."""

    start_s: float
    end_s: float
    pitch: int


class Formant(NamedTuple):
    """A resonance: hertz, and hertz to both sides."""

    at: float
    width: float


def _formants(*at: float) -> tuple[Formant, ...]:
    return tuple(Formant(hertz, 50 + 0.05 * hertz) for hertz in at)


VOWELS: Mapping[str, tuple[Formant, ...]] = MappingProxyType(
    {
        "a": _formants(730, 1090, 2440, 3400),
        "o": _formants(500, 850, 2410, 3300),
        "u": _formants(310, 870, 2240, 3300),
        "e": _formants(530, 1840, 2480, 3500),
        "i": _formants(280, 2250, 2900, 3600),
        "hum": (Formant(250, 60), Formant(1000, 400), Formant(2200, 600)),
    }
)
_CONSONANTS: Mapping[Syllable, tuple[Formant, ...]] = MappingProxyType(
    {
        "da": VOWELS["hum"],
        "la": _formants(360, 1300, 2700, 3300),
        "na": VOWELS["hum"],
        "ha": VOWELS["a"],
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How a voice sings.

    Attributes:
        vowel: One of `VOWELS`; "whistle" has hardly an overtone.
        syllable: Which consonant a note begins with.
        size: By which factor its formants are higher than those of a man.
        glide_s: Seconds from one pitch to the next.
        vibrato_cents: To each side; it begins a quarter of a second after the note.
        vibrato_hz: How fast.
        offset_cents: How far all is too high.
        error_cents: Standard deviation of the notes' errors.
        sink_cents: How far the tune sinks in 20 seconds.
        scoop: Chance that a note after a silence begins too low.
        breath_db: Breath beside the voice.
        tilt_db: How much a harmonic is softer an octave higher.
    """

    vowel: str = "a"
    syllable: Syllable = "legato"
    size: float = 1.0
    glide_s: float = 0.08
    vibrato_cents: float = 0.0
    vibrato_hz: float = 5.5
    offset_cents: float = 0.0
    error_cents: float = 0.0
    sink_cents: float = 0.0
    scoop: float = 0.0
    breath_db: float = -35.0
    tilt_db: float = 12.0


def sing(notes: Sequence[Note], manner: Manner, random: np.random.Generator) -> Floats:
    """Return the sound of a tune, one channel at `RATE`, its peak at a half.

    Args:
        notes: One after the other.
        manner: How they are sung.
        random: Draws what differs from note to note.
    """
    frames = int((notes[-1].end_s + 0.4) / _STEP_S) + 1
    times = np.arange(frames) * _STEP_S
    cents = pitches_of(times, notes, manner, random)
    loud, closed, breath = _loudness(times, notes, manner, random)
    samples = np.arange(frames * _STEP) / _STEP
    hertz = 440 * 2 ** ((cents - 6900) / 1200)
    phase = np.cumsum(np.interp(samples, np.arange(frames), hertz)) * (2 * np.pi / RATE)
    sound = np.zeros(len(samples))
    for number in range(1, max(2, int(_HIGHEST_HZ / hertz.min())) + 1):
        strength = loud * _harmonic(number, hertz, closed, manner)
        if strength.max() > 1e-5:
            sound += np.interp(samples, np.arange(frames), strength) * np.sin(number * phase)
    voiced = np.sqrt(np.mean(np.square(sound)))
    noise = _shaped_noise(len(sound), manner, random)
    noise *= np.interp(samples, np.arange(frames), breath + loud)
    sound += noise * (voiced * 10 ** (manner.breath_db / 20) / np.sqrt(np.mean(noise**2) + 1e-12))
    return np.asarray(sound / (2 * np.abs(sound).max()))


def pitches_of(
    times: Floats, notes: Sequence[Note], manner: Manner, random: np.random.Generator
) -> Floats:
    """Return the pitch in cents at each time; the arguments are those of `sing`."""
    errors = random.normal(0, manner.error_cents, len(notes)) if manner.error_cents else [0.0]
    errors = np.resize(errors, len(notes))
    aims = np.array([note.pitch * 100.0 for note in notes]) + errors
    starts = np.array([note.start_s for note in notes])
    cents = np.full(len(times), aims[0])
    before = aims[0]
    for number, (start, aim) in enumerate(zip(starts, aims, strict=True)):
        longest = 0.8 * (notes[number].end_s - start)
        glide = min(manner.glide_s * random.uniform(0.5, 1.5), longest) or _STEP_S
        done = np.clip((times - start) / glide + 0.5, 0, 1)
        cents += (aim - before) * (1 - np.cos(np.pi * done)) / 2
        before = aim
        since = times - start
        rested = number == 0 or start - notes[number - 1].end_s > 0.1
        if rested and random.random() < manner.scoop:
            depth, lasts = random.uniform(80, 200), random.uniform(0.03, 0.07)
            cents -= np.where(
                (since >= -0.1) & (times < notes[number].end_s),
                depth * np.exp(-np.maximum(since, 0) / lasts),
                0,
            )
        swell = np.clip((since - 0.25) / 0.25, 0, 1)
        swell *= np.clip((notes[number].end_s - times) / 0.08, 0, 1)
        phase = 2 * np.pi * manner.vibrato_hz * random.uniform(0.95, 1.05) * since
        cents += manner.vibrato_cents * swell * np.sin(phase)
    wander = np.convolve(random.normal(0, 1, len(times) + 100), np.hanning(101), "valid")
    wander *= 6 / max(wander.std(), 1e-9)
    jitter = random.normal(0, 4, len(times))
    return np.asarray(
        cents + manner.offset_cents - manner.sink_cents * times / 20 + wander + jitter
    )


def _loudness(
    times: Floats, notes: Sequence[Note], manner: Manner, random: np.random.Generator
) -> tuple[Floats, Floats, Floats]:
    """Return how loud the voice is, how far its mouth is closed, and breath without voice."""
    loud, closed, breath = (np.zeros(len(times)) for _ in range(3))
    for number, note in enumerate(notes):
        after = notes[number + 1] if number + 1 < len(notes) else None
        before = notes[number - 1] if number else None
        tied = before is not None and note.start_s - before.end_s < 0.05
        goes_on = after is not None and after.start_s - note.end_s < 0.05
        end = after.start_s if after is not None and goes_on else note.end_s
        rise = random.uniform(0.02, 0.05)
        shape = np.clip((times - note.start_s) / rise + 0.5, 0, 1)
        if tied:
            shape = (times >= note.start_s).astype(float)
        fall = random.uniform(0.05, 0.1)
        ends = (times < end) if goes_on else np.clip((end - times) / fall, 0, 1)
        length = max(end - note.start_s, 0.05)
        swell = 1 - random.uniform(0, 0.4) * np.clip((times - note.start_s) / length, 0, 1)
        level = random.uniform(0.6, 1.0)
        loud = np.maximum(loud, shape * ends * swell * level)
        if not tied:
            drawn = (times > note.start_s - 0.35) & (times < note.start_s - 0.08)
            breath += 0.5 * drawn
            if manner.syllable in {"la", "na"}:
                _close(times, note.start_s, loud, closed, lasts=0.07, to=random.uniform(0.25, 0.45))
            continue
        lasts = min(random.uniform(0.05, 0.08), 0.4 * (note.start_s - before.start_s))  # type: ignore[union-attr]
        repeated = before is not None and before.pitch == note.pitch
        depth = {"da": 0.01, "ha": 0.02, "la": 0.4, "na": 0.5, "legato": 1.0}[manner.syllable]
        if manner.syllable == "legato" and repeated:
            depth = random.uniform(0.15, 0.3)
        if depth < 1:
            _close(times, note.start_s, loud, closed, lasts=lasts, to=depth)
        if manner.syllable in {"da", "ha"}:
            first = note.start_s - (0.01 if manner.syllable == "da" else lasts)
            breath += (times >= first) & (times < note.start_s + 0.01)
    return _smooth(loud, 3), _smooth(closed, 3), _smooth(breath, 5)


def _close(
    times: Floats, at: float, loud: Floats, closed: Floats, *, lasts: float, to: float
) -> None:
    """Make a consonant before a vowel that begins at a time."""
    inside = (times >= at - lasts) & (times < at)
    loud[inside] = np.maximum(loud[inside], 0.3) * to
    closed[inside] = 1


def _smooth(curve: Floats, steps: int) -> Floats:
    window = np.hanning(2 * steps + 1)
    return np.convolve(curve, window / window.sum(), "same")


def _harmonic(number: int, hertz: Floats, closed: Floats, manner: Manner) -> Floats:
    """Return how strong a harmonic is at each time."""
    at = number * hertz
    heard = np.where(at < _HIGHEST_HZ, 1.0, 0.0)
    if manner.vowel == "whistle":
        return np.asarray({1: 1.0, 2: 0.02, 3: 0.008}.get(number, 0.0) * heard)
    source = number ** (-manner.tilt_db / (20 * np.log10(2)))
    # Lips radiate 6 dB more an octave higher.
    radiated = source * number
    opened = _through(at, VOWELS[manner.vowel], manner.size)
    if manner.syllable == "legato":
        return np.asarray(heard * radiated * opened)
    shut = _through(at, _CONSONANTS[manner.syllable], manner.size)
    return np.asarray(heard * radiated * opened ** (1 - closed) * shut**closed)


def _through(at: Floats, formants: Sequence[Formant], size: float) -> Floats:
    """Return how strongly a frequency passes the formants."""
    passed = np.ones(len(at))
    for formant in formants:
        middle, width = formant.at * size, formant.width * size
        passed *= middle**2 / np.sqrt((middle**2 - at**2) ** 2 + (width * at) ** 2)
    return passed


def _shaped_noise(samples: int, manner: Manner, random: np.random.Generator) -> Floats:
    spectrum = np.fft.rfft(random.normal(0, 1, samples))
    at = np.fft.rfftfreq(samples, 1 / RATE)
    formants = VOWELS["u" if manner.vowel == "whistle" else manner.vowel]
    shape = np.sqrt(_through(at, formants, manner.size)) + 0.1
    return np.asarray(np.fft.irfft(spectrum * shape, samples))
