"""Bars return: 4, 8 and 16 bars later, by phrases, as wished, and not too often in a row."""

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.planners import departures, form
from engine.generation.priors import LagNats, Priors, RepetitionPriors
from engine.generation.rules.repetition import (
    LAGS,
    WISHED_NATS,
    BarLags,
    WishedBars,
    nats_by_kind,
)
from engine.generation.state.heard import Heard
from engine.generation.wishes import PatternReturn, WishSpan
from engine.ground.paths import starter_model
from engine.planning.phrases import PHRASE
from engine.request import Request
from engine.tokens.tokenizer import Tokenizer
from engine.tokens.vocabulary import TokenKind
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR
from tests.generation.rules.conftest import (
    LAG_NATS,
    PRIORS,
    begin_bar,
    plan_of,
    rule_in,
    shaped,
)

TOKENIZER = Tokenizer()
VOCABULARY = TOKENIZER.vocabulary
NATS = nats_by_kind(LAG_NATS)
REPETITION = PRIORS.repetition
_HEADERS = {TokenKind.METER, TokenKind.TEMPO, TokenKind.CHORD, TokenKind.SPECIAL}

ONE, OTHER = (60, 62, 64, 65), (67, 69, 71, 72)
THEME = (60, 67, 64, 62, 65, 72, 69, 71, 50, 53, 51, 55, 58, 52, 57, 54)
FIRM = 15.0
"""Nats beside which a model of random weights says nothing."""


def phrase(seed: int, *, bars: int, start: int = 0) -> tuple[list[Note], list[Note], list[Note]]:
    """Return bars of a tune, chords and drums; each seed gives others."""
    draw = random.Random(seed)  # noqa: S311 - not a secret
    places = [start * BAR + i * 240 for i in sorted(draw.sample(range(8 * bars), 4 * bars))]
    tune = [Note(at, draw.randint(60, 84), 240, draw.randint(40, 100)) for at in places]
    chords = [
        Note((start + bar) * BAR, pitch, draw.choice((480, 960)), 70)
        for bar in range(bars)
        for pitch in sorted(draw.sample(range(36, 60), 3))
    ]
    drums = [Note(at, draw.choice((36, 38, 42)), 60, 90) for at in places[::2]]
    return tune, chords, drums


def piece(*seeds: int, bars: int = 4) -> Score:
    """Return phrases one after the other; the same seed is the same phrase."""
    parts = [phrase(seed, bars=bars, start=i * bars) for i, seed in enumerate(seeds)]
    tune, chords, drums = (tuple(n for part in parts for n in part[i]) for i in range(3))
    return Score(
        tracks=(
            Track(notes=tune),
            Track(notes=chords, program=48),
            Track(notes=drums, is_drum=True),
        )
    )


def ids_of(score: Score) -> list[int]:
    ids: list[int] = TOKENIZER.encode(score, chords=()).ids.tolist()
    return ids


def bar_lines(ids: Sequence[int]) -> list[int]:
    return [i for i, token in enumerate(ids) if token == VOCABULARY.bar]


def lags(**more: object) -> BarLags:
    return BarLags(REPETITION, VOCABULARY, **more)


def up_to_bar(ids: Sequence[int], bar: int) -> tuple[Heard, Sequence[int]]:
    """Return what is heard where a bar begins, and the ids that follow."""
    place = bar_lines(ids)[bar] + 1
    return Heard(VOCABULARY, ids[:place]), ids[place:]


@pytest.mark.parametrize("lag", LAGS)
def test_all_of_a_bar_that_returns_is_leaned_to(lag) -> None:
    heard, rest = up_to_bar(ids_of(piece(1, 1, bars=lag)), lag)
    for token in rest:
        if VOCABULARY.kinds[token] not in _HEADERS:
            assert token in lags().leaning(heard)
        heard.push(token)


