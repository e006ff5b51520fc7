"""What both sides of a gap are worth to a model: 4 true bars of held-out songs, and those after.

MODEL learned to fill gaps. Prints nats a note of the gaps' bars given the left side and given both,
of the bars after them as they are written and after a gap that was filled, for all songs and by
collection, and the gain with its 95 % interval over songs. A gap is of all parts or, with
`--beside`, of one; what leads into it is read right before it, as many bars as Fill reads or N.
"""

import argparse
from collections import defaultdict

from benchmarks.arguments import add_model, add_songs
from benchmarks.evaluation.infilling import Infilling, infilling
from benchmarks.evaluation.reading import reading_of
from benchmarks.evaluation.song import song_of
from benchmarks.harness import Benchmark
from benchmarks.quality.statistics import ratio_of
from benchmarks.songs import SongFile, first_songs, folders_of
from engine.cli.command import Arguments, not_negative, positive
from engine.cli.output import Output
from engine.errors import EmptyMusicError
from engine.model.network.checkpoint import load_model
from engine.model.network.processor import use_processor
from engine.music.score import Score
from engine.tokens.tokenizer import Tokenizer


def line(name: str, songs: list[Infilling]) -> str:
    """Return a row of the table."""
    whole = sum(songs, start=Infilling())
    notes, after = max(1, whole.notes), max(1, whole.notes_after)
    gain = ratio_of([song.left - song.both for song in songs], [song.notes for song in songs])
    return (
        f"| {name} | {whole.gaps} | {whole.notes} | {whole.left / notes:.3f} |"
        f" {whole.both / notes:.3f} | {whole.gain:.3f} ({gain.low:.3f} to {gain.high:.3f}) |"
        f" {whole.after_written / after:.3f} | {whole.cost_after:+.3f} |"
    )


def _define(parser: argparse.ArgumentParser) -> None:
    add_model(parser, needed=True)
    add_songs(parser, count=10)
    parser.add_argument("--gaps", type=positive, default=2, help="of each song (2)")
    parser.add_argument("--beside", action="store_true", help="gaps of one part")
    parser.add_argument("--lead", type=not_negative, help="bars; by default as many as Fill reads")


def _measure(wanted: Arguments, _output: Output) -> None:
    use_processor(threads=1)
    loaded = load_model(wanted.model)
    tokenizer = Tokenizer.from_description(loaded.tokenizer)
    reading = reading_of(loaded.model, tokenizer.vocabulary)

    def gaps_of(file: SongFile, score: Score) -> tuple[str, Infilling] | None:
        ids = song_of(file.name, score, tokenizer).ids
        gaps = infilling(reading, [ids], most=wanted.gaps, beside=wanted.beside, lead=wanted.lead)
        whole = next(gaps, None)
        return None if whole is None else (file.collection, whole)

    found: dict[str, list[Infilling]] = defaultdict(list)
    for collection, gaps in first_songs(
        folders_of(wanted.folders), gaps_of, split=wanted.split, count=wanted.songs
    ):
        found[collection].append(gaps)
    if not found:
        raise EmptyMusicError("No song here is long enough for a gap.")
    print("| songs | gaps | notes | left | both | gain | after, written | after, filled |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    print(line("all", [one for songs in found.values() for one in songs]))
    for source, songs in found.items():
        print(line(source, songs))


BENCHMARKS = {"infilling": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)}
