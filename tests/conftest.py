"""What every test shares: folders of its own, fixed seeds, the test music, and a clean ending."""

import gc
import os
import random
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.patient_bot import PatientBot

pytest_plugins = ("tests.costs", "tests.limits")

# Before Qt is imported by anything: no test may need a screen.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# Before PyTorch and NumPy are: the models here are so small that a second thread costs more than it
# brings, and the second core belongs to another test. Child processes inherit it.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Many containers switch bytecode off. Each of the several hundred child processes would compile the
# program anew, which takes as long as the rest of its start.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A command that gives way to other programs (`engine.ground.host.give_way`) would make every later
# test of its process give way, too.
if hasattr(os, "nice"):
    os.nice = lambda _increment: 0

# Under nohup a hang-up is ignored, and a player would rightly go on ignoring it.
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# The first example of a test pays for what is loaded and compiled, on a busy machine over 200 ms.
settings.register_profile("segue", deadline=None)
settings.load_profile("segue")

DEMAND = "SEGUE_DEMAND_TEST_DATA"


@pytest.hookimpl(tryfirst=True)  # before pytest chooses by marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whoever uses the machine's MIDI system is alone: a JACK server that is late loses notes."""
    for item in items:
        if "midi_system" in getattr(item, "fixturenames", ()):
            item.add_marker("midi")
        if item.get_closest_marker("midi"):
            item.add_marker("alone")


def pytest_collection_finish() -> None:
    """Take what is imported by now out of garbage collection: it stays until the process ends.

    PyTorch, Qt and the tests themselves are over a million objects. Each full collection, and many
    tests ask for one, would look at all of them.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def test_data() -> Path:
    """The folder of test music, `SEGUE_TEST_DATA`; CI demands it, elsewhere its tests skip."""
    default = Path(__file__).resolve().parent.parent.parent / "shared" / "data"
    folder = Path(os.environ.get("SEGUE_TEST_DATA", default))
    if not folder.is_dir():
        if os.environ.get(DEMAND):
            pytest.fail(f"{DEMAND} is set and there is no test music in {folder}")
        pytest.skip(f"no test music in {folder} (set SEGUE_TEST_DATA)")
    return folder


@pytest.fixture
def qtbot(qapp: object, request: pytest.FixtureRequest) -> PatientBot:  # noqa: ARG001
    """pytest-qt's bot, with the patience of the test."""
    return PatientBot(request)


@pytest.fixture(autouse=True)
def small_numbers_kept() -> Iterator[None]:
    """What a process of the engine sets for itself does not hold for the next test."""
    yield
    if "torch" in sys.modules:
        sys.modules["torch"].set_flush_denormal(False)


@pytest.fixture(autouse=True)
def segue_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """All of the program's folders under the test's own."""
    home = tmp_path / "segue-home"
    monkeypatch.setenv("SEGUE_HOME", str(home))
    return home


@pytest.fixture(autouse=True)
def _fixed_seed() -> None:
    random.seed(0)


@pytest.fixture(autouse=True)
def _no_thread_left() -> Iterator[None]:
    """Fail when a test leaves a thread of its own running."""
    before = set(threading.enumerate())
    yield
    left = [t for t in threading.enumerate() if t not in before and t.is_alive() and not t.daemon]
    for thread in left:
        thread.join(timeout=10)
    assert not [t.name for t in left if t.is_alive()], "threads outlived the test"