def test_it_finds_its_place_again_after_what_was_changed() -> None:
    theme = piece(1, 1)
    tune = list(theme.tracks[0].notes)
    second = next(i for i, note in enumerate(tune) if note.start >= 4 * BAR)
    changed = tune[:second] + [
        Note(note.start, 50 + i, note.duration, 20) if i % 2 else note
        for i, note in enumerate(tune[second:])
    ]
    heard, rest = up_to_bar(
        ids_of(Score(tracks=(Track(notes=tuple(changed)), *theme.tracks[1:]))), 4
    )
    known = new = 0
    for token in rest:
        kind = VOCABULARY.kinds[token]
        if kind in {TokenKind.POSITION, TokenKind.PART, TokenKind.DRUM, TokenKind.PITCH}:
            hit = token in lags().leaning(heard)
            known, new = known + hit, new + (not hit)
        heard.push(token)
    # Only the changed pitches themselves are new: eight of them, one in two notes of the tune.
    assert new <= 8
    assert known > 4 * new


def test_it_leans_by_the_strength_of_each_lag(model) -> None:
    score = piece(1, 2)
    plan = plan_of(model, score, start=4 * BAR)
    rule, state = rule_in(plan, BarLags), plan.decoding_state()
    assert rule is not None
    (first,) = [token for token, lag in rule.repeats(state.heard) if LAGS[lag] == 4]
    by_lag = [lag for token, lag in rule.repeats(state.heard) if token == first]
    leaning = rule.leaning(state.heard)
    assert leaning[first] == pytest.approx(sum(NATS[TokenKind.POSITION][lag] for lag in by_lag))
    before = np.random.default_rng(1).normal(size=len(VOCABULARY)).astype(np.float32)
    added = shaped(rule, state, VOCABULARY, before) - before
    assert added[first] == pytest.approx(leaning[first], abs=1e-5)
    assert set(np.flatnonzero(added)) == set(leaning)


def test_a_bar_of_the_piece_that_returns_takes_the_place_of_the_longest_lag() -> None:
    heard, _ = up_to_bar(ids_of(piece(*range(LAGS[-1]), 0)), LAGS[-1])
    theme = heard.whole_bars[-LAGS[-1]]
    rule = lags(piece=[theme])
    longest = LAGS.index(LAGS[-1])
    (first,) = [token for token, lag in rule.repeats(heard) if lag == longest]
    positions = NATS[TokenKind.POSITION]
    others = sum(positions[lag] for t, lag in rule.repeats(heard) if t == first) - positions[-1]
    usual, back = rule.leaning(heard), rule.leaning(heard, bars=PHRASE)
    assert usual[first] == pytest.approx(others + positions[-1])
    returning = REPETITION.returning * (positions[0] + positions[1]) / 2
    assert back[first] == pytest.approx(others + returning)
    assert back[first] > usual[first]
    shorter = {t for t, lag in rule.repeats(heard) if lag != longest} - {first}
    assert all(usual[t] == back[t] for t in shorter)


def test_bars_of_the_piece_return_phrase_by_phrase_and_each_row_counts_its_own(model) -> None:
    score = piece(*range(2 * PHRASE), bars=1)
    plan = plan_of(model, score, start=2 * PHRASE * BAR, bars=4 * PHRASE)
    rule, state, other = rule_in(plan, BarLags), plan.decoding_state(), plan.decoding_state()
    assert rule is not None
    whole = plan.heard.whole_bars
    before = shaped(rule, other, VOCABULARY)
    for bar in range(2 * PHRASE):
        if bar:
            begin_bar(state, VOCABULARY, rule)
        # What was written so far is empty: the piece alone says where notes come.
        said = {min(each) for each in _lagging(state.heard, returning=bar >= PHRASE)}
        if bar >= PHRASE:
            said.add(min(whole[PHRASE + bar % PHRASE]))
        added = shaped(rule, state, VOCABULARY)
        assert set(np.flatnonzero(added)) - {VOCABULARY.bar} == said
    assert np.array_equal(shaped(rule, other, VOCABULARY), before)


def _lagging(heard: Heard, *, returning: bool) -> Iterator[dict]:
    """Yield the bars some bars ago that say something."""
    for lag in LAGS[: -1 if returning else None]:
        if lag < len(heard.bars) and heard.bars[-1 - lag]:
            yield heard.bars[-1 - lag]


