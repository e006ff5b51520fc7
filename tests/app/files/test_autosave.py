"""Autosave: what is kept of unsaved work, whose it is, and what a full or closed disk does."""

import errno
import os
from pathlib import Path

import msgspec
import pytest
from pytestqt.qtbot import QtBot

from app.files import autosave as autosaves
from app.files.autosave import Autosave, open_rescue
from app.files.background import Background
from app.files.document_files import Files
from app.state.document import Document
from engine.ground.errors import SegueError
from engine.ground.locking import OwnerLock
from engine.piece.composition import Composition
from tests.app.doubles import piece

pytestmark = pytest.mark.usefixtures("qtbot")


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
def test_a_lock_that_cannot_be_deleted_hides_no_rescue(
    qtbot: QtBot,
    document: Document,
    background: Background,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    autosave = Autosave(document, background, folder=tmp_path, now=lambda: 1e9)
    with qtbot.waitSignal(autosave.kept, timeout=4000):
        document.edit("Draw", Composition.of(piece()))
    (tmp_path / "1-1.lock").touch()

    def unlink(path: Path, **_: object) -> None:
        raise PermissionError(13, "Sharing violation", str(path))

    monkeypatch.setattr(Path, "unlink", unlink)
    assert len(Autosave(Document(), background, folder=tmp_path).rescues()) == 1


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
