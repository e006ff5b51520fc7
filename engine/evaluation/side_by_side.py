"""A picture to look at: a prompt, what a model makes of it, and below it what really follows."""

from dataclasses import KW_ONLY, dataclass
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from engine.evaluation.musicality import pitched
from engine.evaluation.passages import Passage
from engine.music.keys import is_black
from engine.music.score import Score
from engine.music.time import BarMap

_PAPER, _BLACK_KEY, _LINE, _BAR = (250, 249, 246), (241, 239, 233), (225, 222, 214), (196, 192, 182)
_INK, _BOUNDARY = (52, 50, 46), (200, 92, 20)
# Okabe and Ito 2008: told apart by everyone, colour-blind or not.
_COLOURS = (
    (213, 94, 0),
    (0, 114, 178),
    (0, 158, 115),
    (204, 121, 167),
    (230, 159, 0),
    (86, 180, 233),
    (90, 90, 90),
)
_WIDTH, _ROLL, _DRUMS, _TOP, _GAP = 1600, 420, 90, 44, 26


def draw_side_by_side(real: Passage, made: Passage, path: Path, *, title: str) -> None:
    """Write both passages as PNG, one below the other, on the same scales; tracks have colours.

    Args:
        real: Prompt and real bars.
        made: The same prompt and what is made of it.
        path: The file; its folder exists.
        title: A line at the top.

    Raises:
        OSError: The file cannot be written.
    """
    drums = _DRUMS if any(t.is_drum and t.notes for t in real.score.tracks) else 0
    pitches = [n.pitch for p in (real, made) for n in pitched(_shown(p))] or [60]
    low, high = min(pitches) - 1, max(pitches) + 2
    image = Image.new("RGB", (_WIDTH, _TOP + 2 * (_ROLL + drums + _GAP)), _PAPER)
    draw = ImageDraw.Draw(image)
    draw.text((8, 6), title, fill=_INK, font=_font(18))
    for row, (name, passage) in enumerate((("made", made), ("real", real))):
        top = _TOP + row * (_ROLL + drums + _GAP)
        plane = _Plane(real.begin, real.end, low=low, high=high, top=top, drums=drums)
        _draw_paper(draw, plane, passage)
        _draw_notes(draw, plane, passage)
        x = plane.x(passage.start)
        draw.line([(x, top), (x, plane.bottom)], fill=_BOUNDARY, width=2)
        draw.text((x + 6, plane.bottom + 4), name, fill=_BOUNDARY, font=_font(14))
    image.save(path, "PNG")


@dataclass(frozen=True, slots=True)
class _Plane:
    """From ticks and pitches to pixels."""

    begin: int
    end: int
    _: KW_ONLY
    low: int
    high: int
    top: int
    drums: int

    @property
    def bottom(self) -> int:
        return self.top + _ROLL + self.drums

    def x(self, tick: int) -> float:
        return _WIDTH * (tick - self.begin) / (self.end - self.begin)

    def y(self, pitch: int) -> float:
        return self.top + _ROLL * (self.high - pitch) / (self.high - self.low)

    def drum_y(self, pitch: int) -> float:
        """Drums from 35 to 81 below the roll, the bass drum lowest."""
        return self.bottom - (self.drums - 6) * (min(max(pitch, 35), 81) - 34) / 48


def _shown(passage: Passage) -> Score:
    return passage.score.between(passage.begin, passage.end)


def _draw_paper(draw: ImageDraw.ImageDraw, plane: _Plane, passage: Passage) -> None:
    for pitch in range(plane.low, plane.high):
        if is_black(pitch):
            draw.rectangle([0, plane.y(pitch + 1), _WIDTH, plane.y(pitch)], fill=_BLACK_KEY)
        if pitch % 12 == 0:
            draw.line([(0, plane.y(pitch)), (_WIDTH, plane.y(pitch))], fill=_LINE)
    for _, tick in BarMap.of(passage.score).bar_starts(plane.begin, plane.end):
        draw.line([(plane.x(tick), plane.top), (plane.x(tick), plane.bottom)], fill=_BAR)


def _draw_notes(draw: ImageDraw.ImageDraw, plane: _Plane, passage: Passage) -> None:
    shown = _shown(passage)
    for index, note in shown.notes():
        x0, x1 = plane.x(note.start), plane.x(note.end)
        if shown.tracks[index].is_drum:
            y = plane.drum_y(note.pitch)
            draw.rectangle([x0, y - 3, x0 + 4, y + 1], fill=_INK)
        else:
            top, bottom = plane.y(note.pitch + 1) + 1, plane.y(note.pitch) - 1
            box = [x0, top, max(x0 + 2, x1 - 1), max(top, bottom)]
            draw.rectangle(box, fill=_COLOURS[index % len(_COLOURS)])


def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)
