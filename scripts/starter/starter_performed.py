"""Renders written songs as performances for the starter, in the form that a recording gets.

Users' files are mostly performances: each note has its own velocity and length, and the tempo is a
player's or a click's. Here a written song is played by the rules of `performances.py`, by one of
three kinds of players, and gets the tempos of its known beats as a recording gets those of the
beats that are found in it (`engine/beats/regrid.py`). Tracks, bars, meters and keys stay.

The ranges of velocities and lengths are those of pop piano recordings and of transcribed concerts:
of a track, velocities have a deviation of 3 to 20 and move by about 10 from note to note; melodies
sound for 0.5 to 1 of the time to the next note, accompaniments, held by a pedal, for 0.6 to 3.

Music that was played to a click is often pasted: of the bars of POP909's training part that repeat
the pitches of an earlier one, 82 % repeat its velocities, too (2,468 bars of 40 songs). Here most
songs with a steady tempo are pasted likewise (`pasted.py`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from hashlib import sha256

import numpy as np
from pasted import pasted_from
from performances import (
    Bools,
    Floats,
    Ints,
    Written,
    moved_onsets,
    seconds_of_places,
    tempo_walk,
    written,
)

from engine.beats.regrid import BeatGrid, knots, on_grid
from engine.values.score import TICKS_PER_QUARTER, Note, Score, Tempo, Track
from engine.values.time import TempoMap

# A recording's ticks: at 120 beats a minute about one a millisecond.
_TICKS_A_SECOND = 2 * TICKS_PER_QUARTER
_SHORTEST_S = 0.03
# A beat is where its notes sound; closer than this no beat follows another.
_CLOSEST_BEATS_S = 0.08
# Of the log of a free player's tempo from the written one.
_TEMPO_SPREAD = 0.12
_PEDAL_CHANCE = 0.6
# Three quarters of POP909's songs with repeated bars have most of them pasted. More songs are
# chosen here, because bars that repeat alone are often left: 59 % of those of 65 arrangements
# repeat the velocities, 82 % of POP909's (experiment 2026-11-27-starter-goes-on).
_PASTED_CHANCE = 0.85
# Bars that are pasted together at least; one of these is drawn for a song.
_PASTED_BARS = (1, 2, 2, 4)
# Mean and deviation of the velocity of a piece.
_LEVEL = (70, 12)
_PIANOS = range(8)
_PLUCKED = range(24, 40)


class Player(Enum):
    """How somebody keeps time."""

    FREE = "free"
    CLICK = "click"  # a steady tempo, each note a little beside it
    CORRECTED = "corrected"  # a steady tempo, onsets moved to the grid afterwards


# How probable each kind of player is. A band plays to a click, and most files of it are corrected.
BANDS: dict[Player, float] = {Player.FREE: 0.1, Player.CLICK: 0.35, Player.CORRECTED: 0.55}
PIANOS: dict[Player, float] = {Player.FREE: 0.55, Player.CLICK: 0.2, Player.CORRECTED: 0.25}


@dataclass(frozen=True, slots=True)
class _Sounding:
    """The notes of a performance, in the order of the written ones."""

    start_s: Floats
    end_s: Floats
    velocity: Ints


def drawn_by(name: str) -> np.random.Generator:
    """Return the generator of a name: the same on every machine and day."""
    digest = sha256(name.encode("utf-8", "surrogateescape")).digest()
    return np.random.default_rng(int.from_bytes(digest[:8], "big"))


def performed(
    score: Score, name: str, *, seed: int, players: Mapping[Player, float] | None = None
) -> Score:
    """Return a song as somebody plays it: always the same of a name and a seed.

    Args:
        score: The song, with right bar lines.
        name: Of this performance.
        seed: Of the store.
        players: How probable each kind is; None: by the instruments.
    """
    random = drawn_by(f"{seed}/{name}")
    score = score.resampled(TICKS_PER_QUARTER)
    piece = written(score)
    if len(piece.beats) < 2:  # there is no tempo in one beat
        return score
    chances = players or (PIANOS if _is_piano_music(score) else BANDS)
    number = int(random.choice(len(chances), p=list(chances.values())))
    return _played_by(list(chances)[number], score, piece, random)


def _is_piano_music(score: Score) -> bool:
    """Return whether a pianist plays it, or two players of whom one is a pianist."""
    parts = [track for track in score.tracks if track.notes]
    alone = all(track.program in _PIANOS and not track.is_drum for track in parts)
    return alone or len(parts) <= 2


def _played_by(player: Player, score: Score, piece: Written, random: np.random.Generator) -> Score:
    free = random.uniform(0.25, 1.0) if player is Player.FREE else 0.0
    if player is Player.FREE:
        places, seconds = _free_time(score, piece, random, free)
    else:
        places, seconds = _steady_time(score, piece)
    start_s = np.interp(piece.start, places, seconds)
    length_s = np.interp(piece.end, places, seconds) - start_s
    moved_s = {
        Player.FREE: lambda: moved_onsets(piece, start_s, random, free),
        Player.CLICK: lambda: _beside_the_click(piece, start_s, random),
        Player.CORRECTED: lambda: start_s,
    }[player]()
    beats_s = np.interp(piece.beats, places, seconds)
    sounding = _Sounding(
        start_s=moved_s,
        end_s=_ends(score, piece, random, start_s=moved_s, length_s=length_s, beats_s=beats_s),
        velocity=_velocities(score, piece, random),
    )
    if player is not Player.FREE and random.random() < _PASTED_CHANCE:
        sounding = _pasted(piece, start_s, sounding, bars=int(random.choice(_PASTED_BARS)))
    if player is Player.FREE:
        places, seconds = _followed(piece, beats_s, sounding)
    grid = BeatGrid(
        ticks=np.rint(places * TICKS_PER_QUARTER).astype(np.int64),
        seconds=seconds,
        time_signatures=score.time_signatures,
    )
    heard = on_grid(_recording(score, piece, sounding), grid)
    return replace(heard, key_signatures=score.key_signatures)


def _free_time(
    score: Score, piece: Written, random: np.random.Generator, free: float
) -> tuple[Floats, Floats]:
    """Return places in quarters and their seconds: a player's tempo around the written ones."""
    places, seconds = seconds_of_places(piece, random, free, spread=_TEMPO_SPREAD)
    tempo = TempoMap.of(score)
    ticks = (places[:-1] * TICKS_PER_QUARTER).tolist()
    slower = np.array([piece.bpm / tempo.bpm_at(tick) for tick in ticks])
    return places, seconds[0] + np.concatenate([[0.0], np.cumsum(np.diff(seconds) * slower)])


