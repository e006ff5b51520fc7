"""Worker processes that read untrusted files, with limits on memory and time.

A worker that dies or hangs loses only the file it was reading. Tasks and results are bytes that
`msgspec` checks; nothing is pickled between the processes.
"""

import contextlib
import gc
import itertools
import multiprocessing
import multiprocessing.connection
import os
import signal
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

from engine.ground.closing import Closing
from engine.ground.errors import ProcessError
from engine.ground.host import children_without_breaks, limit_memory
from engine.sentence import said

# Of one task; only a broken file should reach these limits.
TIME_LIMIT_S = 20.0
MEMORY_LIMIT_BYTES = 1_500_000_000
# A worker first imports numpy, which is slow on a busy machine.
_START_LIMIT_S = 120.0
# Tasks sent to a worker ahead, so that it never waits for the next one.
_TASKS_IN_HAND = 4
# Starting a worker takes half a second: it pays only with this many tasks waiting.
_TASKS_WORTH_A_WORKER = 32
# Few enough that the remaining cycles stay small.
_TASKS_BETWEEN_COLLECTIONS = 500
# More dead starts in a row mean that workers cannot run on this machine.
_MOST_FAILED_STARTS = 3
# A worker that got less than 1/3 of its time limit as processor time gets three times the limit.
_STARVATION_RATIO = 3
_UNKNOWN = float("-inf")
_HELLO = b"ready"
_CONTEXT = multiprocessing.get_context("spawn")

Work = Callable[[bytes], bytes]


@dataclass(frozen=True, slots=True)
class TaskResult:
    """The result of a task.

    Attributes:
        number: The number that `Guard.submit` returned.
        data: The result of the work; None if the worker died or took too long.
        problem: One sentence on that, or empty.
    """

    number: int
    data: bytes | None
    problem: str = ""


@dataclass(slots=True)
class _Worker:
    process: SpawnProcess
    connection: Connection
    started: bool = False
    since_s: float = 0.0
    worked_s: float = 0.0
    in_hand: deque[tuple[int, bytes]] = field(default_factory=deque)


