"""Children that are suspended for good: the window replaces them, and no note sounds on.

The real links of the window, without a window: a player that plays held notes to a receiver on a
private JACK server, a live process, a library and a reader. Each is stopped (SIGSTOP) and stays so.
`SEGUE_CROWD=50` has so many processes compute beside healthy children for a minute instead: none
may be given up. Needs `jackd`.
"""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from app.clients import spare_process
from app.clients.engine_link import EngineLink
from app.clients.player_link import PlayerLink
from app.clients.playing import Playing
from app.settings.settings import Settings
from app.start.session_loader import make_links
from app.state.document import Document
from engine import messages
from engine.ground.paths import user_paths
from engine.piece.composition import Composition
from engine.piece.composition_file import to_bytes
from engine.piece.opening import PieceReader
from engine.playback.ports.outputs import unbalanced
from engine.processes.process import child_command, child_environment
from engine.values.score import Note, Score, Track
from tests.playback.jack import Receiver, Server, is_there, listening
from tests.trust.trial import Findings, run

# Held for longer than any of these trials, four at once, and struck now and then.
HELD = tuple(Note(480 * i, 40 + 7 * k, 100_000) for i in range(400) for k in range(4))
_PATIENCE_S = 120.0
_CROWD_S = 60.0


def until(happened: Callable[[], bool]) -> float:
    """Let Qt run until something happened; return after how many seconds.

    Raises:
        TimeoutError: It did not.
    """
    began_s = time.monotonic()
    while not happened():
        if time.monotonic() > began_s + _PATIENCE_S:
            raise TimeoutError("it did not happen")
        QApplication.processEvents()
        time.sleep(0.005)
    return time.monotonic() - began_s


