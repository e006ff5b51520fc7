"""A jam in the live role, over the real pipe; the test keeps the player's time."""

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from benchmarks.jam.player import Desk
from engine.messages import (
    Failed,
    HandOver,
    JamCaptured,
    JamHeard,
    JamTurn,
    JamVoice,
    LoadModel,
    Message,
    ModelLoaded,
    OpenPiece,
    OpenPipe,
    PlayedNote,
    StartJam,
    StopJam,
)
from engine.processes.pipe import listen_at, new_address
from engine.values.score import Score, Track
from engine.worker.live import LiveRole
from engine.worker.roles import answering
from tests.generation.conftest import make_model
from tests.waiting import eventually

SPEED = 960.0
PATIENCE_S = 90.0


class Player:
    """The other end of the pipe: keeps time by a desk."""

    def __init__(self, command: OpenPipe) -> None:
        self._began_s = time.perf_counter()
        self._desk = Desk(SPEED)
        self._said: queue.SimpleQueue = queue.SimpleQueue()
        self.end = listen_at(command, on_message=self._said.put, on_connect=self._tell_time)
        self.end.start()

    def key(self, pitch: int, *, on: bool) -> None:
        now_s = time.perf_counter()
        tick = (now_s - self._began_s) * SPEED
        self.end.send(PlayedNote(on=on, seconds=now_s, tick=tick, pitch=pitch, velocity=80))

    def look(self) -> None:
        while not self._said.empty():
            for answer in self._desk.take(self._said.get(), time.perf_counter() - self._began_s):
                self.end.send(answer)

    def _tell_time(self) -> None:
        self.end.send(replace(self._desk.anchor(), seconds=self._began_s))


class Live:
    """The live role on a thread of this process: what a window would send and hear."""

    def __init__(self, folder: Path) -> None:
        self._inbox: queue.SimpleQueue = queue.SimpleQueue()
        self._events: queue.SimpleQueue = queue.SimpleQueue()
        role = LiveRole(self._inbox, self._events.put, border=answering)
        self._thread = threading.Thread(target=role.run)
        self._thread.start()
        self.send = self._inbox.put
        self.send(LoadModel(folder=str(folder)))
        self.until(lambda event: isinstance(event, ModelLoaded))

    def until(
        self, ends: Callable[[Message], bool], look: Callable[[], None] = lambda: None
    ) -> list[Message]:
        heard: list[Message] = []
        deadline_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline_s:
            look()
            with contextlib.suppress(queue.Empty):
                heard.append(self._events.get(timeout=0.02))
                if ends(heard[-1]):
                    return heard
        raise AssertionError(heard[-5:])

    def close(self) -> None:
        self.send(None)
        self._thread.join()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_model(tmp_path_factory.mktemp("models") / "tiny")


@pytest.fixture
def live(folder: Path) -> Iterator[Live]:
    made = Live(folder)
    yield made
    made.close()


@pytest.fixture
def player(live: Live) -> Iterator[Player]:
    with new_address() as where:
        made = Player(where.command)
        live.send(where.command)
        assert eventually(lambda: made.end.connected, PATIENCE_S)
        yield made
        live.send(OpenPipe(address=""))
        made.end.close()


def start(**wish: object) -> StartJam:
    return StartJam(mode="answer", me=JamVoice(track=0), segue=JamVoice(track=1), **wish)


@pytest.mark.slow
def test_keys_through_the_pipe_are_answered_and_the_jam_comes_back_as_a_piece(
    live: Live, player: Player
) -> None:
    live.send(start(bars=1, hears_ends=False))
    for pitch in range(60, 66):
        player.key(pitch, on=True)
        time.sleep(0.1)
        player.key(pitch, on=False)
        time.sleep(0.05)
        player.look()
    live.until(lambda event: isinstance(event, JamHeard), player.look)
    live.send(HandOver())
    live.until(lambda e: isinstance(e, JamTurn) and e.who == "segue", player.look)
    live.send(StopJam())
    captured = live.until(lambda event: isinstance(event, JamCaptured), player.look)[-1]
    assert isinstance(captured, JamCaptured)
    assert [note.pitch for note in captured.score.tracks[0].notes] == list(range(60, 66))
    assert {note.origin for note in captured.score.tracks[1].notes} <= {1}
    assert len(captured.turns) == 1


def test_what_is_not_about_the_jam_waits_and_another_jam_ends_the_first(live: Live) -> None:
    live.send(start())
    live.send(OpenPiece(score=Score(tracks=(Track(name="Other"),))))
    live.send(start(numerator=3))
    live.until(lambda event: isinstance(event, JamCaptured))
    live.send(StopJam())
    heard = live.until(lambda event: isinstance(event, JamCaptured))
    assert not [event for event in heard if isinstance(event, Failed)]


def test_a_meter_that_the_model_does_not_know_is_one_clear_sentence(live: Live) -> None:
    live.send(start(numerator=11))
    failed = live.until(lambda event: isinstance(event, Failed))[-1]
    assert failed == Failed(message="The model knows no bars of 11/4.", hint="")
    live.send(start())
    live.send(StopJam())
    live.until(lambda event: isinstance(event, JamCaptured))
