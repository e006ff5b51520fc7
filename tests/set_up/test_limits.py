"""No test hangs a run: what its limit, its waits and the limit of the run do, with real pytest."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.waiting import left_s

ROOT = Path(__file__).parents[2]
CONFTEST = """
import pytest
from tests.patient_bot import PatientBot

pytest_plugins = ("tests.limits",)

@pytest.fixture
def qtbot(qapp, request):
    return PatientBot(request)
"""
# A loop that nobody ends is the part of Qt that no exception leaves.
HANGS = """
import time
import pytest
from PySide6.QtCore import QEventLoop, QTimer

def test_before():
    pass

@pytest.mark.timeout(3)
def test_hangs_in_a_loop_of_qt(qapp):
    loop = QEventLoop()
    timer = QTimer(interval=1)
    timer.timeout.connect(lambda: time.sleep(0.001))
    timer.start()
    loop.exec()

def test_after():
    pass
"""
WAITS = """
import pytest
from tests.waiting import eventually

@pytest.mark.timeout(17)
def test_waits_in_qt(qtbot):
    qtbot.waitUntil(lambda: False, timeout=600_000)

@pytest.mark.timeout(17)
def test_waits():
    assert eventually(lambda: False, 600)
"""
SLEEPS = """
import time

def test_sleeps():
    time.sleep(600)
"""


def run(folder: Path, tests: str, *arguments: str, limit_s: int = 0) -> tuple[int, str]:
    """Run pytest as `run.py test` does; return its exit status and its words."""
    (folder / "test_examples.py").write_text(tests, encoding="utf-8")
    (folder / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    settings = "[pytest]\ntimeout = 60\ntimeout_method = thread\nmarkers =\n  alone\n"
    (folder / "pytest.ini").write_text(settings, encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if "XDIST" not in name}
    environment |= {"PYTHONPATH": str(ROOT), "SEGUE_TESTS_LIMIT_S": str(limit_s)}
    call = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    done = subprocess.run(
        call,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=left_s(100),
    )
    return done.returncode, done.stdout


@pytest.mark.slow
def test_a_test_over_its_limit_fails_with_its_stacks_and_the_others_run(tmp_path: Path) -> None:
    status, told = run(tmp_path, HANGS, "-n", "1")
    assert status == 1
    assert "2 passed" in told
    assert "1 failed" in told
    assert "crashed while running 'test_examples.py::test_hangs_in_a_loop_of_qt'" in told
    assert "in test_hangs_in_a_loop_of_qt" in told


@pytest.mark.slow
def test_waits_end_before_the_limit_and_say_so_themselves(tmp_path: Path) -> None:
    status, told = run(tmp_path, WAITS, "-n", "2")
    assert status == 1
    assert "2 failed" in told
    assert "crashed" not in told
    assert "waitUntil timed out" in told


@pytest.mark.slow
@pytest.mark.parametrize("processes", ["0", "1"])
def test_a_run_over_its_limit_says_which_test_it_was(tmp_path: Path, processes: str) -> None:
    status, told = run(tmp_path, SLEEPS, "-n", processes, limit_s=5)
    assert status == 1
    assert "The tests have not ended after 5 s. These are running:" in told
    assert "test_examples.py::test_sleeps (" in told
    if processes == "1":
        assert "in test_sleeps" in told


@pytest.mark.timeout(20)
def test_what_is_left_of_a_test_is_its_limit_without_what_its_end_needs() -> None:
    assert 0 < left_s() <= 5
    assert left_s(2) <= 2


@pytest.mark.timeout(1)
def test_a_wait_has_a_moment_even_without_any_left() -> None:
    assert left_s() == pytest.approx(0.1)


def limit_of(node: ast.AST, file_s: float) -> float:
    """Return the limit that a function's own mark sets, or that of its file."""
    for mark in getattr(node, "decorator_list", ()):
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.timeout":
            limit = mark.args[0]
            return float(limit.value) if isinstance(limit, ast.Constant) else float("inf")
    return file_s


def seconds_waited(node: ast.AST) -> Iterator[float]:
    """Yield the seconds of each wait in a function for a process or a thread."""
    for call in ast.walk(node):
        for given in call.keywords if isinstance(call, ast.Call) else ():
            wait = given.value
            if given.arg == "timeout" and isinstance(wait, ast.Constant) and wait.value:
                # Qt's are in milliseconds and end with the test's own patience.
                yield wait.value if wait.value < 1000 else 0.0


def test_no_test_waits_for_a_process_for_longer_than_its_limit() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    usual_s = float(config["tool"]["pytest"]["ini_options"]["timeout"])
    late = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        of_file = re.search(r"^pytestmark = .*timeout\((\d+)\)", text, re.MULTILINE)
        file_s = float(of_file[1]) if of_file else usual_s
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                waited_s = sum(seconds_waited(node))
                if waited_s >= limit_of(node, file_s):
                    late.append(f"{path.name}: {node.name} waits for {waited_s} s")
    assert late == []
