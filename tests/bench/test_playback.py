"""How late notes are under load, and a long play: the figures are what they claim to be."""

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.bench import playback
from engine.bench.load import Load, our_command
from engine.bench.playback import SCENARIOS, Scenario, measure, real_piece
from engine.bench.soak import Sounding, Usage, growth, soak, usage
from engine.bench.stalls import Stalls, late_ms
from engine.bench.stalls import figures as stall_figures
from engine.playback.measure import grid


def python(code: str, *, warm_s: float = 0.1) -> Load:
    return Load([sys.executable, "-c", code], warm_s=warm_s)


def test_a_load_runs_again_and_again_until_its_context_ends(tmp_path: Path) -> None:
    log = tmp_path / "runs"
    code = f"open({str(log)!r}, 'a').write('ran ')"
    with python(code) as load:
        end_s = time.monotonic() + 20
        while time.monotonic() < end_s and (not log.exists() or log.read_text().count("ran") < 2):
            time.sleep(0.05)
        assert log.read_text().count("ran") >= 2
        assert load.failure == ""
    began_s = time.monotonic()
    with python("import time; time.sleep(60)", warm_s=0.3) as load:
        assert load.failure == ""
    assert time.monotonic() - began_s < 30  # it would sleep for 60
    runs = log.read_text()
    time.sleep(0.3)
    assert log.read_text() == runs


def test_a_load_that_cannot_run_says_why() -> None:
    with python("import sys; sys.exit('no screen here')", warm_s=20.0) as load:
        assert load.failure == "no screen here"
    with Load(["/nowhere/at/all"], warm_s=20.0) as load:
        assert "/nowhere/at/all" in load.failure


class FailingScenario(Scenario):
    def load(self) -> Load:
        return python("import sys; sys.exit('no screen here')", warm_s=20.0)


def test_a_scenario_that_cannot_be_had_is_left_out_with_its_reason() -> None:
    figures = list(measure(0.1, scenarios=(FailingScenario(name="window", doing="paint"),)))
    assert figures == [{"name": "window", "meanwhile": "paint", "skipped": "no screen here"}]


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


def test_each_load_is_a_command_of_this_program() -> None:
    assert our_command("bench")[-1] == "bench"
    names = [scenario.name for scenario in playback.SCENARIOS]
    assert names == ["idle", "piece", "window", "decode", "train"]


# --- a long play ----------------------------------------------------------------------------


def looks(rss: Sequence[float], threads: int = 5, handles: int = 9) -> list[Usage]:
    return [Usage(i * 360.0, mb, threads, handles) for i, mb in enumerate(rss)]


def test_growth_is_the_slope_without_the_first_quarter() -> None:
    # A look each tenth of an hour; the first two are the warming up.
    steady = growth(looks([10, 90, 100, 100, 100, 100, 100, 100]))
    assert steady["rss_mb"] == {"first": 100, "last": 100, "an_hour": 0.0}
    assert steady["threads"] == {"first": 5, "last": 5, "an_hour": 0.0}
    leaking = growth(looks([0, 0, 10, 11, 12, 13, 14, 15]))
    assert leaking["rss_mb"]["an_hour"] == 10.0
    assert growth(looks([1])) == {}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /proc")
def test_what_a_process_holds() -> None:
    before = usage(os.getpid(), 1.0)
    with open(os.devnull) as one:  # noqa: PTH123
        after = usage(os.getpid(), 2.0)
        assert one
    assert before is not None
    assert after is not None
    assert after.handles == before.handles + 1
    assert after.threads >= 1
    assert after.rss_mb > 5
    assert usage(2**22 + 1, 0.0) is None


def test_notes_at_the_receiver_are_counted() -> None:
    sounding = Sounding(every=2000)
    came = [b"\x90\x3c\x40", b"\x91\x3c\x40", b"\x80\x3c\x40"]
    sounding.take((0.0, message) for message in came)
    assert (sounding.count, sounding.keys) == (2, {(1, 60)})
    sounding.take([(0.0, b"\x91\x3c\x00"), (0.0, b"\xf8")])
    assert (sounding.count, sounding.keys) == (2, set())


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


def test_lateness_and_drift_are_told_from_a_grid_that_repeats() -> None:
    messages = [bytes((0x90, n.pitch, n.velocity)) for n in grid(1.0).tracks[0].notes]
    sounding = Sounding(every=100)
    # A clock that loses a microsecond each ten milliseconds: 100 in a million.
    sounding.take(
        (5.0 + i * (0.01 + 1e-6), messages[i % 100]) for i in range(30_000) if i != 20_000
    )
    timing = sounding.timing()
    assert timing["lost"] == 1
    assert timing["drift_ms_per_hour"] == pytest.approx(360.0, abs=0.1)
    assert timing["max_ms"] == pytest.approx(29.999, abs=0.01)
    assert timing["p50_ms"] == pytest.approx(15.0, abs=0.01)
    assert Sounding(every=100).timing() == {}


def test_a_short_soak_plays_and_ends_every_note() -> None:
    *_, last = soak(0.05, every_s=1.0)
    assert last["sent"] >= 200
    assert last["unended"] == 0
    assert last["minutes"] > 0
