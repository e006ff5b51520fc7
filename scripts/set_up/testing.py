"""How `run.py test` calls pytest: first all tests that may share the machine, then the others.

The tests of the first pass run in several processes (pytest-xdist). Those marked `alone` listen to
a clock, to a MIDI system or to what a process does in a given time; beside a busy neighbour they
would tell of the neighbour. They run afterwards, one at a time.
"""

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

# More processes hardly help: the longest tests last as long as they do, and each process loads
# PyTorch and Qt.
MOST_PROCESSES = 4
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


def passes(given: Sequence[str], *, cores: int) -> tuple[Pass, Pass]:
    """Return the calls of pytest that `test` stands for.

    Args:
        given: The arguments of `test`; those that are not its own go to pytest, in both calls.
        cores: Of this machine.
    """
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--fast", action="store_true")
    parser.add_argument("--coverage", action="store_true")
    parser.add_argument("-m", dest="marks", default="")
    parser.add_argument("-n", dest="processes", default=str(min(cores, MOST_PROCESSES)))
    asked, others = parser.parse_known_args(given)
    wanted = [f"({asked.marks})"] if asked.marks else []
    wanted += ["not slow"] if asked.fast else []
    # The slowest are told each time, so that a test that has become slow is seen and marked.
    usual = ("--durations=15", "--durations-min=1", *others)
    together = (*_marked("not alone", *wanted), "-n", asked.processes, "--dist=worksteal")
    alone = _marked("alone", *wanted)
    if asked.coverage:
        # The second call adds to the figures of the first and prints them all.
        together += (*COVERAGE, "--cov-report=")
        alone += (*COVERAGE, "--cov-append", "--cov-report=term:skip-covered")
    return Pass("side by side", (*together, *usual)), Pass("one by one", (*alone, *usual))


def _marked(*marks: str) -> tuple[str, str]:
    return "-m", " and ".join(marks)


def goes_on(status: int) -> bool:
    """Return whether the second pass has a meaning: the first was neither stopped nor misled."""
    return status in {PASSED, FAILED, NO_TESTS}


def status_of_all(statuses: Iterable[int]) -> int:
    """Return the exit status of all passes; that one of them has no tests is no fault."""
    told = set(statuses)
    return max(told - {PASSED, NO_TESTS}, default=PASSED if PASSED in told else NO_TESTS)
