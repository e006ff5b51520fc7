"""A config that cannot work names the field that is wrong."""

import pytest

from engine.values.config import (
    BatchConfig,
    CompressionConfig,
    ModelConfig,
    SamplingConfig,
    TokenizerConfig,
    TrainingConfig,
)


@pytest.mark.parametrize(
    ("kind", "wrong", "named"),
    [
        (ModelConfig, {"vocab_size": 0}, "vocab_size"),
        (ModelConfig, {"vocab_size": 9, "d_model": 10, "n_head": 3}, "d_model"),
        (ModelConfig, {"vocab_size": 9, "mem_len": -1}, "mem_len"),
        (ModelConfig, {"vocab_size": 9, "dropout": 1.0}, "dropout"),
        (ModelConfig, {"vocab_size": 9, "d_model": 9, "n_head": 3}, "even"),
        (CompressionConfig, {"length": 4, "rate": 0}, "rate"),
        (CompressionConfig, {"length": 0}, "length"),
        (BatchConfig, {"rows": 0}, "rows"),
        (BatchConfig, {"segment_length": 0}, "segment_length"),
        (TrainingConfig, {"steps": 0}, "steps"),
        (TrainingConfig, {"learning_rate": 0.0}, "learning_rate"),
        (TokenizerConfig, {"velocities": 0}, "velocities"),
        (SamplingConfig, {"top_p": 0.0}, "top_p"),
        (SamplingConfig, {"min_p": 1.0}, "min_p"),
        (SamplingConfig, {"repetition_penalty": 0.5}, "repetition_penalty"),
    ],
)
def test_the_wrong_field_is_named(kind: type, wrong: dict[str, float], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        kind(**wrong)


def test_compression_needs_a_memory() -> None:
    with pytest.raises(ValueError, match="mem_len"):
        ModelConfig(vocab_size=9, mem_len=0, compression=CompressionConfig(length=4))


def test_widths_are_derived() -> None:
    config = ModelConfig(vocab_size=9, d_model=128, n_head=4)
    assert (config.head_width, config.inner_width) == (32, 512)
    assert ModelConfig(vocab_size=9, d_model=100, n_head=3, d_head=32).head_width == 32
