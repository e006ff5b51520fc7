"""What holds for all rules: nothing forbidden is allowed again, and no row hears of another."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from engine.copying.fingerprints import Fingerprints
from engine.generation.draw import next_ids, taken
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.planners import PLANNERS
from engine.generation.priors import Priors
from engine.generation.row import Row, rows_of
from engine.generation.rules import RULES, rules_of
from engine.generation.rules.harmony import Cadence, ChordTrack
from engine.generation.rules.legal import CopyLimit, GapEnd, GrammarMask, NoRetrigger, VoiceLimit
from engine.generation.rules.riffs import KeptRiffs
from engine.generation.rules.rule import Logits, Rule
from engine.generation.rules.silence import SilentBars
from engine.generation.state.decoding import DecodingState
from engine.generation.state.heard import Heard
from engine.ground.paths import demo_pieces
from engine.harmony.chord_track import typed_chords, with_chords
from engine.midi.file.midifile import read_midi
from engine.planning.chord_model import ChordModel
from engine.planning.counting import count_chords
from engine.request import DrawingLimits, PartNote, Request
from engine.tokens.grammar import Grammar, Place
from engine.tokens.parts import NO_PART
from engine.tokens.vocabulary import TokenKind, Vocabulary
from engine.values.config import SamplingConfig, SteeringConfig
from engine.values.score import Note, Score, TimeSignature, Track
from engine.values.time import BarMap
from tests.generation.conftest import BAR, SOME, chord_piece
from tests.generation.rules.conftest import PRIORS, begin_bar, plan_of, rule_in, say, shaped, strike

ROUNDS = 150
_FORBIDDEN = (0.0, 0.5, 0.98, 1.0)  # shares of the ids
_LIKELY = {TokenKind.BAR: 2.0, TokenKind.POSITION: 1.0, TokenKind.PITCH: -1.0}


@pytest.fixture(scope="session")
def filling(filling_folder: Path) -> LiveModel:
    chords = ChordModel(count_chords(demo(name) for name in ("night-drive", "stone-bridge")))
    return replace(LiveModel.load(filling_folder), priors=PRIORS, chords=chords)


@cache
def demo(name: str) -> Score:
    return read_midi((demo_pieces() / f"{name}.mid").read_bytes()).score


def after(name: str, *, bars: int, **asked: object) -> tuple[Score, Request]:
    """Return a demo piece, and a request to write four bars after so many."""
    score = demo(name)
    start = BarMap.of(score).start_of(bars)
    return score, replace(Request(start=start, bars=6, alternatives=2), **asked)


def long_after(name: str, *, bars: int) -> tuple[Score, Request]:
    """Return a demo piece, and a request to write forty bars after so many."""
    score, request = after(name, bars=bars)
    return score, replace(request, bars=40)


def over_chords() -> Score:
    plain = chord_piece(8)
    return with_chords(plain, typed_chords("C | F | G | C | F Dm7 | G7 | Am G | C", plain))


TUNE = tuple(Note(480 * i, (72, 76, 79, 76, 77, 81, 79, 74)[i % 8], 480) for i in range(64))

PLACES: dict[str, Callable[[], tuple[Score, Request]]] = {
    "a band": lambda: after("night-drive", bars=16),
    "a band for eight bars": lambda: (
        chord_piece(8),
        Request(start=8 * BAR, bars=8, alternatives=2),
    ),
    "forty bars": lambda: long_after("night-drive", bars=16),
    "a piano alone": lambda: after("morning-pages", bars=12),
    "five beats, steered": lambda: after(
        "stone-bridge",
        bars=8,
        steering=SteeringConfig(busy=1.0, register=-1.0, loudness=0.5),
        limits=DrawingLimits(max_voices=1, lowest=40, highest=90),
    ),
    "an end": lambda: after("waltz-for-two", bars=12, wish="end"),
    "inside a bar": lambda: (
        chord_piece(8),
        Request(start=4 * BAR + 700, bars=3, alternatives=2, roles=SOME),
    ),
    "a new section": lambda: after("when-the-saints", bars=12, wish="contrast"),
    "like before": lambda: after("minuet-in-g", bars=8, wish="like"),
    "held chords": lambda: (
        over_chords(),
        Request(start=4 * BAR, bars=4, alternatives=2, harmony="held"),
    ),
    "a gap that clashes": lambda: after(
        "lullaby",
        bars=6,
        fill=True,
        harmony="free",
        selected="thinned",
        roles=("write", "context", "context", "context"),
    ),
    "a gap over chords": lambda: (
        chord_piece(8),
        Request(
            start=2 * BAR, bars=4, alternatives=2, fill=True, roles=("context", "write", "context")
        ),
    ),
    "a part that is added": lambda: (
        replace(chord_piece(8), tracks=(*chord_piece(8).tracks, Track(program=48))),
        Request(
            start=0,
            bars=4,
            alternatives=2,
            fill=True,
            roles=("context", "context", "context", "write"),
        ),
    ),
    "a bass under a tune": lambda: (
        Score(tracks=(Track(program=73, notes=TUNE), Track(program=33))),
        Request(start=0, bars=16, alternatives=2, fill=True, roles=("context", "write")),
    ),
    "drums that are added": lambda: (
        replace(chord_piece(8), tracks=(chord_piece(8).tracks[0], Track(is_drum=True))),
        Request(start=0, bars=4, alternatives=2, fill=True, roles=("context", "write")),
    ),
    "another piece before": lambda: after("morning-pages", bars=4, remembered=demo("night-drive")),
    "no copies": lambda: after(
        "canon-in-d",
        bars=16,
        limits=DrawingLimits(longest_copy=15),
        sampling=SamplingConfig(echo=4.0),
    ),
}


@pytest.fixture(params=PLACES)
def plan(request: pytest.FixtureRequest, filling: LiveModel) -> Plan:
    return planned(filling, request.param)


def planned(model: LiveModel, place: str) -> Plan:
    score, request = PLACES[place]()
    prints = Fingerprints([("the piece", score)]) if request.limits.longest_copy else None
    return Plan(model, score, request, prints=prints)


class Improvised:
    """Rows of a network that finds anything possible; each row's logits are its own.

    Args:
        seeds: One for each row.
        vocabulary: Of the ids.
    """

    def __init__(self, seeds: Sequence[int], vocabulary: Vocabulary) -> None:
        self._draws = [np.random.default_rng(seed) for seed in seeds]
        self._usual = np.zeros(len(vocabulary), np.float32)
        for kind, nats in _LIKELY.items():
            self._usual[vocabulary.span_of(kind)] = nats
        self.speaking = [True] * len(seeds)
        self.step(())

    @property
    def logits(self) -> Logits:
        return self._logits.copy()

    def step(self, ids: Sequence[int | None]) -> None:  # noqa: ARG002 - it hears nothing
        self._logits = np.stack(
            [self._usual + each.normal(0, 2, len(self._usual)) for each in self._draws]
        ).astype(np.float32)

    def copy(self, source: int, target: int) -> None:
        """Hold nothing."""

    def close(self) -> None:
        """Hold nothing."""

    def trim(self) -> None:
        """Hold nothing."""


def drawn(rows: Sequence[Row], vocabulary: Vocabulary) -> list[list[int]]:
    """Draw rows side by side for some rounds; return what each has said."""
    branches = Improvised([row.seed for row in rows], vocabulary)
    for _ in range(ROUNDS):
        ids = next_ids(rows, branches)
        list(taken(rows, ids))
        branches.step(ids)
    return [row.said for row in rows]


class Watched(Rule):
    """A rule in whose rows each call is checked, with random logits beside the real ones.

    Args:
        rule: This one.
        grammar: Of the plan.
        vocabulary: Of the ids.
    """

    def __init__(self, rule: Rule, grammar: Grammar, vocabulary: Vocabulary) -> None:
        self._rule, self._grammar, self._vocabulary = rule, grammar, vocabulary
        self._draw = np.random.default_rng(7)

    def shape(self, logits: Logits, state: DecodingState) -> None:
        for before in (logits.copy(), *self._random()):
            self._check(before, state)
        if state.place in self._rule.places:
            self._rule.shape(logits, state)
        else:
            self._check_silent(logits, state)

    def refuses(self, token: int, state: DecodingState) -> bool:
        return self._rule.refuses(token, state)

    def instead(self, token: int, state: DecodingState) -> Sequence[int]:
        return self._rule.instead(token, state)

    def admits(self, part: PartNote, state: DecodingState) -> bool:
        return self._rule.admits(part, state)

    def begin_bar(self, state: DecodingState) -> None:
        self._rule.begin_bar(state)
        before = shaped(self._rule, state, self._vocabulary)
        branch = self._rule.branch()
        for _ in range(3):
            branch.begin_bar(state)
            branch.instead(self._vocabulary.bar, state)
        assert np.array_equal(shaped(self._rule, state, self._vocabulary), before)

    def branch(self) -> "Watched":
        return Watched(self._rule.branch(), self._grammar, self._vocabulary)

    def _random(self) -> Iterator[Logits]:
        for share in _FORBIDDEN:
            logits = self._draw.normal(0, 5, len(self._vocabulary)).astype(np.float32)
            logits[self._draw.random(len(logits)) < share] = -np.inf
            yield logits

    def _check(self, before: Logits, state: DecodingState) -> None:
        shaped_once, shaped_twice = before.copy(), before.copy()
        self._rule.shape(shaped_once, state)
        self._rule.shape(shaped_twice, state)
        assert np.array_equal(shaped_once, shaped_twice), "shaping changes nothing but logits"
        assert not np.isnan(shaped_once).any()
        assert not np.isposinf(shaped_once).any()
        allowed = np.flatnonzero(np.isneginf(before) & np.isfinite(shaped_once))
        assert set(allowed.tolist()) <= self._may_allow(before, shaped_once, state)

    def _check_silent(self, logits: Logits, state: DecodingState) -> None:
        """Check that a rule would change no probability at a place that it leaves out."""
        allowed = self._grammar.allowed(state.grammar_state) & np.isfinite(logits)
        after = np.where(allowed, logits, np.float32(-np.inf))
        self._rule.shape(after, state)
        change = after[allowed] - logits[allowed]
        assert np.ptp(change) < 1e-5, type(self._rule).__name__

    def _may_allow(self, before: Logits, logits: Logits, state: DecodingState) -> set[int]:
        """Return the forbidden ids that this rule says it allows, in its docstring."""
        bar = self._vocabulary.bar
        if isinstance(self._rule, GapEnd):
            assert logits[bar] in (before[bar], before[self._vocabulary.first_of(TokenKind.REJOIN)])
            return {bar}
        only_one_left = np.isfinite(logits).sum() == 1
        if isinstance(self._rule, VoiceLimit) and only_one_left:
            return {bar}
        if isinstance(self._rule, ChordTrack) and state.place == Place.METER and only_one_left:
            return set(self._vocabulary.ids_of(TokenKind.CHORD).tolist())
        return set()


def test_no_rule_allows_what_is_forbidden_nor_writes_nan_nor_shares_its_state(plan: Plan) -> None:
    rules = [Watched(rule, plan.grammar, plan.vocabulary) for rule in rules_of(plan)]
    rows = rows_of(plan, rules)
    assert min(map(len, drawn(rows, plan.vocabulary))) > ROUNDS // 4
    assert all(row.notes for row in rows)


def test_rows_say_the_same_alone_and_side_by_side(plan: Plan) -> None:
    """So no rule and no state is shared, nor changed by those who drew before."""
    rules = rules_of(plan)
    together = drawn(rows_of(plan, rules), plan.vocabulary)
    again = drawn(rows_of(plan, rules), plan.vocabulary)
    alone = [drawn([row], plan.vocabulary)[0] for row in rows_of(plan, rules)]
    assert together == again == alone
    assert together[0] != together[1]


def test_rows_have_heard_what_was_read_and_what_they_said(plan: Plan) -> None:
    rows = rows_of(plan, rules_of(plan))
    drawn(rows, plan.vocabulary)
    for row in rows:
        heard, read = row.state.heard, Heard(plan.vocabulary, (*plan.own_ids, *row.said))
        assert vars(heard) == vars(read)
        assert heard.part_number == (NO_PART if row.state.part < 0 else row.state.part)


def test_each_row_counts_its_own_copies(model: LiveModel) -> None:
    """Fifteen notes as a song has them are the most; the next one is refused in that row alone."""
    tune = Track(notes=tuple(Note(240 * i, 60 + i * i * 7 % 13, 240) for i in range(24)))
    prints = Fingerprints([("a song", Score(tracks=(tune,)))])
    request = Request(start=4 * BAR, alternatives=1, limits=DrawingLimits(longest_copy=15))
    plan = Plan(model, chord_piece(), request, prints=prints)
    rule, state = rule_in(plan, CopyLimit), plan.decoding_state()
    assert rule is not None
    one, other = rule.branch(), rule.branch()
    shift = 4 * BAR
    say(state, plan.vocabulary, "Part_0")
    for note in tune.notes[:15]:
        assert one.admits(PartNote(0, replace(note, start=note.start + shift)), state)
    begin_bar(state, plan.vocabulary)
    say(state, plan.vocabulary, "Position_42")
    assert state.tick == tune.notes[15].start + shift
    pitch = plan.vocabulary.ids_of(TokenKind.PITCH)[tune.notes[15].pitch]
    assert one.refuses(int(pitch), state)
    assert not other.refuses(int(pitch), state)
    assert not one.refuses(int(pitch) + 1, state)


@pytest.mark.slow
def test_the_places_of_these_tests_need_every_rule(filling: LiveModel) -> None:
    found = {type(rule) for place in PLACES for rule in rules_of(planned(filling, place))}
    assert found == set(RULES)


@pytest.mark.slow
def test_the_places_of_these_tests_need_every_planner(filling: LiveModel) -> None:
    plans = [planned(filling, place) for place in PLACES]
    assert [of.__module__ for of in PLANNERS if not any(of(plan) for plan in plans)] == []


def test_a_planner_decides_once(plan: Plan) -> None:
    assert all(of(plan) is of(plan) for of in PLANNERS)


def test_rules_come_in_the_order_of_the_list(plan: Plan) -> None:
    places = [RULES.index(type(rule)) for rule in rules_of(plan)]
    assert places == sorted(set(places))


def test_a_model_without_strengths_is_drawn_by_what_is_legal_sounds_and_keeps_riffs(
    filling: LiveModel,
) -> None:
    plain = replace(filling, priors=Priors(), chords=None)
    kinds = {place: {type(rule) for rule in rules_of(planned(plain, place))} for place in PLACES}
    legal = {GrammarMask, NoRetrigger, VoiceLimit, SilentBars}
    assert kinds["a piano alone"] <= legal
    assert kinds["a band"] - legal == {KeptRiffs}
    assert Cadence in kinds["an end"]
    named = {
        place: {kind.__name__ for kind in found} - {k.__name__ for k in legal}
        for place, found in kinds.items()
    }
    assert named["an end"] == {"Cadence", "CadenceTones", "FinalChord"}
    assert named["like before"] == {"WishedBars"}
    assert named["five beats, steered"] == set()


def allows_end(plan: Plan, state: DecodingState) -> bool:
    mask = GrammarMask(plan.grammar, plan.vocabulary)
    return bool(np.isfinite(shaped(mask, state, plan.vocabulary)[plan.vocabulary.end]))


def ends(plan: Plan, *, bars: int) -> list[bool]:
    """Return for each bar of the vocabulary whether the piece may end after a note in it."""
    state, found = plan.decoding_state(), []
    for bar in range(bars):
        if bar:
            begin_bar(state, plan.vocabulary)
        say(state, plan.vocabulary, "Chord_none")
        strike(state, plan.vocabulary, 60, part=0, position=0)
        found.append(allows_end(plan, state))
    return found


def test_the_end_is_offered_in_the_last_bar_alone(model: LiveModel) -> None:
    assert ends(plan_of(model, bars=4), bars=4) == [False, False, False, True]
    assert ends(plan_of(model, bars=1), bars=1) == [True]
    assert ends(plan_of(model, bars=2, wish="end"), bars=2) == [False, True]
    # What goes on until it is stopped, what builds up, and what is followed has no end.
    assert not any(ends(plan_of(model, bars=0), bars=9))
    assert not any(ends(plan_of(model, bars=3, wish="build"), bars=3))
    assert not any(ends(plan_of(model, chord_piece(8), bars=3, following=2), bars=3))


def test_a_last_bar_that_is_written_as_several_may_end_in_each_of_them(model: LiveModel) -> None:
    length = 17 * 120
    notes = tuple(Note(t, 60, 120) for t in range(0, 2 * length, 120))
    score = Score(tracks=(Track(notes=notes),), time_signatures=(TimeSignature(0, 17, 16),))
    plan = plan_of(model, score, start=2 * length, bars=2)
    assert ends(plan, bars=4) == [False, False, True, True]


def test_whoever_ends_in_the_last_bar_ends_at_its_bar_line(model: LiveModel) -> None:
    state = plan_of(model, bars=2).decoding_state()
    begin_bar(state, model.tokenizer.vocabulary)
    state.finish()
    assert state.ended
    assert state.end == 6 * BAR
