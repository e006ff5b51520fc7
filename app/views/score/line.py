"""One drawn line of a score (a system)."""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import msgspec
from PySide6.QtCore import QByteArray, QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgRenderer

from engine.values.line_picture import HeadPlace, LinePicture
from engine.values.score import Note

# The size of a note head and the reach of a click, in units of the picture.
_HEAD_WIDTH, _HEAD_HEIGHT, _REACH = 230, 180, 160
# The weight of the horizontal distance in `track_near`: staves differ in their vertical place.
_SIDEWAYS = 0.1
_NOTE = re.compile(r'<g id="(?P<name>n\d+-\d+)(?:-\d+)?" class="note[^"]*"')


@dataclass(frozen=True, slots=True)
class PlacedHead:
    """A note head on a line.

    Attributes:
        place: The place of the head in the picture, and the note's index.
        note: The note.
    """

    place: HeadPlace
    note: Note

    @property
    def box(self) -> QRectF:
        """The head's box, in units of the picture."""
        return QRectF(self.place.x, self.place.y - _HEAD_HEIGHT / 2, _HEAD_WIDTH, _HEAD_HEIGHT)


@dataclass(frozen=True)
class ScoreLine:
    """A picture of a line with the notes in it.

    Attributes:
        picture: The picture, and the places in it.
        notes: The note of each of its heads; none where nobody asks for them.
        may_turn: Whether a player has the time to turn the page after it.
    """

    picture: LinePicture
    notes: tuple[Note, ...] = ()
    may_turn: bool = False

    @cached_property
    def heads(self) -> tuple[PlacedHead, ...]:
        """The note heads."""
        return tuple(map(PlacedHead, self.picture.heads, self.notes))

    @cached_property
    def _renderer(self) -> QSvgRenderer:
        return QSvgRenderer(QByteArray(self.picture.svg.encode()))

    @cached_property
    def _places(self) -> tuple[tuple[int, float], ...]:
        """(tick, x) pairs, ascending in both."""
        middle: dict[int, list[int]] = {}
        for head in self.heads:
            middle.setdefault(head.note.start, []).append(head.place.x)
        places: list[tuple[int, float]] = []
        for tick, xs in sorted(middle.items()):
            x = max(min(xs), places[-1][1] if places else 0.0)
            places.append((tick, x + _HEAD_WIDTH / 2))
        return tuple(places)

    def tinted(self, offered: Collection[tuple[int, Note]], colour: str) -> "ScoreLine":
        """Return the line with the heads of some (track, note) pairs in another colour."""
        found = (h.place for h in self.heads if (h.place.track, h.note) in offered)
        names = {f"n{place.track}-{place.note}" for place in found}
        if not names:
            return self

        def coloured(found: re.Match[str]) -> str:
            fill = f' fill="{colour}"' if found["name"] in names else ""
            return found.group() + fill

        svg = _NOTE.sub(coloured, self.picture.svg)
        return replace(self, picture=msgspec.structs.replace(self.picture, svg=svg))

    def measure_at(self, x: float) -> int:
        """Return the index of the measure at x in the line."""
        return min(bisect_right(self.picture.bars, x), max(0, len(self.picture.bars) - 1))

    def ground(self, first: int, stop: int) -> tuple[float, float] | None:
        """Return where some measures begin and how wide they are together; None without any.

        Args:
            first: The first one, from 0 in the line.
            stop: The one past the last.
        """
        stop = min(stop, len(self.picture.bars))
        if first >= stop:
            return None
        left = self.picture.bars[first - 1] if first else 0
        return float(left), float(self.picture.bars[stop - 1] - left)

    def track_near(self, place: QPointF) -> int | None:
        """Return the track of the nearest head; None without heads."""
        nearest = min(
            self.heads,
            key=lambda h: abs(h.place.y - place.y()) + abs(h.place.x - place.x()) * _SIDEWAYS,
            default=None,
        )
        return nearest.place.track if nearest is not None else None

    def height_at(self, width: float) -> float:
        """Return the height of the line when it is scaled to a width."""
        return self.picture.height * width / max(1, self.picture.width)

    def paint(self, painter: QPainter, area: QRectF) -> None:
        """Render the line into an area."""
        self._renderer.render(painter, area)

    def head_at(self, place: QPointF) -> PlacedHead | None:
        """Return the nearest head within reach of a place in units of the picture."""
        found = [
            head
            for head in self.heads
            if head.box.adjusted(-_REACH, -_REACH, _REACH, _REACH).contains(place)
        ]
        return min(
            found,
            key=lambda head: (head.box.center() - place).manhattanLength(),
            default=None,
        )

    def x_at(self, tick: float) -> float | None:
        """Return the x of a tick, interpolated between notes; None without notes."""
        places = self._places
        if not places:
            return None
        index = bisect_right(places, (tick, float("inf")))
        if index == 0:
            return places[0][1]
        if index == len(places):
            return places[-1][1]
        (before, left), (after, right) = places[index - 1], places[index]
        return left + (right - left) * (tick - before) / (after - before)

    def boxes(self, track: int, notes: Iterable[Note]) -> tuple[QRectF, ...]:
        """Return the boxes of some notes of a track."""
        wanted = frozenset(notes)
        return tuple(h.box for h in self.heads if h.place.track == track and h.note in wanted)
