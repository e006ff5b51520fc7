"""Train the starter on one GPU within minutes.

    python gpu_run.py passes STORE FOLDER --passes 6
    python gpu_run.py bench FOLDER
    python gpu_run.py train FOLDER RUN --seconds 500 [--model MODEL]

A GPU reads a million ids a second, faster than one process can put songs in another order. `passes`
therefore makes the songs of several passes beforehand, with many processes: a quarter of the songs
of each pass in another order. The training reads these passes as one, again and again, and draws a
new transposition each time.
"""

import argparse
import json
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from engine.model.network.checkpoint import load_model, save_model
from engine.model.network.kinds import Network, network_of
from engine.tokens.augmentation import Augmentation, AugmentationConfig
from engine.tokens.batching import SongBatches
from engine.tokens.ordering import drawn
from engine.tokens.steps import step_config, steps_of
from engine.tokens.store import TokenStore, open_store
from engine.tokens.tokenizer import Tokenizer
from engine.training.acceleration import uncompiled
from engine.training.loop import set_dropout
from engine.training.optimization import Stepper
from engine.training.schedule import learning_rate
from engine.training.validation import validation_loss
from engine.values.config import (
    BatchConfig,
    ModelConfig,
    Precision,
    TokenizerConfig,
    TrainingConfig,
)

Ids = NDArray[np.uint16]

# Eight layers of 320 are 12.3 M weights: 24.6 MB in float16, and a step of live playing costs 1.8
# times that of the six layers of 256 before them.
MODEL: dict[str, Any] = {"n_layer": 8, "d_model": 320, "n_head": 5, "mem_len": 512}
# 16,384 steps in an update: eight times those of a processor's run.
BATCH = {"rows": 64, "segment_length": 256}
REORDERED = 0.25
_TOKENS, _SONGS, _HELD_OUT = "tokens.npy", "songs.json", "held-out"
# Updates of which the mean loss is printed.
_TOLD = 100


@cache
def tokenizer_of_gaps() -> Tokenizer:
    """Return the tokenizer of a model that reads in any order, made once in a process."""
    return Tokenizer(TokenizerConfig(any_order=True))


def _store(
    songs: Sequence[Ids], names: Sequence[str], splits: Sequence[str], tokenizer: dict[str, Any]
) -> TokenStore:
    lengths = np.array([len(ids) for ids in songs], dtype=np.int64)
    return TokenStore(
        tokens=np.concatenate(songs),
        offsets=np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(lengths))),
        names=tuple(names),
        splits=tuple(splits),
        tokenizer=tokenizer,
    )


def make_passes(
    store: TokenStore, *, passes: int, share: float, memory: int, seed: int, processes: int
) -> TokenStore:
    """Return the training songs of several passes, some of them in another order.

    Args:
        store: One pass.
        passes: Their number.
        share: Of the songs of a pass, how many are in another order.
        memory: Steps that the model will carry: gaps fit into it.
        seed: Draws them.
        processes: That put songs in order.
    """
    tokenizer = tokenizer_of_gaps()
    store = store.said_by(tokenizer)
    train_songs = store.songs("train").tolist()
    chosen = np.random.default_rng([seed, 0]).random((passes, len(train_songs))) < share
    wanted = [
        (song, number)
        for number in range(passes)
        for at, song in enumerate(train_songs)
        if chosen[number, at]
    ]
    _Order.store, _Order.seed, _Order.memory = store, seed, memory
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        made = dict(zip(wanted, pool.imap(_Order.of, wanted, chunksize=64), strict=True))
    rows = [(song, number) for number in range(passes) for song in train_songs]
    return _store(
        [made[row] if row in made else np.asarray(store.ids(row[0])) for row in rows],
        [f"{store.names[song]}~{number}" for song, number in rows],
        ["train"] * len(rows),
        store.tokenizer,
    )


def held_out_of(store: TokenStore) -> TokenStore:
    """Return the songs that are held out, as written."""
    store = store.said_by(tokenizer_of_gaps())
    songs = store.songs("valid").tolist()
    return _store(
        [np.asarray(store.ids(song)) for song in songs],
        [store.names[song] for song in songs],
        ["valid"] * len(songs),
        store.tokenizer,
    )


class _Order:
    """The data that the processes of `make_passes` share; a forked process copies none of it."""

    store: TokenStore
    seed: int
    memory: int

    @staticmethod
    def of(wanted: tuple[int, int]) -> Ids:
        """Return a song in the order that its pass draws."""
        song, number = wanted
        generator = np.random.default_rng([_Order.seed, number, song])
        return drawn(
            np.array(_Order.store.ids(song)),
            generator,
            tokenizer_of_gaps().vocabulary,
            memory=_Order.memory,
        )


def keep(store: TokenStore, folder: Path) -> None:
    """Write a store of several passes for the processes of this machine."""
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / _TOKENS, store.tokens)
    index = {
        "offsets": store.offsets.tolist(),
        "names": store.names,
        "splits": store.splits,
        "tokenizer": store.tokenizer,
    }
    (folder / _SONGS).write_text(json.dumps(index))


