"""JSB Chorales: how many nats a cell our Transformer-XL needs (Boulanger-Lewandowski's split).

    python scripts/research/jsb.py train DATA RUN --seed 0 --cpu-minutes 60
        [--resume] [--parts 2]
    python scripts/research/jsb.py table RUNS

DATA is the folder with `Jsb16thSeparated.json`. A cell is one voice (soprano, alto, tenor, bass,
in this order) at one 16th step; all cells of all pieces are predicted, each from all cells before
it, and the figure is the mean negative log-likelihood in nats.

Legend: B chorales, S steps of a chorale, D width.

Inputs, by `--inputs`; none tells anything that the cells before do not:
    pitches  the four pitches of the latest step
    clock    and which of 16 places of the bar the next step stands at
    held     and for how many steps each voice has had its pitch
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor, nn

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from engine.config import TrainingConfig
from engine.model.network.processor import use_processor
from engine.training.optimizers import decayed_groups
from engine.training.schedule import learning_rate
from scripts.research.jsb_model import (
    INPUTS,
    VOICES,
    Batch,
    Chorale,
    Piece,
    Settings,
    chorales,
    epoch_batches,
    nats_per_cell,
)

STATE, TENSORS = "run.json", "run.safetensors"


@dataclass(slots=True, kw_only=True)
class Progress:
    """How far a run is.

    Attributes:
        epoch: Passes begun.
        batch: Batches of this pass done.
        step: Optimizer steps done.
        cells: Cells trained on.
        cpu_s: Processor time used, validation included.
        validations: (cells, cpu minutes, training nats since the last, valid nats).
    """

    epoch: int = 0
    batch: int = 0
    step: int = 0
    cells: int = 0
    cpu_s: float = 0.0
    validations: list[tuple[int, float, float, float]]


class Trainer:
    """Weights, their average and the optimizers.

    Attributes:
        model: What is trained.
        average: The average of its weights over the last steps.
        progress: How far it is.
    """

    def __init__(self, settings: Settings, pieces: Sequence[Piece]) -> None:
        self.settings = settings
        torch.manual_seed(settings.seed)
        self.model = Chorale(settings)
        self.average = Chorale(settings)
        self.average.load_state_dict(self.model.state_dict())
        self.progress = Progress(validations=[])
        self._pieces = pieces
        self._optimizers = _optimizers(self.model, settings)
        self._schedule = TrainingConfig(
            learning_rate=settings.learning_rate, warmup_steps=100, final_rate=0.01
        )
        self._sum = [0.0, 0]

    def train(self, *, share: float) -> None:
        """Go on until this share of the processor time is used."""
        began, used = time.process_time(), self.progress.cpu_s
        self.model.train()
        while self.progress.cpu_s < share * self.settings.cpu_minutes * 60:
            batches = epoch_batches(self._pieces, self.settings, epoch=self.progress.epoch)
            for batch in batches[self.progress.batch :]:
                self._step(batch)
                self.progress.batch += 1
                self.progress.cpu_s = used + time.process_time() - began
                if self.progress.cpu_s >= share * self.settings.cpu_minutes * 60:
                    return
            self.progress.epoch += 1
            self.progress.batch = 0

    def validate(self, pieces: Sequence[Piece]) -> tuple[int, float, float, float]:
        """Measure the averaged weights; its time counts as the run's."""
        began = time.process_time()
        valid = nats_per_cell(self.average, pieces)
        self.progress.cpu_s += time.process_time() - began
        trained = self._sum[0] / max(1, self._sum[1])
        self._sum = [0.0, 0]
        figures = (self.progress.cells, self.progress.cpu_s / 60, trained, valid)
        self.progress.validations.append(figures)
        return figures

    def _step(self, batch: Batch) -> None:
        packed, cells, scored = batch
        count = VOICES * int(scored.sum())
        nll, _ = self.model.losses(packed, cells, self.model.trunk.empty_memory(len(packed)))
        nll = nll[scored]
        loss: Tensor = nll.sum() / count
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        share = self.progress.cpu_s / (60 * self.settings.cpu_minutes)
        rate = learning_rate(self._schedule, step=self.progress.step, share=share)
        for optimizer in self._optimizers:
            for group in optimizer.param_groups:
                group["lr"] = rate
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
        self.progress.step += 1
        self.progress.cells += count
        self._sum[0] += float(nll.detach().sum())
        self._sum[1] += count
        self._follow()

    @torch.no_grad()
    def _follow(self) -> None:
        decay = min(self.settings.average, self.progress.step / (self.progress.step + 10))
        for mean, weight in zip(self.average.parameters(), self.model.parameters(), strict=True):
            mean.lerp_(weight, 1 - decay)

    def save(self, folder: Path) -> None:
        """Write all of it; whole or not at all."""
        folder.mkdir(parents=True, exist_ok=True)
        tensors = {"random": torch.get_rng_state()}
        for name, model in (("model", self.model), ("average", self.average)):
            tensors |= {f"{name}.{key}": value for key, value in model.state_dict().items()}
        for number, optimizer in enumerate(self._optimizers):
            for index, state in optimizer.state_dict()["state"].items():
                tensors |= {f"optimizer.{number}.{index}.{k}": v for k, v in state.items()}
        partial = folder / (TENSORS + ".partial")
        save_file({key: value.contiguous() for key, value in tensors.items()}, partial)
        partial.replace(folder / TENSORS)
        state = {"settings": asdict(self.settings), "progress": asdict(self.progress)}
        (folder / STATE).write_text(json.dumps(state | {"sum": self._sum}), encoding="utf-8")

    def load(self, folder: Path) -> None:
        """Go on from what `save` wrote."""
        tensors = load_file(folder / TENSORS)
        torch.set_rng_state(tensors["random"])
        for name, model in (("model", self.model), ("average", self.average)):
            head = f"{name}."
            model.load_state_dict(
                {key.removeprefix(head): v for key, v in tensors.items() if key.startswith(head)}
            )
        for number, optimizer in enumerate(self._optimizers):
            states: dict[int, dict[str, Tensor]] = {}
            for key, value in tensors.items():
                if key.startswith(f"optimizer.{number}."):
                    _, _, index, name = key.split(".", 3)
                    states.setdefault(int(index), {})[name] = value
            optimizer.load_state_dict(optimizer.state_dict() | {"state": states})
        state = json.loads((folder / STATE).read_text(encoding="utf-8"))
        self.progress = Progress(**state["progress"])
        self._sum = state["sum"]


