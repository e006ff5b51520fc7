"""One of two processes that train together; started by the tests with torchrun's variables."""

import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import torch

from engine.ground.errors import SegueError
from engine.model.network.transformer_xl import TransformerXL
from engine.tokens.store import open_store
from engine.tokens.tokenizer import Tokenizer
from engine.training.loop import TrainingRun, train
from engine.training.ranks import joined
from engine.values.config import BatchConfig, CompressionConfig, ModelConfig, TrainingConfig

COMPRESSIONS = {
    "plain": None,
    "convolution": CompressionConfig(length=4, rate=4),
    "bptt": CompressionConfig(length=4, rate=4, loss="bptt"),
    "most_used": CompressionConfig(length=4, rate=4, function="most_used", loss="none"),
}


def model_of(kind, vocab_size, *, double=False):
    """The same small model each time."""
    torch.manual_seed(1)
    config = ModelConfig(
        vocab_size=vocab_size,
        n_layer=2,
        d_model=16,
        n_head=2,
        mem_len=24,
        compression=COMPRESSIONS[kind],
    )
    model = TransformerXL(config)
    return model.double() if double else model


def run_of(store, tokenizer, folder, **changes):
    """A run of ten steps over five rows, so that ranks have unequal shares; without dropout."""
    training = TrainingConfig(
        steps=10, learning_rate=3e-3, warmup_steps=2, validate_every=5, seed=3, dropout=0.0
    )
    return TrainingRun(
        store=store,
        folder=Path(folder),
        training=replace(training, **changes),
        batch=BatchConfig(rows=5, segment_length=32, seed=5),
        tokenizer=tokenizer,
        card={"name": "test"},
    )


def figures(progress):
    """Step, loss and validation loss of each report that has one."""
    return [[p.step, p.loss, p.validation_loss] for p in progress]


def stopped_at(step, training):
    """The reports until a saved step, after which all ranks end."""
    reports = []
    for progress in training:
        reports.append(progress)
        if progress.step == step:
            break
    training.close()
    return reports


def main() -> None:
    """Train as one of the ranks in each scenario of the plan; rank 0 writes what came of it."""
    torch.set_num_threads(1)
    plan = json.loads(Path(sys.argv[1]).read_text())
    store = open_store(Path(plan["store"]))
    tokenizer = Tokenizer.from_description(store.tokenizer)
    made = {}
    with joined() as ranks:
        for scenario in plan["scenarios"]:
            name, kind = scenario["name"], scenario["kind"]
            model = model_of(kind, tokenizer.vocab_size, double=scenario.get("double", False))
            run = run_of(store, tokenizer, scenario["folder"], **scenario.get("training", {}))
            training = train(model, run, resume=scenario.get("resume", False), ranks=ranks)
            if scenario.get("last"):
                Path(plan["out"] + f".{os.environ['RANK']}").write_text(json.dumps(made))
                for progress in training:
                    Path(scenario["last"] + f".{ranks.rank}").write_text(str(progress.step))
                continue
            reports = stopped_at(scenario.get("until"), training)
            ranks.wait()
            sums = [float(weight.detach().double().sum()) for weight in model.parameters()]
            made[name] = {"reports": figures(reports), "weights": sums}


if __name__ == "__main__":
    try:
        main()
    except SegueError as error:
        sys.exit(str(error))
