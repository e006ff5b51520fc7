"""Kills a training again and again and compares each step's weights with those of one left alone.

    python -m tests.training.killing STORE FOLDER KILLS SEED

Each run is a process of its own (forked, so that the libraries are loaded once), killed by SIGKILL
at a random moment after at least fifty steps of its own. Prints one JSON line.
"""

import hashlib
import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import torch

from engine.model.network.transformer_xl import TransformerXL
from engine.tokens.store import open_store
from engine.tokens.tokenizer import Tokenizer
from engine.training.loop import TrainingRun, train
from engine.training.state import latest_checkpoint
from engine.values.config import BatchConfig, ModelConfig, TrainingConfig

AFTER_RESUME = 50
WITHIN = 20  # further steps, within which the kill falls


def run_of(store_folder: Path, folder: Path, steps: int) -> TrainingRun:
    """A run with dropout and augmentation, saved every seven steps."""
    store = open_store(store_folder)
    training = TrainingConfig(
        steps=steps, learning_rate=3e-3, warmup_steps=2, validate_every=7, dropout=0.1, seed=3
    )
    return TrainingRun(
        store=store,
        folder=folder,
        training=training,
        batch=BatchConfig(rows=3, segment_length=16, seed=5),
        tokenizer=Tokenizer.from_description(store.tokenizer),
        card={"name": "killed"},
        validation_tokens=64,
    )


def digests(run: TrainingRun, lines: Path) -> None:
    """Train, going on if there is something to go on with; add `step digest` for each step."""
    torch.set_num_threads(1)
    torch.manual_seed(1)
    config = ModelConfig(
        vocab_size=run.tokenizer.vocab_size, n_layer=2, d_model=16, n_head=2, mem_len=32
    )
    model, parent = TransformerXL(config), os.getppid()
    with lines.open("a") as file:
        for progress in train(model, run, resume=latest_checkpoint(run.folder) is not None):
            whole = b"".join(w.detach().numpy().tobytes() for w in model.parameters())
            file.write(f"{progress.step} {hashlib.sha256(whole).hexdigest()}\n")
            file.flush()
            if os.getppid() != parent:
                return  # nobody is left who would kill this one


def in_process(work: Callable[[], None]) -> int:
    """Do work in a process of its own; return its number."""
    process = os.fork()
    if process:
        return process
    try:
        work()
    except BaseException as error:  # noqa: BLE001 - nothing may return into the parent's code
        sys.stderr.write(f"{error!r}\n")
        os._exit(1)
    os._exit(0)


def read(lines: Path) -> list[tuple[int, str]]:
    """The steps in a file; a last line that is not whole is left out."""
    if not lines.exists():
        return []
    whole = lines.read_text().rpartition("\n")[0]
    return [(int(line.split()[0]), line.split()[1]) for line in whole.splitlines()]


def main() -> None:
    """Run the whole, then the killed one, and compare."""
    store, folder, kills, seed = Path(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:5])
    draw = random.Random(seed)  # noqa: S311 - not a secret
    steps = kills * (AFTER_RESUME + WITHIN) + 2 * AFTER_RESUME
    whole = run_of(store, folder / "whole", steps)
    whole = replace(whole, training=replace(whole.training, validate_every=steps))
    os.waitpid(in_process(lambda: digests(whole, folder / "whole.txt")), 0)
    wanted = dict(read(folder / "whole.txt"))
    run = run_of(store, folder / "killed", steps)
    compared, differing, resumed_at, killed_at = 0, 0, [], []
    for kill in range(kills + 1):
        lines = folder / f"{kill}.txt"
        process = in_process(lambda lines=lines: digests(run, lines))  # type: ignore[misc]
        last = kill == kills
        until = AFTER_RESUME + (0 if last else draw.randrange(WITHIN))
        while len(read(lines)) < until:
            if os.waitpid(process, os.WNOHANG)[0]:
                raise SystemExit("a run ended by itself")
            time.sleep(0.005)
        time.sleep(0.0 if last else draw.uniform(0.0, 0.03))
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        found = read(lines)
        compared += len(found)
        differing += sum(wanted[step] != digest for step, digest in found)
        resumed_at.append(found[0][0])
        killed_at.append(found[-1][0])
    print(  # noqa: T201 - its result
        json.dumps(
            {
                "kills": kills,
                "compared": compared,
                "differing": differing,
                "distinct": len(set(wanted.values())),
                "resumed_at": resumed_at,
                "killed_at": killed_at,
            }
        )
    )


if __name__ == "__main__":
    main()
