"""Saving: whole at any moment, and no more readable, no less a link than it was."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.ground.saving import replacing, sweep, write_atomically
from engine.piece.composition import Composition
from engine.piece.composition_file import open_composition, save
from engine.values.score import Score

POSIX = pytest.mark.skipif(os.name != "posix", reason="modes and links as POSIX has them")


def left_over(folder: Path) -> list[Path]:
    return list(folder.glob(".*saving"))


@POSIX
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o666])
def test_a_file_keeps_who_may_read_it(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "piece.segue"
    save(Composition(), path)
    path.chmod(mode)
    save(Composition(score=Score(title="new")), path)
    assert path.stat().st_mode & 0o777 == mode
    assert open_composition(path).score.title == "new"
    assert (tmp_path / "piece.segue.bak").stat().st_mode & 0o777 == mode


@POSIX
def test_a_private_file_is_private_while_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.touch(0o600)
    with replacing(path):
        (temporary,) = left_over(tmp_path)
        assert temporary.stat().st_mode & 0o777 == 0o600
    write_atomically(tmp_path / "b", b"", private=True)
    assert (tmp_path / "b").stat().st_mode & 0o777 == 0o600


@POSIX
def test_saving_through_a_link_leaves_the_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    real, link = tmp_path / "there" / "real.segue", tmp_path / "link.segue"
    save(Composition(), real)
    link.symlink_to(real)
    save(Composition(score=Score(title="new")), link)
    assert link.is_symlink()
    assert open_composition(real).score.title == "new"
    assert {path.name for path in tmp_path.iterdir()} == {"there", "link.segue"}


@POSIX
@pytest.mark.parametrize("length", [200, 246, 251, 255])
def test_every_name_that_the_disk_takes_can_be_saved(tmp_path: Path, length: int) -> None:
    path = tmp_path / ("é" * ((length - 6) // 2) + "x" * (length % 2) + ".segue")
    for title in ("one", "two"):
        save(Composition(score=Score(title=title)), path)
        assert open_composition(path).score.title == title
    assert left_over(tmp_path) == []


@POSIX
def test_a_read_only_file_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    # Root may write everything, so that it is said here and not by the mode.
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PermissionError):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"


def test_what_was_there_is_kept_as_bak(tmp_path: Path) -> None:
    path = tmp_path / "piece.segue"
    for title in ("one", "two", "three"):
        save(Composition(score=Score(title=title)), path)
    assert open_composition(path.with_name("piece.segue.bak")).score.title == "two"
    assert {each.name for each in tmp_path.iterdir()} == {"piece.segue", "piece.segue.bak"}


KILLED = """
import os, signal, sys
from pathlib import Path
from engine.ground.saving import replacing
with replacing(Path(sys.argv[1])) as file:
    file.write(b"half")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@POSIX
def test_what_a_killed_program_left_is_swept_and_what_is_being_written_is_not(
    tmp_path: Path,
) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "a")], check=False)
    assert killed.returncode == -9
    assert len(left_over(tmp_path)) == 1
    (tmp_path / ".someone.else.saving").touch()
    (tmp_path / ".piece.segue.4711.saving").touch()
    with replacing(tmp_path / "b") as file:
        sweep(tmp_path)
        assert len(left_over(tmp_path)) == 2
        file.write(b"whole")
    assert (tmp_path / "b").read_bytes() == b"whole"
    save(Composition(), tmp_path / "piece.segue")
    assert [path.name for path in left_over(tmp_path)] == [".someone.else.saving"]


def test_a_folder_that_is_not_there_is_named_and_not_made(tmp_path: Path) -> None:
    missing = re.escape(f"there is no folder ‘{tmp_path / 'no' / 'such'}’")
    with pytest.raises(FileNotFoundError, match=missing):
        write_atomically(tmp_path / "no" / "such" / "file", b"")
    assert list(tmp_path.iterdir()) == []
    write_atomically(tmp_path / "own" / "folder" / "file", b"1", make_folder=True)
    assert (tmp_path / "own" / "folder" / "file").read_bytes() == b"1"
