"""What the player's tests share: a player on a clock of its own, and a real MIDI system."""

import os
from collections.abc import Callable, Iterator

import pytest

from engine.playback.ports.outputs import RecordingOutput
from tests.playback.jack import PACKAGES, Server, is_there
from tests.playback.rig import Rig
from tests.playback.stage import FakeClock, Stage
from tests.waiting import eventually

DEMAND_MIDI = "SEGUE_DEMAND_MIDI"


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def stage(clock: FakeClock) -> Stage:
    return Stage.with_output(RecordingOutput(clock=clock), clock)


@pytest.fixture(scope="session")
def _jack_server() -> Iterator[str | None]:
    """A JACK server of the tests' own; None where it cannot be started."""
    if not is_there():
        yield None
        return
    server = Server()
    yield server.name if server.start() else None
    server.stop()


@pytest.fixture
def midi_system(_jack_server: str | None, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a running JACK server that rtmidi finds; skips where there is none."""
    if _jack_server is None:
        if os.environ.get(DEMAND_MIDI):
            pytest.fail(f"{DEMAND_MIDI} is set and no JACK server can be started ({PACKAGES})")
        pytest.skip(f"no JACK server can be started here ({PACKAGES})")
    monkeypatch.setenv("JACK_DEFAULT_SERVER", _jack_server)
    return _jack_server


@pytest.fixture(name="eventually")
def _eventually() -> Callable[..., bool]:
    """`tests.waiting.eventually`."""
    return eventually


@pytest.fixture
def rig(monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    rig = Rig(monkeypatch)
    rig.thread.start()
    yield rig
    rig.end()
