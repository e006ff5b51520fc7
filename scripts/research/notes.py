"""What a model of notes is made of, decided in small: arms of equal processor time.

    python scripts/research/notes.py STORE --seconds 360 [--no-chords] [--rows 64 --segment 32]
    python scripts/research/notes.py STORE --seconds 840 --reordered 0.25 --keep FOLDER
    python scripts/research/notes.py STORE --judge MODEL... [--songs 8]

Prints one line for a table: nats a note on held-out songs, all of it, by field, by collection and
by notes heard. Chords, where they are said, are paid for (`chord`); what they gain is seen in the
others. Where songs are reordered, a second line tells what both sides of a gap are worth. The last
form trains nothing and prints the line of models that are there.
"""

import argparse
import math
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from benchmarks.evaluation.infilling import Infilling, infilling
from benchmarks.evaluation.reading import Reading, reading_of
from benchmarks.measures.infilling import line
from engine.config import BatchConfig, ModelConfig, TokenizerConfig, TrainingConfig
from engine.model.network.checkpoint import load_model, save_model
from engine.model.network.kinds import network_of
from engine.model.network.note_xl import NoteXL
from engine.model.network.processor import use_processor
from engine.tokens.augmentation import Augmentation, AugmentationConfig
from engine.tokens.batching import SongBatches
from engine.tokens.steps import StepDivider, step_config
from engine.tokens.store import TokenStore, open_store
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind, Vocabulary
from engine.training.optimization import Stepper
from engine.training.segments import segment_losses

FIELDS = {
    TokenKind.BAR: "bar", TokenKind.METER: "bar", TokenKind.CHORD: "chord",
    TokenKind.POSITION: "position", TokenKind.PART: "part", TokenKind.PITCH: "pitch",
    TokenKind.DRUM: "pitch", TokenKind.VELOCITY: "velocity", TokenKind.DURATION: "duration",
}  # fmt: skip
HEARD = (0, 16, 64, 128, 256, 512)
MOST_NOTES = 400
# What of a note comes after its pitch: the last one is paid for whole.
ENDS = {TokenKind.VELOCITY, TokenKind.DURATION}
WARM_UP = 0.05
FINAL = 0.02

Ids = NDArray[np.uint16]


def without_chords(ids: Ids, vocabulary: Vocabulary) -> Ids:
    """Return a song's ids without chords, and without places that hold nothing else."""
    kinds = vocabulary.kinds
    ids = ids[kinds[ids] != TokenKind.CHORD]
    place = kinds[ids] == TokenKind.POSITION
    after = np.append(kinds[ids][1:], TokenKind.SPECIAL)
    empty = place & np.isin(after, (TokenKind.POSITION, TokenKind.BAR, TokenKind.SPECIAL))
    return ids[~empty]


def corpus(
    store: TokenStore, split: str, vocabulary: Vocabulary, *, chords: bool
) -> tuple[Ids, NDArray[np.int64], list[str]]:
    """Return the ids of a split, where its songs begin and what they are called."""
    songs = store.songs(split).tolist()
    ids = [store.ids(song) for song in songs]
    if not chords:
        ids = [without_chords(song, vocabulary) for song in ids]
    offsets = np.cumsum([0, *(len(song) for song in ids)]).astype(np.int64)
    return np.concatenate(ids), offsets, [store.names[song] for song in songs]


def rate_at(done: float, peak: float) -> float:
    """Return the learning rate after a share of the time: a short rise, then half a cosine."""
    if done < WARM_UP:
        return peak * max(done, 1e-3) / WARM_UP
    fall = (done - WARM_UP) / (1 - WARM_UP)
    return peak * (FINAL + (1 - FINAL) * 0.5 * (1 + math.cos(math.pi * min(fall, 1.0))))


