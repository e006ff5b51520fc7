"""`python -m benchmarks endings MODEL SONGS...`: does a piece end where *End it* asks it to?

Each song is gone on with by eight bars with this wish, a few draws each, none chosen. What is heard
of the end: the lowest note of the last bar is the home of the bars before, one chord is struck on
its first beat, it is held for half of the bar at least, and nothing begins after it.
"""

import argparse
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from benchmarks.arguments import add_model, add_seed, add_songs
from benchmarks.harness import Benchmark, Figures
from benchmarks.quality.harmony import root_of
from benchmarks.quality.songs import ChosenSong, find_songs
from benchmarks.songs import folders_of
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.evaluation.musicality import pitched
from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.harmony.homes import home_between
from engine.model.network.processor import use_processor
from engine.request import Request
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score
from engine.values.time import BarMap

_LEAST_HELD = 0.5  # of the last bar


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """The end of a piece, as a listener hears it.

    Attributes:
        tonic: Whether the lowest note of the last bar is the tonic; so where nothing is pitched.
        struck: Whether what begins in the last bar begins on its first beat, and something does.
        held: Whether its pitched notes sound for half of the bar at least.
        together: Whether all parts that begin a note in the bar before are among them.
        dominant: Whether the second half of the bar before has the dominant as its root, or the
            root that closes in its mode.
    """

    tonic: bool
    struck: bool
    held: bool
    together: bool
    dominant: bool

    @property
    def ends(self) -> bool:
        """Whether the piece ends there."""
        return self.tonic and self.struck and self.held


def ending_of(score: Score, *, start: int, end: int) -> Ending:
    """Return what is heard of the end of a piece.

    Args:
        score: The piece, to its end.
        start: Tick before which the bars are that tell its key.
        end: Tick of the bar line where it is to end.
    """
    bars = BarMap.of(score)
    last = bars.start_of(bars.bar_at(end - 1))
    before = bars.start_of(bars.bar_at(last) - 1)
    key = home_between(score, 0, start)
    sounding = [note for note in pitched(score) if note.end > last]
    lowest = min(sounding, key=lambda note: note.pitch, default=None)
    begun = [note for _, note in score.notes() if note.start >= last]
    half = _cut(pitched(score), (before + last) // 2, last)
    return Ending(
        tonic=key is None or (lowest is not None and lowest.pitch % 12 == key.tonic),
        struck={note.start for note in begun} == {last},
        held=all(min(end, n.end) - last >= _LEAST_HELD * (end - last) for n in sounding),
        together=_playing(score, before, last) <= _playing(score, last, end),
        dominant=key is not None and root_of(half) == key.cadence,
    )


def _cut(notes: Iterable[Note], begin: int, end: int) -> list[Note]:
    """Return notes that sound in [begin, end), cut to it."""
    return [
        Note(max(begin, n.start), n.pitch, min(end, n.end) - max(begin, n.start), n.velocity)
        for n in notes
        if n.start < end and n.end > begin
    ]


def _playing(score: Score, begin: int, end: int) -> set[int]:
    """Return the tracks in which a note begins in [begin, end)."""
    return {track for track, note in score.notes() if begin <= note.start < end}


def _drawn(generator: MusicGenerator, song: ChosenSong, request: Request) -> Iterator[Ending]:
    heard = song.passage.score.between(0, song.passage.start)
    end = request.end_in(heard)
    for made in continuations(generator, heard, request):
        # Each is listened to from where the model begins to hear.
        yield ending_of(made.score.between(song.since, end), start=request.start, end=end)


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser, needed=True)
    add_songs(parser, count=4)
    add_seed(parser)
    parser.add_argument("--bars", type=positive, default=8, help="to the end (8)")
    parser.add_argument("--draws", type=positive, default=2, help="of each song (2)")


def _measure(arguments: Arguments, output: Output) -> Figures:
    use_processor(threads=1)
    generator = MusicGenerator(LiveModel.load(arguments.model))
    found = find_songs(
        folders_of(arguments.folders), split=arguments.split, count=arguments.songs
    ).songs
    endings: list[dict[str, Any]] = []
    progress = output.progress(f"Endings, {arguments.split}")
    for number, song in enumerate(found, 1):
        request = Request(
            start=song.passage.start,
            bars=arguments.bars,
            alternatives=arguments.draws,
            since=song.since,
            wish="end",
            sampling=SamplingConfig(seed=arguments.seed),
        )
        endings += [
            {"song": song.collection + "/" + song.name, "ends": ending.ends} | asdict(ending)
            for ending in _drawn(generator, song, request)
        ]
        progress.update(number / len(found), song.name)
    progress.done()
    return {"endings": endings}


def _lines(figures: Figures) -> list[str]:
    endings: list[Mapping[str, Any]] = figures["endings"]
    names = [name for name in endings[0] if name != "song"] if endings else []
    shares = [f"{name:9} {fmean(each[name] for each in endings):.2f}" for name in names]
    failed = [
        f"{each['song']}: {', '.join(name for name in names if not each[name])}"
        for each in endings
        if not each["ends"]
    ]
    return [f"{len(endings)} ends", *shares, *failed]


BENCHMARKS = {"endings": Benchmark(define=_define, measure=_measure, lines=_lines, about=__doc__)}
