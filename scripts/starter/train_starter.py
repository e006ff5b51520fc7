"""Makes the starter model from the clean-licence set, step by step; each can be done again.

    python band_music BAND --data DATA
    python train_starter.py prepare DATA STORE --band BAND [--variants 9] [--mix library]
    python train_starter.py train STORE RUN [--vanilla] [--resume] [--minutes 9]
    python train_starter.py extend RUN INTO
    python train_starter.py cool STORE RUN COOLED --minutes 20
    python train_starter.py warm STORE RUN MODEL --minutes 140 --rate 0.005
    python average_starter.py STORE FOLDER MODEL:SHARE MODEL:SHARE...
    python train_starter.py export RUN assets/models/starter --steers busy register …
    python fingerprint_starter.py DATA STORE

DATA is a folder with `manifest.csv` (file, source, licence) and `SOURCE/{train,valid}/*.mid`; what
of it is heard how often, `starter_mix.py` says. For a machine without the music, `pack STORE FILE`
makes one file of a store and `unpack FILE STORE` a store of it. A training that is given minutes,
or that is asked to end (SIGTERM, Ctrl-C), keeps the step it is at and goes on exactly from there
with `--resume`; of several processes each checkpoint is one of a validation.

A share of the songs of a pass is read in another order, so that the model can fill gaps
(`engine/tokens/ordering.py`); a run that began without goes on with that after `extend`.

The rate stays where it is, so that the training may go on for as long as there is time; what ships
is cooled: it goes on from a copy of the run while the rate falls to nothing (Hu et al. 2024,
MiniCPM, arXiv 2404.06395, section 4), and the run itself goes on later as if nothing had been.
Where the run is lost and what shipped is left, `warm` begins with its weights: the rate rises once
more and falls to nothing (Ibrahim et al. 2024, arXiv 2403.08763).
"""

import argparse
import json
import math
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from extended_run import extend_run
from starter_card import starter_card
from starter_mix import MIXES
from starter_pack import pack, unpack
from starter_store import prepare_store

from engine.config import STEERS, BatchConfig, ModelConfig, TokenizerConfig, TrainingConfig
from engine.errors import SegueError, TrainingError
from engine.model.network.checkpoint import load_model, save_model
from engine.model.network.kinds import Network, network_of
from engine.model.network.processor import use_processor
from engine.tokens.steps import step_config
from engine.tokens.store import open_store
from engine.tokens.tokenizer import Tokenizer
from engine.training.loop import TrainingRun, train
from engine.training.progress import TrainingStep
from engine.training.ranks import joined
from engine.training.state import STATE, best_checkpoint, latest_checkpoint
from engine.training.stopping import stopping
from engine.training.trial import fastest_precision

REORDERED = 0.25
MODEL: dict[str, Any] = {"n_layer": 6, "d_model": 256, "n_head": 4, "mem_len": 256}
# Many songs at once and few notes of each: with 16 rows of 128 a model runs after the songs it is
# in the middle of; 64 rows of 32 read the memory of a row twice as often for as many notes.
BATCH = {"rows": 32, "segment_length": 64}
# Who has learned to copy learns more from twice as many notes: the noise of a step is what keeps
# the loss up (experiment 2026-11-25-larger-steps), and Muon's share of it is halved.
WARM_BATCH = {"rows": 32, "segment_length": 128}
# What fills an accelerator: a step of 2,048 notes is a twentieth of what it could do.
ACCELERATOR_BATCH = {"rows": 256, "segment_length": 128}
VANILLA_BATCH = {"rows": 16, "segment_length": 128}
# What is left of the average of the weights after a step: it is one of the last five hundred.
AVERAGING = 0.998