def seeds_of(plan: Plan) -> tuple[int, int]:
    """Return a seed whose row leaves the phrase that came twice, and one whose row does not."""
    seeds = range(200)
    leaving = {seed for seed in seeds if departures.leaves(plan, seed)}
    return min(leaving), min(set(seeds) - leaving)


def test_a_row_that_leaves_a_phrase_lowers_its_pitches_for_eight_bars(model: LiveModel) -> None:
    plan = plan_of(model, piece(1, 1), start=8 * BAR, bars=16)
    rule = rule_in(plan, BarLags)
    assert rule is not None
    leaving, staying = (rule.of_row(seed) for seed in seeds_of(plan))
    heard, _ = up_to_bar(ids_of(piece(1, 1, 1)), 8)
    say_first = [token for token, _ in rule.repeats(heard)]
    pitches = [t for t in say_first if VOCABULARY.kinds[t] == TokenKind.PITCH]
    assert not pitches  # a position comes first
    heard.push(min(t for t in say_first if VOCABULARY.kinds[t] == TokenKind.POSITION))
    heard.push(next(t for t, _ in rule.repeats(heard) if VOCABULARY.kinds[t] == TokenKind.PART))
    pitches = [t for t, _ in rule.repeats(heard) if VOCABULARY.kinds[t] == TokenKind.PITCH]
    assert pitches
    for token in pitches:
        assert leaving.leaning(heard, bars=0)[token] <= -PRIORS.plan.leaving
        assert leaving.leaning(heard, bars=8)[token] > 0.0
        assert staying.leaning(heard, bars=0)[token] > 0.0


@pytest.mark.parametrize("asked", [{}, {"wish": "contrast"}])
def test_drums_leave_a_phrase_only_where_they_are_alone(model, asked) -> None:
    alone = Score(tracks=piece(1, 1).tracks[2:])
    for score, sign in ((alone, -1.0), (piece(1, 1), 1.0)):
        plan = plan_of(model, score, start=8 * BAR, bars=16, **asked)
        rule = rule_in(plan, BarLags)
        assert rule is not None
        leaving = rule.of_row(
            next(seed for seed in range(99) if 0 in form.of_row(plan, seed).since)
        )
        ids = ids_of(Score(tracks=(*score.tracks[:-1], *piece(1, 1, 1).tracks[2:])))
        heard = Heard(VOCABULARY, ids[: bar_lines(ids)[8] + 1])
        said = iter(ids[bar_lines(ids)[8] + 1 :])
        while VOCABULARY.kinds[token := next(said)] != TokenKind.DRUM:
            heard.push(token)
        assert sign * leaving.leaning(heard)[token] > 0.0


@pytest.mark.parametrize(
    "asked",
    [
        {"planned": False},
        {"wish": "like"},
        {"wish": "contrast"},
        {"following": 1, "bars": 2, "start": 4 * BAR},
        {"sampling": SamplingConfig(echo=1.5)},
    ],
)
def test_no_row_leaves_a_phrase_where_the_user_asks_for_something_else(model, asked) -> None:
    usual = {"start": 8 * BAR, "bars": 8}
    assert departures.of(plan_of(model, piece(1, 1), **usual)) is not None
    assert departures.of(plan_of(model, piece(1, 1), **usual | asked)) is None
    assert departures.of(plan_of(model, piece(1, 2), **usual)) is None
    assert departures.of(plan_of(model, piece(1, 1), **usual, since=2 * BAR)) is None


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_the_starter_offers_four_ways_on_from_a_tune_that_came_twice() -> None:
    pitches = (60, 62, 64, 65, 67, 65, 64, 60, 69, 67, 65, 64, 62, 64, 62, 59)
    quarters = tuple(Note(480 * k, pitch, 440, 80) for k, pitch in enumerate(pitches * 2))
    score = Score(tracks=(Track(notes=quarters),))
    request = Request(start=8 * BAR, bars=4, best_of=8, sampling=SamplingConfig(seed=11))
    generator = MusicGenerator(LiveModel.load(starter_model()))
    made = continuations(generator, score, request)
    tunes = [tuple(part.note.pitch for part in one.parts) for one in made]
    assert len(set(tunes)) == 4
    assert sum(tune[:16] == pitches for tune in tunes) <= 1


