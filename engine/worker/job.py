"""The job role: one import or training at a time, which can be paused, stopped and resumed."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from engine.ground.errors import ProcessError
from engine.ground.paths import Paths, user_paths
from engine.ground.training_part import require_training
from engine.library.user_library import import_into_library
from engine.making.training_checks import STYLE
from engine.messages import (
    Command,
    DrawLines,
    EndTraining,
    ExportModel,
    ExportNotation,
    ExportParts,
    ImportFolders,
    ImportModel,
    ImportReport,
    JobStopped,
    KeepStep,
    MeasureSteers,
    MeasureTraining,
    Message,
    PauseJob,
    ReadNotation,
    StopJob,
    TrainingPaused,
    TrainModel,
)
from engine.worker.control import JobControl
from engine.worker.door import Border, CommandRole, Emit, Inbox

if TYPE_CHECKING:
    from engine.making.running import Making


class JobRole(CommandRole):
    """Runs one long job after another.

    Args:
        inbox: Commands; None ends the role.
        emit: Takes events.
        border: Turns an error into an event.
    """

    def __init__(self, inbox: Inbox, emit: Emit, *, border: Border) -> None:
        super().__init__(inbox, emit, border=border)
        self._paths: Paths = user_paths()

    def _obey(self, command: Command) -> None:
        match command:
            case ImportFolders():
                self._import(command)
            case TrainModel():
                self._train(command)
            case MeasureTraining():
                self._measure(command)
            case EndTraining():
                self._end_run(command)
            case KeepStep():
                self._keep_step(command)
            case ImportModel() | ExportModel():
                self._carry(command)
            case MeasureSteers():
                self._measure_steers(command)
            case ExportNotation() | ExportParts() | ReadNotation() | DrawLines():
                self._notate(command)
            case StopJob() | PauseJob():
                pass  # the job that it was meant for is over
            case _:
                name = type(command).__name__
                raise ProcessError("The job process does not know the command {name}.", name=name)

    def _import(self, command: ImportFolders) -> None:
        with JobControl(self._inbox) as control:
            stopped = control.must_stop
            for event in import_into_library(command.folders, self._paths, cancelled=stopped):
                if not isinstance(event, ImportReport) or not control.gone:
                    self._emit(event)

    def _notate(self, command: ExportNotation | ExportParts | ReadNotation | DrawLines) -> None:
        from engine.worker.notation import export_notation, export_parts
        from engine.worker.notation_reading import read_notation

        match command:
            case ExportNotation():
                self._emit(export_notation(command))
            case ExportParts():
                self._emit(export_parts(command))
            case ReadNotation():
                self._emit(read_notation(command))
            case DrawLines():
                self._draw(command)

    def _draw(self, command: DrawLines) -> None:
        from engine.worker.notation import draw_lines

        with JobControl(self._inbox) as control:
            for event in draw_lines(command):
                if control.must_stop():
                    self._emit(JobStopped())
                    return
                self._emit(event)

    def _carry(self, command: ImportModel | ExportModel) -> None:
        from engine.making import model_files

        match command:
            case ImportModel():
                self._emit(model_files.bring_in(command, self._paths))
            case ExportModel():
                self._emit(model_files.take_along(command))

    def _train(self, command: TrainModel) -> None:
        require_training()
        if command.preset == STYLE:
            self._make_style(command)
            return
        from engine.making.running import Making

        making = Making(command, self._paths, listen=True)
        with JobControl(self._inbox, pausing_ends=True) as control:
            self._make(making, control)

    def _make_style(self, command: TrainModel) -> None:
        from engine.making.style_making import StyleMaking

        making = StyleMaking(command, self._paths)
        with JobControl(self._inbox, pausing_ends=True) as control:
            self._pump(making.progress(), control)
            if making.made or control.gone:
                return
            if control.paused:
                # It takes a minute, so it is made from the beginning when it is resumed.
                self._emit(TrainingPaused(name=command.name, step=-1))
            else:
                self._emit(JobStopped())

    def _make(self, making: "Making", control: JobControl) -> None:
        ended = self._pump(making.progress(), control)
        if control.gone:
            # The parent has gone: the run stays as it is, to be resumed.
            making.pause()
        elif control.discard or (not ended and not making.worth_keeping and not control.paused):
            making.discard()
            self._emit(JobStopped())
        elif control.paused or making.paused:
            self._emit(making.pause())
        else:
            self._end(making, control)

    def _end(self, making: "Making", control: JobControl) -> None:
        """Sample the best step and make it the model; a second stop skips the sampling."""
        control.begin_again()
        for event in making.ending(stopped=control.must_stop):
            self._emit(event)

    def _end_run(self, command: EndTraining) -> None:
        require_training()
        from engine.making.running import Making

        making = Making(TrainModel(name=command.name, resume=True), self._paths)
        if command.discard:
            making.discard()
            self._emit(JobStopped())
        else:
            with JobControl(self._inbox) as control:
                self._end(making, control)

    def _keep_step(self, command: KeepStep) -> None:
        require_training()
        from engine.making.running import Making

        making = Making(TrainModel(name=command.name, resume=True), self._paths)
        for event in making.keep_step(command.step):
            self._emit(event)

    def _measure(self, command: MeasureTraining) -> None:
        require_training()
        from engine.making.trying import try_training

        with JobControl(self._inbox) as control:
            trial = try_training(command, self._paths, stopped=control.must_stop)
            self._pump(trial, control)
            if control.must_stop() and not control.gone:
                self._emit(JobStopped())

    def _measure_steers(self, command: MeasureSteers) -> None:
        from engine.making.steers import measure_steers

        with JobControl(self._inbox) as control:
            for event in measure_steers(command, self._paths, stopped=control.must_stop):
                self._emit(event)

    def _pump(self, events: Iterator[Message], control: JobControl) -> bool:
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
