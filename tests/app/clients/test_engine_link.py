"""The link with real child processes: small ones that speak the protocol, and the player."""

import os
import signal
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.clients.engine_link import EngineLink
from app.clients.job import Job
from engine import messages
from engine.processes.process import child_command, child_environment
from engine.processes.watchdog import SilenceLimits
from tests.app.doubles import FakeLink
from tests.choosing import choosing
from tests.waiting import eventually

READY = (
    messages.encode(messages.Ready(role="live", seconds=0.0, protocol=messages.PROTOCOL))
    .decode()
    .strip()
)
ECHO = f"""
import sys, time
print('{READY}', flush=True)
print('this is no event', flush=True)
for line in sys.stdin:
    print('{{"type": "Notice", "message": "heard"}}', flush=True)
"""
SILENT = f"""
import time
print('{READY}', flush=True)
time.sleep(60)
"""
# What a window meets that was open while Segue was updated.
OTHER_VERSION = """
import sys
print('{"type": "Ready", "role": "live", "seconds": 0.0, "protocol": 99}', flush=True)
print('{"type": "Notice", "message": "means something else there"}', flush=True)
sys.stdin.read()
"""
NO_PATIENCE = SilenceLimits(suspended_s=0.0, asleep_s=0.0, unknown_s=0.0, busy_s=0.0)
DEAD = "import sys; sys.exit(3)"
REPORT = """
import sys
sys.stdin.readline()
print('{"type": "Notice", "message": "on the way"}', flush=True)
print('{"type": "JobStopped"}', flush=True)
print('{"type": "Failed", "message": "after the end"}', flush=True)
sys.stdin.read()
"""


def _link(code: str, tmp_path: Path, **kwargs: object) -> EngineLink:
    arguments = {"role": "live", "environment": {}, "log": tmp_path / "child.log"} | kwargs
    role = str(arguments.pop("role"))
    return EngineLink(role, [sys.executable, "-c", code], **arguments)  # type: ignore[arg-type]


def test_commands_go_in_and_events_come_out(qtbot: QtBot, tmp_path: Path) -> None:
    link = _link(ECHO, tmp_path)
    with qtbot.waitSignal(link.events(messages.Ready)):
        link.start()
    # The line that is no event was logged and skipped.
    with qtbot.waitSignal(link.events(messages.Notice)) as caught:
        link.send(messages.ForgetMemory())
    assert caught.args[0].message == "heard"
    link.close()
    assert not link.running


@pytest.mark.usefixtures("qtbot")
def test_who_waits_for_an_event_gets_that_one_and_no_other(tmp_path: Path) -> None:
    link = _link(ECHO, tmp_path)
    heard: list[messages.Event] = []
    link.on(messages.Notice, heard.append)
    link.deliver(messages.Alive())
    link.deliver(messages.Notice(message="for whoever waits"))
    assert heard == [messages.Notice(message="for whoever waits")]


def test_closing_ends_the_child_and_says_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    link = _link(ECHO, tmp_path)
    with qtbot.waitSignal(link.events(messages.Ready)):
        link.start()
    with qtbot.assertNotEmitted(link.died, wait=100):
        link.close()


def test_a_killed_child_is_restarted_and_the_user_told(qtbot: QtBot, tmp_path: Path) -> None:
    link = _link(ECHO, tmp_path)
    with qtbot.waitSignal(link.events(messages.Ready)):
        link.start()
    first = link.pid
    with qtbot.waitSignals([link.died, link.events(messages.Ready)]):
        os.kill(first, signal.SIGKILL)
    assert link.pid not in {0, first}
    link.close()


def test_a_child_that_keeps_dying_is_given_up(qtbot: QtBot, tmp_path: Path) -> None:
    link = _link(DEAD, tmp_path)
    told: list[str] = []
    link.died.connect(told.append)
    link.start()
    qtbot.waitUntil(lambda: bool(told) and "not restarted" in told[-1])
    assert len(told) == 4
    assert not link.running


def test_a_child_of_another_version_is_refused_in_one_sentence_and_not_started_again(
    qtbot: QtBot, tmp_path: Path
) -> None:
    link = _link(OTHER_VERSION, tmp_path)
    link.received.connect(lambda event: pytest.fail(f"{event} was believed"))
    with qtbot.waitSignal(link.died) as told:
        link.start()
    assert told.args == [
        "Segue was changed while it was running. The messages of its new live process have"
        f" version 99, those of this program version {messages.PROTOCOL}."
        " Save your work and start Segue again."
    ]
    assert not link.running
    assert not link.restarting


