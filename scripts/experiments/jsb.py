"""JSB Chorales: how many nats a cell our Transformer-XL needs (Boulanger-Lewandowski's split).

    python scripts/experiments/jsb.py train DATA RUN --seed 0 --cpu-minutes 60 [--resume]
    python scripts/experiments/jsb.py table RUNS

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
import math
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.nn import functional as F

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from engine.config import ModelConfig, TrainingConfig
from engine.model.dropout import Dropout
from engine.model.memory import Memory
from engine.model.transformer_xl import TransformerXL
from engine.training.optimization import decayed_groups
from engine.training.schedule import learning_rate

VOICES = 4
LOWEST, HIGHEST = 36, 81
REST = HIGHEST - LOWEST + 1
BEGIN = REST + 1
PITCHES = BEGIN + 1
PLACES = 16
LONGEST_HOLD = 16
SIZES = (*(PITCHES,) * VOICES, PLACES, *(LONGEST_HOLD + 1,) * VOICES)
"""Values of each input of a step; packed into one number by place value."""
INPUTS = {"pitches": tuple(range(4)), "clock": tuple(range(5)), "held": tuple(range(9))}
FILE = "Jsb16thSeparated.json"
STATE, TENSORS = "run.json", "run.safetensors"

Piece = NDArray[np.int64]
"""(S, 4), what sounds: pitch - LOWEST, or REST."""
Batch = tuple[Tensor, Tensor, Tensor]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """One run; written beside its weights.

    Attributes:
        inputs: What a step's input tells, a key of `INPUTS`.
        transpose: Draw a transposition for each chorale and pass, within the ranges of the voices.
        n_layer: Layers of the trunk.
        n_head_layer: Layers of the network that adds a step's cells.
        d_model: Width.
        n_head: Heads.
        dropout: Share of activations dropped.
        steps: Steps of a batch, at most, unless one chorale has more.
        learning_rate: Peak.
        weight_decay: Of the matrices.
        average: Decay of the averaged weights a step.
        muon: Move the layers' matrices by Muon instead of AdamW.
        validations: How often the valid split is measured on the way.
        cpu_minutes: Processor time of the whole run; the learning rate falls to its end.
        seed: Of weights, order, transpositions and dropout.
    """

    inputs: str = "held"
    transpose: bool = True
    n_layer: int = 4
    n_head_layer: int = 1
    d_model: int = 192
    n_head: int = 3
    dropout: float = 0.2
    steps: int = 448
    learning_rate: float = 2e-3
    weight_decay: float = 0.1
    average: float = 0.998
    muon: bool = False
    validations: int = 10
    cpu_minutes: float = 60.0
    seed: int = 0


class StepEmbedding(nn.Module):
    """Adds up one table for each input of a step.

    Attributes:
        tables: In the order of `SIZES`, those that are used.
    """

    def __init__(self, *, inputs: Sequence[int], d_model: int) -> None:
        super().__init__()
        self.inputs = tuple(inputs)
        self.tables = nn.ModuleList(nn.Embedding(SIZES[i], d_model) for i in inputs)
        for table in self.parameters():
            nn.init.normal_(table, std=0.02)

    @property
    def weight(self) -> Tensor:
        """Where the model looks for its device and kind of number, (PITCHES, D)."""
        return cast("nn.Embedding", self.tables[0]).weight

    def forward(self, packed: Tensor) -> Tensor:
        """Map (B, S) packed inputs to (B, S, D)."""
        parts = [
            table(unpacked(packed, i)) for i, table in zip(self.inputs, self.tables, strict=True)
        ]
        return torch.stack(parts).sum(dim=0)


def unpacked(packed: Tensor, index: int) -> Tensor:
    """Return one input of each step."""
    return packed // math.prod(SIZES[:index]) % SIZES[index]


class Chorale(nn.Module):
    """A Transformer-XL over steps, and a small network that adds a step's cells one by one.

    p(S A T B | past) = p(S | past) p(A | S, past) p(T | S A, past) p(B | S A T, past): the same
    chain as a network over cells, at a quarter of its positions.

    Attributes:
        trunk: Reads steps; its output at a step is what the next step's cells are made from.
    """

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        width = settings.d_model
        self.trunk = TransformerXL(
            ModelConfig(
                vocab_size=PITCHES,
                n_layer=settings.n_layer,
                d_model=width,
                n_head=settings.n_head,
                mem_len=0,
                dropout=settings.dropout,
                final_norm=False,  # it is `norm`
            )
        )
        inputs = INPUTS[settings.inputs]
        self.trunk.embedding = StepEmbedding(inputs=inputs, d_model=width)  # type: ignore[assignment]
        self.trunk.head_bias.requires_grad = False  # its own head is not used
        self.norm = nn.LayerNorm(width)
        self.by_voice = nn.Linear(width, VOICES * width)
        self.known = nn.ModuleList(nn.Embedding(PITCHES, width) for _ in range(VOICES))
        self.before = nn.ModuleList(nn.Embedding(PITCHES, width) for _ in range(VOICES))
        self.held = nn.Embedding(LONGEST_HOLD + 1, width) if settings.inputs == "held" else None
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(settings.n_head_layer + 1))
        self.expand = nn.ModuleList(
            nn.Linear(width, 3 * width) for _ in range(settings.n_head_layer)
        )
        self.contract = nn.ModuleList(
            nn.Linear(3 * width, width) for _ in range(settings.n_head_layer)
        )
        self.dropout = Dropout(settings.dropout)
        self.logits = nn.Linear(width, VOICES * PITCHES)
        for table in (*self.known.parameters(), *self.before.parameters()):
            nn.init.normal_(table, std=0.3)

    def losses(self, packed: Tensor, cells: Tensor, memory: Memory) -> tuple[Tensor, Memory]:
        """Measure how well each cell is predicted.

        Args:
            packed: (B, S) what came before each step.
            cells: (B, S, 4) the step's own cells.
            memory: What the rows carry.

        Returns:
            Nats (B, S, 4), and the memory after them.
        """
        hidden, memory = self.trunk.hidden(packed, memory)
        z = self.by_voice(self.dropout(self.norm(hidden))).unflatten(-1, (VOICES, -1))
        told = z.new_zeros(z.shape[:-2] + z.shape[-1:])
        parts = []
        for voice in range(VOICES):
            part = told + self.before[voice](unpacked(packed, voice))
            if self.held is not None:
                part = part + self.held(unpacked(packed, VOICES + 1 + voice))
            parts.append(part)
            told = told + self.known[voice](cells[..., voice])
        z = z + torch.stack(parts, dim=-2)
        for norm, expand, contract in zip(self.norms, self.expand, self.contract, strict=False):
            z = z + self.dropout(contract(self.dropout(F.relu(expand(norm(z))))))
        z = self.dropout(self.norms[-1](z))
        table = self.logits.weight.unflatten(0, (VOICES, -1))
        bias = self.logits.bias.unflatten(0, (VOICES, -1))
        logits = torch.einsum("bsvd,vpd->bsvp", z, table) + bias
        nll = F.cross_entropy(logits.flatten(0, 2), cells.flatten(), reduction="none")
        return nll.view_as(cells), memory


def chorales(data: Path) -> dict[str, list[Piece]]:
    """Return the pieces of each split."""
    splits = json.loads((data / FILE).read_text(encoding="utf-8"))
    found = {}
    for split, pieces in splits.items():
        arrays = [np.array(piece, dtype=np.int64) for piece in pieces]
        found[split] = [np.where(cells < 0, REST, cells - LOWEST) for cells in arrays]
    return found


def voice_ranges(pieces: Sequence[Piece]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the lowest and highest pitch of each voice, (4,) each."""
    cells = np.concatenate(pieces)
    lowest = np.where(cells == REST, PITCHES, cells).min(axis=0)
    highest = np.where(cells == REST, -1, cells).max(axis=0)
    return lowest, highest


