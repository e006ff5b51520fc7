"""Strengths of a new model: what its card says of them, and what their fitting may take."""

import random
import time
from pathlib import Path

import pytest

from engine.generation.model import LiveModel
from engine.generation.priors import SHAPE, Priors, priors_of_card, priors_on_card
from engine.making.strengths import Strengths, strengths_of_base, strengths_on_card
from engine.values.score import Note, Score, Track
from tests.generation.conftest import BAR, make_model

ELDER = {"name": "Elder", **priors_on_card(SHAPE)}


def tune(seed: int) -> Score:
    draw = random.Random(seed)  # noqa: S311 - songs, not secrets
    notes = [Note(t, draw.randint(55, 70), 480) for t in range(0, 24 * BAR, 960)]
    return Score(tracks=(Track(notes=tuple(notes)),))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_model(tmp_path_factory.mktemp("models") / "tiny")


def test_a_card_says_whether_the_strengths_are_the_models_own() -> None:
    fitted = strengths_on_card(Priors(), strengths_of_base(ELDER))
    assert priors_of_card(fitted) == Priors()
    assert (fitted["strengths_fitted"], fitted["strengths_of"]) == (True, "")


def test_strengths_that_were_not_fitted_are_the_bases_through_all_generations() -> None:
    child = strengths_on_card(None, strengths_of_base(ELDER))
    assert priors_of_card(child) == SHAPE
    assert (child["strengths_fitted"], child["strengths_of"]) == (False, "Elder")
    grandchild = strengths_on_card(None, strengths_of_base({"name": "Child", **child}))
    assert (grandchild["strengths_fitted"], grandchild["strengths_of"]) == (False, "Elder")


@pytest.mark.parametrize("base", [{"name": "Old"}, {"name": "Odd", "priors": "much"}])
def test_a_base_without_strengths_hands_none_down(base: dict[str, object]) -> None:
    card = strengths_on_card(None, strengths_of_base(base))
    assert card == {"strengths_fitted": False, "strengths_of": ""}


def test_a_run_begun_by_an_earlier_version_names_its_base() -> None:
    run = {"base": "Elder", "base_priors": priors_on_card(SHAPE)["priors"]}
    assert strengths_on_card(None, run)["strengths_of"] == "Elder"


@pytest.mark.slow
def test_time_that_others_take_on_the_processor_does_not_end_a_fitting(folder: Path) -> None:
    patience_s, slept = 3.0, list[bool]()

    def sleeps_once() -> bool:
        # As on a busy computer: time passes in which this thread computes nothing. The fitting
        # itself takes a tenth of its patience.
        if not slept:
            slept.append(True)
            time.sleep(patience_s + 0.5)
        return False

    pieces = [tune(seed) for seed in range(4)]
    strengths = Strengths(LiveModel.load(folder), pieces, patience_s=patience_s)
    list(strengths.measure(stopped=sleeps_once))
    assert slept
    assert strengths.found is not None


@pytest.mark.slow
def test_a_fitting_that_has_no_time_finds_nothing(folder: Path) -> None:
    strengths = Strengths(LiveModel.load(folder), [tune(seed) for seed in range(4)], patience_s=0.0)
    list(strengths.measure())
    assert strengths.found is None
