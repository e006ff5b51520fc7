"""Client for training: one run in a job process, with its losses and its end."""

import time
from collections.abc import Callable
from typing import Any

import msgspec
from PySide6.QtCore import QObject, Signal

from app.clients.engine_link import Link
from app.clients.job import Job
from app.state.training_run import TrainingRun
from engine import messages

# Enough for a training step and a checkpoint on a slow machine.
PATIENCE_MS = 15_000


class Training(QObject):
    """Controls one run at a time.

    Args:
        clock: Returns seconds, for the time that a phase takes.

    Signals:
        changed: The run changed (a `TrainingRun`).
        made: The run produced a model (a `messages.ModelMade`).
        failed: A `messages.Failed`.
        paused: The run paused (a `messages.TrainingPaused`).
        stopped: The run was discarded, or stopped before its first checkpoint.
        learning: The pieces of the run, as the job read them (a `messages.LearningFrom`).
        noticed: A sentence about the run.
        ended: The job process is done, however the run ended.
    """

    changed = Signal(object)
    made = Signal(object)
    failed = Signal(object)
    paused = Signal(object)
    stopped = Signal()
    learning = Signal(object)
    noticed = Signal(object)
    ended = Signal()

    def __init__(
        self,
        make_link: Callable[[], Link],
        parent: QObject | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        self._make_link = make_link
        self._job: Job | None = None
        self._run: TrainingRun | None = None
        self._command: messages.TrainModel | None = None
        # The command to repeat for a run that paused before its first checkpoint.
        self._anew: messages.TrainModel | None = None

    @property
    def running(self) -> bool:
        """Whether a job process works on a run."""
        return self._job is not None

    @property
    def waiting(self) -> bool:
        """Whether there is a paused run."""
        return self._job is None and self._run is not None and self._run.paused

    @property
    def run(self) -> TrainingRun | None:
        """The current run, or the last one."""
        return self._run

    def start(
        self, command: messages.TrainModel, learning: messages.LearningFrom | None = None
    ) -> None:
        """Begin a run, unless one is running.

        Args:
            command: The training command.
            learning: The pieces of the run, until the job reports them.
        """
        if self._job is not None:
            return
        self._run = TrainingRun(
            name=command.name, base=command.base, preset=command.preset, learning=learning
        )
        self._command = command
        self._do(command)

    def adopt(self, run: TrainingRun) -> None:
        """Take over a paused run of an earlier session, unless one is running."""
        if self._job is None:
            self._run, self._anew = run, None
            self.changed.emit(run)

    def put_aside(self) -> TrainingRun | None:
        """Drop the paused run; return it if it has a checkpoint."""
        if not self.waiting:
            return None
        run, self._run = self._run, None
        learned, self._anew = self._anew is None, None
        return run if learned else None

    def pause(self, *, paused: bool) -> None:
        """Pause (checkpoint and end the process) or resume the run."""
        if paused and self._job is not None:
            self._job.pause(paused=True)
            self._change(pausing=True)
        elif not paused and self.waiting and self._run is not None:
            run = self._run
            resuming = run.progress is not None and self._anew is None
            self._change(
                paused=False, resuming=resuming, why="", stopping=False, made=None, heard_s=-1.0
            )
            again = messages.TrainModel(
                name=run.name, base=run.base, preset=run.preset, resume=True
            )
            self._do(self._anew or again)

    def stop(self, *, discard: bool = False) -> None:
        """Stop the run; its best step becomes the model unless it is discarded."""
        if self._job is not None:
            self._job.stop(discard=discard)
            self._change(stopping=True)
        elif self.waiting and self._run is not None:
            self._change(stopping=True)
            self._do(messages.EndTraining(name=self._run.name, discard=discard))

    def use_when_done(self, *, on: bool) -> None:
        """Say whether Compose takes the model as soon as it is made."""
        self._change(use_when_done=on)

    def keep_step(self, step: int) -> None:
        """Make another checkpoint of the finished run its model."""
        if self._job is None and self._run is not None and self._run.made is not None:
            self._do(messages.KeepStep(name=self._run.name, step=step))

    def let_go(self) -> str:
        """Forget a finished run; return its name if its checkpoints can be deleted."""
        run = self._run
        if self._job is not None or run is None or run.paused:
            return ""
        self._run = None
        return run.name if run.made is not None else ""

    def close(self) -> None:
        """End the process; it writes a checkpoint that a later session can resume."""
        if self._job is not None:
            self._job.close(PATIENCE_MS)

    def _do(self, command: messages.JobCommand) -> None:
        ends = (messages.ModelMade, messages.TrainingPaused)
        job = Job(self._make_link(), command, until=ends, parent=self)
        job.progressed.connect(self._on_progress)
        job.finished.connect(self._on_finished)
        job.failed.connect(self._on_failed)
        job.stopped.connect(self._on_stopped)
        job.ended.connect(self._on_end)
        self._job = job
        job.start()
        self.changed.emit(self._run)

    def _on_progress(self, event: messages.JobEvent) -> None:
        if self._run is None:
            return
        if isinstance(event, messages.Notice):
            self.noticed.emit(event.message)
        elif isinstance(event, messages.LearningFrom):
            self._change(learning=event)
            self.learning.emit(event)
        elif isinstance(event, messages.TrainingProgress):
            self._run = self._run.reporting(event, now_s=self._clock())
            self.changed.emit(self._run)
        elif isinstance(event, messages.StepSampled):
            self._run = self._run.with_samples(event)
            self.changed.emit(self._run)

    def _on_finished(self, event: messages.Message) -> None:
        if isinstance(event, messages.TrainingPaused):
            self._anew = self._command if event.step < 0 else None
            self._change(
                paused=True, pausing=False, resuming=False, stopping=False, why=event.reason
            )
            self.paused.emit(event)
        elif isinstance(event, messages.ModelMade):
            known = self._run.base_loss if self._run else -1.0
            base_loss = event.base_loss if event.base_loss >= 0 else known
            self._run = self._run and self._run.with_time(self._clock())
            self._change(made=event, base_loss=base_loss, paused=False, pausing=False)
            self.made.emit(event)
            for sentence in event.words:
                self.noticed.emit(sentence)

    def _on_failed(self, event: messages.Failed) -> None:
        # A run with a checkpoint can be resumed.
        resumable = self._run is not None and bool(self._run.held_out)
        self._change(paused=resumable, pausing=False, resuming=False, stopping=False)
        self.failed.emit(event)

    def _on_stopped(self) -> None:
        self._change(paused=False, pausing=False)
        self.stopped.emit()

    def _on_end(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            job.delete_when_ended()
        self.ended.emit()

    def _change(self, **changes: Any) -> None:
        if self._run is not None:
            self._run = msgspec.structs.replace(self._run, **changes)
            self.changed.emit(self._run)
