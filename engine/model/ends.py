"""What goes into a packed trunk and what is made of what comes out, for each kind of network.

Legend: B rows, T steps, K rows that predict, W ids of a bag, D width, V vocabulary, P parts, H
histograms of the key summary.
"""

from collections.abc import Sequence
from copy import deepcopy
from functools import lru_cache
from typing import Protocol

import torch
from torch import Tensor

from engine.model.cross_entropy import join_programs_
from engine.model.key_summary import CLASSES
from engine.model.log import Log, Strip
from engine.model.network import Network
from engine.model.note_xl import NoteXL
from engine.model.packed import PackedBlock, StepPrecision, eight_bits_of, norm_of, packed_head
from engine.model.products import affine
from engine.model.stream import Bag, OpenStep, padded
from engine.model.transformer_xl import TransformerXL

SUMMARY = "key summary"
_SONGS = 64


class Ends(Protocol):
    """Both ends of a network.

    Attributes:
        strips: What steps leave in the log for the inputs of those after them.
    """

    strips: tuple[Strip, ...]

    def inputs(self, bags: Sequence[Sequence[Bag]], position: int, log: Log) -> Tensor:
        """Map the bags of B rows, T each, at a position of a log of B rows to (B, T, D)."""

    def remind(self, bags: Sequence[Bag], log: Log) -> None:
        """Tell a log that begins later than its piece what was before; `bags` are all of that."""

    def opened(self, hidden: Tensor) -> Tensor:
        """Map the last layer's (K, D) to what `logits` takes while the next step is open."""

    def logits(self, opened: Tensor, states: Sequence[OpenStep]) -> Tensor:
        """Predict the next id of each row: (K, V)."""


def ends_of(model: Network, *, precision: StepPrecision) -> Ends:
    """Pack a network's ends; its weights are copied."""
    if isinstance(model, NoteXL):
        return NoteEnds(model, precision=precision)
    return IdEnds(model, precision=precision)


class IdEnds:
    """Of a network whose position is an id."""

    strips: tuple[Strip, ...] = ()

    def __init__(self, model: TransformerXL, *, precision: StepPrecision) -> None:
        self._table = model.embed(torch.arange(model.config.vocab_size, device=model.device))
        self._head = packed_head(model, model.final_norm, precision=precision)

    def inputs(self, bags: Sequence[Sequence[Bag]], position: int, log: Log) -> Tensor:  # noqa: ARG002
        """As `Ends`; a row without an id gets any."""
        ids = [[bag[0] if bag else 0 for bag in row] for row in bags]
        return torch.embedding(self._table, torch.tensor(ids, device=self._table.device))

    def remind(self, bags: Sequence[Bag], log: Log) -> None:
        """As `Ends`: nothing is."""

    def opened(self, hidden: Tensor) -> Tensor:
        """As `Ends`."""
        return hidden

    def logits(self, opened: Tensor, states: Sequence[OpenStep]) -> Tensor:  # noqa: ARG002
        """As `Ends`."""
        return self._head(opened)


class NoteEnds:
    """Of a network whose position is a note: bags in, a local decoder out."""

    def __init__(self, model: NoteXL, *, precision: StepPrecision) -> None:
        eight_bits = eight_bits_of(model, precision)
        local = model.local
        self._pad, self._first_part = model.steps.pad, model.steps.first_part
        self._table = model.table().detach().clone()
        # A place is one more thing said: what stands behind the ids.
        self._said = torch.cat([local.said(self._table), local.place.weight])
        self._first_place = model.config.vocab_size
        self._norm = norm_of(model.final_norm)
        main = local.main.weight
        self._main = affine(main, main.new_zeros(len(main)), eight_bits=eight_bits)
        self._blocks = [PackedBlock.of(block, eight_bits=eight_bits) for block in local.blocks]
        self._head = packed_head(model, local.norm, precision=precision)
        self._key = deepcopy(model.key_summary)
        self._scale = model.scale
        self._histograms = len(model.steps.key_half_lives)
        width = self._histograms * CLASSES
        self._strip = Strip(SUMMARY, layers=1, parts=1, heads=1, width=width, carried=1)
        self.strips: tuple[Strip, ...] = () if self._key is None else (self._strip,)
        self._parts = lru_cache(_SONGS)(
            lambda *programs: torch.tensor(programs, device=self._table.device)
        )

    def inputs(self, bags: Sequence[Sequence[Bag]], position: int, log: Log) -> Tensor:
        """As `Ends`; a row without a bag gets an empty one."""
        ids = self._ids_of_rows(bags)
        x = torch.embedding(self._table, ids).sum(dim=2)
        if self._key is None:
            return x
        place = self._strip.place(position, page=log.shape.page)
        entries = log.page_of(position)[SUMMARY][0, 0, 0]  # (B, entries, H·12)
        before = self._sums(entries[:, place - 1]) if position else self._key.empty(len(ids))
        sums = self._key.counted(ids, before, None)
        entries[:, place : place + sums.shape[1]] = sums.flatten(2)
        return x.add_(self._key(sums), alpha=self._scale)

    def remind(self, bags: Sequence[Bag], log: Log) -> None:
        """As `Ends`: what was heard in all that the log does not hold."""
        if self._key is None or not bags:
            return
        sums, most = self._key.empty(1), log.shape.page
        for begin in range(0, len(bags), most):
            ids = self._ids_of_rows([bags[begin : begin + most]])
            sums = self._key.counted(ids, sums, None)[:, -1]
        place = self._strip.place(len(bags), page=log.shape.page)
        log.page_of(len(bags))[SUMMARY][0, 0, 0, :, place - 1] = sums.flatten(1)

    def opened(self, hidden: Tensor) -> Tensor:
        """As `Ends`: what the local decoder makes of the trunk's state, once for all ids."""
        return self._main(self._norm(hidden))

    def logits(self, opened: Tensor, states: Sequence[OpenStep]) -> Tensor:
        """As `Ends`."""
        said = self._ids([(*state.bag, self._first_place + state.said) for state in states])
        x = opened + torch.embedding(self._said, said).sum(dim=1)
        for block in self._blocks:
            x = block(x)
        programs = self._parts(*(state.programs for state in states))
        return join_programs_(self._head(x), programs, first_part=self._first_part)

    def _ids(self, bags: Sequence[Bag]) -> Tensor:
        """Put bags into (N, W)."""
        return torch.tensor(padded(bags, pad=self._pad), device=self._table.device)

    def _ids_of_rows(self, bags: Sequence[Sequence[Bag]]) -> Tensor:
        """Put bags into (B, T, W)."""
        ids = self._ids([bag for row in bags for bag in row])
        return ids.view(len(bags), len(bags[0]), -1)

    def _sums(self, entries: Tensor) -> Tensor:
        return entries.view(-1, self._histograms, CLASSES)
