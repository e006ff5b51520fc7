from dataclasses import replace

import pytest

from benchmarks.evaluation.samples import samples
from engine.generation.continuation import Opening
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.ground.errors import EmptyMusicError
from engine.model.network.checkpoint import weights_of
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, Track
from engine.values.time import BarMap


def tune(bars=6):
    notes = tuple(Note(i * 480, 60 + i % 5, 480) for i in range(4 * bars))
    return Score(tracks=(Track(notes=notes),))


@pytest.fixture
def generator(model, tokenizer):
    return MusicGenerator(LiveModel.of(weights_of(model), tokenizer))


def sample(generator, opening, *, seed=0, bars=2, most_notes=0):
    sampling = SamplingConfig(seed=seed)
    return next(samples(generator, [opening], bars=bars, sampling=sampling, most_notes=most_notes))


def test_a_continuation_keeps_its_opening_and_adds_the_bars(generator):
    made = sample(generator, Opening.of(tune(), bars=4), seed=2, bars=3)
    old = [n for _, n in made.score.notes() if n.start < made.start]
    assert made.start == 4 * 1920
    assert [(n.start, n.pitch) for n in old] == [(i * 480, 60 + i % 5) for i in range(16)]
    new = [n for _, n in made.score.notes() if n.start >= made.start]
    assert new == sorted(part.note for part in made.parts)
    assert new
    bars = BarMap.of(made.score)
    assert {bars.bar_at(n.start) for n in new} <= {4, 5, 6}
    assert made.bars == 3


def test_the_same_seed_draws_the_same_and_another_does_not(generator):
    opening = Opening.of(tune(), bars=2)
    made = [sample(generator, opening, seed=seed) for seed in (5, 5, 6)]
    assert made[0] == made[1]
    assert made[0].score != made[2].score


def test_a_continuation_stops_when_it_has_notes_enough(generator):
    made = sample(generator, Opening.of(tune(), bars=2), bars=64, most_notes=5)
    assert len(made.parts) == 5


def test_an_opening_without_notes_is_refused():
    late = replace(tune(), tracks=(Track(notes=(Note(9 * 1920, 60, 480),)),))
    with pytest.raises(EmptyMusicError):
        Opening.of(late, bars=4)


def test_only_what_plays_in_the_opening_plays_on(generator):
    drums = Track(is_drum=True, notes=tuple(Note(i * 480, 36, 240) for i in range(16)))
    strings = Track(program=48, notes=tune(4).tracks[0].notes)
    late = Track(program=73, notes=(Note(12 * 1920, 90, 480),))
    opening = Opening.of(Score(tracks=(drums, late, strings)), bars=4)
    assert [track.program for track in opening.score.tracks if not track.is_drum] == [48]
    made = sample(generator, opening, bars=4, most_notes=100)
    assert {part.track for part in made.parts} <= {0, 1}
    assert len(made.score.tempos) <= 1
