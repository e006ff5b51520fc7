"""Gather batches: ids for a model whose step is an id, bags of ids for a model of notes.

Legend: B rows, T steps or ids of a segment, P songs at hand, V vocabulary, W ids in a bag, L ids in
a step, K parts.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.tokens.placement import ResidentIds, StoredIds
from engine.tokens.steps import LONGEST, NO_PROGRAM, StepDivider, step_ends
from engine.tokens.vocabulary import TokenKind, Vocabulary

Ids = NDArray[np.uint16]
Ints = NDArray[np.int64]
BAG = LONGEST + 1
"""Ids in a bag: a step's own, and the program of its part or the tempo of its bar."""
# No id; a loss passes it over.
NOT_SCORED = -1


@dataclass(frozen=True, slots=True)
class Batch:
    """One segment of every row; all (B, T), on the device.

    Attributes:
        ids: int64; 0 where nothing is scored.
        targets: The ids shifted by one, int64; 0 where nothing is scored. A song's last target is
            its own end; no target belongs to another song.
        starts: Where a song begins: the model must ignore memory before this position.
        scored: Where a target counts.
    """

    ids: Tensor
    targets: Tensor
    starts: Tensor
    scored: Tensor

    @property
    def count(self) -> Tensor:
        """The number of scored ids, a scalar."""
        return self.scored.sum()


@dataclass(frozen=True, slots=True)
class StepBatch:
    """One segment of every row, in steps, on the device.

    Attributes:
        bags: The ids of each step, (B, T, W) int64; padded.
        targets: Ids of the next step, in order, (B, T, L) int64; -1 where nothing is scored:
            beyond a step's end, outside songs, in declarations of parts and in announcements.
        said: Additions of each target to the bag of its step, (B, T, L, 2) int64: itself and the
            program of its part; padded.
        starts: Where a song begins, (B, T).
        scored: Where a song goes on, (B, T).
        song: Row of `programs` that each step belongs to, (B, T) int64.
        programs: Program id of each part of each song, (P, K) int64; -1 if there is no such part.
    """

    bags: Tensor
    targets: Tensor
    said: Tensor
    starts: Tensor
    scored: Tensor
    song: Tensor
    programs: Tensor

    @property
    def count(self) -> Tensor:
        """The number of scored ids, a scalar."""
        return (self.targets >= 0).sum()


@dataclass(frozen=True, slots=True)
class Places:
    """The places in songs of a batch's positions; all (B, T) but for the tables.

    Attributes:
        scored: Whether the position belongs to a song.
        inside: Position in its song.
        source: Index of the song's first id or step.
        variant: Row of the augmentation's table.
        song: Index of the song among those at hand.
        numbers: Number of each of their parts, (P, K).
        programs: Program id of each of their parts, (P, K); -1 if there is no such part.
    """

    scored: Tensor
    inside: Tensor
    source: Tensor
    variant: Tensor
    song: Tensor
    numbers: Tensor
    programs: Tensor


@dataclass(frozen=True, slots=True)
class _Beyond:
    """Reordered songs, addressed as if they followed the store; on the device.

    Attributes:
        ids: The ids of all of them, int64.
        begins: Index of each step's first id, counted on from the store, and the end of the last.
        tempos: The Tempo id beside each of them, int16; empty in a model without `tempo_at_bars`.
    """

    ids: Tensor
    begins: Tensor
    tempos: Tensor


class IdGather:
    """Gathers batches of ids.

    Args:
        ids: The ids of all songs.
        table: Ids of each variant, (variants, V), or None.
    """

    def __init__(self, ids: ResidentIds | StoredIds, table: Tensor | None) -> None:
        self._ids = ids
        self._table = table

    def batch(self, places: Places) -> Batch:
        """Return the ids at some places."""
        scored = places.scored
        index = torch.where(scored, places.source + places.inside, 0)
        ids, targets = self._ids.take(index), self._ids.take(index + 1)
        if self._table is not None:
            ids = self._table[places.variant, ids].long()
            targets = self._table[places.variant, targets].long()
        return Batch(
            ids=torch.where(scored, ids, 0),
            targets=torch.where(scored, targets, 0),
            starts=scored & (places.inside == 0),
            scored=scored,
        )


