"""A jam that nobody kept yet, and a window that is killed: it is offered at the next start."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.files.autosave import Autosave, open_rescue
from app.files.background import Background
from app.state.document import Document
from engine.ground.paths import user_paths
from engine.piece.composition import Composition
from tests.app.house import House
from tests.app.jam.test_jam_page import PORTS, at, button, captured, key
from tests.waiting import eventually

# What another session would be offered if this one were killed.
pytestmark = pytest.mark.usefixtures("owners_died")

WINDOW = """
import sys, time
from pathlib import Path
from PySide6.QtWidgets import QApplication
from engine import messages
from engine.values.score import Note
from tests.app.house import House
from tests.app.jam.test_jam_page import PORTS, at, key

folder = Path(sys.argv[1])
application = QApplication([])
house = House(application, folder)
house.window.show()
house.session.begin(())
while not house.live.of(messages.LoadModel):
    application.processEvents()
house.player.deliver(messages.Ready(role="player", seconds=0.1))
house.player.deliver(messages.OutputOpened(kind="synth", name="Built-in"))
house.load_model()
house.player.deliver(PORTS)
house.session.clients.playing.audio.choose(inputs=("KeyStep",))
house.act("start_jam")
at(house, 0)
beats = 0

def play():
    key(house, 60 + beats % 12, beats * 480, beats * 480 + 400)
    if beats == 8:
        notes = tuple(messages.PartNote(1, Note(480 * (9 + i), 72, 400, 64, 1)) for i in range(4))
        house.live.deliver(messages.JamTurn(who="segue", turn=1, tick=9 * 480))
        house.live.deliver(messages.JamPlanned(
            turn=1, from_tick=9 * 480, until=13 * 480, committed=13 * 480, notes=notes))
    at(house, beats * 480 + 470)
    house.session.jams.autosave.keep()

while True:
    play()
    beats += 1
    until_s = time.monotonic() + 0.03
    while time.monotonic() < until_s:
        application.processEvents()
    (folder / "beats").write_text(str(beats))
"""


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path):
    house = House(qapp, tmp_path)
    yield house
    house.end()


def begin(house: House, qtbot: QtBot) -> None:
    """Jam, having played four notes."""
    house.begin(qtbot)
    house.load_model()
    house.player.deliver(PORTS)
    house.session.clients.playing.audio.choose(inputs=("KeyStep",))
    house.act("start_jam")
    at(house, 0)
    for i in range(4):
        key(house, 60 + i, 480 * i, 480 * i + 400)
    at(house, 4 * 480)


def left() -> list[Composition]:
    """Return what another session would be offered."""
    background = Background()
    try:
        autosave = Autosave(Document(), background, folder=user_paths().autosave)
        return [open_rescue(rescue) for rescue in autosave.rescues()]
    finally:
        background.close()


def kept(house: House, qtbot: QtBot) -> list[Composition]:
    qtbot.waitUntil(lambda: not house.session.threads.keeping.busy)
    return left()


def test_what_is_played_is_on_disk_while_it_is_played(house: House, qtbot: QtBot) -> None:
    begin(house, qtbot)
    house.session.jams.autosave.keep()
    (piece,) = kept(house, qtbot)
    assert [note.pitch for note in piece.score.tracks[0].notes] == [60, 61, 62, 63]
    key(house, 72, 4 * 480, 5 * 480)
    at(house, 6 * 480)
    house.session.jams.autosave.keep()
    (piece,) = kept(house, qtbot)
    assert [note.pitch for note in piece.score.tracks[0].notes] == [60, 61, 62, 63, 72]


def test_until_it_is_kept_or_discarded_it_stays_on_disk(house: House, qtbot: QtBot) -> None:
    begin(house, qtbot)
    house.act("start_jam")
    captured(house, 70, 71)
    (piece,) = kept(house, qtbot)
    assert [len(track.notes) for track in piece.score.tracks] == [4, 2]
    assert [take.number for take in piece.takes] == [1]
    house.act("jam")
    button(house.window.jam, "Discard").click()
    assert kept(house, qtbot) == []


@pytest.mark.slow
def test_a_jam_that_became_the_piece_is_kept_as_any_piece_is(house: House, qtbot: QtBot) -> None:
    begin(house, qtbot)
    house.act("start_jam")
    captured(house, 70)
    house.act("jam")
    with qtbot.waitSignal(house.session.piece.autosave.kept, timeout=10_000):
        button(house.window.jam, "Keep as a piece").click()
    (piece,) = kept(house, qtbot)
    assert piece.score == house.session.piece.document.score


@pytest.mark.slow
def test_a_window_that_ends_leaves_nothing(house: House, qtbot: QtBot) -> None:
    begin(house, qtbot)
    house.session.jams.autosave.keep()
    house.closed = True
    house.session.close()
    assert left() == []


def beats_told(folder: Path, process: "subprocess.Popen[bytes]") -> int:
    """Return how many beats a window that still runs has written down."""
    assert process.poll() is None, "the window ended by itself"
    told = (folder / "beats").read_text() if (folder / "beats").exists() else ""
    return int(told or 0)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX's")
@pytest.mark.timeout(300)
def test_a_jam_outlives_a_window_that_is_killed(house: House, qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    folder.mkdir()
    process = subprocess.Popen([sys.executable, "-c", WINDOW, str(folder)])
    try:
        assert eventually(lambda: beats_told(folder, process) >= 20, 240), "it never jammed"
        beats = beats_told(folder, process)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    house.begin(qtbot)
    notice = next(n for n in house.window.notices.notices() if n.key.startswith("rescue"))
    assert "Jam" in notice.did
    with qtbot.waitSignal(house.session.piece.files.opened):
        house.window.notices.button_clicked.emit(notice.key, "autosave")
    piece = house.session.piece.document.composition
    me, segue = piece.score.tracks
    # What it was at when it was killed may be lost.
    assert len(me.notes) >= beats - 2
    assert [note.start for note in me.notes] == [480 * i for i in range(len(me.notes))]
    assert len(segue.notes) == 4
    assert len(piece.takes) == 1
    qtbot.waitUntil(lambda: not house.session.threads.keeping.busy)
