"""Bars that are written again get other notes than those that stood there."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.generation.continuation import continuations
from engine.generation.draw import MusicGenerator
from engine.generation.filling import fills
from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.planners import replaced
from engine.generation.row import rows_of
from engine.generation.rules.rewritten import Rewritten
from engine.ground.paths import starter_model
from engine.request import Request, Selected
from engine.tokens.vocabulary import TokenKind
from engine.values.config import SamplingConfig
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR
from tests.generation.rules.conftest import PRIORS, rule_in

QUARTER = BAR // 4
RIFF = (57, 60, 64, 65)


def riff(bars: int = 8, *, program: int = 0, is_drum: bool = False, late: int = 0) -> Score:
    """Return four quarters in each bar, again and again."""
    notes = tuple(
        Note(bar * BAR + beat * QUARTER + late, pitch, QUARTER - 20, 80)
        for bar in range(bars)
        for beat, pitch in enumerate(RIFF)
    )
    return Score(tracks=(Track(name="Riff", program=program, is_drum=is_drum, notes=notes),))


def asked(**changes: object) -> Request:
    return replace(Request(start=3 * BAR, bars=2, alternatives=1, fill=True), **changes)


@pytest.fixture
def model(filling_folder: Path) -> LiveModel:
    return replace(LiveModel.load(filling_folder), priors=PRIORS)


@pytest.mark.parametrize("late", [0, 7])
def test_the_old_pitch_of_a_place_costs_nats_and_the_others_do_not(
    model: LiveModel, late: int
) -> None:
    plan, vocabulary = Plan(model, riff(late=late), asked()), model.tokenizer.vocabulary
    rule = rule_in(plan, Rewritten)
    assert rule is not None
    (row,) = rows_of(plan, ())
    row.state.advance(vocabulary.first_of(TokenKind.POSITION))
    row.state.advance(vocabulary.first_part)
    logits = np.zeros(len(vocabulary), np.float32)
    rule.shape(logits, row.state)
    pitches = logits[vocabulary.span_of(TokenKind.PITCH)]
    assert np.logaddexp.reduce(pitches) == pytest.approx(np.log(len(pitches)), abs=1e-4)
    lost = pitches - pitches.max()
    assert np.flatnonzero(lost).tolist() == [RIFF[0]]
    assert lost[RIFF[0]] == pytest.approx(-PRIORS.plan.rewritten)


def emptied() -> Score:
    """Return the riff without the bars to write."""
    return asked().cleared(riff())


@pytest.mark.parametrize(
    ("score", "request_"),
    [
        (emptied(), asked()),
        (riff(is_drum=True), asked()),
        (riff(), asked(selected="kept")),
        (riff(), asked(start=8 * BAR, fill=False)),
        (riff(), asked(wish="again", pattern=(0, 2 * BAR))),
    ],
)
def test_empty_bars_drums_kept_notes_and_bars_again_have_no_such_rule(
    model: LiveModel, score: Score, request_: Request
) -> None:
    assert rule_in(Plan(model, score, request_), Rewritten) is None


def test_a_model_without_the_strength_has_no_such_rule(model: LiveModel) -> None:
    off = replace(PRIORS, plan=replace(PRIORS.plan, rewritten=0.0))
    assert rule_in(Plan(replace(model, priors=off), riff(), asked()), Rewritten) is None


def test_a_piece_without_its_old_notes_is_told_them(model: LiveModel) -> None:
    plan = Plan(model, emptied(), asked(), original=riff())
    old = replaced.of(plan)
    assert {note.start // BAR for note in old[0]} == {3, 4}
    assert replaced.of(Plan(model, riff(), asked())) == old


@pytest.mark.parametrize("selected", ["replaced", "thinned", "kept"])
def test_bars_that_are_rewritten_before_what_follows_have_it_too(
    model: LiveModel, selected: Selected
) -> None:
    ask = asked(fill=False, following=2, selected=selected)
    plan = Plan(model, riff(), ask)
    assert sorted(note.pitch for note in replaced.of(plan)[0]) == sorted(2 * RIFF)
    assert {note.start // BAR for note in replaced.of(plan)[0]} == {3, 4}
    assert rule_in(plan, Rewritten) is not None


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({}, marks=pytest.mark.slow),
        pytest.param({"alternatives": 1}, marks=pytest.mark.slow),
        {"start": 6 * BAR},
        pytest.param({"wish": "calmer"}, marks=pytest.mark.slow),
        pytest.param({"fill": False, "following": 3}, marks=pytest.mark.slow),
    ],
)
def test_a_loop_that_is_written_again_is_another_one(changes: dict[str, object]) -> None:
    generator = MusicGenerator(LiveModel.load(starter_model()))
    usual = asked(alternatives=4, best_of=8, sampling=SamplingConfig(seed=5))
    ask = replace(usual, **changes)
    make = fills if ask.fill else continuations
    old = {(note.start, note.pitch) for note in riff().tracks[0].notes}
    ways = [
        {(part.note.start, part.note.pitch) for part in made.parts}
        for made in make(generator, riff(), ask)
    ]
    assert all(ways)
    assert sum(not way <= old for way in ways) >= len(ways) - 1
