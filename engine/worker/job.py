"""The job role: one import or one training at a time, paused, stopped or resumed as told."""

import queue
from collections.abc import Callable, Iterator

from engine.errors import ProcessError
from engine.messages import (
    Command,
    ImportFolders,
    ImportReport,
    JobStopped,
    ListLibrary,
    Message,
    PauseJob,
    StopJob,
    TrainModel,
)
from engine.paths import Paths, user_paths
from engine.worker.door import Emit, Inbox
from engine.worker.importing import import_into_library
from engine.worker.listing import list_library
from engine.worker.live import Border
from engine.worker.making import Making


class JobRole:
    """Does one long piece of work after another.

    Args:
        inbox: Commands; None ends the role.
        emit: Where events go.
        border: What keeps a failure from ending the process.
    """

    def __init__(self, inbox: Inbox, emit: Emit, *, border: Border) -> None:
        self._inbox = inbox
        self._emit = emit
        self._border = border
        self._paths: Paths = user_paths()

    def run(self) -> None:
        """Do as told until the parent goes."""
        while (command := self._inbox.get()) is not None:
            with self._border(self._emit):
                match command:
                    case ImportFolders():
                        self._import(command)
                    case ListLibrary():
                        self._emit(list_library(self._paths))
                    case TrainModel():
                        self._train(command)
                    case StopJob() | PauseJob():
                        pass  # what it was meant for is over
                    case _:
                        name = type(command).__name__
                        raise ProcessError(f"The job process does not know the command {name}.")

    def _import(self, command: ImportFolders) -> None:
        control = Control(self._inbox)
        for event in import_into_library(command.folders, self._paths, cancelled=control.must_stop):
            if not isinstance(event, ImportReport) or not control.gone:
                self._emit(event)
        control.hand_back()

    def _train(self, command: TrainModel) -> None:
        control = Control(self._inbox)
        making = Making(command, self._paths)
        ended = self._pump(making.progress(), control)
        control.hand_back()
        if control.gone:
            # Nobody listens: the run stays as it is, to be resumed.
            return
        if control.discard or (not ended and not making.worth_keeping):
            making.discard()
            self._emit(JobStopped())
        else:
            self._emit(making.finish())

    def _pump(self, events: Iterator[Message], control: "Control") -> bool:
        """Emit events until they end or the user ends them; return whether they ended."""
        try:
            for event in events:
                self._emit(event)
                if control.must_stop():
                    return False
        finally:
            close: Callable[[], None] | None = getattr(events, "close", None)
            if close is not None:
                close()
        return True


class Control:
    """What the user says while a job runs.

    Args:
        inbox: Where it is said; anything but control of the job is kept for later.

    Attributes:
        discard: Whether what was made is to be thrown away.
        gone: Whether there is nobody any more.
    """

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._kept: list[Command] = []
        self._stopped = False
        self.discard = False
        self.gone = False

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
                case PauseJob():
                    paused = command.paused
                case _:
                    self._kept.append(command)
            if not paused and self._inbox.empty():
                break
        return self._stopped

    def hand_back(self) -> None:
        """Put what was kept, and the end if it came, back into the inbox."""
        for command in self._kept:
            self._inbox.put(command)
        self._kept.clear()
        if self.gone:
            self._inbox.put(None)
