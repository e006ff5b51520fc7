"""A worker's death, hang or hunger costs one file and nothing else."""

import importlib
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.ground.errors import ProcessError
from engine.library.guard import Guard, TaskResult

WORK = """
import os, time

def work(task):
    if task == b"die":
        os._exit(9)
    if task == b"hang":
        while True:
            pass
    if task == b"wait":
        time.sleep(100)
    if task == b"nap":
        time.sleep(3)
    if task == b"eat":
        return bytes(len(bytearray(3_000_000_000)))
    return task.upper()
"""


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], bytes]:
    (tmp_path / "guarded_work.py").write_text(WORK)
    monkeypatch.syspath_prepend(str(tmp_path))
    return importlib.import_module("guarded_work").work


def _all(guard: Guard) -> dict[int, TaskResult]:
    answers: dict[int, TaskResult] = {}
    deadline = time.monotonic() + 90
    while guard.pending and time.monotonic() < deadline:
        answers |= {answer.number: answer for answer in guard.answers(0.1)}
    return answers


@pytest.mark.slow
def test_bad_tasks_cost_themselves_only(work: Callable[[bytes], bytes]) -> None:
    tasks = [b"a%d" % i for i in range(40)]
    bad = {5: b"die", 6: b"eat", 20: b"hang", 30: b"wait"}
    for place, task in bad.items():
        tasks[place] = task
    with Guard(work, workers=2, time_limit_s=2.0) as guard:
        numbers = [guard.submit(task) for task in tasks]
        answers = _all(guard)
    for place, (number, task) in enumerate(zip(numbers, tasks, strict=True)):
        if place in bad:
            assert answers[number].data is None
        else:
            assert answers[number].data == task.upper()
    assert "code 9" in answers[numbers[5]].problem
    assert "longer than 2 seconds" in answers[numbers[20]].problem


@pytest.mark.slow
def test_a_worker_that_hardly_ran_is_given_more_time(work: Callable[[bytes], bytes]) -> None:
    """As on a machine that trains on all cores; asleep stands for not getting a turn."""
    with Guard(work, workers=1, time_limit_s=1.5) as guard:
        number = guard.submit(b"nap")
        assert _all(guard)[number].data == b"NAP"


def test_nothing_to_do_starts_nothing(work: Callable[[bytes], bytes]) -> None:
    with Guard(work) as guard:
        assert guard.answers(0.0) == []
        assert guard._workers == []


def test_workers_that_cannot_start_are_given_up(
    work: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    (tmp_path / "guarded_work.py").write_text("raise SystemExit(3)")
    with Guard(work, workers=1) as guard:
        guard.submit(b"a")
        with pytest.raises(ProcessError, match="cannot be started"):
            _all(guard)
