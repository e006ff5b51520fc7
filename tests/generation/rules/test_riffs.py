"""Parts keep their riffs note for note, and other parts are free."""

from dataclasses import replace

import numpy as np
import pytest

from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.planners import chords, departures, entrances, riffs
from engine.generation.rules.riffs import KeptRiffs
from engine.planning.riffs import Riff
from engine.request import DrawingLimits, Request
from engine.tokens.vocabulary import TokenKind
from engine.values.config import SamplingConfig, SteeringConfig
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR
from tests.generation.rules.conftest import PRIORS, begin_bar, plan_of, rule_in, shaped, strike

TUNE, BASS, DRUMS = range(3)
BARS = 16
SEEDS = range(200)


def band(bars: int = BARS) -> Score:
    """Return a tune that goes on, a bass that plays two bars again and again, and a beat."""
    tune = tuple(Note(bar * BAR + 480, 60 + bar * 7 % 12 + bar // 12, 480) for bar in range(bars))
    bass = tuple(
        Note(bar * BAR + beat * 480, (36, 43)[bar % 2] + 2 * beat, 400, 80)
        for bar in range(bars)
        for beat in (0, 2)
    )
    beats = range(0, bars * BAR, 480)
    beat = tuple(Note(tick, 36 + tick // 480 % 2 * 2, 100, 90) for tick in beats)
    return Score(
        tracks=(
            Track(notes=tune),
            Track(program=33, notes=bass),
            Track(is_drum=True, notes=beat),
        )
    )


def plan_after(model: LiveModel, score: Score | None = None, **asked: object) -> Plan:
    usual = {"start": BARS * BAR, "bars": 8}
    return plan_of(model, band() if score is None else score, **usual | asked)


def keeping(plan: Plan) -> int:
    """Return the seed of a row that keeps its riffs in all bars to come."""
    rows = ((seed, departures.kept(plan, seed)) for seed in SEEDS)
    bars = plan.bars_ahead
    return next(
        seed for seed, kept in rows if kept and min(each.bars for each in kept.values()) >= bars
    )


def test_each_part_has_a_riff_of_its_own(model: LiveModel) -> None:
    assert riffs.of(plan_after(model)) == {BASS: Riff(2, 16), DRUMS: Riff(1, 16)}


def test_without_drums_nothing_is_kept(model: LiveModel) -> None:
    score = band()
    assert not riffs.of(plan_after(model, score.with_track(DRUMS, Track(is_drum=True))))
    assert not riffs.of(
        plan_after(model, score.with_track(DRUMS, Track(notes=score.tracks[DRUMS].notes)))
    )


@pytest.mark.parametrize(
    "asked",
    [
        {"wish": "contrast"},
        {"wish": "busier"},
        {"steering": SteeringConfig(busy=1.0)},
        {"sampling": SamplingConfig(temperature=1.2)},
        {"sampling": SamplingConfig(echo=0.0)},
        {"limits": DrawingLimits(highest=90)},
        {"planned": False},
        {"start": 12 * BAR, "bars": 2, "following": 2},
        {"roles": ("write", "context", "ignore")},
    ],
)
def test_who_asks_for_other_notes_gets_them(model: LiveModel, asked: dict[str, object]) -> None:
    plan = plan_after(model, **asked)
    assert not riffs.of(plan)
    assert rule_in(plan, KeptRiffs) is None


def test_parts_that_are_written_beside_others_follow_them(model: LiveModel) -> None:
    roles = ("context", "write", "write")
    assert riffs.of(plan_after(model, roles=roles))
    assert not riffs.of(plan_after(model, band(BARS + 4), roles=roles))


def test_a_limit_of_copies_leaves_riffs(model: LiveModel) -> None:
    assert riffs.of(plan_after(model, limits=DrawingLimits(longest_copy=20)))


def test_a_part_keeps_its_riff_as_often_as_in_real_songs(model: LiveModel) -> None:
    def rows(**asked: object) -> list[set[int]]:
        plan = plan_after(model, **asked)
        return [set(departures.kept(plan, seed)) for seed in range(1000)]

    usual = rows()
    for part in (BASS, DRUMS):
        assert np.mean([part in kept for kept in usual]) == pytest.approx(0.67, abs=0.03)
    alone = [kept for kept in usual if len(kept) == 1]
    assert 0.1 < len(alone) / len(usual) < 0.3
    less = rows(sampling=SamplingConfig(echo=0.35))
    assert np.mean([BASS in kept for kept in less]) == pytest.approx(0.33, abs=0.03)


def test_a_loop_of_all_parts_is_left_by_half_of_the_rows(model: LiveModel) -> None:
    score = band()
    plan = plan_after(model, score.with_track(TUNE, Track(name="silent")))
    leaving = [departures.leaves(plan, seed) for seed in SEEDS]
    assert np.mean(leaving) == pytest.approx(0.5, abs=0.02)
    assert not any(departures.kept(plan, seed) for seed in SEEDS if departures.leaves(plan, seed))


def test_the_chords_of_a_bass_that_keeps_its_riff_return_and_its_parts_play(
    model: LiveModel,
) -> None:
    plan = plan_after(model)
    seed = keeping(plan)
    planner = chords.planner_of(plan, seed)
    if planner is not None:
        assert [bar.back for bar in planner.plan(seed)] == [2] * 8
    assert all({BASS, DRUMS} <= parts for parts in entrances.lineups(plan, seed).bars)


@pytest.fixture
def rule(model: LiveModel) -> KeptRiffs:
    plan = plan_after(model)
    made = rule_in(plan, KeptRiffs)
    assert made is not None
    found = made.of_row(keeping(plan))
    assert isinstance(found, KeptRiffs)
    return found


def lost(rule: KeptRiffs, plan: Plan, *said: tuple[int, int, int], bars: int = 0) -> set[str]:
    """Return the names of the ids that lose nats after notes (position, part, pitch)."""
    state, vocabulary = plan.decoding_state(), plan.vocabulary
    for _ in range(bars):
        begin_bar(state, vocabulary, rule)
    for position, part, pitch in said:
        strike(state, vocabulary, pitch, part=part, position=position)
    logits = shaped(rule, state, vocabulary)
    return {vocabulary.names[token] for token in np.flatnonzero(logits < 0)}


def test_notes_of_a_riff_come_at_their_places_and_other_parts_are_free(
    model: LiveModel, rule: KeptRiffs
) -> None:
    plan = plan_after(model)
    names, first = plan.vocabulary.names, plan.vocabulary.first_part
    tune, bass, drums = (names[first + part] for part in (TUNE, BASS, DRUMS))
    begun = lost(rule, plan)
    assert {"Bar_None", "Position_1", bass, drums} <= begun
    assert not {"Position_0", tune} & begun
    after_tune = lost(rule, plan, (0, TUNE, 61))
    assert {"Bar_None", "Position_1", drums} <= after_tune
    assert not {bass, "Pitch_64"} & after_tune
    after_bass = lost(rule, plan, (0, TUNE, 61), (0, BASS, 36))
    assert {"Position_12", "Pitch_40", bass} <= after_bass
    assert drums not in after_bass
    after_beat = lost(rule, plan, (0, BASS, 36), (0, DRUMS, 36))
    assert {"Position_13", "Bar_None", "PitchDrum_40"} <= after_beat
    assert not {"Position_5", "Position_12", tune} & after_beat
    beats = ((0, DRUMS, 36), (12, DRUMS, 38), (24, BASS, 40), (24, DRUMS, 36), (36, DRUMS, 38))
    over = lost(rule, plan, (0, BASS, 36), *beats)
    assert not {"Bar_None", "Position_40"} & over


def test_the_second_bar_of_a_riff_follows_the_first_and_a_riff_ends(
    model: LiveModel, rule: KeptRiffs
) -> None:
    plan = plan_after(model)
    first = plan.vocabulary.names[plan.vocabulary.first_part + BASS]
    state = plan.decoding_state()
    begin_bar(state, plan.vocabulary, rule)
    strike(state, plan.vocabulary, 61, part=TUNE, position=0)
    state.advance(plan.vocabulary.first_part + BASS)
    logits = shaped(rule, state, plan.vocabulary)
    pitches = logits[plan.vocabulary.span_of(TokenKind.PITCH)]
    assert np.flatnonzero(pitches == 0).tolist() == [43]
    assert lost(rule, plan, (0, TUNE, 61), bars=1)
    short = KeptRiffs(plan, {BASS: Riff(2, 1)})
    assert lost(short, plan)
    assert not lost(short, plan, bars=1)
    assert first not in lost(short, plan, (0, TUNE, 61))


def test_a_note_that_may_not_come_is_passed(model: LiveModel, rule: KeptRiffs) -> None:
    plan, state = plan_after(model), plan_after(model).decoding_state()
    vocabulary = plan.vocabulary
    strike(state, vocabulary, 61, part=TUNE, position=0)
    logits = np.zeros(len(vocabulary), np.float32)
    logits[vocabulary.first_part + BASS] = -np.inf
    shaped_logits = shaped(rule, state, vocabulary, logits)
    assert shaped_logits[vocabulary.first_part + DRUMS] == 0.0


def test_a_note_sounds_as_it_does_in_the_riff(model: LiveModel, rule: KeptRiffs) -> None:
    plan, state = plan_after(model), plan_after(model).decoding_state()
    vocabulary = plan.vocabulary
    state.advance(vocabulary.first_of(TokenKind.POSITION))
    state.advance(vocabulary.first_part + BASS)
    state.advance(vocabulary.first_of(TokenKind.PITCH) + 36)
    raised = np.flatnonzero(shaped(rule, state, vocabulary) > 0)
    assert [vocabulary.kinds[token] for token in raised] == [TokenKind.VELOCITY]
    state.advance(int(raised[0]))
    raised = np.flatnonzero(shaped(rule, state, vocabulary) > 0)
    assert [vocabulary.kinds[token] for token in raised] == [TokenKind.DURATION]


def test_a_random_network_keeps_the_riffs_of_a_band(model: LiveModel) -> None:
    request = replace(
        Request(start=BARS * BAR, bars=4, alternatives=1), sampling=SamplingConfig(seed=3)
    )
    seed = keeping(Plan(model, band(), request))
    request = replace(request, sampling=SamplingConfig(seed=seed))
    strong = replace(model, priors=replace(PRIORS, plan=replace(PRIORS.plan, riff=20.0)))
    (made,) = continuations(MusicGenerator(strong), band(), request)
    wanted = band(BARS + 4)
    for track in (BASS, DRUMS):
        struck = {(p.note.start, p.note.pitch) for p in made.parts if p.track == track}
        riff = {(n.start, n.pitch) for n in wanted.tracks[track].notes if n.start >= BARS * BAR}
        assert struck == riff
    assert {p.track for p in made.parts} >= {TUNE}
