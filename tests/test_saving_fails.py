"""Saving where something is in its way: what was there stays, and nothing else is left behind."""

import errno
import os
import stat
from pathlib import Path

import pytest

from engine.ground import saving
from engine.ground.saving import keep_previous, replacing, sweep, write_atomically

POSIX = pytest.mark.skipif(os.name != "posix", reason="modes, links and locks as POSIX has them")


def names(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()}


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the disk was told to keep, in order: files and folders."""
    kinds: list[str] = []
    real = os.fsync

    def fsync(descriptor: int) -> None:
        kinds.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    return kinds


@POSIX
def test_the_disk_has_the_file_before_its_name_and_then_the_name(
    tmp_path: Path, synced: list[str]
) -> None:
    write_atomically(tmp_path / "deep" / "er" / "a", b"new", make_folder=True)
    assert synced == ["file", "folder"]
    with replacing(tmp_path / "b") as file:
        file.write(b"new")
    assert synced == ["file", "folder"] * 2
    assert (tmp_path / "deep" / "er" / "a").read_bytes() == b"new"


def test_what_need_not_survive_a_power_cut_does_not_wait_for_the_disk(
    tmp_path: Path, synced: list[str]
) -> None:
    write_atomically(tmp_path / "a", b"new", durable=False)
    with replacing(tmp_path / "b", durable=False) as file:
        file.write(b"new")
    assert synced == []
    assert names(tmp_path) == {"a", "b"}


def test_what_goes_wrong_while_writing_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")

    def fail() -> None:
        with replacing(path) as file:
            file.write(b"half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == {"a"}


@POSIX
def test_a_folder_that_no_disk_makes_durable_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.fsync

    def fails(code: int):
        def fsync(descriptor: int) -> None:
            if stat.S_ISDIR(os.fstat(descriptor).st_mode):
                raise OSError(code, os.strerror(code))
            real(descriptor)

        return fsync

    for code in (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.EACCES, errno.EBADF):
        monkeypatch.setattr(os, "fsync", fails(code))
        write_atomically(tmp_path / "a", str(code).encode())
        assert (tmp_path / "a").read_bytes() == str(code).encode()
    # A disk that fails is told.
    monkeypatch.setattr(os, "fsync", fails(errno.EIO))
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        write_atomically(tmp_path / "a", b"new")


@POSIX
def test_a_folder_that_may_be_written_to_but_not_listed_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.open

    def opens(path: object, flags: int, *mode: int) -> int:
        if path == tmp_path:
            raise PermissionError(errno.EACCES, "no")
        return real(path, flags, *mode)

    monkeypatch.setattr(os, "open", opens)
    write_atomically(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"new"


def test_the_previous_file_is_kept_where_there_are_no_hard_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    os.utime(path, (1_000_000, 1_000_000))

    def link(*_: object) -> None:
        raise OSError(errno.EPERM, "no")

    monkeypatch.setattr(os, "link", link)
    keep_previous(path)
    assert (tmp_path / "a.bak").read_bytes() == b"old"
    assert (tmp_path / "a.bak").stat().st_mtime == 1_000_000
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == {"a", "a.bak"}


def test_what_cannot_be_kept_is_no_failure(tmp_path: Path) -> None:
    keep_previous(tmp_path / "gone")
    assert names(tmp_path) == set()
    (tmp_path / "a").write_bytes(b"old")
    # In the way of the name.
    (tmp_path / "a.bak" / "full").mkdir(parents=True)
    keep_previous(tmp_path / "a")
    assert names(tmp_path) == {"a", "a.bak"}


@POSIX
def test_only_what_saving_left_is_swept(tmp_path: Path) -> None:
    kept = (
        "0123abcd.saving",
        ".segue-0123abc.saving",
        ".segue-0123abcde.saving",
        ".segue-0123ABCD.saving",
        ".segue-0123abcd.savings",
        ".piece.segue.saving",
        "piece.segue.1.saving",
        ".piece.mid.1.saving",
    )
    for name in (*kept, ".segue-0123abcd.saving", ".piece.segue.12.saving"):
        (tmp_path / name).write_bytes(b"x")
    (tmp_path / ".segue-aaaaaaaa.saving").mkdir()
    (tmp_path / ".segue-bbbbbbbb.saving").symlink_to(tmp_path / kept[0])
    sweep(tmp_path)
    left = {*kept, ".segue-aaaaaaaa.saving", ".segue-bbbbbbbb.saving"}
    assert names(tmp_path) == left
    sweep(tmp_path / "gone")


@POSIX
def test_what_is_private_stays_private_whatever_was_there(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o644)
    write_atomically(path, b"new", private=True)
    assert path.stat().st_mode & 0o777 == 0o600
    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "b", b"new")
    finally:
        os.umask(before)
    assert (tmp_path / "b").stat().st_mode & 0o777 == 0o640


@POSIX
def test_a_file_that_was_swept_before_it_was_locked_is_begun_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = saving.lock, []

    def lock(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) == 1:
            raise BlockingIOError
        real(descriptor)
        if len(calls) == 2:
            for left in tmp_path.glob(".segue-*.saving"):
                left.unlink()

    monkeypatch.setattr(saving, "lock", lock)
    write_atomically(tmp_path / "a", b"new")
    assert len(calls) == 3
    assert (tmp_path / "a").read_bytes() == b"new"
    # The one that another process had is that one's.
    assert len(names(tmp_path) - {"a"}) <= 1


@POSIX
def test_a_file_system_without_locks_can_be_saved_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    def flock(*_: object) -> None:
        raise OSError(errno.ENOLCK, "no locks")

    monkeypatch.setattr(fcntl, "flock", flock)
    write_atomically(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"new"
    assert names(tmp_path) == {"a"}


def test_elsewhere_what_is_young_is_not_swept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saving, "CAN_LOCK_OPEN_FILES", False)
    old, young = tmp_path / ".segue-00000000.saving", tmp_path / ".segue-11111111.saving"
    for path in (old, young):
        path.write_bytes(b"x")
    os.utime(old, (1_000_000, 1_000_000))
    sweep(tmp_path)
    assert names(tmp_path) == {young.name}
    write_atomically(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"new"