def kept(folder: Path) -> TokenStore:
    """Return what `keep` wrote."""
    index = json.loads((folder / _SONGS).read_text())
    return TokenStore(
        tokens=np.load(folder / _TOKENS, mmap_mode="r"),
        offsets=np.array(index["offsets"], dtype=np.int64),
        names=tuple(index["names"]),
        splits=tuple(index["splits"]),
        tokenizer=index["tokenizer"],
    )


def new_network(tokenizer: Tokenizer, **shape: Any) -> Network:
    """Return the starter's network before its first step."""
    config = ModelConfig(
        vocab_size=tokenizer.vocab_size,
        dropout=0.1,
        steps=step_config(tokenizer.vocabulary, tempo_at_bars=True),
        **(MODEL | shape),
    )
    return network_of(config)


def settings(
    *, seed: int, dropout: float, rate: float, compiled: bool, bf16: bool
) -> TrainingConfig:
    """Return the settings of a run whose rate falls with its time."""
    return TrainingConfig(
        steps=10**6,
        optimizer="muon",
        learning_rate=rate,
        warmup_steps=200,
        final_rate=0.0,
        weight_decay=0.05,
        weight_averaging=0.998,
        dropout=dropout,
        validate_every=10**6,
        precision="bfloat16" if bf16 else "float32",
        compile=compiled,
        seed=seed,
    )


def train_starter(arguments: argparse.Namespace) -> None:
    """Train within a time; write the weights near the end and at the end."""
    clock = Clock(arguments.seconds)
    store, held_out = kept(arguments.folder), kept(arguments.folder / _HELD_OUT)
    tokenizer = Tokenizer.from_description(store.tokenizer)
    torch.manual_seed(arguments.seed)
    loaded = load_model(arguments.model) if arguments.model else None
    model = loaded.model if loaded else new_network(tokenizer, mem_len=arguments.memory)
    model = model.to(arguments.device)
    config = settings(
        seed=arguments.seed,
        dropout=arguments.dropout,
        rate=arguments.rate,
        compiled=not arguments.eager,
        bf16=arguments.device != "cpu",
    )
    batch = BatchConfig(rows=arguments.rows, segment_length=arguments.segment, seed=arguments.seed)
    set_dropout(model, config.dropout)
    run = Stepper(model, config, rows=batch.rows, device=arguments.device)
    begun_with = {"begun_with": loaded.card["trained"]} if loaded else {}
    marks = iter((0.5, 0.92, 2.0))
    mark, steps, ids, losses = next(marks), 0, 0, []
    for one in batches_of(store, model.config, batch, arguments.device):
        share = clock.share
        if share >= 1.0 and steps:
            break
        rate = learning_rate(config, step=steps, share=share)
        model.train()
        outcome = run.step(one, learning_rate=rate)
        steps, ids = steps + 1, ids + outcome.tokens
        losses.append(outcome.loss)
        if steps % _TOLD == 0:
            print(
                f"{clock.elapsed:6.1f} s step {steps} loss {np.mean(losses[-_TOLD:]):.4f}"
                f" ids {ids:,} rate {rate:.2e}",
                flush=True,
            )
        if share >= mark:
            mark = next(marks)
            card = begun_with | {"trained": {"steps": steps, "tokens": ids}}
            _keep(run, tokenizer, held_out, arguments, card=card, share=share)
    card = begun_with | {"trained": {"steps": steps, "tokens": ids}}
    _keep(run, tokenizer, held_out, arguments, card=card, share=1.0)


