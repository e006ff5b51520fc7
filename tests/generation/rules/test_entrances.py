"""The plan of entrances in the rules: who rests is lowered, who comes in is missing."""

from dataclasses import replace

import numpy as np
import pytest

from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.planners import entrances
from engine.generation.priors import PlanPriors, Scales, scaled
from engine.generation.reading.habits import BarStatistics
from engine.generation.rules.part_entrances import AWAY, PartEntrances
from engine.generation.state.decoding import DecodingState
from engine.planning.entrances import NO_LINEUPS, Lineups
from engine.planning.phrases import PHRASE
from engine.tokens.vocabulary import TokenKind, Vocabulary
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, TimeSignature, Track
from tests.generation.conftest import ALL, BAR, chord_piece
from tests.generation.rules.conftest import (
    PRIORS,
    at_share,
    begin_bar,
    parts_in,
    plan_of,
    rule_in,
    say,
    shaped,
    strike,
)

PLANNED = PRIORS.plan
PIANO, BASS, DRUMS, HARP = range(4)
EVERYONE = frozenset({PIANO, BASS, DRUMS, HARP})


@pytest.fixture
def state(model: LiveModel) -> DecodingState:
    return plan_of(model, bars=16).decoding_state()


def following(
    vocabulary: Vocabulary, lineups: Lineups, *usual: int, **more: object
) -> PartEntrances:
    """Return the rule of a row that follows a plan after these parts."""
    each = dict.fromkeys(usual, 4.0)
    rule = PartEntrances(
        BarStatistics(frozenset(usual), 4.0 * len(usual), each),
        vocabulary,
        PLANNED,
        lineups_of=lambda _seed: lineups,
        **more,
    )
    return rule.of_row(0)


def lineups(*bars: set[int], before: set[int]) -> Lineups:
    return Lineups(before=frozenset(before), bars=tuple(map(frozenset, bars)))


def test_a_part_that_rests_is_lowered_and_others_are_left_to_the_network(
    vocabulary: Vocabulary, state: DecodingState
) -> None:
    rests = lineups({PIANO, DRUMS}, before={PIANO, BASS, DRUMS})
    rule = following(vocabulary, rests, PIANO, BASS, DRUMS)
    plays = following(vocabulary, NO_LINEUPS, PIANO, BASS, DRUMS)
    begin_bar(state, vocabulary, rule, plays)
    assert parts_in(shaped(rule, state, vocabulary), vocabulary, 3) == [0, -PLANNED.rest, 0]
    assert parts_in(shaped(plays, state, vocabulary), vocabulary, 3) == [0, 0, 0]


def test_the_part_that_played_last_needs_no_id_to_go_on_and_is_lowered_too(
    vocabulary: Vocabulary, state: DecodingState
) -> None:
    rule = following(vocabulary, lineups({BASS}, before={PIANO, BASS}), PIANO, BASS)
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
    rule = following(vocabulary, lineups({PIANO, BASS}, before={PIANO}), PIANO, notes={BASS: 2.0})
    nats = parts_in(shaped(rule, state, vocabulary), vocabulary, 4)
    assert nats == [0, PLANNED.enter, 0, 0]
    strike(state, vocabulary, 40, 52, part=BASS, position=0)
    assert parts_in(shaped(rule, state, vocabulary), vocabulary, 3)[BASS] == 0
    begin_bar(state, vocabulary, rule)
    begin_bar(state, vocabulary, rule)
    assert parts_in(shaped(rule, state, vocabulary), vocabulary, 3)[BASS] > PLANNED.enter


def entering(vocabulary: Vocabulary, *, wanted: float, **more: object) -> PartEntrances:
    """Return a rule after the piano alone, by whose plan the bass comes in and stays."""
    comes = lineups({PIANO, BASS}, before={PIANO})
    return following(vocabulary, comes, PIANO, notes={BASS: wanted}, **more)


def nats_of_bass(rule: PartEntrances, state: DecodingState, vocabulary: Vocabulary) -> float:
    return parts_in(shaped(rule, state, vocabulary), vocabulary, 2)[BASS]


def test_a_part_that_sounds_on_is_not_missing(vocabulary: Vocabulary, state: DecodingState) -> None:
    rule = entering(vocabulary, wanted=2.0)
    assert nats_of_bass(rule, state, vocabulary) == PLANNED.enter
    state.voices.place(Note(state.bar.start, 40, BAR), BASS)
    assert nats_of_bass(rule, state, vocabulary) == 0


