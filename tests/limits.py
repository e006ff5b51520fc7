"""No test hangs: each has a limit, waits end before it, and so has the whole run.

A test over its limit ends its process, after the stacks of all threads: an exception in whichever
code runs just then would be lost in a slot of Qt's, and the loop around it would run for ever.
xdist fails that test and goes on in another process. A test's own waits end before that
(`tests/waiting.py`), so that what is seen of a failure is usually the wait.
"""

import faulthandler
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import psutil
import pytest

from tests import waiting

# The seconds that a whole run may take (`run.py`).
RUN_LIMIT = "SEGUE_TESTS_LIMIT_S"
# What a test needs after its last wait, for its report and the end of its processes.
_GRACE_S = 15.0
# Time for the stacks of the processes, once they were asked.
_STACKS_S = 3.0


class Limits:
    """Tells each test when it ends, and ends a run that does not.

    Args:
        run_s: The seconds that the whole run may take; 0 is for ever.
    """

    def __init__(self, run_s: float) -> None:
        self._running: dict[str, float] = {}
        self._run_s = run_s
        # pytest keeps what is written to the usual one while a test runs.
        self._stderr = os.dup(2)
        self._timer = threading.Timer(run_s, self._give_up) if run_s else None

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Set the end of a test's patience."""
        waiting.end_by(time.monotonic() + limit_s(item) - _GRACE_S)
        try:
            return (yield)
        finally:
            waiting.end_by(waiting.NEVER)

    @pytest.hookimpl(optionalhook=True)
    def pytest_timeout_set_timer(self, settings: Any) -> bool:
        """Take pytest-timeout's limit to Python's own watchdog.

        It needs no lock of Python's, and its stacks are seen from a process of xdist's, too, where
        those of pytest-timeout are not.
        """
        faulthandler.dump_traceback_later(settings.timeout, exit=True, file=self._stderr)
        return True

    @pytest.hookimpl(optionalhook=True)
    def pytest_timeout_cancel_timer(self) -> bool:
        """Call the watchdog off."""
        faulthandler.cancel_dump_traceback_later()
        return True

    def pytest_enter_pdb(self) -> None:
        """Leave the test to whoever looks at it in a debugger."""
        faulthandler.cancel_dump_traceback_later()
        waiting.end_by(waiting.NEVER)

    def pytest_sessionstart(self) -> None:
        """Begin to count the run's seconds."""
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()

    def pytest_sessionfinish(self) -> None:
        """Stop counting."""
        if self._timer is not None:
            self._timer.cancel()
        os.close(self._stderr)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Note that a test begins, in whichever process."""
        self._running[nodeid] = time.monotonic()

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """Note that a test has ended."""
        self._running.pop(nodeid, None)

    def _give_up(self) -> None:
        now = time.monotonic()
        told = [f"  {name} ({now - began:.0f} s)" for name, began in self._running.items()]
        text = f"The tests have not ended after {self._run_s:.0f} s. These are running:"
        os.write(self._stderr, "\n".join(["", text, *told, ""]).encode())
        children = psutil.Process().children(recursive=True)
        for worker in psutil.Process().children():
            # pytest has switched on Python's own handler, which prints the stacks of all threads.
            _send(worker, signal.SIGABRT)
        time.sleep(_STACKS_S)
        for child in children:
            _send(child, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
        os._exit(1)


def _send(process: psutil.Process, number: signal.Signals) -> None:
    with suppress(psutil.Error):  # it has ended since
        process.send_signal(number)


def limit_s(item: pytest.Item) -> float:
    """Return the seconds that a test may take, as pytest-timeout reads them; 0 is for ever."""
    marker = item.get_closest_marker("timeout")
    given = item.config.getoption("timeout", None)
    if marker is not None:
        limit = marker.kwargs.get("timeout", next(iter(marker.args), 0))
    else:
        limit = item.config.getini("timeout") if given is None else given
    return float(limit or 0) or waiting.NEVER


def pytest_configure(config: pytest.Config) -> None:
    """Set the limits; that of the run in the process that knows all tests."""
    is_worker = hasattr(config, "workerinput")
    run_s = 0.0 if is_worker else float(os.environ.get(RUN_LIMIT) or 0)
    config.pluginmanager.register(Limits(run_s), "limits")
