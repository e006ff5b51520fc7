"""Where a model looks: attention by the age of what is looked at, over whole songs.

The figure of Rae et al. 2019 (arXiv 1911.05507), section 5.5, for songs instead of books.
"""

from collections.abc import Sequence

import torch

from benchmarks.evaluation.attention_by_age import AttentionByAge
from benchmarks.evaluation.reading import SEGMENT, Reading
from benchmarks.evaluation.song import Ids


@torch.inference_mode()
def attention_over_songs(
    reading: Reading,
    songs: Sequence[Ids],
    *,
    buckets: int = 6,
    segment_length: int = SEGMENT,
) -> AttentionByAge:
    """Return the average attention of all queries that carry a full memory.

    Args:
        reading: Of the network.
        songs: Ids of each, begin and end included; at least one longer than memory and segment.
        buckets: Buckets of each part.
        segment_length: T, in steps; incomplete segments at the ends of songs are left out.

    Raises:
        ValueError: No song is long enough to fill the memory.
    """
    found: AttentionByAge | None = None
    for ids in songs:
        rows, memory = reading.song(ids).rows, reading.empty_memory(1)
        for start in range(0, rows.length + 1 - segment_length, segment_length):
            segment = rows.between(start, start + segment_length)
            one, memory = reading.attention(segment, memory, buckets=buckets)
            found = one if found is None else found.plus(one)
    if found is None or not found.queries:
        raise ValueError("no song fills the memory")
    return found