class StepGather:
    """Gathers batches of steps.

    Args:
        ids: The ids of all songs.
        begins: Index of each step's first id, and the end of the last, (steps + 1,).
        tempos: The Tempo id beside each of them, padded, int16, (steps + 1,); empty in a model
            without `tempo_at_bars`. See `tempos_of`.
        table: Ids of each variant, (variants, V), or None.
        steps: Divides the ids into the model's steps.
    """

    def __init__(
        self,
        ids: ResidentIds | StoredIds,
        begins: Tensor,
        tempos: Tensor,
        table: Tensor | None,
        steps: StepDivider,
    ) -> None:
        vocabulary = steps.vocabulary
        self._ids = ids
        self._begins = begins
        self._tempos = tempos
        self._divider = steps
        self._table = table
        self._pad = vocabulary.pad
        self._parts = vocabulary.first_part
        self._part_count = vocabulary.part_count
        self._program = vocabulary.first_of(TokenKind.PROGRAM)
        self._program_count = len(vocabulary.ids_of(TokenKind.PROGRAM))
        self._announcing = (NOT_SCORED, NOT_SCORED)
        if vocabulary.has_order:
            self._announcing = (
                vocabulary.first_of(TokenKind.GAP),
                vocabulary.first_of(TokenKind.FILL),
            )
        self._reach = torch.arange(LONGEST, device=begins.device)
        self._beyond: _Beyond | None = None

    def go_beyond(self, places: Places, songs: dict[int, tuple[Ids, Ints]]) -> Places:
        """Read reordered songs in place of those of the store, until the next call.

        Args:
            places: The places of a segment.
            songs: For each reordered song at hand, its ids and where its steps begin, end included.

        Returns:
            The places of the segment with the reordered songs.
        """
        sources = np.full(len(places.programs), NOT_SCORED, dtype=np.int64)
        ids, begins = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
        index, step = self._ids.count, len(self._begins)
        for song, (own, starts) in songs.items():
            sources[song] = step
            ids.append(own.astype(np.int64))
            begins.append(starts + index)
            index, step = index + len(own), step + len(starts)
        device = self._begins.device
        all_ids, all_begins = np.concatenate(ids), np.concatenate(begins)
        tempos = tempos_of(all_ids, all_begins - self._ids.count, self._divider)
        joined = (torch.from_numpy(each).to(device) for each in (all_ids, all_begins, tempos))
        self._beyond = _Beyond(*joined)
        source = torch.from_numpy(sources).to(device)[places.song]
        return replace(places, source=torch.where(source < 0, places.source, source))

    def batch(self, places: Places) -> StepBatch:
        """Return the steps at some places, and the step after each."""
        step = torch.where(places.scored, places.source + places.inside, 0)
        own, own_programs, _ = self._steps(step, places)
        following, programs, given = self._steps(step + 1, places)
        absent = ~places.scored[..., None]
        beside = torch.maximum(own_programs.amax(-1), self._tempo(step, places))
        bags = torch.cat((own, beside[..., None]), dim=-1)
        return StepBatch(
            bags=bags.masked_fill(absent, self._pad),
            targets=following.masked_fill(absent | given | (following == self._pad), NOT_SCORED),
            said=torch.stack((following, programs), dim=-1).masked_fill(
                absent[..., None], self._pad
            ),
            starts=places.scored & (places.inside == 0),
            scored=places.scored,
            song=places.song,
            programs=_renumbered(places),
        )

    def _steps(self, step: Tensor, places: Places) -> tuple[Tensor, Tensor, Tensor]:
        """Return ids (B, T, L), the program of each, and whether the step is given (B, T, 1).

        Declarations of parts and announcements are given: the model never has to predict them.
        """
        begin = self._begin(step)[..., None]
        index = begin + self._reach
        inside = index < self._begin(step + 1)[..., None]
        ids = self._take(torch.where(inside, index, begin))
        if self._table is not None:
            ids = self._table[places.variant[..., None], ids].long()
        part = ids - self._parts
        is_part = inside & (part >= 0) & (part < self._part_count)
        part = torch.where(is_part, part, 0)
        song = places.song[..., None]
        program = places.programs[song, part]
        ids = torch.where(is_part, self._parts + places.numbers[song, part], ids)
        number = ids - self._program
        is_program = inside & (number >= 0) & (number < self._program_count)
        declares = is_program.any(-1, keepdim=True)
        # A declaration is a part and its program.
        ids = torch.where(is_program, program[..., :1], ids)
        beside = torch.where(is_part & ~declares, program, self._pad)
        gap, fill = self._announcing
        announces = (inside & ((ids == gap) | (ids == fill))).any(-1, keepdim=True)
        return torch.where(inside, ids, self._pad), beside, declares | announces

    def _tempo(self, step: Tensor, places: Places) -> Tensor:
        """Return the Tempo id beside each step, (B, T); padding where there is none."""
        if not self._divider.tempo_at_bars:
            return torch.full_like(step, self._pad)
        if self._beyond is None:
            tempos = self._tempos[step]
        else:
            count = len(self._tempos)
            tempos = _either(self._tempos.__getitem__, self._beyond.tempos, step, count)
        if self._table is not None:
            tempos = self._table[places.variant, tempos.long()]
        return tempos.long()

    def _begin(self, step: Tensor) -> Tensor:
        """Return the index of the first id of each step."""
        if self._beyond is None:
            return self._begins[step]
        return _either(self._begins.__getitem__, self._beyond.begins, step, len(self._begins))

    def _take(self, index: Tensor) -> Tensor:
        if self._beyond is None:
            return self._ids.take(index)
        return _either(self._ids.take, self._beyond.ids, index, self._ids.count)


