"""Two hands and several voices: which staff a note stands on, and which notes go together.

Hands are parted by a split that moves as little as the music lets it (a shortest path). Voices of
a staff are lanes: a chord goes to the free lane whose last chord was nearest in pitch.
"""

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

import numpy as np
import numpy.typing as npt

from engine.notation.bars import Bar
from engine.notation.grid import GridNote

# MusicXML programs have four voices a staff.
MOST_VOICES = 4
# The prices below were chosen on 26 scores of ASAP (experiment 2026-11-26-hands).
_SPLITS = np.arange(40, 82)
# Middle C divides the hands where nothing else does; a semitone beside it costs a little.
_HOME, _BESIDE_HOME = 60, 0.015
# Notes that go further beyond middle C have their ledger lines on the wrong side.
_LOWEST_RIGHT, _HIGHEST_LEFT, _FAR_COST = 50, 70, 0.35
# Semitones that a hand reaches with ease.
_HAND_SPAN = 11
# A hand that holds a note reaches less far.
_HELD_SPAN, _HELD_COST = 10, 0.5
_STEP_COST = 2.0
_JUMP_COST = 0.02


@dataclass(frozen=True, slots=True)
class StaffChord:
    """Notes that are written as one: heads of notes that began before or last longer are tied.

    Attributes:
        start: Grid unit.
        end: Past the last one.
        notes: From the lowest.
    """

    start: int
    end: int
    notes: tuple[GridNote, ...]

    @property
    def pitch(self) -> float:
        """Its mean pitch."""
        return sum(note.pitch for note in self.notes) / len(self.notes)


Lane = tuple[StaffChord, ...]


def in_hands(notes: Sequence[GridNote]) -> tuple[tuple[GridNote, ...], tuple[GridNote, ...]]:
    """Return the notes of the right and of the left hand.

    Args:
        notes: By start.
    """
    if not notes:
        return (), ()
    onsets, costs = [], []
    held: list[GridNote] = []
    for start, group in groupby(notes, key=lambda note: note.start):
        held = [note for note in held if note.end > start][-16:]
        struck = list(group)
        onsets.append(start)
        costs.append(_costs(np.array([n.pitch for n in struck]), [n.pitch for n in held]))
        held += struck
    split = dict(zip(onsets, _cheapest_path(np.array(costs)), strict=True))
    right = tuple(note for note in notes if note.pitch >= split[note.start])
    left = tuple(note for note in notes if note.pitch < split[note.start])
    return right, left


def _costs(struck: npt.NDArray[np.int64], held: Sequence[int]) -> npt.NDArray[np.float64]:
    """Return what each split costs at one onset: wide hands, and notes far from their staff."""
    above = struck[None, :] >= _SPLITS[:, None]
    high = np.where(above, struck, 0).max(axis=1)
    upper_low = np.where(above, struck, 999).min(axis=1)
    lower_high = np.where(above, -999, struck).max(axis=1)
    low = np.where(above, 999, struck).min(axis=1)
    wide = np.maximum(0, high - upper_low - _HAND_SPAN) * (high > 0)
    wide = wide + np.maximum(0, lower_high - low - _HAND_SPAN) * (low < 999)
    below, beyond = np.maximum(0, _LOWEST_RIGHT - struck), np.maximum(0, struck - _HIGHEST_LEFT)
    far = np.where(above, below, beyond).sum(axis=1)
    cost = wide * 1.0 + far * _FAR_COST + np.abs(_SPLITS - _HOME) * _BESIDE_HOME
    # Held notes part the hands too: a struck note does not leave them between two of its own.
    for pitch in held:
        cost = cost + 0.1 * (np.abs(_SPLITS - pitch) < 3)
    if held:
        cost = cost + _HELD_COST * _stretched(np.concatenate([struck, np.array(held)]))
    return np.asarray(cost, np.float64)


