"""Sets up a child process for its role, runs the role, and ends the process."""

import contextlib
import faulthandler
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence

from engine.ground.errors import SegueError
from engine.ground.host import give_way
from engine.messages import PROTOCOL, Command, Failed, Ready, encode, encode_in_english
from engine.processes.process import ROLES, STANDBY_VARIABLE, Role, child_command
from engine.worker.door import Door, Emit

# After the parent has gone each role ends by itself; after this time the process is killed.
GRACE_S: dict[Role, float] = {
    "live": 2.0,
    "serve": 2.0,
    "player": 3.0,
    "job": 20.0,
    "render": 3.0,
    "library": 3.0,
    "engrave": 3.0,
    "reader": 1.0,
    "listen": 1.0,
}
# Making notes comes before training, and playing before both: the player keeps the priority that it
# was started with and asks for more itself.
_NICENESS: dict[Role, int] = {
    "live": 5,
    "serve": 0,
    "player": 0,
    "job": 15,
    "render": 10,
    "library": 3,
    "engrave": 3,
    "reader": 0,
    "listen": 3,
}


def run(role: str, *, started_s: float, first: Sequence[Command] = ()) -> int:
    """Run a role until the parent goes away or closes the pipes.

    Args:
        role: Name of the role.
        started_s: Start time of this process, by `time.perf_counter`.
        first: Commands that come before those of the parent.

    Returns:
        The process's exit code.
    """
    if role not in ROLES:
        sys.stderr.write(f"There is no role ‘{role}’; there are {', '.join(ROLES)}.\n")
        return 2
    faulthandler.enable()
    # Another program starts `serve`, and has no translations.
    door = Door.of_this_process(encode_in_english if role == "serve" else encode)
    _lower(role)
    _hear_signals(door, role)
    for command in first:
        door.inbox.put(command)
    threading.Thread(
        target=_watch, args=(door, GRACE_S[role], role), name="watch", daemon=True
    ).start()
    door.open()
    _RUN[role](
        door,
        lambda: Ready(role=role, seconds=time.perf_counter() - started_s, protocol=PROTOCOL),
    )
    return 0


@contextlib.contextmanager
def answering(emit: Emit, *, request: int = 0) -> Iterator[None]:
    """Turn any error inside the context into one `Failed` event, so that the process lives on.

    Args:
        emit: Takes the event.
        request: Number of the request that fails.
    """
    try:
        yield
    except SegueError as error:
        emit(Failed(request=request, message=error.message, hint=error.hint))
    except Exception as error:  # noqa: BLE001 - the one place where anything is caught
        emit(
            Failed(
                request=request,
                message="The music engine met a problem and dropped this request; "
                "your piece is safe.",
                hint=f"{type(error).__name__}: {error}"[:300],
                details=traceback.format_exc(),
            )
        )


def _run_live(door: Door, ready: Callable[[], Ready]) -> None:
    from engine.worker.live import LiveRole

    role = LiveRole(door.inbox, door.emit, border=answering)
    door.emit(ready())
    role.run()


def _run_serve(door: Door, ready: Callable[[], Ready]) -> None:
    from engine.worker.serving import ServeRole

    role = ServeRole(door.inbox, door.emit, border=answering)
    door.emit(ready())
    role.run()


def _run_player(door: Door, ready: Callable[[], Ready]) -> None:
    from engine.playback.role import run_player

    stands_by = os.environ.pop(STANDBY_VARIABLE, "") != ""
    door.emit(ready())
    if run_player(door.inbox, door.emit, stands_by=stands_by):
        # The parent gets a second `Ready`, and sends the current state again.
        door.begin_again(child_command("player"))


def _run_job(door: Door, ready: Callable[[], Ready]) -> None:
    from engine.worker.job import JobRole

    role = JobRole(door.inbox, door.emit, border=answering)
    door.emit(ready())
    role.run()


def _run_library(door: Door, ready: Callable[[], Ready]) -> None:
    from engine.worker.shelf import ShelfRole

    role = ShelfRole(door.inbox, door.emit, border=answering)
    door.emit(ready())
    role.run()


def _run_render(door: Door, ready: Callable[[], Ready]) -> None:
    from engine.worker.rendering import RenderRole

    role = RenderRole(door.inbox, door.emit, border=answering)
    door.emit(ready())
    role.run()


def _run_engrave(door: Door, ready: Callable[[], Ready]) -> None:
    from engine.worker.engraving import EngraveRole

    role = EngraveRole(door.inbox, door.emit, border=answering)
    door.emit(ready())
    role.run()


def _run_reader(door: Door, ready: Callable[[], Ready]) -> None:
    from engine.worker.reading import ReaderRole

    role = ReaderRole(door.inbox, door.emit, border=answering)
    door.emit(ready())
    role.run()


def _run_listen(door: Door, ready: Callable[[], Ready]) -> None:
    from engine.worker.listening import ListenRole

    role = ListenRole(door.inbox, door.emit, border=answering)
    door.emit(ready())
    role.run()


_RUN: dict[Role, Callable[[Door, Callable[[], Ready]], None]] = {
    "live": _run_live,
    "serve": _run_serve,
    "player": _run_player,
    "job": _run_job,
    "render": _run_render,
    "library": _run_library,
    "engrave": _run_engrave,
    "reader": _run_reader,
    "listen": _run_listen,
}


def _lower(role: Role) -> None:
    give_way(_NICENESS[role])
    if role == "job" and sys.platform != "win32":
        # A process group of its own, so that it can be killed together with its pool.
        with contextlib.suppress(OSError):
            os.setpgid(0, 0)


def _hear_signals(door: Door, role: Role) -> None:
    if role == "serve":
        # It may have been started by hand, in a terminal.
        signal.signal(signal.SIGINT, lambda *_: door.lose_parent())
    else:
        # Ctrl+C in a terminal goes to every process there; the parent decides for its children.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: door.lose_parent())
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        # Closing the terminal ends the process; under `nohup` the signal is ignored.
        signal.signal(signal.SIGHUP, lambda *_: door.lose_parent())


def _watch(door: Door, grace_s: float, role: Role) -> None:
    door.parent_gone.wait()
    time.sleep(grace_s)
    sys.stderr.write(f"The {role} process was still busy {grace_s:.0f} s after its parent left.\n")
    if role == "job" and os.name == "posix" and os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(1)
