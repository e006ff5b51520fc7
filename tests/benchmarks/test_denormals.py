"""`python -m benchmarks denormals` does the same work twice and leaves small numbers flushed."""

from pathlib import Path

import pytest
import torch

from benchmarks.speed import denormals
from engine.config import ModelConfig
from engine.model.network.checkpoint import save_model
from engine.model.network.transformer_xl import TransformerXL
from engine.tokens.tokenizer import Tokenizer


@pytest.fixture(autouse=True)
def as_before():
    yield
    torch.set_flush_denormal(False)


@pytest.fixture(name="trained")
def of_a_model(tmp_path: Path) -> Path:
    tokenizer = Tokenizer()
    config = ModelConfig(
        vocab_size=tokenizer.vocab_size, n_layer=1, d_model=32, n_head=2, mem_len=32
    )
    save_model(tmp_path, TransformerXL(config), tokenizer=tokenizer.describe(), card={})
    return tmp_path


@pytest.mark.slow
def test_each_work_is_done_with_small_numbers_kept_and_flushed(trained, monkeypatch) -> None:
    turns = []

    def small_numbers_are_zero() -> bool:
        return not bool((torch.full((64,), 1e-30) * 1e-10).any())

    def watched(work, flush):
        def turn() -> int:
            units = denormals_set_before(work, flush)()
            turns.append((flush, small_numbers_are_zero()))
            return units

        return turn

    if not torch.set_flush_denormal(True):
        pytest.skip("this processor cannot flush denormal numbers")
    denormals_set_before = denormals._set_before
    monkeypatch.setattr(denormals, "_set_before", watched)

    shares = list(denormals.measure(model=trained, rows=2, segment_length=16, rounds=1))

    share, figures = shares[-1]
    assert share == 1.0
    assert {denormals.TRAINING, denormals.DECODING} <= figures["works"].keys()
    for speeds in figures["works"].values():
        assert speeds.keys() == {denormals.KEPT, denormals.FLUSHED}
        assert speeds[denormals.KEPT]["ratio"] == 1.0
    assert {flush for flush, _ in turns} == {True, False}
    assert all(flush == zero for flush, zero in turns)
    assert small_numbers_are_zero()
