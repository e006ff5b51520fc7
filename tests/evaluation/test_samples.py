from dataclasses import replace

import pytest

from engine.config import SamplingConfig
from engine.errors import EmptyMusicError
from engine.evaluation.samples import constraints_of, continued, prompt_of, samples
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


def test_the_programs_constraints_keep_the_prompts_instruments(model, tokenizer):
    drums = Track(is_drum=True, notes=tuple(Note(i * 480, 36, 240) for i in range(16)))
    strings = Track(program=48, notes=tune(4).tracks[0].notes)
    prompt = prompt_of(Score(tracks=(drums, strings)), tokenizer, bars=4)
    constraints = constraints_of(prompt, tokenizer)
    assert constraints.programs == {-1, 48}
    sample = continued(
        model,
        tokenizer,
        prompt,
        bars=4,
        sampling=SamplingConfig(),
        constraints=constraints,
        most_tokens=400,
    )
    assert {(t.is_drum, t.program if not t.is_drum else 0) for t in sample.score.tracks} <= {
        (True, 0),
        (False, 48),
    }
    assert len(sample.score.tempos) <= 1