def test_the_user_s_echo_counts_by_its_square_root_and_none_is_no_rule(model) -> None:
    def rule(echo: float) -> BarLags | None:
        drawn = SamplingConfig(echo=echo)
        plan = plan_of(model, piece(1, 1), start=8 * BAR, sampling=drawn, planned=False)
        return rule_in(plan, BarLags)

    one, four = rule(1.0), rule(4.0)
    assert one is not None
    assert four is not None
    heard = Heard(VOCABULARY, ids_of(piece(1, 1))[:-20])
    assert one.leaning(heard)
    doubled = {token: 2 * nats for token, nats in one.leaning(heard).items()}
    assert doubled == pytest.approx(four.leaning(heard))
    assert rule(0.0) is None


def test_a_gap_has_other_bars_before_it_than_the_piece(filling_folder) -> None:
    model = replace(LiveModel.load(filling_folder), priors=PRIORS)
    asked = {"roles": ("write", "context", "context"), "start": 4 * BAR, "fill": True}
    plan = plan_of(model, piece(1, 1, 1), **asked)
    assert rule_in(plan, BarLags) is None


def test_a_piece_without_bars_leans_to_nothing() -> None:
    assert not lags().leaning(Heard(VOCABULARY))
    program = next(iter(VOCABULARY.program_ids.values()))
    assert not lags().leaning(Heard(VOCABULARY, [program]))


def test_branches_hear_on_by_themselves() -> None:
    ids = ids_of(piece(1, 1, 2))
    cut = bar_lines(ids)[4] + 9
    trunk = Heard(VOCABULARY, ids[:cut])
    before, branch = lags().leaning(trunk), trunk.branch()
    for token in ids[cut:]:
        branch.push(token)
    assert before
    assert lags().leaning(trunk) == before
    assert lags().leaning(branch) == lags().leaning(Heard(VOCABULARY, ids))


@given(tokens=st.lists(st.integers(0, 780), max_size=80), bars=st.integers(0, 20))
def test_any_ids_at_all_can_be_heard(tokens, bars) -> None:
    heard = Heard(VOCABULARY, tokens)
    for token in (*[VOCABULARY.bar] * bars, *tokens):
        assert all(math.isfinite(nats) for nats in lags().leaning(heard).values())
        heard.push(token)


@given(tokens=st.lists(st.sampled_from(["Pitch", "Velocity", "Duration", "Position"]), max_size=30))
def test_notes_that_nobody_plays_lean_to_no_program(tokens) -> None:
    ids = [
        next(i for i, name in enumerate(VOCABULARY.names) if name.startswith(f"{t}_"))
        for t in tokens
    ]
    heard = Heard(VOCABULARY, [*([VOCABULARY.bar, *ids] * 5), VOCABULARY.bar])
    for token in ids:
        leaning = lags().leaning(heard)
        assert all(VOCABULARY.kinds[t] != TokenKind.PROGRAM for t in leaning)
        heard.push(token)


def test_bars_that_were_said_four_bars_ago_return_where_the_rule_is_firm(tiny_folder) -> None:
    """No run of ids may do it, nor any other habit: the bars alone are asked."""
    notes = tuple(Note(i * 480, pitch, 480, 80) for i, pitch in enumerate(THEME))
    score = Score(tracks=(Track(notes=notes),))
    firm = LagNats(**dict.fromkeys([kind.name.lower() for kind in NATS], (FIRM, 0.0, 0.0)))
    again = {(4 * BAR + i * 480, pitch) for i, pitch in enumerate(THEME)}

    def share(nats: LagNats) -> float:
        priors = Priors(repetition=RepetitionPriors(lags=nats))
        model = replace(LiveModel.load(tiny_folder), priors=priors)
        sampling = SamplingConfig(temperature=1.0, min_p=0.0, seed=3, echo=1.0)
        request = Request(start=score.end, bars=4, alternatives=1, sampling=sampling)
        (made,) = continuations(MusicGenerator(model), score, request)
        said = {(part.note.start, part.note.pitch) for part in made.parts}
        return len(again & said) / len(again)

    assert share(LagNats()) < 0.3
    assert share(firm) > 0.9


