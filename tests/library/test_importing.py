"""Whole imports of real folders, with everything that is in real folders."""

import os
import shutil
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.ground.errors import LibraryError, MidiFileError
from engine.library import importing
from engine.library.catalogue import Catalogue
from engine.library.entries import Entry
from engine.library.importing import import_folders
from engine.library.location import SongLocation
from engine.library.repairing import problems_of
from engine.library.report import CSV_COLUMNS, csv_of
from engine.library.scanning import FoundSong
from engine.library.songs import library_songs, songs
from engine.library.tasks import read_location
from engine.messages import ImportProgress, ImportReport
from engine.midi.file.midifile import write_midi
from tests.library.conftest import run, song, transposed, write_song


def by_name(catalogue: Catalogue) -> dict[str, Entry]:
    return {entry.name: entry for entry in catalogue.entries()}


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A folder with what people have in folders."""
    top = tmp_path / "music"
    for seed in range(4):
        write_song(top / "deep" / f"song {seed}.mid", song(seed))
    write_song(top / "SHOUT.MID", song(10))
    write_song(top / "no suffix", song(11))
    write_song(top / os.fsdecode(b"bad_\xff_name.mid"), song(12))
    shutil.copy(top / "SHOUT.MID", top / "x copy of shout.mid")
    write_song(top / "y transposed.mid", transposed(song(0), 3))
    (top / "text.mid").write_text("not music")
    (top / "notes.txt").write_text("not music, and not called so")
    (top / "empty.mid").write_bytes(b"")
    (top / ".hidden.mid").write_bytes(b"MThd")
    (top / "loop").symlink_to(top)
    os.mkfifo(top / "pipe.mid")
    with zipfile.ZipFile(top / "old songs.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("disk 1/zipped.mid", write_midi(song(20)))
        archive.writestr("disk 1/broken.mid", b"MThd")
        archive.writestr("__MACOSX/._zipped.mid", b"x")
        archive.writestr("read me.txt", b"x")
    (top / "torn.zip").write_bytes(b"PK\x03\x04 torn")
    return top


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_an_archive_hides_is_named(tmp_path: Path, catalogue: Catalogue) -> None:
    top = tmp_path / "music"
    top.mkdir()
    with zipfile.ZipFile(top / "twice.zip", "w") as archive:
        for k in (1, 2, 3):
            archive.writestr("same.mid", write_midi(song(k)))
        archive.writestr("other.mid", write_midi(song(4)))
    for _ in range(2):
        report = run(top, catalogue)
        assert (report.found, report.ready, report.refused) == (4, 2, 2)
        (group,) = report.groups
        assert "hides it" in group.reason


@pytest.mark.slow
def test_a_mixed_folder_is_imported_with_a_reason_for_everything(
    mixed: Path, catalogue: Catalogue
) -> None:
    report = run(mixed, catalogue)
    assert (report.found, report.ready, report.duplicates, report.refused) == (15, 8, 2, 5)
    assert sum(group.count for group in report.groups) == 7
    assert report.notes == 8 * 60
    entries = by_name(catalogue)
    assert entries["x copy of shout"].reason == "The same file as ‘SHOUT’."
    assert entries["song 0"].reason.startswith("The same tune as ‘y transposed’")
    assert entries["pipe"].reason == "It is not a regular file."
    assert "no MIDI header" in entries["text"].reason
    assert "damaged ZIP" in entries["torn"].reason
    assert entries["zipped"].place == SongLocation.of(mixed / "old songs.zip", "disk 1/zipped.mid")
    assert "broken" in entries
    assert ".hidden" not in entries
    lines = list(csv_of(catalogue.entries()))
    assert lines[0] == ",".join(CSV_COLUMNS) + "\n"
    assert len(lines) == 16
    assert all(line.encode() for line in lines)
    assert list(problems_of(catalogue)) == []
    _second_import_only_looks(mixed, catalogue, report)
    _training_gets_each_song_once(catalogue)


def _second_import_only_looks(mixed: Path, catalogue: Catalogue, first: ImportReport) -> None:
    again = run(mixed, catalogue)
    assert again.took_s < 5
    assert (again.found, again.groups) == (first.found, first.groups)


def _training_gets_each_song_once(catalogue: Catalogue) -> None:
    read = list(songs(catalogue))
    assert len(read) == 8
    assert all(score.note_count == 60 for _, _, score in read)
    assert len({name for name, _, _ in read}) == 8
    catalogue.set_used([by_name(catalogue)["SHOUT"].number], used=False)
    assert len(list(library_songs(catalogue))) == 7


@pytest.mark.slow
def test_what_moves_keeps_its_tags_and_what_goes_is_marked(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    top = tmp_path / "music"
    first = write_song(top / "a.mid", song(1))
    write_song(top / "b.mid", song(2))
    copy = write_song(top / "c.mid", song(2))
    run(top, catalogue)
    before = by_name(catalogue)
    assert before["c"].original == before["b"].number
    catalogue.set_tags(before["a"].number, ["waltz", "A,B"])
    (top / "new").mkdir()
    first.rename(top / "new" / "renamed.mid")
    (top / "b.mid").unlink()
    report = run(top, catalogue)
    assert (report.ready, report.duplicates) == (2, 0)
    after = by_name(catalogue)
    assert after["renamed"].number == before["a"].number
    assert after["renamed"].tags == ("A B", "waltz")
    assert after["b"].missing
    assert after["c"].state == "ready"
    # It comes back: now it is the copy.
    shutil.copy2(copy, top / "b.mid")
    assert run(top, catalogue).duplicates == 1


@pytest.mark.slow
def test_what_is_fresh_is_counted(tmp_path: Path, catalogue: Catalogue) -> None:
    """New music and changed music are; what was moved, copied or refused is not."""
    top = tmp_path / "music"
    for seed in range(3):
        write_song(top / f"{seed}.mid", song(seed))
    assert run(top, catalogue).fresh == 3
    assert run(top, catalogue).fresh == 0
    (top / "0.mid").rename(top / "moved.mid")
    shutil.copy(top / "1.mid", top / "x copy.mid")
    (top / "y broken.mid").write_bytes(b"MThd")
    assert run(top, catalogue).fresh == 0
    write_song(top / "2.mid", song(7, notes=33))
    write_song(top / "new.mid", song(8))
    assert run(top, catalogue).fresh == 2


@pytest.mark.slow
def test_a_changed_file_is_read_again(tmp_path: Path, catalogue: Catalogue) -> None:
    path = write_song(tmp_path / "music" / "a.mid", song(1))
    run(path.parent, catalogue)
    write_song(path, song(2, notes=30))
    os.utime(path, (1, 1))
    report = run(path.parent, catalogue)
    assert (report.ready, report.notes) == (1, 30)


@pytest.mark.slow
def test_cancelling_keeps_what_was_done(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the moment it is asked for, nothing is waited for but writing what is there.

    experiment 2026-11-21-library has the seconds that takes.
    """
    monkeypatch.setattr(importing, "_PROGRESS_EVERY_S", 0.0)
    for seed in range(50):
        write_song(tmp_path / "music" / f"{seed}.mid", song(seed))
    stopped, waited = threading.Event(), []
    real = importing.Guard.answers

    def answers(guard: importing.Guard, timeout_s: float) -> list[importing.TaskResult]:
        if stopped.is_set():
            waited.append(timeout_s)
        return real(guard, timeout_s)

    monkeypatch.setattr(importing.Guard, "answers", answers)
    events = import_folders([tmp_path / "music"], catalogue, cancelled=stopped.is_set, workers=1)
    for event in events:
        if isinstance(event, ImportProgress) and event.done:
            stopped.set()
        last = event
    assert isinstance(last, ImportReport)
    assert last.cancelled
    assert waited == []
    assert 0 < last.found < 50
    assert run(tmp_path / "music", catalogue).ready == 50


