"""The set-up script: which Python, which libraries, which commands."""

import importlib.util
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from engine import __version__

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def run() -> ModuleType:
    spec = importlib.util.spec_from_file_location("segue_run", ROOT / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("version", [(3, 10), (3, 13), (2, 7)])
def test_another_python_is_told_why(run: ModuleType, version: tuple[int, int]) -> None:
    problem = run.wrong_python(version)
    assert "3.11 or 3.12" in problem
    assert ".".join(map(str, version)) in problem
    assert "rtmidi" in problem


def test_both_pythons_will_do(run: ModuleType) -> None:
    assert run.wrong_python((3, 11)) == run.wrong_python((3, 12)) == ""


def test_a_missing_library_is_named_with_its_package(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "LIBRARIES", {"libno-such-thing.so.9": ("libno9",), "libc.so.6": ()})
    assert list(run.missing_libraries()) == [("libno-such-thing.so.9", ("libno9",))]


def test_without_root_the_line_to_run_is_printed(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "LIBRARIES", {"libno-such-thing.so.9": ("libno9", "libno9t64")})
    monkeypatch.setattr(run.os, "geteuid", lambda: 1000)
    assert not run.set_up_linux()
    said = capsys.readouterr().err
    assert "libno-such-thing.so.9" in said
    assert "sudo apt-get install --yes libno9\n" in said


def test_the_set_up_depends_on_every_file_that_shapes_it(run: ModuleType) -> None:
    before = run.fingerprint()
    assert before == run.fingerprint()
    assert len(before) == 64


@pytest.mark.parametrize(("platform", "elsewhere"), [("linux", 1), ("darwin", 0), ("win32", 0)])
def test_only_linux_asks_for_pytorch_without_cuda_elsewhere(
    run: ModuleType, platform: str, elsewhere: int
) -> None:
    steps = run.install_steps(platform)
    assert steps[0][-1] == "torch==2.13.0"
    assert [sum("download.pytorch.org" in word for word in step) for step in steps] == [
        elsewhere,
        0,
        0,
    ]


def test_an_unknown_command_lists_the_known_ones() -> None:
    result = subprocess.run(
        [sys.executable, str(ROOT / "run.py"), "nonsense"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    for command in ("app", "demo", "bench", "test", "lint", "package"):
        assert command in result.stderr


def test_its_own_options_of_test_become_pytest_s_and_others_go_through(run: ModuleType) -> None:
    given = run.test_arguments(["--fast", "tests/music", "-q"])
    assert given == ["-m", "not slow", "tests/music", "-q"]
    assert "--cov=engine" in run.test_arguments(["--coverage"])


def test_each_system_has_somebody_who_makes_its_package(run: ModuleType) -> None:
    for name in run.PACKAGERS.values():
        assert (ROOT / "packaging" / name).is_file()


@pytest.mark.parametrize(
    ("there", "works", "asked"), [(True, True, 0), (False, True, 1), (False, False, 1)]
)
def test_what_makes_packages_is_installed_when_one_is_made(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, *, there: bool, works: bool, asked: int
) -> None:
    steps: list[list[str]] = []

    def call(step: list[str], **_: object) -> int:
        steps.append(step)
        return 0 if works else 1

    monkeypatch.setattr(run.sys, "platform", "darwin")
    monkeypatch.setattr(run, "has_module", lambda _name: there)
    monkeypatch.setattr(run.subprocess, "call", call)
    assert run.prepare("package") is works
    assert len(steps) == asked
    assert all(step[-1].endswith("[packaging]") for step in steps)
    assert run.prepare("lint")
    assert len(steps) == asked


def test_a_module_of_the_environment_is_found_or_not(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "PYTHON", Path(sys.executable))
    assert run.has_module("pytest")
    assert not run.has_module("no_such_module")


def test_checks_of_a_push_are_those_of_a_developer() -> None:
    checks = (ROOT / ".github" / "workflows" / "checks.yml").read_text(encoding="utf-8")
    for runner in ("ubuntu", "windows", "macos"):
        assert f"{runner}-" in checks
    assert "run: python run.py lint\n" in checks
    assert "run: python run.py test --fast\n" in checks


def test_ruff_before_a_commit_is_the_one_of_lint() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    (ruff,) = [pin.removeprefix("ruff==") for pin in pins if pin.startswith("ruff==")]
    assert f"rev: v{ruff} " in hooks


def test_ci_calls_lint_then_test() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    calls = [line for line in lines if line.startswith("python3 run.py")]
    assert calls == ["python3 run.py lint", "python3 run.py test"]


def test_every_pin_that_must_not_move_is_pinned() -> None:
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").lower().splitlines()
    for pin in ("torch==2.13.0", "pyside6_essentials==6.11.3", "tinysoundfont==0.3.7"):
        assert pin in pins or pin.replace("_", "-") in pins


def test_there_is_one_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__