def legal_shifts(
    piece: Piece, ranges: tuple[NDArray[np.int64], NDArray[np.int64]], *, most: int = 6
) -> list[int]:
    """Return the transpositions, 0 among them, that leave each voice in its range."""
    lowest, highest = voice_ranges([piece])
    silent = highest < 0
    return [
        shift
        for shift in range(-most, most + 1)
        if (silent | ((lowest + shift >= ranges[0]) & (highest + shift <= ranges[1]))).all()
    ]


def transposed(piece: Piece, shift: int) -> Piece:
    """Move all that sounds."""
    return np.where(piece == REST, REST, piece + shift)


def packed_inputs(piece: Piece) -> NDArray[np.int64]:
    """Return what each step is predicted from beside its past, (S,)."""
    steps = len(piece)
    before = np.concatenate([np.full((1, VOICES), BEGIN), piece[:-1]])
    held = np.zeros((steps, VOICES), dtype=np.int64)
    for step in range(1, steps):
        same = before[step] == before[step - 1]
        held[step] = np.where(same, np.minimum(held[step - 1] + 1, LONGEST_HOLD), 1)
    columns = (*before.T, np.arange(steps) % PLACES, *held.T)
    packed = np.zeros(steps, dtype=np.int64)
    for index in reversed(range(len(SIZES))):
        packed = packed * SIZES[index] + columns[index]
    return packed


