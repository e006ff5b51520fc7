"""How `run.py test` calls pytest: two passes, their arguments and their exit status."""

import itertools
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from scripts.set_up.testing import (
    LIMIT_S,
    Pass,
    budget_s,
    files_with_tests_alone,
    goes_on,
    own_arguments,
    passes,
    status_of_all,
)
from tests.waiting import left_s

ROOT = Path(__file__).parents[2]
EXAMPLES = """
import os
import pytest

def test_shares():
    assert "PYTEST_XDIST_WORKER" in os.environ

@pytest.mark.slow
def test_shares_slowly():
    assert "PYTEST_XDIST_WORKER" in os.environ

@pytest.mark.alone
def test_alone():
    assert os.environ["PYTEST_XDIST_WORKER_COUNT"] == "1"

@pytest.mark.slow
@pytest.mark.alone
def test_alone_and_slow():
    assert os.environ["PYTEST_XDIST_WORKER_COUNT"] == "1"
"""


def calls(given: Sequence[str], *, cores: int) -> tuple[Pass, Pass]:
    """Return the calls of pytest for these arguments of `test`."""
    return passes(*own_arguments(given, cores=cores))


def marks_of(*given: str) -> list[str]:
    """Return what the passes choose."""
    return [each.arguments[each.arguments.index("-m") + 1] for each in calls(given, cores=2)]


def test_every_test_is_in_one_pass() -> None:
    assert marks_of() == ["not alone", "alone"]


def test_what_is_chosen_is_chosen_in_both_passes() -> None:
    assert marks_of("--fast") == ["not alone and not slow", "alone and not slow"]
    assert marks_of("-m", "gpu or midi", "--fast") == [
        "not alone and (gpu or midi) and not slow",
        "alone and (gpu or midi) and not slow",
    ]


def test_tests_that_run_alone_are_looked_for_where_they_can_be() -> None:
    _, alone = calls([], cores=2)
    files = [each for each in alone.arguments if each.startswith("tests/")]
    assert "tests/playback/test_ports.py" in files
    assert "tests/midi/test_midifile.py" not in files
    together, alone = calls(["tests/midi"], cores=2)
    assert [a for a in (*together.arguments, *alone.arguments) if a.startswith("tests")] == [
        "tests/midi",
        "tests/midi",
    ]


@pytest.mark.slow
def test_no_test_that_runs_alone_is_left_out() -> None:
    """One in a file that the second pass does not collect would run in neither."""
    options = ["-m", "alone", "--collect-only", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=left_s(100),
    )
    found = {line.partition("::")[0] for line in done.stdout.splitlines() if "::" in line}
    assert "tests/playback/test_ports.py" in found
    assert found <= set(files_with_tests_alone())


def test_other_arguments_go_to_pytest_in_both_passes() -> None:
    for each in calls(["tests/midi", "-q", "-k", "a or b"], cores=2):
        assert each.arguments[-4:] == ("tests/midi", "-q", "-k", "a or b")


@pytest.mark.parametrize(("cores", "processes"), [(1, "1"), (2, "2"), (4, "4"), (64, "4")])
def test_processes_are_as_many_as_cores_but_few(cores: int, processes: str) -> None:
    together, alone = calls([], cores=cores)
    assert processes_of(together) == processes
    # A process of its own: a test over its limit ends it, and another one goes on.
    assert processes_of(alone) == "1"


def processes_of(each: Pass) -> str:
    return each.arguments[each.arguments.index("-n") + 1]


def test_a_debugger_can_have_all_tests_in_one_process() -> None:
    assert [processes_of(each) for each in calls(["-n", "0", "--pdb"], cores=8)] == ["0", "0"]


@pytest.mark.parametrize(
    ("given", "base"),
    [
        ([], ""),
        (["--changed"], "HEAD"),
        (["--changed", "main"], "main"),
        (["--changed", "-q"], "HEAD"),
    ],
)
def test_a_change_is_since_a_commit_or_since_the_last_one(given: list[str], base: str) -> None:
    asked, others = own_arguments(given, cores=2)
    assert asked.changed == base
    assert others == [each for each in given if each == "-q"]


def test_all_tests_and_all_fast_ones_have_a_budget_and_nothing_else() -> None:
    fast_s, all_s = (budget_s(*own_arguments(given, cores=2)) for given in (["--fast"], []))
    assert 0 < fast_s < all_s < LIMIT_S
    for given in (["tests/midi"], ["-m", "gpu"], ["-k", "a"], ["--coverage"]):
        assert budget_s(*own_arguments(given, cores=2)) == 0


def test_coverage_of_both_passes_is_told_once() -> None:
    together, alone = calls(["--coverage"], cores=2)
    assert {"--cov=app", "--cov=engine"} <= set(together.arguments) & set(alone.arguments)
    assert "--cov-report=" in together.arguments
    assert {"--cov-append", "--cov-report=term:skip-covered"} <= set(alone.arguments)


def test_a_failure_of_either_pass_is_one_of_the_run() -> None:
    for statuses in itertools.permutations((1, 0)):
        assert status_of_all(statuses) == 1
    assert status_of_all((5, 1)) == 1
    assert status_of_all((2,)) == 2


def test_a_pass_may_have_no_tests_but_not_both() -> None:
    assert status_of_all((0, 5)) == status_of_all((5, 0)) == status_of_all((0, 0)) == 0
    assert status_of_all((5, 5)) == 5


def test_a_run_that_was_stopped_is_over() -> None:
    assert [status for status in range(6) if goes_on(status)] == [0, 1, 5]


# Each starts eight processes of Python. The others are fast above, as far as they choose by marks.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "chosen"),
    [
        (["--fast"], (1, 1)),
        ([], (2, 2)),
        (["-m", "slow"], (1, 1)),
    ],
)
def test_pytest_runs_each_test_in_its_pass(
    tmp_path: Path, given: list[str], chosen: tuple[int, int]
) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_examples.py").write_text(EXAMPLES, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n  slow\n  alone\n", encoding="utf-8")
    # This test may itself run side by side with others, which a process inherits from it.
    environment = {name: value for name, value in os.environ.items() if "XDIST" not in name}
    for each, count in zip(calls([*given, "tests"], cores=2), chosen, strict=True):
        # Without what the tests of Segue need: this is about choosing them.
        without = ["-p", "no:cacheprovider", "-p", "no:pytest-qt", "-p", "no:hypothesispytest"]
        call = [sys.executable, "-m", "pytest", *each.arguments, *without]
        done = subprocess.run(
            call, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert f"{count} passed" in done.stdout


@pytest.mark.slow
@pytest.mark.midi
def test_what_needs_the_midi_system_is_alone(request: pytest.FixtureRequest) -> None:
    assert request.node.get_closest_marker("alone")
