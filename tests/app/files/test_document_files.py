"""The document, its files and its autosave, with a real disk."""

import errno
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event

import pytest
from pytestqt.qtbot import QtBot

from app.files import document_files as files_module
from app.files.document_files import BACKUPS, Files, demo_title
from app.state.document import Document
from engine.midi.file.midifile import read_midi, write_midi
from engine.piece.composition import Composition
from engine.piece.composition_file import open_composition, to_bytes
from tests.app.doubles import piece

pytestmark = pytest.mark.usefixtures("qtbot")


def _write(path: Path, score=None) -> Path:
    path.write_bytes(write_midi(score or piece()))
    return path


def test_edit_undo_redo(document: Document) -> None:
    before = to_bytes(document.composition)
    assert document.edit("Draw", Composition.of(piece()))
    assert document.dirty
    assert document.undo_name == "Draw"
    document.undo()
    assert to_bytes(document.composition) == before
    assert not document.dirty
    document.redo()
    assert document.composition.score.note_count == 16


def test_what_is_made_of_a_piece_is_suggested_beside_it(document: Document, tmp_path: Path) -> None:
    assert document.suggested_path(".mid").parent == Path.home()
    document.show(document.composition, path=tmp_path / "a.segue", title="A/B: either?", saved=True)
    assert document.suggested_path(".mid") == tmp_path / "A-B- either-.mid"


def test_an_edit_that_changes_nothing_is_no_step(document: Document) -> None:
    assert not document.edit("Nothing", document.composition)
    assert document.undo_name == ""


def test_a_midi_file_opens_as_a_new_piece(
    qtbot: QtBot, files: Files, document: Document, tmp_path: Path
) -> None:
    path = _write(tmp_path / "waltz.mid")
    with qtbot.waitSignal(files.opened, timeout=60_000):
        files.open(path)
    assert (document.title, document.path, document.dirty) == ("waltz", None, False)
    assert document.composition.score.note_count == 16
    assert files.recent == (path,)


@pytest.mark.parametrize("data", [b"", b"no midi", b"MThd\x00\x00"])
def test_a_bad_file_changes_nothing_and_is_named(
    qtbot: QtBot, files: Files, document: Document, tmp_path: Path, data: bytes
) -> None:
    path = tmp_path / "broken.mid"
    path.write_bytes(data)
    before = document.composition
    with qtbot.waitSignal(files.failed) as caught:
        files.open(path)
    assert "broken" in caught.args[0].message
    assert document.composition is before


@dataclass
class Opening:
    """Files that are asked for and do not open."""

    qtbot: QtBot
    files: Files
    document: Document
    folder: Path

    def refusal_of(self, path: Path) -> str:
        before = self.document.composition
        with self.qtbot.waitSignal(self.files.failed) as caught:
            self.files.open(path)
        assert self.document.composition is before
        error = caught.args[0]
        assert path.name in error.message
        return f"{error.message} {error.hint}"


@pytest.fixture
def opening(qtbot: QtBot, files: Files, document: Document, tmp_path: Path) -> Opening:
    return Opening(qtbot, files, document, tmp_path)


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _huge(path: Path) -> None:
    with path.open("wb") as file:
        file.write(write_midi(piece())[:100])
        file.truncate(5 << 30)


@pytest.mark.skipif(os.name != "posix", reason="No pipes with names there.")
@pytest.mark.parametrize("name", ["x.mid", "x.segue"])
@pytest.mark.parametrize(
    ("make", "words"),
    [
        (_pipe, "not a regular file"),
        (_huge, "5,120 MiB|larger than any piece"),
        (Path.mkdir, "folder|regular"),
        (lambda path: path.symlink_to("/dev/zero"), "not a regular file"),
        (lambda path: path.unlink(missing_ok=True), "no longer there"),
    ],
)
def test_what_is_no_file_to_read_is_said_and_not_waited_for(
    opening: Opening, name: str, make: Callable[[Path], None], words: str
) -> None:
    path = opening.folder / name
    make(path)
    assert re.search(words, opening.refusal_of(path))


