"""A lock tells that its owner lives, whatever number its process has."""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.ground.locking import OwnerLock, is_held
from engine.ground.temporary import sweep_temporary, temporary_folder

_HOLDS = """
import sys, time
from pathlib import Path
from engine.ground.locking import OwnerLock
lock = OwnerLock(Path(sys.argv[1]))
lock.take()
print("held", flush=True)
time.sleep(600)
"""
_FOLDER = """
import time
from engine.ground.temporary import temporary_folder
with temporary_folder("trial") as folder:
    (folder / "tokens").mkdir()
    (folder / "tokens" / "0.bin").write_bytes(b"x" * 1000)
    print(folder, flush=True)
    time.sleep(600)
"""


def test_a_lock_is_held_until_it_is_released(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "a.lock"
    assert is_held(path) is False
    owner = OwnerLock(path)
    owner.take()
    owner.take()
    # Within one process, too: two windows' parts may look at each other's.
    assert is_held(path) is True
    with pytest.raises(BlockingIOError):
        OwnerLock(path).take()
    owner.release()
    assert not path.exists()
    owner.take()
    assert is_held(path) is True
    del owner
    assert is_held(path) is False


@pytest.mark.parametrize("end", [subprocess.Popen.kill, subprocess.Popen.terminate])
def test_the_end_of_a_process_ends_its_lock_however_it_comes(
    tmp_path: Path, end: Callable[[subprocess.Popen[bytes]], None]
) -> None:
    path = tmp_path / "a.lock"
    process = subprocess.Popen([sys.executable, "-c", _HOLDS, str(path)], stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == b"held"
        assert is_held(path) is True
        if hasattr(signal, "SIGSTOP"):
            os.kill(process.pid, signal.SIGSTOP)
            assert is_held(path) is True
            os.kill(process.pid, signal.SIGCONT)
    finally:
        end(process)
        process.wait()
        assert process.stdout is not None
        process.stdout.close()
    assert path.exists()
    assert is_held(path) is False


@pytest.mark.skipif(os.name != "posix", reason="POSIX has no locks on some file systems")
def test_a_file_system_without_locks_tells_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    def flock(*_: object) -> None:
        raise OSError(errno.ENOLCK, "no locks")

    monkeypatch.setattr(fcntl, "flock", flock)
    owner = OwnerLock(tmp_path / "a.lock")
    owner.take()
    assert is_held(tmp_path / "a.lock") is None
    owner.release()


def test_a_place_where_nothing_can_be_made_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    owner = OwnerLock(tmp_path / "file" / "a.lock")
    owner.take()
    owner.release()


# --- folders for a while -------------------------------------------------------------------------


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files, as several programs and users see it."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr("tempfile.tempdir", None)
    return folder


def _killed_trial() -> None:
    process = subprocess.Popen([sys.executable, "-c", _FOLDER], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline()
    process.kill()
    process.wait()
    process.stdout.close()


def test_a_folder_goes_with_its_end(shared: Path) -> None:
    with temporary_folder("jam") as folder:
        assert folder.parent == shared
        assert os.name != "posix" or folder.stat().st_mode & 0o077 == 0
        (folder / "a").mkdir()
        (folder / "a" / "b").write_bytes(b"")
    assert list(shared.iterdir()) == []


def test_what_a_killed_process_left_is_swept_and_what_a_living_one_has_is_not(
    shared: Path,
) -> None:
    _killed_trial()
    _killed_trial()
    with temporary_folder("jam") as mine:
        (mine / "jam").write_bytes(b"")
        assert len(list(shared.iterdir())) == 3
        assert sweep_temporary() == 2
        assert list(shared.iterdir()) == [mine]
        assert (mine / "jam").exists()
    assert list(shared.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="modes and owners are POSIX's")
def test_nothing_is_swept_that_may_be_somebody_elses(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    for name in ("segue-open-1", "segue-none-1", "other-1", "elsewhere"):
        folder = elsewhere if name == "elsewhere" else shared / name
        folder.mkdir(mode=0o700)
        (folder / "precious").write_bytes(b"")
        if name != "segue-none-1":
            (folder / "owner.lock").write_bytes(b"")
    (shared / "segue-open-1").chmod(0o755)
    (shared / "segue-link-1").symlink_to(elsewhere)
    (shared / "segue-file-1").write_bytes(b"")
    before = sorted(each.name for each in shared.iterdir())
    assert sweep_temporary() == 0
    # Another user's, as far as this one can tell.
    _killed_trial()
    monkeypatch.setattr(os, "getuid", lambda: 12_345)
    assert sweep_temporary() == 0
    monkeypatch.undo()
    assert len(list(shared.iterdir())) == len(before) + 1
    places = [elsewhere, shared / "segue-open-1", shared / "segue-none-1", shared / "other-1"]
    assert all((place / "precious").exists() for place in places)


def test_a_lock_that_is_a_link_leads_nowhere(shared: Path, tmp_path: Path) -> None:
    target = tmp_path / "precious"
    target.write_bytes(b"x")
    folder = shared / "segue-trial-1"
    folder.mkdir(mode=0o700)
    (folder / "owner.lock").symlink_to(target)
    sweep_temporary()
    assert target.read_bytes() == b"x"