def _steady_time(score: Score, piece: Written) -> tuple[Floats, Floats]:
    """Return places in quarters and their seconds: where the written tempo changes."""
    tempo = TempoMap.of(score)
    end = int(piece.end.max() * TICKS_PER_QUARTER) + TICKS_PER_QUARTER
    ticks = sorted({0, end, *(event.tick for event in score.tempos if event.tick < end)})
    seconds = np.array([tempo.seconds_at(tick) for tick in ticks])
    return np.array(ticks) / TICKS_PER_QUARTER, 1.0 + seconds


def _followed(piece: Written, beats_s: Floats, sounding: _Sounding) -> tuple[Floats, Floats]:
    """Return the places and seconds of the beats at which a free player's tempo changes.

    A beat is heard where its notes are: the mean of their onsets, as beats are found.
    """
    beat = np.searchsorted(piece.beats, piece.start)
    on = np.flatnonzero(np.isin(piece.start, piece.beats))
    weight = np.bincount(beat[on], sounding.velocity[on], minlength=len(beats_s))
    sums = np.bincount(
        beat[on], sounding.velocity[on] * sounding.start_s[on], minlength=len(beats_s)
    )
    heard_s = np.where(weight > 0, sums / np.maximum(weight, 1.0), beats_s)
    if np.diff(heard_s).min() < _CLOSEST_BEATS_S:
        heard_s = beats_s
    kept = list(knots(np.rint(piece.beats * TICKS_PER_QUARTER).astype(np.int64), heard_s))
    return piece.beats[kept], heard_s[kept]


def _beside_the_click(piece: Written, start_s: Floats, random: np.random.Generator) -> Floats:
    """Return onsets some milliseconds early or late: each track, each chord, each note."""
    track = random.normal(0, 0.006, piece.track.max() + 1)[piece.track]
    _, chord = np.unique(np.stack([piece.start, piece.track]), axis=1, return_inverse=True)
    together = random.normal(0, random.uniform(0.003, 0.014), chord.max() + 1)[chord.ravel()]
    alone = random.normal(0, random.uniform(0.002, 0.008), len(start_s))
    moved: Floats = np.maximum(start_s + track + together + alone, 0.0)
    return moved


def _ends(
    score: Score,
    piece: Written,
    random: np.random.Generator,
    *,
    start_s: Floats,
    length_s: Floats,
    beats_s: Floats,
) -> Floats:
    """Return when each note ends: by each track's articulation, and held by a pedal."""
    end_s = start_s + length_s
    bar_lines = random.random() < 0.5  # else the pedal changes at each beat
    changes = np.flatnonzero(piece.down) if bar_lines else np.arange(len(beats_s))
    following = np.searchsorted(piece.beats[changes], piece.start, side="right")
    change_s = np.append(beats_s[changes], np.inf)[following]
    change_s = np.minimum(change_s, start_s + 4.0)
    for number, track in enumerate(score.tracks):
        own = piece.track == number
        if track.is_drum or not own.any():
            continue
        held, spread = _articulation(track, random)
        noise = np.exp(random.normal(0, spread, int(own.sum())))
        end_s[own] = start_s[own] + length_s[own] * held * noise
        if track.program in _PIANOS and random.random() < _PEDAL_CHANCE:
            caught = own & (random.random(len(own)) < random.uniform(0.4, 1.0))
            late = random.normal(0.0, 0.03, len(own))
            end_s = np.where(caught, np.maximum(end_s, change_s + late), end_s)
    return _until_struck_again(piece, start_s, np.maximum(end_s, start_s + _SHORTEST_S))


