"""What a token costs late in a piece is told beside what it costs early in it."""

from dataclasses import replace

import pytest

from benchmarks.speed import notes, steady
from engine.values.config import ModelConfig

CONFIG = ModelConfig(vocab_size=200, n_layer=3, d_model=64, n_head=4, mem_len=0, dropout=0.0)


@pytest.mark.parametrize("reads", ["ids", "notes"])
def test_late_in_a_piece_is_told_beside_early_in_it(
    monkeypatch: pytest.MonkeyPatch, reads: str
) -> None:
    config = replace(CONFIG, mem_len=16, vocab_size=300)
    monkeypatch.setattr(steady, "EARLY", 40)
    monkeypatch.setattr(steady, "BARS", 4)
    shares = list(
        steady.measure(notes.of_notes(config) if reads == "notes" else config, rounds=2, late=3_000)
    )
    done, figures = shares[-1]
    assert done == 1.0
    assert figures["reads"] == reads
    assert figures["early"] == 40
    assert figures["late"] == 3_000
    assert figures["rounds"] == 2
    assert figures["late_to_early_cost"] > 0
    assert 0 <= figures["going_back_ms_median"] <= figures["until_ready_ms_longest"]