class Guard(Closing):
    """A pool of workers with limits on time and memory.

    Args:
        work: A module-level function, or a `partial` of one, that maps a task to its result; it
            is sent to each worker once.
        workers: Most workers; 0 means one per core.
        time_limit_s: Most seconds per task.
        memory_limit: Most bytes that a worker may allocate after its start.
        clock: Seconds.
    """

    def __init__(
        self,
        work: Work,
        *,
        workers: int = 0,
        time_limit_s: float = TIME_LIMIT_S,
        memory_limit: int = MEMORY_LIMIT_BYTES,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._work = work
        self._most = workers or os.cpu_count() or 1
        self._time_limit_s = time_limit_s
        self._memory_limit = memory_limit
        self._clock = clock
        self._workers: list[_Worker] = []
        self._waiting: deque[tuple[int, bytes]] = deque()
        self._submitted = 0
        self._failed_starts = 0

    @property
    def pending(self) -> int:
        """The number of tasks without a result."""
        return len(self._waiting) + sum(len(worker.in_hand) for worker in self._workers)

    def submit(self, task: bytes) -> int:
        """Queue a task and return its number."""
        self._submitted += 1
        self._waiting.append((self._submitted, task))
        return self._submitted

    def answers(self, timeout_s: float) -> list[TaskResult]:
        """Return the results that arrive within a time, in no particular order."""
        self._start_workers()
        self._hand_out()
        busy = [worker for worker in self._workers if worker.in_hand]
        connections = [worker.connection for worker in busy]
        ready = multiprocessing.connection.wait(connections, timeout_s) if busy else []
        answers: list[TaskResult] = []
        for worker in busy:
            if worker.connection in ready:
                answers += self._hear(worker)
        answers += self._give_up_late_ones()
        self._hand_out()
        return answers

    def close(self) -> None:
        """End all workers; drop the tasks without a result."""
        for worker in self._workers:
            _end(worker)
        self._workers = []
        self._waiting.clear()

    def _start_workers(self) -> None:
        wanted = min(self._most, -(-self.pending // _TASKS_WORTH_A_WORKER))
        while len(self._workers) < wanted:
            ours, theirs = _CONTEXT.Pipe()
            process = _CONTEXT.Process(
                target=_run_worker, args=(theirs, self._work, self._memory_limit), daemon=True
            )
            with children_without_breaks():
                process.start()
            # Close the worker's end here, or its death would not close the pipe.
            theirs.close()
            self._workers.append(_Worker(process, ours, since_s=self._clock()))

    def _hand_out(self) -> None:
        for worker in self._workers:
            while self._waiting and len(worker.in_hand) < _TASKS_IN_HAND:
                if worker.started and not worker.in_hand:
                    self._begin_timing(worker)
                task = self._waiting.popleft()
                worker.in_hand.append(task)
                with contextlib.suppress(OSError):  # it died: `answers` finds out
                    worker.connection.send_bytes(task[1])

    def _hear(self, worker: _Worker) -> list[TaskResult]:
        answers: list[TaskResult] = []
        try:
            while worker.connection.poll():
                data = worker.connection.recv_bytes()
                self._begin_timing(worker)
                if not worker.started:
                    worker.started = True
                    continue
                number, _ = worker.in_hand.popleft()
                answers.append(TaskResult(number, data))
        except (EOFError, OSError):
            answers += self._bury(worker, _why_it_died(worker.process))
        return answers

    def _begin_timing(self, worker: _Worker) -> None:
        worker.since_s = self._clock()
        worker.worked_s = _processor_s(worker.process)

    def _give_up_late_ones(self) -> list[TaskResult]:
        answers: list[TaskResult] = []
        for worker in list(self._workers):
            if worker.in_hand and self._is_late(worker):
                problem = said(
                    "Reading it took longer than {time_limit_s:.0f} seconds.",
                    time_limit_s=self._time_limit_s,
                )
                answers += self._bury(worker, problem)
        return answers

    def _is_late(self, worker: _Worker) -> bool:
        waited_s = self._clock() - worker.since_s
        if not worker.started:
            return waited_s > _START_LIMIT_S
        if waited_s <= self._time_limit_s:
            return False
        # On a loaded machine a worker may have had almost no processor time.
        worked_s = _processor_s(worker.process) - worker.worked_s
        starved = 0 <= worked_s < self._time_limit_s / _STARVATION_RATIO
        return not starved or waited_s > _STARVATION_RATIO * self._time_limit_s

    def _bury(self, worker: _Worker, problem: str) -> list[TaskResult]:
        """Remove a worker; fail its current task and queue its other tasks again.

        Raises:
            ProcessError: Several workers died while they started.
        """
        _end(worker)
        self._workers.remove(worker)
        if not worker.started:
            self._failed_starts += 1
            if self._failed_starts >= _MOST_FAILED_STARTS:
                raise ProcessError("The processes that read files cannot be started.")
            self._waiting.extendleft(reversed(worker.in_hand))
            return []
        if not worker.in_hand:
            return []
        number, _ = worker.in_hand.popleft()
        self._waiting.extendleft(reversed(worker.in_hand))
        return [TaskResult(number, None, problem)]


def _processor_s(process: SpawnProcess) -> float:
    """Return the processor time of a worker, in seconds; negative if unknown."""
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_bytes().rpartition(b")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return _UNKNOWN


def _why_it_died(process: SpawnProcess) -> str:
    process.join(1.0)
    return said(
        "Reading it ended the process that read it (code {exitcode}).", exitcode=process.exitcode
    )


def _end(worker: _Worker) -> None:
    worker.connection.close()
    worker.process.kill()
    worker.process.join()
    worker.process.close()


def _run_worker(connection: Connection, work: Work, memory_limit: int) -> None:
    """Run tasks until the parent closes the pipe."""
    # A terminal sends Ctrl+C to all its processes; the parent decides when a worker ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_memory(memory_limit)
    # Notes form no cycles, and the collector would take a third of the time to find none among
    # millions of them.
    gc.disable()
    with contextlib.suppress(EOFError, OSError):
        connection.send_bytes(_HELLO)
        for done in itertools.count(1):
            connection.send_bytes(work(connection.recv_bytes()))
            if done % _TASKS_BETWEEN_COLLECTIONS == 0:
                gc.collect()
