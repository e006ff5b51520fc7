"""Each row says the chords of its own plan and leans to them; what the user wrote comes first."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from engine import messages
from engine.form.alternative_plan import NO_PLAN, AlternativePlan, ReturningBars
from engine.generation.continuation import Opening, continuations
from engine.generation.draw import MusicGenerator
from engine.generation.events import (
    AlternativeEnded,
    ChordsPlanned,
    NotesDrawn,
    PromptRead,
    RequestEnded,
)
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.planners import chords, endings, entrances, form, theme, tune
from engine.generation.priors import PlanPriors
from engine.generation.row import rows_of
from engine.generation.rules import rules_of
from engine.generation.rules.harmony import ChordTrack
from engine.generation.rules.planned import LeanedTones
from engine.generation.rules.repetition import WISHED_NATS, RecalledBars
from engine.generation.state.form import ALTERNATING, Form
from engine.generation.state.heard import Heard
from engine.ground.paths import demo_pieces, starter_model
from engine.harmony.chord_symbols import pitch_classes
from engine.harmony.chord_track import block_chords, names_by_bar, typed_chords, with_chords
from engine.live.session import Session
from engine.midi.file.midifile import read_midi
from engine.planning.chord_model import ChordModel
from engine.planning.counting import count_chords
from engine.request import Request
from engine.tokens.grammar import Place
from engine.tokens.vocabulary import TokenKind
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, Track
from engine.values.time import BarMap
from tests.generation.conftest import BAR
from tests.generation.rules.conftest import PRIORS, rule_in, say
from tests.planning.conftest import LOOP, VERSE, song

NATS = PlanPriors()


@pytest.fixture(scope="module")
def planner(tiny_folder) -> LiveModel:
    counts = count_chords([song(VERSE, times=3), song(LOOP, times=4)])
    return replace(LiveModel.load(tiny_folder), priors=PRIORS, chords=ChordModel(counts))


def request(**changes: object) -> Request:
    usual = Request(start=16 * BAR, bars=8, alternatives=3, sampling=SamplingConfig(seed=3))
    return replace(usual, **changes)


def plan_after(model: LiveModel, score: Score | None = None, **changes: object) -> Plan:
    return Plan(model, song(VERSE) if score is None else score, request(**changes))


TUNE = Track(
    notes=tuple(Note(480 * at, (72, 74, 76, 77)[at % 4], 480) for at in range(64)), program=73
)


def under_a_tune() -> Score:
    """The verse in the second part, and a tune in the first."""
    score = song(VERSE)
    return replace(score, tracks=(TUNE, *score.tracks))


def said_by(row) -> list[tuple[int, str]]:
    """Return the chords that a row says at the beginning of its bars."""
    return next(rule._chords for rule in row.rules if isinstance(rule, ChordTrack))


def test_each_row_has_the_plan_of_its_seed(planner) -> None:
    plan = plan_after(planner)
    rows = rows_of(plan, rules_of(plan))
    assert [said_by(row) for row in rows] == [chords.chords_of(plan, seed) for seed in (3, 4, 5)]
    assert len({chords.chords_of(plan, seed) for seed in range(3, 15)}) > 3
    assert next(chord.tick for chord in chords.chords_of(plan, 3)) == 16 * BAR
    alone = plan_after(planner, alternatives=1, sampling=SamplingConfig(seed=4))
    assert chords.chords_of(alone, 4) == chords.chords_of(plan, 4)


@pytest.mark.slow
def test_a_row_that_is_made_again_alone_has_the_notes_that_it_had(planner) -> None:
    generator = MusicGenerator(planner)
    together = continuations(generator, song(VERSE), request(bars=2))
    for seed, made in zip((3, 4, 5), together, strict=True):
        again = request(bars=2, alternatives=1, sampling=SamplingConfig(seed=seed))
        assert continuations(generator, song(VERSE), again)[0].parts == made.parts


def test_the_plan_of_each_offered_row_is_told_before_its_first_note(planner) -> None:
    plan = plan_after(planner, bars=2)
    events = list(MusicGenerator(planner).events(song(VERSE), request(bars=2)))
    assert isinstance(events[0], PromptRead)
    assert events[1:4] == [
        ChordsPlanned(
            alternative=number,
            plan=AlternativePlan(
                chords=chords.chords_of(plan, seed),
                returning=chords.returning(plan, seed),
                playing=entrances.playing(plan, seed),
            ),
        )
        for number, seed in enumerate((3, 4, 5))
    ]
    assert not any(isinstance(event, ChordsPlanned) for event in events[4:])


@pytest.mark.slow
def test_the_best_rows_that_come_in_place_of_others_tell_their_plan(planner) -> None:
    ask = request(bars=2, alternatives=2, best_of=8, sampling=SamplingConfig(seed=3))
    plan, told, seeds, begun = plan_after(planner, bars=2), {}, {}, set()
    for event in MusicGenerator(planner).events(song(VERSE), ask):
        match event:
            case ChordsPlanned():
                assert event.alternative not in begun
                told[event.alternative] = event.plan.chords
            case NotesDrawn():
                begun.add(event.alternative)
            case AlternativeEnded():
                seeds[event.alternative] = event.made.seed
            case RequestEnded():
                best = [one.candidate for one in event.best]
    assert max(best) >= 2  # or this says nothing about those that replace others
    assert set(told) == set(seeds) == set(range(len(seeds)))
    assert {number: chords.chords_of(plan, seed) for number, seed in seeds.items()} == told
    made = continuations(MusicGenerator(planner), song(VERSE), ask)
    assert [one.plan.chords for one in made] == [told[number] for number in best]


def test_nothing_is_told_of_a_row_without_a_plan(planner) -> None:
    events = list(MusicGenerator(planner).events(song(VERSE), request(bars=1, planned=False)))
    assert not any(isinstance(event, ChordsPlanned) for event in events)
    (made,) = continuations(
        MusicGenerator(planner), song(VERSE), request(bars=1, planned=False, alternatives=1)
    )
    assert made.plan == NO_PLAN


def test_the_live_process_says_what_is_planned(planner) -> None:
    session, ask = Session(planner), request(bars=1, alternatives=2)
    session.open(song(VERSE))
    said = list(session.go_on(7, ask))
    plans = [event for event in said if isinstance(event, messages.ChordsPlanned)]
    assert [(plan.request, plan.alternative) for plan in plans] == [(7, 0), (7, 1)]
    assert [planned.plan.chords for planned in plans] == [
        chords.chords_of(plan_after(planner, bars=1), seed) for seed in (3, 4)
    ]
    assert all(messages.decode_event(messages.encode(plan)) == plan for plan in plans)


def test_bars_that_return_are_named_by_their_place_in_the_piece(planner) -> None:
    plan = plan_after(planner, bars=16)
    found = 0
    for seed in range(20):
        backs = [bar.back for bar in chords.planner_of(plan, seed).plan(seed)]
        named = [0] * 16
        for run in chords.returning(plan, seed):
            assert 0 <= run.source < run.first
            for bar in range(run.first, run.first + run.bars):
                named[bar - 16] = run.first - run.source
                found += 1
        assert named == backs
    assert found


def test_bars_that_return_are_cut_where_the_music_ends() -> None:
    runs = (ReturningBars(first=16, bars=4, source=8), ReturningBars(first=20, bars=8, source=0))
    plan, bars = AlternativePlan(returning=runs), BarMap.of(Score())
    assert plan.before(22 * BAR, bars).returning == (
        ReturningBars(first=16, bars=4, source=8),
        ReturningBars(first=20, bars=2, source=0),
    )
    assert plan.before(16 * BAR, bars).returning == ()


def test_a_plan_is_named_bar_by_bar_as_it_is_typed(planner) -> None:
    score = song(VERSE)
    planned = typed_chords("C | G7 Am | % | F", score, first_bar=16)
    names = names_by_bar(planned[:-3] + planned[-1:], score, start=16 * BAR, end=20 * BAR)
    assert names == ("C", "G7 Am", "", "F")
    planned = chords.chords_of(plan_after(planner), 3)
    text = " | ".join(names_by_bar(planned, score, start=16 * BAR, end=24 * BAR))
    assert typed_chords(text, score, first_bar=16) == planned


@pytest.mark.parametrize(
    "changes",
    [
        {"planned": False},
        {"harmony": "free"},
        {"wish": "like"},
        {"following": 2, "start": 8 * BAR},
        {"sampling": SamplingConfig(echo=1.5)},
    ],
)
def test_no_chords_are_planned_where_none_are_wanted(planner, changes) -> None:
    plan = plan_after(planner, **changes)
    assert chords.of(plan) is None
    assert chords.chords_of(plan, 3) == ()
    assert form.of_row(plan, 3) is ALTERNATING


def test_no_chords_are_planned_over_those_that_the_user_wrote(planner) -> None:
    score = song(VERSE)
    written = with_chords(score, typed_chords("F | G", score, first_bar=16))
    plan = plan_after(planner, written)
    assert chords.of(plan) is None
    assert rule_in(plan, ChordTrack) is not None
    before = with_chords(score, typed_chords("F | G", score, first_bar=2))
    assert chords.of(plan_after(planner, before)) is not None


def test_a_pedal_point_drums_and_a_model_without_a_chord_model_go_on_as_before(planner) -> None:
    assert chords.of(plan_after(planner, song("C", times=16))).usual is None
    assert chords.of(plan_after(replace(planner, chords=None))) is None
    score = song(VERSE)
    drums = replace(score, tracks=(*score.tracks, Track(is_drum=True)))
    assert chords.of(plan_after(planner, drums, roles=("context", "write"))) is None


def test_an_end_comes_after_the_plan(planner) -> None:
    plan = plan_after(planner, wish="end")
    assert endings.of(plan)
    planned = chords.chords_of(plan, 3)
    assert planned
    assert max(chord.tick for chord in planned) < endings.of(plan).cadence[0].tick


def test_music_without_an_end_is_planned_for_a_while(planner) -> None:
    assert (
        len({chord.tick // BAR for chord in chords.chords_of(plan_after(planner, bars=0), 3)}) == 64
    )


def test_a_bar_that_returns_in_the_plan_returns_in_the_copier_and_the_bar_lags(planner) -> None:
    plan = plan_after(planner, bars=16)
    for seed in range(20):
        bars = chords.planner_of(plan, seed).plan(seed)
        made = form.of_row(plan, seed)
        assert [made.returns(bar) for bar in range(17)] == [*(bar.back > 0 for bar in bars), False]
        heard = list(range(17))
        for index, bar in enumerate(bars):
            found = made.returning_bar(index, piece=(), heard=heard)
            assert found == (heard[-1 - bar.back] if 0 < bar.back < 17 else None)


def test_pitches_that_are_foreign_to_the_chord_are_lowered_on_strong_beats_alone(planner) -> None:
    plan = plan_after(planner, under_a_tune())
    planned = chords.chords_of(plan, 3)
    rule, state = LeanedTones(planned, plan), plan.decoding_state()
    vocabulary = plan.vocabulary
    tones = pitch_classes(planned[0])
    name = vocabulary.names[vocabulary.chord_ids[planned[0].root, planned[0].quality]]
    say(state, vocabulary, name, "Position_0", "Part_1")
    shaped = np.zeros(len(vocabulary.kinds), np.float32)
    rule.shape(shaped, state)
    for pitch, nats in zip(range(128), shaped[vocabulary.span_of(TokenKind.PITCH)], strict=False):
        foreign = 0.0 if pitch % 12 in tones else NATS.foreign
        # The part is the bass, and the chord begins here.
        other = 0.0 if pitch % 12 == planned[0].root else NATS.root
        assert nats == -(foreign + other)
    say(state, vocabulary, "Pitch_60", "Velocity_63", "Duration_0.6.12")
    above = np.zeros(len(vocabulary.kinds), np.float32)
    rule.shape(above, state)
    for pitch, nats in zip(range(128), above[vocabulary.span_of(TokenKind.PITCH)], strict=False):
        assert nats == (0.0 if pitch % 12 in tones else -NATS.foreign)
    say(state, vocabulary, "Position_6", "Part_1")
    weak = np.zeros(len(vocabulary.kinds), np.float32)
    rule.shape(weak, state)
    assert not weak.any()


def test_a_note_is_not_held_into_a_chord_that_it_is_foreign_to(planner) -> None:
    score = Score(tracks=(Track(),))
    planned = typed_chords("C | D", score, first_bar=16)
    plan = plan_after(planner, under_a_tune())
    rule, state = LeanedTones(planned, plan), plan.decoding_state()
    vocabulary = plan.vocabulary
    say(state, vocabulary, "Chord_0.maj", "Position_36", "Part_1", "Pitch_60", "Velocity_63")
    assert state.place == Place.VELOCITY
    shaped = np.zeros(len(vocabulary.kinds), np.float32)
    rule.shape(shaped, state)
    lengths = shaped[vocabulary.span_of(TokenKind.DURATION)]
    rest = state.bar.end - state.tick
    for length, nats in zip(vocabulary.durations.tolist(), lengths, strict=True):
        assert nats == (-NATS.held_over if plan.grid.ticks(length) > rest else 0.0)
    assert block_chords(planned, score)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_the_starter_goes_on_with_the_prelude_in_c_with_a_harmony_for_each_bar() -> None:
    whole = read_midi(Path(demo_pieces(), "prelude-in-c.mid").read_bytes()).score
    opening = Opening.of(whole, bars=8)
    ask = Request(start=opening.boundary, bars=16, alternatives=8, sampling=SamplingConfig(seed=24))
    generator = MusicGenerator(LiveModel.load(starter_model()))
    bars = BarMap.of(opening.score)
    # Each alternative has a seed of its own, and none is chosen.
    for made in continuations(generator, opening.score, ask):
        sounds = [set[int]() for _ in range(16)]
        for part in made.parts:
            sounds[bars.bar_at(part.note.start) - 8].add(part.note.pitch)
        # A block of the plan may return, and one chord may stand for two bars.
        assert sum(one != other for one, other in pairwise(sounds)) >= 13
        roots = [chord.root for chord in made.plan.chords]
        assert sum(one != other for one, other in pairwise(roots)) >= 11


def test_the_beginning_comes_back_with_its_chords_and_its_bars(planner) -> None:
    ask, score = request(bars=48, alternatives=1), song(VERSE)
    plan = Plan(planner, score, ask)
    seed = next(each for each in range(100) if theme.of(plan).returning(each))
    begin = min(form.theme_bars(plan, seed))
    assert begin in (32, 40)
    assert [bar.source for bar in chords.returning(plan, seed) if bar.first == 16 + begin] == [0]
    planned = names_by_bar(chords.chords_of(plan, seed), score, start=16 * BAR, end=64 * BAR)
    assert list(planned[begin : begin + 8]) == ["C", "Am", "F", "G", "C", "Em", "F", "G"]
    rule = rule_in(plan, RecalledBars).of_row(seed)
    heard = list(Heard(plan.vocabulary, plan.ids, most=17).bars)
    assert [rule._bars.get(begin + at) for at in range(9)] == [*heard[:8], None]
    plain = next(each for each in range(100) if not theme.of(plan).returning(each))
    assert not form.theme_bars(plan, plain)
    assert not rule_in(plan, RecalledBars).of_row(plain)._bars


def test_ids_of_the_bar_that_returns_are_raised(planner) -> None:
    plan = Plan(planner, song(VERSE), request(bars=48, alternatives=1))
    state, logits = plan.decoding_state(), np.zeros(len(plan.vocabulary), np.float32)
    bar = plan.heard.whole_bars[0]
    rule = RecalledBars(
        plan.vocabulary,
        theme=2.0,
        again=1.0,
        theme_of=lambda seed: {seed: bar},
        form_of=lambda _seed: ALTERNATING,
    )
    for seed in (1, 0):  # bar 1 is not the one that is written
        rule.of_row(seed).shape(logits, state)
        assert bool(np.any(logits)) is (seed == 0)


@pytest.mark.parametrize(
    "changes",
    [
        {"bars": 32},
        {"bars": 48, "wish": "contrast"},
        {"bars": 48, "following": 1},
        {"bars": 48, "sampling": SamplingConfig(echo=0.0)},
    ],
)
def test_nothing_comes_back_in_short_requests_or_where_the_user_decides(planner, changes) -> None:
    plan = Plan(planner, song(VERSE), request(**changes))
    assert theme.of(plan) is None
    assert not form.theme_bars(plan, 3)


@pytest.mark.parametrize(("alike", "share"), [(0.0, 0.0), (0.4, 0.4), (1.0, 1.0)])
def test_a_bar_returns_by_the_plan_as_nearly_as_bars_of_the_piece_did(
    planner, alike, share
) -> None:
    plan = Plan(planner, song(VERSE), request())
    state, logits = plan.decoding_state(), np.zeros(len(plan.vocabulary), np.float32)
    rule = RecalledBars(
        plan.vocabulary,
        theme=2.0,
        again=1.5,
        theme_of=lambda _seed: {},
        form_of=lambda seed: Form((8 * seed,), alike=alike),
    )
    rule.of_row(0).shape(logits, state)
    assert not logits.any()  # a new bar
    rule.of_row(1).shape(logits, state)
    source = state.heard.bars[-9]
    said = min(source)  # the first position of the bar 8 bars back
    assert logits[said] == pytest.approx(1.5 * share * WISHED_NATS[TokenKind.POSITION])


def test_a_piece_that_may_not_repeat_itself_has_no_bars_that_return(planner) -> None:
    plan = plan_after(planner, sampling=SamplingConfig(echo=0.0))
    assert chords.of(plan)
    assert rule_in(plan, RecalledBars) is None
    assert rule_in(plan_after(planner), RecalledBars) is not None


def test_the_tune_is_free_and_the_accompaniment_is_not(planner) -> None:
    plan = plan_after(planner, under_a_tune())
    (lead,) = tune.of(plan).share
    assert plan.parts.track_of(lead) == 0
    planned, vocabulary = chords.chords_of(plan, 3), plan.vocabulary
    tones = pitch_classes(planned[0])
    name = vocabulary.names[vocabulary.chord_ids[planned[0].root, planned[0].quality]]
    pitches = vocabulary.span_of(TokenKind.PITCH)
    foreign = [pitch for pitch in range(72, 128) if pitch % 12 not in tones]
    for part, nats in ((lead, 0.0), (1 - lead, -NATS.foreign)):
        rule, state = LeanedTones(planned, plan), plan.decoding_state()
        say(state, vocabulary, name, "Position_0", f"Part_{part}")
        shaped = np.zeros(len(vocabulary.kinds), np.float32)
        rule.shape(shaped, state)
        leaned = shaped[pitches][foreign]
        assert leaned.max() <= nats
        assert bool(leaned.any()) is bool(nats)
