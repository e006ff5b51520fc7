from dataclasses import replace

import pytest

from engine.config import SamplingConfig
from engine.errors import EmptyMusicError
from engine.evaluation.samples import continued, prompt_of, samples
from engine.music.score import Note, Score, Track
from engine.music.time import BarMap
from engine.tokens.constraints import Constraints


def tune(bars=6):
    notes = tuple(Note(i * 480, 60 + i % 5, 480) for i in range(4 * bars))
    return Score(tracks=(Track(notes=notes),))


def test_a_continuation_keeps_its_prompt_and_adds_the_bars(model, tokenizer):
    prompt = prompt_of(tune(), tokenizer, bars=4)
    never_ending = Constraints(end=False)
    sample = continued(
        model,
        tokenizer,
        prompt,
        bars=3,
        sampling=SamplingConfig(seed=2),
        constraints=never_ending,
        most_tokens=600,
    )
    quarter = tokenizer.ticks_per_quarter
    old = [n for _, n in sample.score.notes() if n.start < sample.boundary]
    assert sample.boundary == 16 * quarter
    assert [(n.start, n.pitch) for n in old] == [(i * quarter, 60 + i % 5) for i in range(16)]
    new = [n for _, n in sample.score.notes() if n.start >= sample.boundary]
    assert new
    bars = BarMap.of(sample.score)
    assert {bars.bar_at(n.start) for n in new} <= {4, 5, 6}
    assert 0 < sample.tokens <= 600
    assert not sample.ended


def test_the_same_seed_draws_the_same_and_another_does_not(model, tokenizer):
    prompt = prompt_of(tune(), tokenizer, bars=2)
    made = [
        next(iter(samples(model, tokenizer, [prompt], bars=2, sampling=SamplingConfig(seed=seed))))
        for seed in (5, 5, 6)
    ]
    assert made[0] == made[1]
    assert made[0].score != made[2].score


def test_a_prompt_without_notes_is_refused(tokenizer):
    late = replace(tune(), tracks=(Track(notes=(Note(9 * 1920, 60, 480),)),))
    with pytest.raises(EmptyMusicError):
        prompt_of(late, tokenizer, bars=4)
