"""Drums as people played them: performances of the Groove MIDI Dataset (CC BY 4.0).

Gillick, Roberts, Engel, Eck and Bamman, "Learning to Groove with Inverse Sequence Transformations",
ICML 2019. A section takes successive bars of one performance in its own tempo's neighbourhood.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from engine.library.reading import read_score
from engine.values.score import Note, Score

# The drum pads of the recordings to General MIDI.
_PADS = {22: 42, 26: 46, 58: 43, 40: 38, 55: 49, 52: 57, 39: 38}
_NAME = re.compile(r"_(?P<style>[a-z][a-z_-]*?)(_groove\d+)?_(?P<bpm>\d+)_(?P<meter>\d+-\d+)$")
_NEAREST, _FURTHEST = 0.86, 1.16


@dataclass(frozen=True, slots=True)
class Performance:
    """One drummer's recording.

    Attributes:
        path: Its file.
        style: Words of its name, such as `rock_halftime`.
        bpm: Quarter notes a minute.
        meter: Numerator and denominator.
    """

    path: Path
    style: str
    bpm: int
    meter: tuple[int, int]


def performances(folder: Path) -> tuple[Performance, ...]:
    """Return what a folder of Groove's files holds, by their names; nothing where there is none."""
    found = []
    for path in sorted(folder.glob("*.mid")):
        match = _NAME.search(path.stem)
        if match:
            top, bottom = (int(part) for part in match["meter"].split("-"))
            found.append(Performance(path, match["style"], int(match["bpm"]), (top, bottom)))
    return tuple(found)


class Performed:
    """Bars of performances, read once.

    Args:
        known: What there is to draw from.
    """

    def __init__(self, known: Sequence[Performance]) -> None:
        self._known = known
        self._bars: dict[Path, list[list[Note]]] = {}

    def draw(
        self, rng: Random, words: Sequence[str], *, bpm: float, meter: tuple[int, int]
    ) -> list[list[Note]]:
        """Return the bars (ticks from each bar's start) of a performance that fits, or nothing."""
        fitting = [
            p
            for p in self._known
            if p.meter == meter
            and _NEAREST < bpm / p.bpm < _FURTHEST
            and any(word in p.style for word in words)
        ]
        if not fitting:
            return []
        bars = self._read(rng.choice(fitting))
        return bars if len(bars) >= 8 else []

    def _read(self, performance: Performance) -> list[list[Note]]:
        if performance.path not in self._bars:
            score = read_score(performance.path).score.resampled(480)
            top, bottom = performance.meter
            self._bars[performance.path] = _cut(score, 480 * 4 * top // bottom)
        return self._bars[performance.path]


def _cut(score: Score, bar: int) -> list[list[Note]]:
    bars: list[list[Note]] = []
    for _, note in score.notes():
        # What is played a little before the line belongs to the bar after it.
        index = (note.start + 20) // bar
        while len(bars) <= index:
            bars.append([])
        tick = max(0, note.start - index * bar)
        pitch = _PADS.get(note.pitch, note.pitch)
        bars[index].append(Note(tick, pitch, min(note.duration, 60), note.velocity))
    return [b for b in bars if len(b) >= 4]


def stretch(bars: list[list[Note]], *, first: int, count: int, bar: int) -> list[Note]:
    """Return successive bars from `first` on, around the end to the beginning."""
    return [
        Note(i * bar + note.start, note.pitch, note.duration, note.velocity)
        for i in range(count)
        for note in bars[(first + i) % len(bars)]
    ]
