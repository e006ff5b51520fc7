"""What goes into a packed trunk and what is made of what comes out, for each kind of network.

Legend: B rows, T steps, K rows that predict, W ids of a bag, D width, V vocabulary, P parts, H
histograms of the key summary.
"""

from collections.abc import Sequence
from copy import deepcopy
from functools import lru_cache
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.model.cross_entropy import Programs
from engine.model.key_summary import CLASSES, Floats, KeySummary
from engine.model.log import Log, Strip
from engine.model.network import Network
from engine.model.note_xl import NoteXL
from engine.model.packed import PackedBlock, StepPrecision, eight_bits_of, norm_of, packed_head
from engine.model.products import affine
from engine.model.stream import Bag, OpenStep, padded
from engine.model.transformer_xl import TransformerXL

_Ids = NDArray[np.int64]

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
    """Of a network whose position is a note: bags in, a local decoder out.

    A bag is a few ids: to begin an operator of PyTorch takes longer than to look them up and count
    them in NumPy. So the products alone are PyTorch's.
    """

    def __init__(self, model: NoteXL, *, precision: StepPrecision) -> None:
        eight_bits = eight_bits_of(model, precision)
        local = model.local
        self._pad, self._first_part = model.steps.pad, model.steps.first_part
        self._device = model.device
        table = model.table().detach()
        self._table = _array(table)
        # A place is one more thing said: what stands behind the ids.
        self._said = _array(torch.cat([local.said(table), local.place.weight]))
        self._first_place = model.config.vocab_size
        self._norm = norm_of(model.final_norm)
        main = local.main.weight
        self._main = affine(main, main.new_zeros(len(main)), eight_bits=eight_bits)
        self._blocks = [PackedBlock.of(block, eight_bits=eight_bits) for block in local.blocks]
        self._head = packed_head(model, local.norm, precision=precision)
        self._key = deepcopy(model.key_summary)
        self._scale = model.scale
        width = len(model.steps.key_half_lives) * CLASSES
        self._strip = Strip(
            SUMMARY, layers=1, parts=1, heads=1, width=width, carried=1, on_host=True
        )
        self.strips: tuple[Strip, ...] = () if self._key is None else (self._strip,)
        self._parts = lru_cache(_SONGS)(lambda *programs: Programs.of(programs, self._device))

    def inputs(self, bags: Sequence[Sequence[Bag]], position: int, log: Log) -> Tensor:
        """As `Ends`; a row without a bag gets an empty one."""
        x = self._tensor(self._table.take(self._ids_of_rows(bags), axis=0).sum(axis=2))
        if self._key is None:
            return x
        place = self._strip.place(position, page=log.shape.page)
        entries = self._entries(log, position)
        before = entries[:, place - 1] if position else np.zeros_like(entries[:, place])
        sums = self._counted(self._key, bags, before.reshape(len(bags), -1, CLASSES))
        entries[:, place : place + sums.shape[1]] = sums.reshape(*sums.shape[:2], -1)
        return x.add_(self._key(self._tensor(sums)), alpha=self._scale)

    def remind(self, bags: Sequence[Bag], log: Log) -> None:
        """As `Ends`: what was heard in all that the log does not hold."""
        if self._key is None or not bags:
            return
        place = self._strip.place(len(bags), page=log.shape.page)
        entry = self._entries(log, len(bags))[:, place - 1]
        sums = np.zeros_like(entry).reshape(1, -1, CLASSES)
        for begin in range(0, len(bags), log.shape.page):
            sums = self._counted(self._key, [bags[begin : begin + log.shape.page]], sums)[:, -1]
        entry[:] = sums.reshape(1, -1)

    def opened(self, hidden: Tensor) -> Tensor:
        """As `Ends`: what the local decoder makes of the trunk's state, once for all ids."""
        return self._main(self._norm(hidden))

    def logits(self, opened: Tensor, states: Sequence[OpenStep]) -> Tensor:
        """As `Ends`."""
        said = self._ids([(*state.bag, self._first_place + state.said) for state in states])
        x = opened + self._tensor(self._said.take(said, axis=0).sum(axis=1))
        for block in self._blocks:
            x = block(x)
        programs = self._parts(*(state.programs for state in states))
        return programs.join_(self._head(x), first_part=self._first_part)

    def _counted(self, key: KeySummary, bags: Sequence[Sequence[Bag]], before: Floats) -> Floats:
        """Count pitch classes on from (B, H, 12) over T steps: (B, T, H, 12)."""
        if len(bags[0]) == 1:
            return key.counted_step([row[0] for row in bags], before)[:, None]
        ids = torch.from_numpy(self._ids_of_rows(bags))
        sums: Floats = key.counted(ids, torch.from_numpy(before), None).numpy()
        return sums

    def _entries(self, log: Log, position: int) -> Floats:
        """Give the key summary's entries (B, entries, H·12) in the page of a position."""
        entries: Floats = log.page_of(position)[SUMMARY].numpy()[0, 0, 0]
        return entries

    def _ids(self, bags: Sequence[Bag]) -> _Ids:
        """Put bags into (N, W)."""
        return np.array(padded(bags, pad=self._pad))

    def _ids_of_rows(self, bags: Sequence[Sequence[Bag]]) -> _Ids:
        """Put bags into (B, T, W)."""
        ids = self._ids([bag for row in bags for bag in row])
        return ids.reshape(len(bags), len(bags[0]), -1)

    def _tensor(self, numbers: Floats) -> Tensor:
        return torch.from_numpy(numbers).to(self._device)


def _array(weight: Tensor) -> Floats:
    """Copy a table of weights into the memory of this process."""
    copied: Floats = weight.detach().cpu().numpy().copy()
    return copied
