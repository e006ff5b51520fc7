"""What is written beside given parts shuns what clashes with them, and is chosen by it."""

from dataclasses import replace
from pathlib import Path
from statistics import fmean

import numpy as np
import pytest
import torch

from engine.config import SamplingConfig
from engine.generation import consonance
from engine.generation.consonance import (
    USUAL,
    Consonance,
    Given,
    is_consonant,
    pitched,
    weight_at,
)
from engine.generation.filling import fills, pieces_of
from engine.generation.generator import MusicGenerator
from engine.generation.harmony import ChordTrack, heard_between
from engine.generation.model import LiveModel
from engine.generation.ranking import Candidate, Prompt, best
from engine.generation.recipe import Recipe
from engine.generation.shaping import Shaping
from engine.music.chord_symbols import chord_name
from engine.music.chord_track import typed_chords, with_chords
from engine.music.score import Note, Score, TimeSignature, Track
from engine.request import PartNote, Request
from engine.tokens.vocabulary import TokenKind
from tests.generation.conftest import BAR, chord_piece

BESIDE = ("write", "context", "context")


@pytest.fixture
def generator(filling_folder: Path) -> MusicGenerator:
    return MusicGenerator(LiveModel.load(filling_folder))


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
    given = Given(Score(tracks=tracks), ("context", "context", "ignore"), start=0, end=BAR)
    assert given.sounding(0) == (60,)
    assert given.sounding(480) == (62,)  # struck a hair after
    assert given.sounding(950) == (64,)  # and a hair before
    assert given
    later = Given(Score(tracks=tracks), ("context",) * 3, start=2 * BAR, end=3 * BAR)
    assert later.sounding(2 * BAR) == (64,)
    assert not Given(Score(tracks=tracks), ("context",) * 3, start=9 * BAR, end=10 * BAR)


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


def drawing(generator: MusicGenerator, score: Score) -> tuple[Recipe, object]:
    """A recipe, and a draft of it that may say a pitch of the piano on the first beat."""
    recipe = Recipe(generator.model, score, gap())
    draft = recipe.alternatives()[0].draft
    vocabulary = generator.model.tokenizer.vocabulary
    for token in (
        vocabulary.chord_ids[-1, "none"],
        vocabulary.first_of(TokenKind.POSITION),
        vocabulary.first_part,
    ):
        draft.go_on(token)
    return recipe, draft


def test_what_clashes_is_less_likely_and_a_note_as_likely_as_before(generator) -> None:
    recipe, draft = drawing(generator, chord_piece(bars=8))  # a bass on C
    vocabulary = generator.model.tokenizer.vocabulary
    rule = next(each for each in recipe.processors() if isinstance(each, Consonance))
    before = torch.zeros(len(vocabulary))
    after = rule.process(before, draft)
    pitches = torch.from_numpy(vocabulary.ids_of(TokenKind.PITCH))
    leant = after[pitches]
    assert leant[60] == leant[64] == leant[67] > leant[62] > leant[61]
    assert leant[66] < leant[65]
    assert torch.isclose(leant.logsumexp(0), before[pitches].logsumexp(0))
    others = np.setdiff1d(np.arange(len(vocabulary)), vocabulary.ids_of(TokenKind.PITCH))
    assert torch.equal(after[torch.from_numpy(others)], before[torch.from_numpy(others)])
    assert torch.equal(before, torch.zeros(len(vocabulary)))


def test_where_only_clashes_are_left_to_draw_one_is_drawn(generator) -> None:
    recipe, draft = drawing(generator, chord_piece(bars=8))
    vocabulary = generator.model.tokenizer.vocabulary
    rule = next(each for each in recipe.processors() if isinstance(each, Consonance))
    only = torch.full((len(vocabulary),), -torch.inf)
    assert torch.equal(rule.process(only, draft), only)
    only[vocabulary.ids_of(TokenKind.PITCH)[61]] = 0.5
    assert torch.allclose(rule.process(only, draft), only)


def test_a_gap_of_all_tracks_and_a_continuation_have_nothing_given(generator) -> None:
    for ask in (gap(roles=("write",) * 3), gap(fill=False)):
        recipe = Recipe(generator.model, chord_piece(bars=8), ask)
        assert recipe.given is None
        assert not any(isinstance(each, Consonance) for each in recipe.processors())


def test_fewer_notes_clash_than_without_it(generator, monkeypatch) -> None:
    score = chord_piece(bars=8)
    given = Given(score, ("ignore", "context", "context"), start=2 * BAR, end=4 * BAR)
    # A model of random weights hardly ever strikes a strong beat.
    monkeypatch.setattr(consonance, "weight_at", lambda _tick, _score: 1.0)

    def share() -> float:
        parts = [p for made in fills(generator, score, gap(alternatives=8)) for p in made.parts]
        notes = pitched(parts, score)
        return fmean(is_consonant(note.pitch, given.sounding(note.start)) for note in notes)

    with_it = share()
    monkeypatch.setattr(Shaping, "_consonance", lambda _shaping: iter(()))
    assert with_it > share() + 0.05


