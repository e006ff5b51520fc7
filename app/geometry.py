"""The arithmetic of pixels: ticks to x, pitches to y, and the grid that edits snap to.

Pure: no Qt. The roll, the ruler, the overview and the lanes all paint and read the mouse through
one `Transform`, so they cannot disagree.
"""

from dataclasses import dataclass, replace
from typing import Literal

TOP_PITCH = 127
MINIMUM_PIXELS_PER_TICK = 0.002
MAXIMUM_PIXELS_PER_TICK = 2.0
MINIMUM_ROW_HEIGHT = 4.0
MAXIMUM_ROW_HEIGHT = 32.0
# The adaptive grid takes the finest value whose lines stand at least this many pixels apart.
ADAPTIVE_PIXELS = 12.0

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
SNAP_NAMES: tuple[SnapName, ...] = (
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
)
# From coarse to fine: what "[" and "]" step through.
PLAIN_SNAPS: tuple[SnapName, ...] = ("1/1", "1/2", "1/4", "1/8", "1/16", "1/32", "1/64")


@dataclass(frozen=True, slots=True, kw_only=True)
class Transform:
    """Where music is on the screen.

    Attributes:
        pixels_per_tick: Width of one tick.
        row_height: Pixels of one semitone.
        left: Tick at x = 0.
        top: Pixels from the upper edge of pitch 127's row down to y = 0.
    """

    pixels_per_tick: float = 0.09
    row_height: float = 9.0
    left: float = 0.0
    top: float = 0.0

    def x_of(self, tick: float) -> float:
        """Return the x of a tick."""
        return (tick - self.left) * self.pixels_per_tick

    def tick_at(self, x: float) -> float:
        """Return the (fractional) tick at an x: the inverse of `x_of`."""
        return self.left + x / self.pixels_per_tick

    def y_of(self, pitch: float) -> float:
        """Return the upper edge of a pitch's row."""
        return (TOP_PITCH - pitch) * self.row_height - self.top

    def pitch_at(self, y: float) -> int:
        """Return the pitch whose row holds a y, 0 to 127."""
        row = int((y + self.top) // self.row_height)
        return min(max(TOP_PITCH - row, 0), TOP_PITCH)

    @property
    def total_height(self) -> float:
        """Pixels of all 128 rows."""
        return 128 * self.row_height

    def scrolled(self, *, pixels_x: float = 0.0, pixels_y: float = 0.0) -> "Transform":
        """Return the transform moved by pixels; time never begins right of x = 0."""
        return replace(
            self,
            left=max(0.0, self.left + pixels_x / self.pixels_per_tick),
            top=max(0.0, self.top + pixels_y),
        )

    def scrolled_to(self, *, left: float) -> "Transform":
        """Return the transform with another tick at x = 0."""
        return replace(self, left=max(0.0, left))

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
        # Whole pixels: rows of one and the same height look calm, mixed ones do not.
        height = float(round(height)) if height > 6 else height
        row = (at_y + self.top) / self.row_height
        return replace(self, row_height=height, top=max(0.0, row * height - at_y))

    def clamped(self, *, height: float) -> "Transform":
        """Return the transform that shows no emptiness below pitch 0 in this many pixels."""
        return replace(self, top=min(self.top, max(0.0, self.total_height - height)))

    def fitting(
        self, *, start: float, end: float, width: float, lowest: int, highest: int, height: float
    ) -> "Transform":
        """Return the transform that shows [start, end) and these pitches, with some air."""
        span = max(1.0, end - start)
        scale = min(max(width / (span * 1.04), MINIMUM_PIXELS_PER_TICK), MAXIMUM_PIXELS_PER_TICK)
        rows = highest - lowest + 5
        row = min(max(height / rows, 6.0), 14.0)
        middle = (TOP_PITCH - (lowest + highest) / 2 + 0.5) * row
        return Transform(
            pixels_per_tick=scale,
            row_height=float(int(row)) if row > 6 else row,
            left=max(0.0, start - span * 0.02),
            top=max(0.0, middle * (int(row) / row if row > 6 else 1.0) - height / 2),
        )


def snap_step(name: SnapName, *, ticks_per_quarter: int, pixels_per_tick: float) -> int:
    """Return the ticks of a grid value; 1 when snap is off.

    Args:
        name: The value; `T` are triplets, `.` dotted ones.
        ticks_per_quarter: The score's grid.
        pixels_per_tick: How far the adaptive grid can see.
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
