"""A home that nothing can be written to: every command that would write there says so."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.ground.paths import demo_pieces, starter_model, user_paths
from engine.library.catalogue import Catalogue
from engine.processes.process import child_environment
from tests.read_only import read_only

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="rights are taken away by Linux's means"),
]
DEMOS = str(demo_pieces())
PIECE = str(demo_pieces() / "lullaby.mid")


@pytest.fixture
def home(segue_home: Path) -> Path:
    """A home in which there is a library and a model."""
    with Catalogue(user_paths().catalogue):
        pass
    shutil.copytree(starter_model(), user_paths().models / "Mine")
    return segue_home


@pytest.mark.parametrize("new", [False, True], ids=["used before", "new"])
@pytest.mark.parametrize(
    "argv",
    [
        ("import", DEMOS),
        ("library",),
        ("library", "--check"),
        ("library", "--remove", DEMOS),
        ("train", "--name", "x", "--data", DEMOS, "--steps", "1"),
        ("models", "import", str(starter_model()), "--name", "New"),
        ("models", "remove", "Mine"),
    ],
    ids=" ".join,
)
def test_a_closed_home_is_told_by_its_name(
    home: Path, tmp_path: Path, argv: tuple[str, ...], *, new: bool
) -> None:
    if new:
        shutil.rmtree(home)
        home.mkdir()
    there = sorted(home.rglob("*"))
    with read_only(home) as before:
        done = subprocess.run(
            [*before, sys.executable, "-m", "engine", *argv],
            env=child_environment("player") | {"SEGUE_HOME": os.environ["SEGUE_HOME"]},
            cwd=tmp_path,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
    assert "Traceback" not in done.stderr
    assert sorted(home.rglob("*")) == there
    if new and argv[0] == "library":
        assert "no library yet" in done.stdout + done.stderr or "Add a folder" in done.stdout
        return
    if new and argv[:2] == ("models", "remove"):
        assert "There is no model ‘Mine’ of yours." in done.stderr
        return
    assert done.returncode == 1
    line = done.stderr.splitlines()[-1]
    assert line.startswith("segue: ")
    assert str(home) in line
    assert "read-only" in line


def test_what_writes_nothing_there_goes_on(home: Path, tmp_path: Path) -> None:
    with read_only(home) as before:
        done = subprocess.run(
            [*before, sys.executable, "-m", "engine", "continue", PIECE, "--bars", "1"],
            env=child_environment("player") | {"SEGUE_HOME": os.environ["SEGUE_HOME"]},
            cwd=tmp_path,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
    assert done.returncode == 0, done.stderr
