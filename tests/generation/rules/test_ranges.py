"""Parts keep to the range and the pace that they have played."""

from dataclasses import replace

import numpy as np
import pytest

from engine.config import SamplingConfig, SteeringConfig
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.rules.ranges import (
    FREE,
    MOST_NATS,
    PlayedRange,
    range_costs,
)
from engine.music.score import Note, Score, Track
from engine.request import same_role
from engine.tokens.parts import Parts
from engine.tokens.vocabulary import TokenKind
from tests.generation.conftest import BAR
from tests.generation.rules.conftest import plan_of, rule_in, say, shaped


def played(*pitches: int) -> Track:
    return Track(notes=tuple(Note(120 * i, pitch, 120) for i, pitch in enumerate(pitches)))


def going_on(model: LiveModel, score: Score, **asked: object) -> Plan:
    roles = same_role("write", len(score.tracks))
    return plan_of(model, score, start=8 * BAR, bars=4, roles=roles, **asked)


def costs_of(
    model: LiveModel, score: Score, kind: TokenKind = TokenKind.PITCH, **asked: object
) -> dict[int, dict[int, float]]:
    """Return nats by part and pitch, or by positions of a length."""
    vocabulary = model.tokenizer.vocabulary
    ids = vocabulary.ids_of(kind)
    values = vocabulary.values[ids].tolist()
    return {
        part: dict(zip(values, nats[ids].tolist(), strict=True))
        for part, nats in range_costs(going_on(model, score, **asked)).items()
    }


def test_what_was_played_and_a_little_more_costs_nothing_and_further_the_more(model) -> None:
    (nats,) = costs_of(model, Score(tracks=(played(*[60, 64, 67, 72] * 24),))).values()
    assert not any(nats[pitch] for pitch in range(60 - FREE, 72 + FREE + 1))
    assert 0 > nats[72 + FREE + 1] > nats[80] > nats[84]
    assert nats[60 - FREE - 1] == nats[72 + FREE + 1]
    assert min(nats.values()) >= -MOST_NATS


def test_a_range_is_the_surer_the_more_was_played_and_each_part_has_its_own(model) -> None:
    score = Score(tracks=(played(40, 43), played(*[72, 76] * 50), Track()))
    bass, tune = costs_of(model, score).values()
    assert bass[72] < 0
    assert tune[40] < bass[76] < 0
    assert tune[74] == bass[41] == 0


def test_tracks_that_share_a_part_have_one_range(model, vocabulary) -> None:
    low, high = played(*[40, 43] * 20), played(*[72, 76] * 20)
    for tracks in ((low, high), (high, low)):
        request = going_on(model, Score(tracks=tracks)).request
        plan = Plan(model, Score(tracks=tracks), request, parts=Parts((0, 0), (0,)))
        nats = range_costs(plan)[0][vocabulary.ids_of(TokenKind.PITCH)]
        assert not nats[40 - FREE : 76 + FREE + 1].any()
        assert nats[40 - FREE - 1] == nats[76 + FREE + 1] < 0


def test_drums_and_what_is_written_anew_have_none(model) -> None:
    drums = replace(played(36, 38), is_drum=True)
    anew = Track(notes=(Note(9 * BAR, 60, 120),))
    assert costs_of(model, Score(tracks=(drums, anew))) == {}
    assert rule_in(going_on(model, Score(tracks=(drums, anew))), PlayedRange) is None


def test_bars_before_since_have_no_range(model) -> None:
    early, late = played(30, 100), Track(notes=(Note(2 * BAR, 60, 120),))
    score = Score(tracks=(early.adding(late.notes),))
    (nats,) = costs_of(model, score, since=BAR).values()
    assert nats[30] == nats[100] < 0 == nats[60]


@pytest.mark.parametrize(("register", "free", "held"), [(1.0, 100, 20), (-1.0, 20, 100)])
def test_a_wish_for_higher_or_lower_is_not_held_back(model, register, free, held) -> None:
    steering = SteeringConfig(register=register)
    score = Score(tracks=(played(*[60, 64] * 20),))
    (nats,) = costs_of(model, score, steering=steering).values()
    assert nats[free] == 0
    assert nats[held] < 0


def test_each_part_that_plays_has_its_own_costs_wherever_it_stands(model, vocabulary) -> None:
    plan = plan_of(model, bars=4)
    rule, state, costs = rule_in(plan, PlayedRange), plan.decoding_state(), range_costs(plan)
    assert rule is not None
    assert set(costs) == {0, 1}
    for part in (0, 1):
        say(state, vocabulary, f"Part_{part}")
        assert shaped(rule, state, vocabulary).min() < 0
        assert np.array_equal(shaped(rule, state, vocabulary), costs[part])
    say(state, vocabulary, "Part_2")  # drums
    assert not shaped(rule, state, vocabulary).any()


def test_a_bold_request_may_leave_its_range(model) -> None:
    assert rule_in(plan_of(model), PlayedRange) is not None
    bold = plan_of(model, sampling=SamplingConfig(temperature=1.2))
    assert rule_in(bold, PlayedRange) is None


def test_notes_far_longer_than_any_of_their_part_are_less_likely(model) -> None:
    beats = Track(notes=tuple(Note(480 * beat, 60, 480) for beat in range(16)))
    quarter = model.tokenizer.ticks_per_quarter
    (nats,) = costs_of(model, Score(tracks=(beats,)), TokenKind.DURATION).values()
    assert nats[quarter] == 0
    assert 0 > nats[2 * quarter] > nats[4 * quarter] >= -MOST_NATS
    wanted = SteeringConfig(note_length=1.0)
    (free,) = costs_of(model, Score(tracks=(beats,)), TokenKind.DURATION, steering=wanted).values()
    assert not any(nats for length, nats in free.items() if length >= quarter)


def test_notes_far_shorter_than_the_short_ones_of_their_part_are_less_likely(model) -> None:
    # One eighth in sixteen notes is one of its lengths; one sixteenth in a hundred is a slip.
    lengths = ([480] * 15 + [240]) * 6 + [120]
    piece = Score(tracks=(Track(notes=tuple(Note(480 * i, 60, n) for i, n in enumerate(lengths))),))
    quarter = model.tokenizer.ticks_per_quarter
    asked = {"start": 26 * BAR}
    vocabulary = model.tokenizer.vocabulary
    ids = vocabulary.ids_of(TokenKind.DURATION)

    def nats_of(**more: object) -> dict[int, float]:
        (found,) = range_costs(plan_of(model, piece, **asked, **more)).values()
        return dict(zip(vocabulary.values[ids].tolist(), found[ids].tolist(), strict=True))

    nats = nats_of()
    assert nats[quarter] == nats[quarter // 2] == 0
    assert 0 > nats[quarter // 4] > nats[1] >= -MOST_NATS
    for wanted in (SteeringConfig(note_length=-1.0), SteeringConfig(busy=1.0)):
        free = nats_of(steering=wanted)
        assert not any(nats for length, nats in free.items() if length <= quarter)
