"""How late notes are under load: the figures are what they claim to be."""

import sys
import time
from pathlib import Path

import pytest

from benchmarks.harness import parser_of
from benchmarks.registry import benchmark_named
from benchmarks.speed import playback
from benchmarks.speed.load import Load
from benchmarks.speed.playback import SCENARIOS, Scenario, measure, real_piece
from benchmarks.speed.stalls import Stalls, late_ms
from benchmarks.speed.stalls import figures as stall_figures
from tests.waiting import eventually


def python(code: str, *, warm_s: float = 0.1) -> Load:
    return Load([sys.executable, "-c", code], warm_s=warm_s)


def test_a_load_runs_again_and_again_until_its_context_ends(tmp_path: Path) -> None:
    log = tmp_path / "runs"
    code = f"open({str(log)!r}, 'a').write('ran ')"
    with python(code) as load:
        assert eventually(lambda: log.exists() and log.read_text().count("ran") >= 2)
        assert load.failure == ""
    began_s = time.monotonic()
    with python("import time; time.sleep(60)", warm_s=0.3) as load:
        assert load.failure == ""
    assert time.monotonic() - began_s < 30  # it would sleep for 60
    # Nothing is left that would run it again.
    assert not load._thread.is_alive()


def test_a_load_that_cannot_run_says_why() -> None:
    with python("import sys; sys.exit('no screen here')", warm_s=20.0) as load:
        assert load.failure == "no screen here"
    with Load(["/nowhere/at/all"], warm_s=20.0) as load:
        assert "/nowhere/at/all" in load.failure


NO_SCREEN = (sys.executable, "-c", "import sys; sys.exit('no screen here')")


def test_a_scenario_that_cannot_be_had_is_left_out_with_its_reason() -> None:
    window = Scenario(name="window", doing="paint", command=NO_SCREEN)
    figures = list(measure(0.1, scenarios=(window,)))
    assert figures == [{"name": "window", "meanwhile": "paint", "skipped": "no screen here"}]


@pytest.mark.slow
def test_an_idle_machine_and_a_real_piece_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JACK_NO_START_SERVER", "1")
    idle, piece = measure(1.0, scenarios=SCENARIOS[:2])
    assert idle["sent"] >= 100
    assert idle["unended"] == 0
    assert 0 <= idle["p50_ms"] <= idle["p99_ms"] <= idle["max_ms"]
    assert piece["name"] == "piece"
    assert piece["sent"] > 4
    assert "skipped" not in piece


def test_the_real_piece_is_cut_to_the_time_asked_for() -> None:
    short, long = (
        sum(len(track.notes) for track in real_piece(seconds).tracks) for seconds in (2.0, 20.0)
    )
    assert 0 < short < long


def test_late_notes_are_looked_for_while_the_window_repaints_too() -> None:
    names = [scenario.name for scenario in playback.SCENARIOS]
    assert names == ["idle", "piece", "window", "decode", "train"]


def test_each_load_that_is_a_benchmark_is_one_by_its_name() -> None:
    for scenario in (playback.DECODE, playback.TRAIN):
        name = scenario.command[scenario.command.index("benchmarks") + 1]
        arguments = scenario.command[scenario.command.index(name) + 1 :]
        parser_of(name, benchmark_named(name), says="").parse_args(arguments)


def test_stalls_of_the_machine_are_counted_once() -> None:
    now = [0.0]
    naps: list[float] = []

    def sleep(seconds: float) -> None:
        naps.append(seconds)
        # The fifth nap takes eight milliseconds longer than it should.
        now[0] += seconds + (0.008 if len(naps) == 5 else 0.0)

    late = late_ms(lambda: len(naps) >= 20, clock=lambda: now[0], sleep=sleep)
    found = stall_figures(late)
    assert found["max_ms"] == pytest.approx(8.0)
    assert found["over_5_ms"] == 1
    assert stall_figures([]) == {}


def test_the_machine_is_watched_beside_what_is_measured() -> None:
    with Stalls() as stalls:
        time.sleep(0.2)
    assert stalls.figures["max_ms"] >= stalls.figures["p99_ms"] >= 0
