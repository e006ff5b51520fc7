"""Songs as rows of a network's steps: what is read at each, and what is to be predicted after it.

A step is an id for one network and a note, or another event of several ids, for the other: all that
counts lengths and places in steps works for both.

Legend: B rows, T steps, W ids read at a step, K ids of the longest step, P parts; S steps of a
song, L its ids.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as F

from benchmarks.evaluation.song import Ids, Nats
from engine.tokens.gathering import (
    NOT_SCORED,
    Places,
    StepGather,
    begins_of,
    programs_of,
    tempos_of,
)
from engine.tokens.placement import ResidentIds
from engine.tokens.steps import StepDivider
from engine.tokens.vocabulary import TokenKind, Vocabulary

_DECLARES = (TokenKind.PART, TokenKind.PROGRAM)
_NOTES = (TokenKind.PITCH, TokenKind.DRUM)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rows:
    """Steps of some songs side by side.

    Attributes:
        bags: Ids that are read at each, (B, T, W) int64.
        targets: Ids of the step after each, in order, (B, T, K) int64; -1 where none is scored.
        said: What each target adds for those after it, (B, T, K, 2) int64.
        starts: Where a song begins, (B, T) bool.
        programs: Program id of each part, (B, P) int64; -1 where there is no such part.
    """

    bags: Tensor
    targets: Tensor
    said: Tensor
    starts: Tensor
    programs: Tensor

    @property
    def count(self) -> int:
        """How many rows, B."""
        return self.bags.shape[0]

    @property
    def length(self) -> int:
        """How many steps each has, T."""
        return self.bags.shape[1]

    def between(self, begin: int, end: int) -> "Rows":
        """Return some of the steps of each."""
        return replace(
            self,
            bags=self.bags[:, begin:end],
            targets=self.targets[:, begin:end],
            said=self.said[:, begin:end],
            starts=self.starts[:, begin:end],
        )

    def to(self, device: torch.device) -> "Rows":
        """Return the same on a device."""
        return Rows(
            bags=self.bags.to(device),
            targets=self.targets.to(device),
            said=self.said.to(device),
            starts=self.starts.to(device),
            programs=self.programs.to(device),
        )


def joined(parts: Sequence[Rows]) -> Rows:
    """Put steps one after another; the parts of the piece are those of the last.

    What the last step of each but the last is to predict is not what follows it here.
    """
    return Rows(
        bags=torch.cat([part.bags for part in parts], dim=1),
        targets=torch.cat([part.targets for part in parts], dim=1),
        said=torch.cat([part.said for part in parts], dim=1),
        starts=torch.cat([part.starts for part in parts], dim=1),
        programs=parts[-1].programs,
    )


def side_by_side(rows: Sequence[Rows], *, pad: int) -> Rows:
    """Put rows side by side so that all end together; the shorter ones begin later.

    Args:
        rows: Each begins with its song's beginning, so that nothing before it is its past.
        pad: The id that stands where there is none.
    """
    longest = max(row.length for row in rows)
    return Rows(
        bags=torch.cat([_later(row.bags, longest, pad) for row in rows]),
        targets=torch.cat([_later(row.targets, longest, NOT_SCORED) for row in rows]),
        said=torch.cat([_later(row.said, longest, pad) for row in rows]),
        starts=torch.cat([_later(row.starts, longest, 0) for row in rows]),
        programs=torch.cat([row.programs for row in rows]),
    )


def _later(tensor: Tensor, length: int, value: float) -> Tensor:
    before = (0, 0) * (tensor.dim() - 2) + (length - tensor.shape[1], 0)
    return F.pad(tensor, before, value=value)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SongSteps:
    """A song in a network's steps.

    Attributes:
        ids: Of the song, (L,).
        ends: One past the last id of each step, ascending, (S,).
        head: How many steps its beginning and the declarations of its parts are.
        rows: One row of all steps but the last, each with the one after it.
        scored: Whether each id but the first is predicted, (L - 1,): declarations are not, nor are
            ids of a step that is cut off.
        notes: Notes in each step, (S,).
    """

    ids: Ids
    ends: NDArray[np.int64]
    head: int
    rows: Rows
    scored: NDArray[np.bool_]
    notes: NDArray[np.int64]

    @property
    def steps(self) -> int:
        """How many steps, S."""
        return len(self.ends)

    def id_at(self, step: int) -> int:
        """Return where the first id of a step stands."""
        return int(self.ends[step - 1]) if step else 0

    def window(self, begin: int, end: int) -> Rows:
        """Return one row of steps [begin, end), each with the one after it.

        What begins inside a song is read after the song's beginning and its declarations.
        """
        if begin <= self.head:
            return self.rows.between(0, end)
        return joined([self.opening, self.rows.between(begin, end)])

    @property
    def opening(self) -> Rows:
        """The song's beginning and its declarations, one row."""
        return self.rows.between(0, self.head)

    def ids_before(self, begin: int, end: int) -> list[int]:
        """Return the ids that `window` reads."""
        begin = max(begin, self.head)
        heard = (self.ids[: self.id_at(self.head)], self.ids[self.id_at(begin) : self.id_at(end)])
        ids: list[int] = np.concatenate(heard).tolist()
        return ids

    def by_id(self, nats: Nats) -> Nats:
        """Return nats of each id but the first, (L - 1,), of those of the targets, (S - 1, K)."""
        found: Nats = np.zeros(len(self.ids) - 1)
        found[self.scored] = nats[self.rows.targets[0].numpy() >= 0]
        return found

    def by_step(self, nats: Nats) -> Nats:
        """Return the sum of each step but the first, (S - 1,), of nats of each id but the first."""
        sums: Nats = np.add.reduceat(nats[: int(self.ends[-1]) - 1], self.ends[:-1] - 1)
        return sums