def test_a_part_may_clash_as_often_as_the_given_ones_do() -> None:
    def given(*chords: tuple[int, ...]) -> Given:
        notes = [Note(960 * i, p, 960) for i, chord in enumerate(chords) for p in chord]
        score = Score(tracks=(Track().with_notes(notes), Track()))
        return Given(score, ("context", "write"), start=0, end=BAR)

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
    given = Given(score, ("context", "context", "write"), start=0, end=BAR)

    def struck(count: int) -> list[PartNote]:
        return [PartNote(2, Note(120 * i, 60, 120)) for i in range(count)]

    assert given.density_of(struck(4), 1) == 0.0
    assert given.density_of(struck(8), 2) == 0.0
    assert 0 > given.density_of(struck(5), 1) > given.density_of(struck(9), 1)
    assert given.density_of([], 1) < -2


def test_of_equal_candidates_the_one_that_clashes_as_often_is_better() -> None:
    prompt = Prompt(chord_piece(), BESIDE, start=4 * BAR)
    notes = (PartNote(0, Note(4 * BAR, 60, 480)),)
    rough, smooth = (Candidate(notes=notes, concord=far) for far in (-0.5, -0.1))
    assert [one.candidate for one in best(prompt, [rough, smooth], count=2)] == [1, 0]


def test_chords_are_heard_in_what_stays_up_to_the_end_of_the_gap() -> None:
    def block(start: int, *pitches: int) -> tuple[Note, ...]:
        return tuple(Note(start, pitch, BAR) for pitch in pitches)

    notes = (*block(0, 48, 64, 67), *block(BAR, 53, 60, 69), *block(2 * BAR, 55, 62, 71))
    score = Score(tracks=(Track(notes=notes),))
    chords = heard_between(score, start=BAR, end=5 * BAR)
    assert [(chord.tick // BAR, chord_name(chord)) for chord in chords][:3] == [
        (0, "C"),
        (1, "F"),
        (2, "G"),
    ]
    assert chords[-1].tick == 4 * BAR  # nothing is over before the gap is
    assert heard_between(Score(tracks=(Track(),)), start=0, end=BAR) == ()


def test_the_chords_that_are_heard_are_said_with_the_notes_and_are_enough(generator) -> None:
    score = chord_piece(bars=8)
    roles = ("context", "write", "context")
    recipe = Recipe(generator.model, score, gap(roles=roles, harmony="followed"))
    kinds = [type(each) for each in recipe.processors()]
    assert ChordTrack in kinds
    assert Consonance not in kinds
    vocabulary = generator.model.tokenizer.vocabulary
    draft = recipe.alternatives()[0].draft
    rule = next(each for each in recipe.processors() if isinstance(each, ChordTrack))
    said = rule.process(torch.zeros(len(vocabulary)), draft)
    assert said.isfinite().nonzero().flatten().tolist() == [vocabulary.chord_ids[0, "maj"]]


def test_chords_that_are_written_go_before_those_that_are_heard(generator) -> None:
    plain = chord_piece(bars=8)
    score = with_chords(plain, typed_chords("Am | " * 7 + "Am", plain))
    recipe = Recipe(
        generator.model, score, gap(roles=("context", "write", "context"), harmony="followed")
    )
    vocabulary = generator.model.tokenizer.vocabulary
    (rule,) = [each for each in recipe.processors() if isinstance(each, ChordTrack)]
    said = rule.process(torch.zeros(len(vocabulary)), recipe.alternatives()[0].draft)
    assert said.isfinite().nonzero().flatten().tolist() == [vocabulary.chord_ids[9, "min"]]


def test_where_nothing_is_heard_the_model_says_its_own_chords(generator) -> None:
    notes = tuple(Note(tick, pitch, BAR) for tick in (0, BAR) for pitch in (60, 64, 67))
    score = Score(tracks=(Track(notes=notes), Track(program=33)))
    roles = ("context", "write")
    recipe = Recipe(generator.model, score, gap(roles=roles, bars=8, start=0, harmony="followed"))
    rule = next(each for each in recipe.processors() if isinstance(each, ChordTrack))
    draft = recipe.alternatives()[0].draft
    plain = torch.zeros(len(generator.model.tokenizer.vocabulary))
    assert not torch.equal(rule.process(plain, draft), plain)
    while draft.bar.start < 6 * BAR:
        draft.next_bar()
    assert torch.equal(rule.process(plain, draft), plain)


def test_an_accompaniment_piece_by_piece_is_the_best_of_its_share(generator) -> None:
    score = chord_piece(bars=4)
    score = replace(score, tracks=(*score.tracks, Track(name="Strings", program=48)))
    roles = ("context", "context", "context", "write")
    ask = gap(start=0, bars=4, roles=roles, alternatives=2)
    assert len(list(pieces_of(score, ask))) > 1
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