def test_a_part_that_has_played_less_than_usual_by_now_is_likelier(
    vocabulary: Vocabulary, state: DecodingState
) -> None:
    rule = entering(vocabulary, wanted=4.0)
    strike(state, vocabulary, 40, part=BASS, position=0)
    found = []
    for share in (0.25, 0.375, 0.5):
        at_share(state, vocabulary, share)
        found.append(nats_of_bass(rule, state, vocabulary))
    assert found == pytest.approx([0.0, PLANNED.enter / 2, PLANNED.enter])


def test_a_part_that_lacked_for_bars_is_ever_likelier_and_less_so_late_in_a_bar(
    vocabulary: Vocabulary, state: DecodingState
) -> None:
    rule = entering(vocabulary, wanted=1.0)
    first, found = rule.branch(), []
    for bar in range(4):
        if bar:
            begin_bar(state, vocabulary, rule)
        found.append(nats_of_bass(rule, state, vocabulary))
    assert found[0] < found[1] < found[2] < found[3]
    assert found[3] - found[2] < found[1] - found[0]
    assert nats_of_bass(first, state, vocabulary) == found[0]  # a branch keeps its own lacks
    at_share(state, vocabulary, 0.75)
    assert found[0] < nats_of_bass(rule, state, vocabulary) < found[3]


def test_what_a_bar_lacks_is_told_by_how_full_it_was_to_be(
    vocabulary: Vocabulary, state: DecodingState
) -> None:
    rule = entering(vocabulary, wanted=4.0, fullness=(0.5, 1.0))
    strike(state, vocabulary, 40, part=BASS, position=0)
    begin_bar(state, vocabulary, rule)
    # One note of two: half a bar is lacked.
    assert nats_of_bass(rule, state, vocabulary) == pytest.approx(2.0 * PLANNED.enter)


def test_each_bar_lacks_by_its_own_fullness_where_a_bar_is_written_as_several(
    model: LiveModel, vocabulary: Vocabulary
) -> None:
    """A bar of 17/16 is two bars of the vocabulary, and both are as full as it is to be."""
    length = 17 * 120
    notes = tuple(Note(t, 60, 120) for t in range(0, 4 * length, 120))
    tracks = (Track(notes=notes), Track(notes=notes, program=33))
    score = Score(tracks=tracks, time_signatures=(TimeSignature(0, 17, 16),))
    state = plan_of(model, score, start=4 * length, bars=4).decoding_state()
    rule = entering(vocabulary, wanted=4.0, fullness=(1.0, 1.0, 1.0, 0.25))
    strike(state, vocabulary, 40, part=BASS, position=0)
    first = state.bar_number
    begin_bar(state, vocabulary, rule)
    assert state.bar_number == first
    # One note of four: three quarters of a bar are lacked.
    assert nats_of_bass(rule, state, vocabulary) == pytest.approx(2.5 * PLANNED.enter)


@pytest.mark.parametrize(("temperature", "kept"), [(0.8, True), (1.0, True), (1.2, False)])
def test_a_bold_request_is_free_of_it(model: LiveModel, temperature: float, *, kept: bool) -> None:
    plan = planned(model, sampling=SamplingConfig(temperature=temperature))
    assert (rule_in(plan, PartEntrances) is not None) == kept


def test_a_part_that_was_to_go_on_and_is_long_silent_comes_in_again(
    vocabulary: Vocabulary, state: DecodingState
) -> None:
    """A model that is fitted no strengths of its own loses a part for good."""

    goes_on, rests, unplanned = (
        following(vocabulary, plan, PIANO, BASS)
        for plan in (
            lineups({PIANO, BASS}, before={PIANO, BASS}),
            lineups({PIANO}, before={PIANO, BASS}),
            NO_LINEUPS,
        )
    )

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


def planned(model: LiveModel, **asked: object) -> Plan:
    return plan_of(model, chord_piece(16), **{"start": 16 * BAR, "bars": 16, **asked})


def test_each_row_has_its_own_plan_and_the_rules_follow_it(model: LiveModel) -> None:
    plan = planned(model)
    found = [entrances.lineups(plan, seed) for seed in range(40)]
    assert all(len(each.bars) == 16 for each in found)
    assert len(set(found)) > 1
    seed = next(seed for seed, each in enumerate(found) if each.resting(0))
    rule = rule_in(plan, PartEntrances).of_row(seed)
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
    assert rule_in(plan, PartEntrances) is not None
    off = replace(model, priors=replace(PRIORS, plan=PlanPriors(rest=0.0)))
    assert entrances.of(planned(off)) is None


def test_the_plan_of_each_row_says_which_tracks_play(model: LiveModel) -> None:
    plan = planned(model, roles=("write", "context", "write"))
    seeds = range(120)
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
