"""Parts keep to the range, the pace and the intervals that they have played."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from engine.config import SamplingConfig, SteeringConfig
from engine.generation.model import LiveModel
from engine.generation.plan import BOLDEST, Plan
from engine.generation.rules.ranges import (
    FREE,
    MOST_NATS,
    USUAL_SHARES,
    WIDEST,
    MelodicIntervals,
    PlayedRange,
    interval_nats,
    range_costs,
)
from engine.generation.rules.rule import Logits
from engine.generation.state.decoding import DecodingState
from engine.music.score import Note, Score, Track
from engine.request import same_role
from engine.tokens.parts import Parts
from engine.tokens.vocabulary import TokenKind, Vocabulary
from tests.generation.conftest import BAR
from tests.generation.rules.conftest import PRIORS, plan_of, rule_in, say, shaped

AGAIN, STEP, THIRD = range(3)
USUAL = USUAL_SHARES
MOST_OF_INTERVALS = PRIORS.range.interval


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


def scale(notes: int) -> list[int]:
    return [60 + (0, 2, 4, 5, 7, 5, 4, 2)[i % 8] for i in range(notes)]


def nats_of(pitches: Sequence[int]) -> tuple[float, ...]:
    return interval_nats(pitches, PRIORS.range)


def test_a_scale_leans_to_steps_and_the_more_the_longer_it_is() -> None:
    short, long = nats_of(scale(13)), nats_of(scale(200))
    assert long[STEP] > short[STEP] > 0
    assert -MOST_OF_INTERVALS <= long[AGAIN] < short[AGAIN] < 0


def test_a_tune_that_moves_as_most_do_leans_to_nothing() -> None:
    pitches = [60]
    for share, semitones in zip(USUAL, (0, 2, 4, 7, 12, 14), strict=True):
        for i in range(2 * round(100 * share)):
            pitches.append(pitches[-1] + (semitones if i % 2 else -semitones))
    assert nats_of(pitches) == pytest.approx([0] * len(USUAL), abs=0.06)


def test_one_note_says_nothing() -> None:
    assert nats_of([60]) == (0,) * len(USUAL)


def test_no_interval_leans_more_than_the_most() -> None:
    leaps = [20 + 90 * (i % 2) for i in range(400)]
    nats = interval_nats(leaps, replace(PRIORS.range, interval=0.25))
    assert set(map(abs, nats)) == {0.25}


@pytest.fixture
def tune_and_chords() -> Score:
    tune = Track(notes=tuple(Note(240 * i, pitch, 240) for i, pitch in enumerate(scale(64))))
    chords = Track(notes=tuple(Note(480 * (i // 3), 48 + 4 * (i % 3), 480) for i in range(96)))
    return Score(tracks=(tune, chords, Track()))


@pytest.fixture
def state(model: LiveModel, tune_and_chords: Score) -> DecodingState:
    state = going_on(model, tune_and_chords).decoding_state()
    say(state, model.tokenizer.vocabulary, "Part_0", "Position_0")
    return state


@pytest.fixture
def intervals(vocabulary: Vocabulary) -> MelodicIntervals:
    nats = nats_of(scale(200))
    return MelodicIntervals({0: nats, 2: nats}, vocabulary)


def after(
    last: int, rule: MelodicIntervals, state: DecodingState, vocabulary: Vocabulary
) -> Logits:
    """Return what is added where a tune has struck a pitch last."""
    state.voices.place(Note(state.tick, last, 1), 0)
    return shaped(rule, state, vocabulary)


def test_it_goes_by_the_distance_to_the_last_note_and_touches_nothing_else(
    vocabulary, intervals, state
) -> None:
    pitches = vocabulary.ids_of(TokenKind.PITCH)
    nats = nats_of(scale(200))
    for last in (0, 60, 127):
        added = after(last, intervals, state, vocabulary)[pitches].tolist()
        for pitch, found in enumerate(added):
            width = next(i for i, most in enumerate(WIDEST) if abs(pitch - last) <= most)
            assert found == pytest.approx(nats[width])
    others = np.setdiff1d(np.arange(len(vocabulary)), pitches)
    assert not after(60, intervals, state, vocabulary)[others].any()


def test_where_no_tune_plays_or_no_note_begins_it_says_nothing(
    vocabulary, intervals, state
) -> None:
    assert shaped(intervals, state, vocabulary).any()
    for part in (1, 2):  # chords, and a part that has struck nothing
        say(state, vocabulary, f"Part_{part}")
        assert not shaped(intervals, state, vocabulary).any()
    for name in ("Part_0", "Pitch_60", "Velocity_63"):
        say(state, vocabulary, name)
        assert shaped(intervals, state, vocabulary).any() == (name == "Part_0")


def test_a_plan_has_it_for_tunes_unless_it_is_bold_or_leaves_the_register(
    model, tune_and_chords
) -> None:
    def plan(**asked: object) -> Plan:
        return going_on(model, tune_and_chords, **asked)

    assert rule_in(plan(), MelodicIntervals) is not None
    voices = plan().decoding_state().voices
    assert set(voices.tunes) == {0}
    assert voices.last(0) == scale(64)[-1]
    bold = plan(sampling=SamplingConfig(temperature=BOLDEST + 0.1))
    higher = plan(steering=SteeringConfig(register=1.0))
    chords = plan_of(model, Score(tracks=tune_and_chords.tracks[1:]))
    for free in (bold, higher, chords):
        assert rule_in(free, MelodicIntervals) is None
