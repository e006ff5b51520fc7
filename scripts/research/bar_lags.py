"""How much likelier is what a bar said some bars ago? Fitted on held-out songs, half by half.

    python scripts/research/bar_lags.py STORE [--model MODEL] [--ids 3072] [--every 1]

Prints the nats of `LagNats` (`engine/generation/priors.py`) as they come out with runs of ids
beside them and without these, and nats a token of the songs they were not fitted on: the network
alone, with bar lags, with runs of ids, with both. STORE is that of
`scripts/starter/train_starter.py prepare`.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from benchmarks.evaluation.reading import Reading, reading_of
from benchmarks.evaluation.rows import SongSteps
from engine.generation.copier.ids import IdCache
from engine.generation.priors import SHAPE
from engine.generation.rules.repetition import LAGS, BarLags, nats_by_kind
from engine.generation.state.heard import Heard
from engine.model.network.checkpoint import load_model
from engine.model.network.processor import use_processor
from engine.paths import starter_model
from engine.tokens.store import open_store
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind, Vocabulary

NATS = nats_by_kind(SHAPE.repetition.lags)
KINDS = tuple(NATS)
SEGMENT = 256


@dataclass(frozen=True, slots=True)
class Places:
    """Songs' ids but the first, P of them, and the ids that bar lags lean to, R in all.

    Attributes:
        song: Number of the song, (P,).
        kind: Of the id, (P,).
        likely: How likely the model finds the id, (P,).
        share: How sure the longest run of ids is, (P,).
        same: Whether it is right, (P,).
        place: Index of the place, (R,).
        weights: Which of the weights (kind and lag) count for it, (R, weights).
        chance: How likely the model finds what is leaned to, (R,).
        right: Whether it is what comes, (R,).
    """

    song: Tensor
    kind: Tensor
    likely: Tensor
    share: Tensor
    same: Tensor
    place: Tensor
    weights: Tensor
    chance: Tensor
    right: Tensor


def places_of(store: Path, model: Path, *, ids: int, every: int) -> tuple[Vocabulary, Places]:
    """Read held-out songs as the model, the runs of ids and the bar lags do."""
    opened, loaded = open_store(store), load_model(model)
    vocabulary = Tokenizer.from_description(loaded.tokenizer).vocabulary
    reading = reading_of(loaded.model.float().eval(), vocabulary)
    column = {kind: index * len(LAGS) for index, kind in enumerate(KINDS)}
    places, leaned = [], []
    rows: list[Tensor] = []
    for number, song in enumerate(opened.songs("valid").tolist()[::every]):
        steps = reading.song(opened.ids(song)[:ids])
        begun = steps.ids[: steps.id_at(steps.head)].tolist()
        runs = IdCache(begun, even_run=SHAPE.copier.even_run)
        heard, bar_lags = Heard(vocabulary, begun), BarLags(SHAPE.repetition, vocabulary)
        wanted = steps.ids[1:][steps.scored].tolist()
        for token, likely in zip(wanted, _likely(reading, steps), strict=True):
            guess = runs.guess()
            by_id: dict[int, Tensor] = {}
            for one, lag in bar_lags.repeats(heard):
                row = by_id.setdefault(one, torch.zeros(len(KINDS) * len(LAGS)))
                row[column[TokenKind(vocabulary.kinds[one])] + lag] = 1.0
            for one, row in by_id.items():
                leaned.append((len(places), float(likely[one]), one == token))
                rows.append(row)
            places.append(
                (
                    number,
                    int(vocabulary.kinds[token]),
                    float(likely[token]),
                    guess.share if guess else 0.0,
                    guess is not None and guess.token == token,
                )
            )
            runs.push(token)
            heard.push(token)
    song_of, kind, chance_of, share, same = zip(*places, strict=True)
    place, chance, right = zip(*leaned, strict=True)
    return vocabulary, Places(
        song=torch.tensor(song_of),
        kind=torch.tensor(kind),
        likely=torch.tensor(chance_of),
        share=torch.tensor(share),
        same=torch.tensor(same),
        place=torch.tensor(place),
        weights=torch.stack(rows),
        chance=torch.tensor(chance),
        right=torch.tensor(right),
    )


@torch.inference_mode()
def _likely(reading: Reading, song: SongSteps) -> Iterator[np.ndarray]:
    """Yield the model's distribution before each id that is predicted."""
    memory = reading.empty_memory(1)
    for start in range(0, song.steps - 1, SEGMENT):
        logits, memory = reading.logits(song.rows.between(start, start + SEGMENT), memory)
        yield from logits.softmax(dim=-1).numpy()