def test_a_file_that_may_not_be_read_is_said(
    opening: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: object, *_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    path = _write(opening.folder / "locked.mid")
    monkeypatch.setattr(os, "open", refuse)
    assert "permission denied" in opening.refusal_of(path)


def test_a_recent_file_that_is_gone_is_forgotten(
    qtbot: QtBot, files: Files, tmp_path: Path
) -> None:
    path = _write(tmp_path / "waltz.mid")
    with qtbot.waitSignal(files.opened, timeout=60_000):
        files.open(path)
    path.unlink()
    with qtbot.waitSignals([files.recent_changed, files.failed]):
        files.open(path)
    assert files.recent == ()


def test_a_drive_that_does_not_answer_keeps_nobody_waiting(
    qtbot: QtBot, files: Files, document: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back, answered, stalled = Event(), Event(), tmp_path / "stalled.mid"
    read = files_module.read_file

    def slow(path: Path) -> bytes:
        if path == stalled:
            back.wait(20)
            answered.set()
        return read(path)

    monkeypatch.setattr(files_module, "read_file", slow)
    _write(stalled, piece(bars=1))
    with qtbot.waitSignal(files.failed) as caught:
        files.open(stalled)
    assert "does not answer" in caught.args[0].message
    # Another file opens meanwhile, and the late answer changes nothing any more.
    with qtbot.waitSignal(files.opened, timeout=60_000):
        files.open(_write(tmp_path / "waltz.mid"))
    back.set()
    assert answered.wait(20)
    with qtbot.assertNotEmitted(files.opened, wait=200):
        pass
    assert document.title == "waltz"


def test_the_file_asked_for_last_is_the_one_that_opens(
    qtbot: QtBot, files: Files, document: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back, first = Event(), _write(tmp_path / "first.mid")
    read = files_module.read_file

    def slow(path: Path) -> bytes:
        if path == first:
            back.wait(20)
        return read(path)

    monkeypatch.setattr(files_module, "read_file", slow)
    files.open(first)
    with qtbot.waitSignal(files.opened, timeout=60_000):
        files.open(_write(tmp_path / "second.mid"))
    with qtbot.assertNotEmitted(files.failed, wait=400):
        back.set()
    assert document.title == "second"


@pytest.mark.slow
def test_save_keeps_the_title_of_the_piece(
    qtbot: QtBot, files: Files, document: Document, tmp_path: Path
) -> None:
    lullaby = Composition.of(replace(piece(), title="Lullaby"))
    document.show(lullaby, path=None, title="Lullaby", saved=False)
    with qtbot.waitSignal(files.saved):
        files.save(tmp_path / "lul")
    assert document.path == tmp_path / "lul.segue"
    assert document.title == "Lullaby"
    with qtbot.waitSignal(files.opened, timeout=60_000):
        files.open(_write(tmp_path / "waltz.mid"))
    with qtbot.waitSignal(files.opened, timeout=60_000):
        files.open(tmp_path / "lul.segue")
    assert document.title == "Lullaby"


@pytest.mark.slow
def test_save_and_open_give_the_same_piece(
    qtbot: QtBot, files: Files, document: Document, tmp_path: Path
) -> None:
    document.edit("Draw", Composition.of(piece()))
    assert files.save() is None
    with qtbot.waitSignal(files.saved) as caught:
        files.save(tmp_path / "night")
    path = tmp_path / "night.segue"
    assert caught.args == [path]
    assert (document.title, document.dirty) == ("night", False)
    written = path.read_bytes()
    with qtbot.waitSignal(files.opened, timeout=60_000):
        files.open(path)
    with qtbot.waitSignal(files.saved):
        files.save()
    assert path.read_bytes() == written


def test_an_edit_while_saving_stays_unsaved(
    qtbot: QtBot, files: Files, document: Document, tmp_path: Path
) -> None:
    document.edit("Draw", Composition.of(piece()))
    with qtbot.waitSignal(files.saved):
        files.save(tmp_path / "a.segue")
        document.edit("More", Composition.of(piece(8)))
    assert document.dirty
    assert open_composition(tmp_path / "a.segue").score.note_count == 16


def test_a_save_that_fails_says_so_and_keeps_the_old_file(
    qtbot: QtBot, files: Files, document: Document, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    document.edit("Draw", Composition.of(piece()))
    with qtbot.waitSignal(files.save_failed) as caught:
        files.save(tmp_path / "file" / "a.segue")
    assert "Could not save" in caught.args[0].message
    assert document.dirty


def test_the_last_backups_are_kept(
    qtbot: QtBot, files: Files, document: Document, tmp_path: Path
) -> None:
    path = tmp_path / "a.segue"
    for bars in range(1, BACKUPS + 4):
        document.edit("Draw", Composition.of(piece(bars)))
        with qtbot.waitSignal(files.saved):
            files.save(path)
        os.utime(path, ns=(bars * 10**9, bars * 10**9))
    kept = sorted((tmp_path / "backups").glob("a.*.segue"))
    assert len(kept) == BACKUPS
    assert open_composition(kept[-1]).score.note_count == 4 * (BACKUPS + 2)


def test_export_writes_a_midi_file(
    qtbot: QtBot, files: Files, document: Document, tmp_path: Path
) -> None:
    document.edit("Draw", Composition.of(piece()))
    with qtbot.waitSignal(files.exported):
        files.export_midi(tmp_path / "out")
    assert read_midi((tmp_path / "out.mid").read_bytes()).score.note_count == 16


@pytest.mark.slow
def test_an_older_version_is_opened_unsaved_under_its_own_name(
    qtbot: QtBot, document: Document, files: Files, tmp_path: Path
) -> None:
    path = tmp_path / "Étude [1].segue"
    for bars in (1, 2):
        document.edit(f"Bars {bars}", Composition.of(piece(bars=bars)))
        with qtbot.waitSignal(files.saved, timeout=10_000):
            files.save(path)
    (backup,) = files.backups()
    with qtbot.waitSignal(files.opened, timeout=10_000):
        files.open_backup(backup)
    assert document.composition.score.note_count == 4
    assert (document.path, document.dirty) == (path, True)


def test_pieces_that_ship_are_called_what_they_are_called() -> None:
    names = ("minuet-in-g", "ah-vous-dirai-je", "blue-hour")
    titles = [demo_title(Path(f"{name}.mid")) for name in names]
    assert titles == ["Minuet in G", "Ah, vous dirai-je", "Blue hour"]
