"""Children: started, talked to, ended; what happens when either side dies."""

import io
import os
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ground.errors import ProcessError
from engine.messages import (
    Alive,
    Event,
    Failed,
    LoadModel,
    OutputOpened,
    PortsChanged,
    Ready,
    encode,
)
from engine.processes.process import (
    ROLES,
    Child,
    LineReader,
    child_command,
    child_environment,
    starting,
)
from engine.worker.door import DEAF_S, Door
from tests.choosing import choosing
from tests.waiting import eventually


def wait_for(child: Child, kind: type, *, within_s: float = 120.0) -> Event:
    deadline = time.monotonic() + within_s
    for event in child.events():
        if isinstance(event, kind):
            return event
        assert time.monotonic() < deadline, f"no {kind.__name__} within {within_s} s"
    raise AssertionError


def gone(pid: int, *, within_s: float) -> bool:
    def is_gone() -> bool:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        return False

    return eventually(is_gone, within_s)


@given(
    lines=st.lists(st.binary(min_size=1).filter(lambda b: b.strip() and not set(b) & {10, 13})),
    cuts=st.lists(st.integers(0, 400)),
)
def test_line_reader_gives_back_what_was_written_however_it_is_cut(
    lines: list[bytes], cuts: list[int]
) -> None:
    data = b"".join(line + b"\n" for line in lines)
    edges = sorted({0, len(data), *(cut for cut in cuts if cut < len(data))})
    reader = LineReader()
    read = [line for a, b in pairwise(edges) for line in reader.feed(data[a:b])]
    assert read == lines


def test_line_reader_takes_windows_line_ends_and_keeps_an_unfinished_line_back() -> None:
    reader = LineReader()
    assert reader.feed(b"one\r\ntwo\r\nthr") == [b"one", b"two"]
    assert reader.feed(b"ee\n") == [b"three"]


