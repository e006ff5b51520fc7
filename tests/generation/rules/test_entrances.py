"""The plan of entrances in the rules: who rests is lowered, who comes in is missing."""

from dataclasses import replace

import numpy as np
import pytest

from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.planners import entrances
from engine.generation.priors import DeficitPriors, PlanPriors, Scales, scaled
from engine.generation.reading.habits import BarStatistics
from engine.generation.rules.deficit import AWAY, PartDeficit
from engine.generation.state.decoding import DecodingState
from engine.planning.entrances import NO_LINEUPS, Lineups
from engine.planning.phrases import PHRASE
from engine.tokens.vocabulary import TokenKind, Vocabulary
from tests.generation.conftest import ALL, BAR, chord_piece
from tests.generation.rules.conftest import (
    PRIORS,
    begin_bar,
    parts_in,
    plan_of,
    rule_in,
    say,
    shaped,
    strike,
)

NATS = PRIORS.deficit
PLANNED = PRIORS.plan
PIANO, BASS, DRUMS, HARP = range(4)
EVERYONE = frozenset({PIANO, BASS, DRUMS, HARP})


@pytest.fixture
def state(model: LiveModel) -> DecodingState:
    return plan_of(model, bars=16).decoding_state()


def deficit(vocabulary: Vocabulary, lineups: Lineups, *usual: int, **more: object) -> PartDeficit:
    each = dict.fromkeys(usual, 4.0)
    rule = PartDeficit(
        BarStatistics(frozenset(usual), 4.0 * len(usual), each, silent=EVERYONE - set(usual)),
        vocabulary,
        NATS,
        planned=PLANNED,
        lineups_of=lambda _seed: lineups,
        **more,
    )
    return rule.of_row(0)


def lineups(*bars: set[int], before: set[int]) -> Lineups:
    return Lineups(before=frozenset(before), bars=tuple(map(frozenset, bars)))


def test_a_part_that_rests_is_lowered_and_is_not_missing(
    vocabulary: Vocabulary, state: DecodingState
) -> None:
    rests = lineups({PIANO, DRUMS}, before={PIANO, BASS, DRUMS})
    rule = deficit(vocabulary, rests, PIANO, BASS, DRUMS)
    plays = deficit(vocabulary, NO_LINEUPS, PIANO, BASS, DRUMS)
    begin_bar(state, vocabulary, rule, plays)
    with_plan = parts_in(shaped(rule, state, vocabulary), vocabulary, 3)
    without = parts_in(shaped(plays, state, vocabulary), vocabulary, 3)
    assert with_plan[BASS] == -PLANNED.rest
    assert without[BASS] > 0
    assert with_plan[PIANO] > 0


def test_the_part_that_played_last_needs_no_id_to_go_on_and_is_lowered_too(
    vocabulary: Vocabulary, state: DecodingState
) -> None:
    rule = deficit(vocabulary, lineups({BASS}, before={PIANO, BASS}), PIANO, BASS)
    strike(state, vocabulary, 60, part=PIANO, position=0)
    pitches = vocabulary.span_of(TokenKind.PITCH)
    assert np.all(shaped(rule, state, vocabulary)[pitches] == -PLANNED.rest)
    say(state, vocabulary, "Position_24")
    assert np.all(shaped(rule, state, vocabulary)[pitches] == -PLANNED.rest)
    strike(state, vocabulary, 40, part=BASS)
    assert not shaped(rule, state, vocabulary)[pitches].any()


def test_a_part_that_comes_in_is_missing_until_it_plays_and_others_stay_out(
    vocabulary: Vocabulary, state: DecodingState
) -> None:
    rule = deficit(vocabulary, lineups({PIANO, BASS}, before={PIANO}), PIANO, notes={BASS: 2.0})
    nats = parts_in(shaped(rule, state, vocabulary), vocabulary, 4)
    assert nats[BASS] == pytest.approx(NATS.part)
    # A phrase begins here, but the plan has no harp.
    assert nats[HARP] == -NATS.entry
    strike(state, vocabulary, 40, 52, part=BASS, position=0)
    assert parts_in(shaped(rule, state, vocabulary), vocabulary, 3)[BASS] == 0
    begin_bar(state, vocabulary, rule)
    begin_bar(state, vocabulary, rule)
    assert parts_in(shaped(rule, state, vocabulary), vocabulary, 3)[BASS] > NATS.part


