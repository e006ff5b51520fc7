"""Training: one run in a job process, its losses so far, and how it ended."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from app.engine_link import Job, Link
from engine import messages


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What is known of a training run.

    Attributes:
        name: The model's name.
        base: `starter`, `scratch` or a model's folder.
        preset: Its time.
        progress: The last report, or None.
        training: (step, loss) of every report that has one.
        held_out: (step, loss) of every validation.
        base_loss: The base model's held-out loss, negative if unknown.
        speed: Tokens a second, the last that was known.
        paused: Whether it waits.
        stopping: Whether it was told to end.
        made: The model it ended in, or None.
    """

    name: str
    base: str
    preset: str
    progress: messages.TrainingProgress | None = None
    training: tuple[tuple[int, float], ...] = ()
    held_out: tuple[tuple[int, float], ...] = ()
    base_loss: float = -1.0
    speed: float = 0.0
    paused: bool = False
    stopping: bool = False
    made: messages.ModelMade | None = None

    def reporting(self, event: messages.TrainingProgress) -> "Run":
        """Return it after one more report."""
        training, held_out, base_loss = self.training, self.held_out, self.base_loss
        if event.loss >= 0:
            training = (*training, (event.step, event.loss))
        if event.validation_loss >= 0:
            held_out = (*held_out, (event.step, event.validation_loss))
            if event.step == 0 and self.base != "scratch":
                base_loss = event.validation_loss
        return replace(
            self,
            progress=event,
            training=training,
            held_out=held_out,
            base_loss=base_loss,
            speed=event.tokens_per_second or self.speed,
        )


class Training(QObject):
    """One run at a time.

    Args:
        make_link: Returns the link to a fresh job process.
        parent: Qt's owner.

    Signals:
        changed: The run as it is now (a `Run`).
        made: It ended in a model (a `messages.ModelMade`).
        failed: A `messages.Failed`.
        stopped: It was discarded or stopped before there was anything to keep.
        noticed: A sentence of the run.
        ended: Whatever the ending was.
    """

    changed = Signal(object)
    made = Signal(object)
    failed = Signal(object)
    stopped = Signal()
    noticed = Signal(str)
    ended = Signal()

    def __init__(self, make_link: Callable[[], Link], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._make_link = make_link
        self._job: Job | None = None
        self._run: Run | None = None

    @property
    def running(self) -> bool:
        """Whether a run is under way."""
        return self._job is not None

    @property
    def run(self) -> Run | None:
        """The run under way, or the last one."""
        return self._run

    def start(self, command: messages.TrainModel) -> None:
        """Begin a run; nothing happens while one is under way."""
        if self._job is not None:
            return
        self._run = Run(name=command.name, base=command.base, preset=command.preset)
        job = Job(self._make_link(), command, until=messages.ModelMade, parent=self)
        job.progressed.connect(self._on_progress)
        job.finished.connect(self._on_made)
        job.failed.connect(self.failed)
        job.stopped.connect(self.stopped)
        job.ended.connect(self._on_end)
        self._job = job
        job.start()
        self.changed.emit(self._run)

    def pause(self, *, paused: bool) -> None:
        """Pause it, which frees the processor, or let it go on."""
        if self._job is not None:
            self._job.pause(paused=paused)
            self._change(paused=paused)

    def stop(self, *, discard: bool = False) -> None:
        """End it; the best step is kept unless it is discarded."""
        if self._job is not None:
            self._job.stop(discard=discard)
            self._change(stopping=True)

    def close(self) -> None:
        """End the process at once; a later run of the same name can resume."""
        if self._job is not None:
            self._job.close()

    def _on_progress(self, event: messages.JobEvent) -> None:
        if isinstance(event, messages.Notice):
            self.noticed.emit(event.message)
        elif isinstance(event, messages.TrainingProgress) and self._run is not None:
            self._run = self._run.reporting(event)
            self.changed.emit(self._run)

    def _on_made(self, event: messages.ModelMade) -> None:
        self._change(made=event, base_loss=event.base_loss)
        self.made.emit(event)

    def _on_end(self) -> None:
        job, self._job = self._job, None
        if job is not None:
            job.deleteLater()
        self.ended.emit()

    def _change(self, **changes: object) -> None:
        if self._run is not None:
            self._run = replace(self._run, **changes)  # type: ignore[arg-type]
            self.changed.emit(self._run)
