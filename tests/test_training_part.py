"""The training part: missing, taken from a file, refused in one sentence, never half installed."""

import hashlib
import os
import platform
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import msgspec
import pytest

from engine import __version__
from engine.ground import training_part
from engine.ground.errors import TrainingError
from engine.ground.paths import Paths, user_paths
from engine.ground.training_part import Offer, Part, install, is_installed, wanted_part

ROOT = Path(__file__).resolve().parents[1]
FILE = "segue-training.zip"


def make_part(path: Path, part: Part | None = None, *, code: str = "VALUE = 1\n") -> Offer:
    """Make the file of a training part whose PyTorch is a few bytes long; return its offer."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("part.json", msgspec.json.encode(part or wanted_part()))
        archive.writestr("torch/__init__.py", code)
        archive.writestr("torch/lib/large", os.urandom(50_000))
        program = zipfile.ZipInfo("torch/bin/helper")
        program.external_attr = 0o100755 << 16
        archive.writestr(program, "#!/bin/sh\n")
    data = path.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    return Offer(file=FILE, bytes=len(data), installed_bytes=60_000, sha256=digest)


@pytest.fixture
def paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Paths:
    """Return the folders of a packaged Segue without training, whose part is a small one."""
    monkeypatch.setenv("SEGUE_HOME", str(tmp_path / "home"))
    assets = tmp_path / "assets"
    assets.mkdir()
    monkeypatch.setattr(training_part, "assets", lambda: assets)
    monkeypatch.setattr(training_part.importlib.util, "find_spec", lambda _name: None)
    offer = make_part(tmp_path / FILE)
    (assets / training_part.OFFERED).write_bytes(msgspec.json.encode(offer))
    return user_paths()


def test_the_right_file_is_unpacked_and_used(tmp_path: Path, paths: Paths) -> None:
    assert not is_installed()
    install(tmp_path / FILE, paths)
    assert is_installed()
    assert (paths.training_part / "torch/__init__.py").read_text("utf-8") == "VALUE = 1\n"
    if os.name == "posix":
        assert os.access(paths.training_part / "torch/bin/helper", os.X_OK)
        assert not os.access(paths.training_part / "torch/__init__.py", os.X_OK)
    assert [entry.name for entry in paths.data.iterdir()] == ["training-part"]
    install(tmp_path / FILE, paths)  # once more: the old one is replaced
    assert is_installed()


OTHERS = {
    "version": ({"version": "0.0.9"}, f"belongs to Segue 0.0.9; this is Segue {__version__}"),
    "processor": ({"machine": "vax"}, f"was made for {sys.platform} on vax; this is"),
    "system": ({"system": "amiga"}, f"on {platform.machine()}; this is {sys.platform}"),
    "python": ({"python": "3.9"}, "was made for Python 3.9; this Segue has 3."),
    "contents": ({}, "is damaged: it is not the file that belongs to this Segue"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_another_part_is_refused_by_what_is_wrong_with_it(
    tmp_path: Path, paths: Paths, name: str
) -> None:
    changes, says = OTHERS[name]
    make_part(tmp_path / "other.zip", msgspec.structs.replace(wanted_part(), **changes), code="")
    refused(tmp_path / "other.zip", paths, says)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (lambda whole: whole[: len(whole) // 2], "is not complete: it has 0 MB of 0"),
        (lambda whole: whole[:-1], "is not complete"),
        (lambda whole: whole + b"!", "is damaged"),
        (lambda whole: whole[:3000] + b"!!!!" + whole[3004:], "is damaged"),
        (lambda _whole: b"", "is not a training part of Segue"),
        (lambda _whole: b"A film. " * 100_000, "is not a training part of Segue"),
    ],
)
def test_a_damaged_file_is_refused_and_what_is_there_stays(
    tmp_path: Path, paths: Paths, data, says: str
) -> None:
    install(tmp_path / FILE, paths)
    (tmp_path / "bad.zip").write_bytes(data((tmp_path / FILE).read_bytes()))
    refused(tmp_path / "bad.zip", paths, says)
    assert is_installed()


def test_what_cannot_be_read_is_refused(tmp_path: Path, paths: Paths) -> None:
    refused(tmp_path / "nothing.zip", paths, "It is no longer there")
    refused(tmp_path, paths, "cannot be read")


def test_a_full_disk_is_told_before_anything_is_written(
    tmp_path: Path, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = training_part.shutil.disk_usage(tmp_path)._replace(free=1000)
    monkeypatch.setattr(training_part.shutil, "disk_usage", lambda _place: usage)
    refused(tmp_path / FILE, paths, "The training part needs 0 MB, and 0 MB are free")


def test_an_installation_that_fails_leaves_nothing(
    tmp_path: Path, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(training_part, "_extract", fails)
    refused(tmp_path / FILE, paths, "cannot be written")
    assert not is_installed()
    assert [*paths.data.iterdir()] == []


def test_the_part_of_another_version_is_not_used_and_named(paths: Paths) -> None:
    paths.training_part.mkdir(parents=True)
    other = msgspec.structs.replace(wanted_part(), version="0.0.9")
    (paths.training_part / "part.json").write_bytes(msgspec.json.encode(other))
    assert not is_installed()
    with pytest.raises(TrainingError) as told:
        training_part.require_training()
    assert "that is installed here belongs to another Segue" in told.value.message
    assert FILE in told.value.hint


def refused(file: Path, paths: Paths, says: str) -> None:
    """Check that a file is refused with a sentence, and that nothing half made is left."""
    with pytest.raises(TrainingError, match=re.escape(says)) as told:
        install(file, paths)
    assert told.value.message.count("\n") == 0
    assert not [*paths.data.glob(".training-part-*")]


@pytest.fixture
def without_pytorch(tmp_path: Path) -> dict[str, str]:
    """Return the environment of a process in which PyTorch and MidiTok are not installed."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(
        "import sys\n"
        "class Without:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.partition('.')[0] in ('torch', 'miditok', 'symusic'):\n"
        "            raise ModuleNotFoundError(name, name=name)\n"
        "sys.meta_path.insert(0, Without())\n"
        "import importlib.util as util\n"
        "found = util.find_spec\n"
        "util.find_spec = lambda name, *a: None if name == 'torch' else found(name, *a)\n",
        encoding="utf-8",
    )
    path = os.pathsep.join((str(tmp_path / "site"), str(ROOT)))
    return {**os.environ, "PYTHONPATH": path, "SEGUE_HOME": str(tmp_path / "home")}


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ["-m", "engine", "train", "--name", "x", "--data", "assets/demo"],
        ["-m", "engine", "demo", "--out", "OUT"],
        ["-m", "benchmarks", "evaluate", "starter", "assets/demo"],
    ],
)
def test_without_pytorch_a_training_says_what_to_do(
    tmp_path: Path, without_pytorch: dict[str, str], command: list[str]
) -> None:
    done = subprocess.run(
        [sys.executable, *(word.replace("OUT", str(tmp_path / "out")) for word in command)],
        cwd=ROOT,
        env=without_pytorch,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert "Training needs PyTorch, which is not installed." in done.stderr
    name = "python" if sys.platform == "win32" else "python3"
    assert f"folder: {name} run.py add training" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_without_pytorch_the_doctor_finds_nothing_wrong(without_pytorch: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "engine", "doctor", "--json"],
        cwd=ROOT,
        env=without_pytorch,
        capture_output=True,
        check=True,
    )
    found = msgspec.json.decode(done.stdout)
    assert found["training"]["works"]
    assert found["training"]["says"].startswith("not installed; composing and playing need none")
    assert found["model"]["works"]
