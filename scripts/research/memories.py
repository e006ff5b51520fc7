"""Which memory helps most, at equal size and equal steps, on real songs.

    python scripts/research/memories.py prepare DATA/music STORE
    python scripts/research/memories.py run STORE RESULTS.jsonl --seeds 3 [--start MODEL]
    python scripts/research/memories.py shape STORE RESULTS.jsonl
    python scripts/research/memories.py table RESULTS.jsonl

`run` trains one model for each memory and seed, appends a line to RESULTS.jsonl as each is done,
and leaves out what already stands there, so that it can be stopped at any moment. All see the same
batches of the same songs. With `--start` all begin from the weights of one model that has learned
to use a memory (a small model needs millions of tokens for that), else from the same random ones.
`shape` compares the vanilla baseline with carried memory from scratch in the starter's own shape.

A model is scored on the test songs in the segments it was trained with, its memory carried over
each song. The pools and `most_used` have no weights, so that no loss can change them: they are run
once, not once for each loss.
"""

import argparse
import csv
import json
import math
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, cast, get_args

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from benchmarks.evaluation.loss import token_losses
from benchmarks.evaluation.reading import reading_of
from engine.config import (
    BatchConfig,
    CompressionConfig,
    CompressionFunction,
    CompressionLoss,
    ModelConfig,
    TrainingConfig,
)
from engine.library.reading import read_score
from engine.model.network.checkpoint import load_model
from engine.model.network.processor import use_processor
from engine.model.network.transformer_xl import TransformerXL
from engine.music.score import Score
from engine.tokens.augmentation import Augmentation, AugmentationConfig
from engine.tokens.batching import SongBatches
from engine.tokens.store import TokenStore, open_store
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind
from engine.training.optimization import Stepper
from engine.training.prepare import Song, prepare
from engine.training.schedule import learning_rate

SPLITS = {"train": "train", "valid": "train", "test": "valid"}
WEIGHTED = ("convolution", "dilated_convolution")
TRAINED_BY: tuple[CompressionLoss, ...] = ("bptt", "auto_encoding", "attention_reconstruction")
RATES = (2, 3, 4)
USUAL_RATE = 3
LATE = 384
"""Ids of a song after which the context is called long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What all models of a comparison share.

    Attributes:
        start: The model they begin from, or empty where from random weights.
        n_layer: Layers.
        d_model: Width.
        n_head: Heads.
        segment: Tokens in one model call.
        slots: What a token may look back at beyond its segment, compressed or not.
        rows: Songs side by side.
        steps: Optimizer steps.
        learning_rate: Peak.
        song_ids: Ids of each test song that are scored.
    """

    start: str = ""
    n_layer: int = 4
    d_model: int = 128
    n_head: int = 2
    segment: int = 64
    slots: int = 128
    rows: int = 8
    steps: int = 300
    learning_rate: float = 2e-3
    song_ids: int = 1024


STARTER = Shape(n_layer=6, d_model=192, n_head=3, segment=256, slots=512, steps=200, song_ids=2048)
ADAPTED_STEPS, ADAPTED_IDS, ADAPTED_RATE = 64, 768, 5e-4
"""With `--start`: what is left to learn is the kind of memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One way to remember.

    Attributes:
        name: In results and table.
        plain: Positions of plain memory.
        compression: What becomes of older ones, or None.
    """

    name: str
    plain: int
    compression: CompressionConfig | None = None


def memories(slots: int) -> Iterator[Memory]:
    """Yield all ways to remember that are compared: as many slots to look at, but for two."""
    half = slots // 2
    yield Memory(name="none", plain=0)
    yield Memory(name="plain, half", plain=half)
    yield Memory(name="plain", plain=slots)
    for function in get_args(CompressionFunction):
        losses = TRAINED_BY if function in WEIGHTED else ("none",)
        for loss in losses:
            yield _compressed(function, loss, USUAL_RATE, half=half)
    for rate in RATES:
        if rate != USUAL_RATE:
            yield _compressed("mean_pool", "none", rate, half=half)
            yield _compressed("most_used", "none", rate, half=half)
            yield _compressed("convolution", "attention_reconstruction", rate, half=half)


def _compressed(function: str, loss: str, rate: int, *, half: int) -> Memory:
    name = f"{function}, {loss}, rate {rate}".replace(", none", "").replace("_", " ")
    compression = CompressionConfig(
        length=half,
        rate=rate,
        function=cast("CompressionFunction", function),
        loss=cast("CompressionLoss", loss),
    )
    return Memory(name=name, plain=half, compression=compression)