def is_gone(pid: int) -> bool:
    """Return whether there is no such process any more."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


class Stage:
    """A window's player, with one that stands by, that plays held notes to a receiver.

    Args:
        folder: For its log and its settings.
        receiver: Hears it.
    """

    def __init__(self, folder: Path, receiver: Receiver) -> None:
        self.receiver = receiver
        self.link = PlayerLink(
            child_command("player"),
            environment=child_environment("player"),
            log=folder / "player.log",
        )
        document = Document()
        document.edit("Draw", Composition.of(Score(tracks=(Track(notes=HELD),))))
        self.playing = Playing(self.link, document, Settings(folder / "segue.ini"))
        self.playing.audio.choose_output("port", receiver.output_name)

    def play(self) -> None:
        """Play until notes are held, with a player that stands by."""
        self.link.start()
        until(lambda: self.playing.output is not None)
        until(lambda: bool(self.link._spare and self.link._spare._lines))
        self.playing.play(0)
        until(lambda: len(self.left) >= 4)

    @property
    def left(self) -> list[object]:
        """What sounds at the receiver."""
        return list(unbalanced(self.receiver.messages))

    @property
    def begun(self) -> int:
        """How many notes it has heard begin."""
        return sum(1 for each in self.receiver.messages if each[0] & 0xF0 == 0x90 and each[2])

    def freeze(self) -> int:
        """Suspend the player for good; return its number."""
        os.kill(self.link.pid, signal.SIGSTOP)
        return self.link.pid


@contextmanager
def musicians_server() -> Iterator[Server | None]:
    """Have a JACK server as musicians run it, or None where none can be started.

    One without real-time priority waits half a second for each client of a process that died.
    """
    made = Server(period=64, realtime=True) if is_there() else None
    if made is None or not made.start():
        yield None
        return
    before = os.environ.get("JACK_DEFAULT_SERVER")
    os.environ["JACK_DEFAULT_SERVER"] = made.name
    try:
        yield made
    finally:
        made.stop()
        del os.environ["JACK_DEFAULT_SERVER"]
        if before is not None:
            os.environ["JACK_DEFAULT_SERVER"] = before


def trial(count: int, _draw: random.Random, folder: Path) -> Findings:
    """Suspend so many of each kind; or crowd healthy ones."""
    findings = Findings()
    application = QApplication.instance() or QApplication([])
    os.environ["SEGUE_AUDIO_BACKEND"] = "null"
    os.environ["SEGUE_HOME"] = str(folder / "home")
    spare_process.AFTER_MS = 0
    if crowd := int(os.environ.get("SEGUE_CROWD", "0")):
        _crowded(crowd, findings)
        return findings
    with musicians_server() as server:
        if server is None:
            findings.broken.append("no JACK server could be started")
        for number in range(count if server else 0):
            here = folder / str(number)
            here.mkdir()
            _player(number, here, findings)
    for _ in range(count):
        for role in ("live", "library", "engrave"):
            _link(role, findings)
        _reader(findings)
    del application
    return findings


def _player(number: int, folder: Path, findings: Findings) -> None:
    with listening() as receiver:
        stage = Stage(folder, receiver)
        try:
            stage.play()
            frozen = stage.freeze()
            ended_s = until(lambda: is_gone(frozen) and not stage.left)
            before = stage.begun
            findings.most("seconds until the notes end", ended_s)
            back_s = ended_s + until(lambda: stage.begun > before)
            findings.most("seconds until the music is back", back_s)
            until(lambda: bool(stage.link._spare and stage.link._spare._lines))
            stage.freeze()
        finally:
            began_s = time.monotonic()
            stage.link.close()
            findings.most("seconds to close beside a frozen player", time.monotonic() - began_s)
        findings.counts["players frozen"] += 2
        if stage.left:
            findings.broken.append(f"player {number}: sounds on after closing: {stage.left}")


def _link(role: str, findings: Findings) -> None:
    links = make_links(user_paths())
    link = {"live": links.live, "library": links.library, "engrave": links.engrave}[role]
    assert isinstance(link, EngineLink)
    ready: list[messages.Ready] = []
    link.on(messages.Ready, ready.append)
    link.start()
    until(lambda: bool(ready))
    frozen = link.pid
    os.kill(frozen, signal.SIGSTOP)
    findings.most(f"seconds until {role} is replaced", until(lambda: link.pid != frozen))
    findings.most(f"seconds until {role} is ready again", until(lambda: len(ready) > 1))
    link.close()
    findings.counts[f"{role} frozen"] += 1


def _reader(findings: Findings) -> None:
    reader = PieceReader()
    piece = Composition.of(Score(tracks=(Track(notes=HELD),)))
    reader.piece(to_bytes(piece), name="a.segue")
    assert reader._child is not None
    os.kill(reader._child.pid, signal.SIGSTOP)
    began_s = time.monotonic()
    if reader.piece(to_bytes(piece), name="a.segue") != piece:
        findings.broken.append("another piece was read")
    findings.most(
        "seconds until a piece is open beside a frozen reader", time.monotonic() - began_s
    )
    findings.counts["readers frozen"] += 1
    reader.close()


def _crowded(crowd: int, findings: Findings) -> None:
    """Have processes compute beside healthy children, none of which may be given up."""
    links = make_links(user_paths())
    healthy = {"player": links.player, "live": links.live, "library": links.library}
    died: list[str] = []
    ready: list[messages.Ready] = []
    for link in healthy.values():
        link.died.connect(died.append)
        link.on(messages.Ready, ready.append)
        link.start()
    until(lambda: len(ready) >= len(healthy))
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(crowd)]
    try:
        end_s = time.monotonic() + _CROWD_S
        until(lambda: time.monotonic() > end_s)
        findings.counts["healthy children in a crowd"] += len(healthy)
        findings.most("load", os.getloadavg()[0])
    finally:
        for process in busy:
            process.kill()
        for process in busy:
            process.wait()
    findings.broken.extend(died)
    for link in healthy.values():
        link.close()


if __name__ == "__main__":
    sys.exit(run(trial))
