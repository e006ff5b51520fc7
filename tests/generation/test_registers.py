"""Each keeps to its register: notes far beyond what a track played are less likely."""

from dataclasses import replace

import pytest
import torch

from engine.config import SamplingConfig, SteeringConfig
from engine.generation.model import LiveModel
from engine.generation.recipe import Recipe
from engine.generation.registers import FREE, MOST_NATS, Registers, registers_of
from engine.music.score import Note, Score, Track
from engine.request import Request, same_role
from engine.tokens.parts import Parts, parts_of
from engine.tokens.vocabulary import TokenKind
from tests.generation.conftest import BAR, chord_piece


@pytest.fixture(scope="module")
def model(tiny_folder) -> LiveModel:
    return LiveModel.load(tiny_folder)


def _played(*pitches: int) -> Track:
    return Track(notes=tuple(Note(120 * i, pitch, 120) for i, pitch in enumerate(pitches)))


def _leaning(
    model: LiveModel, score: Score, kind: TokenKind = TokenKind.PITCH, **asked
) -> dict[int, dict[int, float]]:
    """Return nats by part and pitch, or by positions of a length."""
    roles = same_role("write", len(score.tracks))
    request = Request(start=8 * BAR, bars=4, roles=roles, **asked)
    vocabulary = model.tokenizer.vocabulary
    ids = vocabulary.ids_of(kind)
    found = registers_of(score, request, parts_of(score, most=32), model.tokenizer)
    values = vocabulary.values[ids].tolist()
    return {
        part: dict(zip(values, nats[ids].tolist(), strict=True)) for part, nats in found.items()
    }


def test_what_was_played_and_a_little_more_costs_nothing_and_further_the_more(model) -> None:
    (nats,) = _leaning(model, Score(tracks=(_played(*[60, 64, 67, 72] * 24),))).values()
    assert not any(nats[pitch] for pitch in range(60 - FREE, 72 + FREE + 1))
    assert 0 > nats[72 + FREE + 1] > nats[80] > nats[84]
    assert nats[60 - FREE - 1] == nats[72 + FREE + 1]
    assert min(nats.values()) >= -MOST_NATS


def test_a_register_is_the_surer_the_more_was_played_and_each_has_its_own(model) -> None:
    score = Score(tracks=(_played(40, 43), _played(*[72, 76] * 50), Track()))
    bass, tune = _leaning(model, score).values()
    assert bass[72] < 0
    assert tune[40] < bass[76] < 0
    assert tune[74] == bass[41] == 0


def test_tracks_that_share_a_part_have_one_register(model) -> None:
    low, high = _played(*[40, 43] * 20), _played(*[72, 76] * 20)
    request = Request(start=8 * BAR, bars=4, roles=("write", "write"))
    pitches = model.tokenizer.vocabulary.ids_of(TokenKind.PITCH)
    for tracks in ((low, high), (high, low)):
        found = registers_of(Score(tracks=tracks), request, Parts((0, 0), (0,)), model.tokenizer)
        nats = found[0][pitches]
        assert not nats[40 - FREE : 76 + FREE + 1].any()
        assert nats[40 - FREE - 1] == nats[76 + FREE + 1] < 0


def test_drums_and_what_is_written_anew_have_none(model) -> None:
    drums = replace(_played(36, 38), is_drum=True)
    anew = Track(notes=(Note(9 * BAR, 60, 120),))
    assert _leaning(model, Score(tracks=(drums, anew))) == {}


@pytest.mark.parametrize(("register", "free", "held"), [(1.0, 100, 20), (-1.0, 20, 100)])
def test_who_wants_it_higher_or_lower_is_not_held_back(model, register, free, held) -> None:
    steering = SteeringConfig(register=register)
    score = Score(tracks=(_played(*[60, 64] * 20),))
    (nats,) = _leaning(model, score, steering=steering).values()
    assert nats[free] == 0
    assert nats[held] < 0


def test_it_is_in_the_recipe_and_speaks_where_a_note_may_begin(model) -> None:
    alone = Score(tracks=chord_piece().tracks[1:2])
    recipe = Recipe(model, alone, Request(start=4 * BAR, bars=2, alternatives=1))
    (registers,) = (each for each in recipe.processors() if isinstance(each, Registers))
    draft = recipe.alternatives()[0].draft
    flat = torch.zeros(len(model.tokenizer.vocabulary))
    assert draft.may_begin_a_note
    assert registers.process(flat, draft).min() < 0
    assert not flat.any()


def test_whoever_is_bold_may_leave_their_register(model) -> None:
    sampling = SamplingConfig(temperature=1.2)
    request = Request(start=4 * BAR, bars=2, alternatives=1, sampling=sampling)
    recipe = Recipe(model, chord_piece(), request)
    assert not any(isinstance(each, Registers) for each in recipe.processors())


def test_notes_far_longer_than_any_of_their_track_are_less_likely(model) -> None:
    beats = Track(notes=tuple(Note(480 * beat, 60, 480) for beat in range(16)))
    quarter = model.tokenizer.ticks_per_quarter
    (nats,) = _leaning(model, Score(tracks=(beats,)), TokenKind.DURATION).values()
    assert nats[quarter] == 0
    assert 0 > nats[2 * quarter] > nats[4 * quarter] >= -MOST_NATS
    wanted = SteeringConfig(note_length=1.0)
    (free,) = _leaning(model, Score(tracks=(beats,)), TokenKind.DURATION, steering=wanted).values()
    assert not any(nats for length, nats in free.items() if length >= quarter)


def test_notes_far_shorter_than_the_short_ones_of_their_track_are_less_likely(model) -> None:
    # One eighth in sixteen notes is one of its lengths; one sixteenth in a hundred is a slip.
    lengths = ([480] * 15 + [240]) * 6 + [120]
    piece = Score(tracks=(Track(notes=tuple(Note(480 * i, 60, n) for i, n in enumerate(lengths))),))
    quarter = model.tokenizer.ticks_per_quarter
    (nats,) = _leaning(model, piece, TokenKind.DURATION).values()
    assert nats[quarter] == nats[quarter // 2] == 0
    assert 0 > nats[quarter // 4] > nats[1] >= -MOST_NATS
    for wanted in (SteeringConfig(note_length=-1.0), SteeringConfig(busy=1.0)):
        (free,) = _leaning(model, piece, TokenKind.DURATION, steering=wanted).values()
        assert not any(nats for length, nats in free.items() if length <= quarter)
