"""A picture of music, drawn by Pillow: a piano roll. No screen."""

import io
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from engine.ground.saving import write_atomically
from engine.harmony.keys import is_black, pitch_name
from engine.values.score import Score
from engine.values.time import BarMap

Colour = tuple[int, int, int]

# Colours of paper and ink, whatever the theme of the window.
_PAPER: Colour = (250, 249, 246)
_BLACK_KEY: Colour = (241, 239, 233)
_NEW_PAPER: Colour = (255, 243, 219)
_NEW_BLACK_KEY: Colour = (250, 234, 203)
_LINE: Colour = (221, 218, 210)
_BAR_LINE: Colour = (196, 192, 182)
_INK: Colour = (52, 50, 46)
_OLD_NOTE: Colour = (128, 138, 152)
_BOUNDARY: Colour = (200, 92, 20)
# Okabe and Ito 2008: told apart by everyone, colour-blind or not.
_COLOURS: tuple[Colour, ...] = (
    (213, 94, 0),
    (0, 114, 178),
    (0, 158, 115),
    (204, 121, 167),
    (230, 159, 0),
    (86, 180, 233),
)
_MARGIN_LEFT, _MARGIN_TOP, _MARGIN_RIGHT, _MARGIN_BOTTOM = 64, 48, 24, 36


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plane:
    """From values to pixels."""

    left: float
    right: float
    low: float
    high: float
    width: int
    height: int

    def x(self, value: float) -> float:
        share = (value - self.left) / ((self.right - self.left) or 1.0)
        return _MARGIN_LEFT + share * (self.width - _MARGIN_LEFT - _MARGIN_RIGHT)

    def y(self, value: float) -> float:
        share = (value - self.low) / ((self.high - self.low) or 1.0)
        return self.height - _MARGIN_BOTTOM - share * (self.height - _MARGIN_TOP - _MARGIN_BOTTOM)


def draw_roll(
    score: Score,
    path: Path,
    *,
    boundary: int,
    start: int = 0,
    title: str = "",
    width: int = 1600,
    height: int = 720,
) -> None:
    """Write a piano roll as PNG; what begins at `boundary` or later stands out.

    Args:
        score: Prompt and continuation.
        path: The file; its folder exists.
        boundary: Tick where the new bars begin.
        start: Tick where the picture begins.
        title: A line at the top.
        width: Pixels.
        height: Pixels.

    Raises:
        OSError: The file cannot be written.
    """
    pitches = [note.pitch for _, note in score.notes() if note.end > start]
    low, high = min(pitches, default=59) - 2, max(pitches, default=61) + 3
    end = max(score.end, boundary, start + 1)
    plane = _Plane(left=start, right=end, low=low, high=high, width=width, height=height)
    image = Image.new("RGB", (width, height), _PAPER)
    draw = ImageDraw.Draw(image)
    _draw_keys(draw, plane, boundary=max(start, boundary))
    _draw_bar_lines(draw, plane, score)
    _draw_notes(draw, plane, score, boundary=boundary, start=start)
    x = plane.x(max(start, boundary))
    draw.line([(x, _MARGIN_TOP - 10), (x, height - _MARGIN_BOTTOM)], fill=_BOUNDARY, width=2)
    draw.text((x + 6, _MARGIN_TOP - 20), "continued from here", fill=_BOUNDARY, font=_font(13))
    draw.text((_MARGIN_LEFT, 8), title or score.title, fill=_INK, font=_font(16))
    drawn = io.BytesIO()
    image.save(drawn, "PNG")
    write_atomically(path, drawn.getvalue())


def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _draw_keys(draw: ImageDraw.ImageDraw, plane: _Plane, *, boundary: int) -> None:
    x0, x1, x2 = plane.x(plane.left), plane.x(boundary), plane.x(plane.right)
    for pitch in range(int(plane.low), int(plane.high)):
        top, bottom = plane.y(pitch + 1), plane.y(pitch)
        old, new = (_BLACK_KEY, _NEW_BLACK_KEY) if is_black(pitch) else (_PAPER, _NEW_PAPER)
        draw.rectangle([x0, top, x1, bottom], fill=old)
        draw.rectangle([x1, top, max(x1, x2), bottom], fill=new)
        if pitch % 12 == 0:
            draw.line([(x0, bottom), (x2, bottom)], fill=_LINE)
            draw.text((24, top - 4), pitch_name(pitch), fill=_INK, font=_font(12))


def _draw_bar_lines(draw: ImageDraw.ImageDraw, plane: _Plane, score: Score) -> None:
    starts = list(BarMap.of(score).bar_starts(int(plane.left), int(plane.right)))
    every = max(1, len(starts) // 24)
    for bar, tick in starts:
        x = plane.x(tick)
        draw.line([(x, plane.y(plane.high)), (x, plane.y(plane.low))], fill=_BAR_LINE)
        if bar % every == 0:
            draw.text((x + 3, plane.height - 28), str(bar + 1), fill=_INK, font=_font(12))


def _draw_notes(
    draw: ImageDraw.ImageDraw, plane: _Plane, score: Score, *, boundary: int, start: int
) -> None:
    for index, note in score.notes():
        if note.end <= start:
            continue
        new = note.start >= boundary
        x0, x1 = plane.x(max(start, note.start)), plane.x(min(note.end, plane.right))
        box = [x0, plane.y(note.pitch + 1) + 1, max(x0 + 1, x1 - 1), plane.y(note.pitch) - 1]
        box[3] = max(box[1], box[3])
        colour = _COLOURS[index % len(_COLOURS)] if new else _OLD_NOTE
        draw.rectangle(box, fill=colour, outline=_INK if new and x1 - x0 > 4 else None)
