"""Tempos as the page says them that a piece was read from.

A piece has each tempo that is heard. Its page has a number at few of them, and in its own way:
`quarter.=c. 66`. A direction `metronome` at a tempo keeps that: its text has the tempo, and the
number as it was written or nothing. Where somebody has changed the tempo, the text does not hold.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.values.events import Direction, Tempo
from engine.values.ranges import LONGEST_DIRECTION
from engine.values.score import Track
from engine.values.time import DEFAULT_BPM

METRONOME: Final = "metronome"
# A share; rounding to whole microseconds changes a tempo by less.
_SAME = 1e-3
_DIGITS = 7


@dataclass(frozen=True, slots=True)
class ToldTempo:
    """A tempo with what its page says.

    Attributes:
        heard: Quarters a minute.
        plain: As many without the fermata that stands there.
        written: Its number as it is written; empty for a tempo that is heard only.
    """

    heard: float
    plain: float
    written: str = ""

    @classmethod
    def of(cls, text: str) -> "ToldTempo | None":
        """Return what the text of a direction says, or None where it says no tempo."""
        bpm, _, written = text.partition(" ")
        heard, _, plain = bpm.partition(":")
        try:
            return cls(float(heard), float(plain or heard), written)
        except ValueError:
            return None

    @property
    def text(self) -> str:
        """The text of its direction."""
        bpm = f"{self.heard:.{_DIGITS}g}"
        if not is_same(self.heard, self.plain):
            bpm += f":{self.plain:.{_DIGITS}g}"
        return f"{bpm} {self.written}".strip()[:LONGEST_DIRECTION]


def is_same(one: float, other: float) -> bool:
    """Return whether two tempos differ by rounding alone."""
    return abs(one - other) <= _SAME * other


def with_told_tempos(
    tracks: Sequence[Track], heard: Sequence[Tempo], plain: Mapping[int, float]
) -> tuple[Track, ...]:
    """Return the tracks of a page whose metronome marks have their tempos.

    Where a page has such marks, tempos without one are heard only, and the first track says so.

    Args:
        tracks: Their metronome marks have the number as it is written.
        heard: The tempos that are heard, by tick.
        plain: The tempos without fermatas by tick, in the order of ticks.
    """
    tracks = [replace(track, directions=_each_once(track.directions)) for track in tracks]
    if not is_told(tracks):
        return tuple(tracks)
    said = {d.tick for track in tracks for d in track.directions if d.kind == METRONOME}
    at_heard = _Steps({tempo.tick: tempo.bpm for tempo in heard})
    at_plain = _Steps(plain)

    def told(direction: Direction) -> Direction:
        if direction.kind != METRONOME:
            return direction
        tick = direction.tick
        tempo = ToldTempo(at_heard.at(tick), at_plain.at(tick), direction.text)
        return replace(direction, text=tempo.text)

    silent = [Direction(tempo.tick, METRONOME) for tempo in heard if tempo.tick not in said]
    found = []
    for number, track in enumerate(tracks):
        own = (*track.directions, *(silent if not number else ()))
        found.append(replace(track, directions=tuple(sorted(map(told, own), key=lambda d: d.tick))))
    return tuple(found)


def _each_once(directions: Sequence[Direction]) -> tuple[Direction, ...]:
    """Return directions, of metronome marks at one place those with a number if any has one."""
    of_tempos = [d for d in directions if d.kind == METRONOME]
    numbered = {d.tick for d in of_tempos if d.text}
    once = {d.tick: d for d in reversed(of_tempos)}
    return tuple(
        d
        for d in directions
        if d.kind != METRONOME or (d.text if d.tick in numbered else d is once[d.tick])
    )


def is_told(tracks: Iterable[Track]) -> bool:
    """Return whether tracks were read from a page that says tempos, and thus all it has to say."""
    return any(d.kind == METRONOME for track in tracks for d in track.directions)


class _Steps:
    """The last of some values by tick."""

    def __init__(self, values: Mapping[int, float]) -> None:
        self._ticks = list(values)
        self._values = list(values.values())

    def at(self, tick: int) -> float:
        place = bisect_right(self._ticks, tick) - 1
        return self._values[place] if place >= 0 else DEFAULT_BPM


def told_tempos(track: Track, tempos: Sequence[Tempo]) -> Iterator[tuple[Direction, ToldTempo]]:
    """Yield the metronome marks of a track whose tempos are heard there still.

    Args:
        track: The track.
        tempos: Those of the piece, by tick.
    """
    marks = [d for d in track.directions if d.kind == METRONOME]
    steps = _Steps({tempo.tick: tempo.bpm for tempo in tempos} if marks else {})
    for mark in marks:
        tempo = ToldTempo.of(mark.text)
        if tempo is not None and is_same(steps.at(mark.tick), tempo.heard):
            yield mark, tempo
