"""Senseless music made of the prompt: whatever figures are to judge by, these must lose.

Each is a passage with the same prompt, and as many bars after it as really follow.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from benchmarks.evaluation.passages import Passage, with_following
from engine.request import PartNote
from engine.values.score import Note
from engine.values.time import BarMap

_COPIED = 0.25  # share of the bars of `dice` that are copied
_THROWN = 0.5  # share of its notes whose pitch is thrown


class _Bars(NamedTuple):
    """The bars of a passage, as (first tick, the tick after the last)."""

    prompt: list[tuple[int, int]]
    new: list[tuple[int, int]]


def shuffle(passage: Passage, rng: random.Random) -> Passage:
    """Return each new bar as one of the prompt's, all tracks together."""
    bars = _bars_of(passage)
    chosen = [rng.choice(bars.prompt) for _ in bars.new]
    return _made(
        passage,
        (
            part
            for source, target in zip(chosen, bars.new, strict=True)
            for track in range(len(passage.score.tracks))
            for part in _copied(passage, track, source, target)
        ),
    )


def salad(passage: Passage, rng: random.Random) -> Passage:
    """Return each track of each new bar as a bar of the prompt of its own."""
    bars = _bars_of(passage)
    return _made(
        passage,
        (
            part
            for target in bars.new
            for track in range(len(passage.score.tracks))
            for part in _copied(passage, track, rng.choice(bars.prompt), target)
        ),
    )


def dice(passage: Passage, rng: random.Random) -> Passage:
    """Return bars of which a quarter is copied in its turn and the others have new pitches.

    In those each track has the rhythm of a bar of its own. Half of its notes have a pitch thrown
    from the track's prompt, the others go a step up or down among the pitches that it has there.
    Drums stay as they were.
    """
    bars = _bars_of(passage)
    return _made(passage, _diced(passage, bars, rng))


def copy(passage: Passage, _rng: random.Random) -> Passage:
    """Return the prompt again and again."""
    bars = _bars_of(passage)
    return _made(
        passage,
        (
            part
            for number, target in enumerate(bars.new)
            for track in range(len(passage.score.tracks))
            for part in _copied(passage, track, bars.prompt[number % len(bars.prompt)], target)
        ),
    )


CONTROLS: Mapping[str, Callable[[Passage, random.Random], Passage]] = MappingProxyType(
    {"shuffle": shuffle, "salad": salad, "dice": dice, "copy": copy}
)
"""By name."""


def controls_of(passage: Passage, *, seed: int) -> dict[str, Passage]:
    """Return all controls of a passage.

    Args:
        passage: Whose prompt it is.
        seed: Of what is thrown.
    """
    return {
        name: make(passage, random.Random(seed))  # noqa: S311 - music, no secret
        for name, make in CONTROLS.items()
    }


def _bars_of(passage: Passage) -> _Bars:
    places = BarMap.of(passage.score)

    def bars(start: int, end: int) -> list[tuple[int, int]]:
        return [
            (tick, places.start_of(number + 1)) for number, tick in places.bar_starts(start, end)
        ]

    return _Bars(bars(passage.begin, passage.start), bars(passage.start, passage.end))


def _made(passage: Passage, parts: Iterator[PartNote]) -> Passage:
    return with_following(passage, sorted(parts, key=lambda part: part.note.start))


def _notes(passage: Passage, track: int, bar: tuple[int, int]) -> Iterator[Note]:
    begin, end = bar
    notes = passage.score.tracks[track].notes
    return (note for note in notes if begin <= note.start < end)


def _copied(
    passage: Passage, track: int, source: tuple[int, int], target: tuple[int, int]
) -> Iterator[PartNote]:
    """Yield a track's notes of one bar in another one, as far as it goes."""
    for note in _notes(passage, track, source):
        start = target[0] + note.start - source[0]
        if start < target[1]:
            yield PartNote(track, replace(note, start=start))


def _diced(passage: Passage, bars: _Bars, rng: random.Random) -> Iterator[PartNote]:
    pitches = [[note.pitch for note in track.notes] for track in passage.prompt.tracks]
    for number, target in enumerate(bars.new):
        if rng.random() < _COPIED:
            source = bars.prompt[number % len(bars.prompt)]
            for track in range(len(pitches)):
                yield from _copied(passage, track, source, target)
            continue
        for track, played in enumerate(pitches):
            for part in _copied(passage, track, rng.choice(bars.prompt), target):
                if passage.score.tracks[track].is_drum:
                    yield part
                else:
                    pitch = _new_pitch(part.note.pitch, played, rng)
                    yield PartNote(track, replace(part.note, pitch=pitch))


def _new_pitch(pitch: int, played: list[int], rng: random.Random) -> int:
    if rng.random() < _THROWN:
        return rng.choice(played)
    ladder = sorted(set(played))
    step = ladder.index(pitch) + rng.choice((-1, 1))
    return ladder[min(len(ladder) - 1, max(0, step))]
