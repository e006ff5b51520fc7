"""Moves the memory by one segment: new positions enter, old ones are compressed or dropped.

Legend: L layers, B rows, T segment, P plain memory, C slots, n evicted positions, c rate, D width.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from engine.model.network.compression import Compressor
from engine.model.network.memory import Memory, aged, pushed


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Passed:
    """The result of a segment's way through the layers.

    Attributes:
        output: (B, T, D), of the last layer, before the final norm.
        inputs: For each layer its input (B, T, D).
        received: For each layer (B, C + P + T), attention that each key received in this
            segment, summed over queries and heads; empty unless it was asked for.
    """

    output: Tensor
    inputs: tuple[Tensor, ...]
    received: tuple[Tensor, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Evicted:
    """The positions that left one layer's plain memory, and the slots made of them.

    Attributes:
        old: (B, n, D), without gradient.
        slots: (B, n / c, D), with the compressor's gradient.
    """

    old: Tensor
    slots: Tensor


def remembered(memory: Memory, passed: Passed, starts: Tensor | None) -> Memory:
    """Return the memory after a segment, without compression.

    Args:
        memory: The memory before the segment.
        passed: The segment.
        starts: (B, T) bool, where a song begins, or None.

    Returns:
        The memory after the segment.
    """
    pairs = zip(memory.hidden, passed.inputs, strict=True)
    hidden = tuple(pushed(old, new) for old, new in pairs)
    return replace(
        memory, hidden=hidden, age=aged(memory.age, starts, length=passed.output.shape[1])
    )


def compressed(
    memory: Memory, passed: Passed, starts: Tensor | None, compressors: Sequence[Compressor]
) -> tuple[Memory, tuple[Evicted, ...]]:
    """Return the memory after a segment: each c of the oldest positions become a slot.

    Args:
        memory: The memory before the segment.
        passed: The segment.
        starts: (B, T) bool, where a song begins, or None.
        compressors: One for each layer.

    Returns:
        The memory after the segment, without gradient, and the positions that each layer evicted.
    """
    length = passed.output.shape[1]
    rate = memory.rate
    count = (memory.waiting + length) // rate * rate
    hidden, slots, usage, pending, evicted = [], [], [], [], []
    for layer, compressor in enumerate(compressors):
        pool = torch.cat([memory.hidden[layer], passed.inputs[layer].detach()], dim=1)
        received = None
        if memory.usage:
            received = _received(memory, passed, layer)
            usage.append(received[:, count:].contiguous())
            seen_by = torch.arange(pool.shape[1], 0, -1, device=pool.device)
            received = (received / seen_by)[:, :count]
        # Copies, so that no larger tensor stays alive and a resumed run is bit-equal.
        old = pool[:, : count + compressor.ahead if count else 0].contiguous()
        made = compressor(old, received).to(pool.dtype)
        hidden.append(pool[:, count:].contiguous())
        slots.append(pushed(memory.compressed[layer], made))
        pending.append(old)
        evicted.append(Evicted(old=pool[:, :count], slots=made))
    after = replace(
        memory,
        hidden=tuple(hidden),
        compressed=tuple(slots),
        usage=tuple(usage),
        pending=tuple(pending) if memory.pending else (),
        age=aged(memory.age, starts, length=length),
        waiting=(memory.waiting + length) % rate,
    )
    return after, tuple(evicted)


def slots_with_gradient(memory: Memory, layer: int, compressor: Compressor) -> Tensor:
    """Compress a layer's newest slots again, so that the main loss can train the compressor.

    Back-propagation through time (section 3.2) over one segment: older slots stay as they are.

    Args:
        memory: A memory with `pending`, the positions of the newest slots.
        layer: Index of the layer.
        compressor: The layer's.

    Returns:
        (B, C, D).
    """
    slots = memory.compressed[layer]
    made: Tensor = compressor(memory.pending[layer])
    if not made.shape[1]:
        return slots
    return torch.cat([slots, made], dim=1)[:, -slots.shape[1] :]


def _received(memory: Memory, passed: Passed, layer: int) -> Tensor:
    """Add the segment's attention to the positions' own: (B, P + T)."""
    new = passed.received[layer][:, memory.slots :].clone()
    new[:, : memory.length] += memory.usage[layer]
    return new
