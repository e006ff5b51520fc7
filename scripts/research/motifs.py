"""How sure is what a part did before after the same notes? Measured and fitted on held-out songs.

    python scripts/research/motifs.py STORE [--model MODEL] [--songs 60] [--ids 3000]

For each kind of guess of `engine/generation/copier/voices.py` and each length of run: how often it
is right, how likely the network, with bar lags and runs of ids, finds it, and the share that
predicts best where it is mixed to that. Then nats a note: network and past alone, with runs of
notes by shares that were fitted to the other half of the songs, and with what ships.
"""

import argparse
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from benchmarks.evaluation.reading import Reading, reading_of
from engine.config import SamplingConfig
from engine.generation.copier.copier import Copier
from engine.generation.copier.ids import IdCache
from engine.generation.copier.odds import Lag, OddsTables
from engine.generation.copier.voices import VoiceCache
from engine.generation.priors import SHAPE
from engine.generation.rules.repetition import BarLags
from engine.generation.state.heard import Heard
from engine.model.decoding.sampling import probabilities
from engine.model.network.checkpoint import load_model
from engine.model.network.processor import use_processor
from engine.paths import starter_model
from engine.tokens.store import open_store
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind

SEGMENT = 256
RUNS = (1, 2, 3, 4, 6, 8, 12, 16)
SHARES = np.array([0.0, *np.geomspace(0.005, 0.99, 60)])
LAGS = {-1: "moved", 0: "anywhere", 1: "bars", 2: "phrases"}
WHOLE = SamplingConfig(temperature=1.0, min_p=0.0)
# song, source, note begins, likely, share of the run of ids, kind, run, lag (-1: moved), right,
# likely of the guess, likely as it ships
Row = tuple[int, str, bool, float, float, int, int, int, bool, float, float]


class KeptOdds(OddsTables):
    """Keeps for which guess the odds were asked last, and finds all as likely as not."""

    asked: tuple[TokenKind, int, Lag, bool]

    def of(self, kind: TokenKind, *, run: int, lag: Lag, moved: bool) -> float:
        """Return even odds."""
        self.asked = kind, run, lag, moved
        return 1.0


@torch.inference_mode()
def rows_of(reading: Reading, ids: np.ndarray, song: int, source: str) -> list[Row]:
    """Return what is guessed of each id of a song that is predicted."""
    steps = reading.song(ids)
    wanted = steps.ids[1:][steps.scored].tolist()
    begun = steps.ids[: steps.id_at(steps.head)].tolist()
    vocabulary, priors = reading.vocabulary, SHAPE.copier
    heard, lags = Heard(vocabulary, begun), BarLags(SHAPE.repetition, vocabulary)
    runs, kept = IdCache(begun, even_run=priors.even_run), KeptOdds(priors)
    voices, both = VoiceCache(vocabulary, kept, begun), Copier.of(vocabulary, begun, priors)
    kinds, memory, place = vocabulary.kinds, reading.empty_memory(1), 0
    found: list[Row] = []
    for start in range(0, steps.steps - 1, SEGMENT):
        logits, memory = reading.logits(steps.rows.between(start, start + SEGMENT), memory)
        for scores in logits.double().numpy():
            token, guess, repeat = wanted[place], voices.guess(heard), runs.guess()
            for leaned, nats in lags.leaning(heard).items():
                scores[leaned] += nats
            likely = probabilities(scores[None], WHOLE, guesses=[repeat])[0]
            mixed = probabilities(scores[None], WHOLE, guesses=[both.guess(heard)])[0]
            struck = kinds[token] in (TokenKind.PITCH, TokenKind.DRUM)
            cells = (-1, 0, 0, False)
            if guess is not None:
                kind, run, lag, moved = kept.asked
                cells = (int(kind), run, -1 if moved else int(lag), guess.token == token)
            of_guess = float(likely[guess.token]) if guess else 0.0
            sure = repeat.share if repeat else 0.0
            own, shipped = float(likely[token]), float(mixed[token])
            found.append((song, source, struck, own, sure, *cells, of_guess, shipped))
            heard.push(token)
            runs.push(token)
            voices.push(token, heard)
            both.push(token, heard)
            place += 1
    return found


def bucket(run: int) -> int:
    """Return the longest length of run that is told apart, and not longer."""
    return max(each for each in RUNS if each <= run)


def best_share(likely: np.ndarray, right: np.ndarray) -> tuple[float, float]:
    """Return the share that predicts best, and the nats it gains in all."""
    mixed = np.log((1 - SHARES) * likely[:, None] + SHARES * right[:, None]).sum(axis=0)
    best = int(mixed.argmax())
    return float(SHARES[best]), float(mixed[best] - mixed[0])


def main() -> None:
    """Measure, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store", type=Path)
    parser.add_argument("--model", type=Path, default=starter_model())
    parser.add_argument("--songs", type=int, default=8, help="of each source")
    parser.add_argument("--ids", type=int, default=2500)
    wanted = parser.parse_args()
    use_processor(threads=1)
    store, loaded = open_store(wanted.store, verify=False), load_model(wanted.model)
    reading = reading_of(
        loaded.model.float().eval(), Tokenizer.from_description(loaded.tokenizer).vocabulary
    )
    taken: dict[str, int] = defaultdict(int)
    rows: list[Row] = []
    for song in store.songs("valid").tolist():
        source = store.names[song].partition("/")[0]
        taken[source] += 1
        if taken[source] <= wanted.songs:
            rows += rows_of(reading, store.ids(song)[: wanted.ids], song, source)
            print(f"{source} {song} {len(rows)}", file=sys.stderr, flush=True)
    report(rows)


def report(rows: list[Row]) -> None:
    """Print what was found."""
    groups: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    for index, row in enumerate(rows):
        if row[5] >= 0 and row[4] < 0.5:
            groups[row[5], row[7], bucket(row[6])].append(index)
    likely = np.array([row[3] for row in rows])
    right = np.array([row[8] for row in rows], dtype=float)
    song = np.array([row[0] for row in rows])
    chance = np.array([row[9] for row in rows])
    with_motifs = np.log(likely)
    print(
        "| guess | run | ids | right | foreseen | share | nats gained an id |\n"
        + "| --- " * 7
        + "|"
    )
    for (kind, lag, run), places in sorted(groups.items()):
        at = np.array(places)
        share, gained = best_share(likely[at], right[at])
        name = f"{TokenKind(kind).name} {LAGS[lag]}"
        print(
            f"| {name} | {run} | {len(at)} | {right[at].mean():.3f} | {chance[at].mean():.3f}"
            f" | {share:.3f} | {gained / len(at):.4f} |"
        )
        for half in (0, 1):
            own, other = at[song[at] % 2 == half], at[song[at] % 2 != half]
            if len(own) and len(other):
                fitted, _ = best_share(likely[other], right[other])
                with_motifs[own] = np.log((1 - fitted) * likely[own] + fitted * right[own])
    sources = np.array([row[1] for row in rows])
    notes = np.array([row[2] for row in rows])
    shipped = np.log([row[10] for row in rows])
    print("\n| source | notes | nats a note | with motifs | as they ship |\n" + "| --- " * 5 + "|")
    for source in ("all", *sorted(set(sources.tolist()))):
        at = np.ones(len(rows), bool) if source == "all" else sources == source
        count = max(1, int(notes[at].sum()))
        cells = (-each[at].sum() / count for each in (np.log(likely), with_motifs, shipped))
        print(f"| {source} | {count} | " + " | ".join(f"{cell:.3f}" for cell in cells) + " |")


if __name__ == "__main__":
    main()
