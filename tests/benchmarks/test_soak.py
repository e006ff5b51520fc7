"""A long play: what grows is told from what does not."""

import os
import sys
from collections.abc import Sequence

import pytest

from benchmarks.speed.player import grid
from benchmarks.speed.soak import Sounding, Usage, growth, soak, usage


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


@pytest.mark.slow
def test_a_short_soak_plays_and_ends_every_note() -> None:
    *_, last = soak(0.05, every_s=1.0)
    assert last["sent"] >= 200
    assert last["unended"] == 0
    assert last["minutes"] > 0
