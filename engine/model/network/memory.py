"""The memory of a Transformer-XL, row by row: a value, never edited.

Legend: L layers, B rows, P positions of plain memory, C slots of compressed memory, D width.

Plain memory has P = mem_len positions. With compression by rate c it has mem_len + r, where
r < c positions wait until c of them can become one slot. Slots are aligned to the end of the
plain memory, so one number per row, its `age`, tells which entries belong to its song.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

import torch
from torch import Tensor


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Memory:
    """The inputs that each layer had at the latest positions (Dai et al. 2019, section 3.2).

    A new memory has its full size and is zero; `age` hides entries that were never written, so
    shapes stay the same from the first segment on.

    Attributes:
        hidden: For each layer (B, P, D), oldest first, without gradient.
        age: (B,) int64, positions since the row's song began; it may exceed the memory.
        compressed: For each layer (B, C, D), oldest first; empty without compression.
        usage: For each layer (B, P), average attention received; only for `most_used`.
        pending: For each layer the positions of the newest slots, (B, n, D); only for `bptt`.
        rate: Positions in a slot, c; 1 without compression.
        waiting: Positions of plain memory beyond mem_len, r, that are not yet c.
        summary: (B, H, 12), the key summary's sums; None for a model without one.
    """

    hidden: tuple[Tensor, ...]
    age: Tensor
    compressed: tuple[Tensor, ...] = ()
    usage: tuple[Tensor, ...] = ()
    pending: tuple[Tensor, ...] = ()
    rate: int = 1
    waiting: int = 0
    summary: Tensor | None = None

    @property
    def rows(self) -> int:
        """Number of rows, B."""
        return self.age.shape[0]

    @property
    def length(self) -> int:
        """Positions of plain memory, P."""
        return self.hidden[0].shape[1]

    @property
    def slots(self) -> int:
        """Slots of compressed memory, C."""
        return self.compressed[0].shape[1] if self.compressed else 0

    def visible(self) -> Tensor:
        """Count the entries that belong to each row's present song.

        A slot counts only if all of its positions do.

        Returns:
            (B,) int64, counted from the latest of the C + P entries.
        """
        slots = (self.age - self.length).clamp(min=0) // self.rate
        return self.age.clamp(max=self.length) + slots.clamp(max=self.slots)

    def select(self, rows: Tensor) -> Self:
        """Keep the given rows in the given order.

        Args:
            rows: (N,) int64 indices of rows, repeats allowed.

        Returns:
            A memory of N rows.
        """
        return self._each(lambda tensor: tensor.index_select(0, rows))

    def to(self, device: torch.device | str) -> Self:
        """Move to a device."""
        return self._each(lambda tensor: tensor.to(device))

    def tensors(self) -> dict[str, Tensor]:
        """Name every tensor, for a training checkpoint. The inverse is `from_tensors`.

        Returns:
            Names such as `hidden.0` and their tensors, rows first; `rate` alone belongs to no row
            and holds the rate and how many positions are waiting.
        """
        named = {"age": self.age, "rate": torch.tensor([self.rate, self.waiting])}
        for kind in ("hidden", "compressed", "usage", "pending"):
            for layer, tensor in enumerate(getattr(self, kind)):
                named[f"{kind}.{layer}"] = tensor.contiguous()
        if self.summary is not None:
            named["summary"] = self.summary
        return named

    @classmethod
    def from_tensors(cls, named: dict[str, Tensor]) -> Self:
        """Build a memory from the result of `tensors`.

        Args:
            named: The result of `tensors`; other names are ignored.

        Returns:
            The memory.

        Raises:
            KeyError: If `age` or `rate` is missing.
        """

        def layers(kind: str) -> tuple[Tensor, ...]:
            count = sum(name.startswith(f"{kind}.") for name in named)
            return tuple(named[f"{kind}.{layer}"] for layer in range(count))

        rate, waiting = (int(number) for number in named["rate"].tolist())
        return cls(
            hidden=layers("hidden"),
            age=named["age"],
            compressed=layers("compressed"),
            usage=layers("usage"),
            pending=layers("pending"),
            rate=rate,
            waiting=waiting,
            summary=named.get("summary"),
        )

    def _each(self, change: Callable[[Tensor], Tensor]) -> Self:
        return replace(
            self,
            hidden=tuple(map(change, self.hidden)),
            age=change(self.age),
            compressed=tuple(map(change, self.compressed)),
            usage=tuple(map(change, self.usage)),
            pending=tuple(map(change, self.pending)),
            summary=None if self.summary is None else change(self.summary),
        )


def aged(age: Tensor, starts: Tensor | None, *, length: int) -> Tensor:
    """Return the age of each row's song after one more segment.

    Args:
        age: (B,) int64 before the segment.
        starts: (B, T) bool, where a song begins, or None where none does.
        length: Positions of the segment, T.

    Returns:
        (B,) int64.
    """
    if starts is None:
        return age + length
    last = latest_start(starts)[:, -1]
    return torch.where(last >= 0, length - last, age + length)


def latest_start(starts: Tensor) -> Tensor:
    """Find for each position where its song began inside the segment.

    Args:
        starts: (B, T) bool.

    Returns:
        (B, T) int64, the latest start at or before each position, -1 where there is none.
    """
    positions = torch.arange(starts.shape[1], device=starts.device)
    return torch.where(starts, positions, -1).cummax(dim=1).values


def pushed(hidden: Tensor, segment: Tensor) -> Tensor:
    """Drop the oldest positions for the same number of new ones.

    Args:
        hidden: (B, P, D), a layer's memory.
        segment: (B, T, D), the layer's inputs.

    Returns:
        (B, P, D) without gradient; a copy, so that the memory keeps no segment alive.
    """
    kept = hidden.shape[1]
    segment = segment.detach()
    if segment.shape[1] >= kept:
        return segment[:, segment.shape[1] - kept :].clone()
    return torch.cat([hidden[:, segment.shape[1] :], segment], dim=1)
