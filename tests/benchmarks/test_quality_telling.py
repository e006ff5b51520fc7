"""Is made music told from real: songs of numbers, where the answer is known."""

import numpy as np
import pytest

from benchmarks.quality.telling import differences, told, told_apart, weights_of


def songs(count: int, *, shift: float, seed: int = 0) -> list[tuple[dict, dict]]:
    """Return songs whose made bars are as real ones but for one figure."""
    rng = np.random.default_rng(seed)

    def bars() -> dict[str, float]:
        return {name: float(rng.normal()) for name in "abcdefgh"}

    return [(made | {"a": made["a"] + shift}, bars()) for made in (bars() for _ in range(count))]


def test_what_differs_is_told_and_named_and_chance_is_half() -> None:
    plain = told_apart(songs(60, shift=5.0))
    assert plain["told"] > 0.95
    assert next(iter(plain["by"])) == "a"
    assert plain["by"]["a"] > 1.0
    chance = [told_apart(songs(60, shift=0.0, seed=seed))["told"] for seed in range(8)]
    assert np.mean(chance) == pytest.approx(0.5, abs=0.08)


def test_a_song_is_told_by_the_others_alone() -> None:
    features = np.vstack([np.tile([1.0, 0.0], (10, 1)), [[-1.0, 0.0]]])
    assert told(features).tolist() == [1.0] * 10 + [0.0]
    assert told(np.zeros((5, 2))).tolist() == [0.5] * 5


def test_the_weights_are_where_the_penalized_likelihood_is_flat() -> None:
    features = np.random.default_rng(3).normal(0.4, 1.0, (30, 4))
    weights = weights_of(features)
    chance = 1.0 / (1.0 + np.exp(-features @ weights))
    assert features.T @ (1.0 - chance) == pytest.approx(4.0 * weights, abs=1e-6)


def test_a_figure_that_cannot_be_asked_tells_nothing_and_a_wild_one_is_cut() -> None:
    pairs = [({"a": 1.0}, {"b": 2.0}), ({"a": 99.0, "b": 1.0}, {"a": 1.0, "b": 3.0})]
    found = differences(pairs, ["a", "b"])
    assert found[0].tolist() == [0.0, 0.0]
    assert found[1].tolist() == [4.0, -4.0]