@pytest.mark.slow
def test_a_full_disk_is_said_and_nothing_is_torn(tmp_path: Path, catalogue: Catalogue) -> None:
    for seed in range(60):
        write_song(tmp_path / "music" / f"{seed}.mid", song(seed))
    (pages,) = catalogue.connection.execute("PRAGMA page_count").fetchone()
    catalogue.connection.execute(f"PRAGMA max_page_count = {pages + 1}")
    with pytest.raises(LibraryError, match="disk is full"):
        run(tmp_path / "music", catalogue)
    catalogue.connection.execute("PRAGMA max_page_count = 1000000")
    assert list(problems_of(catalogue)) == []
    assert run(tmp_path / "music", catalogue).ready == 60


def test_a_folder_that_cannot_be_opened_is_named(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_song(tmp_path / "music" / "open" / "a.mid", song(1))
    (tmp_path / "music" / "locked").mkdir()
    real = os.scandir

    def scandir(path: Path) -> Iterator[os.DirEntry[str]]:
        if Path(path).name == "locked":
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    report = run(tmp_path / "music", catalogue)
    assert report.ready == 1
    assert report.groups[0].reason == "It may not be read (permission denied)."
    assert report.groups[0].files[0].endswith("locked")


def test_a_drive_that_does_not_answer_is_given_up(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = write_song(tmp_path / "music" / "a.mid", song(1))
    answers = threading.Event()

    def stalling(*_: object, **__: object) -> Iterator[FoundSong]:
        status = first.stat()
        yield FoundSong(SongLocation.of(first), status.st_size, status.st_mtime_ns)
        answers.wait(30)

    monkeypatch.setattr(importing, "scan", stalling)
    monkeypatch.setattr(importing, "STALLED_S", 0.5)
    report = run(tmp_path / "music", catalogue)
    answers.set()
    assert report.ready == 1
    assert "does not answer" in report.groups[0].reason


def test_a_folder_that_vanishes_and_paths_without_end_cost_nothing_else(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder is gone when its turn comes, a file when it is read; a path has 900 letters."""
    top = tmp_path / "music"
    deep = top.joinpath(*["x" * 220] * 4)
    write_song(deep / "deep.mid", song(1))
    write_song(top / "a.mid", song(2))
    write_song(top / "going.mid", song(3))
    write_song(top / "vanishing" / "b.mid", song(4))
    real_scandir, real_put = os.scandir, importing._Scanner._put

    def scandir(path: Path) -> Iterator[os.DirEntry[str]]:
        if not isinstance(path, int) and Path(path).name == "vanishing":
            shutil.rmtree(path)
        return real_scandir(path)

    def put(scanner: importing._Scanner, found: FoundSong) -> bool:
        if found.place.file.name == "going.mid":
            found.place.file.unlink()
        return real_put(scanner, found)

    monkeypatch.setattr(os, "scandir", scandir)
    monkeypatch.setattr(importing._Scanner, "_put", put)
    report = run(top, catalogue)
    assert (report.ready, report.refused) == (2, 2)
    (group,) = report.groups
    assert group.reason == "It is no longer there."
    assert {Path(file).name for file in group.files} == {"vanishing", "going.mid"}


@pytest.mark.slow
def test_what_goes_is_marked_whatever_way_leads_to_the_folder(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    gone = write_song(tmp_path / "music" / "a.mid", song(1))
    write_song(tmp_path / "music" / "b.mid", song(2))
    round_about = tmp_path / "x" / ".." / "music"
    (tmp_path / "x").mkdir()
    assert run(round_about, catalogue).ready == 2
    gone.unlink()
    assert run(round_about, catalogue).ready == 1
    assert by_name(catalogue)["a"].missing
    assert catalogue.folders() == (tmp_path / "music",)


def test_a_missing_folder_is_named(tmp_path: Path, catalogue: Catalogue) -> None:
    report = run(tmp_path / "gone", catalogue)
    assert (report.found, report.refused) == (1, 1)
    assert report.groups[0].reason == "It is no longer there."


IMPORT_FOREVER = """
import sys
from pathlib import Path
from engine.library.catalogue import Catalogue
from engine.library.importing import Tokens, import_folders
if __name__ == "__main__":
    with Catalogue(Path(sys.argv[1])) as catalogue:
        print("go", flush=True)
        while True:
            for _ in import_folders([Path(sys.argv[2])], catalogue, workers=1):
                pass
            catalogue.connection.execute("DELETE FROM files")
"""


@pytest.mark.slow
def test_a_kill_at_any_moment_leaves_a_sound_catalogue(tmp_path: Path) -> None:
    for seed in range(40):
        write_song(tmp_path / "music" / f"{seed}.mid", song(seed))
    script = tmp_path / "forever.py"
    script.write_text(IMPORT_FOREVER)
    path = tmp_path / "killed.sqlite"
    root = str(Path(__file__).resolve().parents[2])
    for delay_s in (0.0, 0.7, 1.1):
        process = subprocess.Popen(
            [sys.executable, str(script), str(path), str(tmp_path / "music")],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": root},
        )
        assert process.stdout is not None
        assert process.stdout.readline() == b"go\n"
        time.sleep(delay_s)
        process.kill()
        process.wait()
        process.stdout.close()
        with Catalogue(path) as catalogue:
            assert list(problems_of(catalogue)) == []
    with Catalogue(path) as catalogue:
        assert run(tmp_path / "music", catalogue).ready == 40


@pytest.mark.slow
def test_two_imports_at_once_agree(tmp_path: Path) -> None:
    for seed in range(30):
        write_song(tmp_path / "music" / f"{seed}.mid", song(seed % 20))
    path = tmp_path / "shared.sqlite"
    with Catalogue(path) as one, Catalogue(path) as two:
        running = [import_folders([tmp_path / "music"], c, workers=1) for c in (one, two)]
        reports = []
        while running:
            for events in list(running):
                event = next(events, None)
                if event is None:
                    running.remove(events)
                elif isinstance(event, ImportReport):
                    reports.append(event)
        assert [report.found for report in reports] == [30, 30]
        assert list(problems_of(one)) == []
        assert one.counts() == {"ready": 20, "duplicate": 10}


@pytest.mark.slow
def test_a_half_imported_archive_is_finished(tmp_path: Path, catalogue: Catalogue) -> None:
    (tmp_path / "music").mkdir()
    with zipfile.ZipFile(tmp_path / "music" / "songs.zip", "w") as archive:
        for seed in range(4):
            archive.writestr(f"{seed}.mid", write_midi(song(seed)))
    assert run(tmp_path / "music", catalogue).ready == 4
    # As after a kill between two batches.
    catalogue.connection.execute("DELETE FROM files WHERE member IN ('2.mid', '3.mid')")
    assert run(tmp_path / "music", catalogue).ready == 4


@pytest.mark.slow
def test_many_files_that_are_no_music_are_no_stall(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_song(tmp_path / "music" / "a.mid", song(1))
    for i in range(40):
        (tmp_path / "music" / f"photo {i}.jpg").write_bytes(b"not music at all")
    real = importing.scan

    def slow(*roots: object, **rest: object) -> Iterator[FoundSong | None]:
        for found in real(*roots, **rest):
            time.sleep(0.03)
            yield found

    monkeypatch.setattr(importing, "scan", slow)
    monkeypatch.setattr(importing, "STALLED_S", 0.5)
    report = run(tmp_path / "music", catalogue)
    assert (report.found, report.ready) == (1, 1)


def test_each_tune_of_an_abc_file_is_a_song(tmp_path: Path, catalogue: Catalogue) -> None:
    top = tmp_path / "music"
    top.mkdir()
    tunes = [
        f"X:{n}\nT:Tune/{n}\nM:4/4\nL:1/8\nK:C\n" + "|".join(["CDEF GABc"] * n + ["c8"]) + "\n"
        for n in (1, 2, 3)
    ]
    (top / "book.abc").write_text("\n".join([*tunes, "X:4\nT:Words only\nK:C\n"]))
    (top / "alone.abc").write_text(tunes[0])
    for _ in range(2):
        run(top, catalogue)
        found = {entry.place.member for entry in catalogue.entries()}
        assert sorted(found) == [
            "",
            "0001 Tune 1.abc",
            "0002 Tune 2.abc",
            "0003 Tune 3.abc",
        ]
    place = SongLocation.of(top / "book.abc", "0002 Tune 2.abc")
    assert b"T:Tune/2" in read_location(place)
    (top / "book.abc").write_text(tunes[1])
    with pytest.raises(MidiFileError, match="no longer"):
        read_location(place)
