"""What Segue needs of a Linux system: found, named, and installed where it may be."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.set_up import system
from scripts.set_up.problems import SetUpError

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux alone has its packages")

Apt = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def one_library_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = {"libno-such-thing.so.9": ("libno9", "libno9t64"), "libc.so.6": ("libc6",)}
    monkeypatch.setattr(system, "LIBRARIES", wanted)


def apt_that(*, code: int, said: str = "") -> Apt:
    def apt_get(*arguments: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.CompletedProcess(arguments, code, "", said)

    return apt_get


def as_root_on_debian(monkeypatch: pytest.MonkeyPatch, apt_get: Apt) -> None:
    monkeypatch.setattr(system.os, "geteuid", lambda: 0)
    monkeypatch.setattr(system.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(system, "apt_get", apt_get)
    monkeypatch.setattr(system, "apt_knows", lambda name: name == "libno9")


@pytest.mark.usefixtures("one_library_missing")
def test_a_missing_library_is_named_with_its_package() -> None:
    assert list(system.missing_libraries()) == [("libno-such-thing.so.9", ("libno9", "libno9t64"))]


def test_python_s_venv_is_among_what_debian_keeps_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "LIBRARIES", {})
    monkeypatch.setattr(system.importlib.util, "find_spec", lambda _name: None)
    (part, packages), *_ = system.missing_parts()
    assert part == "Python's venv"
    assert packages == (f"python{system.VERSION}-venv", "python3-venv")


@pytest.mark.usefixtures("one_library_missing")
def test_without_root_the_line_to_run_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(system, "apt_knows", lambda name: name == "libno9t64")
    with pytest.raises(SetUpError) as told:
        system.install_system_packages()
    assert "libno-such-thing.so.9" in str(told.value)
    assert str(told.value).endswith("run: sudo apt-get install --yes libno9t64")


@pytest.mark.usefixtures("one_library_missing")
def test_one_line_has_the_libraries_and_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(system, "apt_knows", lambda name: name == "libno9")
    monkeypatch.setattr(system, "COMPILER", (("a C++ compiler", "g++", "no-such-compiler"),))
    monkeypatch.setattr(system, "HEADERS", ())
    with pytest.raises(SetUpError) as told:
        system.install_system_packages(["python-rtmidi"])
    assert "lacks libno-such-thing.so.9, a C++ compiler.\n" in str(told.value)
    assert str(told.value).endswith("run: sudo apt-get install --yes libno9 g++")


@pytest.mark.usefixtures("one_library_missing")
def test_as_root_on_debian_it_is_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    as_root_on_debian(monkeypatch, apt_that(code=0))
    system.install_system_packages()
    assert capsys.readouterr().out == "Installing with apt-get: libno9\n"


@pytest.mark.usefixtures("one_library_missing")
def test_as_root_without_a_network_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    said = "W: Failed to fetch\nE: Temporary failure resolving 'deb.debian.org'"
    as_root_on_debian(monkeypatch, apt_that(code=100, said=said))
    with pytest.raises(SetUpError, match="Segue needs the internet once, to download libno9 from"):
        system.install_system_packages()


@pytest.mark.usefixtures("one_library_missing")
def test_another_failure_of_apt_leaves_the_line_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    as_root_on_debian(monkeypatch, apt_that(code=100, said="E: Could not get lock"))
    with pytest.raises(SetUpError, match="run: sudo apt-get install --yes libno9"):
        system.install_system_packages()


def test_what_only_makes_things_better_is_optional(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    wanted = {"test": [("better-sound", tmp_path / "none")]}
    monkeypatch.setattr(system, "WANTED_BY", wanted)
    monkeypatch.setattr(system.os, "geteuid", lambda: 1000)
    system.install_wanted("test")
    assert "Optional: sudo apt-get install --yes better-sound" in capsys.readouterr().err
    system.install_wanted("demo")
    assert capsys.readouterr().err == ""


def test_a_missing_compiler_is_named_with_its_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(system.shutil, "which", lambda _name: None)
    monkeypatch.setattr(system, "HEADERS", ())
    with pytest.raises(SetUpError) as told:
        system.install_compiler(["python-rtmidi", "tinysoundfont"])
    said = str(told.value)
    assert said.startswith("There is no build of python-rtmidi, tinysoundfont for Python 3.")
    assert "this system lacks a C++ compiler, pkg-config.\n" in said
    assert "run: sudo apt-get install --yes g++ pkg-config\n" in said


def test_a_compiler_that_is_there_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> bool:
        raise AssertionError

    monkeypatch.setattr(system, "COMPILER", (("Python", "python3", "python3"),))
    monkeypatch.setattr(system, "HEADERS", ())
    monkeypatch.setattr(system, "apt_install", never)
    system.install_compiler(["python-rtmidi"])
