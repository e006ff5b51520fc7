"""A picture to look at: piano rolls line by line, with chords and sections above their bars.

An SVG, because its notes are one path a track: sixty-four bars of a song take some ten kilobytes.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from xml.sax.saxutils import escape

from benchmarks.pages.charts import COLOURS
from engine.evaluation.musicality import pitched
from engine.values.instruments import instrument_name
from engine.values.score import Note, Score, Track
from engine.values.time import BarMap

LINE_BARS = 16
"""Bars of a line."""

# All lengths are units of the picture. A bar of 96 puts sixteenths and triplets of 4/4 on whole
# ones, which take few characters.
_BAR, _MARGIN, _GAP = 96, 64, 18
_SEMITONE, _NOTE, _LEAST = 3, 3, 2
_TEXT, _ROW = 12, 15
_PAPER, _LINE, _INK, _FAINT, _SEAM = "#faf9f6", "#d8d4ca", "#34322e", "#8a857a", "#c85c14"
# Most kits lie between General MIDI's 35 (bass drum) and 81; their rows are below the lowest pitch.
_LOWEST_DRUM, _HIGHEST_DRUM, _DRUMS = 35, 81, 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    """Some bars of music.

    Attributes:
        name: Stands before each line of it.
        score: Holds the bars.
        first: The first of them, from 0.
        bars: How many they are.
        chords: The names of the chords of each bar; a bar may have none.
        planned: The names of the chords that were planned, bar by bar; empty without a plan.
        sections: The name of the section that begins in a bar, by the bar's number.
    """

    name: str
    score: Score
    first: int
    bars: int
    chords: Sequence[str]
    planned: Sequence[str] = ()
    sections: dict[int, str]


def draw_rolls(prompt: Roll, following: Sequence[Roll], path: Path, *, title: str) -> None:
    """Write an SVG: the prompt, then what follows it, lines of the same bars below each other.

    Args:
        prompt: The bars that all of the others follow.
        following: As many bars each.
        path: The file; its folder exists.
        title: Stands above all lines.

    Raises:
        OSError: The file cannot be written.
    """
    low, high = _range_of((prompt, *following))
    lines = [_Line(prompt, 0, low, high)]
    lines += [
        _Line(roll, at, low, high)
        for at in range(0, max(roll.bars for roll in following), LINE_BARS)
        for roll in following
        if at < roll.bars
    ]
    width, top = _MARGIN + LINE_BARS * _BAR + 8, 3 * _ROW
    body = [
        f'<text x="4" y="{_ROW}" font-weight="bold">{escape(title)}</text>',
        f'<text x="4" y="{2 * _ROW}">{_legend(prompt.score)}</text>',
    ]
    for line in lines:
        body += line.drawn(top)
        top += line.height + _GAP
    text = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {top}" width="{width}"'
        f' font-family="sans-serif" font-size="{_TEXT}" fill="{_INK}">',
        f'<path d="M0 0h{width}v{top}h-{width}z" fill="{_PAPER}"/>',
        *body,
        "</svg>",
    ]
    path.write_text("\n".join(text) + "\n", encoding="utf-8")


class _Line:
    """A line of a roll.

    Args:
        roll: The music.
        at: Its first bar, counted from the roll's first.
        low: The lowest pitch that is drawn.
        high: The highest one.
    """

    def __init__(self, roll: Roll, at: int, low: int, high: int) -> None:
        self._roll, self._at, self._low, self._high = roll, at, low, high
        self._count = min(LINE_BARS, roll.bars - at)
        self._bars = BarMap.of(roll.score)
        self._first = roll.first + at
        drums = any(track.is_drum and track.notes for track in roll.score.tracks)
        self._above = _ROW * (2 + bool(roll.planned))
        self._pitches = (high - low + 1) * _SEMITONE
        self._drums = _DRUMS * drums
        self.height = self._above + self._pitches + self._drums

    def drawn(self, top: int) -> Iterator[str]:
        """Yield the elements of this line, whose upper edge is at `top`."""
        roll, upper = self._roll, top + self._above
        yield f'<text x="4" y="{upper + _TEXT}" fill="{_SEAM}">{escape(roll.name)}</text>'
        yield self._paper(upper)
        for index in range(self._count):
            x, bar = _MARGIN + index * _BAR, self._first + index
            named = roll.sections.get(bar)
            if named:
                yield (
                    f'<text x="{x}" y="{top + _TEXT}" font-weight="bold">{escape(named)}'
                    f'<tspan font-weight="normal" fill="{_FAINT}"> {bar + 1}</tspan></text>'
                )
            if roll.planned and roll.planned[self._at + index]:
                yield (
                    f'<text x="{x}" y="{top + _ROW + _TEXT}" fill="{_FAINT}" font-style="italic">'
                    f"{escape(roll.planned[self._at + index])}</text>"
                )
            if names := roll.chords[self._at + index]:
                yield f'<text x="{x}" y="{upper - 4}">{escape(names)}</text>'
        yield from self._notes(upper)

    def _paper(self, upper: int) -> str:
        """Return the bar lines, and a line at each C."""
        height, width = self._pitches + self._drums, self._count * _BAR
        bars = "".join(f"M{_MARGIN + i * _BAR} {upper}v{height}" for i in range(self._count + 1))
        cs = "".join(
            f"M{_MARGIN} {self._height_of(pitch, upper)}h{width}"
            for pitch in range(self._low, self._high + 1)
            if pitch % 12 == 0
        )
        return f'<path d="{bars}{cs}" fill="none" stroke="{_LINE}"/>'

    def _notes(self, upper: int) -> Iterator[str]:
        begin = self._bars.start_of(self._first)
        end = self._bars.start_of(self._first + self._count)
        for track, colour in zip(self._roll.score.tracks, cycle(COLOURS), strict=False):
            notes = track.between(begin, end).notes
            if not notes:
                continue
            places = [
                (
                    self._x_of(note.start),
                    self._drum_of(note, upper)
                    if track.is_drum
                    else self._height_of(note.pitch, upper),
                    _LEAST if track.is_drum else self._width_of(note),
                )
                for note in notes
            ]
            ink = _ink(track, colour)
            yield f'<path d="{_path(places)}" stroke="{ink}" stroke-width="{_NOTE}"/>'

    def _x_of(self, tick: int) -> int:
        bar = min(self._bars.bar_at(tick), self._first + self._count - 1)
        begin, end = self._bars.start_of(bar), self._bars.start_of(bar + 1)
        into = min(1.0, (tick - begin) / (end - begin))
        return _MARGIN + round((bar - self._first + into) * _BAR)

    def _width_of(self, note: Note) -> int:
        # A little less than it lasts, so that repeated notes are seen.
        return max(_LEAST, self._x_of(note.end) - self._x_of(note.start) - 1)

    def _height_of(self, pitch: int, upper: int) -> int:
        return upper + (self._high - pitch) * _SEMITONE + _SEMITONE // 2

    def _drum_of(self, note: Note, upper: int) -> int:
        inside = min(max(note.pitch, _LOWEST_DRUM), _HIGHEST_DRUM) - _LOWEST_DRUM
        down = inside * (_DRUMS - 6) // (_HIGHEST_DRUM - _LOWEST_DRUM)
        return upper + self._pitches + _DRUMS - 3 - down


def _legend(score: Score) -> str:
    """Return the instruments of the tracks in their colours."""
    names = (
        (instrument_name(track.program, is_drum=track.is_drum), _ink(track, colour))
        for track, colour in zip(score.tracks, cycle(COLOURS), strict=False)
        if track.notes
    )
    return ", ".join(f'<tspan fill="{ink}">{escape(name)}</tspan>' for name, ink in names)


def _ink(track: Track, colour: str) -> str:
    return _INK if track.is_drum else colour


def _path(places: Iterable[tuple[int, int, int]]) -> str:
    """Return strokes from (x, y) to the right as a path, each told from the end of the last."""
    found, x, y = [], 0, 0
    for left, height, width in places:
        found.append(f"m{left - x} {height - y}h{width}".replace(" -", "-"))
        x, y = left + width, height
    return "".join(found)


def _range_of(rolls: Iterable[Roll]) -> tuple[int, int]:
    pitches = [note.pitch for roll in rolls for note in pitched(_shown(roll))] or [60]
    return min(pitches) - 1, max(pitches) + 1


def _shown(roll: Roll) -> Score:
    bars = BarMap.of(roll.score)
    return roll.score.between(bars.start_of(roll.first), bars.start_of(roll.first + roll.bars))
