"""The piece goes on sounding: silence is longer than in the piece only against nats."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.row import rows_of
from engine.generation.rules.silence import MOST_BARS, SilentBars
from engine.generation.state.decoding import DecodingState
from engine.ground.paths import starter_model
from engine.request import Request
from engine.tokens.vocabulary import Vocabulary
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR
from tests.generation.rules.conftest import PRIORS, begin_bar, plan_of, rule_in, shaped, strike

NATS = PRIORS.plan.silence
START = 8


def tune(*bars: int, length: int = 100) -> Track:
    """Return a track with one note at the beginning of some bars."""
    return Track(notes=tuple(Note(bar * BAR, 60, length, 80) for bar in bars))


def plan_after(model: LiveModel, *tracks: Track, **asked: object) -> Plan:
    return plan_of(model, Score(tracks=tracks), start=START * BAR, **{"bars": 4} | asked)


def state_of(plan: Plan) -> DecodingState:
    return rows_of(plan, ())[0].state


def cost(rule: SilentBars, state: DecodingState, vocabulary: Vocabulary) -> float:
    """Return the nats that the bar line loses; no other id loses any."""
    logits = shaped(rule, state, vocabulary)
    lost = -float(logits[vocabulary.bar])
    logits[vocabulary.bar] = 0.0
    assert not logits.any()
    return lost


def costs(plan: Plan, vocabulary: Vocabulary, *, bars: int = 4) -> list[float]:
    """Return the cost of the bar line of each bar of a row that strikes nothing."""
    rule, state = rule_in(plan, SilentBars), state_of(plan)
    assert rule is not None
    found = [cost(rule, state, vocabulary)]
    for _ in range(bars - 1):
        begin_bar(state, vocabulary, rule)
        found.append(cost(rule, state, vocabulary))
    return found


def test_each_silent_bar_costs_more_and_no_bar_more_than_two(
    model: LiveModel, vocabulary: Vocabulary
) -> None:
    plan = plan_after(model, tune(*range(START)))
    assert costs(plan, vocabulary) == [NATS, 2 * NATS, 2 * NATS, 2 * NATS]
    assert MOST_BARS == 2


def test_a_note_ends_the_silence(model: LiveModel, vocabulary: Vocabulary) -> None:
    plan = plan_after(model, tune(*range(START)))
    rule, state = rule_in(plan, SilentBars), state_of(plan)
    assert rule is not None
    begin_bar(state, vocabulary, rule)
    strike(state, vocabulary, 60, part=0, position=0)
    assert cost(rule, state, vocabulary) == 0.0
    begin_bar(state, vocabulary, rule)
    assert cost(rule, state, vocabulary) == NATS


def test_silence_at_the_end_of_the_prompt_counts(model: LiveModel, vocabulary: Vocabulary) -> None:
    plan = plan_after(model, tune(*range(START - 3)))
    assert costs(plan, vocabulary, bars=2) == [2 * NATS, 2 * NATS]


def test_rests_as_long_as_those_of_the_piece_cost_nothing(
    model: LiveModel, vocabulary: Vocabulary
) -> None:
    plan = plan_after(model, tune(0, 1, 4, 5, 6, 7))
    assert costs(plan, vocabulary) == [0.0, 0.0, NATS, 2 * NATS]


def test_a_note_that_is_held_sounds(model: LiveModel, vocabulary: Vocabulary) -> None:
    notes = tune(*range(START - 1)).notes
    held = Track(notes=(*notes, Note(7 * BAR, 60, BAR + 9, 80)))
    assert costs(plan_after(model, held), vocabulary, bars=3) == [0.0, NATS, 2 * NATS]


def test_tracks_that_are_only_read_sound_and_ignored_ones_do_not(
    model: LiveModel, vocabulary: Vocabulary
) -> None:
    mine, other = tune(*range(START)), replace(tune(8, 9, 11), program=40)
    read = plan_after(model, mine, other, roles=("write", "context"))
    assert costs(read, vocabulary) == [0.0, 0.0, NATS, 0.0]
    ignored = plan_after(model, mine, other, roles=("write", "ignore"))
    assert costs(ignored, vocabulary, bars=2) == [NATS, 2 * NATS]


def test_a_row_counts_alone(model: LiveModel, vocabulary: Vocabulary) -> None:
    plan = plan_after(model, tune(*range(START)))
    rule, state = rule_in(plan, SilentBars), state_of(plan)
    assert rule is not None
    other = rule.branch()
    begin_bar(state, vocabulary, rule)
    assert cost(rule, state, vocabulary) == 2 * NATS
    assert cost(other, state, vocabulary) == NATS


def test_a_gap_has_no_rule(filling_folder: Path) -> None:
    model = LiveModel.load(filling_folder)
    score = Score(tracks=(tune(*range(20)),))
    assert rule_in(plan_of(model, score), SilentBars) is not None
    assert rule_in(plan_of(model, score, fill=True), SilentBars) is None
    assert rule_in(plan_of(model, score, following=1), SilentBars) is None


def test_nothing_sounded_or_no_strength_has_no_rule(model: LiveModel) -> None:
    assert rule_in(plan_after(model, Track(), tune(9)), SilentBars) is None
    silent = replace(model.priors, plan=replace(model.priors.plan, silence=0.0))
    assert rule_in(plan_after(replace(model, priors=silent), tune(0)), SilentBars) is None


def test_it_forbids_nothing(model: LiveModel, vocabulary: Vocabulary) -> None:
    rule = rule_in(plan_after(model, tune(0)), SilentBars)
    assert rule is not None
    logits = shaped(rule, state_of(plan_after(model, tune(0))), vocabulary)
    assert np.isfinite(logits).all()


@pytest.mark.parametrize(
    "beats", [*(pytest.param(each, marks=pytest.mark.slow) for each in (0, 1, 2)), 3]
)
def test_the_starter_goes_on_with_a_tune_that_stopped_inside_its_bar(beats: int) -> None:
    """Without the rule it falls silent for good in half of the draws that miss three beats."""
    pitches = ((60, 62, 64, 65, 67, 65, 64, 62) * 4)[: 32 - beats]
    quarters = tuple(Note(480 * k, pitch, 120, 90) for k, pitch in enumerate(pitches))
    score = Score(tracks=(Track(notes=quarters),))
    request = Request(start=8 * BAR, bars=4, alternatives=8, sampling=SamplingConfig(seed=7))
    generator = MusicGenerator(LiveModel.load(starter_model()))
    for made in continuations(generator, score, request):
        assert {part.note.start // BAR for part in made.parts} == {8, 9, 10, 11}
