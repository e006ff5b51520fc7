"""How much attention goes to the new, to the remembered and to the compressed.

Legend: L layers, B rows, T segment, W ids of a bag, P plain memory, C slots, S = C + P + T keys,
N buckets.

The figure of Rae et al. 2019, section 5.5: keys in the order in which they stand, divided into as
many buckets for each of the three parts, and the attention that each bucket gets on average.
"""

from dataclasses import dataclass, replace

import torch
from torch import Tensor

from engine.model.network.kinds import Network
from engine.model.network.memory import Memory
from engine.model.network.note_xl import NoteXL

PARTS = ("compressed", "memory", "segment")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AttentionByAge:
    """Average attention of many queries.

    Attributes:
        shares: (L, 3, N) float64: for each layer the share of attention that each bucket of
            compressed memory, memory and segment gets, oldest first; a layer's sum to 1.
        queries: How many queries this is the average of; 0 if no row had a full memory.
    """

    shares: Tensor
    queries: int

    def plus(self, other: "AttentionByAge") -> "AttentionByAge":
        """Average over the queries of both."""
        queries = self.queries + other.queries
        if not queries:
            return self
        whole = self.shares * self.queries + other.shares * other.queries
        return AttentionByAge(shares=whole / queries, queries=queries)


@torch.no_grad()
def attention_by_age(
    model: Network,
    steps: Tensor,
    memory: Memory,
    starts: Tensor | None = None,
    *,
    buckets: int = 6,
) -> tuple[AttentionByAge, Memory]:
    """Measure a segment's attention and go on.

    Only rows count that carry one song as far back as the memory goes: where there is nothing to
    look at, not looking at it says nothing.

    Args:
        model: In evaluation mode.
        steps: Ids (B, T) int64; bags (B, T, W) for a model whose position is a note.
        memory: What the rows carry.
        starts: (B, T) bool, where a song begins, or None.
        buckets: Buckets of each part, N.

    Returns:
        The averages over the segment's queries, and the memory after the segment.
    """
    carried = memory.slots + memory.length
    full = memory.visible() == carried
    if starts is not None:
        full &= ~starts.any(dim=1)
    x, summary = _inputs(model, steps, memory, starts)
    passed = model.pass_through(x, memory, starts, receive=True)
    queries = int(full.sum()) * steps.shape[1]
    sizes = (memory.slots, memory.length, steps.shape[1])
    shares = torch.zeros(len(passed.received), len(PARTS), buckets, dtype=torch.float64)
    for layer, received in enumerate(passed.received):
        by_key = received[full].double().sum(dim=0).cpu() / max(1, queries * model.config.n_head)
        for part, keys in enumerate(by_key.split(sizes)):
            for bucket, share in enumerate(keys.tensor_split(buckets)):
                shares[layer, part, bucket] = share.sum()
    after = replace(model.remember(memory, passed, starts), summary=summary)
    return AttentionByAge(shares=shares, queries=queries), after


def _inputs(
    model: Network, steps: Tensor, memory: Memory, starts: Tensor | None
) -> tuple[Tensor, Tensor | None]:
    """Return what the trunk reads, and the key summary's sums after the segment."""
    if isinstance(model, NoteXL):
        return model.inputs(steps, memory, starts)
    return model.embed(steps), memory.summary
