"""A part without notes of its own plays notes of its instrument, and does not double the others."""

from dataclasses import replace
from pathlib import Path
from statistics import median

import numpy as np
import pytest

from engine.form.registers import register_of
from engine.generation.draw import MusicGenerator
from engine.generation.filling import fills
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.priors import NewPartPriors
from engine.generation.row import rows_of
from engine.generation.rules.new_part import MOST_NATS, NewPart
from engine.generation.rules.rule import Logits
from engine.ground.paths import starter_model
from engine.request import Request
from engine.tokens.vocabulary import TokenKind, Vocabulary
from engine.values.config import SamplingConfig, SteeringConfig
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR
from tests.generation.rules.conftest import PRIORS, rule_in

FINGER_BASS, PIANO = 33, 0
CHORDS = ((60, 64, 67), (57, 60, 64), (53, 57, 60), (55, 59, 62))


def piano(bars: int = 4) -> Track:
    """Return one chord in each bar."""
    notes = (
        Note(bar * BAR, pitch, BAR - 20, 75) for bar in range(bars) for pitch in CHORDS[bar % 4]
    )
    return Track(name="Piano", notes=tuple(notes))


def beside(program: int, *notes: Note) -> Score:
    """Return the piano and a part of an instrument."""
    return Score(tracks=(piano(), Track(name="New", program=program, notes=notes)))


def asked(**changes: object) -> Request:
    usual = Request(bars=4, alternatives=1, fill=True, roles=("context", "write"))
    return replace(usual, **changes)


@pytest.fixture
def model(filling_folder: Path) -> LiveModel:
    return replace(LiveModel.load(filling_folder), priors=PRIORS)


def costs(plan: Plan, vocabulary: Vocabulary) -> Logits:
    """Return what the pitches of the new part lose in its first bar, relative to each other."""
    rule = rule_in(plan, NewPart)
    assert rule is not None
    (row,) = rows_of(plan, ())
    state = row.state
    state.advance(vocabulary.first_of(TokenKind.POSITION))
    state.advance(vocabulary.first_part + 1)
    logits = np.zeros(len(vocabulary), np.float32)
    rule.shape(logits, state)
    pitches = logits[vocabulary.span_of(TokenKind.PITCH)]
    assert np.logaddexp.reduce(pitches) == pytest.approx(np.log(len(pitches)), abs=1e-4)
    return pitches - pitches.max()


def test_a_bass_keeps_to_its_range_and_off_the_pitches_that_the_piano_strikes(
    model: LiveModel,
) -> None:
    lost = costs(Plan(model, beside(FINGER_BASS), asked()), model.tokenizer.vocabulary)
    assert lost[36] == lost[53] == 0
    assert lost[54] == pytest.approx(-1)
    assert lost[61] == pytest.approx(-MOST_NATS)
    assert lost[60] == pytest.approx(-MOST_NATS - PRIORS.new_part.unison)


def test_a_piano_has_the_whole_range(model: LiveModel) -> None:
    lost = costs(Plan(model, beside(PIANO), asked()), model.tokenizer.vocabulary)
    assert sorted(np.flatnonzero(lost)) == sorted(CHORDS[0])


def test_a_part_with_notes_of_its_own_is_none(model: LiveModel) -> None:
    score = beside(FINGER_BASS, Note(4 * BAR, 70, 480, 80))
    assert rule_in(Plan(model, score, asked()), NewPart) is None


def test_the_slider_of_the_register_opens_the_range(model: LiveModel) -> None:
    steering = SteeringConfig(register=1.0)
    plan = Plan(model, beside(FINGER_BASS), asked(steering=steering))
    lost = costs(plan, model.tokenizer.vocabulary)
    assert lost[61] == 0
    assert lost[20] < 0


@pytest.mark.parametrize(
    ("priors", "temperature"), [(NewPartPriors(semitone=0.0, unison=0.0), 1.0), (None, 1.3)]
)
def test_without_strengths_and_with_much_adventure_there_is_no_such_rule(
    model: LiveModel, priors: NewPartPriors | None, temperature: float
) -> None:
    chosen = replace(PRIORS, new_part=priors) if priors else PRIORS
    sampling = SamplingConfig(temperature=temperature)
    plan = Plan(replace(model, priors=chosen), beside(FINGER_BASS), asked(sampling=sampling))
    assert rule_in(plan, NewPart) is None


@pytest.mark.slow
def test_a_bass_beside_chords_is_a_bass_line() -> None:
    generator = MusicGenerator(LiveModel.load(starter_model()))
    score = Score(tracks=(piano(8), Track(name="Bass", program=FINGER_BASS)))
    ask = asked(bars=8, alternatives=2, best_of=4, sampling=SamplingConfig(seed=5))
    for made in fills(generator, score, ask):
        notes = sorted(part.note for part in made.parts)
        assert len({note.start // BAR for note in notes}) >= 4  # it may come in late
        assert median(note.pitch for note in notes) <= register_of(FINGER_BASS)[1]
        assert len({note.start for note in notes}) == len(notes)


def test_a_continuation_has_no_such_rule(model: LiveModel) -> None:
    ask = asked(start=4 * BAR, bars=2, fill=False)
    assert rule_in(Plan(model, beside(FINGER_BASS), ask), NewPart) is None
