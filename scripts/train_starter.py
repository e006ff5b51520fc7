"""Makes the starter model from the clean-licence set, step by step; each can be done again.

    python scripts/train_starter.py prepare DATA STORE
    python scripts/train_starter.py train STORE RUN [--vanilla] [--resume]
    python scripts/train_starter.py export RUN assets/models/starter --steers busy register …
    python scripts/fingerprint_starter.py DATA

DATA is a folder with `manifest.csv` (file, source, licence) and `SOURCE/{train,valid}/*.mid`.
"""

import argparse
import csv
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import torch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from engine.config import STEERS, BatchConfig, ModelConfig, TrainingConfig
from engine.errors import SegueError
from engine.library.reading import read_score
from engine.model.checkpoint import load_model, save_model
from engine.model.network import network_of
from engine.model.processor import use_processor
from engine.music.score import Score
from engine.tokens.store import open_store
from engine.tokens.tokenizer import Tokenizer
from engine.training.loop import Run, train
from engine.training.prepare import Song, prepare
from engine.training.ranks import joined
from engine.training.state import best_checkpoint
from engine.training.trial import fastest_precision

# Recorded time at a constant 120: its bars mean nothing, and a model would learn that.
LEFT_OUT = frozenset({"giantmidi"})
# The only sources with drums, and few: heard more often, each time transposed anew.
WEIGHTS = {"freedoom": 4, "groove": 3}
MODEL: dict[str, Any] = {"n_layer": 6, "d_model": 256, "n_head": 4, "mem_len": 256}
# Many songs at once and few tokens of each: with 16 rows of 256 a model runs after the songs it
# is in the middle of (docs/experiments/2026-11-22-muon.md).
BATCH = {"rows": 64, "segment_length": 64}
VANILLA_BATCH = {"rows": 16, "segment_length": 256}


def read(path: Path) -> Score:
    """Return the score of a file."""
    return read_score(path).score


