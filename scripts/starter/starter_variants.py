"""What the starter hears of a song besides the song: a part less, a part doubled, from the middle.

In other keys, tempos and instruments it hears every song anyway, anew in each pass
(`engine/tokens/augmentation.py`), for there one id becomes another. Here other notes are there, so
that it is done before a song is encoded: a store has one variant of each copy of a song, and a
store of another seed has others.
"""

from dataclasses import dataclass, replace
from hashlib import sha256

import numpy as np

from engine.music.moving import moved
from engine.music.score import Score, Track
from engine.music.time import BarMap
from engine.tokens.augmentation import PIANO_RANGE

OCTAVE = 12
# Of a duo without one part little is left, and a soloist alone is heard often enough.
_FEWEST_PARTS = 3
# What is left of a song that begins later: enough for a prompt and what the program writes to it.
_FEWEST_BARS = 24


@dataclass(frozen=True, slots=True)
class Shares:
    """How many of the songs, each drawn by itself, are changed in which way.

    Attributes:
        dropped: Lack a part: what the others do is to be known without it.
        doubled: Have a part doubled at the octave, as orchestras do.
        later: Begin at a bar of their first half: what a user opens is often no beginning.
    """

    dropped: float = 0.15
    doubled: float = 0.1
    later: float = 0.25


def varied(score: Score, name: str, *, seed: int, shares: Shares | None = None) -> Score:
    """Return a variant of a song, or the song: always the same of a name and a seed.

    Args:
        score: The song.
        name: Of this copy of it.
        seed: Of the store.
        shares: Of songs that are changed.
    """
    shares = shares or Shares()
    generator = drawn_by(f"{seed}/{name}")
    if generator.random() < shares.later:
        score = begun_later(score, generator)
    if generator.random() < shares.dropped:
        score = without_a_part(score, generator)
    if generator.random() < shares.doubled:
        score = with_a_part_doubled(score, generator)
    return score


def drawn_by(name: str) -> np.random.Generator:
    """Return the generator of a name: the same on every machine and day."""
    digest = sha256(name.encode("utf-8", "surrogateescape")).digest()
    return np.random.default_rng(int.from_bytes(digest[:8], "big"))


def begun_later(score: Score, generator: np.random.Generator) -> Score:
    """Return a song from a bar of its first half on, where enough of it is left."""
    bars = BarMap.of(score)
    count = bars.bars_until(score.end)
    last = min(count // 2, count - _FEWEST_BARS)
    if last < 1:
        return score
    start = bars.start_of(int(generator.integers(1, last, endpoint=True)))
    rest = score.between(start, score.end)
    return moved(rest, -start) if rest.note_count else score


def without_a_part(score: Score, generator: np.random.Generator) -> Score:
    """Return a song that lacks one of its parts, where enough are left, not drums alone."""
    parts = [index for index, track in enumerate(score.tracks) if track.notes]
    if len(parts) < _FEWEST_PARTS:
        return score
    gone = parts[int(generator.integers(len(parts)))]
    left = replace(score, tracks=score.tracks[:gone] + score.tracks[gone + 1 :])
    pitched = any(track.notes for track in left.tracks if not track.is_drum)
    return left if pitched else score


def with_a_part_doubled(score: Score, generator: np.random.Generator) -> Score:
    """Return a song one of whose parts has a companion an octave above or below, behind it."""
    parts = [i for i, track in enumerate(score.tracks) if track.notes and not track.is_drum]
    if not parts:
        return score
    index = parts[int(generator.integers(len(parts)))]
    companion = _octave(score.tracks[index], up=bool(generator.integers(2)))
    if companion is None:
        return score
    tracks = (*score.tracks[: index + 1], companion, *score.tracks[index + 1 :])
    return replace(score, tracks=tracks)


def _octave(track: Track, *, up: bool) -> Track | None:
    """Return a track an octave away; None where it would leave the piano's range."""
    by = OCTAVE if up else -OCTAVE
    pitches = [note.pitch + by for note in track.notes]
    if min(pitches) < PIANO_RANGE[0] or max(pitches) > PIANO_RANGE[1]:
        return None
    return track.with_notes(replace(note, pitch=note.pitch + by) for note in track.notes)
