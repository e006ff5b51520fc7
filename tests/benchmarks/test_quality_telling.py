"""Is made music told from real: songs of numbers, where the answer is known."""

import json

import numpy as np
import pytest

from benchmarks.harness import run
from benchmarks.quality.telling import differences, pairs_in, told, told_apart, weights_of
from benchmarks.registry import benchmark_named


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


def test_it_reads_the_records_of_an_ablation(tmp_path, capsys) -> None:
    drawn = [
        {"kind": "drawn", "real": real, "made": {"full": made}, "controls": {"copy": made}}
        for made, real in songs(12, shift=5.0)
    ]
    records = [*drawn, {"kind": "real", "real": {"a": 1.0}}, {"kind": "time", "taken": {}}]
    assert {name: len(each) for name, each in pairs_in(records).items()} == {"full": 12, "copy": 12}
    file = tmp_path / "run.json"
    file.write_text(json.dumps({"records": records}))
    benchmark = benchmark_named("told-apart")
    assert run("told-apart", benchmark, [str(file), "--json"], says="") == 0
    assert json.loads(capsys.readouterr().out)["full"]["songs"] == 12
    file.write_text(json.dumps({"records": []}))
    assert run("told-apart", benchmark, [str(file)], says="") == 1
