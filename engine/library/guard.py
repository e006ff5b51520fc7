"""Worker processes that look at files from strangers, with limits on memory and time.

A worker that dies or does not come back costs the one file it had in hand. Tasks and answers
are bytes that `msgspec` checks; nothing is pickled between the processes.
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
from types import TracebackType

from engine.errors import ProcessError
from engine.host import children_without_breaks, limit_memory

TIME_LIMIT_S = 20.0
MEMORY_LIMIT_BYTES = 1_500_000_000
# A worker imports numpy first; on a busy machine that takes its time.
_START_LIMIT_S = 120.0
# Tasks a worker holds: the next one is there when the last is done.
_TASKS_IN_HAND = 4
# So many tasks must wait for each worker that starts: starting one takes half a second.
_TASKS_WORTH_A_WORKER = 32
_TASKS_BETWEEN_COLLECTIONS = 500
_MOST_FAILED_STARTS = 3
# A worker that got less than one part in so many of its time is given as many times more.
_STARVED = 3
_UNTOLD = float("-inf")
_HELLO = b"ready"
_CONTEXT = multiprocessing.get_context("spawn")

Work = Callable[[bytes], bytes]


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a task.

    Attributes:
        number: The task's, as `Guard.submit` returned it.
        data: What the work returned, or None when it died or took too long.
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


class Guard:
    """A few guarded workers that do one kind of work.

    Args:
        work: A module's function that makes an answer of a task, or a `partial` of one; it
            travels to the workers once.
        workers: The most that work at once; 0 takes one for each core.
        time_limit_s: Seconds that one task may take.
        memory_limit: Bytes that a worker may take on top of its own.
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
        """Tasks that are not answered yet."""
        return len(self._waiting) + sum(len(worker.in_hand) for worker in self._workers)

    def submit(self, task: bytes) -> int:
        """Queue a task and return its number."""
        self._submitted += 1
        self._waiting.append((self._submitted, task))
        return self._submitted

    def answers(self, timeout_s: float) -> list[Answer]:
        """Return the answers that are there, or come within a time; in no particular order."""
        self._start_workers()
        self._hand_out()
        connections = {worker.connection: worker for worker in self._workers if worker.in_hand}
        ready = multiprocessing.connection.wait(list(connections), timeout_s) if connections else []
        answers: list[Answer] = []
        for connection in ready:
            worker = connections[connection]  # type: ignore[index]  # what went in comes out
            answers += self._hear(worker)
        answers += self._give_up_late_ones()
        self._hand_out()
        return answers

    def close(self) -> None:
        """End all workers; tasks that are not answered are dropped."""
        for worker in self._workers:
            _end(worker)
        self._workers = []
        self._waiting.clear()

    def __enter__(self) -> "Guard":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _start_workers(self) -> None:
        wanted = min(self._most, -(-self.pending // _TASKS_WORTH_A_WORKER))
        while len(self._workers) < wanted:
            ours, theirs = _CONTEXT.Pipe()
            process = _CONTEXT.Process(
                target=_run_worker, args=(theirs, self._work, self._memory_limit), daemon=True
            )
            with children_without_breaks():
                process.start()
            # The worker's end must be closed here, else its death would not end the pipe.
            theirs.close()
            self._workers.append(_Worker(process, ours, since_s=self._clock()))

    def _hand_out(self) -> None:
        for worker in self._workers:
            while self._waiting and len(worker.in_hand) < _TASKS_IN_HAND:
                if worker.started and not worker.in_hand:
                    self._begin_timing(worker)
                task = self._waiting.popleft()
                worker.in_hand.append(task)
                with contextlib.suppress(OSError):  # it died; that is heard in `answers`
                    worker.connection.send_bytes(task[1])

    def _hear(self, worker: _Worker) -> list[Answer]:
        answers: list[Answer] = []
        try:
            while worker.connection.poll():
                data = worker.connection.recv_bytes()
                self._begin_timing(worker)
                if not worker.started:
                    worker.started = True
                    continue
                number, _ = worker.in_hand.popleft()
                answers.append(Answer(number, data))
        except (EOFError, OSError):
            answers += self._bury(worker, _why_it_died(worker.process))
        return answers

    def _begin_timing(self, worker: _Worker) -> None:
        worker.since_s = self._clock()
        worker.worked_s = _processor_s(worker.process)

    def _give_up_late_ones(self) -> list[Answer]:
        answers: list[Answer] = []
        for worker in list(self._workers):
            if worker.in_hand and self._is_late(worker):
                problem = f"Reading it took longer than {self._time_limit_s:.0f} seconds."
                answers += self._bury(worker, problem)
        return answers

    def _is_late(self, worker: _Worker) -> bool:
        waited_s = self._clock() - worker.since_s
        if not worker.started:
            return waited_s > _START_LIMIT_S
        if waited_s <= self._time_limit_s:
            return False
        # On a machine that trains and plays meanwhile a worker may have hardly run at all.
        worked_s = _processor_s(worker.process) - worker.worked_s
        starved = 0 <= worked_s < self._time_limit_s / _STARVED
        return not starved or waited_s > _STARVED * self._time_limit_s

    def _bury(self, worker: _Worker, problem: str) -> list[Answer]:
        """Drop a worker and the task it had in hand; put its other tasks back.

        Raises:
            ProcessError: Workers die before they have begun.
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
        return [Answer(number, None, problem)]


def _processor_s(process: SpawnProcess) -> float:
    """Return the seconds of processor a worker has used; negative where that is not told."""
    try:
        with open(f"/proc/{process.pid}/stat", "rb") as file:  # noqa: PTH123 - no file of a user's
            fields = file.read().rpartition(b")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return _UNTOLD


def _why_it_died(process: SpawnProcess) -> str:
    process.join(1.0)
    return f"Reading it ended the process that read it (code {process.exitcode})."


def _end(worker: _Worker) -> None:
    worker.connection.close()
    worker.process.kill()
    worker.process.join()
    worker.process.close()


def _run_worker(connection: Connection, work: Work, memory_limit: int) -> None:
    """Do tasks until the other end of the pipe closes."""
    # Ctrl+C goes to every process of a terminal; the parent decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_memory(memory_limit)
    # Notes and messages refer to nothing that refers to them: looking for cycles among millions
    # of them takes a third of the time and finds none.
    gc.disable()
    with contextlib.suppress(EOFError, OSError):
        connection.send_bytes(_HELLO)
        for done in itertools.count(1):
            connection.send_bytes(work(connection.recv_bytes()))
            if done % _TASKS_BETWEEN_COLLECTIONS == 0:
                gc.collect()
