"""A child that says nothing: given up soon where it stands still, late where it has much to do."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from engine.ground.host import Activity, activity
from engine.processes.watchdog import LOOK_S, SilenceLimits, Watchdog, is_suspended
from tests.waiting import eventually

PATIENCE = SilenceLimits(suspended_s=0.75, asleep_s=5.0, unknown_s=30.0, busy_s=300.0)
SUSPENDED = Activity(suspended=True, computed_s=1.0, waits=False)
ASLEEP = Activity(suspended=False, computed_s=1.0, waits=False)
WAITING = Activity(suspended=False, computed_s=1.0, waits=True)
UNKNOWN = Activity(suspended=False, computed_s=1.0, waits=None)


class Room:
    """A watchdog, a clock, and a child that does what the test says."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.does: Activity | None = ASLEEP
        self.watchdog = Watchdog(clock=lambda: self.now_s, look_at=lambda _pid: self.does)

    def look(self, after_s: float = LOOK_S, *, importing: bool = False) -> bool:
        self.now_s += after_s
        return self.watchdog.gives_up(1, PATIENCE, importing=importing)

    def given_up_after_s(self, *, at_most_s: float = 400.0) -> float:
        """Return the seconds of silence after which it is given up, 0 if it never is."""
        began_s = self.now_s
        while self.now_s < began_s + at_most_s:
            if self.look():
                return self.now_s - began_s
        return 0.0


@pytest.mark.parametrize(
    ("does", "after_s"),
    [(SUSPENDED, 0.75), (ASLEEP, 5.0), (UNKNOWN, 30.0), (WAITING, 300.0), (None, 0.0)],
)
def test_what_it_does_decides_how_long_it_may_be_silent(
    does: Activity | None, after_s: float
) -> None:
    room = Room()
    room.does = does
    given_up_s = room.given_up_after_s()
    assert (after_s < given_up_s <= after_s + 2 * LOOK_S) if after_s else given_up_s == 0.0


def test_one_that_computes_is_waited_for_but_not_for_ever() -> None:
    room = Room()
    for number in range(4 * 299):
        room.does = Activity(suspended=False, computed_s=0.01 * number, waits=False)
        assert not room.look()
    room.does = ASLEEP
    assert room.given_up_after_s() > 0.0


def test_a_word_begins_the_silence_anew() -> None:
    room = Room()
    for _ in range(20):
        assert room.given_up_after_s(at_most_s=4.0) == 0.0
        room.watchdog.heard()
    assert room.given_up_after_s() > 5.0


@pytest.mark.parametrize("does", [SUSPENDED, ASLEEP])
def test_a_computer_that_slept_gives_nobody_up_when_it_wakes(does: Activity) -> None:
    room = Room()
    for slept_s in (2.0, 3600.0, 86_400.0):
        room.watchdog.heard()
        room.does = does
        # The first look after it, before any child had its turn.
        assert not room.look(slept_s)
        assert not room.look(0.0)
        room.watchdog.heard()
        assert not room.look()


def test_who_looks_seldom_counts_only_the_time_in_which_it_listened() -> None:
    room = Room()
    looks = 0
    while not room.look(10.0):
        looks += 1
    # Half a second each, not ten.
    assert looks * 2 * LOOK_S >= 5.0 - 2 * LOOK_S


def test_a_clock_that_goes_back_counts_nothing() -> None:
    room = Room()
    for _ in range(100):
        assert not room.look(-1.0)
    assert room.watchdog.silent_s == 0.0


def test_one_that_imports_is_given_up_only_while_it_is_suspended() -> None:
    room = Room()
    for _ in range(1000):
        assert not room.look(importing=True)
    room.does = SUSPENDED
    assert room.look(importing=True)


# --- real processes ------------------------------------------------------------------------------


@pytest.fixture
def sleeper() -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    yield process
    process.kill()
    process.wait()


def _until(found: "subprocess.Popen[bytes]", *, asleep: bool) -> Activity:
    seen: list[Activity] = []

    def it_is() -> bool:
        look = activity(found.pid)
        assert look is not None
        seen.append(look)
        return look.waits is not asleep

    assert eventually(it_is), seen[-1]
    return seen[-1]


@pytest.mark.skipif(sys.platform != "linux", reason="others do not tell")
def test_the_system_tells_sleeping_from_computing(sleeper: "subprocess.Popen[bytes]") -> None:
    assert not _until(sleeper, asleep=True).suspended
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        first = _until(busy, asleep=False)

        def computes_on() -> bool:
            later = activity(busy.pid)
            assert later is not None
            return later.computed_s > first.computed_s

        assert eventually(computes_on)
    finally:
        busy.kill()
        busy.wait()
    assert activity(busy.pid) is None


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process is suspended here")
def test_the_system_tells_who_is_suspended(sleeper: "subprocess.Popen[bytes]") -> None:
    assert not is_suspended(sleeper.pid)
    os.kill(sleeper.pid, signal.SIGSTOP)
    assert eventually(lambda: is_suspended(sleeper.pid))
    os.kill(sleeper.pid, signal.SIGCONT)
    assert eventually(lambda: not is_suspended(sleeper.pid))