def _pasted(piece: Written, start_s: Floats, sounding: _Sounding, *, bars: int) -> _Sounding:
    """Return a performance in which repeated bars sound as they did the first time.

    Args:
        piece: The piece.
        start_s: The written onsets at the steady tempo.
        sounding: Each note as it would be played.
        bars: That repeat together at least.
    """
    source = pasted_from(piece, bars=bars)
    moved_s = (sounding.start_s - start_s)[source]
    length_s = (sounding.end_s - sounding.start_s)[source]
    begin_s = np.maximum(start_s + moved_s, 0.0)
    return _Sounding(
        start_s=begin_s,
        end_s=_until_struck_again(piece, begin_s, begin_s + length_s),
        velocity=sounding.velocity[source],
    )


def _articulation(track: Track, random: np.random.Generator) -> tuple[float, float]:
    """Return the share of a written length that sounds, and the deviation of its log."""
    if track.program in _PIANOS or track.program in _PLUCKED:
        return random.uniform(0.45, 1.05), random.uniform(0.08, 0.35)
    return random.uniform(0.75, 1.02), random.uniform(0.03, 0.12)


def _until_struck_again(piece: Written, start_s: Floats, end_s: Floats) -> Floats:
    """Return ends that are not behind the next onset of the same key."""
    order = np.lexsort((start_s, piece.pitch, piece.track))
    same = (np.diff(piece.pitch[order]) == 0) & (np.diff(piece.track[order]) == 0)
    gap = np.diff(start_s[order])
    cut = same & (gap > _SHORTEST_S)
    first = order[:-1][cut]
    end_s[first] = np.minimum(end_s[first], start_s[order[1:][cut]])
    return end_s


def _velocities(score: Score, piece: Written, random: np.random.Generator) -> Ints:
    """Return velocities: of the piece, each track, its phrases, the beat, and each note."""
    beat = np.maximum(np.searchsorted(piece.beats, piece.start, side="right") - 1, 0)
    level = random.normal(*_LEVEL)
    phrase = float(random.choice([8, 16, 32]))
    arc = random.uniform(0, 14) * np.sin(np.pi * (beat % phrase) / phrase)
    walk = tempo_walk(len(piece.beats), random, step=random.uniform(0.5, 3.5), keep=0.9)
    strong = random.uniform(-2, 9) * np.isin(piece.start, piece.beats[piece.down])
    strong = strong + random.uniform(-2, 6) * np.isin(piece.start, piece.beats)
    velocity = level + arc + walk[beat] + strong
    even = random.random() < 0.2  # a player, or a keyboard, of few differences
    for number, track in enumerate(score.tracks):
        own = np.flatnonzero(piece.track == number)
        if not len(own):
            continue
        loud = piece.velocity[own]
        velocity[own] += random.normal(0, 7) + (loud - loud.mean()) * random.uniform(0.3, 0.9)
        spread = random.uniform(0.5, 3) if even else random.uniform(3, 11)
        velocity[own] += random.normal(0, spread, len(own))
        if not track.is_drum:
            velocity[own] += random.uniform(0, 12) * _is_top(piece.start[own], piece.pitch[own])
    return np.clip(np.rint(velocity), 8, 127).astype(np.int64)


def _is_top(start: Floats, pitch: Ints) -> Bools:
    """Return which notes of a track are the highest of those that begin with them."""
    _, chord = np.unique(start, return_inverse=True)
    highest = np.zeros(chord.max() + 1, np.int64)
    np.maximum.at(highest, chord, pitch)
    top: Bools = pitch == highest[chord]
    return top


def _recording(score: Score, piece: Written, sounding: _Sounding) -> Score:
    """Return the performance as it is recorded: at a tempo that means nothing."""
    start = np.rint(sounding.start_s * _TICKS_A_SECOND).astype(np.int64).tolist()
    length = np.rint((sounding.end_s - sounding.start_s) * _TICKS_A_SECOND).astype(np.int64)
    rows = zip(
        start, piece.pitch.tolist(), length.tolist(), sounding.velocity.tolist(), strict=True
    )
    notes: list[list[Note]] = [[] for _ in score.tracks]
    for number, row in zip(piece.track.tolist(), rows, strict=True):
        notes[number].append(Note(*row))
    tracks = tuple(
        Track(name=track.name, program=track.program, is_drum=track.is_drum).with_notes(own)
        for track, own in zip(score.tracks, notes, strict=True)
    )
    return Score(tracks=tracks, tempos=(Tempo(0, 120.0),), title=score.title)
