"""Notes that are written beside given parts avoid clashes with them, and are chosen by it."""

from dataclasses import replace
from pathlib import Path
from statistics import fmean

import numpy as np
import pytest

from engine.generation.choose.ranking import Candidate, ComparedPrompt, best
from engine.generation.draw import MusicGenerator
from engine.generation.filling import fills, pieces_of
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.planners import context
from engine.generation.priors import ClashPriors
from engine.generation.reading.chords import chords_between
from engine.generation.reading.context_harmony import (
    USUAL,
    ContextHarmony,
    is_consonant,
    pitched,
)
from engine.generation.rules import consonance
from engine.generation.rules.consonance import Consonance, weight_at
from engine.generation.rules.harmony import ChordTrack
from engine.generation.state.decoding import DecodingState
from engine.harmony.chord_symbols import chord_name
from engine.harmony.chord_track import typed_chords, with_chords
from engine.request import PartNote, Request
from engine.tokens.ordering import MEMORY
from engine.tokens.vocabulary import TokenKind
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, TimeSignature, Track
from tests.generation.conftest import BAR, chord_piece
from tests.generation.rules.conftest import PRIORS, rule_in, shaped

BESIDE = ("write", "context", "context")


@pytest.fixture
def generator(filling_folder: Path) -> MusicGenerator:
    return MusicGenerator(replace(LiveModel.load(filling_folder), priors=PRIORS))


def gap(**changes: object) -> Request:
    """A wish to fill bars 3 and 4 of the piano."""
    usual = Request(
        start=2 * BAR,
        bars=2,
        alternatives=1,
        fill=True,
        harmony="free",
        roles=BESIDE,
        sampling=SamplingConfig(seed=5),
    )
    return replace(usual, **changes)


def test_what_is_given_is_what_sounds_a_moment_after_a_tick() -> None:
    notes = (Note(0, 60, 480), Note(490, 62, 470), Note(960, 64, 4 * BAR))
    tracks = (
        Track(notes=notes),
        Track(is_drum=True, notes=(Note(0, 38, 480),)),
        Track(notes=(Note(0, 70, BAR),)),
    )
    given = ContextHarmony(Score(tracks=tracks), ("context", "context", "ignore"), start=0, end=BAR)
    assert given.sounding(0) == (60,)
    assert given.sounding(480) == (62,)  # struck a hair after
    assert given.sounding(950) == (64,)  # and a hair before
    assert given
    later = ContextHarmony(Score(tracks=tracks), ("context",) * 3, start=2 * BAR, end=3 * BAR)
    assert later.sounding(2 * BAR) == (64,)
    assert not ContextHarmony(Score(tracks=tracks), ("context",) * 3, start=9 * BAR, end=10 * BAR)


def test_seconds_sevenths_and_tritones_clash_in_any_octave() -> None:
    assert [p for p in range(60, 72) if is_consonant(p, (48,))] == [60, 63, 64, 65, 67, 68, 69]
    assert not is_consonant(71, (36, 67))
    assert is_consonant(71, ())


def test_a_clash_counts_most_on_strong_beats() -> None:
    score = chord_piece()
    assert [weight_at(tick, score) for tick in (0, 960)] == [1.0, 1.0]
    assert 0 < weight_at(240, score) < weight_at(480, score) < 1
    waltz = Score(time_signatures=(TimeSignature(0, 3, 4),))
    assert weight_at(960, waltz) == weight_at(480, waltz) < weight_at(3 * 480, waltz)


def drawing(generator: MusicGenerator, score: Score) -> tuple[Consonance, DecodingState]:
    """Return the rule, and a state in which a pitch of the piano may come on the first beat."""
    plan = Plan(generator.model, score, gap())
    state, vocabulary = plan.decoding_state(), generator.model.tokenizer.vocabulary
    for token in (
        vocabulary.chord_ids[-1, "none"],
        vocabulary.first_of(TokenKind.POSITION),
        vocabulary.first_part,
    ):
        state.advance(token)
    rule = rule_in(plan, Consonance)
    assert rule is not None
    return rule, state