class Clock:
    """Seconds since it was made, as a share of those that there are."""

    def __init__(self, seconds: float, now: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._now, self._began = seconds, now, now()

    @property
    def elapsed(self) -> float:
        """Seconds so far."""
        return self._now() - self._began

    @property
    def share(self) -> float:
        """The share of the time that is over, 1 at its end."""
        return self.elapsed / self._seconds


def _keep(
    run: Stepper,
    tokenizer: Tokenizer,
    held_out: TokenStore,
    arguments: argparse.Namespace,
    *,
    card: dict[str, Any],
    share: float,
) -> None:
    """Write the averaged weights, and print what they foresee of songs that were held out."""
    began = time.monotonic()
    eager = uncompiled() if run.compiled else nullcontext()
    precision: Precision = "float32" if arguments.device == "cpu" else "bfloat16"
    with eager, run.averaged.used():
        measured = {
            kind: validation_loss(
                run.model,
                replace(held_out, splits=tuple(_split(kind, name) for name in held_out.names)),
                BatchConfig(segment_length=arguments.segment),
                device=arguments.device,
                precision=precision,
                most_tokens=arguments.held_out_ids,
                steps=steps_of(run.model.config, tokenizer.vocabulary),
            )
            for kind in ("written", "performed")
        }
        losses = {kind: one.mean if one is not None else None for kind, one in measured.items()}
        folder = arguments.run / f"share-{round(100 * share):03d}"
        save_model(
            folder,
            run.model,
            tokenizer=tokenizer.describe(),
            card=card
            | {
                "fills": True,
                "machine": _machine(arguments.device),
                "trained": card["trained"]
                | {
                    "validation_loss": losses["written"],
                    "performed_loss": losses["performed"],
                    "batch": [arguments.rows, arguments.segment],
                },
            },
            dtype="float16",
        )
    print(f"kept {folder} {losses}: {time.monotonic() - began:.1f} s", flush=True)


def _machine(device: str) -> str:
    return torch.cuda.get_device_name() if device == "cuda" else "a processor"


def _split(kind: str, name: str) -> str:
    return "valid" if name.startswith("performed/") == (kind == "performed") else "other"


def bench(arguments: argparse.Namespace) -> None:
    """Print the speed of a training step in several shapes."""
    store = kept(arguments.folder)
    tokenizer = Tokenizer.from_description(store.tokenizer)
    for text in arguments.shapes:
        rows, segment, memory, compiled = (int(number) for number in text.split(","))
        torch.manual_seed(0)
        model = new_network(tokenizer, mem_len=memory).to(arguments.device)
        config = settings(
            seed=0, dropout=0.1, rate=1e-2, compiled=bool(compiled), bf16=arguments.device != "cpu"
        )
        run = Stepper(model, config, rows=rows, device=arguments.device)
        batch = BatchConfig(rows=rows, segment_length=segment)
        batches = batches_of(store, model.config, batch, arguments.device)
        model.train()
        seconds, losses = [], []
        for count in (arguments.warm, arguments.steps):
            began = time.monotonic()
            losses += [run.step(one, learning_rate=1e-2).loss for one in islice(batches, count)]
            seconds.append(time.monotonic() - began)
        peak = torch.cuda.max_memory_allocated() / 2**30 if arguments.device == "cuda" else 0
        print(
            f"{text}: first {arguments.warm} steps {seconds[0]:.1f} s,"
            f" {1000 * seconds[1] / arguments.steps:.1f} ms a step,"
            f" {rows * segment * arguments.steps / seconds[1]:,.0f} notes/s,"
            f" loss {losses[0]:.3f} to {losses[-1]:.3f}, peak {peak:.1f} GiB,"
            f" compiled {run.compiled}",
            flush=True,
        )
        del run, model, batches
        if arguments.device == "cuda":
            torch.cuda.empty_cache()
            torch.cuda.reset_peak_memory_stats()


def batches_of(
    store: TokenStore, model: ModelConfig, config: BatchConfig, device: str
) -> Iterator[Any]:
    """Return the batches of the songs to train on, transposed anew in each pass."""
    vocabulary = Tokenizer.from_description(store.tokenizer).vocabulary
    augmentation = Augmentation(vocabulary, AugmentationConfig(tempo_steps=0, seed=config.seed))
    return iter(
        SongBatches.of_split(
            store,
            "train",
            config,
            device=device,
            augmentation=augmentation,
            steps=steps_of(model, vocabulary),
        )
    )


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("passes")
    command.add_argument("store", type=Path)
    command.add_argument("folder", type=Path)
    command.add_argument("--passes", type=int, default=4)
    command.add_argument("--memory", type=int, default=MODEL["mem_len"])
    command.add_argument("--processes", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    command.add_argument("--seed", type=int, default=0)
    command.set_defaults(do=_passes)
    command = commands.add_parser("bench")
    _add_common(command)
    command.add_argument("shapes", nargs="+", metavar="ROWS,SEGMENT,MEMORY,COMPILED")
    command.add_argument("--warm", type=int, default=5)
    command.add_argument("--steps", type=int, default=40)
    command.set_defaults(do=bench)
    command = commands.add_parser("train")
    _add_common(command)
    command.add_argument("run", type=Path)
    command.add_argument("--seconds", type=float, required=True)
    command.add_argument("--model", type=Path, help="begin with its weights")
    command.add_argument("--rate", type=float, default=1e-2)
    command.add_argument("--dropout", type=float, default=0.1)
    command.add_argument("--rows", type=int, default=BATCH["rows"])
    command.add_argument("--segment", type=int, default=BATCH["segment_length"])
    command.add_argument("--memory", type=int, default=MODEL["mem_len"])
    command.add_argument("--held-out-ids", type=int, default=150_000, help="of each kind")
    command.add_argument("--eager", action="store_true")
    command.set_defaults(do=train_starter)
    arguments = parser.parse_args()
    arguments.do(arguments)


def _passes(arguments: argparse.Namespace) -> None:
    began = time.monotonic()
    store = open_store(arguments.store, verify=False)
    opened = time.monotonic() - began
    whole = make_passes(
        store,
        passes=arguments.passes,
        share=REORDERED,
        memory=arguments.memory,
        seed=arguments.seed,
        processes=arguments.processes,
    )
    keep(whole, arguments.folder)
    keep(held_out_of(store), arguments.folder / _HELD_OUT)
    print(
        f"{len(whole.names)} songs, {len(whole.tokens):,} ids; {opened:.0f} s to unpack,"
        f" {time.monotonic() - began:.0f} s in all",
        flush=True,
    )


def _add_common(command: argparse.ArgumentParser) -> None:
    command.add_argument("folder", type=Path)
    command.add_argument("--device", default="cuda")
    command.add_argument("--seed", type=int, default=1)


if __name__ == "__main__":
    main()
