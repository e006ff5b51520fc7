"""A picture to look at: a prompt, what a model makes of it, and below it what really follows."""

from itertools import cycle
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchmarks.evaluation.passages import Passage
from benchmarks.pages.charts import COLOURS
from engine.evaluation.musicality import pitched
from engine.harmony.keys import is_black, pitch_name
from engine.values.score import Score
from engine.values.time import BarMap

_PAPER, _BLACK_KEY, _BAR, _INK, _BOUNDARY = "#faf9f6", "#f1efe9", "#c4c0b6", "#34322e", "#c85c14"
_SIZE, _DOTS = (16.0, 10.0), 100
# Most kits lie between General MIDI's 35 (bass drum) and 81; they stand in rows below the roll.
_LOWEST_DRUM, _HIGHEST_DRUM, _ROWS_A_DRUM = 35, 81, 0.25


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
    pitches = [n.pitch for p in (real, made) for n in pitched(_shown(p))] or [60]
    low, high = min(pitches) - 1, max(pitches) + 2
    figure = Figure(figsize=_SIZE, dpi=_DOTS, layout="constrained", facecolor=_PAPER)
    figure.suptitle(title)
    rolls: list[Axes] = list(figure.subplots(2, sharex=True, sharey=True))
    for axes, (name, passage) in zip(rolls, (("made", made), ("real", real)), strict=True):
        axes.set_title(name, loc="left", color=_BOUNDARY)
        _draw_paper(axes, passage, low=low, high=high)
        _draw_notes(axes, passage, low=low)
        axes.axvline(passage.start, color=_BOUNDARY, linewidth=2)
        axes.set_xlim(real.begin, real.end)
    figure.savefig(path)


def _shown(passage: Passage) -> Score:
    return passage.score.between(passage.begin, passage.end)


def _draw_paper(axes: Axes, passage: Passage, *, low: int, high: int) -> None:
    axes.set_facecolor(_PAPER)
    for pitch in filter(is_black, range(low, high)):
        axes.axhspan(pitch, pitch + 1, color=_BLACK_KEY, zorder=0)
    cs = [pitch for pitch in range(low, high) if pitch % 12 == 0]
    axes.set_yticks(cs, [pitch_name(pitch) for pitch in cs])
    bars = list(BarMap.of(passage.score).bar_starts(passage.begin, passage.end))
    axes.set_xticks([tick for _, tick in bars], [str(bar + 1) for bar, _ in bars])
    axes.grid(visible=True, axis="x", color=_BAR)


def _draw_notes(axes: Axes, passage: Passage, *, low: int) -> None:
    for track, colour in zip(_shown(passage).tracks, cycle(COLOURS), strict=False):
        if track.is_drum:
            hits = [(note.start, _drum_row(note.pitch, low)) for note in track.notes]
            axes.scatter([x for x, _ in hits], [y for _, y in hits], s=6, color=_INK, marker="s")
        else:
            notes = track.notes
            axes.bar(
                [note.start for note in notes],
                [1.0] * len(notes),
                [note.duration for note in notes],
                [note.pitch for note in notes],
                align="edge",
                color=colour,
                zorder=2,
            )


def _drum_row(pitch: int, low: int) -> float:
    """Return the height of a drum below the lowest pitch, the bass drum lowest."""
    inside = min(max(pitch, _LOWEST_DRUM), _HIGHEST_DRUM)
    return low - 1 - (_HIGHEST_DRUM - inside) * _ROWS_A_DRUM