def songs_of(data: Path) -> list[Song[Path]]:
    """Return the songs of the manifest, divided as their folders say."""
    with (data / "manifest.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["source"] not in LEFT_OUT]
    return [
        Song(
            name=row["file"],
            source=data / row["file"],
            split="valid" if "/valid/" in row["file"] else "train",
            weight=WEIGHTS.get(row["source"], 1),
        )
        for row in rows
    ]


def prepare_store(arguments: argparse.Namespace) -> None:
    """Encode the songs."""
    songs = songs_of(arguments.data)
    tokenizer = Tokenizer()
    problems: Counter[str] = Counter()
    for prepared in prepare(songs, arguments.store, tokenizer=tokenizer, read=read, processes=2):
        if prepared.problem:
            problems[prepared.problem] += 1
        if prepared.done % 500 == 0 or prepared.done == prepared.total:
            print(f"{prepared.done} of {prepared.total} songs", flush=True)
    store = open_store(arguments.store)
    print({split: store.token_count(split) for split in ("train", "valid")}, dict(problems))


def train_model(arguments: argparse.Namespace) -> None:
    """Train on a store, or go on with it."""
    use_processor(threads=arguments.threads)
    store = open_store(arguments.store)
    tokenizer = Tokenizer.from_description(store.tokenizer)
    training = TrainingConfig(
        steps=arguments.steps,
        optimizer="muon",
        learning_rate=arguments.rate,
        warmup_steps=200,
        final_rate=0.02,
        dropout=0.0,
        validate_every=arguments.validate_every,
        augment=not arguments.as_written,
        precision=fastest_precision("cpu"),
        seed=arguments.seed,
    )
    torch.manual_seed(training.seed)
    shape = MODEL | ({"mem_len": 0} if arguments.vanilla else {})
    model = network_of(ModelConfig(vocab_size=tokenizer.vocab_size, dropout=0.1, **shape))
    sizes = VANILLA_BATCH if arguments.vanilla else BATCH
    run = Run(
        store=store,
        folder=arguments.run,
        training=training,
        batch=BatchConfig(**sizes, seed=arguments.seed),
        tokenizer=tokenizer,
        card={},
        validation_tokens=49_152,
    )
    with joined() as ranks:
        for progress in train(model, run, resume=arguments.resume, ranks=ranks):
            if ranks.first and (progress.saved or progress.notice or progress.step % 20 == 0):
                print(
                    f"{datetime.now(UTC):%H:%M:%S} step {progress.step}"
                    f" loss {progress.loss} validation {progress.validation_loss}"
                    f" tokens/s {progress.tokens_per_s:.0f} rate {progress.learning_rate:.2e}"
                    f" skipped {progress.skipped} {progress.notice}",
                    flush=True,
                )


def export(arguments: argparse.Namespace) -> None:
    """Write the best checkpoint of a run as the model that ships."""
    best = best_checkpoint(arguments.run)
    if best is None:
        raise SystemExit("There is no checkpoint in this run.")
    loaded = load_model(best)
    card = starter_card(loaded.card) | {"steers": arguments.steers}
    save_model(
        arguments.folder, loaded.model, tokenizer=loaded.tokenizer, card=card, dtype="float16"
    )
    size = sum(path.stat().st_size for path in arguments.folder.iterdir())
    print(f"{best.name}: {size / 1e6:.1f} MB, {card['trained']}")


def starter_card(card: dict[str, Any]) -> dict[str, Any]:
    """Return the model card that ships."""
    return {
        "name": "Starter",
        "made": f"{datetime.now(UTC):%Y-%m-%d}",
        "machine": "two cores of an Intel Xeon with AMX, no GPU",
        "licence": "MIT",
        "data": {
            "openscore_lieder": "719 songs, OpenScore Lieder Corpus, CC0 1.0",
            "openscore_quartets": "89 movements, OpenScore String Quartets, CC0 1.0",
            "openscore_more": "1,033 further songs and quartets of the two, CC0 1.0",
            "mutopia": "1,396 pieces, Mutopia Project and its typesetters, public domain and CC BY",
            "openewld": "250 lead sheets, OpenEWLD, songs in the public domain",
            "freedoom": "56 game songs, Freedoom project, BSD 3-clause (heard 4 times as often)",
            "groove": "310 drum performances, Groove MIDI Dataset (Gillick et al. 2019), CC BY 4.0"
            " (heard 3 times as often)",
            "jsb": "214 chorales of J. S. Bach, music in the public domain",
        },
        "trained": card["trained"],
    }


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("prepare")
    command.add_argument("data", type=Path)
    command.add_argument("store", type=Path)
    command.set_defaults(do=prepare_store)
    command = commands.add_parser("train")
    command.add_argument("store", type=Path)
    command.add_argument("run", type=Path)
    command.add_argument("--steps", type=int, default=3200)
    command.add_argument("--rate", type=float, default=1e-2)
    command.add_argument("--threads", type=int, default=1)
    command.add_argument("--validate-every", type=int, default=400)
    command.add_argument("--as-written", action="store_true", help="transpose nothing")
    command.add_argument("--vanilla", action="store_true", help="no memory: what to compare with")
    command.add_argument("--seed", type=int, default=0, help="another one reads other songs first")
    command.add_argument("--resume", action="store_true")
    command.set_defaults(do=train_model)
    command = commands.add_parser("export")
    command.add_argument("run", type=Path)
    command.add_argument("folder", type=Path)
    command.add_argument(
        "--steers",
        nargs="*",
        default=[],
        choices=STEERS,
        help="sliders that scripts/measure_steering.py found to work with it",
    )
    command.set_defaults(do=export)
    arguments = parser.parse_args()
    try:
        arguments.do(arguments)
    except SegueError as error:
        raise SystemExit(str(error)) from error


if __name__ == "__main__":
    main()
