"""What an import does at the moment: when it writes, what it says is left, what it marks.

Its workers work in this process, one file at a time, so that each step is known.
"""

import os
import shutil
import threading
import zipfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from engine.copying.prints import PrintStore
from engine.ground.errors import LibraryError
from engine.library import importing
from engine.library.catalogue import Catalogue
from engine.library.entries import Examined
from engine.library.guard import TaskResult
from engine.library.importing import import_folders
from engine.library.location import SongLocation
from engine.library.scanning import FoundSong
from engine.messages import ImportProgress, ImportReport
from tests.library.conftest import run, song, write_song


class Here:
    """A guard whose work is done here; each time it is asked it gives one answer, or `at_once`."""

    most, at_once, workers = 0, 1, -1

    def __init__(self, work: Callable[[bytes], bytes], *, workers: int, **_: object) -> None:
        Here.workers = workers
        self._work = work
        self._waiting: deque[tuple[int, bytes]] = deque()
        self._submitted = 0

    @property
    def pending(self) -> int:
        return len(self._waiting)

    def submit(self, task: bytes) -> int:
        self._submitted += 1
        self._waiting.append((self._submitted, task))
        Here.most = max(Here.most, self.pending)
        return self._submitted

    def answers(self, timeout_s: float) -> list[TaskResult]:
        assert timeout_s > 0
        tasks = [self._waiting.popleft() for _ in range(min(self.at_once, self.pending))]
        return [TaskResult(number, self._work(task)) for number, task in tasks]

    def __enter__(self) -> "Here":
        return self

    def __exit__(self, *_: object) -> None:
        self._waiting.clear()


@pytest.fixture(autouse=True)
def _workers_are_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "Guard", Here)
    monkeypatch.setattr(importing, "_PROGRESS_EVERY_S", 0.0)
    monkeypatch.setattr(Here, "at_once", 1)
    Here.most = 0


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many files each transaction holds."""
    sizes = list[int]()
    real = Catalogue.record

    def record(catalogue: Catalogue, batch: list[Examined]) -> list[int]:
        sizes.append(len(batch))
        return real(catalogue, batch)

    monkeypatch.setattr(Catalogue, "record", record)
    return sizes


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self, now_s: float = 100.0) -> None:
        self.now_s = now_s

    def __call__(self) -> float:
        return self.now_s


def songs_in(folder: Path, count: int, *, first: int = 0) -> Path:
    for seed in range(first, first + count):
        write_song(folder / f"{seed}.mid", song(seed, notes=8))
    return folder


def scanned_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scanning is over before the first file is examined."""
    real = importing._Scanner.__enter__

    def enter(scanner: importing._Scanner) -> importing._Scanner:
        entered = real(scanner)
        scanner._thread.join()
        return entered

    monkeypatch.setattr(importing._Scanner, "__enter__", enter)


def drive_that_stalls(first: Path, answers: threading.Event) -> Callable[..., Iterator[FoundSong]]:
    def stalling(*_: object, **__: object) -> Iterator[FoundSong]:
        status = first.stat()
        yield FoundSong(SongLocation.of(first), status.st_size, status.st_mtime_ns)
        answers.wait(30)

    return stalling


def entries(catalogue: Catalogue) -> dict[str, bool]:
    """Return whether each piece is missing."""
    return {entry.name: entry.missing for entry in catalogue.entries()}


def test_progress_counts_every_file_once(tmp_path: Path, catalogue: Catalogue) -> None:
    songs_in(tmp_path / "music", 3)
    run(tmp_path / "music", catalogue)
    songs_in(tmp_path / "music", 4, first=3)
    (tmp_path / "music" / "broken.mid").write_bytes(b"MThd")
    *progress, report = import_folders([tmp_path / "music"], catalogue)
    events = [event for event in progress if isinstance(event, ImportProgress)]
    assert [event.done for event in events] == sorted(event.done for event in events)
    assert all(event.ready <= event.done <= event.total for event in events)
    last = events[-1]
    assert (last.done, last.total, last.ready, last.seconds_left) == (8, 8, 7, 0.0)
    assert {event.current for event in events} >= {str(tmp_path / "music" / "6.mid")}
    assert isinstance(report, ImportReport)
    assert (report.found, report.ready, report.fresh, report.cancelled) == (8, 7, 4, False)


