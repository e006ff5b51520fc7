"""The script that sets up and runs: which Python, which commands, what each needs."""

import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from engine import __version__
from scripts.set_up.problems import SetUpError

ROOT = Path(__file__).resolve().parent.parent


def pins(name: str) -> str:
    """Return a file of locked packages."""
    return (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")


@pytest.fixture
def run() -> ModuleType:
    spec = importlib.util.spec_from_file_location("segue_run", ROOT / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("version", [(3, 10), (3, 15), (2, 7)])
def test_another_python_is_told_why(run: ModuleType, version: tuple[int, int]) -> None:
    problem = run.wrong_python(version)
    assert "3.11, 3.12, 3.13 or 3.14" in problem
    assert ".".join(map(str, version)) in problem


def test_four_pythons_will_do_as_the_project_says(run: ModuleType) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["requires-python"] == ">=3.11,<3.15"
    assert [run.wrong_python((3, minor)) for minor in range(11, 15)] == [""] * 4


def test_an_unknown_command_lists_the_known_ones() -> None:
    result = subprocess.run(
        [sys.executable, str(ROOT / "run.py"), "nonsense"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    for command in ("app", "demo", "bench", "test", "lint", "package", "add"):
        assert command in result.stderr


def test_each_system_has_somebody_who_makes_its_package(run: ModuleType) -> None:
    for name in run.PACKAGERS.values():
        assert (ROOT / "packaging" / name).is_file()


def test_app_and_demo_need_nothing_of_the_developers(run: ModuleType) -> None:
    assert "app" not in run.SETS
    assert run.SETS["demo"] == run.ADDED["training"] == ("train",)
    assert run.SETS["test"] == run.SETS["lint"]  # mypy reads what the tests measure with
    assert "packaging" in run.SETS["package"]
    for sets in run.SETS.values():
        for name in sets:
            assert (ROOT / "requirements" / f"{name}.txt").is_file()


@pytest.mark.parametrize("problem", [SetUpError("Not today."), KeyboardInterrupt()])
def test_a_set_up_that_cannot_be_ends_with_a_sentence(
    run: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    problem: BaseException,
) -> None:
    def set_up(_sets: object) -> None:
        raise problem

    monkeypatch.setattr(run, "set_up", set_up)
    monkeypatch.setattr(run.sys, "argv", ["run.py", "demo"])
    assert run.main() in {1, 130}
    assert capsys.readouterr().err.strip() in {
        "Not today.",
        "Stopped. The next run goes on from here.",
    }


def test_what_is_there_is_not_looked_at_again(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError

    for name in ("install_system_packages", "environment_works", "install"):
        monkeypatch.setattr(run, name, never)
    monkeypatch.setattr(run, "is_installed", lambda _name: True)
    run.set_up(("run", "dev"))


def test_checks_of_a_push_are_those_of_a_developer() -> None:
    checks = (ROOT / ".github" / "workflows" / "checks.yml").read_text(encoding="utf-8")
    for runner in ("ubuntu", "windows", "macos"):
        assert f"{runner}-" in checks
    assert "run: python run.py lint\n" in checks
    assert "run: python run.py test --fast\n" in checks


def test_ruff_before_a_commit_is_the_one_of_lint() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    (ruff,) = re.findall(r"^ruff==(\S+)", pins("dev"), re.MULTILINE)
    assert f"rev: v{ruff} " in hooks


def test_ci_calls_lint_then_test() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    calls = [line for line in lines if line.startswith("python3 run.py")]
    assert calls == ["python3 run.py lint", "python3 run.py test"]


def test_every_pin_that_must_not_move_is_pinned() -> None:
    for pin in ("pyside6-essentials==6.11.3 ", "tinysoundfont==0.3.7 "):
        assert f"\n{pin}" in pins("run")
    assert "\ntorch==2.13.0+cpu " in pins("torch")


def test_there_is_one_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__
