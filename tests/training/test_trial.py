import itertools
from dataclasses import replace

import torch

from engine.config import BatchConfig
from engine.training import trial
from engine.training.trial import fastest_precision, measure


def test_speed_is_tokens_by_the_clock_and_warming_up_is_not_counted(store, new_model):
    ticks = itertools.accumulate([0.0, 50.0, *[50.0, 0.5] * 2, 50.0, 2.0])
    made = measure(
        replace(new_model().config, steps=None),
        store,
        BatchConfig(rows=2, segment_length=16),
        steps=3,
        clock=lambda: next(ticks),
    )
    assert made.tokens_per_s == 64.0
    assert made.slowest_tokens_per_s == 16.0
    assert made.peak_bytes is None


def test_a_precision_is_chosen_by_speed(monkeypatch):
    seconds = {torch.float32: 1.0, torch.bfloat16: 0.5}
    monkeypatch.setattr(trial, "_seconds", lambda _, dtype: seconds[dtype])
    assert fastest_precision("cpu") == "bfloat16"
    assert fastest_precision("mps") == "float32"
    seconds[torch.bfloat16] = 0.9
    assert fastest_precision("cpu") == "float32"