def test_the_files_that_are_left_take_as_long_for_their_sizes(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that are known already took no time, and the first answer waits for a worker."""
    folder = songs_in(tmp_path / "music", 2)
    run(folder, catalogue)
    songs_in(folder, 28, first=2)
    scanned_at_once(monkeypatch)
    clock, said = Clock(), dict[int, float]()
    for event in import_folders([folder], catalogue, clock=clock):
        if isinstance(event, ImportProgress):
            said[event.done - 2] = event.seconds_left
            clock.now_s += 0.1 if event.done else 90.0
    assert [said[count] for count in (-2, 1, 23)] == [-1.0] * 3
    assert [said[count] for count in (25, 27, 28)] == pytest.approx([0.3, 0.1, 0.0], rel=0.05)


def test_what_was_read_comes_with_the_progress(tmp_path: Path, catalogue: Catalogue) -> None:
    folder = songs_in(tmp_path / "music", 3)
    (folder / "broken.mid").write_bytes(b"MThd")
    events = [e for e in import_folders([folder], catalogue) if isinstance(e, ImportProgress)]
    pieces = [piece for event in events for piece in event.pieces]
    assert sorted(piece.title for piece in pieces) == ["0", "1", "2"]
    assert {piece.path for piece in pieces} == {bytes(folder / f"{k}.mid") for k in range(3)}
    assert all(piece.picture and piece.seconds and not piece.number for piece in pieces)
    assert events[-1].refused == 1


def test_nothing_is_said_of_what_is_left_before_all_is_found(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = songs_in(tmp_path / "music", 1)
    answers = threading.Event()
    monkeypatch.setattr(importing, "scan", drive_that_stalls(folder / "0.mid", answers))
    clock = Clock()
    said = list[float]()
    for event in import_folders([folder], catalogue, clock=clock):
        if isinstance(event, ImportProgress):
            said.append(event.seconds_left)
            clock.now_s += 1.0
            if event.done:
                answers.set()
    assert set(said[:2]) == {-1.0}
    assert set(said) <= {-1.0, 0.0}


def test_progress_is_told_when_its_time_has_come(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "_PROGRESS_EVERY_S", 0.25)
    folder = songs_in(tmp_path / "music", 12)
    scanned_at_once(monkeypatch)
    clock = Clock(0.0)
    real = Here.answers

    def answers(guard: Here, timeout_s: float) -> list[TaskResult]:
        clock.now_s += 1 / 16
        return real(guard, timeout_s)

    monkeypatch.setattr(Here, "answers", answers)
    *progress, _ = import_folders([folder], catalogue, clock=clock)
    assert [event.done for event in progress if isinstance(event, ImportProgress)] == [0, 4, 8, 12]


def test_a_batch_is_written_when_it_is_full(
    tmp_path: Path, catalogue: Catalogue, written: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "_BATCH_FILES", 3)
    run_at(Clock(), songs_in(tmp_path / "music", 7), catalogue)
    assert written == [3, 3, 1]


def test_a_batch_that_grew_beyond_its_size_is_written(
    tmp_path: Path, catalogue: Catalogue, written: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "_BATCH_FILES", 3)
    monkeypatch.setattr(Here, "at_once", 2)
    scanned_at_once(monkeypatch)
    run_at(Clock(), songs_in(tmp_path / "music", 8), catalogue)
    assert written == [4, 4]


@pytest.mark.parametrize("again", [False, True])
def test_what_takes_long_is_no_stalled_drive(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch, *, again: bool
) -> None:
    """Once everything is found, nobody waits for the drive, however long the rest takes."""
    folder, clock = songs_in(tmp_path / "music", 3), Clock()
    if again:
        run(folder, catalogue)
    scanned_at_once(monkeypatch)
    for event in import_folders([folder], catalogue, clock=clock):
        clock.now_s += 2 * importing.STALLED_S
        last = event
    assert isinstance(last, ImportReport)
    assert (last.ready, last.groups) == (3, ())
    assert Here.workers == 0  # one for each core


def run_at(clock: Clock, folder: Path, catalogue: Catalogue) -> ImportReport:
    *_, report = import_folders([folder], catalogue, clock=clock)
    assert isinstance(report, ImportReport)
    return report


def test_no_more_tasks_wait_than_the_workers_need(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A library of a million files is not held in memory."""
    monkeypatch.setattr(importing, "_TASKS_WAITING", 3)
    scanned_at_once(monkeypatch)
    assert run_at(Clock(), songs_in(tmp_path / "music", 10), catalogue).ready == 10
    assert Here.most == 3


@pytest.mark.parametrize("way", ["whole", "cancelled", "stalled"])
def test_only_a_whole_import_says_what_is_missing(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """What was not looked for, or could not be seen, may well be there."""
    folder = songs_in(tmp_path / "music", 3)
    run(folder, catalogue)
    (folder / "1.mid").unlink()
    answers, clock = threading.Event(), Clock()
    if way == "stalled":
        monkeypatch.setattr(importing, "scan", drive_that_stalls(folder / "0.mid", answers))
    events = import_folders([folder], catalogue, clock=clock, cancelled=lambda: way == "cancelled")
    for event in events:
        if way == "stalled":
            clock.now_s += importing.STALLED_S / 4
        last = event
    answers.set()
    assert isinstance(last, ImportReport)
    assert last.cancelled == (way == "cancelled")
    after = entries(catalogue)
    assert {after[name] for name in ("0", "2")} == {False}
    assert after["1"] == (way == "whole")
    if way == "stalled":
        assert [group.reason for group in last.groups] == ["The drive it is on does not answer."]
        assert last.took_s > importing.STALLED_S


def test_a_drive_is_given_up_after_its_time_and_not_before(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "_LOOK_FIRST_S", 0.0)
    folder = songs_in(tmp_path / "music", 1)
    answers, clock = threading.Event(), Clock()
    monkeypatch.setattr(importing, "scan", drive_that_stalls(folder / "0.mid", answers))
    quiet = 0
    for event in import_folders([folder], catalogue, clock=clock):
        if not isinstance(event, ImportProgress) or not event.done:
            continue
        if quiet == 20:
            clock.now_s += importing.STALLED_S
        elif quiet == 40:
            clock.now_s += 0.001
        quiet += 1
    answers.set()
    assert 41 <= quiet <= 43
    assert entries(catalogue)["0"] is False


def test_files_that_are_gone_and_come_back_are_not_read_again(
    tmp_path: Path, catalogue: Catalogue, written: list[int]
) -> None:
    folder = songs_in(tmp_path / "music", 2)
    run(folder, catalogue)
    (folder / "1.mid").rename(tmp_path / "kept")
    run(folder, catalogue)
    assert entries(catalogue)["1"]
    (tmp_path / "kept").rename(folder / "1.mid")
    report = run(folder, catalogue)
    assert (report.found, report.ready) == (2, 2)
    assert not entries(catalogue)["1"]
    assert written == [2]


def test_what_cannot_be_read_and_a_size_that_changed_are_looked_at_again(
    tmp_path: Path, catalogue: Catalogue, written: list[int]
) -> None:
    """A changed size with the same time is a change, and so is a time with the same size."""
    folder = songs_in(tmp_path / "music", 3)
    for name in ("0", "1", "2"):
        os.utime(folder / f"{name}.mid", ns=(10**18, 10**18))
    (folder / "broken.mid").write_bytes(b"MThd")
    os.utime(folder / "broken.mid", ns=(10**18, 10**18))
    run(folder, catalogue)
    write_song(folder / "0.mid", song(30, notes=20))
    os.utime(folder / "0.mid", ns=(10**18, 10**18))
    os.utime(folder / "1.mid", ns=(10**18, 10**18 + 1))
    report = run(folder, catalogue)
    assert (report.found, report.ready, report.refused) == (4, 3, 1)
    assert report.notes == 20 + 8 + 8
    assert written == [4, 2]


def test_a_song_of_an_older_edition_is_read_again_and_a_refused_file_is_not(
    tmp_path: Path, catalogue: Catalogue, written: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = songs_in(tmp_path / "music", 2)
    (folder / "broken.mid").write_bytes(b"MThd")
    now = importing.EDITION
    for edition in (now, now - 1, now + 1):
        monkeypatch.setattr(importing, "EDITION", edition)
        run(folder, catalogue)
    assert written == [3, 2]  # what a newer Segue has read is good enough


def test_prints_are_kept_of_songs_and_of_nothing_else(tmp_path: Path, catalogue: Catalogue) -> None:
    folder = songs_in(tmp_path / "music", 1)
    write_song(folder / "long.mid", song(7, notes=200))
    (folder / "broken.mid").write_bytes(b"MThd")
    added = list[tuple[bytes, str, bytes]]()

    class Kept(PrintStore):
        def __init__(self) -> None: ...

        def add(self, songs: Iterable[tuple[bytes, str, bytes]]) -> None:
            added.extend(songs)

    list(import_folders([folder], catalogue, prints=Kept()))
    assert str(folder / "long.mid") in {name for _, name, _ in added}
    assert str(folder / "broken.mid") not in {name for _, name, _ in added}
    assert all(windows for _, _, windows in added)


def test_the_scanning_thread_is_gone_with_the_import(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cancelled one, too: it must not go on to read a disk that someone wants to take out."""
    monkeypatch.setattr(importing, "_SCANNED_AHEAD", 1)
    monkeypatch.setattr(importing, "_TASKS_WAITING", 1)
    folder = songs_in(tmp_path / "music", 6)
    *_, report = import_folders([folder], catalogue, cancelled=lambda: True)
    assert isinstance(report, ImportReport)
    assert report.cancelled
    assert [each for each in threading.enumerate() if each.name == "scan"] == []


def test_a_queue_that_is_full_loses_nothing(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "_SCANNED_AHEAD", 1)
    assert run_at(Clock(), songs_in(tmp_path / "music", 5), catalogue).ready == 5


def test_a_fault_of_scanning_is_an_error_and_what_was_found_before_is_kept(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = songs_in(tmp_path / "music", 2)
    only = folder / "0.mid"
    run(folder, catalogue)
    write_song(only, song(0, notes=9))

    def failing(*_: object, **__: object) -> Iterator[FoundSong]:
        status = only.stat()
        yield FoundSong(SongLocation.of(only), status.st_size, status.st_mtime_ns)
        raise ValueError("torn")

    with monkeypatch.context() as torn:
        torn.setattr(importing, "scan", failing)
        with pytest.raises(LibraryError, match=r"The folders could not be searched \(torn\)\."):
            run_at(Clock(), folder, catalogue)
    assert entries(catalogue) == {"0": False, "1": False}
    report = run(folder, catalogue)
    assert (report.fresh, report.notes) == (0, 9 + 8)


def test_an_archive_that_did_not_change_is_not_unpacked_again(
    tmp_path: Path, catalogue: Catalogue, written: list[int]
) -> None:
    folder = songs_in(tmp_path / "music", 2)
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        for path in sorted(folder.iterdir()):
            archive.write(path, path.name)
    shutil.rmtree(folder)
    folder.mkdir()
    shutil.move(tmp_path / "all.zip", folder / "all.zip")
    assert run(folder, catalogue).ready == 2
    assert run(folder, catalogue).ready == 2
    assert written == [2]


def test_a_file_alone_adds_no_folder(tmp_path: Path, catalogue: Catalogue) -> None:
    folder = songs_in(tmp_path / "music", 2)
    *_, report = import_folders([folder / "1.mid"], catalogue)
    assert isinstance(report, ImportReport)
    assert report.found == 1
    assert list(catalogue.folders()) == []
    run(folder, catalogue)
    assert list(catalogue.folders()) == [folder]
