import numpy as np
import pytest
import torch

from benchmarks.evaluation.attention import attention_over_songs
from tests.benchmarks.evaluation.test_loss import ids_of


@pytest.mark.slow
def test_attention_is_averaged_over_songs_with_a_full_memory(reading, tokenizer):
    songs = [ids_of(tokenizer, bars=bars) for bars in (40, 30, 2)]
    found = attention_over_songs(reading, songs, buckets=4, segment_length=32)
    assert found.shares.shape == (2, 3, 4)
    torch.testing.assert_close(found.shares.sum(dim=(1, 2)), torch.ones(2, dtype=torch.float64))
    # A memory of 64 is full from the third whole segment of 32 on.
    whole = [(reading.song(ids).steps - 1) // 32 for ids in songs]
    assert found.queries == sum(max(0, segments - 2) for segments in whole) * 32
    assert found.queries > 0


def test_songs_too_short_for_the_memory_are_said(reading, tokenizer):
    with pytest.raises(ValueError, match="fills the memory"):
        attention_over_songs(reading, [ids_of(tokenizer, bars=2)[:40]], segment_length=32)


def test_what_is_looked_at_is_what_the_network_reads(reading, tokenizer):
    rows = reading.song(ids_of(tokenizer, bars=8)).rows.between(0, 20)
    _, after = reading.attention(rows, reading.empty_memory(1), buckets=2)
    expected = reading.hear(rows, reading.empty_memory(1))
    np.testing.assert_allclose(after.hidden[1].detach(), expected.hidden[1].detach(), atol=1e-5)
    assert (after.summary is None) == (expected.summary is None)