def adapted(start: Path) -> Shape:
    """Return the comparison that begins from a model."""
    config = load_model(start).model.config
    return Shape(
        start=str(start),
        n_layer=config.n_layer,
        d_model=config.d_model,
        n_head=config.n_head,
        steps=ADAPTED_STEPS,
        song_ids=ADAPTED_IDS,
        learning_rate=ADAPTED_RATE,
    )


def read(path: Path) -> Score:
    """Return the score of a file."""
    return read_score(path).score


def prepared(data: Path, folder: Path) -> None:
    """Encode the songs; those of the test split become the store's validation songs."""
    with (data / "manifest.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["split"] in SPLITS]
    songs = [
        Song(
            name=row["file"],
            source=data / row["file"],
            split="valid" if row["split"] == "test" else "train",
        )
        for row in rows
    ]
    for song in prepare(songs, folder, tokenizer=Tokenizer(), read=read):
        if song.problem:
            print(song.name, song.problem, file=sys.stderr)
    store = open_store(folder)
    print({split: store.token_count(split) for split in ("train", "valid")})


def begun(shape: Shape, memory: Memory, *, vocab_size: int, seed: int) -> TransformerXL:
    """Return a model with this memory, its weights random or those of the start."""
    torch.manual_seed(seed)
    config = ModelConfig(
        vocab_size=vocab_size,
        n_layer=shape.n_layer,
        d_model=shape.d_model,
        n_head=shape.n_head,
        mem_len=memory.plain,
        dropout=0.0,
        compression=memory.compression,
    )
    if not shape.start:
        return TransformerXL(config)
    start = load_model(Path(shape.start)).model
    model = TransformerXL(
        replace(start.config, mem_len=config.mem_len, dropout=0.0, compression=config.compression)
    )
    missing = model.load_state_dict(start.state_dict(), strict=False).missing_keys
    if not all(name.startswith("compressors.") for name in missing):
        raise SystemExit(f"{shape.start} lacks {missing[0]}")
    return model


def trained(store: TokenStore, shape: Shape, memory: Memory, *, seed: int) -> TransformerXL:
    """Return a model after its steps; memories of one seed see the same batches."""
    tokenizer = Tokenizer.from_description(store.tokenizer)
    model = begun(shape, memory, vocab_size=tokenizer.vocab_size, seed=seed)
    training = TrainingConfig(
        steps=shape.steps,
        learning_rate=shape.learning_rate,
        warmup_steps=shape.steps // 10,
        final_rate=0.05,
        dropout=0.0,
        seed=seed,
    )
    batches = SongBatches.of_split(
        store,
        "train",
        BatchConfig(rows=shape.rows, segment_length=shape.segment, seed=seed),
        device="cpu",
        augmentation=Augmentation(tokenizer.vocabulary, AugmentationConfig(seed=seed)),
    )
    stepper = Stepper(model.train(), training, rows=shape.rows, device="cpu")
    for step, batch in zip(range(shape.steps), batches, strict=False):
        share = step / shape.steps
        stepper.step(batch, learning_rate=learning_rate(training, step=step, share=share))
    return model.eval()


def scored(model: TransformerXL, store: TokenStore, shape: Shape) -> dict[str, float]:
    """Return the nats of the test songs, all and beyond their first `LATE` ids."""
    vocabulary = Tokenizer.from_description(store.tokenizer).vocabulary
    kinds, reading = vocabulary.kinds, reading_of(model, vocabulary)
    every = [store.ids(song)[: shape.song_ids] for song in store.songs("valid")]
    losses = [token_losses(reading, ids, segment_length=shape.segment) for ids in every]
    # Declarations of parts are said, never predicted.
    told = [reading.song(ids).scored for ids in every]
    whole = np.concatenate([nll[of] for nll, of in zip(losses, told, strict=True)])
    late = np.concatenate([nll[LATE:][of[LATE:]] for nll, of in zip(losses, told, strict=True)])
    notes = sum(
        int(np.isin(kinds[ids[1:]], (TokenKind.PITCH, TokenKind.DRUM)).sum()) for ids in every
    )
    return {
        "nats": float(whole.mean()),
        "late_nats": float(late.mean()),
        "bits_per_note": float(whole.sum()) / math.log(2) / notes,
        "tokens_scored": len(whole),
    }


def result(store: TokenStore, shape: Shape, memory: Memory, *, seed: int) -> dict[str, Any]:
    """Train and score one model."""
    began = time.process_time()
    model = trained(store, shape, memory, seed=seed)
    training_s = time.process_time() - began
    weights = sum(weight.numel() for weight in model.parameters())
    compressors = sum(weight.numel() for weight in model.compressors.parameters())
    return {
        "memory": memory.name,
        "seed": seed,
        "shape": asdict(shape),
        "weights": weights - compressors,
        "compressor_weights": compressors,
        **scored(model, store, shape),
        "training_cpu_s": training_s,
        "cpu_s": time.process_time() - began,
    }


def run(store: Path, results: Path, shape: Shape, wanted: Sequence[Memory], *, seeds: int) -> None:
    """Do what is not done yet, seed by seed."""
    use_processor(threads=1)
    opened = open_store(store)
    done = {(line["memory"], line["seed"]) for line in read_lines(results) if same(line, shape)}
    for seed in range(seeds):
        for memory in wanted:
            if (memory.name, seed) in done:
                continue
            line = result(opened, shape, memory, seed=seed)
            with results.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
            print(f"{seed} {memory.name}: {line['nats']:.4f} {line['late_nats']:.4f}", flush=True)


def same(line: dict[str, Any], shape: Shape) -> bool:
    """Tell whether a result is of this comparison."""
    return bool(line["shape"] == asdict(shape))


def read_lines(results: Path) -> list[dict[str, Any]]:
    """Return what has been measured so far."""
    if not results.exists():
        return []
    return [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]


def tables(lines: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield a table for each comparison, best first; differences are of the same seeds."""
    for shape in {json.dumps(line["shape"]): line["shape"] for line in lines}.values():
        tokens = shape["steps"] * shape["rows"] * shape["segment"]
        yield (
            f"{shape['n_layer']} × {shape['d_model']}, segment {shape['segment']},"
            f" {shape['slots']} slots, from {shape['start'] or 'random weights'},"
            f" {shape['steps']} steps of {shape['rows']} rows, {tokens / 1e3:.0f} thousand tokens:"
        )
        yield ""
        yield (
            "| memory | seeds | nats a token | in long context | spread | against plain |"
            " bits a note | CPU s |"
        )
        yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
        yield from _rows([line for line in lines if line["shape"] == shape])
        yield ""


def _rows(lines: Sequence[dict[str, Any]]) -> Iterator[str]:
    plain = {line["seed"]: line["late_nats"] for line in lines if line["memory"] == "plain"}
    found = []
    for name in dict.fromkeys(line["memory"] for line in lines):
        mine = [line for line in lines if line["memory"] == name]
        late = [line["late_nats"] for line in mine]
        against = [
            line["late_nats"] - plain[line["seed"]] for line in mine if line["seed"] in plain
        ]
        cells = (
            name,
            len(mine),
            f"{statistics.mean(line['nats'] for line in mine):.4f}",
            f"{statistics.mean(late):.4f}",
            f"{max(late) - min(late):.4f}",
            f"{statistics.mean(against):+.4f}" if against else "",
            f"{statistics.mean(line['bits_per_note'] for line in mine):.3f}",
            f"{statistics.median(line['training_cpu_s'] for line in mine):.0f}",
        )
        found.append((statistics.mean(late), cells))
    for _, cells in sorted(found):
        yield "| " + " | ".join(map(str, cells)) + " |"


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("prepare")
    one.add_argument("data", type=Path)
    one.add_argument("store", type=Path)
    for name in ("run", "shape"):
        one = commands.add_parser(name)
        one.add_argument("store", type=Path)
        one.add_argument("results", type=Path)
        one.add_argument("--seeds", type=int, default=3 if name == "run" else 1)
        one.add_argument("--steps", type=int)
        one.add_argument("--only", default="", help="memories whose names hold one of these, by |")
        if name == "run":
            one.add_argument("--start", type=Path, help="a model's folder")
    commands.add_parser("table").add_argument("results", type=Path)
    arguments = parser.parse_args()
    if arguments.command == "prepare":
        prepared(arguments.data, arguments.store)
    elif arguments.command == "table":
        sys.stdout.writelines(line + "\n" for line in tables(read_lines(arguments.results)))
    else:
        shape = Shape() if arguments.command == "run" else STARTER
        if arguments.command == "run" and arguments.start:
            shape = adapted(arguments.start)
        shape = replace(shape, steps=arguments.steps or shape.steps)
        wanted = list(memories(shape.slots))
        if arguments.command == "shape":
            wanted = [memory for memory in wanted if memory.name in {"none", "plain"}]
        parts = arguments.only.split("|")
        wanted = [memory for memory in wanted if any(part in memory.name for part in parts)]
        run(arguments.store, arguments.results, shape, wanted, seeds=arguments.seeds)


if __name__ == "__main__":
    main()