def _optimizers(model: Chorale, settings: Settings) -> list[torch.optim.Optimizer]:
    """AdamW for all, or Muon (Jordan et al. 2024) for the matrices of the layers."""
    groups: list[dict[str, Any]] = decayed_groups(model, settings.weight_decay)
    if not settings.muon:
        return [torch.optim.AdamW(groups, lr=settings.learning_rate, betas=(0.9, 0.98))]
    layers = (model.trunk.layers, model.expand, model.contract)
    matrices = [w for part in layers for w in part.parameters() if w.ndim == 2]
    inside = {id(w) for w in matrices}
    muon = torch.optim.Muon(
        matrices,
        lr=settings.learning_rate,
        weight_decay=settings.weight_decay,
        adjust_lr_fn="match_rms_adamw",
    )
    others = [
        group | {"params": [w for w in group["params"] if id(w) not in inside]} for group in groups
    ]
    others = [group for group in others if group["params"]]
    return [muon, torch.optim.AdamW(others, lr=settings.learning_rate, betas=(0.9, 0.98))]


def train(
    data: Path, folder: Path, settings: Settings, *, resume: bool, parts: int | None = None
) -> None:
    """Train, validate on the way, measure all splits at the end.

    Args:
        data: The folder of the chorales.
        folder: Of the run.
        settings: Of the run.
        resume: Go on where the folder ends.
        parts: Leave after so many validations, to be resumed; None: go to the end.
    """
    use_processor(threads=1)
    splits = chorales(data)
    trainer = Trainer(settings, splits["train"])
    if resume and (folder / STATE).exists():
        trainer.load(folder)
    marks = settings.validations
    done = len(trainer.progress.validations)
    last = marks if parts is None else min(marks, done + parts)
    for mark in range(done + 1, last + 1):
        trainer.train(share=mark / marks)
        cells, minutes, trained, valid = trainer.validate(splits["valid"])
        trainer.save(folder)
        print(
            f"{minutes:6.1f} min {cells:10,} cells  trained {trained:.4f}  valid {valid:.4f}",
            flush=True,
        )
    if last < marks:
        return
    figures = _figures(trainer, splits)
    (folder / "figures.json").write_text(json.dumps(figures, indent=1), encoding="utf-8")
    print(json.dumps(figures), flush=True)


