"""Which tests could notice a change to a line, and whether one of them does.

The tests are run once under coverage: a line is known by the tests that execute it, a test
by what it takes. A change is then shown to those tests alone, the quickest first, in a fork of a
process that has imported and collected everything; where the change is in what importing executes,
Segue is imported anew.
"""

import ast
import contextlib
import gc
import json
import multiprocessing.util
import os
import resource
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.trust.swapping import Functions

LOG = ".said.log"
OWN = frozenset({"engine", "app", "tests"})
# A test does not end that takes so many times the seconds of processor that it took, or so many
# times as long by the clock, on a machine where many want to compute; and this on top.
_TIMES, _TIMES_BY_CLOCK = 5, 60
_BESIDES_S, _BESIDES_BY_CLOCK_S = 5.0, 60.0
_MEMORY = 8_000_000_000
_OPTIONS = (
    *("-x", "-q", "-p", "no:cacheprovider", "-m", "not midi"),
    # Of plugins that a preloaded library has imported.
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
    # A change may well look odd.
    *("-W", "ignore::SyntaxWarning"),
)


class Seen(NamedTuple):
    """What a test showed when it was run once.

    Attributes:
        seconds: Of processor, those of processes that it started and waited for included.
        starts: Whether it starts processes, of which no line is known.
    """

    seconds: float
    starts: bool


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of all tests.

    Attributes:
        tests: By name.
        lines: By file and line, the tests that execute it; "" where it is executed by importing.
    """

    tests: dict[str, Seen]
    lines: dict[str, dict[int, list[str]]]

    def among(self, files: Collection[str]) -> "Known":
        """Return what is known of the tests of some files alone."""
        tests = {name: seen for name, seen in self.tests.items() if _file_of(name) in files}
        lines = {
            file: {
                line: [name for name in names if not name or name in tests]
                for line, names in places.items()
            }
            for file, places in self.lines.items()
        }
        return Known(tests, lines)

    def of(self, file: str, changed: Collection[int], own: Collection[str]) -> list[str]:
        """Return the tests that could notice a change, the quickest first.

        Args:
            file: What is changed.
            changed: Its lines.
            own: Files of the tests that are meant for it: theirs alone count where processes that
                they start may execute it, and where it is executed by importing.
        """
        names = {name for line in changed for name in self.lines[file].get(line, ())}
        imported = "" in names
        names.discard("")
        for name, seen in self.tests.items():
            if _file_of(name) in own and (imported or seen.starts):
                names.add(name)
        return sorted(names, key=lambda name: self.tests[name].seconds)


def _file_of(test: str) -> str:
    return test.partition("::")[0]


class _Looking:
    """Notes of each test what it takes, and what it executes."""

    def __init__(self, coverage: Any) -> None:
        self._coverage = coverage
        self._starts = 0
        self.tests: dict[str, Seen] = {}
        sys.addaudithook(self._hear)
        spawn = multiprocessing.util.spawnv_passfds

        def spawned(*arguments: Any) -> int:
            self._starts += 1
            return int(spawn(*arguments))

        multiprocessing.util.spawnv_passfds = spawned

    def _hear(self, event: str, _: object) -> None:
        self._starts += event in {"subprocess.Popen", "os.fork", "os.posix_spawn"}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._coverage.switch_context(item.nodeid)
        self._starts, began_s = 0, _processor_s()
        result = yield
        self.tests[item.nodeid] = Seen(_processor_s() - began_s, self._starts > 0)
        self._coverage.switch_context("")
        return result


class _Shown:
    """Lets some tests run, in their order, each within its time, and says the first that fails."""

    def __init__(self, names: Sequence[str], known: Known, said: int) -> None:
        self._names, self._known, self._said = names, known, said

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = self.chosen(items)

    def chosen(self, items: Sequence[pytest.Item]) -> list[pytest.Item]:
        """Return the tests that are meant."""
        order = {name: number for number, name in enumerate(self._names)}
        chosen = [item for item in items if item.nodeid in order]
        for item in chosen:
            limit_s = _TIMES_BY_CLOCK * self._takes_s(item) + _BESIDES_BY_CLOCK_S
            item.add_marker(pytest.mark.timeout(limit_s))
        return sorted(chosen, key=lambda item: order[item.nodeid])

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        # What it sends ends a process that does not expect it.
        signal.setitimer(signal.ITIMER_PROF, _TIMES * self._takes_s(item) + _BESIDES_S)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os.write(self._said, report.nodeid.encode() + b"\n")

    def _takes_s(self, item: pytest.Item) -> float:
        return self._known.tests[item.nodeid].seconds


class _Waiting:
    """Has everything imported and collected; shows each change that it is told to a fork of it.

    Args:
        tree: A copy of the tree.
        files: What may be changed.
        known: Of all tests.
        tasks: Where a line comes for each change: its file, its code and the tests.
        answers: Where the test that fails is said.
    """

    def __init__(
        self, tree: Path, files: Collection[str], known: Known, tasks: int, answers: int
    ) -> None:
        self._tree, self._files, self._known = tree, files, known
        self._tasks, self._answers = tasks, answers

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        functions = Functions([self._tree / file for file in self._files])
        factory: pytest.TempPathFactory = session.config._tmp_path_factory  # type: ignore[attr-defined]
        folder = factory.getbasetemp()
        gc.freeze()
        os.write(self._answers, b"\n")
        with os.fdopen(self._tasks, encoding="utf-8") as tasks:
            for line in tasks:
                file, code, names = json.loads(line)
                if functions.would_swap(self._tree / file, code):
                    swap = partial(functions.swap, self._tree / file, code)
                    by = _heard(partial(self._swapped, swap, session, names))
                else:
                    by = noticed(self._tree, names, self._known)
                os.write(self._answers, json.dumps(by).encode() + b"\n")
                for each in folder.iterdir():
                    shutil.rmtree(each, ignore_errors=True)
        return True

    def _swapped(
        self, swap: Callable[[], None], session: pytest.Session, names: Sequence[str], said: int
    ) -> int:
        """Run tests with another code, in a fork; return 1 where one fails."""
        swap()
        shown = _Shown(names, self._known, said)
        session.config.pluginmanager.register(shown)
        items = shown.chosen(session.items)
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                return 1
        return 0


class Server:
    """A process that has collected all tests, and shows changes to some of them.

    Args:
        tree: A copy of the tree.
        files: What may be changed.
        known: Of all tests.
    """

    def __init__(self, tree: Path, files: Collection[str], known: Known) -> None:
        self._tree, self._known = tree, known
        there, self._tasks = os.pipe()
        answers, here = os.pipe()
        tests = sorted({_file_of(name) for name in known.tests})
        waiting = _Waiting(tree, files, known, there, here)

        def wait() -> int:
            os.close(self._tasks)
            os.close(answers)
            return int(pytest.main([*_OPTIONS, *tests], plugins=[waiting]))

        self._process = _forked(tree, wait)
        os.close(there)
        os.close(here)
        self._answers = os.fdopen(answers, encoding="utf-8")
        # Until it has imported everything, nothing may be changed.
        self._heard()

    def noticed(self, file: str, code: str, names: Sequence[str]) -> str:
        """Return the test that notices another code in a file, as `noticed` does.

        The code must be in the tree, too, for processes that tests start.
        """
        if not names:
            return ""
        task = memoryview(json.dumps((file, code, names)).encode() + b"\n")
        while task:
            task = task[os.write(self._tasks, task) :]
        return str(json.loads(self._heard()))

    def _heard(self) -> str:
        if not (answer := self._answers.readline()):
            raise SystemExit((self._tree / LOG).read_text(encoding="utf-8")[-2000:])
        return answer

    def close(self) -> None:
        """End the process."""
        os.close(self._tasks)
        os.waitpid(self._process, 0)
        self._answers.close()


def look(tree: Path, files: Collection[str], tests: Collection[str], said: Path) -> None:
    """Run the tests of some files once and write what they show.

    Args:
        tree: A copy of the tree.
        files: Whose lines are looked at.
        tests: Files of tests.
        said: Where it is written, for `known_from`.

    Raises:
        SystemExit: One of them fails without any change.
    """
    child = _forked(tree, lambda: _look(tree, files, tests, said))
    _, status = os.waitpid(child, 0)
    if status or not said.exists():
        said.unlink(missing_ok=True)
        raise SystemExit("without any change some tests fail")


def known_from(said: Path) -> Known:
    """Return what `look` wrote."""
    found = json.loads(said.read_text(encoding="utf-8"))
    seen = {name: Seen(*each) for name, each in found["tests"].items()}
    lines = {
        file: {int(line): names for line, names in places.items()}
        for file, places in found["lines"].items()
    }
    return Known(seen, lines)


def _look(tree: Path, files: Collection[str], tests: Collection[str], said: Path) -> int:
    from coverage import Coverage

    coverage = Coverage(data_file=None, config_file=False, include=[str(tree / f) for f in files])
    coverage.start()
    looking = _Looking(coverage)
    code = pytest.main([*_OPTIONS, *sorted(tests)], plugins=[looking])
    coverage.stop()
    data = coverage.get_data()
    lines = {file: data.contexts_by_lineno(str(tree / file)) for file in files}
    found = {"tests": looking.tests, "lines": lines}
    said.write_text(json.dumps(found), encoding="utf-8")
    return int(code)


def noticed(tree: Path, names: Sequence[str], known: Known) -> str:
    """Return the test that fails in a tree, "no end" where none ends; "" where all succeed."""
    if not names:
        return ""
    files = sorted({_file_of(name) for name in names})

    def run(said: int) -> int:
        return int(pytest.main([*_OPTIONS, *files], plugins=[_Shown(names, known, said)]))

    return _heard(lambda said: _in_tree(tree, lambda: run(said)))


def _heard(work: Callable[[int], int]) -> str:
    """Return what tests in a fork say first, "no end" where they do not end, "" where all is well.

    Args:
        work: Runs them; takes where it is said, returns 0 where all is well.
    """
    hears, says = os.pipe()
    child = _fork(lambda: work(says))
    os.close(says)
    try:
        if (code := _code_of(child)) is None:
            return "no end"
        # What a test has left running may hold the other end: nothing is waited for.
        os.set_blocking(hears, False)
        with contextlib.suppress(BlockingIOError):
            if by := os.read(hears, 1 << 16).decode():
                return by.partition("\n")[0]
        return "" if code == 0 else "collecting the tests"
    finally:
        os.close(hears)


def _code_of(child: int) -> int | None:
    """Wait for a child, end what it left running; return its code, None where it did not end."""
    _, status = os.waitpid(child, 0)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(status)
    return None if code == -signal.SIGPROF else code


def _forked(tree: Path, work: Callable[[], int]) -> int:
    """Do something in a fork that knows nothing of Segue but what is in a tree; return its id."""
    return _fork(lambda: _in_tree(tree, work))


def _fork(work: Callable[[], int]) -> int:
    """Do something in a fork; return its id."""
    child = os.fork()
    if child:
        return child
    code = 3
    try:
        os.setsid()
        code = work()
    except BaseException:  # noqa: BLE001 - the fork must not go on as its parent
        traceback.print_exc()
    finally:
        os._exit(int(code))


def _in_tree(tree: Path, work: Callable[[], int]) -> int:
    """Do something as if there were no other tree; what is said goes into its log."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    log = os.open(tree / LOG, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.chdir(tree)
    root = str(Path(__file__).resolve().parents[2])
    sys.path[:] = [str(tree), *(each for each in sys.path if each not in {"", root})]
    os.environ["PYTHONPATH"] = str(tree)
    taken = int(Path("/proc/self/statm").read_bytes().split()[0]) * resource.getpagesize()
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (taken + _MEMORY, hard))
    for name in [name for name in sys.modules if name.partition(".")[0] in OWN]:
        del sys.modules[name]
    return work()


def _processor_s() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def statement_lines(code: str, changed: Collection[int]) -> set[int]:
    """Return the lines of the statements, or of their heads, in which some lines are."""
    found = set(changed)
    for node in ast.walk(ast.parse(code)):
        if not isinstance(node, ast.stmt):
            continue
        body = getattr(node, "body", None) or getattr(node, "cases", None)
        first = body[0] if body else None
        end = getattr(first, "lineno", getattr(getattr(first, "pattern", None), "lineno", 0)) - 1
        lines = range(node.lineno, max(node.lineno, end if body else node.end_lineno or 0) + 1)
        if any(line in lines for line in changed):
            found.update(lines)
    return found