def _either(take: Callable[[Tensor], Tensor], behind: Tensor, index: Tensor, count: int) -> Tensor:
    """Take from the first `count` entries of a store, and from `behind` for indices beyond."""
    if not len(behind):
        return take(index)
    there = index >= count
    found = take(torch.where(there, 0, index))
    return torch.where(there, behind[torch.where(there, index - count, 0)], found)


def _renumbered(places: Places) -> Tensor:
    """Return programs by the parts' numbers, (P, K)."""
    return torch.full_like(places.programs, NO_PROGRAM).scatter(1, places.numbers, places.programs)


def begins_of(tokens: NDArray[np.uint16], vocabulary: Vocabulary) -> Ints:
    """Return the index of each step's first id in whole songs, and the last end, (steps + 1,)."""
    return np.concatenate((np.zeros(1, dtype=np.int64), step_ends(tokens, vocabulary)))


def tempos_of(ids: NDArray[np.integer], begins: Ints, steps: StepDivider) -> NDArray[np.int16]:
    """Return the Tempo id beside each step, as `StepDivider.advance` adds it to the step's bag.

    Args:
        ids: Whole songs, one after another, (L,).
        begins: As from `begins_of`, (steps + 1,).
        steps: Divides the ids into the model's steps.

    Returns:
        The last Tempo id before each bar in its song, (steps + 1,); padding in the other steps,
        in bars before the first tempo, and after the last step. Empty without `tempo_at_bars`.
    """
    if not steps.tempo_at_bars:
        return np.zeros(0, dtype=np.int16)
    vocabulary = steps.vocabulary
    last = ids[begins[1:] - 1]
    kinds = vocabulary.kinds[last]
    # A song begins without a tempo, whatever the song before it said.
    says = np.flatnonzero((kinds == TokenKind.TEMPO) | (last == vocabulary.begin))
    said = np.where(kinds[says] == TokenKind.TEMPO, last[says], vocabulary.pad)
    said = np.concatenate(([vocabulary.pad], said))
    bars = np.flatnonzero(kinds == TokenKind.METER)
    tempos = np.full(len(begins), vocabulary.pad, dtype=np.int16)
    tempos[bars] = said[np.searchsorted(says, bars)]
    return tempos


def programs_of(
    tokens: NDArray[np.uint16], begins: Ints, vocabulary: Vocabulary
) -> NDArray[np.int64]:
    """Return the Program ids that each song declares for its parts, (songs, K); -1 for none.

    Args:
        tokens: Ids of all songs, begin included.
        begins: Index of each song's first id, (songs,).
        vocabulary: The vocabulary of the ids.
    """
    most = vocabulary.part_count
    programs = np.full((len(begins), most), NO_PROGRAM, dtype=np.int64)
    for song, begin in enumerate(begins.tolist()):
        head = tokens[begin + 1 : begin + 1 + 2 * most].astype(np.int64)
        bar = np.flatnonzero(head == vocabulary.bar)
        head = head[: int(bar[0]) if len(bar) else len(head)]
        pairs = head[: len(head) // 2 * 2].reshape(-1, 2)
        declared = vocabulary.kinds[pairs[:, 0]] == TokenKind.PART
        pairs = pairs[declared]
        programs[song, vocabulary.values[pairs[:, 0]]] = pairs[:, 1]
    return programs