@pytest.mark.slow
def test_command_and_environment_find_this_program_from_any_folder(tmp_path: Path) -> None:
    (tmp_path / "queue.py").write_text("raise SystemExit('a file of the user got in the way')")
    done = subprocess.run(
        child_command("player"),
        cwd=tmp_path,
        env=child_environment("player"),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert b'"Ready"' in done.stdout


def test_a_frozen_program_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert child_command("live") == [sys.executable, "--role", "live"]
    assert child_environment("live")["OMP_NUM_THREADS"] == "1"


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
def test_a_child_says_it_is_ready_beats_and_ends_with_its_stdin(role: str) -> None:
    with Child(role) as child:
        ready = wait_for(child, Ready)
        assert ready.role == role
        assert 0 < ready.seconds < 30
        wait_for(child, Alive)
        assert child.close() == 0
        assert not child.running


@pytest.mark.slow
def test_an_unknown_line_is_answered_and_the_child_lives_on() -> None:
    with Child("player") as child:
        wait_for(child, Ready)
        child._process.stdin.write(b'{"type": "Nonsense"}\n')
        failed = wait_for(child, Failed)
        assert "could not be read" in failed.message
        wait_for(child, Alive)


@pytest.mark.slow
def test_a_mistake_in_a_command_is_one_sentence_and_the_child_lives_on(tmp_path: Path) -> None:
    with Child("live") as child:
        wait_for(child, Ready)
        child.send(LoadModel(folder=str(tmp_path / "none")))
        failed = wait_for(child, Failed)
        assert "no model" in failed.message
        assert failed.details == ""
        # A command of another role is refused in the same way.
        child.send(choosing(output_kind="recording"))
        assert "ChooseSound" in wait_for(child, Failed).message
        wait_for(child, Alive)


def test_stray_prints_never_reach_the_protocol(tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    script = (
        "import os, sys\n"
        "from engine.worker.door import Door\n"
        "from engine.messages import Notice\n"
        "door = Door.of_this_process()\n"
        "print('printed'); os.write(1, b'written by a C library\\n'); sys.stdout.flush()\n"
        "door.emit(Notice(message='said'))\n"
    )
    with log.open("wb") as file:
        done = subprocess.run(
            [sys.executable, "-c", script],
            env=child_environment("player"),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=file,
            timeout=30,
            check=True,
        )
    assert done.stdout.count(b"\n") == 1
    assert b"said" in done.stdout
    assert {"printed", "written by a C library"} <= set(log.read_text().splitlines())


@pytest.mark.slow
def test_a_killed_child_is_noticed_and_named() -> None:
    with Child("player") as child:
        wait_for(child, Ready)
        child._process.kill()
        with pytest.raises(ProcessError, match="player process ended unexpectedly"):
            for _ in child.events():
                pass


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
def test_children_end_when_their_parent_is_killed(role: str) -> None:
    script = (
        "import sys, time\n"
        "from engine.processes.process import Child\n"
        "from engine.messages import Ready\n"
        f"child = Child({role!r})\n"
        "for event in child.events():\n"
        "    if isinstance(event, Ready):\n"
        "        break\n"
        "print(child.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, env=child_environment("player")
    )
    with parent:
        pid = int(parent.stdout.readline())
        parent.kill()
    assert gone(pid, within_s=5.0)


@pytest.mark.slow
def test_the_player_tells_its_ports_first() -> None:
    with Child("player") as child:
        assert isinstance(wait_for(child, PortsChanged), PortsChanged)


@pytest.mark.skipif(not hasattr(os, "sched_setscheduler"), reason="no such priorities here")
def test_a_player_is_started_urgently_and_its_starter_stays_as_it_was() -> None:
    before = os.sched_getscheduler(0)
    with starting("player"):
        inside = os.sched_getscheduler(0)
    assert os.sched_getscheduler(0) == before
    # Most users may not: then nothing is different.
    assert inside in {os.SCHED_FIFO, before}
    with starting("job"):
        assert os.sched_getscheduler(0) == before


NESTED = b"[" * 100_000 + b"\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    "line", [NESTED, b'{"type":"Play","tick":' * 50_000 + b"\n", b"\xff\xfe\n", b"{}\n"]
)
def test_a_line_that_nobody_can_read_leaves_a_child_that_hears(line: bytes) -> None:
    with Child("player") as child:
        wait_for(child, Ready)
        assert child._process.stdin is not None
        child._process.stdin.write(line)
        failed = wait_for(child, Failed)
        assert isinstance(failed, Failed)
        assert "could not be read" in failed.message
        child.send(choosing(output_kind="recording"))
        wait_for(child, OutputOpened)
        assert child.close() == 0


def test_a_child_that_no_longer_hears_ends_and_says_nothing_before() -> None:
    said: list[bytes] = []

    class Deafening:
        def read(self, _most: int) -> bytes:
            raise MemoryError

    class Heard:
        def write(self, data: bytes) -> int:
            said.append(bytes(data))
            return len(data)

    door = Door(Deafening(), Heard())  # type: ignore[arg-type]
    with pytest.raises(MemoryError):
        door._listen()
    assert door.parent_gone.is_set()
    assert door.inbox.get_nowait() is None
    door._beat()
    assert said == []


def test_a_child_busy_with_one_line_for_too_long_is_not_called_alive() -> None:
    now_s = [0.0]
    door = Door(io.BytesIO(), io.BytesIO(), clock=lambda: now_s[0])
    assert door.listens
    door._taking_since_s = 0.0
    assert door.listens
    now_s[0] = DEAF_S + 1
    assert not door.listens


@pytest.mark.slow
def test_a_parent_hears_what_follows_a_line_that_nobody_can_read() -> None:
    with Child("player") as child:
        wait_for(child, Ready)
        child._take(LineReader(), NESTED + encode(Failed(message="after")))
        with pytest.raises(ProcessError, match="An event could not be read"):
            wait_for(child, Failed)
        after = wait_for(child, Failed)
        assert isinstance(after, Failed)
        assert after.message == "after"


@pytest.mark.skipif(os.name != "posix", reason="a signal of POSIX")
@pytest.mark.parametrize("signed", ["SIGHUP", "SIGTERM"])
def test_a_closing_terminal_ends_a_player_in_order(signed: str) -> None:
    with Child("player") as child:
        wait_for(child, Ready)
        os.kill(child.pid, getattr(signal, signed))
        assert gone_in_order(child) == 0


def gone_in_order(child: Child) -> int:
    child._process.wait(10)
    return child._process.returncode