def test_a_program_that_is_not_there_is_a_death(qtbot: QtBot, tmp_path: Path) -> None:
    link = EngineLink(
        "job", [str(tmp_path / "nothing")], environment={}, log=tmp_path / "l", restarts=False
    )
    with qtbot.waitSignal(link.died):
        link.start()


def test_a_silent_child_is_taken_for_dead(qtbot: QtBot, tmp_path: Path) -> None:
    link = _link(SILENT, tmp_path, patience=SilenceLimits(asleep_s=0.5), restarts=False)
    with qtbot.waitSignal(link.events(messages.Ready)):
        link.start()
    with qtbot.waitSignal(link.died, timeout=20_000):
        pass


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process is suspended here")
def test_a_suspended_child_is_replaced_even_before_its_first_word(
    qtbot: QtBot, tmp_path: Path
) -> None:
    link = _link("import time; time.sleep(60)", tmp_path)
    link.start()
    qtbot.waitUntil(lambda: link.pid != 0)
    first = link.pid
    os.kill(first, signal.SIGSTOP)
    with qtbot.waitSignal(link.died, timeout=20_000):
        pass
    qtbot.waitUntil(lambda: link.pid not in {0, first})
    link.close(0)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process is suspended here")
def test_closing_does_not_wait_for_one_that_is_suspended(qtbot: QtBot, tmp_path: Path) -> None:
    link = _link(ECHO, tmp_path)
    with qtbot.waitSignal(link.events(messages.Ready)):
        link.start()
    os.kill(link.pid, signal.SIGSTOP)
    # Longer than the test may take.
    link.close(10_000_000)
    assert not link.running


def test_what_a_child_said_while_the_window_slept_is_heard_first(
    qtbot: QtBot, tmp_path: Path
) -> None:
    now = [0.0]
    code = f"{ECHO}    open({str(tmp_path / 'said')!r}, 'w').close()\n"
    link = _link(code, tmp_path, clock=lambda: now[0], patience=NO_PATIENCE)
    with qtbot.waitSignal(link.events(messages.Ready)):
        link.start()
    process, heard = link._process, list[messages.Event]()
    assert process is not None
    link.on(messages.Notice, heard.append)
    link.send(messages.ForgetMemory())
    assert process.waitForBytesWritten(20_000)
    # The window does not run meanwhile: the answer waits in the pipe.
    assert eventually((tmp_path / "said").exists)
    now[0] = 3600.0
    link._look()
    assert len(heard) == 1
    assert link._process is process
    link.close()


def test_a_job_has_exactly_one_ending(qtbot: QtBot, tmp_path: Path) -> None:
    link = _link(REPORT, tmp_path, role="job", restarts=False)
    job = Job(link, messages.ImportFolders(folders=()), until=messages.ImportReport)
    endings: list[str] = []
    job.stopped.connect(lambda: endings.append("stopped"))
    job.failed.connect(lambda _e: endings.append("failed"))
    job.finished.connect(lambda _e: endings.append("finished"))
    with qtbot.waitSignals([job.progressed, job.ended]):
        job.start()
    qtbot.waitUntil(lambda: not link.running)
    assert endings == ["stopped"]


def test_a_job_whose_process_dies_has_failed(qtbot: QtBot, tmp_path: Path) -> None:
    link = _link(DEAD, tmp_path, role="job", restarts=False)
    job = Job(link, messages.StopJob(), until=messages.ImportReport)
    with qtbot.waitSignal(job.failed) as caught:
        job.start()
    assert "kept" in caught.args[0].message
    assert not job.running


@pytest.mark.slow
def test_the_real_player_opens_a_recording_and_plays(qtbot: QtBot, tmp_path: Path) -> None:
    link = EngineLink(
        "player",
        child_command("player"),
        environment=child_environment("player"),
        log=tmp_path / "player.log",
    )
    with qtbot.waitSignal(link.events(messages.Ready), timeout=20_000):
        link.start()
    with qtbot.waitSignal(link.events(messages.OutputOpened), timeout=10_000) as caught:
        link.send(choosing(output_kind="recording"))
    assert caught.args[0].kind == "recording"
    with qtbot.waitSignal(link.events(messages.Playhead), timeout=10_000):
        link.send(messages.Play(tick=0, open_end=True))
    link.close()


def test_a_job_that_is_let_go_is_there_until_its_child_was_let_end(qtbot: QtBot) -> None:
    link = FakeLink()
    job = Job(link, messages.StopJob(), until=messages.ImportReport)
    job.ended.connect(job.delete_when_ended)
    closed: list[int] = []
    job.destroyed.connect(lambda: closed.append(link.closed))
    job.start()
    link.deliver(messages.Failed(message="No."))
    qtbot.waitUntil(lambda: bool(closed))
    assert closed == [1]
