"""The strengths of rules belong to a model: its card keeps them, and without them rules are off."""

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from engine.generation.model import LiveModel
from engine.generation.plan import Plan
from engine.generation.priors import (
    SHAPE,
    CopierPriors,
    Priors,
    RepetitionPriors,
    Scales,
    copier_with_echo,
    priors_of_card,
    priors_on_card,
    scaled,
)
from engine.generation.rules import rules_of
from engine.generation.rules.repetition import BarLags
from engine.ground.errors import ModelFileError
from engine.ground.paths import starter_model
from engine.model.description import read_card
from engine.request import Request
from tests.generation.conftest import BAR, chord_piece

CORRECTING = {BarLags}


def numbers_in(value: object) -> int:
    if isinstance(value, dict):
        return sum(map(numbers_in, value.values()))
    return sum(map(numbers_in, value)) if isinstance(value, list) else 1


def test_a_card_keeps_all_strengths() -> None:
    card = priors_on_card(SHAPE)
    assert priors_of_card(msgspec.json.decode(msgspec.json.encode(card))) == SHAPE
    assert numbers_in(card) <= 60


def test_a_model_without_strengths_has_none() -> None:
    assert priors_of_card({}) == Priors() == scaled(Scales())


def test_a_strength_of_a_deleted_rule_is_passed_over() -> None:
    card = {
        "priors": {
            "deficit": {"part": 1.0},
            "range": {"semitone": 0.35},
            "repetition": {"same_bar": 1.0, "returning": 3.0},
        }
    }
    assert priors_of_card(card) == Priors(repetition=RepetitionPriors(returning=3.0))


def test_the_starter_has_its_own() -> None:
    card = read_card(starter_model())["card"]
    assert priors_of_card(card) != Priors()


@pytest.mark.parametrize(
    "bad",
    [
        [],
        {"plan": {"rest": -1.0}},
        {"plan": {"rest": 1e308}},
        {"repetition": {"lags": {"pitch": [1.0, 2.0]}}},
        {"repetition": {"lags": {"pitch": [1.0, 2.0, 21.0]}}},
        {"copier": {"even_run": "ten"}},
        {"copier": {"pitch": {"slope": [None, 1, 1]}}},
    ],
)
def test_strengths_that_are_no_strengths_are_refused_in_a_sentence(bad: object) -> None:
    with pytest.raises(ModelFileError, match="strengths of rules are not valid"):
        priors_of_card({"priors": bad})


def rules_with(folder: Path, priors: Priors) -> set[type]:
    model = replace(LiveModel.load(folder), priors=priors)
    # A plan has strengths of its own, which no fit sets.
    request = Request(start=8 * BAR, bars=2, alternatives=1, planned=False)
    plan = Plan(model, chord_piece(bars=8), request)
    return {type(rule) for rule in rules_of(plan)}


def test_without_strengths_no_rule_corrects_the_network(tiny_folder: Path) -> None:
    assert rules_with(tiny_folder, SHAPE) >= CORRECTING
    assert not rules_with(tiny_folder, Priors()) & CORRECTING


def test_a_factor_switches_its_rule(tiny_folder: Path) -> None:
    assert BarLags in rules_with(tiny_folder, scaled(Scales(lags=1.0)))
    assert BarLags not in rules_with(tiny_folder, scaled(Scales(ids=1.0, voices=1.0)))


def test_echo_repeats_more_even_where_the_model_is_fitted_next_to_none() -> None:
    nothing = CopierPriors()
    assert not copier_with_echo(nothing, 1.0).even_run
    some, most = (copier_with_echo(nothing, echo) for echo in (2.0, 4.0 / 0.7))
    assert some.even_run > most.even_run > 0.0
    assert 0.0 < some.pitch.most[0] < most.pitch.most[0]


@pytest.mark.parametrize("echo", [0.0, 0.5, 1.0])
def test_up_to_the_middle_echo_multiplies_the_odds_of_the_model(echo: float) -> None:
    own = scaled(Scales(ids=0.35, voices=0.6)).copier
    weaker = copier_with_echo(own, echo)
    assert weaker.pitch.most == pytest.approx([echo * odds for odds in own.pitch.most])
    assert weaker.even_run == (pytest.approx(own.even_run / echo**0.5) if echo else 0.0)


def test_the_end_of_echo_is_that_of_a_model_with_strong_copying() -> None:
    own = scaled(Scales(ids=0.35, voices=0.6)).copier
    most = copier_with_echo(own, 4.0 / 0.7)
    assert most.even_run == pytest.approx(own.even_run / (4.0 / 0.7) ** 0.5, rel=0.01)
