"""How well does the piece go on after filled bars, and after bars that were rewritten and ranked?

    python scripts/measure_joining.py FOLDER [MODEL] [--songs 2] [--best-of 8]

FOLDER holds collections of MIDI files, each with a folder `valid`. Bars 9 to 12 of the first twenty
of each song are taken out of all tracks and made again: rewritten (drawn from the left) and filled
(both sides read first). Of each so many are drawn, and the one is taken that Segue offers first;
beside it the mean of three that are not chosen, and the one after which bars 13 to 16 cost least.
Prints nats a note of the true bars 13 to 16 after each, read from the left by the same model, and
after the true bars and after as many of silence: a line for each song as it is known, then the
means and the differences from what is rewritten and offered first, with their 95 % interval over
songs (10,000 resamples, seed 0).
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from statistics import fmean

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from engine.config import SamplingConfig  # noqa: E402 - after the path
from engine.errors import SegueError  # noqa: E402
from engine.evaluation.passage_loss import nats_a_note  # noqa: E402
from engine.evaluation.passages import Passage  # noqa: E402
from engine.evaluation.reading import reading_of  # noqa: E402
from engine.generation.continuation import Continuation, continuations  # noqa: E402
from engine.generation.draw import MusicGenerator  # noqa: E402
from engine.generation.filling import fills  # noqa: E402
from engine.generation.model import LiveModel  # noqa: E402
from engine.library.normalizing import normalized  # noqa: E402
from engine.model.checkpoint import load_model  # noqa: E402
from engine.model.processor import use_processor  # noqa: E402
from engine.music.midifile import read_midi  # noqa: E402
from engine.music.score import Score  # noqa: E402
from engine.music.time import BarMap  # noqa: E402
from engine.paths import starter_model  # noqa: E402
from engine.request import Request, same_role  # noqa: E402

_FIRST, _BARS, _AFTER, _ALL = 8, 4, 4, 20
_LEAST_NOTES = 8  # in the gap and after it
_RESAMPLES = 10_000
_UNRANKED = 3
_RANKED, _LEAST = "rewritten and ranked", "least"


def songs_in(folder: Path, *, songs: int) -> Iterator[Score]:
    """Yield the first bars of so many songs of each collection that play in the gap and after."""
    for collection in sorted(path for path in folder.iterdir() if (path / "valid").is_dir()):
        taken = 0
        for path in sorted((collection / "valid").rglob("*.mid")):
            try:
                score = normalized(read_midi(path.read_bytes()).score)
            except SegueError:
                continue
            bars = BarMap.of(score)
            ticks = [
                bars.start_of(bar) for bar in (_FIRST, _FIRST + _BARS, _FIRST + _BARS + _AFTER)
            ]
            notes = [score.between(a, b).note_count for a, b in pairwise(ticks)]
            if min(notes) >= _LEAST_NOTES and taken < songs:
                taken += 1
                first = score.between(0, bars.start_of(_ALL))
                yield replace(first, title=f"{collection.name}/{path.stem}")


def made(generator: MusicGenerator, score: Score, best_of: int) -> dict[str, list[Score]]:
    """Return the song with its gap made again, by how that was done."""
    roles = same_role("write", len(score.tracks))
    ask = Request(
        start=BarMap.of(score).start_of(_FIRST),
        bars=_BARS,
        alternatives=best_of,
        best_of=best_of,
        roles=roles,
        sampling=SamplingConfig(seed=1),
    )
    # The best comes first; of all of them those that were drawn first are as good as any.
    rewritten = continuations(generator, score, replace(ask, following=_AFTER))
    filled = fills(generator, score, replace(ask, fill=True))
    return {
        "rewritten, not ranked": [_whole(score, each, ask) for each in _unranked(rewritten)],
        _RANKED: [_whole(score, rewritten[0], ask)],
        f"rewritten, {_LEAST}": [_whole(score, each, ask) for each in rewritten],
        "filled, not ranked": [each.score for each in _unranked(filled)],
        "filled and ranked": [filled[0].score],
        f"filled, {_LEAST}": [each.score for each in filled],
    }


def _unranked(made: Sequence[Continuation]) -> list[Continuation]:
    return sorted(made, key=lambda one: one.seed)[:_UNRANKED]


def _whole(score: Score, each: Continuation, ask: Request) -> Score:
    """Return the song with what was rewritten in its gap, and what follows it."""
    end = ask.end_in(score)
    tracks = tuple(
        track.with_part(
            [part.note for part in each.parts if part.track == number], start=ask.start, end=end
        )
        for number, track in enumerate(score.tracks)
    )
    return replace(score, tracks=tracks)


def main() -> None:
    """Measure the songs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("model", type=Path, nargs="?", default=starter_model())
    parser.add_argument("--songs", type=int, default=2, help="of each collection")
    parser.add_argument("--best-of", type=int, default=8)
    wanted = parser.parse_args()
    use_processor(threads=1)
    live = LiveModel.load(wanted.model)
    generator = MusicGenerator(live)
    reading = reading_of(load_model(wanted.model).model, live.tokenizer.vocabulary)
    cost = nats_a_note(reading, live.tokenizer)
    began_s, rows = time.process_time(), list[dict[str, float]]()
    for score in songs_in(wanted.folder, songs=wanted.songs):
        bars = BarMap.of(score)
        begin, start, end = (
            bars.start_of(bar) for bar in (_FIRST, _FIRST + _BARS, _FIRST + _BARS + _AFTER)
        )

        def after(whole: Score, start: int = start, end: int = end) -> float:
            return cost(Passage(score=whole, begin=0, start=start, end=end)).heard

        silent = replace(
            score,
            tracks=tuple(track.with_part((), start=begin, end=start) for track in score.tracks),
        )
        found = {"true": after(score), "silence": after(silent)}
        for name, scores in made(generator, score, wanted.best_of).items():
            found[name] = (min if name.endswith(_LEAST) else fmean)(map(after, scores))
        rows.append(found)
        values = " ".join(f"{value:.3f}" for value in found.values())
        print(f"{score.title}: {values}", flush=True)
    tell(rows)
    print(f"{time.process_time() - began_s:.0f} s of processor time")


def tell(rows: Sequence[dict[str, float]]) -> None:
    """Print the means over songs, and how they differ from what is rewritten and ranked."""
    print(f"{len(rows)} songs")
    generated = np.random.default_rng(0).integers(len(rows), size=(_RESAMPLES, len(rows)))
    ranked = np.array([row[_RANKED] for row in rows])
    for name in rows[0]:
        values = np.array([row[name] for row in rows])
        low, high = np.quantile((values - ranked)[generated].mean(1), (0.025, 0.975))
        print(
            f"| {name} | {values.mean():.3f} |"
            f" {(values - ranked).mean():+.3f} ({low:+.3f} to {high:+.3f}) |"
        )


if __name__ == "__main__":
    main()
