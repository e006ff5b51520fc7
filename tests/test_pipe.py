"""The pipe of two children: what one says the other hears, through deaths and hangs."""

import os
import queue
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client

import pytest

from engine.ground.errors import ProcessError
from engine.messages import DropPlan, OpenPipe, PipeMessage, PlayedNote
from engine.processes.pipe import PipeAddress, PipeEnd, connect_to, listen_at, new_address
from tests.offline import Sockets
from tests.waiting import PATIENCE_S

# Comes to the place in argv and says again what it hears.
ECHO = """
import sys, time
from engine.messages import DropPlan, OpenPipe
from engine.processes.pipe import connect_to
where = OpenPipe(address=sys.argv[1], key=sys.argv[2])
end = connect_to(where, on_message=lambda said: end.send(said))
end.start()
time.sleep(60)
"""


class Ear:
    """What was heard, and who came and went."""

    def __init__(self) -> None:
        self.heard: queue.SimpleQueue[PipeMessage] = queue.SimpleQueue()
        self.news: queue.SimpleQueue[str] = queue.SimpleQueue()

    def wait(self, command: OpenPipe) -> PipeEnd:
        return self._started(listen_at, command)

    def come(self, command: OpenPipe) -> PipeEnd:
        return self._started(connect_to, command)

    def _started(self, way: Callable[..., PipeEnd], command: OpenPipe) -> PipeEnd:
        end = way(
            command,
            on_message=self.heard.put,
            on_connect=lambda: self.news.put("met"),
            on_disconnect=lambda: self.news.put("lost"),
        )
        end.start()
        return end


@pytest.fixture
def here() -> Iterator[PipeAddress]:
    with new_address() as made:
        yield made


def echo(where: PipeAddress, environment: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", ECHO, where.address, where.key], env=environment or dict(os.environ)
    )


def test_either_hears_what_the_other_says_in_order(here: PipeAddress) -> None:
    player, live = Ear(), Ear()
    coming = live.come(here.command)  # before anybody waits there
    waiting = player.wait(here.command)
    assert player.news.get(timeout=PATIENCE_S) == live.news.get(timeout=PATIENCE_S) == "met"
    note = PlayedNote(on=True, seconds=1.0, tick=2.0, pitch=60, velocity=90)
    waiting.send(note)
    assert live.heard.get(timeout=PATIENCE_S) == note
    for number in range(1, 300):
        coming.send(DropPlan(number=number))
    assert [player.heard.get(timeout=PATIENCE_S).number for _ in range(299)] == list(range(1, 300))  # type: ignore[union-attr]
    coming.close()
    assert player.news.get(timeout=PATIENCE_S) == "lost"
    waiting.close()


@pytest.mark.slow
def test_one_that_was_killed_is_met_again_at_the_same_place(here: PipeAddress) -> None:
    ear = Ear()
    end = ear.wait(here.command)
    for _ in range(2):
        other = echo(here)
        assert ear.news.get(timeout=PATIENCE_S) == "met"
        end.send(DropPlan(number=7))
        assert ear.heard.get(timeout=PATIENCE_S) == DropPlan(number=7)
        other.kill()
        other.wait()
        assert ear.news.get(timeout=PATIENCE_S) == "lost"
        end.send(DropPlan(number=8))  # to nobody
    end.close()


def test_who_waits_may_be_another_one_after_a_death(here: PipeAddress) -> None:
    ear = Ear()
    coming = ear.come(here.command)
    for _ in range(2):
        other = Ear()
        waiting = other.wait(here.command)
        assert ear.news.get(timeout=PATIENCE_S) == "met"
        coming.send(DropPlan(number=3))
        assert other.heard.get(timeout=PATIENCE_S) == DropPlan(number=3)
        waiting.close()
        assert ear.news.get(timeout=PATIENCE_S) == "lost"
    coming.close()


@pytest.mark.skipif(os.name != "posix", reason="a signal of POSIX")
def test_one_that_hangs_does_not_make_the_other_wait(here: PipeAddress) -> None:
    ear = Ear()
    end = ear.wait(here.command)
    other = echo(here)
    assert ear.news.get(timeout=PATIENCE_S) == "met"
    os.kill(other.pid, signal.SIGSTOP)
    for number in range(1, 20_000):
        end.send(DropPlan(number=number))  # who waited for it would never come to the end
    assert not end.connected
    other.kill()
    other.wait()
    end.close()


def test_a_stranger_without_the_key_and_one_who_talks_nonsense_are_not_heard(
    here: PipeAddress,
) -> None:
    ear = Ear()
    end = ear.wait(here.command)
    with pytest.raises(AuthenticationError):
        Client(here.command.address, authkey=b"guessed")
    friend = ear.come(here.command)
    assert {ear.news.get(timeout=PATIENCE_S), ear.news.get(timeout=PATIENCE_S)} == {"met"}
    friend._unsent.put(b"{}\n")
    friend.send(DropPlan(number=4))
    assert ear.heard.get(timeout=PATIENCE_S) == DropPlan(number=4)
    friend.close()
    end.close()


def test_a_place_where_nobody_can_wait_is_told() -> None:
    with pytest.raises(ProcessError, match="pipe of the jam"):
        listen_at(OpenPipe(address="/nowhere/at/all", key="k"), on_message=lambda _: None)


def test_the_pipe_does_not_leave_the_machine_and_unpickles_nothing(
    here: PipeAddress, tmp_path: os.PathLike[str]
) -> None:
    sockets = Sockets(tmp_path)  # type: ignore[arg-type]
    ear = Ear()
    end = ear.wait(here.command)
    other = echo(here, sockets.environment)
    assert ear.news.get(timeout=PATIENCE_S) == "met"
    end.send(DropPlan(number=1))
    assert ear.heard.get(timeout=PATIENCE_S) == DropPlan(number=1)
    other.kill()
    other.wait()
    end.close()
    if os.name == "posix":  # Windows has named pipes, not sockets
        assert any(event == "socket.connect" for event, _ in sockets._events())
    assert sockets.outward == []
    assert sockets.unpickled == []
