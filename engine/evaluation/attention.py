"""Where a model looks: attention by the age of what is looked at, over whole songs.

The figure of Rae et al. 2019 (arXiv 1911.05507), section 5.5, for songs instead of books.
"""

from collections.abc import Sequence

import numpy as np
import torch

from engine.evaluation.loss import SEGMENT
from engine.evaluation.song import Ids
from engine.model.attention_by_age import AttentionByAge, attention_by_age
from engine.model.transformer_xl import TransformerXL


def attention_over_songs(
    model: TransformerXL,
    songs: Sequence[Ids],
    *,
    buckets: int = 6,
    segment_length: int = SEGMENT,
) -> AttentionByAge:
    """Return the average attention of all queries that carry a full memory.

    Args:
        model: In evaluation mode.
        songs: Ids of each, begin and end included; at least one longer than memory and segment.
        buckets: Buckets of each part.
        segment_length: T; incomplete segments at the ends of songs are left out.

    Raises:
        ValueError: No song is long enough to fill the memory.
    """
    found: AttentionByAge | None = None
    for ids in songs:
        whole = torch.from_numpy(ids.astype(np.int64)).to(model.device)[None]
        memory = model.empty_memory(1)
        for start in range(0, whole.shape[1] - segment_length, segment_length):
            segment = whole[:, start : start + segment_length]
            one, memory = attention_by_age(model, segment, memory, buckets=buckets)
            found = one if found is None else found.plus(one)
    if found is None or not found.queries:
        raise ValueError("no song fills the memory")
    return found
