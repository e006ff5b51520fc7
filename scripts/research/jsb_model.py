"""JSB Chorales for `jsb.py`: pieces, what a step is predicted from, and the network.

Legend: B chorales, S steps of a chorale, D width.
"""

import json
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as F

from engine.config import ModelConfig
from engine.model.network.dropout import Dropout
from engine.model.network.memory import Memory
from engine.model.network.transformer_xl import TransformerXL

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