def test_a_part_that_was_to_go_on_and_is_long_silent_comes_in_again(
    vocabulary: Vocabulary, state: DecodingState
) -> None:
    """A model that is fitted no strengths of its own loses a part for good."""

    def silent(plan: Lineups) -> PartDeficit:
        rule = PartDeficit(
            BarStatistics(frozenset({PIANO, BASS}), 8.0, {PIANO: 4.0, BASS: 4.0}),
            vocabulary,
            DeficitPriors(kept=0.7),
            planned=PLANNED,
            lineups_of=lambda _seed: plan,
        )
        return rule.of_row(0)

    goes_on = silent(lineups({PIANO, BASS}, before={PIANO, BASS}))
    rests, unplanned = silent(lineups({PIANO}, before={PIANO, BASS})), silent(NO_LINEUPS)

    def bass() -> list[float]:
        """Return the nats for the bass of each rule in a bar that begins, and play the piano."""
        begin_bar(state, vocabulary, goes_on, rests, unplanned)
        found = [
            float(parts_in(shaped(rule, state, vocabulary), vocabulary, 2)[BASS])
            for rule in (goes_on, rests, unplanned)
        ]
        strike(state, vocabulary, 60, part=PIANO, position=0)
        return found

    by_bar = [bass() for _ in range(AWAY + 2)]
    assert [nats for nats, _, _ in by_bar[: AWAY - 1]] == [0.0] * (AWAY - 1)
    assert by_bar[-1][0] > 3 * PLANNED.enter
    assert {nats for _, nats, _ in by_bar} == {-PLANNED.rest}
    assert {nats for _, _, nats in by_bar} == {0.0}
    strike(state, vocabulary, 40, part=BASS)
    assert bass()[0] == 0.0


def test_a_bar_is_as_full_as_its_parts_and_no_fuller(
    vocabulary: Vocabulary, state: DecodingState
) -> None:
    alone = deficit(vocabulary, lineups({PIANO}, before={PIANO, BASS}), PIANO, BASS)
    both = deficit(vocabulary, NO_LINEUPS, PIANO, BASS)
    strike(state, vocabulary, 60, 64, 67, 71, part=PIANO, position=0)
    assert shaped(alone, state, vocabulary)[vocabulary.bar] == 0
    assert shaped(both, state, vocabulary)[vocabulary.bar] < 0


def planned(model: LiveModel, **asked: object) -> Plan:
    return plan_of(model, chord_piece(16), **{"start": 16 * BAR, "bars": 16, **asked})


def test_each_row_has_its_own_plan_and_the_rules_follow_it(model: LiveModel) -> None:
    plan = planned(model)
    found = [entrances.lineups(plan, seed) for seed in range(40)]
    assert all(len(each.bars) == 16 for each in found)
    assert len(set(found)) > 1
    seed = next(seed for seed, each in enumerate(found) if each.resting(0))
    rule = rule_in(plan, PartDeficit).of_row(seed)
    nats = parts_in(shaped(rule, plan.decoding_state(), plan.vocabulary), plan.vocabulary, 3)
    for part in found[seed].resting(0):
        assert nats[part] == -PLANNED.rest


@pytest.mark.parametrize(
    "asked",
    [
        {"bars": PHRASE - 1},
        {"planned": False},
        {"roles": ("write", "context", "context")},
        {"start": 4 * BAR, "bars": 8, "following": 2},
    ],
)
def test_no_entrances_are_planned_where_a_plan_has_no_place(model: LiveModel, asked) -> None:
    plan = planned(model, **asked)
    assert entrances.of(plan) is None
    assert entrances.lineups(plan, 0) == NO_LINEUPS


def test_a_model_whose_rules_are_off_follows_a_plan_of_entrances(model: LiveModel) -> None:
    fitted = replace(model, priors=scaled(Scales()))
    plan = planned(fitted, roles=ALL)
    assert entrances.of(plan) is not None
    assert rule_in(plan, PartDeficit) is not None
    off = replace(model, priors=replace(PRIORS, plan=PlanPriors(rest=0.0)))
    assert entrances.of(planned(off)) is None


def test_a_part_that_comes_in_is_raised_where_the_rules_for_parts_are_off(
    vocabulary: Vocabulary, state: DecodingState
) -> None:
    rule = PartDeficit(
        BarStatistics(frozenset({PIANO}), 4.0, {PIANO: 4.0}, silent=frozenset({BASS})),
        vocabulary,
        DeficitPriors(),
        planned=PLANNED,
        notes={BASS: 2.0},
        lineups_of=lambda _seed: lineups({PIANO, BASS}, before={PIANO}),
    ).of_row(0)
    nats = parts_in(shaped(rule, state, vocabulary), vocabulary, 2)
    assert nats[BASS] == PLANNED.enter
    assert nats[PIANO] == 0


def test_the_plan_of_each_row_says_which_tracks_play(model: LiveModel) -> None:
    plan = planned(model, roles=("write", "context", "write"))
    seeds = range(40)
    assert {
        entrances.playing(plan, seed) for seed in seeds if not entrances.lineups(plan, seed).changes
    } == {()}
    for seed in seeds:
        bars = [
            parts for each in entrances.playing(plan, seed) for parts in [each.tracks] * each.bars
        ]
        if bars:
            tracks = [
                tuple(sorted(plan.voices.track_of(part) for part in parts))
                for parts in entrances.lineups(plan, seed).bars
            ]
            assert bars == tracks
            assert entrances.playing(plan, seed)[0].first == 16
            assert all(set(each) <= {0, 2} for each in bars)
    assert any(entrances.playing(plan, seed) for seed in seeds)
