"""Convert ticks to x, pitches to y, and compute the grid that edits snap to; no Qt.

Roll, ruler, overview and lanes use the same `Transform`, for painting and for the mouse.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Literal, get_args

from msgspec import Meta

from engine.values.ranges import LAST_TICK, Pitch

# The highest MIDI pitch; the roll shows all 128 rows.
TOP_PITCH = 127
# Pixels of the keyboard at the left of the roll; the ruler and the lanes leave the same room.
KEYS_WIDTH = 56
# A piece of an hour with 960 ticks a quarter is as wide as 700 pixels.
MINIMUM_PIXELS_PER_TICK = 0.0001
MAXIMUM_PIXELS_PER_TICK = 2.0
MINIMUM_ROW_HEIGHT = 4.0
MAXIMUM_ROW_HEIGHT = 32.0
# A folded roll has few rows, which may be higher.
FOLDED_ROW_HEIGHT = 20.0
# Least distance of the adaptive grid's lines.
ADAPTIVE_PIXELS = 12.0

_FARTHEST = float(LAST_TICK)

SnapName = Literal[
    "off",
    "adaptive",
    "1/1",
    "1/2",
    "1/4",
    "1/8",
    "1/16",
    "1/32",
    "1/64",
    "1/2T",
    "1/4T",
    "1/8T",
    "1/16T",
    "1/32T",
    "1/2.",
    "1/4.",
    "1/8.",
    "1/16.",
]
SNAP_NAMES: tuple[SnapName, ...] = get_args(SnapName)
# From coarse to fine, for the keys "[" and "]".
PLAIN_SNAPS: tuple[SnapName, ...] = ("1/1", "1/2", "1/4", "1/8", "1/16", "1/32", "1/64")


@dataclass(frozen=True, slots=True, kw_only=True)
class Transform:
    """The mapping of ticks and pitches to pixels. The bounds also check a stored value.

    Attributes:
        pixels_per_tick: Width of a tick in pixels.
        row_height: Height of a semitone in pixels.
        left: Tick at x = 0.
        top: Pixels from the top of the highest row to y = 0.
        pitches: The pitches with a row, ascending; empty for all 128.
        strokes: Width in ticks of a mark at each onset, whatever the note's length, at most as wide
            as a row is high; 0 draws notes as long as they are.
    """

    pixels_per_tick: Annotated[float, Meta(ge=1e-7, le=1000)] = 0.09
    row_height: Annotated[float, Meta(ge=1, le=1000)] = 9.0
    left: Annotated[float, Meta(ge=-_FARTHEST, le=_FARTHEST)] = 0.0
    top: Annotated[float, Meta(ge=-_FARTHEST, le=_FARTHEST)] = 0.0
    pitches: Annotated[tuple[Pitch, ...], Meta(max_length=TOP_PITCH + 1)] = ()
    strokes: Annotated[int, Meta(ge=0, le=LAST_TICK)] = 0

    def x_of(self, tick: float) -> float:
        """Return the x of a tick."""
        return (tick - self.left) * self.pixels_per_tick

    def tick_at(self, x: float) -> float:
        """Return the fractional tick at an x."""
        return self.left + x / self.pixels_per_tick

    @property
    def rows(self) -> tuple[float, ...]:
        """The row of each pitch, from the top; fractional for a pitch without a row."""
        return _rows_of(self.pitches)

    @property
    def row_count(self) -> int:
        """The number of rows."""
        return len(self.pitches) or TOP_PITCH + 1

    @property
    def margin(self) -> float:
        """Pixels by which a note's mark may exceed its ticks."""
        return 3 + (self.row_height / 2 if self.strokes else 0)

    def mark_width(self, height: int) -> int:
        """Return the width in pixels of a mark of this height."""
        return max(3, min(height, round(self.strokes * self.pixels_per_tick)))

    def y_of(self, pitch: int) -> float:
        """Return the y of a row's upper edge."""
        return self.rows[min(max(pitch, 0), TOP_PITCH)] * self.row_height - self.top

    def bottom_of(self, pitch: int) -> float:
        """Return the y of a row's lower edge."""
        return (self.rows[pitch] + 1) * self.row_height - self.top

    def pitch_at(self, y: float) -> int:
        """Return the pitch at a y, 0 to 127."""
        row = min(max(int((y + self.top) // self.row_height), 0), self.row_count - 1)
        return self.pitches[-1 - row] if self.pitches else TOP_PITCH - row

    def pitches_between(self, top: float, bottom: float) -> Sequence[int]:
        """Return the pitches with rows between two y, ascending."""
        low, high = self.pitch_at(bottom), self.pitch_at(top)
        if self.pitches:
            return [pitch for pitch in self.pitches if low <= pitch <= high]
        return range(low, high + 1)

    @property
    def total_height(self) -> float:
        """The height of all rows in pixels."""
        return self.row_count * self.row_height

    def scrolled(self, *, pixels_x: float = 0.0, pixels_y: float = 0.0) -> "Transform":
        """Return the transform scrolled by pixels; tick 0 never moves right of x = 0."""
        return replace(
            self,
            left=max(0.0, self.left + pixels_x / self.pixels_per_tick),
            top=max(0.0, self.top + pixels_y),
        )

    def scrolled_to(self, *, left: float) -> "Transform":
        """Return the transform with another tick at x = 0."""
        return replace(self, left=max(0.0, left))

    def has_time_of(self, other: "Transform") -> bool:
        """Return whether it shows the same ticks at the same places as another one."""
        return (self.left, self.pixels_per_tick) == (other.left, other.pixels_per_tick)

    def towards(self, other: "Transform", share: float, *, width: float) -> "Transform":
        """Return the transform on the way to another one; both edges of a width move evenly."""
        if share >= 1.0:
            return other
        left = self.left + (other.left - self.left) * share
        right = self.tick_at(width) + (other.tick_at(width) - self.tick_at(width)) * share
        return replace(self, pixels_per_tick=width / (right - left), left=left)

    def between(self, left: float, right: float, *, was: float) -> "Transform":
        """Return the transform that shows [left, right) where `was` ticks are visible now."""
        factor = was / (right - left) if right > left else 1.0
        return self.zoomed(factor, at_x=0).scrolled_to(left=left)

    def zoomed(self, factor: float, *, at_x: float) -> "Transform":
        """Return the transform zoomed in time; the tick at `at_x` stays where it is."""
        scale = min(
            max(self.pixels_per_tick * factor, MINIMUM_PIXELS_PER_TICK), MAXIMUM_PIXELS_PER_TICK
        )
        tick = self.tick_at(at_x)
        return replace(self, pixels_per_tick=scale, left=max(0.0, tick - at_x / scale))

    def zoomed_rows(self, factor: float, *, at_y: float) -> "Transform":
        """Return the transform zoomed in pitch; the pitch at `at_y` stays where it is."""
        height = min(max(self.row_height * factor, MINIMUM_ROW_HEIGHT), MAXIMUM_ROW_HEIGHT)
        # Whole pixels, so that all rows look equally high.
        height = float(round(height)) if height > 6 else height
        row = (at_y + self.top) / self.row_height
        return replace(self, row_height=height, top=max(0.0, row * height - at_y))

    def clamped(self, *, height: float) -> "Transform":
        """Return the transform without empty space below the rows.

        Rows that do not fill the height are centred.
        """
        room = self.total_height - height
        if self.pitches and room < 0:
            return replace(self, top=float(round(room / 2)))
        # Rows that were centred, and fill the height now, begin at its top.
        return replace(self, top=max(0.0, min(self.top, room)))

    def fitting(
        self, *, start: float, end: float, width: float, lowest: int, highest: int, height: float
    ) -> "Transform":
        """Return the transform that shows [start, end) and these pitches with a margin."""
        span = max(1.0, end - start)
        scale = min(max(width / (span * 1.04), MINIMUM_PIXELS_PER_TICK), MAXIMUM_PIXELS_PER_TICK)
        top_row, last_row = self.rows[highest], self.rows[lowest]
        most = FOLDED_ROW_HEIGHT if self.pitches else 14.0
        # Rows that are only those of the pitches need no others around them.
        around = 1 if self.pitches else 5
        row = min(max(height / (last_row - top_row + around), 6.0), most)
        row = float(int(row)) if row > 6 else row
        middle = ((top_row + last_row) / 2 + 0.5) * row
        return replace(
            self,
            pixels_per_tick=scale,
            row_height=row,
            left=max(0.0, start - span * 0.02),
            top=max(0.0, middle - height / 2),
        )


@lru_cache(maxsize=64)
def _rows_of(pitches: tuple[int, ...]) -> tuple[float, ...]:
    """Return the row of each of the 128 pitches, from the top."""
    if not pitches:
        return tuple(float(TOP_PITCH - pitch) for pitch in range(TOP_PITCH + 1))
    last = len(pitches) - 1
    places = {pitch: float(last - index) for index, pitch in enumerate(pitches)}
    return tuple(
        places.get(pitch, last - bisect_left(pitches, pitch) + 0.5)
        for pitch in range(TOP_PITCH + 1)
    )


def snap_step(name: SnapName, *, ticks_per_quarter: int, pixels_per_tick: float) -> int:
    """Return the ticks of a snap value; 1 for "off".

    Args:
        name: The snap value; `T` for triplets, `.` for dotted values.
        ticks_per_quarter: Ticks per quarter of the score.
        pixels_per_tick: The zoom, for the adaptive grid.
    """
    if name == "off":
        return 1
    if name == "adaptive":
        return _adaptive_step(ticks_per_quarter, pixels_per_tick)
    plain = name.rstrip("T.")
    whole = ticks_per_quarter * 4
    step = whole / int(plain.split("/")[1])
    if name.endswith("T"):
        step = step * 2 / 3
    elif name.endswith("."):
        step = step * 3 / 2
    return max(1, round(step))


def snapped(tick: float, step: int, *, origin: int = 0) -> int:
    """Return the nearest grid line; the grid begins at `origin`, usually a bar line."""
    if step <= 1:
        return round(tick)
    return origin + round((tick - origin) / step) * step


def snapped_down(tick: float, step: int, *, origin: int = 0) -> int:
    """Return the grid line at or before a tick."""
    if step <= 1:
        return int(tick)
    return origin + int((tick - origin) // step) * step


def _adaptive_step(ticks_per_quarter: int, pixels_per_tick: float) -> int:
    step = ticks_per_quarter * 4
    finest = max(1, ticks_per_quarter // 8)
    while step // 2 >= finest and (step // 2) * pixels_per_tick >= ADAPTIVE_PIXELS:
        step //= 2
    return step
