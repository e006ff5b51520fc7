"""Strengths are fitted to what real music says, and chance fits nothing."""

import numpy as np
import pytest

from engine.evaluation.fitting import FEWEST_SONGS, fit
from engine.evaluation.forced import CopierGuess, ForcedChoice, ForcedSong
from engine.generation.priors import Scales

SONGS, CHOICES, IDS = 12, 80, 6


def songs(*, factor: float, told: float = 0.0, seed: int = 0) -> list[ForcedSong]:
    """Songs whose ids follow the network and so much of a rule; a guess is right in some."""
    random = np.random.default_rng(seed)
    found = []
    for _ in range(SONGS):
        choices = []
        for _ in range(CHOICES):
            logits = random.normal(size=IDS).astype(np.float32)
            leans = np.zeros(IDS, dtype=np.float32)
            leans[random.integers(IDS)] = 1.5
            scores = np.exp(logits + factor * leans)
            real = int(random.choice(IDS, p=scores / scores.sum()))
            guessed = real if random.random() < told else int(random.integers(IDS))
            choices.append(ForcedChoice(logits, real, leans, CopierGuess(guessed, 1.0), None))
        found.append(ForcedSong(choices=tuple(choices), notes=CHOICES // 4, forbidden=0))
    return found


def test_a_factor_is_found_again() -> None:
    found = fit(songs(factor=1.0)).scales
    assert abs(found.lags - 1.0) < 0.2
    assert fit(songs(factor=0.4, seed=1)).scales.lags < 0.6


@pytest.mark.slow
def test_a_rule_that_gains_nothing_is_off() -> None:
    assert [fit(songs(factor=0.0, seed=seed)).scales.lags for seed in range(5)].count(0.0) >= 4


def test_rules_that_say_nothing_are_off() -> None:
    found = fit(songs(factor=1.0)).scales
    assert found == Scales(lags=found.lags, ids=found.ids)


@pytest.mark.slow
def test_the_copier_counts_as_much_as_its_guesses_are_right() -> None:
    assert fit(songs(factor=0.0, told=0.0)).scales.ids <= 0.05
    sure, unsure = (fit(songs(factor=0.0, told=told)).scales.ids for told in (0.8, 0.3))
    assert sure > unsure > 0


@pytest.mark.slow
def test_fitting_never_makes_the_songs_less_likely() -> None:
    for seed in range(3):
        found = fit(songs(factor=0.7, told=0.4, seed=seed))
        assert found.after <= found.before + 1e-9


def test_of_too_few_songs_nothing_is_concluded() -> None:
    assert fit(songs(factor=2.0)[: FEWEST_SONGS - 1]).scales == Scales()
    assert fit([]).songs == 0
