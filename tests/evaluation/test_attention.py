import numpy as np
import pytest
import torch

from engine.evaluation.attention import attention_over_songs


def test_attention_is_averaged_over_songs_with_a_full_memory(model):
    generator = np.random.default_rng(1)
    songs = [generator.integers(3, 700, n).astype(np.uint16) for n in (200, 150, 20)]
    found = attention_over_songs(model, songs, buckets=4, segment_length=32)
    assert found.shares.shape == (2, 3, 4)
    torch.testing.assert_close(found.shares.sum(dim=(1, 2)), torch.ones(2, dtype=torch.float64))
    # A memory of 64 is full from the third segment of 32 on: 4 of the first song's 6, 2 of 4.
    assert found.queries == (4 + 2) * 32


def test_songs_too_short_for_the_memory_are_said(model):
    with pytest.raises(ValueError, match="fills the memory"):
        attention_over_songs(model, [np.arange(40, dtype=np.uint16)], segment_length=32)