def test_what_clashes_is_less_likely_and_a_note_as_likely_as_before(generator) -> None:
    rule, state = drawing(generator, chord_piece(bars=8))  # a bass on C
    vocabulary = generator.model.tokenizer.vocabulary
    ids = vocabulary.ids_of(TokenKind.PITCH)
    before = np.random.default_rng(1).normal(size=len(vocabulary)).astype(np.float32)
    after = shaped(rule, state, vocabulary, before)
    leant = (after - before)[ids]
    assert leant[60] == pytest.approx(leant[64], abs=1e-5)
    assert leant[60] == pytest.approx(leant[67], abs=1e-5)
    assert leant[60] - leant[61] == pytest.approx(PRIORS.clash.semitone, abs=1e-5)
    assert leant[60] - leant[62] == pytest.approx(PRIORS.clash.tone, abs=1e-5)
    assert leant[65] - leant[66] == pytest.approx(PRIORS.clash.tritone, abs=1e-5)
    assert np.logaddexp.reduce(after[ids]) == pytest.approx(np.logaddexp.reduce(before[ids]))
    assert np.array_equal(np.delete(after, ids), np.delete(before, ids))


def test_where_only_clashes_are_left_to_draw_one_is_drawn(generator) -> None:
    rule, state = drawing(generator, chord_piece(bars=8))
    vocabulary = generator.model.tokenizer.vocabulary
    only = np.full(len(vocabulary), -np.inf, np.float32)
    assert np.array_equal(shaped(rule, state, vocabulary, only), only)
    only[vocabulary.ids_of(TokenKind.PITCH)[61]] = 0.5
    assert np.allclose(shaped(rule, state, vocabulary, only), only)


def test_a_gap_of_all_tracks_and_a_continuation_have_no_context(generator) -> None:
    for ask in (gap(roles=("write",) * 3), gap(fill=False)):
        plan = Plan(generator.model, chord_piece(bars=8), ask)
        assert context.of(plan) is None
        assert rule_in(plan, Consonance) is None


@pytest.mark.slow
def test_fewer_notes_clash_than_without_it(generator, monkeypatch) -> None:
    score = chord_piece(bars=8)
    given = ContextHarmony(score, ("ignore", "context", "context"), start=2 * BAR, end=4 * BAR)
    # A model of random weights hardly ever strikes a strong beat.
    monkeypatch.setattr(consonance, "weight_at", lambda _tick, _score: 1.0)

    def share(drawing: MusicGenerator) -> float:
        parts = [p for made in fills(drawing, score, gap(alternatives=8)) for p in made.parts]
        notes = pitched(parts, score)
        return fmean(is_consonant(note.pitch, given.sounding(note.start)) for note in notes)

    with_it = share(generator)
    without = MusicGenerator(replace(generator.model, priors=replace(PRIORS, clash=ClashPriors())))
    assert with_it > share(without) + 0.05


def test_a_part_may_clash_as_often_as_the_given_ones_do() -> None:
    def given(*chords: tuple[int, ...]) -> ContextHarmony:
        notes = [Note(960 * i, p, 960) for i, chord in enumerate(chords) for p in chord]
        score = Score(tracks=(Track().with_notes(notes), Track()))
        return ContextHarmony(score, ("context", "write"), start=0, end=BAR)

    fine, rough = Note(0, 48, 480), Note(960, 49, 480)
    triads = given((60, 64, 67), (60, 64, 67))
    assert triads.own == 1.0
    assert triads.concord_of([fine]) == 0.0
    assert triads.concord_of([fine, rough]) == -0.5
    spiced = given((60, 64, 67), (60, 61))
    assert spiced.own == 0.6
    assert spiced.concord_of([fine, rough]) > spiced.concord_of([fine])
    line = given((60,), (62,))
    assert line.own == USUAL
    assert line.concord_of([]) == 0.0


def test_a_part_is_as_dense_as_the_given_ones() -> None:
    score = chord_piece(bars=4)
    given = ContextHarmony(score, ("context", "context", "write"), start=0, end=BAR)

    def struck(count: int) -> list[PartNote]:
        return [PartNote(2, Note(120 * i, 60, 120)) for i in range(count)]

    assert given.density_of(struck(4), 1) == 0.0
    assert given.density_of(struck(8), 2) == 0.0
    assert 0 > given.density_of(struck(5), 1) > given.density_of(struck(9), 1)
    assert given.density_of([], 1) < -2


