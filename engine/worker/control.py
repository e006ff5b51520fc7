"""Pausing and stopping a long job from the inbox."""

import queue

from engine.messages import Command, PauseJob, StopJob
from engine.worker.door import Inbox


class JobControl:
    """Checks the inbox between steps of a job; other commands are put back when the job ends.

    Args:
        inbox: Commands; None when the parent has gone.
        pausing_ends: Whether a pause ends the job, to be resumed later, instead of waiting.

    Attributes:
        discard: Whether to delete what was made.
        gone: Whether the parent has gone.
        paused: Whether the job ends because of a pause.
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
        """Forget a stop, so that the next phase can be stopped separately."""
        self._stopped = False

    def must_stop(self) -> bool:
        """Return whether to stop; blocks while the job is paused."""
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

    def __enter__(self) -> "JobControl":
        return self

    def __exit__(self, *_: object) -> None:
        """Put the kept commands, and None if it arrived, back into the inbox."""
        for command in self._kept:
            self._inbox.put(command)
        self._kept.clear()
        if self.gone:
            self._inbox.put(None)
