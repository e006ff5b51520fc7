"""A model learns from the pieces that were ticked at Start, whatever comes into the folder then.

The window, its library and its jobs are the real ones; what plays and continues is not.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QStringListModel
from PySide6.QtWidgets import QApplication, QListView
from pytestqt.qtbot import QtBot

from app.start.session_loader import make_links
from app.views.train.pieces import PiecesDialog
from engine import messages
from engine.ground.paths import user_paths
from engine.library.catalogue import Catalogue
from engine.library.user_library import import_into_library
from engine.midi.file.midifile import write_midi
from engine.values.score import Note, Score, Track
from tests.app.house import House
from tests.generation.conftest import make_model

BAR = 4 * 480
# A child imports PyTorch first, on a machine that may be busy.
PATIENCE_MS = 120_000


def tune(seed: int) -> bytes:
    draw = random.Random(seed)  # noqa: S311 - songs, not secrets
    notes = tuple(Note(t, draw.randint(48, 72), 480) for t in range(0, 24 * BAR, 480))
    return write_midi(Score(tracks=(Track(notes=notes),)))


@pytest.fixture
def music(tmp_path: Path) -> Path:
    """A folder of eight tunes that the library watches; the first four are ticked."""
    folder = tmp_path / "music"
    folder.mkdir()
    for number in range(8):
        (folder / f"{number}.mid").write_bytes(tune(number))
    list(import_into_library([str(folder)], user_paths(), cancelled=lambda: False))
    with Catalogue(user_paths().catalogue) as catalogue:
        others = [entry.number for entry in catalogue.entries() if int(entry.name) >= 4]
        catalogue.set_used(others, used=False)
    return folder


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, music: Path) -> Iterator[House]:
    assert music.is_dir()
    links = make_links(user_paths())
    house = House(qapp, tmp_path, library=links.library, make_job=links.make_job)
    yield house
    house.end()


def tick_all() -> None:
    """As somebody may in another window."""
    with Catalogue(user_paths().catalogue) as catalogue:
        catalogue.set_used([entry.number for entry in catalogue.entries()], used=True)


def names(learning: messages.LearningFrom | None) -> list[str]:
    return [Path(piece).name for piece in learning.pieces] if learning is not None else []


def dialogs() -> list[PiecesDialog]:
    return [each for each in QApplication.topLevelWidgets() if isinstance(each, PiecesDialog)]


def learned_in(model: Path) -> list[str]:
    """The names of the songs that a model's folder says it learned from."""
    card = json.loads((model / "model.json").read_text())["card"]
    songs = json.loads((model / "songs.json").read_text())["songs"]
    assert card["pieces"] == len(songs)
    return sorted(Path(song["name"]).name for song in songs)


def listed() -> list[str]:
    """The names in the list that is open."""
    (dialog,) = dialogs()
    model = dialog.findChild(QListView).model()
    assert isinstance(model, QStringListModel)
    shown = [Path(text).name for text in model.stringList()]
    dialog.close()
    return shown


Described = list[messages.LibraryDescribed]


@pytest.fixture
def described(house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Described:
    """What the library says of itself, until now; the page for training is shown."""
    monkeypatch.setattr("app.train.starting.on_battery", lambda: False)
    said: Described = []
    house.session.library.shelf.described.connect(said.append)
    house.begin(qtbot)
    house.session.library.shelf.begin()
    qtbot.waitUntil(lambda: bool(said) and said[-1].used == 4, timeout=PATIENCE_MS)
    house.window.show_workspace("train")
    return said


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A training that goes on until it is stopped, and saves its steps often."""
    by_hand = messages.ExpertSettings(steps=100_000, validate_every=4, segment_length=16, rows=2)
    monkeypatch.setattr("app.train.setup.choices.by_hand", lambda _values: by_hand)


def add_when_it_prepares(house: House, music: Path) -> None:
    """Add a file and tick everything as soon as the job says that it prepares."""
    training = house.session.clients.training

    def add(_run: object) -> None:
        progress = training.run.progress
        if progress is not None and progress.phase == "preparing":
            training.changed.disconnect(add)
            (music / "preparing.mid").write_bytes(tune(21))
            tick_all()

    training.changed.connect(add)


@pytest.mark.slow
@pytest.mark.usefixtures("endless")
def test_files_that_come_while_one_chooses_prepares_and_trains_are_not_learned_from(
    house: House, qtbot: QtBot, music: Path, tmp_path: Path, described: Described
) -> None:
    chosen = [f"{number}.mid" for number in range(4)]
    training, page = house.session.clients.training, house.window.train

    # While one chooses: the watched folder is looked through by itself.
    (music / "choosing.mid").write_bytes(tune(20))
    qtbot.waitUntil(lambda: described[-1].ready == 9, timeout=PATIENCE_MS)
    assert described[-1].used == 4
    page.setup.list_clicked.emit()
    qtbot.waitUntil(lambda: bool(dialogs()))
    assert listed() == chosen

    # While it is prepared, and while it trains.
    add_when_it_prepares(house, music)
    page.start_clicked.emit(str(make_model(tmp_path / "tiny")), "taste", "Mine")
    qtbot.waitUntil(lambda: training.run is not None)
    assert names(training.run.learning) == chosen
    qtbot.waitUntil(lambda: bool(training.run.held_out), timeout=PATIENCE_MS)
    (music / "training.mid").write_bytes(tune(22))
    house.session.clients.importing.add([music])
    qtbot.waitUntil(lambda: described[-1].ready == 11, timeout=PATIENCE_MS)
    tick_all()

    # What waits goes on with the same pieces, although the file of one is another one by now.
    qtbot.waitUntil(lambda: training.run.step >= 4, timeout=PATIENCE_MS)
    page.pause_clicked.emit()
    qtbot.waitUntil(lambda: training.waiting, timeout=PATIENCE_MS)
    (music / "1.mid").write_bytes(tune(23))
    with qtbot.waitSignal(training.learning, timeout=PATIENCE_MS) as told:
        page.resume_clicked.emit()
    assert names(told.args[0]) == chosen
    qtbot.waitUntil(lambda: not training.run.resuming, timeout=PATIENCE_MS)
    page.setup.list_clicked.emit()
    assert listed() == chosen

    page.stop_clicked.emit()
    qtbot.waitUntil(lambda: training.run.made is not None, timeout=PATIENCE_MS)
    assert learned_in(Path(training.run.made.folder)) == chosen


@pytest.mark.slow
def test_pieces_that_changed_between_the_page_and_start_are_shown_and_nothing_is_started(
    house: House, qtbot: QtBot, described: Described
) -> None:
    tick_all()
    house.window.train.start_clicked.emit("", "taste", "Mine")
    notices = house.window.notices
    qtbot.waitUntil(lambda: any(n.key == "pieces" for n in notices.notices()))
    (notice,) = (n for n in notices.notices() if n.key == "pieces")
    assert "now there are 8" in notice.happened
    assert house.session.clients.training.run is None
    qtbot.waitUntil(lambda: described[-1].used == 8, timeout=PATIENCE_MS)
