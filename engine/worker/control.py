"""What the user says while something long runs: go on, wait, stop, or nobody is there any more."""

import queue

from engine.messages import Command, PauseJob, StopJob
from engine.worker.door import Inbox


class Control:
    """Looks into the inbox between two steps of a job; what is for later is put back at its end.

    Args:
        inbox: Where it is said; anything but control of the job is kept for later.
        pausing_ends: Whether a pause ends the job, which can be resumed, instead of waiting.

    Attributes:
        discard: Whether what was made is to be thrown away.
        gone: Whether there is nobody any more.
        paused: Whether it ends because it is paused.
    """

    def __init__(self, inbox: Inbox, *, pausing_ends: bool = False) -> None:
        self._inbox = inbox
        self._pausing_ends = pausing_ends
        self._kept: list[Command] = []
        self._stopped = False
        self.discard = False
        self.gone = False
        self.paused = False

    def begin_again(self) -> None:
        """Forget that it was stopped: what is done now can be stopped anew."""
        self._stopped = False

    def must_stop(self) -> bool:
        """Return whether to stop; while the job is paused this does not return."""
        paused = False
        while not self._stopped:
            try:
                command = self._inbox.get() if paused else self._inbox.get_nowait()
            except queue.Empty:
                break
            match command:
                case StopJob():
                    self._stopped, self.discard = True, command.discard
                case None:
                    self._stopped = self.gone = True
                case PauseJob() if self._pausing_ends:
                    self._stopped = self.paused = command.paused
                case PauseJob():
                    paused = command.paused
                case _:
                    self._kept.append(command)
            if not paused and self._inbox.empty():
                break
        return self._stopped

    def __enter__(self) -> "Control":
        return self

    def __exit__(self, *_: object) -> None:
        """Put what was kept, and the end if it came, back into the inbox."""
        for command in self._kept:
            self._inbox.put(command)
        self._kept.clear()
        if self.gone:
            self._inbox.put(None)
