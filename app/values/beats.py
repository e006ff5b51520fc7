"""The values that the page of beats shows."""

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.values.note_columns import Columns

# Ticks of the notes of the page: milliseconds as they were played.
MS = 1000


class Drawn(Protocol):
    """A drawn line of a score."""

    def height_at(self, width: float) -> float:
        """Return its height when it is as wide as this."""

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Paint it into an area."""


@dataclass(frozen=True, slots=True)
class BarLine:
    """A bar line on the page.

    Attributes:
        number: Of the bar that it begins, from 1.
        at_s: When it sounds, in seconds.
        doubt: Why its bar is doubtful, in a few words; empty if it is not.
        is_settled: Whether the user put it there.
    """

    number: int
    at_s: float
    doubt: str = ""
    is_settled: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """The notes as they were played.

    Attributes:
        table: (n, 6) start, end, pitch, velocity, origin, track, by start; times in milliseconds.
        colours: The index of each track's colour.
        end_s: When the last note ends, in seconds.
    """

    table: Columns
    colours: tuple[int, ...]
    end_s: float


@dataclass(frozen=True, slots=True)
class Counted:
    """One way to count them.

    Attributes:
        lines: The bar lines, rising.
        beats_s: Every beat, in seconds, rising.
        pace: When each beat begins, in seconds, and its tempo in beats a minute.
        beats: Beats of most bars; 0 before anything was found.
        bpm: Beats a minute at the speed at which it was found.
        level: How many times it counts twice as fast as that.
        is_usable: Whether the piece would count otherwise with it.
    """

    lines: tuple[BarLine, ...] = ()
    beats_s: tuple[float, ...] = ()
    pace: tuple[tuple[float, float], ...] = ()
    beats: int = 0
    bpm: float = 0.0
    level: int = 0
    is_usable: bool = False

    @property
    def doubtful(self) -> tuple[BarLine, ...]:
        """The lines of doubtful bars."""
        return tuple(line for line in self.lines if line.doubt)

    def line_at(self, at_s: float) -> BarLine | None:
        """Return the bar line at a second, or None if no bar begins there."""
        return next((line for line in self.lines if abs(line.at_s - at_s) < 1 / MS), None)
