"""Tunes with known notes, hummed, sung, whistled, and played on winds: one pitch at a time.

Two halves share neither tunes nor singers: what was chosen on one is judged on voices with other
vowels, sizes and faults.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import cast

import numpy as np

from benchmarks.listening.many import Played, played
from benchmarks.singers import RATE, Manner, Note, Syllable, sing
from benchmarks.songs import Folders, Half, SongFile, first_songs
from benchmarks.syllables import sing_syllables
from engine.listening.network import Floats
from engine.playback.sending.schedule import Schedule
from engine.values.hearing import HeardNote
from engine.values.score import TICKS_PER_QUARTER, Score, Tempo, Track
from engine.values.score import Note as Written

_EXCERPT_S, _LEAD_S, _BREATH_S = 16.0, 0.5, 0.3
# A singer breathes after so long.
_PHRASE_S = 5.0
_FEWEST_NOTES = 16
# Shortest of ten notes, for a tongue and for a wind instrument.
_SHORT_S, _SHORT_WIND_S = 0.2, 0.13
# espeak-ng's.
_LOW_VOICES, _HIGH_VOICES = ("en+m3", "de+m1"), ("en+f3", "de+f2")
# How long a tongue stops the air between two notes of one pitch.
_TONGUE_S = 0.04
# Flute, clarinet, alto saxophone, recorder, trumpet.
_WINDS = (73, 71, 65, 74, 56)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of voice.

    Attributes:
        syllables: One of them is drawn for a singer; none for instruments.
        vowels: For each half.
        ranges: Lowest keys of the voices; each has an octave and a half.
    """

    syllables: tuple[Syllable, ...] = ()
    vowels: Mapping[Half, tuple[str, ...]] = field(default_factory=dict)
    ranges: tuple[int, ...] = (41, 46, 50, 55, 60)


def _vowels(choose: tuple[str, ...], judge: tuple[str, ...]) -> Mapping[Half, tuple[str, ...]]:
    return MappingProxyType({"choose": choose, "judge": judge})


_OPEN = _vowels(("a", "u"), ("o", "e", "i"))
KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "hum": Kind(syllables=("legato", "na", "ha"), vowels=_vowels(("hum",), ("hum",))),
        "da": Kind(syllables=("da",), vowels=_OPEN),
        "la": Kind(syllables=("la", "na"), vowels=_OPEN),
        "legato": Kind(syllables=("legato",), vowels=_OPEN),
        "whistle": Kind(
            syllables=("legato", "ha"),
            vowels=_vowels(("whistle",), ("whistle",)),
            ranges=(82, 84, 86),
        ),
        "wind": Kind(ranges=(58, 62, 67)),
        # Syllables of espeak-ng; nothing was chosen on them.
        "solfege": Kind(syllables=("la",), vowels=_vowels(("a",), ("a",))),
    }
)


def performances(kind: str, folders: Folders, *, half: Half, count: int) -> Iterator[Played]:
    """Yield tunes as a kind of voice sings them.

    Args:
        kind: One of `KINDS`.
        folders: Of tunes, by collection.
        half: Of tunes and singers.
        count: How many of each collection; 0 is all.
    """
    number = list(KINDS).index(kind)

    def fitting(file: SongFile, score: Score) -> tuple[str, list[Note]] | None:
        # Each tune belongs to one kind.
        if int(file.sha256[8:12], 16) % len(KINDS) != number:
            return None
        notes = tune_of(score, shortest_s=_SHORT_S if KINDS[kind].syllables else _SHORT_WIND_S)
        return (file.name, notes) if len(notes) >= _FEWEST_NOTES else None

    for name, notes in first_songs(folders, fitting, split=half, count=count):
        yield performed(name, notes, kind, half=half)


def tune_of(score: Score, *, shortest_s: float) -> list[Note]:
    """Return the beginning of a score's first part as a tune, slow enough to be sung.

    Args:
        score: Its first track has the tune.
        shortest_s: Nine of ten notes are at least as long.

    Returns:
        Notes in seconds; none if the part has chords.
    """
    tempo = Schedule.of(score).tempo
    written = sorted(score.tracks[0].notes, key=lambda note: (note.start, -note.pitch))
    if len({note.start for note in written}) < 0.97 * len(written) or not written:
        return []
    starts = np.array([tempo.seconds_at(note.start) for note in written])
    ends = np.array([tempo.seconds_at(note.start + note.duration) for note in written])
    slower = max(1.0, shortest_s / max(1e-3, float(np.percentile(ends - starts, 10))))
    starts, ends = ((times - starts[0]) * slower + _LEAD_S for times in (starts, ends))
    ends[:-1] = np.minimum(ends[:-1], starts[1:])
    kept = [
        Note(float(start), float(end), note.pitch)
        for start, end, note in zip(starts, ends, written, strict=True)
        if start < _EXCERPT_S and end - start > 0.06
    ]
    return _with_breaths(kept)