def in_ids(ids: Ids, vocabulary: Vocabulary) -> SongSteps:
    """Return a song whose steps are its ids; begin included, (L,), at least two."""
    head = _declared(ids, vocabulary)
    whole = torch.from_numpy(ids.astype(np.int64))[None, :, None]
    targets = whole[:, 1:].clone()
    targets[:, : head - 1] = NOT_SCORED
    return SongSteps(
        ids=ids,
        ends=np.arange(1, len(ids) + 1),
        head=head,
        rows=Rows(
            bags=whole[:, :-1],
            targets=targets,
            said=torch.zeros(*targets.shape, 2, dtype=torch.int64),
            starts=_begun(len(ids) - 1),
            programs=torch.zeros(1, 0, dtype=torch.int64),
        ),
        scored=(targets[0, :, 0] != NOT_SCORED).numpy(),
        notes=_note(ids, vocabulary).astype(np.int64),
    )


def in_steps(ids: Ids, steps: StepDivider) -> SongSteps:
    """Return a song in steps of several ids; begin included, (L,), at least two steps."""
    vocabulary = steps.vocabulary
    begins = begins_of(ids, vocabulary)
    first = np.zeros(1, dtype=np.int64)
    programs = torch.from_numpy(programs_of(ids, first, vocabulary))
    count = len(begins) - 2
    inside = torch.arange(count)[None]
    none = torch.zeros_like(inside)
    places = Places(
        scored=torch.ones_like(inside, dtype=torch.bool),
        inside=inside,
        source=none,
        variant=none,
        song=none,
        numbers=torch.arange(programs.shape[1])[None],
        programs=programs,
    )
    stored = ResidentIds(ids, torch.device("cpu"))
    tempos = torch.from_numpy(tempos_of(ids, begins, steps))
    gather = StepGather(stored, torch.from_numpy(begins), tempos, None, steps)
    batch = gather.batch(places)
    head = _declared(ids, vocabulary)
    scored = np.arange(1, len(ids)) >= head
    scored[int(begins[-1]) - 1 :] = False
    return SongSteps(
        ids=ids,
        ends=begins[1:],
        head=int(np.searchsorted(begins, head)),
        rows=Rows(
            bags=batch.bags,
            targets=batch.targets,
            said=batch.said,
            starts=batch.starts,
            programs=programs,
        ),
        scored=scored,
        notes=np.add.reduceat(_note(ids, vocabulary).astype(np.int64), begins[:-1]),
    )


def _begun(length: int) -> Tensor:
    starts = torch.zeros(1, length, dtype=torch.bool)
    starts[:, 0] = True
    return starts


def _declared(ids: Ids, vocabulary: Vocabulary) -> int:
    """Return how many ids a song's beginning and its declarations are."""
    other = np.flatnonzero(~np.isin(vocabulary.kinds[ids[1:]], _DECLARES))
    return 1 + int(other[0]) if len(other) else len(ids)


def _note(ids: Ids, vocabulary: Vocabulary) -> NDArray[np.bool_]:
    return np.isin(vocabulary.kinds[ids], _NOTES)
