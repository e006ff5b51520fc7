"""Which chords a score has, and where.

`find_chords` is a dynamic programme over segments of whole beats (a semi-Markov model, as in
Masada and Bunescu 2017, "Chord recognition in symbolic music using semi-Markov conditional random
fields"): every stretch of up to eight beats is scored against every chord by what sounds in it,
what is missing from it and what is its bass, and the best way to divide the piece is taken.
Pure functions; drums are left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import gcd

import numpy as np
from numpy.typing import NDArray

from engine.ground.cancelling import look_up
from engine.ground.errors import LimitError
from engine.harmony.chord_symbols import (
    QUALITIES,
    Chord,
    Quality,
    chord_name,
    parse_chord,
    pitch_classes,
)
from engine.values.score import Score
from engine.values.time import BarMap

__all__ = [
    "QUALITIES",
    "Chord",
    "Quality",
    "chord_name",
    "find_chords",
    "fitting_chords",
    "parse_chord",
    "pitch_classes",
]

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChordWeights:
    """Weights for and against a chord, each for one beat of music.

    Tones are in the order root, third, fifth, seventh.

    Attributes:
        tones: For the share of what sounds that is this tone of the chord.
        foreign: Against the share that is none of its tones.
        missing: Against a tone that is not heard.
        heard: Beats after which a tone is heard by half.
        bass: For a lowest note that is this tone.
        first: The same for the lowest note of the first beat.
        foreign_bass: Against a lowest note that is none of its tones.
        qualities: For each quality, whatever sounds.
        none: For no chord, of what sounds.
        silence: Against any chord, of what does not.
        changes: Against a change of chord at a bar line, a half bar and a beat.
        hold: Against a new segment of the same chord.
        off_beat: Weight of a note that begins between beats; of others it is 1.
        doubled: Beats of one pitch class in a beat that count; more voices add nothing.
    """

    tones: tuple[float, ...] = (0.75, 1.0, 0.9, 0.4)
    foreign: float = 1.9
    missing: tuple[float, ...] = (0.48, 0.1, 0.23, 0.23)
    heard: float = 0.02
    bass: tuple[float, ...] = (0.45, 0.2, 0.2, 0.0)
    first: tuple[float, ...] = (0.55, 0.1, 0.15, 0.0)
    foreign_bass: float = 0.04
    qualities: tuple[float, ...] = (0.15, 0.05, -0.1, -0.15, -0.25, 0.0, -0.1, -0.1, -0.13, -0.1)
    none: float = 0.25
    silence: float = 0.3
    changes: tuple[float, ...] = (0.4, 0.5, 0.6)
    hold: float = 0.09
    off_beat: float = 0.6
    doubled: float = 0.85


WEIGHTS = ChordWeights()
_BAR, _HALF, _BEAT = range(3)
# Beats of the longest chord that the weights know.
_LONGEST = 8
# Beats that are worked on at once: their numbers fit into a processor's cache.
_BLOCK = 128
# Beats that are kept of a run of bars without a note boundary: the chord after them is the same.
_STILL = 512
_NONE = 12 * len(QUALITIES)
_PITCHES = 128
# A pitch that sounds for less of a beat than this is not its bass.
_LEAST_BASS = 0.2
# Beats of sound in a beat that make half of it count as sounding.
_AUDIBLE = 0.1


def find_chords(
    score: Score, weights: ChordWeights = WEIGHTS, *, most_beats: int | None = None
) -> tuple[Chord, ...]:
    """Return the chords of a score: one where each begins, the first at tick 0.

    Args:
        score: The music; drum tracks are not heard.
        weights: Weights for and against a chord.
        most_beats: The most beats that are looked at; None sets no limit.

    Raises:
        LimitError: There are more beats.
    """
    notes = _pitched_notes(score)
    if not len(notes):
        return (Chord(0),)
    beats = _beats_of(score, notes, most_beats=most_beats)
    sound = _sound_of(notes, beats, weights)
    look_up()
    merged: list[Chord] = []
    for first, past, state in _best_segments(sound, beats, weights):
        chord = _chord_of(int(beats.ticks[first]), state, sound.lowest[first:past])
        if not merged or (chord.root, chord.quality) != (merged[-1].root, merged[-1].quality):
            merged.append(chord)
    return tuple(merged)


def fitting_chords(
    score: Score, *, start: int, end: int, weights: ChordWeights = WEIGHTS
) -> tuple[Chord, ...]:
    """Return all chords from a tick on, those first that fit best what sounds until another.

    The music may be a tune alone, so its lowest note does not count as a bass.

    Args:
        score: The music that they are to fit; drum tracks are not heard.
        start: Tick of a beat.
        end: Tick past the last.
        weights: Weights for and against a chord.

    Returns:
        120 chords in root position; none where nothing sounds.
    """
    notes = _pitched_notes(score)
    if not len(notes):
        return ()
    beats = _beats_of(score, notes, kept=(start, end))
    first, past = (int(beats.ticks[:-1].searchsorted(tick)) for tick in (start, end))
    sound = _sound_of(notes, beats, weights)
    if not sound.chroma[first:past].any():
        return ()
    worth = sum(
        _worth_of(sound.chroma[begin : min(begin + _LONGEST, past)], weights)
        for begin in range(first, past, _LONGEST)
    )
    order = np.argsort(-np.asarray(worth)[:_NONE], kind="stable")
    qualities = tuple(QUALITIES)
    return tuple(
        Chord(start, int(state) % 12, qualities[int(state) // 12], int(state) % 12)
        for state in order
    )


def _worth_of(chroma: Floats, weights: ChordWeights) -> Floats:
    """Return what up to eight beats, (beats, 12), are worth as each chord, whatever their bass."""
    count = len(chroma)
    total = chroma.sum(axis=1, keepdims=True)
    whole = np.concatenate([chroma, total / (total + np.float32(_AUDIBLE))], axis=1)
    heard = np.zeros((1, _LONGEST, 13), np.float32)
    heard[0, _LONGEST - count] = whole.sum(axis=0)
    silent = np.full((1, _LONGEST), _PITCHES)
    values = _values(heard, silent, silent, _tables(weights), weights)
    worth: Floats = values[0, _LONGEST - count]
    return worth


@dataclass(frozen=True, slots=True)
class _Beats:
    """Where beats begin: their ticks, (N + 1,) with the end of the last, and places, (N,)."""

    ticks: Integers
    places: Integers


@dataclass(frozen=True, slots=True)
class _Sound:
    """The sound of each beat.

    Attributes:
        chroma: Weighted beats of each pitch class, (N, 12).
        lowest: The lowest pitch, (N,); `_PITCHES` where nothing sounds.
    """

    chroma: Floats
    lowest: Integers


def _pitched_notes(score: Score) -> Integers:
    """Return start, end and pitch of each note that is no drum, (N, 3)."""
    notes = [(n.start, n.end, n.pitch) for t in score.tracks if not t.is_drum for n in t.notes]
    return np.array(notes, np.int64).reshape(-1, 3)


def _beats_of(
    score: Score, notes: Integers, *, kept: Sequence[int] = (), most_beats: int | None = None
) -> _Beats:
    """Return the beats up to the last note's end.

    A run of bars without a note boundary adds little more than `_STILL` beats, so that a note of
    100,000 bars costs as much as one of 150.

    Args:
        score: Whose bars they are.
        notes: As `_pitched_notes` returns them, at least one.
        kept: Ticks whose bars are among them in any case.
        most_beats: The most there may be; None sets no limit.

    Raises:
        LimitError: There are more.
    """
    bars, quarter = BarMap.of(score), score.ticks_per_quarter
    end = int(notes[:, 1].max())
    ticks: list[int] = []
    places: list[int] = []
    for stretch in _moving_bars(score, bars, notes, kept):
        for bar in stretch:
            if bar % _BLOCK == 0:
                look_up()
            start = bars.start_of(bar)
            signature = bars.signature_at(start)
            length = bars.start_of(bar + 1) - start
            into_bar = beats_in_bar(signature.numerator, signature.denominator, quarter)
            half = len(into_bar) // 2 if len(into_bar) % 2 == 0 else -1
            for index, offset in enumerate(into_bar):
                if offset < length:
                    ticks.append(start + offset)
                    places.append(_BAR if not index else _HALF if index == half else _BEAT)
            if most_beats is not None and len(ticks) > most_beats:
                raise LimitError(
                    "The piece is too long for its chords to be found ({most_beats:,} beats).",
                    most_beats=most_beats,
                )
    ticks.append(bars.start_of(bars.bars_until(end)))
    return _Beats(np.array(ticks), np.array(places))


def _moving_bars(
    score: Score, bars: BarMap, notes: Integers, kept: Sequence[int]
) -> Iterator[range]:
    """Yield the bars of a piece but for the later ones of those in a row that are alike."""
    end = int(notes[:, 1].max())
    meters = [change.tick for change in score.time_signatures]
    moves = np.concatenate([notes[:, 0], notes[:, 1] - 1, np.array([0, *meters, *kept], np.int64)])
    moves = np.unique(moves[moves < end])
    begun = 0
    for index in np.flatnonzero(np.diff(moves) > score.ticks_per_quarter).tolist():
        first, past = bars.bar_at(int(moves[index])) + 1, bars.bar_at(int(moves[index + 1]))
        if first >= past:
            continue
        meter = bars.signature_at(bars.start_of(first))
        a_bar = len(beats_in_bar(meter.numerator, meter.denominator, score.ticks_per_quarter))
        # Whole segments are left out: what is left is divided as all of it would be.
        at_once = _LONGEST // gcd(_LONGEST, a_bar)
        left_out = (past - first - -(-_STILL // a_bar)) // at_once * at_once
        if left_out > 0:
            yield range(begun, past - left_out)
            begun = past
    yield range(begun, bars.bars_until(end))


def beats_in_bar(numerator: int, denominator: int, quarter: int) -> list[int]:
    """Return where the beats are that chords may change at: about a quarter note each.

    6/8, 9/8 and 12/8 have dotted ones, 7/8 is 2 + 2 + 3 eighths, a half note in 2/2 is two.

    Args:
        numerator: Of the meter.
        denominator: Of the meter.
        quarter: Ticks in a quarter note.

    Returns:
        Ticks from the bar line, the first 0.
    """
    unit = max(1, 4 * quarter // denominator)
    length = unit * numerator
    if denominator >= 8 and numerator % 3 == 0:
        beat = 3 * unit * max(1, denominator // 8)
    else:
        beat = quarter
    # The remainder belongs to the last beat.
    return [beat * index for index in range(max(1, length // beat))]


def _sound_of(notes: Integers, beats: _Beats, weights: ChordWeights) -> _Sound:
    look_up()
    start, end, pitch = notes.T
    count = len(beats.places)
    lengths = np.diff(beats.ticks)
    first = np.searchsorted(beats.ticks, start, side="right") - 1
    last = np.searchsorted(beats.ticks, end - 1, side="right") - 1
    weight = np.where(beats.ticks[first] == start, 1.0, weights.off_beat)
    # Each note sounds in whole beats from its first to its last, less what it lacks of the two.
    changes = np.zeros((count + 1) * _PITCHES)
    for beat, value in ((first, weight), (last + 1, -weight)):
        changes += np.bincount(beat * _PITCHES + pitch, value, len(changes))
    roll = changes.reshape(count + 1, _PITCHES)[:-1].cumsum(axis=0)
    look_up()
    before = (start - beats.ticks[first]) / lengths[first]
    after = (beats.ticks[last + 1] - end) / lengths[last]
    lacking = np.zeros(count * _PITCHES)
    for beat, value in ((first, before), (last, after)):
        lacking += np.bincount(beat * _PITCHES + pitch, value * weight, len(lacking))
    roll = np.clip(roll - lacking.reshape(count, _PITCHES), 0.0, 1.0)
    look_up()
    heard = roll >= _LEAST_BASS
    lowest = np.where(heard.any(axis=1), heard.argmax(axis=1), _PITCHES)
    octaves = np.pad(roll, ((0, 0), (0, -_PITCHES % 12))).reshape(count, -1, 12)
    chroma = np.minimum(octaves.sum(axis=1), weights.doubled)
    return _Sound(chroma.astype(np.float32), lowest)


def _best_segments(
    sound: _Sound, beats: _Beats, weights: ChordWeights
) -> list[tuple[int, int, int]]:
    """Return (first beat, beat past the last, state) of the best division, in order."""
    count, states = len(beats.places), _NONE + 1
    change = np.asarray(weights.changes, np.float32)[beats.places]
    # By beat and state, the weight that a segment starts with which begins there; last beats only.
    begins = np.full((_BLOCK + _LONGEST, states), -np.inf, np.float32)
    begins[_LONGEST - 1] = 0.0
    # Of the best segment that ends before a beat: its length, whether the one after it may be of
    # the same chord, and else which chord the one before it is of.
    length_of = np.zeros((count + 1, states), np.int8)
    holds = np.ones((count + 1, states), np.bool_)
    winners = np.zeros(count + 1, np.int64)
    best = np.zeros((_BLOCK, states), np.float32)
    held = np.zeros(states, np.float32)
    for start, totals in _segment_values(sound, weights):
        look_up()
        size = len(totals)
        for index in range(size):
            past, here = start + index + 1, best[index]
            # Row i is the segment of _LONGEST - i beats.
            np.add(totals[index], begins[index : index + _LONGEST], out=totals[index])
            np.maximum.reduce(totals[index], axis=0, out=here)
            if past < count:
                winner = winners[past] = here.argmax()
                np.subtract(here, weights.hold, out=held)
                changed = here[winner] - change[past]
                np.maximum(held, changed, out=begins[index + _LONGEST])
                np.greater_equal(held, changed, out=holds[past])
        for row in reversed(range(_LONGEST)):  # the longest of equals is taken
            longest = totals[:, row] == best[:size]
            np.copyto(length_of[start + 1 : start + 1 + size], _LONGEST - row, where=longest)
        begins[:_LONGEST] = begins[size : size + _LONGEST]
    found = []
    past, state = count, int(best[(count - 1) % _BLOCK].argmax())
    while past > 0:
        first = past - int(length_of[past, state])
        found.append((first, past, state))
        past, state = first, state if holds[first, state] else int(winners[first])
    return found[::-1]


def _segment_values(sound: _Sound, weights: ChordWeights) -> Iterator[tuple[int, Floats]]:
    """Yield, for some beats at a time, the worth of all segments that end with each of them.

    Yields:
        The first of these beats; their values, (beats, _LONGEST, states), the longest first. Of a
        segment that would begin before the piece the value means nothing.
    """
    tables = _tables(weights)
    count = len(sound.lowest)
    # As many beats of nothing before the piece: segments that begin there are never taken.
    total = sound.chroma.sum(axis=1, keepdims=True)
    # The thirteenth column says how much of the beat is not silent.
    chroma = np.concatenate([sound.chroma, total / (total + np.float32(_AUDIBLE))], axis=1)
    chroma = np.pad(chroma, ((_LONGEST, 0), (0, 0)))
    lowest = np.pad(sound.lowest, (_LONGEST, 0), constant_values=_PITCHES)
    for start in range(0, count, _BLOCK):
        size = min(_BLOCK, count - start)
        heard = np.zeros((size, _LONGEST, 13), np.float32)
        bass = np.full((size, _LONGEST), _PITCHES)
        first = np.empty((size, _LONGEST), np.int64)
        for length in range(1, _LONGEST + 1):
            row = _LONGEST - length
            begin = start + 1 + row
            heard[:, row] = chroma[begin : begin + size]
            bass[:, row] = first[:, row] = lowest[begin : begin + size]
            if length > 1:
                heard[:, row] += heard[:, row + 1]
                bass[:, row] = np.minimum(bass[:, row], bass[:, row + 1])
        yield start, _values(heard, bass, first, tables, weights)


def _values(
    heard: Floats, bass: Integers, first: Integers, tables: "_Tables", weights: ChordWeights
) -> Floats:
    """Return what segments are worth as each chord, (beats, _LONGEST, states)."""
    beats = np.arange(_LONGEST, 0, -1, dtype=np.float32)[:, None]
    heard, sounding = heard[:, :, :12], heard[:, :, 12:]
    share = heard / np.maximum(heard.sum(axis=2, keepdims=True), np.float32(1e-6))
    missing = weights.heard / (heard + weights.heard)
    worth: Floats = share @ tables.tones
    worth -= missing @ tables.missing
    worth += tables.qualities
    worth += tables.bass[bass]
    worth += tables.first[first]
    worth *= sounding
    worth -= (beats - sounding) * tables.silence
    return worth


@dataclass(frozen=True, slots=True)
class _Tables:
    """The weights by pitch class (or pitch, with one row more for silence) and state."""

    tones: Floats
    missing: Floats
    qualities: Floats
    silence: Floats
    bass: Floats
    first: Floats


def _tables(weights: ChordWeights) -> _Tables:
    tones = np.full((12, _NONE + 1), -weights.foreign, np.float32)
    missing, bass, first = (np.zeros((12, _NONE + 1), np.float32) for _ in range(3))
    bass[:, :_NONE] = -weights.foreign_bass
    for number, steps in enumerate(QUALITIES.values()):
        for root in range(12):
            state = number * 12 + root
            for role, step in enumerate(steps):
                pitch_class = (root + step) % 12
                tones[pitch_class, state] = weights.tones[role]
                missing[pitch_class, state] = weights.missing[role]
                bass[pitch_class, state] = weights.bass[role]
                first[pitch_class, state] = weights.first[role]
    tones[:, _NONE] = 0.0
    qualities = np.append(np.repeat(weights.qualities, 12), weights.none).astype(np.float32)
    silence = np.full(_NONE + 1, weights.silence, np.float32)
    silence[_NONE] = 0.0
    return _Tables(tones, missing, qualities, silence, _by_pitch(bass), _by_pitch(first))


def _by_pitch(table: Floats) -> Floats:
    rows = table[np.arange(_PITCHES) % 12]
    return np.concatenate([rows, np.zeros_like(table[:1])])


def _chord_of(tick: int, state: int, lowest: Integers) -> Chord:
    if state == _NONE:
        return Chord(tick)
    number, root = divmod(state, 12)
    sounding = lowest[lowest < _PITCHES]
    bass = int(sounding[0]) % 12 if len(sounding) else root
    return Chord(tick, root, tuple(QUALITIES)[number], bass)