def _figures(trainer: Trainer, splits: dict[str, list[Piece]]) -> dict[str, Any]:
    model = trainer.average
    return {
        "settings": asdict(trainer.settings),
        "weights": sum(weight.numel() for weight in model.parameters()),
        "cells": trainer.progress.cells,
        "epochs": trainer.progress.epoch,
        "steps": trainer.progress.step,
        "cpu_minutes": trainer.progress.cpu_s / 60,
        "train": nats_per_cell(model, splits["train"]),
        "valid": nats_per_cell(model, splits["valid"]),
        "test": nats_per_cell(model, splits["test"]),
        "valid_in_segments": nats_per_cell(model, splits["valid"], segment=64, mem_len=640),
    }


def table(runs: Path) -> Iterator[str]:
    """Yield the lines of a table of all runs below a folder."""
    head = ("inputs", "transposed", "size", "seed", "cells", "epochs", "CPU min", "train")
    yield "| " + " | ".join([*head, "valid", "test"]) + " |"
    yield "| " + " | ".join(["---"] * (len(head) + 2)) + " |"
    for path in sorted(runs.glob("*/figures.json")):
        figures = json.loads(path.read_text(encoding="utf-8"))
        settings = figures["settings"]
        size = f"{settings['n_layer']}×{settings['d_model']} ({figures['weights'] / 1e6:.2f} M)"
        row = (
            settings["inputs"],
            "yes" if settings["transpose"] else "no",
            size,
            settings["seed"],
            f"{figures['cells'] / 1e6:.1f} M",
            figures["epochs"],
            f"{figures['cpu_minutes']:.0f}",
            *(f"{figures[split]:.4f}" for split in ("train", "valid", "test")),
        )
        yield "| " + " | ".join(map(str, row)) + " |"


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("train")
    one.add_argument("data", type=Path)
    one.add_argument("run", type=Path)
    one.add_argument("--resume", action="store_true")
    one.add_argument("--parts", type=int, help="leave after so many validations")
    default = Settings()
    for name, value in asdict(default).items():
        option = "--" + name.replace("_", "-")
        if isinstance(value, bool):
            one.add_argument(option, action=argparse.BooleanOptionalAction, default=value)
        else:
            choices = list(INPUTS) if name == "inputs" else None
            one.add_argument(option, type=type(value), default=value, choices=choices)
    commands.add_parser("table").add_argument("runs", type=Path)
    arguments = parser.parse_args()
    if arguments.command == "table":
        sys.stdout.writelines(line + "\n" for line in table(arguments.runs))
        return
    chosen = {name: getattr(arguments, name) for name in asdict(default)}
    settings = replace(default, **chosen)
    train(arguments.data, arguments.run, settings, resume=arguments.resume, parts=arguments.parts)


if __name__ == "__main__":
    main()
