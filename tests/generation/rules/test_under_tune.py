"""Parts that are added to a tune alone follow chords that are found for it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.planners import bass, chords, context, new_parts, under_tune
from engine.generation.row import rows_of
from engine.generation.rules.planned import LeanedTones, PlannedTones
from engine.generation.rules.silence import ADDED, SilentBars
from engine.ground.paths import starter_model
from engine.harmony.chord_track import typed_chords, with_chords
from engine.planning.chord_model import ChordModel
from engine.planning.counting import count_chords
from engine.request import Request
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR
from tests.generation.rules.conftest import PRIORS, begin_bar, rule_in, shaped, strike
from tests.planning.conftest import LOOP, VERSE, song

BASS, CHOIR = 33, 52
LINE = ((72, 76, 79, 76), (69, 72, 76, 72), (77, 81, 84, 81), (74, 79, 83, 79))


def tune(*bars: int) -> Track:
    """Return broken chords in some bars."""
    notes = (
        Note(bar * BAR + beat * 480, pitch, 480)
        for bar in bars
        for beat, pitch in enumerate(LINE[bar % 4])
    )
    return Track(name="Tune", program=73, notes=tuple(notes))


def beside(*notes: Note, heard: Track | None = None, program: int = BASS) -> Score:
    return Score(tracks=(heard or tune(*range(8)), Track(name="New", program=program, notes=notes)))


def asked(**changes: object) -> Request:
    usual = Request(bars=8, alternatives=1, fill=True, roles=("context", "write"))
    return replace(usual, **changes)


@pytest.fixture(scope="module")
def model(filling_folder: Path) -> LiveModel:
    counts = count_chords([song(VERSE, times=3), song(LOOP, times=4)])
    return replace(LiveModel.load(filling_folder), priors=PRIORS, chords=ChordModel(counts))


def test_each_bar_of_the_gap_has_a_chord_and_the_bass_leans_to_roots(model: LiveModel) -> None:
    plan = Plan(model, beside(), asked())
    assert {chord.tick for chord in chords.chords_of(plan, 1)} >= {bar * BAR for bar in range(8)}
    assert not context.chords(plan)
    assert bass.of(plan) == 1
    rule = rule_in(plan, PlannedTones)
    assert rule is not None
    assert isinstance(rule.of_row(1), LeanedTones)


@pytest.mark.parametrize(
    ("score", "changes"),
    [
        (beside(heard=song(VERSE).tracks[0]), {}),  # chords are there
        (beside(Note(8 * BAR, 36, 480), heard=tune(*range(9))), {}),  # the part has its harmony
        (with_chords(beside(), typed_chords("C | F", beside())), {}),  # the user wrote chords
        (beside(), {"planned": False}),
        (beside(), {"harmony": "free"}),
        (beside(), {"sampling": SamplingConfig(temperature=1.2)}),
        (beside(), {"wish": "end", "start": 4 * BAR, "bars": 4}),
    ],
)
def test_no_chords_are_planned_where_there_are_others(
    model: LiveModel, score: Score, changes: dict[str, object]
) -> None:
    plan = Plan(model, score, asked(**changes))
    assert under_tune.of(plan) is None
    assert not chords.chords_of(plan, 1)


def test_a_choir_gets_chords_and_no_bass(model: LiveModel) -> None:
    plan = Plan(model, beside(program=CHOIR), asked())
    assert chords.chords_of(plan, 1)
    assert bass.of(plan) is None


def test_a_part_that_plays_stays_the_bass_beside_one_that_is_added(model: LiveModel) -> None:
    piano = Track(notes=tuple(Note(bar * BAR, 48, 480) for bar in (8, 9)))
    score = Score(tracks=(tune(*range(10)), piano, Track(program=BASS)))
    plan = Plan(model, score, asked(start=2 * BAR, bars=4, roles=("context", "write", "write")))
    assert new_parts.added(plan) == {2}
    assert bass.of(plan) == 1
    assert under_tune.of(plan) is None


def test_two_bars_of_the_tune_in_which_the_new_part_is_silent_cost_and_one_is_free(
    model: LiveModel,
) -> None:
    plan = Plan(model, beside(heard=tune(0, 1, 2, 4, 5)), asked(bars=6))
    rule, (row,), vocabulary = rule_in(plan, SilentBars), rows_of(plan, ()), plan.vocabulary
    assert rule is not None
    found = []
    for bar in range(6):
        if bar:
            begin_bar(row.state, vocabulary, rule)
        found.append(-float(shaped(rule, row.state, vocabulary)[vocabulary.bar]))
    nats = ADDED * PRIORS.plan.silence
    assert found == [0, nats, 2 * nats, 0, 0, nats]  # bar 4 is a rest of the tune
    strike(row.state, vocabulary, 36, part=1, position=4)
    assert not shaped(rule, row.state, vocabulary)[vocabulary.bar]


def test_a_part_that_plays_elsewhere_rests_as_it_likes(model: LiveModel) -> None:
    score = beside(Note(8 * BAR, 36, 480), heard=tune(*range(9)))
    assert rule_in(Plan(model, score, asked()), SilentBars) is None


@pytest.mark.slow
def test_the_bass_of_the_starter_plays_planned_roots() -> None:
    generator = MusicGenerator(LiveModel.load(starter_model()))
    score, hits = beside(), []
    for seed in range(6):
        request = asked(sampling=SamplingConfig(seed=seed))
        plan = Plan(generator.model, score, request)
        (made,) = continuations(generator, score, request)
        struck = {part.note.start: part.note.pitch for part in made.parts}
        hits += [
            struck[chord.tick] % 12 == chord.root
            for chord in chords.chords_of(plan, seed)
            if chord.tick in struck
        ]
    assert len(hits) > 20
    assert np.mean(hits) > 0.8