def _stretched(pitches: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return by how much each split asks hands to reach too far, for what sounds together."""
    above = pitches[None, :] >= _SPLITS[:, None]
    upper = pitches.max() - np.where(above, pitches, 999).min(axis=1)
    lower = np.where(above, -999, pitches).max(axis=1) - pitches.min()
    far = np.maximum(0, upper - _HELD_SPAN) + np.maximum(0, lower - _HELD_SPAN)
    return np.asarray(far, np.int64)


def _cheapest_path(costs: npt.NDArray[np.float64]) -> list[int]:
    """Return a split for each onset (Viterbi)."""
    apart = np.abs(_SPLITS[:, None] - _SPLITS[None, :])
    moving = _STEP_COST * (apart > 0) + _JUMP_COST * apart
    total = costs[0]
    came = np.zeros(costs.shape, np.int64)
    for row in range(1, len(costs)):
        ways = total[:, None] + moving
        came[row] = ways.argmin(axis=0)
        total = ways.min(axis=0) + costs[row]
    state = int(total.argmin())
    path = [state]
    for row in range(len(costs) - 1, 0, -1):
        state = int(came[row, state])
        path.append(state)
    return [int(_SPLITS[state]) for state in reversed(path)]


def in_voices(notes: Sequence[GridNote], bars: Sequence[Bar]) -> Iterator[tuple[Lane, ...]]:
    """Yield the lanes of a staff, one group for each stretch between bar lines nothing crosses.

    Lanes come from the highest; there are `MOST_VOICES` at most.

    Args:
        notes: Of the staff, by start.
        bars: All measures.
    """
    for stretch in _stretches(notes, [bar.start for bar in bars]):
        lanes = _lanes(_chords(stretch))
        lanes.sort(key=lambda lane: -sum(c.pitch for c in lane) / len(lane))
        yield tuple(tuple(lane) for lane in lanes)


def _stretches(notes: Sequence[GridNote], lines: Sequence[int]) -> Iterator[list[GridNote]]:
    stretch: list[GridNote] = []
    until = 0
    for note in notes:
        line = lines[max(0, bisect_left(lines, note.start + 1) - 1)]
        if stretch and until <= line:
            yield stretch
            stretch = []
        stretch.append(note)
        until = max(until, note.end)
    if stretch:
        yield stretch


def _chords(notes: Iterable[GridNote]) -> list[StaffChord]:
    """Return what begins and ends together; a pitch struck twice at once makes two chords."""
    found: dict[tuple[int, int], list[list[GridNote]]] = {}
    for note in notes:
        groups = found.setdefault((note.start, note.end), [])
        for group in groups:
            if all(other.pitch != note.pitch for other in group):
                group.append(note)
                break
        else:
            groups.append([note])
    chords = [
        StaffChord(start, end, tuple(sorted(group, key=lambda n: n.pitch)))
        for (start, end), groups in found.items()
        for group in groups
    ]
    chords.sort(key=lambda chord: (chord.start, -chord.pitch))
    return chords


def _lanes(chords: Sequence[StaffChord]) -> list[list[StaffChord]]:
    lanes: list[list[StaffChord]] = []
    too_many: list[StaffChord] = []
    for chord in chords:
        free = [lane for lane in lanes if lane[-1].end <= chord.start]
        if free:
            min(free, key=lambda lane: _distance(lane[-1], chord)).append(chord)
        elif len(lanes) < MOST_VOICES:
            lanes.append([chord])
        else:
            too_many.append(chord)
    if too_many:
        lanes[-1] = list(_swept([*lanes[-1], *too_many]))
    return lanes


def _distance(last: StaffChord, chord: StaffChord) -> float:
    silence = 4.0 if last.end < chord.start else 0.0
    return abs(last.pitch - chord.pitch) + silence


def _swept(chords: Iterable[StaffChord]) -> Iterator[StaffChord]:
    """Yield overlapping chords as one lane: cut wherever one begins or ends, tied across."""
    notes = sorted((n for chord in chords for n in chord.notes), key=lambda note: note.start)
    edges = sorted({edge for note in notes for edge in (note.start, note.end)})
    sounding: list[tuple[int, int, GridNote]] = []
    place = 0
    for start, end in pairwise(edges):
        while place < len(notes) and notes[place].start == start:
            note = notes[place]
            insort(sounding, (note.pitch, place, note))
            place += 1
        sounding = [entry for entry in sounding if entry[2].end > start]
        if sounding:
            yield StaffChord(start, end, tuple(note for _, _, note in sounding))