def trained(
    model: NoteXL, batches: SongBatches, wanted: argparse.Namespace, vocabulary: Vocabulary
) -> tuple[int, int]:
    """Train for so many processor seconds; return updates and notes."""
    config = TrainingConfig(
        steps=10**6, optimizer="muon", learning_rate=wanted.rate, dropout=0.0,
        weight_decay=wanted.decay, precision=wanted.precision,
    )  # fmt: skip
    stepper = Stepper(model.train(), config, rows=wanted.rows, device="cpu")
    struck = torch.from_numpy(
        np.isin(vocabulary.kinds, (TokenKind.PITCH, TokenKind.DRUM)).astype(np.bool_)
    )
    began, updates, notes = time.process_time(), 0, 0
    running: list[float] = []
    for batch in batches:
        done = (time.process_time() - began) / wanted.seconds
        if done >= 1:
            break
        outcome = stepper.step(batch, learning_rate=rate_at(done, wanted.rate))
        updates += 1
        notes += int(struck[batch.targets.clamp(min=0)][batch.targets >= 0].sum())
        running.append(outcome.loss)
        if updates % 50 == 0:
            print(
                f"  {done:.0%} update {updates} notes {notes / 1e6:.2f} M nats an id"
                f" {np.mean(running[-50:]):.3f}",
                file=sys.stderr,
                flush=True,
            )
    return updates, notes


def scored(
    model: NoteXL, ids: Ids, offsets: NDArray[np.int64], song: int, vocabulary: Vocabulary
) -> Iterator[tuple[int, float]]:
    """Yield each id that is predicted in one song, and its loss in nats."""
    batches = SongBatches(
        ids, offsets, BatchConfig(rows=1, segment_length=128), device="cpu", songs=[song],
        epochs=1, steps=StepDivider(vocabulary),
    )  # fmt: skip
    memory = model.empty_memory(1)
    for batch in batches:
        losses, _, memory = segment_losses(model, batch, memory)
        targets = batch.targets[batch.targets >= 0]
        yield from zip(targets.tolist(), losses.tolist(), strict=True)


@torch.inference_mode()
def judged(
    model: NoteXL,
    ids: Ids,
    offsets: NDArray[np.int64],
    names: list[str],
    vocabulary: Vocabulary,
    *,
    songs: int,
) -> dict[str, float]:
    """Return nats a note on held-out songs: all, by field, by collection, by notes heard.

    Of each collection so many songs are heard, `MOST_NOTES` of each.
    """
    model.eval()
    sums: dict[str, float] = defaultdict(float)
    counts: dict[str, int] = defaultdict(int)
    taken: dict[str, int] = defaultdict(int)
    kinds = vocabulary.kinds
    for song, name in enumerate(names):
        source = name.partition("/")[0]
        taken[source] += 1
        if taken[source] > songs:
            continue
        heard = 0
        for token, loss in scored(model, ids, offsets, song, vocabulary):
            kind = TokenKind(int(kinds[token]))
            if heard >= MOST_NOTES and kind not in ENDS:
                break
            label = max(edge for edge in HEARD if edge <= heard)
            for key in ("all", FIELDS.get(kind, "other"), source, f"{label}+"):
                sums[key] += loss
            if kind in {TokenKind.PITCH, TokenKind.DRUM}:
                for key in ("all", source, f"{label}+"):
                    counts[key] += 1
                heard += 1
    return {key: sums[key] / max(1, counts[key] or counts["all"]) for key in sums}


