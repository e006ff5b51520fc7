"""Something else that keeps the machine busy while it is measured: processes of our own program."""

import os
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import IO

from engine.processes.process import child_environment

# Importing torch or Qt takes seconds on a busy machine; only then does the work begin.
_WARM_S = 8.0
# To end by itself once it is asked to, before it is killed.
_GRACE_S = 5.0


class Load:
    """Runs a program again and again for as long as the context lasts.

    Args:
        command: What to run.
        environment: Its environment; without one, that of the player's process.
        niceness: By how much to lower it, as the program lowers its own processes.
        warm_s: Seconds to wait until it does its work.

    Attributes:
        failure: Why it does not run, or empty.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        niceness: int = 0,
        warm_s: float = _WARM_S,
    ) -> None:
        self._command = list(command)
        self._environment = dict(environment or child_environment("player"))
        self._niceness = niceness
        self._warm_s = warm_s
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="load", daemon=True)
        self.failure = ""

    def __enter__(self) -> "Load":
        self._thread.start()
        end_s = time.monotonic() + self._warm_s
        while time.monotonic() < end_s and not self.failure:
            time.sleep(0.05)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._ended.set()
        self._thread.join(2 * _GRACE_S)

    def _run(self) -> None:
        while not (self._ended.is_set() or self.failure):
            with tempfile.TemporaryFile() as words:
                self._once(words)

    def _once(self, words: IO[bytes]) -> None:
        try:
            process = subprocess.Popen(  # noqa: S603 - our own program, no shell
                self._command,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=words,
            )
        except OSError as error:
            self.failure = str(error)
            return
        if self._niceness and hasattr(os, "setpriority"):
            os.setpriority(os.PRIO_PROCESS, process.pid, self._niceness)
        while process.poll() is None and not self._ended.wait(0.05):
            pass
        _end(process)
        if process.returncode and not self._ended.is_set():
            words.seek(0)
            said = words.read().decode("utf-8", "replace").strip().splitlines()
            self.failure = said[-1] if said else f"it ended with code {process.returncode}"


def _end(process: "subprocess.Popen[bytes]") -> None:
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(_GRACE_S)
        except subprocess.TimeoutExpired:
            process.kill()
    process.wait()
