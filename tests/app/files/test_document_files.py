"""The document, its files and its autosave, with a real disk."""

import errno
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import msgspec
import pytest
from pytestqt.qtbot import QtBot

from app.files import autosave as autosaves
from app.files import document_files as files_module
from app.files.autosave import Autosave, open_rescue
from app.files.background import Background
from app.files.document_files import BACKUPS, Files, demo_title
from app.files.outside import Outside
from app.settings import Settings
from app.state.document import Document
from engine.composition import Composition
from engine.composition_file import open_composition, to_bytes
from engine.errors import SegueError
from engine.locking import OwnerLock
from engine.music.midifile import read_midi, write_midi
from engine.opening import PieceReader
from tests.app.doubles import piece

pytestmark = pytest.mark.usefixtures("qtbot")


@pytest.fixture
def background():
    background = Background()
    yield background
    background.close()


@pytest.fixture
def document() -> Document:
    return Document()


@pytest.fixture
def outside():
    outside = Outside(patience_ms=300)
    yield outside
    outside.close()


@pytest.fixture
def files(document, settings: Settings, background, outside, tmp_path: Path):
    reader = PieceReader()
    backups = tmp_path / "backups"
    yield Files(document, settings, background, outside, reader=reader, backups=backups)
    reader.close()


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
    assert document.beside(".mid").parent == Path.home()
    document.show(document.composition, path=tmp_path / "a.segue", title="A/B: either?", saved=True)
    assert document.beside(".mid") == tmp_path / "A-B- either-.mid"


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


@pytest.mark.usefixtures("owners_died")
def test_autosave_covers_a_piece_that_was_never_saved(
    qtbot: QtBot, document: Document, background: Background, tmp_path: Path
) -> None:
    autosave = Autosave(document, background, folder=tmp_path / "auto", now=lambda: 1e9)
    with qtbot.waitSignal(autosave.kept, timeout=4000):
        document.edit("Draw", Composition.of(piece()))
    # The next session finds it.
    later = Autosave(Document(), background, folder=tmp_path / "auto")
    (rescue,) = later.rescues()
    assert (rescue.title, rescue.path, rescue.file_saved_at) == ("Untitled", None, None)
    assert open_rescue(rescue) == document.composition
    later.discard(rescue)
    assert later.rescues() == []