def test_of_equal_candidates_the_one_that_clashes_as_often_is_better() -> None:
    prompt = ComparedPrompt(chord_piece(), BESIDE, start=4 * BAR)
    notes = (PartNote(0, Note(4 * BAR, 60, 480)),)
    rough, smooth = (Candidate(notes=notes, concord=far) for far in (-0.5, -0.1))
    assert [one.candidate for one in best(prompt, [rough, smooth], count=2)] == [1, 0]


def test_chords_are_heard_in_what_stays_up_to_the_end_of_the_gap() -> None:
    def block(start: int, *pitches: int) -> tuple[Note, ...]:
        return tuple(Note(start, pitch, BAR) for pitch in pitches)

    notes = (*block(0, 48, 64, 67), *block(BAR, 53, 60, 69), *block(2 * BAR, 55, 62, 71))
    score = Score(tracks=(Track(notes=notes),))
    chords = chords_between(score, start=BAR, end=5 * BAR)
    assert [(chord.tick // BAR, chord_name(chord)) for chord in chords][:3] == [
        (0, "C"),
        (1, "F"),
        (2, "G"),
    ]
    assert chords[-1].tick == 4 * BAR  # nothing is over before the gap is
    assert chords_between(Score(tracks=(Track(),)), start=0, end=BAR) == ()


def finite_ids(rule: ChordTrack, plan: Plan) -> list[int]:
    said = shaped(rule, plan.decoding_state(), plan.vocabulary)
    found: list[int] = np.flatnonzero(np.isfinite(said)).tolist()
    return found


def test_the_chords_that_are_found_are_said_with_the_notes_and_are_enough(generator) -> None:
    score, roles = chord_piece(bars=8), ("context", "write", "context")
    plan = Plan(generator.model, score, gap(roles=roles, harmony="followed"))
    rule = rule_in(plan, ChordTrack)
    assert rule is not None
    assert rule_in(plan, Consonance) is None
    assert finite_ids(rule, plan) == [plan.vocabulary.chord_ids[0, "maj"]]


def test_chords_that_are_written_go_before_those_that_are_found(generator) -> None:
    plain = chord_piece(bars=8)
    score = with_chords(plain, typed_chords("Am | " * 7 + "Am", plain))
    roles = ("context", "write", "context")
    plan = Plan(generator.model, score, gap(roles=roles, harmony="followed"))
    rule = rule_in(plan, ChordTrack)
    assert rule is not None
    assert finite_ids(rule, plan) == [plan.vocabulary.chord_ids[9, "min"]]


def test_where_no_chord_is_found_the_model_says_its_own(generator) -> None:
    notes = tuple(Note(tick, pitch, BAR) for tick in (0, BAR) for pitch in (60, 64, 67))
    score = Score(tracks=(Track(notes=notes), Track(program=33)))
    asked = gap(roles=("context", "write"), bars=8, start=0, harmony="followed")
    plan = Plan(generator.model, score, asked)
    rule, state = rule_in(plan, ChordTrack), plan.decoding_state()
    assert rule is not None
    assert not np.isfinite(shaped(rule, state, plan.vocabulary)).all()
    while state.bar.start < 6 * BAR:
        state.next_bar()
    assert not shaped(rule, state, plan.vocabulary).any()


@pytest.mark.slow
def test_an_accompaniment_piece_by_piece_is_the_best_of_its_share(generator) -> None:
    score = chord_piece(bars=4)
    score = replace(score, tracks=(*score.tracks, Track(name="Strings", program=48)))
    roles = ("context", "context", "context", "write")
    ask = gap(start=0, bars=4, roles=roles, alternatives=2)
    assert len(list(pieces_of(score, ask, memory=MEMORY))) > 1
    plain = fills(generator, score, ask)
    chosen = fills(generator, score, replace(ask, best_of=6))
    assert [made.seed for made in chosen] == [5, 8]
    assert [made.parts for made in chosen] != [made.parts for made in plain]
    for made in chosen:
        alone = replace(
            ask, alternatives=1, best_of=made.best_of, sampling=SamplingConfig(seed=made.seed)
        )
        (again,) = fills(generator, score, alone)
        assert again.parts == made.parts