def _with_breaths(notes: Sequence[Note]) -> list[Note]:
    breathed, since = [], 0.0
    for number, note in enumerate(notes):
        if note.start_s - since > _PHRASE_S and note.end_s - note.start_s > 2 * _BREATH_S:
            breathed.append(note._replace(end_s=note.end_s - _BREATH_S))
            since = note.end_s
        else:
            breathed.append(note)
            if number + 1 < len(notes) and notes[number + 1].start_s - note.end_s > _BREATH_S:
                since = notes[number + 1].start_s
    return breathed


def performed(name: str, notes: Sequence[Note], kind: str, *, half: Half) -> Played:
    """Return a tune as a kind of voice sings it; the name and the half draw the singer."""
    seed = hashlib.sha256(f"{name} {kind} {half}".encode()).digest()
    random = np.random.default_rng(list(seed))
    row = KINDS[kind]
    lowest = int(random.choice(row.ranges))
    pitches = [note.pitch for note in notes]
    shift = lowest + 9 - round((min(pitches) + max(pitches)) / 2)
    moved = [note._replace(pitch=note.pitch + shift) for note in notes]
    offset = float(random.uniform(-45, 45))
    if not row.syllables:
        return _on_wind(name, moved, int(random.choice(_WINDS)), offset)
    manner = Manner(
        vowel=str(random.choice(row.vowels[half])),
        syllable=cast("Syllable", str(random.choice(row.syllables))),
        size=random.uniform(0.95, 1.05) * (1.0 if lowest < 53 else 1.17),
        glide_s=random.uniform(0.04, 0.12),
        vibrato_cents=random.uniform(0, 50) if random.random() < 0.6 else 0.0,
        vibrato_hz=random.uniform(5, 6.5),
        offset_cents=offset,
        error_cents=random.uniform(5, 22),
        sink_cents=random.uniform(0, 100) if random.random() < 0.25 else 0.0,
        scoop=0.4 if random.random() < 0.5 else 0.0,
        breath_db=random.uniform(-45, -28),
        tilt_db=random.uniform(9, 14),
    )
    if kind == "solfege":
        voice = str(random.choice(_LOW_VOICES if lowest < 53 else _HIGH_VOICES))
        dry = sing_syllables(moved, manner, random, voice=voice)
        name = f"{name} {voice}"
    else:
        dry = sing(moved, manner, random)
    sound = in_a_room(dry, random)
    true = [HeardNote(start_s=n.start_s, end_s=n.end_s, pitch=n.pitch) for n in moved]
    return Played(name=f"{name} {manner.vowel} {manner.syllable}", sound=sound, notes=tuple(true))


def _on_wind(name: str, notes: Sequence[Note], program: int, offset: float) -> Played:
    """Return a tune on a wind instrument that is out of tune: played faster or slower.

    A note is meant to begin when it has half its loudness, as with voices: the instruments of the
    bank need some time, measured at the first note, and a player begins earlier by it.
    """
    faster = 2 ** (offset / 1200)
    ticks = 2 * TICKS_PER_QUARTER * faster
    ends = [
        note.end_s - _TONGUE_S if after and after.pitch == note.pitch else note.end_s
        for note, after in zip(notes, [*notes[1:], None], strict=True)
    ]
    written = [
        Written(
            start=round(note.start_s * ticks),
            duration=max(1, round((end - note.start_s) * ticks)),
            pitch=note.pitch,
            velocity=90,
        )
        for note, end in zip(notes, ends, strict=True)
    ]
    track = Track(program=program, notes=tuple(sorted(written)))
    made = played(f"{name} {program}", Score(tempos=(Tempo(tick=0, bpm=120),), tracks=(track,)))
    samples = np.arange(int((len(made.sound) - 1) / faster)) * faster
    sound = np.interp(samples, np.arange(len(made.sound)), made.sound)
    late_s = _attack_s(sound, made.notes[0].start_s / faster)
    true = [
        HeardNote(start_s=n.start_s / faster + late_s, end_s=n.end_s / faster, pitch=n.pitch)
        for n in made.notes
        if n.end_s / faster > n.start_s / faster + late_s
    ]
    return Played(name=made.name, sound=sound.astype(np.float32), notes=tuple(true))


def _attack_s(sound: np.ndarray, start_s: float) -> float:
    """Return how long after a start the sound has half the loudness of its first 150 ms."""
    first = np.abs(sound[round(start_s * RATE) :][: round(0.15 * RATE)])
    loud = np.maximum.accumulate(first)
    return float(np.searchsorted(loud, loud[-1] / 2)) / RATE


def in_a_room(sound: np.ndarray, random: np.random.Generator) -> Floats:
    """Return a sound with the echoes of a small room, its peak at full scale."""
    lasts = random.uniform(0.2, 0.5)
    times = np.arange(int(lasts * RATE)) / RATE
    echoes = random.normal(0, 1, len(times)) * np.exp(-6.9 * times / lasts)
    echoes *= 10 ** (random.uniform(-18, -10) / 20) / np.sqrt(np.sum(echoes**2))
    echoes[0] = 1
    size = 1 << (len(sound) + len(echoes)).bit_length()
    wet = np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(echoes, size), size)[: len(sound)]
    return np.asarray(wet / np.abs(wet).max(), np.float32)