def asked() -> argparse.Namespace:
    """Return what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store", type=Path)
    parser.add_argument("--seconds", type=float, default=720)
    parser.add_argument("--no-chords", action="store_true")
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--width", type=int, default=160)
    parser.add_argument("--heads", type=int, default=4)
    parser.add_argument("--rows", type=int, default=32)
    parser.add_argument("--segment", type=int, default=64)
    parser.add_argument("--memory", type=int, default=256)
    parser.add_argument("--rate", type=float, default=1e-2)
    parser.add_argument("--renumbered", type=float, default=0.3)
    parser.add_argument("--reordered", type=float, default=0.0)
    parser.add_argument("--keep", type=Path, help="a folder for the model")
    parser.add_argument("--decay", type=float, default=0.01)
    parser.add_argument("--precision", default="float32", choices=("float32", "bfloat16"))
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--judge", type=Path, nargs="+", default=[], help="models that are there")
    parser.add_argument("--songs", type=int, default=10, help="of each collection that judges")
    return parser.parse_args()


def cells(figures: dict[str, float]) -> list[str]:
    """Return figures as cells of a table."""
    return [f"{key} {value:.3f}" for key, value in figures.items()]


def judge_models(folders: Iterable[Path], store: TokenStore, *, songs: int) -> None:
    """Print the line of each of some models."""
    for folder in folders:
        loaded = load_model(folder)
        tokenizer = Tokenizer.from_description(loaded.tokenizer)
        held_out = corpus(store.said_by(tokenizer), "valid", tokenizer.vocabulary, chords=True)
        figures = judged(loaded.model, *held_out, tokenizer.vocabulary, songs=songs)
        print(f"| {' | '.join([str(folder), *cells(figures)])} |", flush=True)


def gaps_of(reading: Reading, store: TokenStore, *, songs: int) -> list[Infilling]:
    """Return what both sides of two gaps of each held-out song are worth.

    Args:
        reading: Of the network.
        store: Of which the split `valid` is read.
        songs: Of each collection, at most.
    """
    taken: Counter[str] = Counter()
    found: list[Infilling] = []
    for song in store.songs("valid").tolist():
        collection = store.names[song].partition("/")[0]
        taken[collection] += 1
        if taken[collection] <= songs:
            found += infilling(reading, [np.array(store.ids(song))], most=2)
    return found


def main() -> None:
    """Train one arm and print its line, or those of models that are there."""
    wanted = asked()
    use_processor(threads=1)
    store = open_store(wanted.store, verify=False)
    if wanted.judge:
        judge_models(wanted.judge, store, songs=wanted.songs)
    else:
        train_arm(wanted, store)


def train_arm(wanted: argparse.Namespace, store: TokenStore) -> None:
    """Train one arm and print its line."""
    torch.manual_seed(wanted.seed)
    tokenizer = Tokenizer.from_description(store.tokenizer)
    if wanted.reordered:
        tokenizer = Tokenizer(TokenizerConfig(any_order=True))
        store = store.said_by(tokenizer)
    vocabulary = tokenizer.vocabulary
    chords = not wanted.no_chords
    ids, offsets, _ = corpus(store, "train", vocabulary, chords=chords)
    variants = AugmentationConfig(renumbered=wanted.renumbered, seed=wanted.seed)
    augmentation = Augmentation(vocabulary, variants)
    batches = SongBatches(
        ids, offsets,
        BatchConfig(
            rows=wanted.rows, segment_length=wanted.segment, seed=wanted.seed,
            reordered=wanted.reordered,
        ),
        device="cpu", augmentation=augmentation, steps=StepDivider(vocabulary),
    )  # fmt: skip
    shape = ModelConfig(
        vocab_size=len(vocabulary), n_layer=wanted.layers, d_model=wanted.width,
        n_head=wanted.heads, mem_len=wanted.memory, dropout=0.0, steps=step_config(vocabulary),
    )  # fmt: skip
    model = network_of(shape)
    assert isinstance(model, NoteXL)  # noqa: S101 - it was given steps
    began = time.process_time()
    updates, notes = trained(model, batches, wanted, vocabulary)
    seconds = time.process_time() - began
    held_out = corpus(store, "valid", vocabulary, chords=chords)
    figures = judged(model, *held_out, vocabulary, songs=wanted.songs)
    arm = (
        f"{'chords' if chords else 'no chords'}, {wanted.rows} × {wanted.segment}, memory"
        f" {wanted.memory}, {wanted.layers} × {wanted.width}, decay {wanted.decay},"
        f" renumbered {wanted.renumbered}, reordered {wanted.reordered}"
    )
    row = [arm, f"{seconds:.0f}", f"{updates}", f"{notes / 1e6:.2f} M", f"{notes / seconds:.0f}"]
    print(f"| {' | '.join([*row, *cells(figures)])} |", flush=True)
    if wanted.keep is not None:
        save_model(wanted.keep, model, tokenizer=tokenizer.describe(), card={})
    if wanted.reordered:
        reading = reading_of(model.eval(), vocabulary)
        print(line("gaps", gaps_of(reading, store, songs=wanted.songs)), flush=True)


if __name__ == "__main__":
    main()