def grouped(lengths: Sequence[int], *, steps: int) -> list[list[int]]:
    """Put neighbours together while the longest of them times their number is small enough."""
    groups: list[list[int]] = []
    for index, length in enumerate(lengths):
        group = groups[-1] if groups else []
        longest = max([length, *(lengths[other] for other in group)])
        if group and longest * (len(group) + 1) <= steps:
            group.append(index)
        else:
            groups.append([index])
    return groups


def batch_of(pieces: Sequence[Piece]) -> Batch:
    """Return packed inputs (B, S), cells (B, S, 4) and which count (B, S); rests pad the end."""
    longest = max(len(piece) for piece in pieces)
    packed = torch.zeros(len(pieces), longest, dtype=torch.int64)
    cells = torch.full((len(pieces), longest, VOICES), REST)
    scored = torch.zeros_like(packed, dtype=torch.bool)
    for row, piece in enumerate(pieces):
        packed[row, : len(piece)] = torch.from_numpy(packed_inputs(piece))
        cells[row, : len(piece)] = torch.from_numpy(piece)
        scored[row, : len(piece)] = True
    return packed, cells, scored


def epoch_batches(pieces: Sequence[Piece], settings: Settings, *, epoch: int) -> list[Batch]:
    """Return the batches of a pass: a function of seed and epoch alone."""
    draw = random.Random(f"{settings.seed} {epoch}")  # noqa: S311 - not a secret
    ranges = voice_ranges(pieces)
    drawn = [
        transposed(piece, draw.choice(legal_shifts(piece, ranges)) if settings.transpose else 0)
        for piece in pieces
    ]
    # Alike in length, so that little is padding, but not the same ones together each time.
    drawn.sort(key=lambda piece: len(piece) * draw.uniform(0.8, 1.25))
    groups = grouped([len(piece) for piece in drawn], steps=settings.steps)
    draw.shuffle(groups)
    return [batch_of([drawn[index] for index in group]) for group in groups]


@torch.inference_mode()
def nats_per_cell(
    model: Chorale, pieces: Sequence[Piece], *, segment: int | None = None, mem_len: int = 0
) -> float:
    """Return the mean over all cells of all pieces, each read once.

    Args:
        model: Any; left in evaluation mode.
        pieces: Chorales.
        segment: Read them in segments with carried memory; None reads each whole.
        mem_len: Steps carried.
    """
    model.eval()
    ordered = sorted(pieces, key=len)
    total, count = 0.0, 0
    for group in grouped([len(piece) for piece in ordered], steps=2048):
        packed, cells, scored = batch_of([ordered[index] for index in group])
        memory = model.trunk.empty_memory(len(group), mem_len=mem_len)
        length = segment or packed.shape[1]
        for start in range(0, packed.shape[1], length):
            part = slice(start, start + length)
            nll, memory = model.losses(packed[:, part], cells[:, part], memory)
            total += float(nll[scored[:, part]].double().sum())
        count += VOICES * int(scored.sum())
    return total / count


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


def train(data: Path, folder: Path, settings: Settings, *, resume: bool) -> None:
    """Train, validate on the way, measure all splits at the end."""
    torch.set_num_threads(1)
    splits = chorales(data)
    trainer = Trainer(settings, splits["train"])
    if resume and (folder / STATE).exists():
        trainer.load(folder)
    marks = settings.validations
    for mark in range(1, marks + 1):
        if mark <= len(trainer.progress.validations):
            continue
        trainer.train(share=mark / marks)
        cells, minutes, trained, valid = trainer.validate(splits["valid"])
        trainer.save(folder)
        print(
            f"{minutes:6.1f} min {cells:10,} cells  trained {trained:.4f}  valid {valid:.4f}",
            flush=True,
        )
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
    train(arguments.data, arguments.run, replace(default, **chosen), resume=arguments.resume)


if __name__ == "__main__":
    main()
