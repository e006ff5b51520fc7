"""Parts double one another as often as they did in the piece, and not more."""

from collections.abc import Sequence

import numpy as np
import pytest

from engine.generation import rules
from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.rules.rule import Logits, Rule
from engine.generation.rules.unison import FREE, MOST_NATS, Unison, nats_of, unison_nats
from engine.generation.state.decoding import DecodingState
from engine.generation.state.heard import Heard
from engine.request import DrawingLimits, PartNote, Request
from engine.tokens.parts import parts_of
from engine.tokens.vocabulary import TokenKind, Vocabulary
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR, chord_piece
from tests.generation.rules.conftest import begin_bar, plan_of, rule_in, say, shaped, strike

PIANO, BASS, DRUMS = range(3)


def tune(*pitches: int, program: int = 0, bars: int = 8) -> Track:
    """Return a part that strikes its pitches in turn, a quarter each."""
    beats = range(4 * bars)
    notes = tuple(Note(480 * beat, pitches[beat % len(pitches)], 480) for beat in beats)
    return Track(notes=notes, program=program)


APART = Score(tracks=(tune(60, 62, 64, 62), tune(62, 64, 60, 60, program=40)))
DOUBLED = Score(tracks=(tune(60, 62, 64, 62), tune(60, 62, 64, 62, program=40)))


@pytest.fixture
def state(model: LiveModel) -> DecodingState:
    return plan_of(model, bars=8).decoding_state()


def nats_after(model: LiveModel, score: Score) -> dict[tuple[int, int], float]:
    """Return what the rule costs after a piece."""
    plan = plan_of(model, score, start=8 * BAR, bars=8)
    return unison_nats(plan.heard.whole_bars, plan.parts, first_part=plan.vocabulary.first_part)


def test_a_unison_costs_more_the_seldomer_the_piece_has_one() -> None:
    assert nats_of(0, 0) > 0  # the piece says nothing
    assert MOST_NATS >= nats_of(0, 400) > nats_of(0, 20) > nats_of(0, 0) > nats_of(18, 100)
    assert nats_of(round(FREE * 1000), 1000) == pytest.approx(0.0, abs=0.02)
    assert nats_of(80, 100) == nats_of(400, 400) == 0.0


def test_the_piece_says_which_of_its_parts_double(model: LiveModel) -> None:
    assert nats_after(model, APART) == {(0, 1): nats_of(0, 32)}
    assert nats_after(model, DOUBLED) == {(0, 1): 0.0}
    three = Score(tracks=(*DOUBLED.tracks, tune(67, program=70)))
    assert nats_after(model, three) == {
        (0, 1): 0.0,
        (0, 2): nats_of(0, 32),
        (1, 2): nats_of(0, 32),
    }


def test_two_tracks_of_one_instrument_may_double_on_purpose(model: LiveModel) -> None:
    flutes = Score(tracks=(tune(72, 74, program=73), tune(72, 74, program=73)))
    assert nats_after(model, flutes) == {(0, 1): 0.0}


def test_parts_that_never_struck_together_cost_what_an_unknown_pair_does(
    model: LiveModel, vocabulary: Vocabulary
) -> None:
    late = Track(notes=tuple(Note(480 * beat + 240, 60, 240) for beat in range(32)), program=40)
    assert nats_after(model, Score(tracks=(tune(60), late))) == {(0, 1): nats_of(0, 0)}
    silent = parts_of(chord_piece(), most=8)
    nothing = Heard(vocabulary).whole_bars
    assert unison_nats(nothing, silent, first_part=0) == {(PIANO, BASS): nats_of(0, 0)}


def test_pitches_that_another_part_strikes_here_are_lowered(
    model: LiveModel, vocabulary: Vocabulary, state: DecodingState
) -> None:
    rule = rule_in(plan_of(model, bars=8), Unison)
    assert rule is not None
    pitches = vocabulary.first_of(TokenKind.PITCH)
    say(state, vocabulary, "Chord_none")
    strike(state, vocabulary, 60, 64, part=PIANO, position=0)
    assert not shaped(rule, state, vocabulary).any()  # its own chord
    say(state, vocabulary, f"Part_{BASS}")
    # The bass of the piece strikes a note a beat with the piano, for four bars.
    expected = np.zeros(len(vocabulary), np.float32)
    expected[[pitches + 60, pitches + 64]] = -nats_of(0, 16)
    assert np.allclose(shaped(rule, state, vocabulary), expected)
    say(state, vocabulary, f"Part_{DRUMS}")
    assert not shaped(rule, state, vocabulary).any()