def train_model(arguments: argparse.Namespace) -> None:
    """Train on a store, or go on with it."""
    use_processor(threads=arguments.threads)
    store = open_store(arguments.store)
    reordered = share_reordered(arguments)
    if reordered:
        store = store.said_by(any_order())
    tokenizer = Tokenizer.from_description(store.tokenizer)
    training = TrainingConfig(
        steps=arguments.steps,
        optimizer="muon",
        learning_rate=arguments.rate,
        warmup_steps=100,
        final_rate=1.0,  # see `cool` and `warm`
        weight_decay=arguments.decay,
        weight_averaging=AVERAGING,
        dropout=0.0,
        validate_every=arguments.validate_every,
        augment=not arguments.as_written,
        precision=fastest_precision(arguments.device),
        seed=arguments.seed,
    )
    torch.manual_seed(training.seed)
    begun = load_model(arguments.model) if arguments.model else None
    model = begun.model if begun else new_network(tokenizer, vanilla=arguments.vanilla)
    run = TrainingRun(
        store=store,
        folder=arguments.run,
        training=arguments.cooled(training),
        batch=BatchConfig(**batch_of(arguments), seed=arguments.seed, reordered=reordered),
        budget_s=arguments.budget_s,
        tokenizer=tokenizer,
        card={"begun_with": begun.card["trained"]} if begun else {},
        device=arguments.device,
        validation_tokens=49_152,
    )
    with joined() as ranks, stopping() as stopped:
        if ranks.count > 1 and arguments.minutes is not None:
            raise TrainingError(
                "Minutes are for one process: of several nobody can say which step all are at.",
                hint="Leave them out; a validation saves, see --validate-every.",
            )
        steps = train(model.to(arguments.device), run, resume=arguments.resume, ranks=ranks)
        progress = None  # a training that was over has nothing to say
        for progress in piece(steps, minutes=arguments.minutes, stopped=stopped):
            if ranks.first and (progress.saved or progress.notice or progress.step % 20 == 0):
                print(line_of(progress), flush=True)
    if ranks.first and progress and progress.share < 1:
        print(f"This piece ends at step {progress.step}; --resume goes on from it.")
    if ranks.first and arguments.export:
        arguments.folder = arguments.export
        export(arguments)


def new_network(tokenizer: Tokenizer, *, vanilla: bool) -> Network:
    """Return a network that has learned nothing yet."""
    shape = MODEL | ({"mem_len": 0} if vanilla else {})
    config = ModelConfig(
        vocab_size=tokenizer.vocab_size,
        dropout=0.1,
        steps=step_config(tokenizer.vocabulary, tempo_at_bars=True),
        **shape,
    )
    return network_of(config)


def any_order() -> Tokenizer:
    """Return the tokenizer of a model that reads in any order."""
    return Tokenizer(TokenizerConfig(any_order=True))


def share_reordered(arguments: argparse.Namespace) -> float:
    """Return which share of the songs is read in another order: a run goes on as it began."""
    latest = latest_checkpoint(arguments.run) if arguments.resume else None
    if latest is None:
        return float(arguments.reordered)
    return float(json.loads((latest / STATE).read_text())["batch"].get("reordered", 0.0))


def extend(arguments: argparse.Namespace) -> None:
    """Make a run that goes on where another one is, with some songs in another order."""
    share = arguments.reordered
    checkpoint = extend_run(arguments.run, arguments.into, any_order(), reordered=share)
    print(f"{checkpoint}: `train` goes on from it with --resume")


def cool(arguments: argparse.Namespace) -> None:
    """Go on with a copy of a run while the rate falls to nothing."""
    latest = latest_checkpoint(arguments.run)
    if latest is None:
        raise TrainingError("There is no checkpoint in this run.")
    if latest_checkpoint(arguments.cooled_run) is None:
        shutil.copytree(latest, arguments.cooled_run / latest.name)
    elapsed_s = float(json.loads((latest / "training.json").read_text())["run"]["elapsed_s"])
    arguments.budget_s = elapsed_s + 60 * arguments.minutes
    arguments.cooled = lambda training: falling(training, elapsed_s / arguments.budget_s)
    arguments.run, arguments.minutes, arguments.resume = arguments.cooled_run, None, True
    train_model(arguments)


def warm(arguments: argparse.Namespace) -> None:
    """Go on from weights alone: the rate rises anew and falls to nothing."""
    arguments.budget_s, arguments.minutes = 60 * arguments.minutes, None
    arguments.cooled = lambda training: replace(training, final_rate=0.0)
    train_model(arguments)


def falling(training: TrainingConfig, share: float) -> TrainingConfig:
    """Return a training whose rate falls from where it is to nothing.

    Args:
        training: With a constant rate.
        share: How much of the run, as far as it will go, is done: the fall is the last part of
            half a cosine.
    """
    left = 0.5 * (1.0 + math.cos(math.pi * share))
    return replace(training, learning_rate=training.learning_rate / left, final_rate=0.0)


def batch_of(arguments: argparse.Namespace) -> dict[str, int]:
    """Return rows and segment length: what was asked for, else what suits model and device."""
    usual = VANILLA_BATCH if arguments.vanilla else arguments.batch
    sizes = usual if arguments.device == "cpu" else ACCELERATOR_BATCH
    asked = {"rows": arguments.rows, "segment_length": arguments.segment}
    return sizes | {name: size for name, size in asked.items() if size}