def wished(model: LiveModel, *, before: int = 0, bars: int = 4) -> tuple[WishedBars, Plan]:
    """Return the rule of a wish for four bars like the four bars of a piece, and its plan."""
    request = Request(start=(4 + before) * BAR, bars=bars, alternatives=1, wish="like")
    plan = Plan(model, piece(1), request, span=WishSpan(before=before))
    rule = rule_in(plan, WishedBars)
    assert rule is not None
    return rule, plan


@pytest.mark.parametrize("before", [0, 2])
def test_a_pattern_goes_on_where_bars_before_have_got_to_in_it(model, before) -> None:
    rule, plan = wished(model, before=before)
    state, ids = plan.decoding_state(), ids_of(piece(1))
    lines = [*bar_lines(ids), len(ids)]
    leant = []
    for token in ids[lines[before] : lines[before + 1]]:
        added = shaped(rule, state, VOCABULARY)
        kind = TokenKind(VOCABULARY.kinds[token])
        if kind not in {*_HEADERS, TokenKind.BAR}:
            leant.append(float(added[token]))
            assert leant[-1] == pytest.approx(WISHED_NATS[kind])
            state.advance(token)
    assert len(leant) > 4
    assert float(shaped(rule, state, VOCABULARY)[VOCABULARY.bar]) > 0


def test_a_moved_pattern_raises_moved_pitches_as_many_times_as_asked(model) -> None:
    request = Request(start=4 * BAR, bars=4, alternatives=1, wish="like")

    def raised(returns: PatternReturn) -> dict[int, float]:
        """Return the nats of the pitches that are raised where the first one stood."""
        plan = Plan(model, piece(1), request, returns=returns)
        rule, state = rule_in(plan, WishedBars), plan.decoding_state()
        assert rule is not None
        ids = ids_of(piece(1))
        kinds = [TokenKind(VOCABULARY.kinds[token]) for token in ids]
        for token, kind in zip(ids[: kinds.index(TokenKind.PITCH)], kinds, strict=False):
            if kind not in {*_HEADERS, TokenKind.BAR}:
                state.advance(token)
        added = shaped(rule, state, VOCABULARY)
        pitches = VOCABULARY.ids_of(TokenKind.PITCH)
        return {int(VOCABULARY.values[each]): float(added[each]) for each in pitches if added[each]}

    as_played = raised(PatternReturn())
    assert as_played
    moved = raised(PatternReturn(moved=5, nats=3.0))
    assert moved == {pitch + 5: pytest.approx(3 * nats) for pitch, nats in as_played.items()}


def test_only_the_wished_bars_lean_to_the_pattern_and_it_begins_again(model) -> None:
    rule, plan = wished(model, bars=6)
    again = WishedBars(tuple(Heard(VOCABULARY, ids_of(piece(1))).bars), VOCABULARY, bars=5)
    state = plan.decoding_state()
    added, of_the_plan = [], []
    for bar in range(6):
        if bar:
            begin_bar(state, VOCABULARY)
        added.append(shaped(again, state, VOCABULARY))
        of_the_plan.append(shaped(rule, state, VOCABULARY))
    assert np.array_equal(added[:5], of_the_plan[:5])
    assert np.array_equal(added[4], added[0])
    assert all(each.any() for each in of_the_plan)
    assert not added[5].any()


def of_quarters(bars: Sequence[Sequence[int]], *, is_drum: bool = False) -> Score:
    notes = tuple(
        Note(bar * BAR + beat * 480, pitch, 480)
        for bar, pitches in enumerate(bars)
        for beat, pitch in enumerate(pitches)
    )
    return Score(tracks=(Track(notes=notes, is_drum=is_drum),))