@pytest.mark.usefixtures("owners_died")
def test_a_long_journal_gives_way_to_a_copy_before_it_is_too_long_to_be_read(
    qtbot: QtBot,
    document: Document,
    background: Background,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path / "auto"
    autosave = Autosave(document, background, folder=folder)
    document.edit("Draw", Composition.of(piece()))
    qtbot.waitUntil(lambda: not background.busy)
    first = autosave.file
    document.edit("Little", Composition.of(piece(bars=3)))
    qtbot.waitUntil(lambda: not background.busy)
    assert autosave.file == first
    length = autosave.journal.stat().st_size
    monkeypatch.setattr(autosaves, "MOST_JOURNAL_BYTES", length)
    with qtbot.waitSignal(autosave.kept, timeout=1000):
        document.edit("More", Composition.of(piece(bars=2)))
    assert autosave.file != first
    assert sorted(path.suffix for path in folder.iterdir()) == [".json", ".lock", ".segue"]
    (rescue,) = Autosave(Document(), background, folder=folder).rescues()
    assert open_rescue(rescue) == document.composition


def test_what_a_living_session_keeps_is_offered_to_nobody_until_it_has_ended(
    qtbot: QtBot, document: Document, background: Background, tmp_path: Path
) -> None:
    folder = tmp_path / "auto"
    autosave = Autosave(document, background, folder=folder)
    with qtbot.waitSignal(autosave.kept, timeout=4000):
        document.edit("Draw", Composition.of(piece()))
    other = Autosave(Document(), background, folder=folder)
    assert other.rescues() == []
    assert autosave.file.is_file()
    # The system lets go of its lock, however it ends; the number of its process says nothing.
    autosave._owner._close()
    (rescue,) = other.rescues()
    other.discard(rescue)
    assert list(folder.iterdir()) == []


def test_a_lock_without_a_piece_is_swept(
    document: Document, background: Background, tmp_path: Path
) -> None:
    (tmp_path / "1-2.lock").write_bytes(b"")
    held = OwnerLock(tmp_path / "3-4.lock")
    held.take()
    assert Autosave(document, background, folder=tmp_path).rescues() == []
    assert [path.name for path in tmp_path.iterdir()] == ["3-4.lock"]
    held.release()


def test_a_saved_piece_leaves_no_autosave(
    qtbot: QtBot, document: Document, files: Files, background: Background, tmp_path: Path
) -> None:
    autosave = Autosave(document, background, folder=tmp_path / "auto")
    document.edit("Draw", Composition.of(piece()))
    autosave.keep()
    with qtbot.waitSignal(files.saved):
        files.save(tmp_path / "a.segue")
    qtbot.waitUntil(lambda: not background.busy)
    assert list((tmp_path / "auto").iterdir()) == []


def test_a_damaged_autosave_is_no_offer(
    document: Document, background: Background, tmp_path: Path
) -> None:
    folder = tmp_path / "auto"
    folder.mkdir()
    (folder / "x.json").write_text("{")
    (folder / "y.json").write_bytes(msgspec.json.encode({"title": "y"}))
    (folder / "z.json").write_bytes(b"[" * 100_000)
    card = {"title": "", "path": "", "saved_at_s": 1.0}
    for number, wrong in enumerate(
        ({"saved_at_s": 1e300}, {"saved_at_s": -1.0}, {"copy": 10**18}, {"path": "x" * 5000})
    ):
        (folder / f"{number}.json").write_bytes(msgspec.json.encode(card | wrong))
        (folder / f"{number}.segue").write_bytes(b"")
    offered = Autosave(document, background, folder=folder).rescues()
    assert [rescue.file.stem for rescue in offered] in ([], ["3"])


@pytest.mark.skipif(os.name != "posix", reason="modes as POSIX has them")
def test_what_is_kept_is_nobody_elses_to_read(
    qtbot: QtBot, document: Document, background: Background, tmp_path: Path
) -> None:
    autosave = Autosave(document, background, folder=tmp_path / "auto")
    with qtbot.waitSignals([autosave.kept, autosave.kept], timeout=4000):
        document.edit("Draw", Composition.of(piece()))
        autosave.keep()
    document.edit("Draw more", Composition.of(piece(bars=2)))
    qtbot.waitUntil(lambda: not background.busy)
    kept = list((tmp_path / "auto").iterdir())
    assert {path.suffix for path in kept} == {".json", ".segue", ".journal", ".lock"}
    assert {path.stat().st_mode & 0o777 for path in kept} == {0o600}


@pytest.mark.usefixtures("owners_died")
def test_an_unreadable_rescue_is_an_error_for_the_user(
    qtbot: QtBot, document: Document, background: Background, tmp_path: Path
) -> None:
    autosave = Autosave(document, background, folder=tmp_path / "auto")
    # The edit keeps a first copy of itself, in its own time.
    with qtbot.waitSignals([autosave.kept, autosave.kept], timeout=4000):
        document.edit("Draw", Composition.of(piece()))
        autosave.keep()
    autosave.file.write_bytes(b"gone")
    (rescue,) = Autosave(Document(), background, folder=tmp_path / "auto").rescues()
    with pytest.raises(SegueError):
        open_rescue(rescue)


def test_a_home_that_is_read_only_is_said_in_a_sentence(
    qtbot: QtBot,
    document: Document,
    background: Background,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There nothing can be written, and what was not written cannot be deleted."""
    autosave = Autosave(document, background, folder=tmp_path / "auto")

    def refuse(*_args: object, **_options: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    for name in ("write_bytes", "open", "unlink", "mkdir"):
        monkeypatch.setattr(Path, name, refuse)
    with qtbot.waitSignal(autosave.failed, timeout=4000) as failed:
        document.edit("Draw", Composition.of(piece()))
    with qtbot.waitSignal(autosave.failed, timeout=4000) as failed_again:
        autosave.keep()
    for told in (failed, failed_again):
        (error,) = told.args
        assert error.message.startswith("Could not keep the piece in ")
        assert error.message.endswith("(Read-only file system).")


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