def piece(
    steps: Iterator[TrainingStep],
    *,
    minutes: float | None,
    stopped: Callable[[], bool],
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[TrainingStep]:
    """Yield a training's progress until its time is over or it is asked to stop.

    Closing it keeps a checkpoint of the step it is at: the next piece goes on from there.

    Args:
        steps: The training.
        minutes: How long this piece is; None: to the end.
        stopped: Whether to stop, asked after each step.
        clock: Seconds.
    """
    end = math.inf if minutes is None else clock() + 60 * minutes
    with closing(steps):
        for progress in steps:
            yield progress
            if stopped() or clock() >= end:
                return


def line_of(progress: TrainingStep) -> str:
    """Return a step as a line of a log."""
    return (
        f"{datetime.now(UTC):%H:%M:%S} step {progress.step}"
        f" loss {progress.loss} validation {progress.validation_loss}"
        f" tokens/s {progress.tokens_per_s:.0f} rate {progress.learning_rate:.2e}"
        f" skipped {progress.skipped} {progress.notice}"
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


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(required=True)
    _add_stores(commands)
    command = commands.add_parser("train")
    _add_train(command)
    command.add_argument("--minutes", type=float, help="of this piece; the next goes on from it")
    command.add_argument("--resume", action="store_true")
    command.set_defaults(do=train_model, budget_s=None, cooled=lambda training: training)
    command = commands.add_parser("cool")
    _add_train(command)
    command.add_argument("cooled_run", type=Path)
    command.add_argument("--minutes", type=float, required=True)
    command.set_defaults(do=cool)
    command = commands.add_parser("warm")
    _add_train(command)
    command.add_argument("model", type=Path, help="what `export` wrote")
    command.add_argument("--minutes", type=float, required=True, help="of all its pieces")
    command.add_argument("--resume", action="store_true")
    command.set_defaults(do=warm, batch=WARM_BATCH)
    command = commands.add_parser("extend")
    command.add_argument("run", type=Path)
    command.add_argument("into", type=Path)
    command.add_argument("--reordered", type=float, default=REORDERED)
    command.set_defaults(do=extend)
    command = commands.add_parser("export")
    command.add_argument("run", type=Path)
    command.add_argument("folder", type=Path)
    command.add_argument(
        "--steers",
        nargs="*",
        default=[],
        choices=STEERS,
        help="sliders that were found to work with it",
    )
    command.set_defaults(do=export)
    arguments = parser.parse_args()
    try:
        arguments.do(arguments)
    except SegueError as error:
        raise SystemExit(str(error)) from error


def _add_stores(commands: Any) -> None:
    command = commands.add_parser("prepare")
    command.add_argument("data", type=Path)
    command.add_argument("store", type=Path)
    command.add_argument("--band", type=Path, help="a folder that scripts/starter/band_music wrote")
    command.add_argument("--processes", type=int, default=2)
    command.add_argument("--mix", choices=MIXES, default="wide", help="see starter_mix.py")
    command.add_argument(
        "--variants",
        type=int,
        metavar="SEED",
        help="of some songs a part dropped or doubled, or only their end; see starter_variants.py",
    )
    command.add_argument("--players", type=int, default=0, help="seed of the performances")
    command.set_defaults(do=prepare_store)
    command = commands.add_parser("pack")
    command.add_argument("store", type=Path)
    command.add_argument("file", type=Path)
    command.set_defaults(do=pack)
    command = commands.add_parser("unpack")
    command.add_argument("file", type=Path)
    command.add_argument("store", type=Path)
    command.set_defaults(do=unpack)


def _add_train(command: argparse.ArgumentParser) -> None:
    command.add_argument("store", type=Path)
    command.add_argument("run", type=Path)
    command.add_argument("--steps", type=int, default=1_000_000)
    command.add_argument("--rate", type=float, default=1e-2)
    command.add_argument("--threads", type=int, default=1)
    command.add_argument("--validate-every", type=int, default=250)
    command.add_argument("--as-written", action="store_true", help="transpose nothing")
    command.add_argument("--vanilla", action="store_true", help="no memory: what to compare with")
    command.add_argument("--seed", type=int, default=0, help="another one reads other songs first")
    command.add_argument("--decay", type=float, default=0.05, help="of the weights")
    command.add_argument(
        "--reordered", type=float, default=REORDERED, help="share of the songs; 0 fills no gaps"
    )
    command.add_argument("--device", default="cpu", help="cpu, cuda, mps")
    command.add_argument("--rows", type=int, help="songs side by side")
    command.add_argument("--segment", type=int, help="of each in a step")
    command.add_argument("--export", type=Path, help="write the best checkpoint there at the end")
    command.set_defaults(steers=[], model=None, batch=BATCH)


if __name__ == "__main__":
    main()
