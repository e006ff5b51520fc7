"""The frozen program, as far as it can be had without PyInstaller: a launcher that is all of it.

The launcher stands in for the one executable of a bundle. It sets what PyInstaller sets
(`sys.frozen`, `sys._MEIPASS`, `sys.executable`), so that children by `--role`, spawned workers and
the folder of assets are found in the frozen way, with real processes.
"""

import json
import multiprocessing
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.ground import training_part
from engine.ground.paths import assets, demo_pieces
from engine.messages import Ready
from engine.processes.process import Child, Role, child_command, child_environment

ROOT = Path(__file__).resolve().parents[2]
# On Linux PyInstaller lets the executable take `-c` for multiprocessing's tracker; on Windows
# `freeze_support` takes `--multiprocessing-fork`. This does both, in Windows's own way.
LAUNCHER = """#!{python}
import multiprocessing, multiprocessing.spawn, os, sys
sys.path.insert(0, {root!r})
sys.frozen, sys._MEIPASS, sys.executable = True, {root!r}, os.path.abspath(__file__)
multiprocessing.set_executable(sys.executable)
multiprocessing.freeze_support = multiprocessing.spawn.freeze_support
with open({log!r}, "a", encoding="utf-8") as log:
    log.write(" ".join(sys.argv[1:3]) + "\\n")
if sys.argv[1:2] == ["-c"]:
    exec(sys.argv[2])
    sys.exit()
from engine.__main__ import main
if __name__ == "__main__":
    sys.exit(main())
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    folder = tmp_path / "Program Files (ä)"
    folder.mkdir()
    made = folder / "segue"
    log = str(tmp_path / "started")
    text = LAUNCHER.format(python=sys.executable, root=str(ROOT), log=log)
    made.write_text(text, encoding="utf-8")
    made.chmod(0o755)
    return made


def _run(program: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    home = program.parent / "home of Ségue"
    # No PYTHONPATH: a bundle needs none, and must not believe the user's.
    environment = {name: value for name, value in os.environ.items() if "PYTHON" not in name}
    return subprocess.run(
        [program, *arguments],
        env={**environment, "SEGUE_HOME": str(home)},
        cwd=program.parent,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the launcher is a script with a first line")
def test_workers_and_children_are_the_program_itself(program: Path, tmp_path: Path) -> None:
    songs = tmp_path / "songs"
    songs.mkdir()
    for name in ("minuet-in-g.mid", "lullaby.mid"):
        shutil.copy(demo_pieces() / name, songs)
    done = _run(program, "import", str(songs), "--json")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    listed = _run(program, "library", "--json")
    assert "minuet" in listed.stdout.lower()
    started = (tmp_path / "started").read_text(encoding="utf-8").splitlines()
    assert any(line.startswith("--multiprocessing-fork") for line in started), started
    # The starter is found among the assets of the bundle.
    model = json.loads(_run(program, "models", "--json").stdout)
    assert "starter" in json.dumps(model).lower()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the launcher is a script with a first line")
@pytest.mark.parametrize("role", ["live", "player", "job"])
def test_a_child_by_role_starts_from_the_program(
    program: Path, role: Role, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(program))
    with Child(role) as child:
        ready = next(event for event in child.events() if isinstance(event, Ready))
        assert ready.role == role
        assert child.close() == 0


def test_a_frozen_program_finds_its_assets_where_it_was_unpacked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert assets() == tmp_path / "assets"


@pytest.mark.parametrize(
    ("platform", "executable", "folder"),
    [
        ("linux", "/opt/segue/segue", "/opt/segue/training"),
        ("win32", "/Programs/Segue/segue.com", "/Programs/Segue/training"),
        (
            "darwin",
            "/Applications/Segue.app/Contents/MacOS/segue",
            "/Applications/Segue.app/Contents/Resources/training",
        ),
    ],
)
def test_the_training_part_is_looked_for_beside_the_program(
    monkeypatch: pytest.MonkeyPatch, platform: str, executable: str, folder: str
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys, "executable", executable)
    assert training_part._folders()[0] == Path(folder)


def test_a_frozen_child_gets_no_path_of_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", r"C:\Users\Ä B\Segue\segue.com")
    monkeypatch.delenv("PYTHONPATH", raising=False)
    assert child_command("live") == [r"C:\Users\Ä B\Segue\segue.com", "--role", "live"]
    assert "PYTHONPATH" not in child_environment("live")


def test_no_pool_of_processes_forks() -> None:
    """Windows cannot, macOS must not: every pool says that it spawns."""
    for path in [*(ROOT / "engine").rglob("*.py"), *(ROOT / "app").rglob("*.py")]:
        text = path.read_text(encoding="utf-8")
        for word in ("ProcessPoolExecutor(", "multiprocessing.Process(", "multiprocessing.Pool("):
            for line in text.splitlines():
                assert word not in line or "mp_context=" in line, f"{path}: {line}"
        assert 'get_context("fork' not in text
    assert "spawn" in multiprocessing.get_all_start_methods()