def nats(songs: Places, weights: Tensor, *, runs: bool) -> Tensor:
    """Return the nats of each id with bar lags of these weights, (P,)."""
    leaning = songs.weights @ weights
    count = len(songs.likely)
    more = torch.zeros(count).index_add(0, songs.place, songs.chance * leaning.expm1())
    own = torch.zeros(count).index_add(0, songs.place, leaning * songs.right)
    likely = songs.likely * own.exp() / (1.0 + more)
    if runs:
        likely = (1.0 - songs.share) * likely + songs.share * songs.same
    return -likely.clamp(min=1e-30).log()


def fitted(songs: Places, chosen: Tensor, *, runs: bool) -> Tensor:
    """Return the weights that predict the chosen places best."""
    weights = torch.zeros(len(KINDS) * len(LAGS), requires_grad=True)
    optimizer = torch.optim.LBFGS([weights], max_iter=40, line_search_fn="strong_wolfe")

    def loss() -> Tensor:
        optimizer.zero_grad()
        found = nats(songs, weights, runs=runs)[chosen].mean() + 1e-5 * weights.square().sum()
        found.backward()
        return found

    optimizer.step(loss)
    return weights.detach()


def main() -> None:
    """Fit and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store", type=Path)
    parser.add_argument("--model", type=Path, default=starter_model())
    parser.add_argument("--ids", type=int, default=3072, help="of each song (3072)")
    parser.add_argument("--every", type=int, default=1, help="one song in so many (1)")
    wanted = parser.parse_args()
    use_processor(threads=1)
    _, songs = places_of(wanted.store, wanted.model, ids=wanted.ids, every=wanted.every)
    even = songs.song % 2 == 0
    nothing = torch.zeros(len(KINDS) * len(LAGS))
    shipped = torch.tensor([value for kind in KINDS for value in NATS[kind]])
    by_runs = {}
    for runs in (False, True):
        halves = {half: fitted(songs, part, runs=runs) for half, part in ((0, even), (1, ~even))}
        # Each song with the weights that were fitted to the songs of the other half.
        crossed = torch.where(
            even, nats(songs, halves[1], runs=runs), nats(songs, halves[0], runs=runs)
        )
        by_runs[runs] = (
            nats(songs, nothing, runs=runs),
            crossed,
            nats(songs, shipped, runs=runs),
        )
        print(f"{'with' if runs else 'without'} runs of ids, fitted to all")
        print("| | " + " | ".join(map(str, LAGS)) + " |\n| --- |" + " --- |" * len(LAGS))
        whole = fitted(songs, torch.ones_like(even), runs=runs).view(len(KINDS), len(LAGS))
        for kind, row in zip(KINDS, whole.tolist(), strict=True):
            print(f"| {kind.name} | " + " | ".join(f"{value:.2f}" for value in row) + " |")
    print(f"\n{int(songs.song.max()) + 1} songs, {len(songs.likely):,} ids")
    print("| ids | the network | lags | as shipped | runs | runs and lags | as shipped |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, kinds in (("all", None), *((kind.name, kind) for kind in KINDS)):
        here = torch.ones_like(even) if kinds is None else songs.kind == int(kinds)
        cells = [f"{part[here].mean():.4f}" for parts in by_runs.values() for part in parts]
        print(f"| {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
