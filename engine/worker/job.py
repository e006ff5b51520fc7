"""The job role: one import or one training at a time, paused, stopped or resumed as told."""

import queue
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from engine.errors import ProcessError
from engine.messages import (
    Command,
    EndTraining,
    ExportModel,
    ExportNotation,
    ImportFolders,
    ImportModel,
    ImportReport,
    JobStopped,
    KeepStep,
    ListLibrary,
    MeasureTraining,
    Message,
    PauseJob,
    StopJob,
    TrainModel,
)
from engine.paths import Paths, user_paths
from engine.worker.door import Emit, Inbox
from engine.worker.importing import import_into_library
from engine.worker.listing import list_library

if TYPE_CHECKING:
    from engine.worker.live import Border
    from engine.worker.making import Making


class JobRole:
    """Does one long piece of work after another.

    Args:
        inbox: Commands; None ends the role.
        emit: Where events go.
        border: What keeps a failure from ending the process.
    """

    def __init__(self, inbox: Inbox, emit: Emit, *, border: "Border") -> None:
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
                    case MeasureTraining():
                        self._measure(command)
                    case EndTraining():
                        self._end_run(command)
                    case KeepStep():
                        self._keep_step(command)
                    case ImportModel() | ExportModel() | ExportNotation():
                        self._carry(command)
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

    def _carry(self, command: ImportModel | ExportModel | ExportNotation) -> None:
        if isinstance(command, ExportNotation):
            from engine.worker.notation import export_notation

            self._emit(export_notation(command))
            return
        from engine.worker import model_files

        match command:
            case ImportModel():
                self._emit(model_files.bring_in(command, self._paths))
            case ExportModel():
                self._emit(model_files.take_along(command))

    def _train(self, command: TrainModel) -> None:
        from engine.worker.making import Making

        control = Control(self._inbox, pausing_ends=True)
        making = Making(command, self._paths, listen=True)
        ended = self._pump(making.progress(), control)
        if control.gone:
            # Nobody listens: the run stays as it is, to be resumed.
            making.pause()
        elif control.discard or (not ended and not making.worth_keeping and not control.paused):
            making.discard()
            self._emit(JobStopped())
        elif control.paused or making.paused:
            self._emit(making.pause())
        else:
            self._end(making, control)
        control.hand_back()

    def _end(self, making: "Making", control: "Control") -> None:
        """Hear the best step and make it the model; a second stop leaves the hearing out."""
        control.begin_again()
        for event in making.ending(stopped=control.must_stop):
            self._emit(event)

    def _end_run(self, command: EndTraining) -> None:
        from engine.worker.making import Making

        making = Making(TrainModel(name=command.name, resume=True), self._paths, listen=True)
        if command.discard:
            making.discard()
            self._emit(JobStopped())
        else:
            control = Control(self._inbox)
            self._end(making, control)
            control.hand_back()

    def _keep_step(self, command: KeepStep) -> None:
        from engine.worker.making import Making

        making = Making(TrainModel(name=command.name, resume=True), self._paths)
        self._emit(making.keep_step(command.step))

    def _measure(self, command: MeasureTraining) -> None:
        from engine.worker.trying import try_training

        control = Control(self._inbox)
        trial = try_training(command, self._paths, stopped=control.must_stop)
        self._pump(trial, control)
        if control.must_stop() and not control.gone:
            self._emit(JobStopped())
        control.hand_back()

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

    def hand_back(self) -> None:
        """Put what was kept, and the end if it came, back into the inbox."""
        for command in self._kept:
            self._inbox.put(command)
        self._kept.clear()
        if self.gone:
            self._inbox.put(None)
