"""Bars in which nobody sounds: how often one comes, and how long it stays silent.

    python scripts/research/silence.py MODEL [SONGS...] [--songs 12] [--split choose] [--seed 0]
        [--draws 2] [--nats 0 1 2]

SONGS are folders of songs that the model has not learned from. Each is gone on with for sixteen
bars in three ways: after its first eight bars (whole), after the same bars without the second half
of the last one, as when a player stops inside a bar (stopped), and after those of its first
pitched part alone, stopped likewise (alone). Beside them goes on a tune in quarters that comes
four times in eight bars, after the player stopped 0 to 3 beats before its end. A row gives how
many of the bars after a bar that sounds are silent, of those after one silent bar, and of those
after two or more; and in how many passages nobody sounds for four bars. The real bars have one
row, the made ones one for each strength of `PlanPriors.silence` and each way.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from benchmarks.arguments import add_model, add_seed
from benchmarks.evaluation.judging import continuer
from benchmarks.evaluation.passages import Passage, continued
from benchmarks.measures.made_against_real import chosen, define_songs
from engine.generation.model import LiveModel
from engine.generation.priors import PlanPriors
from engine.model.network.processor import use_processor
from engine.music.score import Note, Score, Track
from engine.music.time import BarMap

LONG = 4
"""Silent bars in a row that a listener takes for the end."""


def silences(passage: Passage) -> Iterator[tuple[int, bool]]:
    """Yield for each bar that follows the silent bars in a row before it, and whether it is one."""
    bars = BarMap.of(passage.score)
    first, past = bars.bar_at(passage.start), bars.bars_until(passage.end)
    sounding = {
        bar
        for _, note in passage.score.notes()
        for bar in range(bars.bar_at(note.start), bars.bar_at(max(note.start, note.end - 1)) + 1)
    }
    run = 0
    for bar in range(first, past):
        silent = bar not in sounding
        yield run, silent
        run = run + 1 if silent else 0


def stopped(passage: Passage) -> Passage:
    """Return a passage whose prompt ends inside its last bar."""
    bars = BarMap.of(passage.score)
    begin = bars.start_of(bars.bar_at(passage.start) - 1)
    until = (begin + passage.start) // 2
    heard, rest = (
        passage.score.between(0, until),
        passage.score.between(passage.start, passage.score.end + 1),
    )
    tracks = zip(heard.tracks, rest.tracks, strict=True)
    both = tuple(one.with_notes([*one.notes, *other.notes]) for one, other in tracks)
    return replace(passage, score=replace(passage.score, tracks=both))


def alone(passage: Passage) -> Passage | None:
    """Return the first pitched part that plays in the last bars of the prompt, alone."""
    bars = BarMap.of(passage.score)
    late = bars.start_of(bars.bar_at(passage.start) - 2)
    for track in passage.score.tracks:
        if not track.is_drum and any(late <= note.start < passage.start for note in track.notes):
            return replace(passage, score=replace(passage.score, tracks=(track,)))
    return None


def tune(*, missing: int) -> Passage:
    """Return a tune of two bars, four times, without its last quarters, in 24 bars."""
    pitches = (60, 62, 64, 65, 67, 65, 64, 62) * 4
    quarter = Score().ticks_per_quarter
    bar = 4 * quarter
    notes = tuple(
        Note(number * quarter, pitch, quarter // 4, 90)
        for number, pitch in enumerate(pitches[: len(pitches) - missing])
    )
    score = Score(tracks=(Track(name="Piano", notes=notes),))
    return Passage(score=score, begin=0, start=8 * bar, end=24 * bar)


def line(name: str, passages: Iterable[Passage]) -> str:
    """Return one row of the table."""
    counts: Counter[tuple[int, bool]] = Counter()
    songs = long = 0
    for passage in passages:
        found = list(silences(passage))
        counts.update((min(run, 2), silent) for run, silent in found)
        songs += 1
        runs = groupby(silent for _, silent in found)
        long += any(silent and len(list(run)) >= LONG for silent, run in runs)
    cells = [f"{counts[run, True]} of {counts[run, True] + counts[run, False]}" for run in range(3)]
    return f"| {name} | {' | '.join(cells)} | {long} of {songs} |"


def main() -> None:
    """Count, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_model(parser, needed=True)
    define_songs(parser)
    add_seed(parser)
    parser.add_argument("--draws", type=int, default=2)
    parser.add_argument("--nats", type=float, nargs="*", default=[PlanPriors().silence])
    arguments = parser.parse_intermixed_args()
    use_processor(threads=1)
    songs = [song.passage for song in chosen(arguments)]
    parts = [passage for song in songs if (passage := alone(song)) is not None]
    ways = {
        "whole": songs,
        "stopped": [stopped(song) for song in songs],
        "alone, stopped": [stopped(part) for part in parts],
    }
    ways |= {f"tune, {beats} beats missing": [tune(missing=beats)] * 8 for beats in range(4)}
    print("| | after sound | after one | after more | silent for four bars |\n|" + " --- |" * 5)
    print(line("real", songs))
    print(line("real, alone", parts), flush=True)
    for nats in arguments.nats:
        model = LiveModel.load(arguments.model)
        plan = replace(model.priors.plan, silence=nats)
        continue_ = continuer(replace(model, priors=replace(model.priors, plan=plan)))
        for way, passages in ways.items():
            made = (
                continued(passage, continue_, seed=arguments.seed + 1000 * draw + number)
                for draw in range(arguments.draws)
                for number, passage in enumerate(passages)
            )
            print(line(f"made, {nats:g}, {way}", made), flush=True)


if __name__ == "__main__":
    main()
