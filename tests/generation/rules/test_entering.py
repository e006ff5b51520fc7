"""A part that comes in plays where it played before, or where its instrument does."""

from collections.abc import Sequence

import numpy as np
import pytest

from engine.form.registers import register_of
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.rules.entering import MOST_NATS, EnteringPart, register_share
from engine.generation.rules.part_entrances import AWAY
from engine.generation.rules.rule import Logits
from engine.generation.state.decoding import DecodingState
from engine.planning.phrases import PHRASE
from engine.tokens.vocabulary import TokenKind, Vocabulary
from engine.values.config import SamplingConfig, SteeringConfig
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR
from tests.generation.rules.conftest import begin_bar, plan_of, rule_in, say, shaped, strike

TUNE, CLARINET, BASS, DRUMS = range(4)
CLARINETS, FINGER_BASS = 71, 33
BARS = 8


def part(program: int, *pitches: int, bars: Sequence[int] = (), is_drum: bool = False) -> Track:
    """Return a part with its pitches in turn, a quarter each, in some bars."""
    ticks = [bar * BAR + beat * 480 for bar in bars for beat in range(4)]
    notes = tuple(Note(tick, pitches[i % len(pitches)], 480) for i, tick in enumerate(ticks))
    return Track(program=program, notes=notes, is_drum=is_drum)


def band(*, clarinet_until: int = 4, before: int = 0) -> Score:
    """Return a tune of eight bars, a clarinet in the first ones, a bass without notes, drums."""
    every = range(BARS)
    return Score(
        tracks=(
            part(73, 76, 79, bars=every),
            part(CLARINETS, 69, 72, bars=range(before, clarinet_until)),
            part(FINGER_BASS),
            part(0, 42, bars=every, is_drum=True),
        )
    )


def asked(model: LiveModel, score: Score | None = None, **changes: object) -> Plan:
    usual = {"start": BARS * BAR, "bars": 16}
    return plan_of(model, band() if score is None else score, **usual | changes)


def rule_of(plan: Plan) -> EnteringPart:
    rule = rule_in(plan, EnteringPart)
    assert rule is not None
    return rule


def lost(rule: EnteringPart, state: DecodingState, vocabulary: Vocabulary, number: int) -> Logits:
    """Return what the pitches of a part lose, from the likeliest on."""
    state.advance(vocabulary.first_part + number)
    pitches = shaped(rule, state, vocabulary)[vocabulary.span_of(TokenKind.PITCH)]
    assert np.logaddexp.reduce(pitches) == pytest.approx(np.log(len(pitches)), abs=1e-3)
    return pitches.max() - pitches


def test_the_parts_own_notes_say_its_register_and_its_instrument_where_it_has_none() -> None:
    clarinet, bass = register_share([69, 72] * 20, CLARINETS), register_share([], FINGER_BASS)
    assert clarinet.sum() == pytest.approx(1)
    assert 69 <= clarinet.argmax() <= 72
    assert clarinet[50] < 0.05 * clarinet.max()
    low, high = register_of(FINGER_BASS)
    assert bass[low + 6 : high - 6] == pytest.approx(bass.max(), rel=0.05)
    assert bass[high + 9] < 0.05 * bass.max()
    # Few notes leave more to the instrument than many do.
    assert register_share([69], CLARINETS)[58] > register_share([69] * 40, CLARINETS)[58]


def test_a_part_that_comes_back_leans_to_where_it_played(
    model: LiveModel, vocabulary: Vocabulary
) -> None:
    plan = asked(model)
    state = plan.decoding_state()
    say(state, vocabulary, "Position_0")
    nats = lost(rule_of(plan), state, vocabulary, CLARINET)
    assert nats[70] < 0.2
    assert nats[40] == nats[100] == pytest.approx(MOST_NATS)
    assert nats[64] < nats[60] < nats[55] <= MOST_NATS
    # The tune never was away.
    assert not lost(rule_of(plan), state, vocabulary, TUNE).any()


def test_a_part_without_notes_plays_what_its_instrument_plays(
    model: LiveModel, vocabulary: Vocabulary
) -> None:
    plan = asked(model)
    state = plan.decoding_state()
    say(state, vocabulary, "Position_0")
    nats = lost(rule_of(plan), state, vocabulary, BASS)
    assert nats[36] < 0.2
    assert nats[72] == pytest.approx(MOST_NATS)


def test_drums_are_free(model: LiveModel, vocabulary: Vocabulary) -> None:
    plan = asked(model)
    state = plan.decoding_state()
    strike(state, vocabulary, 42, part=DRUMS, position=0)
    assert not shaped(rule_of(plan), state, vocabulary).any()


def test_the_cost_fades_while_the_part_plays_and_comes_back_with_a_rest(
    model: LiveModel, vocabulary: Vocabulary
) -> None:
    plan = asked(model, bars=PHRASE + AWAY + 2)
    rule, state = rule_of(plan).branch(), plan.decoding_state()
    costs = []
    for bar in range(PHRASE + AWAY + 1):
        if bar:
            begin_bar(state, vocabulary, rule)
        say(state, vocabulary, "Position_0")
        costs.append(float(lost(rule, state, vocabulary, CLARINET)[40]))
        if bar < PHRASE:
            strike(state, vocabulary, 70)
    assert costs[:PHRASE] == sorted(costs[:PHRASE], reverse=True)
    assert costs[0] == pytest.approx(MOST_NATS)
    assert costs[PHRASE // 2] == pytest.approx(MOST_NATS / 2, abs=0.2)
    assert costs[PHRASE : PHRASE + AWAY - 1] == [0.0] * (AWAY - 1)
    assert costs[-1] == pytest.approx(MOST_NATS)
    # Another row begins anew.
    assert lost(rule_of(plan), plan.decoding_state(), vocabulary, CLARINET)[40] > 3


@pytest.mark.parametrize("until", [5, 8])
def test_a_part_that_was_there_of_late_is_free(
    model: LiveModel, vocabulary: Vocabulary, until: int
) -> None:
    plan = asked(model, band(clarinet_until=until))
    state = plan.decoding_state()
    assert not lost(rule_of(plan), state, vocabulary, CLARINET).any()


def test_a_slider_for_the_register_frees_its_side(model: LiveModel, vocabulary: Vocabulary) -> None:
    plan = asked(model, steering=SteeringConfig(register=1.0))
    nats = lost(rule_of(plan), plan.decoding_state(), vocabulary, CLARINET)
    assert nats[100] == 0
    assert nats[40] == pytest.approx(MOST_NATS)


@pytest.mark.parametrize(
    "changes",
    [
        {"roles": ("context", "write", "context", "context")},  # alone
        {"planned": False},
        {"bars": PHRASE - 1},  # no phrase, no plan
        {"wish": "end"},
        {"wish": "calmer"},
        {"sampling": SamplingConfig(temperature=1.2)},
        {"start": 4 * BAR, "bars": 2, "following": 2},
    ],
)
def test_other_requests_are_left_alone(model: LiveModel, changes: dict[str, object]) -> None:
    assert rule_in(asked(model, **changes), EnteringPart) is None


def test_the_first_bars_of_a_piece_are_left_alone(model: LiveModel) -> None:
    empty = Score(tracks=(Track(program=0), Track(program=FINGER_BASS)))
    assert rule_in(asked(model, empty, start=0), EnteringPart) is None
