"""Which sampling suits a model: what it makes beside what the songs themselves go on with.

    python scripts/research/sampling.py MODEL SONGS... [--settings 1.0,0.05 1.0,0.05,0]
        [--songs 2] [--split choose] [--bars 16]

Prompts are the first eight bars of songs (`benchmarks/measures/continuations.py`). Each setting
is a temperature and a min-p, and where it is not the default an echo. Overlaps are of distributions
in the prompt and in what follows it, 0 to 1 (Yang and Lerch 2020); the first row is
of the songs' own next bars: no setting need be better than that. Prints one row of a Markdown table
for each.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from benchmarks.arguments import add_model, add_songs
from benchmarks.measures.continuations import PROMPT_BARS, STUCK, continued, prompts
from benchmarks.songs import folders_of
from engine.config import SamplingConfig
from engine.evaluation.musicality import compare, overlap
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.model.network.processor import use_processor
from engine.music.score import Score
from engine.music.time import BarMap

HEAD = "| setting | in key | metre | steps | lengths | density | stuck | repeated | loop |"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What one continuation is like.

    Attributes:
        in_key: Share of its notes in the prompt's key.
        metre: Overlap of the places in the bar where notes begin.
        steps: Overlap of the intervals from note to note in each track.
        lengths: Overlap of note lengths.
        density: Notes a bar, as a ratio to the prompt's.
        stuck: 1 where a track strikes one pitch too often in a row.
        repeated: Share of bars that equal an earlier one of it.
        loop: Bars in its longest immediate repetition.
    """

    in_key: float
    metre: float
    steps: float
    lengths: float
    density: float
    stuck: float
    repeated: float
    loop: int


def figures(score: Score, *, boundary: int) -> Figures | None:
    """Return the figures of what follows a boundary; None where it is silent."""
    prompt, made = score.between(0, boundary), score.between(boundary, max(boundary, score.end))
    if not made.note_count:
        return None
    found = compare(score, boundary=boundary)
    return Figures(
        in_key=found.in_key,
        metre=found.metre,
        steps=overlap(_shares(_steps(prompt)), _shares(_steps(made))),
        lengths=overlap(_shares(_lengths(prompt)), _shares(_lengths(made))),
        density=found.notes_per_bar / max(1e-9, found.prompt_notes_per_bar),
        stuck=float(found.longest_run > STUCK),
        repeated=found.repeated_bars,
        loop=found.longest_loop,
    )


def _steps(score: Score) -> Iterator[int]:
    for track in score.tracks:
        pitches = [n.pitch for n in sorted(track.notes, key=lambda n: (n.start, n.pitch))]
        if not track.is_drum:
            yield from (b - a for a, b in pairwise(pitches))


def _lengths(score: Score) -> Iterator[int]:
    for track in score.tracks:
        yield from (round(12 * note.duration / score.ticks_per_quarter) for note in track.notes)


def _shares(values: Iterable[int]) -> dict[int, float]:
    counts = Counter(values)
    return {value: count / counts.total() for value, count in counts.items()}


def row(name: str, found: Iterable[Figures | None]) -> str:
    """Return a row of the table: means over all that are not silent."""
    kept = [each for each in found if each is not None]

    def mean(of: Callable[[Figures], float]) -> str:
        return f"{fmean(map(of, kept)):.3f}"

    cells = (
        mean(lambda f: f.in_key),
        mean(lambda f: f.metre),
        mean(lambda f: f.steps),
        mean(lambda f: f.lengths),
        mean(lambda f: f.density),
        mean(lambda f: f.stuck),
        mean(lambda f: f.repeated),
        mean(lambda f: f.loop),
    )
    return f"| {name} | " + " | ".join(cells) + " |"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_model(parser, needed=True)
    add_songs(parser, count=2)
    parser.add_argument("--settings", nargs="+", default=["1.0,0.05"])
    parser.add_argument("--alternatives", type=int, default=4)
    parser.add_argument("--bars", type=int, default=16)
    wanted = parser.parse_intermixed_args()
    use_processor(threads=1)
    folders = folders_of(wanted.folders)
    songs = list(prompts(folders, split=wanted.split, count=wanted.songs, bars=wanted.bars))
    print(HEAD)
    print("|" + " --- |" * (HEAD.count("|") - 1), flush=True)
    print(row("the songs themselves", (_own(song, bars=wanted.bars) for song in songs)), flush=True)
    generator = MusicGenerator(LiveModel.load(wanted.model))
    for setting in wanted.settings:
        temperature, min_p, *more = map(float, setting.split(","))
        sampling = SamplingConfig(temperature=temperature, min_p=min_p, echo=(*more, 1.0)[0])
        made = [
            figures(one.score, boundary=one.start)
            for song in songs
            for one in continued(
                generator,
                song,
                bars=wanted.bars,
                alternatives=wanted.alternatives,
                sampling=sampling,
            )
        ]
        print(row(setting.replace(",", ", "), made), flush=True)


def _own(song: Score, *, bars: int) -> Figures | None:
    bar_map = BarMap.of(song)
    start, end = (bar_map.start_of(PROMPT_BARS + n) for n in (0, bars))
    return figures(song.between(0, end), boundary=start)


if __name__ == "__main__":
    main()
