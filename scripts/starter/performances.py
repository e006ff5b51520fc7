"""Render written music as a person might play it, with the beats known.

A performance takes its tempo from a walk over the beats with arcs over phrases and slower ends, its
onsets from the tempo with a deviation for each chord and each note, its velocities from accents and
the height of a note, its lengths from an articulation and often a pedal. Ranges are those of
published measurements of expressive timing, widened so that the network learns to ignore them.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.beats.notes import PlayedNotes
from engine.values.score import Score
from engine.values.time import BarMap

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Written:
    """A piece in quarters with its beats.

    Attributes:
        start: Onsets, sorted.
        end: Ends.
        pitch: MIDI pitches.
        velocity: 1 to 127.
        drum: Whether it is a drum stroke.
        track: Number of its track.
        beats: Places of the beats, sorted.
        down: Whether a beat begins a bar.
        triple: Whether a beat has three parts (6/8, 9/8, 12/8).
        bpm: Quarters a minute.
    """

    start: Floats
    end: Floats
    pitch: Ints
    velocity: Ints
    drum: Bools
    track: Ints
    beats: Floats
    down: Bools
    triple: Bools
    bpm: float


@dataclass(frozen=True, slots=True)
class Performance:
    """Notes in seconds with the beats in seconds, as in `Written`."""

    notes: PlayedNotes
    beats_s: Floats
    down: Bools
    triple: Bools


def written(score: Score) -> Written:
    """Return the notes and beats of a score whose bar lines are right."""
    quarter = score.ticks_per_quarter
    rows = sorted(
        (note.start, note.start + note.duration, note.pitch, note.velocity, track.is_drum, number)
        for number, track in enumerate(score.tracks)
        for note in track.notes
    )
    start, end, pitch, velocity, drum, track = (
        np.array(column) for column in zip(*rows, strict=True)
    )
    beats = list(_beats(BarMap.of(score), quarter, int(end.max())))
    places, down, triple = (np.array(column) for column in zip(*beats, strict=True))
    return Written(
        start=start / quarter,
        end=end / quarter,
        pitch=pitch,
        velocity=velocity,
        drum=drum.astype(np.bool_),
        track=track,
        beats=places,
        down=down,
        triple=triple,
        bpm=score.tempos[0].bpm if score.tempos else 120.0,
    )


def _beats(bars: BarMap, quarter: int, end: int):
    for bar, start in bars.bar_starts(0, end):
        length = bars.start_of(bar + 1) - start
        meter = bars.signature_at(start)
        triple = meter.denominator >= 8 and meter.numerator % 3 == 0 and meter.numerator > 3
        beat = bars.beat_length_at(start) * (3 if triple else 1)
        for offset in range(0, length, beat):
            yield (start + offset) / quarter, offset == 0, triple


def perform(piece: Written, random: np.random.Generator) -> Performance:
    """Return one performance of a piece; the generator decides how it is played."""
    free = random.random()  # from in time to free
    places, seconds = seconds_of_places(piece, random, free)
    start_s = np.interp(piece.start, places, seconds)
    end_s = np.interp(piece.end, places, seconds)
    start_s, end_s = _played(piece, start_s, end_s, random, free)
    velocity = _velocities(piece, random)
    kept = random.random(len(start_s)) > (0.03 * random.random())
    drum, shift = piece.drum, int(random.integers(-5, 7))
    notes = PlayedNotes(
        start_s=start_s,
        end_s=end_s,
        pitch=np.where(drum, piece.pitch, np.clip(piece.pitch + shift, 0, 127)),
        velocity=velocity,
        drum=drum,
    ).chosen(kept)
    notes = _with_ornaments(notes, random)
    beats_s = np.interp(piece.beats, places, seconds)
    return Performance(notes.in_order(), beats_s, piece.down, piece.triple)


def tempo_walk(count: int, random: np.random.Generator, *, step: float, keep: float) -> Floats:
    """Return deviations of the log of the tempo that change slowly, (count,)."""
    walk = np.zeros(count)
    steps = random.normal(0, step, count)
    for place in range(1, count):
        walk[place] = keep * walk[place - 1] + steps[place]
    return walk


def seconds_of_places(
    piece: Written, random: np.random.Generator, free: float, *, spread: float = 0.3
) -> tuple[Floats, Floats]:
    """Return places in quarters, a quarter of a beat apart, and their seconds from about 1 on.

    Args:
        piece: The piece.
        random: Decides how it is played.
        free: From 0 (in time) to 1.
        spread: Standard deviation of the log of its tempo from the written one.
    """
    beats = np.append(piece.beats, 2 * piece.beats[-1] - piece.beats[-2])
    parts = 4
    places = np.interp(
        np.arange((len(beats) - 1) * parts + 1) / parts, np.arange(len(beats)), beats
    )
    beat_count, count = len(beats) - 1, len(places) - 1
    slow_walk = np.repeat(
        tempo_walk(beat_count, random, step=0.09 * free * random.random(), keep=0.85), parts
    )
    fine_walk = tempo_walk(count, random, step=0.06 * free * random.random(), keep=0.7)
    each = np.repeat(random.normal(0, 0.07 * free**2, beat_count), parts)
    phrase = int(random.choice([4, 6, 8, 12, 16])) * parts
    place = (np.arange(count) % phrase) / phrase
    arc = 0.25 * free * random.random() * (4 * (place - 0.5) ** 2)
    late = np.exp(-(count - np.arange(count)) / (4 * parts)) * random.random() * 0.5
    slow = -np.log(piece.bpm * float(np.exp(random.normal(0, spread))) / 60)
    spans = np.diff(places) * np.exp(
        np.clip(slow, -1.6, 1.2) + slow_walk + fine_walk + each + arc + late
    )
    return places, 0.5 + random.random() + np.concatenate([[0.0], np.cumsum(spans)])


def _played(
    piece: Written, start_s: Floats, end_s: Floats, random: np.random.Generator, free: float
) -> tuple[Floats, Floats]:
    """Return the times with deviations, arpeggios, articulation and pedal."""
    moved = moved_onsets(piece, start_s, random, free)
    length = (
        (end_s - start_s) * random.uniform(0.4, 1.1) * np.exp(random.normal(0, 0.2, len(start_s)))
    )
    end = moved + np.maximum(length, 0.03)
    if random.random() < 0.4:  # keys held until the next bar or half bar, as with a pedal
        span = float(random.choice([1.0, 2.0, 4.0]))
        change = np.interp((np.floor(piece.start / span) + 1) * span, piece.start, start_s)
        end = np.where(piece.drum, end, np.maximum(end, change))
    return moved, end


def moved_onsets(
    piece: Written, start_s: Floats, random: np.random.Generator, free: float
) -> Floats:
    """Return onsets with deviations for each chord and each note, and with arpeggios."""
    exact = 0.0 if random.random() < 0.1 else 1.0
    _, chord = np.unique(piece.start, return_inverse=True)
    together = random.normal(0, (0.004 + 0.018 * free) * exact, chord.max() + 1)[chord]
    alone = random.normal(0, (0.003 + 0.012 * random.random()) * exact, len(start_s))
    lead = 0.04 * random.random() * free * np.where(piece.pitch < 60, -1.0, 0.0) * exact
    spread: Floats | float = 0.0
    if random.random() < 0.4:
        rolled = random.random(chord.max() + 1) < 0.25 * random.random()
        spread = np.where(rolled[chord], (piece.pitch - 40) / 40 * random.uniform(0.05, 0.25), 0.0)
    moved: Floats = np.maximum(start_s + together + alone + lead + spread, 0.0)
    return moved


def _with_ornaments(notes: PlayedNotes, random: np.random.Generator) -> PlayedNotes:
    """Return notes with grace notes, mordents and trills, which scores leave to the player."""
    if random.random() < 0.5 or not len(notes):
        return notes
    share = 0.06 * random.random()
    chosen = (random.random(len(notes)) < share) & ~notes.drum & (notes.pitch > 55)
    rows = []
    for n in np.flatnonzero(chosen):
        step, gap_s = int(random.integers(1, 3)), random.uniform(0.05, 0.11)
        long = notes.end_s[n] - notes.start_s[n] > 5 * gap_s
        trill = long and random.random() < 0.5
        count = int((notes.end_s[n] - notes.start_s[n]) / gap_s) - 1 if trill else 2
        first = notes.start_s[n] + (gap_s if trill else -count * gap_s * random.integers(0, 2))
        for k in range(count):
            at = first + k * gap_s
            rows.append(
                (
                    max(at, 0.0),
                    at + gap_s,
                    notes.pitch[n] + step * (k % 2 == 0),
                    max(1, notes.velocity[n] - 12),
                )
            )
    if not rows:
        return notes
    start, end, pitch, velocity = (np.array(column) for column in zip(*rows, strict=True))
    return PlayedNotes(
        start_s=np.append(notes.start_s, start),
        end_s=np.append(notes.end_s, np.maximum(end, start + 0.02)),
        pitch=np.append(notes.pitch, np.minimum(pitch, 127)).astype(np.int64),
        velocity=np.append(notes.velocity, velocity).astype(np.int64),
        drum=np.append(notes.drum, np.zeros(len(start), np.bool_)),
    )


def _velocities(piece: Written, random: np.random.Generator) -> Ints:
    if random.random() < 0.15:
        return np.full(len(piece.start), int(random.integers(40, 110)))
    base = piece.velocity if random.random() < 0.5 else np.full(len(piece.start), 70)
    accent = np.isin(piece.start, piece.beats[piece.down]) * random.uniform(-2, 14)
    beat = np.isin(piece.start, piece.beats) * random.uniform(-2, 8)
    height = (piece.pitch - 60) / 24 * random.uniform(0, 14)
    noise = random.normal(0, random.uniform(2, 12), len(piece.start))
    level = random.uniform(-15, 15)
    return np.clip(np.rint(base + accent + beat + height + noise + level), 1, 127).astype(np.int64)
