"""How sure is a run of ids? Held-out songs predicted by a model alone and with their own runs.

    python scripts/research/echo.py STORE [--model MODEL] [--ids 4096]

For each length of the run of ids that stood before: how often the piece does again what it did
then, how sure `engine/generation/copier/ids.py` is, and nats a token without and with it; then all
of it by the strength of the guess, the parameters it has, and by source. STORE is that of
`scripts/starter/train_starter.py prepare`.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from benchmarks.evaluation.loss import token_losses
from benchmarks.evaluation.reading import reading_of
from engine.generation.copier.ids import LONGEST, IdCache
from engine.generation.priors import SHAPE
from engine.model.decoding.sampling import Guess
from engine.model.network.checkpoint import load_model
from engine.model.network.processor import use_processor
from engine.paths import starter_model
from engine.tokens.store import open_store
from engine.tokens.tokenizer import Tokenizer

EDGES = (0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
EVEN_RUN = SHAPE.copier.even_run
STRENGTHS = (0.0, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0)


@dataclass(frozen=True, slots=True)
class Heard:
    """A song's ids but the first, one entry each.

    Attributes:
        source: Where the song is from.
        likely: How likely the model finds the id.
        runs: How many ids before it stood elsewhere before, 0 if none.
        same: Whether the id is the one that stood there, too.
    """

    source: str
    likely: NDArray[np.float64]
    runs: NDArray[np.int64]
    same: NDArray[np.bool_]


def heard(store: Path, model: Path, *, ids: int) -> Iterator[Heard]:
    """Yield each held-out song as the model and the runs of ids hear it."""
    opened, loaded = open_store(store), load_model(model)
    vocabulary = Tokenizer.from_description(loaded.tokenizer).vocabulary
    reading = reading_of(loaded.model.float().eval(), vocabulary)
    for song in opened.songs("valid").tolist():
        tokens = np.array(opened.ids(song)[:ids])
        cache = IdCache(tokens[:1].tolist(), even_run=EVEN_RUN)
        runs, same = np.zeros(len(tokens) - 1, np.int64), np.zeros(len(tokens) - 1, np.bool_)
        for place, token in enumerate(tokens[1:].tolist()):
            guess = cache.guess()
            if guess is not None:
                runs[place], same[place] = run_of(guess), guess.token == token
            cache.push(token)
        source = opened.names[song].split("/")[0]
        # Declarations of parts are said, never predicted.
        told = reading.song(tokens).scored
        likely = np.exp(-token_losses(reading, tokens))
        yield Heard(source, likely[told], runs[told], same[told])


def run_of(guess: Guess) -> int:
    """Return how many ids a guess goes by, from how sure it is."""
    return round(EVEN_RUN * (guess.share / (1.0 - guess.share)) ** 0.5)


def joined(songs: list[Heard]) -> Heard:
    """Return songs as one."""
    return Heard(
        "all",
        np.concatenate([song.likely for song in songs]),
        np.concatenate([song.runs for song in songs]),
        np.concatenate([song.same for song in songs]),
    )


def shares(
    runs: NDArray[np.int64],
    *,
    strength: float = 1.0,
    even_run: float = EVEN_RUN,
    power: float = 2,
) -> NDArray[np.float64]:
    """Return how sure a guess is after runs of these lengths."""
    odds = strength * (runs / even_run) ** power
    return odds / (1.0 + odds)


def nats(song: Heard, share: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return nats a token with guesses that are so sure."""
    found: NDArray[np.float64] = -np.log((1.0 - share) * song.likely + share * song.same)
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store", type=Path)
    parser.add_argument("--model", type=Path, default=starter_model())
    parser.add_argument("--ids", type=int, default=4096, help="of each song (4096)")
    wanted = parser.parse_args()
    use_processor(threads=1)
    songs = list(heard(wanted.store, wanted.model, ids=wanted.ids))
    whole = joined(songs)
    alone, mixed = -np.log(whole.likely), nats(whole, shares(whole.runs))
    print(f"{len(songs)} songs, {len(alone):,} ids")
    print("| run | ids | the same again | share | alone | with runs |")
    print("| --- | --- | --- | --- | --- | --- |")
    for low, high in zip(EDGES, (*EDGES[1:], LONGEST + 1), strict=True):
        here = (whole.runs >= low) & (whole.runs < high)
        cells = (
            whole.same[here].mean(),
            shares(whole.runs[here]).mean(),
            alone[here].mean(),
            mixed[here].mean(),
        )
        print(f"| {low} | {here.sum():,} | " + " | ".join(f"{cell:.3f}" for cell in cells) + " |")
    print("\n| source | alone | with runs |\n| --- | --- | --- |")
    for source in ("all", *sorted({song.source for song in songs})):
        part = joined([song for song in songs if source in ("all", song.source)])
        print(f"| {source} | {-np.log(part.likely).mean():.4f}", end="")
        print(f" | {nats(part, shares(part.runs)).mean():.4f} |")
    print("\n| strength |" + "".join(f" {strength} |" for strength in STRENGTHS))
    print("| --- |" + " --- |" * len(STRENGTHS) + "\n| nats a token |", end="")
    for strength in STRENGTHS:
        print(f" {nats(whole, shares(whole.runs, strength=strength)).mean():.4f} |", end="")
    print("\n\n| even after | power 1 | power 2 | power 3 |\n| --- | --- | --- | --- |")
    for ids in (6.0, 8.0, 10.0, 12.0, 16.0):
        row = [nats(whole, shares(whole.runs, even_run=ids, power=p)).mean() for p in (1, 2, 3)]
        print(f"| {ids:.0f} | " + " | ".join(f"{cell:.4f}" for cell in row) + " |")


if __name__ == "__main__":
    main()
