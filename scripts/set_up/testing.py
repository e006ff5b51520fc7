"""How `run.py test` calls pytest: first all tests that may share the machine, then the others.

The tests of the first pass run in several processes (pytest-xdist). Those marked `alone` listen to
a clock, to a MIDI system or to what a process does in a given time; beside a busy neighbour they
would tell of the neighbour. They run afterwards, one at a time, in one process: a test over its
limit ends that process, and xdist starts another.
"""

import argparse
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from scripts.set_up.costs import read_costs, report
from scripts.set_up.environment import PYTHON, ROOT

# More processes hardly help: the longest tests last as long as they do, and each process loads
# PyTorch and Qt.
MOST_PROCESSES = 4
# A run that takes longer hangs: the whole one is to take a quarter of it (`pyproject.toml`).
LIMIT_S = 3600
# A file with a test that runs alone has one of these in its text.
_ALONE = re.compile(r"mark\.alone|mark\.midi|midi_system")
COVERAGE = ("--cov=app", "--cov=engine")

# What pytest's exit statuses mean (`pytest.ExitCode`; pytest may not be installed yet).
PASSED, FAILED, NO_TESTS = 0, 1, 5


@dataclass(frozen=True, slots=True)
class Pass:
    """One call of pytest.

    Attributes:
        name: What a user is told that runs.
        arguments: Of pytest.
    """

    name: str
    arguments: tuple[str, ...]


def run_tests(given: Sequence[str], *, cores: int) -> int:
    """Run pytest once for the tests that share the machine and once for the others.

    Args:
        given: The arguments of `test`.
        cores: Of this machine.

    Returns:
        The exit status of both.
    """
    asked, others = own_arguments(given, cores=cores)
    if asked.changed:
        reached = tests_reached(asked.changed)
        if not reached:
            print("No test can tell a difference: nothing that tests read has changed.")
            return PASSED
        print(f"{len(reached)} test files can be reached by what differs from {asked.changed}.")
        others += reached
    statuses, began_s = [], time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for each in passes(asked, others):
            print(f"Tests that run {each.name}:", flush=True)
            call = [str(PYTHON), "-m", "pytest", *each.arguments]
            told = {
                "SEGUE_TEST_COSTS": str(Path(folder) / f"{each.name}.json"),
                "SEGUE_TESTS_LIMIT_S": str(LIMIT_S),
            }
            statuses.append(subprocess.call(call, cwd=ROOT, env={**os.environ, **told}))
            if not goes_on(statuses[-1]):
                break
        costs = read_costs(sorted(Path(folder).iterdir()))
    clock_s = time.monotonic() - began_s
    for line in report(costs, clock_s=clock_s, budget_s=budget_s(asked, others)):
        print(line)
    return status_of_all(statuses)


def own_arguments(given: Sequence[str], *, cores: int) -> tuple[argparse.Namespace, list[str]]:
    """Return the arguments that are of `test` itself, and those for pytest."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--fast", action="store_true")
    parser.add_argument("--coverage", action="store_true")
    parser.add_argument("--changed", nargs="?", const="HEAD", default="")
    parser.add_argument("-m", dest="marks", default="")
    parser.add_argument("-n", dest="processes", default=str(min(cores, MOST_PROCESSES)))
    return parser.parse_known_args(given)


def tests_reached(base: str) -> list[str]:
    """Return the test files that a change since a commit can reach.

    Raises:
        SystemExit: git or an import cannot be read; it says which.
    """
    call = [str(PYTHON), "scripts/tests_reached.py", base]
    done = subprocess.run(call, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.returncode)
    return done.stdout.split()


def budget_s(asked: argparse.Namespace, others: Sequence[str]) -> float:
    """Return the seconds that all tests, or all fast ones, may take; 0 for any other choice."""
    if others or asked.marks or asked.coverage:
        return 0.0
    import tomllib  # noqa: PLC0415 - an older Python, which lacks it, is to get its sentence

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    budgets = project["tool"]["segue"]["tests"]
    return float(budgets["fast_s" if asked.fast else "all_s"])


def passes(asked: argparse.Namespace, others: Sequence[str]) -> tuple[Pass, Pass]:
    """Return the calls of pytest that `test` stands for.

    Args:
        asked: The arguments of `test` itself.
        others: Those that go to pytest, in both calls.
    """
    wanted = [f"({asked.marks})"] if asked.marks else []
    wanted += ["not slow"] if asked.fast else []
    # The slowest are told each time, so that a test that has become slow is seen and marked.
    usual = ("--durations=15", "--durations-min=1", *others)
    together = (*_marked("not alone", *wanted), "-n", asked.processes, "--dist=worksteal")
    alone = (*_marked("alone", *wanted), "-n", "0" if asked.processes == "0" else "1")
    if not any((ROOT / each.partition("::")[0]).exists() for each in others):
        # To collect all tests for the few of them takes ten seconds.
        alone += tuple(files_with_tests_alone())
    if asked.coverage:
        # The second call adds to the figures of the first and prints them all.
        together += (*COVERAGE, "--cov-report=")
        alone += (*COVERAGE, "--cov-append", "--cov-report=term:skip-covered")
    return Pass("side by side", (*together, *usual)), Pass("one by one", (*alone, *usual))


def files_with_tests_alone(root: Path = ROOT) -> Iterator[str]:
    """Yield the test files in which a test may be one that runs alone (`tests/conftest.py`)."""
    for path in sorted((root / "tests").rglob("test_*.py")):
        if _ALONE.search(path.read_text(encoding="utf-8")):
            yield path.relative_to(root).as_posix()


def _marked(*marks: str) -> tuple[str, str]:
    return "-m", " and ".join(marks)


def goes_on(status: int) -> bool:
    """Return whether the second pass has a meaning: the first was neither stopped nor misled."""
    return status in {PASSED, FAILED, NO_TESTS}


def status_of_all(statuses: Iterable[int]) -> int:
    """Return the exit status of all passes; that one of them has no tests is no fault."""
    told = set(statuses)
    return max(told - {PASSED, NO_TESTS}, default=PASSED if PASSED in told else NO_TESTS)
