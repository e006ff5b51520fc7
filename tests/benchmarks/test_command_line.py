"""`python -m benchmarks` measures what `segue bench` leaves out, and says so to mistakes."""

import json

import pytest

from benchmarks.__main__ import _BENCHES, main
from benchmarks.window.playback import SCENARIOS
from engine.cli import bench

SMALL = ("--width", "32", "--layers", "1", "--heads", "2", "--memory", "32", "--rounds", "1")


def test_ours_are_compared_in_one_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["decode", *SMALL, "--only", "Segue", "--no-footprint", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert {"Segue float32", figures["floor"]} <= {each["name"] for each in figures["contenders"]}
    assert all(each["per_s"] > 0 for each in figures["contenders"])


def test_a_mistake_is_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", *SMALL, "--alone", "nobody"]) == 1
    heard = capsys.readouterr()
    assert heard.out == ""
    assert heard.err.startswith("benchmarks: ‘nobody’ is not measured here")


def test_late_notes_are_looked_for_while_the_window_repaints_too() -> None:
    names = [scenario.name for scenario in SCENARIOS]
    assert names == ["idle", "piece", "window", "decode", "train"]


def test_segue_bench_knows_what_it_leaves_to_the_source_tree() -> None:
    assert {*_BENCHES} - {*bench._BENCHES} == bench._IN_THE_SOURCE_TREE