def test_pitches_of_another_place_or_octave_are_free(
    model: LiveModel, vocabulary: Vocabulary, state: DecodingState
) -> None:
    rule = rule_in(plan_of(model, bars=8), Unison)
    assert rule is not None
    say(state, vocabulary, "Chord_none")
    strike(state, vocabulary, 60, part=PIANO, position=0)
    say(state, vocabulary, f"Part_{BASS}")
    lowered = np.flatnonzero(shaped(rule, state, vocabulary))
    assert lowered.tolist() == [vocabulary.first_of(TokenKind.PITCH) + 60]
    strike(state, vocabulary, 40)
    strike(state, vocabulary, 67, part=PIANO, position=4)
    say(state, vocabulary, f"Part_{BASS}")
    lowered = np.flatnonzero(shaped(rule, state, vocabulary))
    assert lowered.tolist() == [vocabulary.first_of(TokenKind.PITCH) + 67]
    begin_bar(state, vocabulary, rule)
    assert not shaped(rule, state, vocabulary).any()


def test_a_pitch_that_one_part_doubles_on_purpose_is_free_whoever_else_has_it(
    model: LiveModel, vocabulary: Vocabulary
) -> None:
    rule = Unison.with_nats({(0, 1): 2.0, (0, 2): 0.0, (1, 2): 3.0}, vocabulary)
    score = Score(tracks=(tune(60), tune(62, program=40), tune(64, program=70)))
    state = plan_of(model, score, start=8 * BAR, bars=8).decoding_state()
    pitches = vocabulary.first_of(TokenKind.PITCH)
    say(state, vocabulary, "Chord_none")
    strike(state, vocabulary, 60, part=0, position=0)
    strike(state, vocabulary, 60, 62, part=1)
    say(state, vocabulary, "Part_2")
    after = shaped(rule, state, vocabulary)
    assert after[pitches + 60] == 0.0
    assert after[pitches + 62] == -3.0


@pytest.mark.parametrize(
    "score",
    [
        DOUBLED,
        Score(tracks=(tune(60, 62),)),
        Score(tracks=(tune(60, 62), Track(is_drum=True, notes=tune(42).notes))),
    ],
    ids=["parts that always double", "one part", "one part and drums"],
)
def test_the_rule_is_off(model: LiveModel, score: Score) -> None:
    assert rule_in(plan_of(model, APART, start=8 * BAR, bars=8), Unison) is not None
    assert rule_in(plan_of(model, score, start=8 * BAR, bars=8), Unison) is None


def test_a_bold_request_and_one_without_a_plan_may_double(model: LiveModel) -> None:
    bold = SamplingConfig(temperature=1.2)
    for asked in ({"sampling": bold}, {"planned": False}):
        assert rule_in(plan_of(model, APART, start=8 * BAR, bars=8, **asked), Unison) is None


class OnBeats(Rule):
    """Notes come on beats and in both parts, so that a network of random weights meets itself."""

    def __init__(self, plan: Plan) -> None:
        self._parts = slice(plan.vocabulary.first_part, plan.vocabulary.first_part + 2)
        self._positions = plan.vocabulary.span_of(TokenKind.POSITION)
        places = np.arange(self._positions.stop - self._positions.start)
        self._between = places % plan.tokenizer.ticks_per_quarter != 0

    @classmethod
    def of(cls, plan: Plan) -> "OnBeats":
        return cls(plan)

    def shape(self, logits: Logits, state: DecodingState) -> None:  # noqa: ARG002
        logits[self._positions][self._between] = -np.inf
        logits[self._parts] += 8.0


def share(rows: Sequence[Sequence[PartNote]]) -> float:
    """Return the share of notes that two parts strike, of those that they could."""
    together = possible = 0
    for made in rows:
        one, other = ({(p.note.start, p.note.pitch) for p in made if p.track == t} for t in (0, 1))
        together += len(one & other)
        possible += min(len(one), len(other))
    return together / possible


def drawn(model: LiveModel, score: Score) -> list[tuple[PartNote, ...]]:
    """Return the notes of some rows, in a range in which two parts often meet."""
    request = Request(
        start=8 * BAR,
        bars=8,
        alternatives=4,
        limits=DrawingLimits(lowest=60, highest=64),
        sampling=SamplingConfig(seed=8),
    )
    return [made.parts for made in continuations(MusicGenerator(model), score, request)]


def test_parts_that_never_double_do_so_less(
    model: LiveModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "RULES", (*rules.RULES, OnBeats))
    with_it = drawn(model, APART)
    monkeypatch.setattr(rules, "RULES", tuple(r for r in rules.RULES if r is not Unison))
    without = drawn(model, APART)
    assert share(with_it) < 0.6 * share(without)
    assert sum(map(len, with_it)) > 0.8 * sum(map(len, without))


def test_parts_that_always_double_go_on_as_they_would(
    model: LiveModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "RULES", (*rules.RULES, OnBeats))
    with_it = drawn(model, DOUBLED)
    assert share(with_it) > 0
    monkeypatch.setattr(rules, "RULES", tuple(r for r in rules.RULES if r is not Unison))
    assert drawn(model, DOUBLED) == with_it
