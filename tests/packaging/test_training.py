"""The training part: what is in it, and that the program takes exactly the file that was built."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import contents
import linux
import pytest
import training

from engine.ground import training_part
from engine.ground.paths import user_paths


@pytest.fixture
def part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a part whose only package is a small one."""
    small = [package for package in training.packages() if package.metadata["Name"] == "mpmath"]
    monkeypatch.setattr(training, "packages", lambda: small)
    return training.build(tmp_path)


def test_the_part_has_what_the_program_has_not() -> None:
    names = {package.metadata["Name"].lower() for package in training.packages()}
    assert {*contents.TRAINING} <= names
    assert not names & {"numpy", "pyside6-essentials", "msgspec", "safetensors", "networkx"}


@pytest.mark.parametrize(
    ("requires", "refused"),
    [
        (["filelock", "nvidia-cudnn-cu13==9.20.0.48; platform_system == 'Linux'"], True),
        (["filelock", "setuptools"], False),
        (None, False),
    ],
)
def test_a_package_is_not_made_of_a_pytorch_with_nvidia_s_libraries(
    monkeypatch: pytest.MonkeyPatch, requires: list[str] | None, *, refused: bool
) -> None:
    there = SimpleNamespace(version="2.13.0", requires=requires)
    monkeypatch.setattr(training, "distribution", lambda _name: there)
    if refused:
        with pytest.raises(SystemExit, match=r"^PyTorch 2\.13\.0 .* needs NVIDIA's libraries"):
            training.check_torch()
    else:
        training.check_torch()


@pytest.mark.slow
def test_the_program_installs_the_file_that_was_built_with_it(
    part: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = training.pack(part, tmp_path)
    monkeypatch.setattr(training_part, "assets", lambda: tmp_path)
    monkeypatch.setenv("SEGUE_HOME", str(tmp_path / "home"))
    offer = training_part.offered()
    assert offer is not None
    assert (offer.file, offer.bytes) == (made.name, made.stat().st_size)
    training_part.install(made, user_paths())
    assert training_part.is_installed()
    there = user_paths().training_part
    files = {path.relative_to(there) for path in there.rglob("*") if path.is_file()}
    assert files == {path.relative_to(part) for path in part.rglob("*") if path.is_file()}
    assert (there / "licences" / "packages" / "mpmath.txt").is_file()


@pytest.mark.slow
def test_the_same_part_is_the_same_file(part: Path, tmp_path: Path) -> None:
    first = training.pack(part, tmp_path).read_bytes()
    assert training.pack(part, tmp_path).read_bytes() == first


def test_the_bundle_keeps_away_from_the_part(part: Path) -> None:
    assert training.modules_of_part(part) == ["mpmath", "symusic"]
    for name in ("tests", "__pycache__"):
        assert not [*part.rglob(name)]
    assert json.loads((part / "part.json").read_text("utf-8")) == training.description()


@pytest.mark.skipif(sys.platform != "linux", reason="packages for Linux")
def test_debian_s_training_fits_one_version_of_segue() -> None:
    control = linux.training_control(size_kb=1)
    version = training.description()["version"]
    assert f"Depends: segue (= {version})\n" in control
    assert "Suggests: segue-training\n" in linux.control_text(size_kb=1, glibc=36)
